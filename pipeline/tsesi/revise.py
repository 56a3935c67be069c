"""Takes a table that a terminologist edited and the termbase, gives the changes; writes them to `terms.yml`.

Guarantees that the file changes only where a value changed: comments, order, quotes and line ends elsewhere
stay byte for byte. A table that breaks a rule changes nothing: every fault is told with its line and reason.
A cell of `source` that is empty, a row that is missing and a column that is missing change nothing.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tsesi import table
from tsesi.model import Lang
from tsesi.termbase import entries, faults, homonyms, parse

LANGS: tuple[Lang, ...] = ("ka", "en")
_ORDER = (
    "key",
    "kind",
    "ka",
    "en",
    "definition",
    "source",
    "status",
    "broader",
    "related",
    "phases",
    "patterns",
    "note",
)
_TEXTS = ("definition", "note")


class RevisionError(ValueError):
    """The table breaks a rule. Its text has one line a fault: file, line, reason."""

    def __init__(self, faults: Sequence[str]) -> None:
        """Keep the faults as `faults`, one readable line each."""
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


class Change(NamedTuple):
    """One value that the table changes; `line` is the row's line in the table."""

    key: str
    field: str
    before: str
    after: str
    line: int

    def __str__(self) -> str:
        """Return `charge: en: “charge” → “run into”`."""
        if not self.field:
            return f"{self.key}: new concept"
        return f"{self.key}: {self.field}: {_shown(self.before)} → {_shown(self.after)}"


@dataclass(frozen=True, slots=True)
class Revision:
    """What a table changes: the changes, the termbase before and after, and rows that were left alone."""

    path: Path
    changes: tuple[Change, ...]
    before: str
    after: str
    left: tuple[str, ...] = ()

    @property
    def diff(self) -> str:
        """Return the change of the file as a unified diff; empty where there is none."""
        lines = difflib.unified_diff(
            self.before.splitlines(keepends=True),
            self.after.splitlines(keepends=True),
            str(self.path),
            str(self.path),
        )
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
        )

    def write(self) -> None:
        """Write the changed termbase. Raises `RevisionError` if the file is no longer what it was."""
        if _text(self.path) != self.before:
            raise RevisionError([f"{self.path}:1: changed in the meantime; import the table again"])
        self.path.write_bytes(self.after.encode("utf-8"))


def revise(edited: Path, termbase: Path, lacks: Callable[[str], bool] = lambda unit: False) -> Revision:
    """Return what the table `edited` (CSV or XLSX) changes in the file `termbase`; writes nothing.

    `lacks` tells of the id of a unit that the law of that number is there and has no such unit.

    Raises `RevisionError` where the table breaks a rule, `TableError` where it is none, `TermsError` where
    the termbase itself is at fault.
    """
    before = _text(termbase)
    parse(before, str(termbase))
    rows, left = _known_rows(table.read(edited), entries(before, str(termbase)), edited)
    wanted, lines = _wanted(rows, entries(before, str(termbase)), edited)
    _refuse(wanted, lines, edited)
    _refuse_shared(wanted, lines, edited, before)
    now = entries(before, str(termbase))
    changes = tuple(_changes(now, wanted, lines))
    sources = {entry["key"]: str(entry.get("source", "")) for entry in wanted}
    if nowhere := [
        f"{edited}:{one.line}: `{one.key}`: source: no unit is called {sources[one.key]}; write it as §9.7.b"
        for one in changes
        if one.field in ("", "source") and sources[one.key] and lacks(sources[one.key])
    ]:
        raise RevisionError(nowhere)
    after = before
    for index, entry in enumerate(wanted):
        after = _rewrite(after, index, now[index], entry) if index < len(now) else _append(after, entry)
    done = entries(after, str(termbase))
    if sorted(map(_plain, done)) != sorted(map(_plain, wanted)):
        raise RevisionError([f"{termbase}:1: cannot be edited in place here; make these changes by hand"])
    return Revision(termbase, changes, before, after, tuple(left))


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def _plain(entry: Any) -> str:
    return json.dumps(entry, ensure_ascii=False, sort_keys=True)


def _shown(value: str) -> str:
    return f"“{value}”" if value else "nothing"


