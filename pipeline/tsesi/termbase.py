"""Takes the hand-edited `terms.yml`, gives a checked `Termbase`; faults are told with line and way out.

The schema is `ontology/terms.schema.json`; what a schema cannot see (keys that repeat or lead nowhere,
circles of broader concepts) is checked here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import jsonschema
import yaml

from tsesi.model import Concept, ConceptKind, Finding, Label, Lang, Pattern, Termbase

LANGS: tuple[Lang, ...] = ("ka", "en")

Place = tuple[str | int, ...]


class TermsError(ValueError):
    """The termbase breaks a rule. Its text has one line a fault: file, line, what is wrong, the way out."""

    def __init__(self, faults: Sequence[str]) -> None:
        """Keep the faults as `faults`, one readable line each."""
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


def ontology_folder() -> Path:
    """Return the folder of the ontology: inside the installed package, else the repository's own."""
    inside = Path(__file__).with_name("_ontology")
    return inside if inside.is_dir() else Path(__file__).parents[2] / "ontology"


def load(path: Path) -> Termbase:
    """Return the termbase of a `terms.yml`.

    Raises `TermsError` with every fault found (each with its line), `OSError` when it cannot be read.
    """
    return parse(path.read_text(encoding="utf-8"), str(path))


def parse(text: str, path: str) -> Termbase:
    """Return the termbase that `text` holds; `path` is what errors call it. Raises `TermsError`."""
    data, lines = _read_yaml(text, path)
    found = faults(data, lambda place: _line(lines, place))
    if found:
        raise TermsError([f"{path}:{line}: {message}" for line, message in found])
    concepts = {concept.key: concept for concept in map(_concept, data)}
    return Termbase(concepts=concepts, path=path)


def entries(text: str, path: str) -> list[dict[str, Any]]:
    """Return the entries of a termbase as they are written. Raises `TermsError` where they are no list."""
    return _read_yaml(text, path)[0]


def faults(data: Sequence[dict[str, Any]], line: Callable[[Place], int]) -> list[tuple[int, str]]:
    """Return what breaks a rule in the entries of a termbase, as (line, message) in order of line.

    `line` gives the line of a place in `data`: an index and keys. Rules between entries are looked at only
    where each entry by itself is right.
    """
    schema = json.loads((ontology_folder() / "terms.schema.json").read_text(encoding="utf-8"))
    found = [
        (line(tuple(error.absolute_path)), _schema_message(error, data))
        for error in jsonschema.Draft202012Validator(schema).iter_errors(data)
    ]
    return sorted(found or _broken_rules(data, line))


def _read_yaml(text: str, path: str) -> tuple[list[dict[str, Any]], dict[Place, int]]:
    """Return the list in `text` and the line of every value and mapping key in it."""
    loader = yaml.CSafeLoader(text)
    try:
        node = loader.get_single_node()
        lines: dict[Place, int] = {}
        faults: list[str] = []
        if node is not None:
            _note_lines(node, (), lines, faults, path)
        if faults:
            raise TermsError(faults)
        data = loader.construct_document(node) if node is not None else None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise TermsError([f"{path}:{line}: not valid YAML: {error.problem}"]) from error
    finally:
        loader.dispose()
    if not isinstance(data, list):
        raise TermsError([f"{path}:1: the termbase must be a list of concepts, each beginning with `- key:`"])
    return data, lines


def _note_lines(node: yaml.Node, place: Place, lines: dict[Place, int], faults: list[str], path: str) -> None:
    lines[place] = node.start_mark.line + 1
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            _note_lines(item, (*place, index), lines, faults, path)
    elif isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            if key.value in seen:
                line = key.start_mark.line + 1
                faults.append(f"{path}:{line}: `{key.value}` stands twice in one entry; keep one of them")
            seen.add(key.value)
            _note_lines(value, (*place, key.value), lines, faults, path)
            lines[(*place, key.value)] = key.start_mark.line + 1


def _line(lines: Mapping[Place, int], place: Place) -> int:
    while place not in lines:
        place = place[:-1]
    return lines[place]


def _schema_message(error: jsonschema.ValidationError, data: Sequence[Any]) -> str:
    place = list(error.absolute_path)
    entry = data[int(place[0])] if place else None
    name = f"`{entry['key']}`: " if isinstance(entry, dict) and "key" in entry else ""
    where = "".join(f"{part}: " for part in place[1:] if isinstance(part, str))
    wanted = error.schema.get("description") if isinstance(error.schema, dict) else None
    hint = ""
    if isinstance(error.instance, bool):
        hint = "; YAML reads bare on, off, yes and no as true or false: put the word in quotes"
    message = f"{json.dumps(error.instance, ensure_ascii=False)} is not {wanted}" if wanted else error.message
    return f"{name}{where}{message}{hint}"