# --- what the table wants ---------------------------------------------------------------------------------


def _known_rows(
    rows: Sequence[table.Row], now: Sequence[Mapping[str, Any]], path: Path
) -> tuple[list[table.Row], list[str]]:
    """Return the rows that say something, and what is told of those that do not.

    A provisional concept of the graph, without English, is none of the termbase until it gets a name.
    """
    known = {entry["key"] for entry in now}
    kept, left = [], []
    for row in rows:
        if row.cells["key"] not in known and not row.cells.get("en"):
            left.append(
                f"{path}:{row.line}: `{row.cells['key']}` is not in the termbase; an English name adds it"
            )
        else:
            kept.append(row)
    return kept, left


def _wanted(
    rows: Sequence[table.Row], now: list[dict[str, Any]], path: Path
) -> tuple[list[dict[str, Any]], Mapping[str, int]]:
    """Return the entries as the table wants them, and the line of each key that it speaks of."""
    found: list[str] = []
    lines: dict[str, int] = {}
    at = {entry["key"]: index for index, entry in enumerate(now)}
    wanted = [dict(entry) for entry in now]
    for row in rows:
        key = row.cells["key"]
        if key in lines:
            found.append(f"{path}:{row.line}: `{key}` is also in line {lines[key]}; keep one row")
            continue
        lines[key] = row.line
        if key not in at:
            entry = _entry({}, row.cells)
            if twin := next((one["key"] for one in now if _same(one, entry)), None):
                found.append(
                    f"{path}:{row.line}: `{key}` has the kind and the names of `{twin}`; a key is part of an "
                    f"address and stays: write `{twin}` again, or give a new concept other names"
                )
            wanted.append(entry)
            continue
        old = now[at[key]]
        if row.cells.get("kind", old["kind"]) != old["kind"]:
            kind = row.cells["kind"]
            found.append(
                f"{path}:{row.line}: `{key}` is of kind {old['kind']}, not {kind}; the kind is part of its "
                "address and stays: add a new concept instead"
            )
        wanted[at[key]] = _entry(old, row.cells)
    if found:
        raise RevisionError(found)
    _relate(rows, now, wanted, path)
    return wanted, lines


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Tell whether two entries are of one kind and have the same first names."""
    names = [[_name(0, entry[lang][0])[0] for lang in LANGS if entry.get(lang)] for entry in (one, other)]
    return bool(one["kind"] == other["kind"] and names[0] == names[1])


def _entry(old: Mapping[str, Any], cells: Mapping[str, str]) -> dict[str, Any]:
    """Return an entry with the values of a row; columns that the table lacks keep theirs."""
    new = dict(old)
    for field in ("key", "kind"):
        new.setdefault(field, cells.get(field, ""))
    for lang in LANGS:
        if lang in cells:
            new[lang] = _names(old.get(lang, ()), lang, cells)
    for field in _TEXTS:
        texts = old.get(field) or {}
        both = {"en": texts} if isinstance(texts, str) else dict(texts)
        for lang in LANGS:
            cell = cells.get(f"{field}_{lang}")
            if cell is not None and " ".join(cell.split()) != " ".join(both.get(lang, "").split()):
                both[lang] = " ".join(cell.split())
        both = {lang: text for lang, text in both.items() if text}
        if isinstance(texts, str) and both == {"en": texts}:
            continue
        new[field] = both
    if cells.get("source"):
        new["source"] = table.uncite(cells["source"])
    if cells.get("status") and cells["status"] != old.get("status", "approved"):
        new["status"] = cells["status"]
    if "broader" in cells:
        listed = _listed(old.get("broader"))
        values = table.split(cells["broader"])
        if set(values) != set(listed):
            new["broader"] = _kept(listed, values)
    return {field: value for field, value in new.items() if value not in ({}, [], "")}


def _names(old: Sequence[Any], lang: Lang, cells: Mapping[str, str]) -> list[Any]:
    """Return the names of a row in the order of the entry; new ones at their end."""
    standing = {}
    for status in (*table.STANDINGS, "preferred"):
        column = lang if status == "preferred" else f"{lang}_{status}"
        cell = cells.get(column)
        if cell is None:
            standing.update({text: s for text, s in map(_name, range(len(old)), old) if s == status})
        else:
            texts = [cell.strip()] if status == "preferred" else table.split(cell)
            standing.update(dict.fromkeys(texts, status))
    order = [text for text, _ in map(_name, range(len(old)), old)]
    preferred = [text for text, status in standing.items() if status == "preferred"]
    others = _kept(order, [text for text, status in standing.items() if status != "preferred"])
    names = []
    for number, text in enumerate([*preferred, *others]):
        plain = standing[text] == ("admitted" if number else "preferred")
        names.append(text if plain else {"text": text, "status": standing[text]})
    return names


def _name(number: int, label: Any) -> tuple[str, str]:
    standing = "admitted" if number else "preferred"
    return (label, standing) if isinstance(label, str) else (label["text"], label.get("status", standing))


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _kept(old: Sequence[str], new: Iterable[str]) -> list[str]:
    """Return the new values, those that there were in their old order."""
    values = list(dict.fromkeys(new))
    return [value for value in old if value in values] + [value for value in values if value not in old]


def _relate(
    rows: Sequence[table.Row], now: Sequence[Mapping[str, Any]], wanted: list[dict[str, Any]], path: Path
) -> None:
    """Bring `related` into the wanted entries: the table has both directions, the termbase one.

    Raises `RevisionError` where one row takes out what another still has.
    """
    before = {entry["key"]: set(_listed(entry.get("related"))) for entry in now}
    both = {key: set(values) for key, values in before.items()}
    for key, values in before.items():
        for value in values:
            both.setdefault(value, set()).add(key)
    cells = {row.cells["key"]: row for row in rows if "related" in row.cells}
    at = {entry["key"]: entry for entry in wanted}
    found = []
    for key, row in cells.items():
        said = table.split(row.cells["related"])
        for other in sorted(both.get(key, set()) - set(said)):
            if other in cells and key in table.split(cells[other].cells["related"]):
                found.append(
                    f"{path}:{row.line}: `{key}` is no longer related to `{other}`, but line "
                    f"{cells[other].line} still says so; take it out there too"
                )
            for one, target in ((key, other), (other, key)):
                kept = _listed(at.get(one, {}).get("related"))
                if target in kept:
                    at[one]["related"] = [value for value in kept if value != target]
        fresh = [value for value in said if value not in both.get(key, set())]
        fresh = [value for value in fresh if key not in _listed(at.get(value, {}).get("related"))]
        if fresh:
            at[key]["related"] = [*_listed(at[key].get("related")), *fresh]
    if found:
        raise RevisionError(found)
    for entry in wanted:
        if entry.get("related") == []:
            del entry["related"]


def _refuse(wanted: Sequence[dict[str, Any]], lines: Mapping[str, int], path: Path) -> None:
    """Raise `RevisionError` where the wanted entries break a rule of the termbase."""

    def line(place: tuple[str | int, ...]) -> int:
        return lines.get(wanted[int(place[0])].get("key", ""), 1) if place else 1

    found = faults(wanted, line)
    if found:  # a circle is told of each concept in it: those of the table are enough
        told = [one for one in found if one[0] > 1] or found
        raise RevisionError([f"{path}:{number}: {message}" for number, message in told])


def _refuse_shared(
    wanted: Sequence[dict[str, Any]], lines: Mapping[str, int], path: Path, before: str
) -> None:
    """Raise `RevisionError` where the table makes one name that of two concepts of one kind."""
    text = yaml.safe_dump(list(wanted), allow_unicode=True, sort_keys=False)
    shared = [one.values for one in homonyms(parse(text, str(path)))]
    were = [one.values for one in homonyms(parse(before, str(path)))]
    found = []
    for one in (each for each in shared if each not in were):
        key, other = one["second"], one["first"]
        if key not in lines:
            key, other = other, key
        found.append(
            f"{path}:{lines.get(key, 1)}: `{key}`: “{one['label']}” is a name of `{other}` too; give one of "
            "them another name, or make them one concept"
        )
    if found:
        raise RevisionError(found)


def _changes(
    now: Sequence[Mapping[str, Any]], wanted: Sequence[Mapping[str, Any]], lines: Mapping[str, int]
) -> Iterator[Change]:
    for index, entry in enumerate(wanted):
        line = lines.get(entry["key"], 1)
        if index >= len(now):
            yield Change(entry["key"], "", "", "", line)
            continue
        before, after = _told(now[index]), _told(entry)
        for field in sorted({*before, *after}, key=lambda f: (_ORDER.index(f.partition("_")[0]), f)):
            if before.get(field) != after.get(field):
                yield Change(entry["key"], field, before.get(field, ""), after.get(field, ""), line)


def _told(entry: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the values of an entry by field, each in one line."""
    told = {}
    for field in _ORDER:
        value = entry.get(field)
        if isinstance(value, Mapping):
            told.update({f"{field}_{lang}": str(text) for lang, text in value.items()})
        elif isinstance(value, list):
            told[field] = ", ".join(map(_item, value))
        elif value:
            told[field] = str(value)
    return told


def _item(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{value['text']} ({value['status']})" if "text" in value else str(dict(value))
    return str(value)


# --- writing into the file --------------------------------------------------------------------------------


def _rewrite(text: str, index: int, old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return the file with entry `index` changed from `old` to `new`, one value after another."""
    for field in _ORDER:
        before, after = old.get(field), new.get(field)
        if before == after:
            continue
        if after is None:
            text = _remove(text, (index, field))
        elif before is None:
            text = _insert(text, index, field, after)
        elif isinstance(before, list) and isinstance(after, list):
            text = _relist(text, (index, field), before, after)
        elif isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
            for lang in after:
                if before[lang] != after[lang]:
                    text = _replace(text, (index, field, lang), _block(after[lang]))
        else:
            text = _insert(_remove(text, (index, field)), index, field, after)
    return text


def _relist(text: str, place: tuple[int, str], before: list[Any], after: list[Any]) -> str:
    """Return the file with the items of a list changed, those that stay untouched."""
    keys = [_plain(item) for item in before], [_plain(item) for item in after]
    steps = difflib.SequenceMatcher(None, *keys, autojunk=False).get_opcodes()
    for kind, i1, i2, j1, j2 in reversed(steps):
        if kind == "equal":
            continue
        shared = min(i2 - i1, j2 - j1)
        for at in reversed(range(i1 + shared, i2)):
            text = _remove(text, (*place, at))
        for item in reversed(after[j1 + shared : j2]):
            text = _insert_item(text, place, i1 + shared, item)
        for at in range(shared):
            text = _replace(text, (*place, i1 + at), _flow(after[j1 + at]))
    return text


def _node(text: str, place: Sequence[int | str]) -> list[tuple[yaml.Node | None, yaml.Node]]:
    """Return the nodes on the way to a place, each with the node of its key."""
    node: Any = yaml.compose(text, Loader=yaml.CSafeLoader)
    path: list[tuple[yaml.Node | None, yaml.Node]] = [(None, node)]
    for step in place:
        if isinstance(node, yaml.MappingNode):
            path.append(next((key, value) for key, value in node.value if key.value == step))
        else:
            path.append((None, node.value[step]))
        node = path[-1][1]
    return path


def _end(text: str, node: yaml.Node) -> int:
    """Return where the text of a node ends; YAML itself counts comments after a block to it."""
    if isinstance(node, yaml.CollectionNode) and not _is_flow(node) and node.value:
        last = node.value[-1]
        return _end(text, last[1] if isinstance(last, tuple) else last)
    return node.start_mark.index + len(text[node.start_mark.index : node.end_mark.index].rstrip())


def _is_flow(node: yaml.Node) -> bool:
    """Tell whether a list or mapping is written in one pair of brackets."""
    return isinstance(node, yaml.CollectionNode) and bool(node.flow_style)


def _replace(text: str, place: Sequence[int | str], value: str) -> str:
    node = _node(text, place)[-1][1]
    return text[: node.start_mark.index] + value + text[_end(text, node) :]


def _remove(text: str, place: Sequence[int | str]) -> str:
    """Return the file without a field of an entry, or without an item of a list."""
    path = _node(text, place)
    (key, node), parent = path[-1], path[-2][1]
    children = [child if isinstance(child, tuple) else (None, child) for child in parent.value]
    at = next(n for n, child in enumerate(children) if child[1] is node)
    start, end = (key or node).start_mark.index, _end(text, node)
    if _is_flow(parent):
        if at + 1 < len(children):
            following = children[at + 1]
            return text[:start] + text[(following[0] or following[1]).start_mark.index :]
        before = _end(text, children[at - 1][1]) if at else start
        return text[:before] + text[end:]
    begin = text.rfind("\n", 0, start) + 1
    after = text.find("\n", end) + 1 or len(text)
    return text[:begin] + text[after:]


def _insert(text: str, index: int, field: str, value: Any) -> str:
    """Return the file with a new field, at its place in the order of fields."""
    entry = _node(text, (index,))[-1][1]
    earlier = _ORDER[: _ORDER.index(field)]
    previous = [(k, v) for k, v in entry.value if k.value in earlier][-1][1]
    end = _end(text, previous)
    if _is_flow(entry):
        return f"{text[:end]}, {field}: {_flow(value)}{text[end:]}"
    indent = " " * entry.value[0][0].start_mark.column
    return _line_after(text, end, "".join(f"{indent}{line}\n" for line in _field(field, value)))


def _insert_item(text: str, place: tuple[int, str], at: int, item: Any) -> str:
    node = _node(text, place)[-1][1]
    if _is_flow(node) and at < len(node.value):
        start = node.value[at].start_mark.index
        return f"{text[:start]}{_flow(item)}, {text[start:]}"
    if _is_flow(node):
        end = _end(text, node.value[-1]) if node.value else node.start_mark.index + 1
        return f"{text[:end]}{', ' if node.value else ''}{_flow(item)}{text[end:]}"
    indent = " " * node.start_mark.column
    line = f"{indent}- {_flow(item)}\n"
    if at:
        return _line_after(text, _end(text, node.value[at - 1]), line)
    begin = text.rfind("\n", 0, node.start_mark.index) + 1
    return text[:begin] + line + text[begin:]


def _line_after(text: str, end: int, lines: str) -> str:
    if "\r\n" in text:
        lines = lines.replace("\n", "\r\n")
    newline = text.find("\n", end)
    if newline < 0:
        return f"{text}\n{lines}"
    return text[: newline + 1] + lines + text[newline + 1 :]


def _append(text: str, entry: Mapping[str, Any]) -> str:
    """Return the file with a new entry after the last one of its kind, or at its end."""
    root = _node(text, ())[0][1]
    kinds = [next(v.value for k, v in one.value if k.value == "kind") for one in root.value]
    last = max((n for n, kind in enumerate(kinds) if kind == entry["kind"]), default=len(kinds) - 1)
    fields = [line for field in _ORDER if field in entry for line in _field(field, entry[field])]
    indent = " " * (root.value[0].start_mark.column - 2)
    lines = "".join(f"{indent}{'  ' if n else '- '}{line}\n" for n, line in enumerate(fields))
    return _line_after(text, _end(text, root.value[last]), lines)


def _field(field: str, value: Any) -> list[str]:
    """Return the lines of a field of an entry, without its indent."""
    if isinstance(value, dict):
        return [f"{field}:", *(f"  {lang}: {_block(text)}" for lang, text in value.items())]
    return [f"{field}: {_flow(value) if isinstance(value, list) else _block(value)}"]


def _block(text: str) -> str:
    """Return a text as YAML after a key: plain where it can be, else in quotes."""
    return text if _reads(f"k: {text}", {"k": text}) else json.dumps(text, ensure_ascii=False)


def _flow(value: Any) -> str:
    """Return a value as YAML inside brackets."""
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_flow(item)}' for key, item in value.items())}}}"
    plain = _reads(f"[{value}]", [value]) and _reads(f"{{k: {value}}}", {"k": value})
    return str(value) if plain else json.dumps(value, ensure_ascii=False)


def _reads(text: str, wanted: Any) -> bool:
    try:
        return bool(yaml.load(text, Loader=yaml.CSafeLoader) == wanted)
    except yaml.YAMLError:
        return False