def _broken_rules(data: Sequence[dict[str, Any]], line: Callable[[Place], int]) -> Iterator[tuple[int, str]]:
    """Yield (line, message) for what a JSON schema cannot see: keys that repeat or that lead nowhere."""
    first: dict[str, int] = {}
    for index, entry in enumerate(data):
        key = entry["key"]
        if key in first:
            yield (
                line((index, "key")),
                f"`{key}` is already the key of the concept at line {first[key]}; "
                "give one of them another key",
            )
        first.setdefault(key, line((index, "key")))
    broader = {entry["key"]: _listed(entry.get("broader")) for entry in data}
    for index, entry in enumerate(data):
        for relation in ("broader", "related", "phases"):
            for target in _listed(entry.get(relation)):
                if target not in first:
                    yield (
                        line((index, relation)),
                        f"`{entry['key']}`: {relation} names `{target}`, which is no key here; "
                        "add that concept or take the name out",
                    )
        if entry["key"] in _ancestors(entry["key"], broader):
            yield (
                line((index, "broader")),
                f"`{entry['key']}` is its own broader concept; cut the circle",
            )
        for lang in LANGS:
            seen: set[str] = set()
            for number, label in enumerate(entry.get(lang, ())):
                text = label if isinstance(label, str) else label["text"]
                if text in seen:
                    yield (
                        line((index, lang, number)),
                        f"`{entry['key']}` has the {lang} label “{text}” twice; keep one",
                    )
                seen.add(text)


def _ancestors(key: str, broader: Mapping[str, Sequence[str]]) -> set[str]:
    found: set[str] = set()
    todo = list(broader.get(key, ()))
    while todo:
        above = todo.pop()
        if above not in found:
            found.add(above)
            todo.extend(broader.get(above, ()))
    return found


def _listed(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def _concept(entry: Mapping[str, Any]) -> Concept:
    labels = []
    for lang in LANGS:
        for number, label in enumerate(entry.get(lang, ())):
            standing = "preferred" if number == 0 else "admitted"
            if isinstance(label, str):
                labels.append(Label(label, lang, standing))  # type: ignore[arg-type]
            else:
                labels.append(Label(label["text"], lang, label.get("status", standing)))
    note = entry.get("note") or {}
    return Concept(
        key=entry["key"],
        kind=entry["kind"],
        labels=tuple(labels),
        definition=dict(entry.get("definition") or {}),
        source=entry.get("source"),
        status=entry.get("status", "approved"),
        broader=_listed(entry.get("broader")),
        related=_listed(entry.get("related")),
        patterns=tuple(
            Pattern(
                verb=pattern.get("verb", ""),
                with_=_listed(pattern.get("with")),
                head=pattern.get("head", ""),
                relative=pattern.get("relative", ""),
            )
            for pattern in entry.get("patterns") or ()
        ),
        note={"en": note} if isinstance(note, str) else dict(note),
        phases=_listed(entry.get("phases")),
    )


# --- what others ask of a termbase ------------------------------------------------------------------------


def homonyms(termbase: Termbase) -> tuple[Finding, ...]:
    """Return a `term-homonym` finding for each label that two concepts of one kind share."""
    found = []
    owners: dict[tuple[ConceptKind, Lang, str], str] = {}
    for concept in termbase.concepts.values():
        for label in concept.labels:
            name = (concept.kind, label.lang, joined(label.text))
            owner = owners.setdefault(name, concept.key)
            if owner != concept.key:
                values = {"label": label.text, "first": owner, "second": concept.key}
                found.append(Finding("term-homonym", text=label.text, values=values))
    return tuple(found)


def nouns(termbase: Termbase) -> tuple[str, ...]:
    """Return the Georgian nouns and adjectives of the names, in nominative, each once; none of actions.

    A nominative ends in a vowel; what ends in a postposition (ფეხზე, რაქში) is none.
    """
    words = [
        word
        for concept in termbase.concepts.values()
        if concept.kind not in ("action", "manner", "time")
        for name in concept.names("ka")
        for word in _words(name)
        if word[-1] in "აეიოუ" and not word.endswith(("ში", "ზე", "ვე", "მდე")) and word != "და"
    ]
    return tuple(dict.fromkeys(words))


def verbal_nouns(termbase: Termbase) -> tuple[str, ...]:
    """Return the Georgian verbal nouns that head the names and patterns of actions, each once."""
    actions = termbase.of_kind("action")
    heads = [_words(name)[-1] for concept in actions for name in concept.names("ka")]
    verbs = [pattern.verb for concept in termbase.concepts.values() for pattern in concept.patterns]
    relatives = [pattern.relative for concept in termbase.concepts.values() for pattern in concept.patterns]
    keys = termbase.concepts
    return tuple(dict.fromkeys(word for word in heads + verbs + relatives if word and word not in keys))


@lru_cache(maxsize=65536)
def joined(text: str) -> str:
    """Return one spelling for what differs in hyphens, spaces, quotes, brackets and case only."""
    text = text.casefold()
    return text if text.isalpha() else re.sub(r"[\W_]+", "", text)


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", name)
