"""Takes a folder with a manifest, or any file, gives the texts in it exactly as received.

`load` reads the corpus: every source is checked against its SHA-256, its corrections and its rendering are
read with it. `read` takes one file or standard input. Whatever cannot be used is a `CorpusError` that names
the file, the line and the way out; a text is never changed here.
"""

from __future__ import annotations

import codecs
import hashlib
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import yaml

from tsesi import layout
from tsesi.model import Correction, Lang, Rendering, Source

MANIFEST = "manifest.yml"
STANDARD_INPUT = "-"
_LAW_IN_NAME = re.compile(r"law-0*(\d+)(?!\d)", re.IGNORECASE)
_LAW_NUMBER = re.compile(r"0*[1-9][0-9]{0,2}")


class CorpusError(ValueError):
    """A file of the corpus, or a file to parse, cannot be used.

    `path` and `line` (None where no line is at fault) say where, `message` what is wrong, `way_out` what
    to do.
    """

    def __init__(self, path: str, line: int | None, message: str, way_out: str) -> None:
        """Keep the parts; the text of the error puts them in one line."""
        self.path, self.line, self.message, self.way_out = path, line, message, way_out
        super().__init__(f"{path}{f':{line}' if line else ''}: {message}; {way_out}")


def load(folder: Path) -> tuple[Source, ...]:
    """Return the laws that the manifest of `folder` lists, in its order.

    Raises `CorpusError` for what is missing, unreadable, changed since its SHA-256 was taken, or ill formed.
    """
    path = folder / MANIFEST
    data = _mapping(path, _yaml(path))
    laws = data.get("laws")
    if not isinstance(laws, list) or not laws:
        raise CorpusError(str(path), None, "lists no laws", "give them under `laws:`")
    sources = tuple(_source(folder, path, entry) for entry in laws)
    seen: set[str] = set()
    for source in sources:
        if source.law in seen:
            where = _line(path, f'law: "{source.law}"') or _line(path, f"law: {source.law}")
            raise CorpusError(str(path), where, f"Law {source.law} stands twice", "keep one entry a law")
        seen.add(str(source.law))
    return sources


def unlisted(folder: Path) -> tuple[Path, ...]:
    """Return the texts of `folder` that its manifest does not list: nothing is built from them.

    Raises `CorpusError` where the manifest cannot be read.
    """
    laws = _mapping(folder / MANIFEST, _yaml(folder / MANIFEST)).get("laws") or ()
    parts = (part for law in laws if isinstance(law, dict) for part in law.values())
    listed = {str(part["path"]) for part in parts if isinstance(part, dict) and "path" in part}
    texts = [path for path in sorted(folder.rglob("*")) if path.is_file() and _is_text(path)]
    return tuple(path for path in texts if path.relative_to(folder).as_posix() not in listed)


def _is_text(path: Path) -> bool:
    """Tell whether a file is meant for a law's text or its rendering: by its name."""
    ends = (".txt", ".text", ".doc", ".docx", ".odt", ".rtf", ".pdf", ".ka.md")
    return path.name.lower().endswith((*ends, ".en.yml")) and not path.name.startswith(".")


def read(path: Path | str, law: str | None = None) -> Source:
    """Return the text of any file, or of standard input for `-`.

    The law's number is `law`, else the one in the file's name (`law-09-…`), else the one that the text gives
    (`15 რაქი`, `15.1`), else None. Raises `CorpusError` for a missing file, an empty one, bytes that are not
    UTF-8, or a `law` that is no number.
    """
    name = str(path)
    data = sys.stdin.buffer.read() if name == STANDARD_INPUT else _bytes(Path(path))
    text = _text(name, data)
    if law is not None and not _LAW_NUMBER.fullmatch(law):
        raise CorpusError(name, None, f"“{law}” is no number of a law", "give one such as --law 9")
    found = _LAW_IN_NAME.match(Path(name).name)
    number = (law.lstrip("0") if law else None) or (found[1] if found else None)
    number = number or layout.law_number(re.sub(r"\r{1,4}\n|\r", "\n", text))
    return Source(name, text, hashlib.sha256(data).hexdigest(), number)


# --- one law of the manifest ------------------------------------------------------------------------------


def _source(folder: Path, manifest: Path, entry: object) -> Source:
    if not isinstance(entry, dict) or "law" not in entry:
        raise CorpusError(str(manifest), None, "an entry of `laws:` has no `law:`", "give the law's number")
    law = str(entry["law"])
    line = _line(manifest, f'law: "{law}"') or _line(manifest, f"law: {law}")

    def fault(message: str, way_out: str) -> CorpusError:
        return CorpusError(str(manifest), line, f"Law {law} {message}", way_out)

    title, source = entry.get("title"), entry.get("source")
    if not isinstance(title, dict) or not {"ka", "en"} <= title.keys():
        raise fault("has no title in both languages", "write `title: {ka: …, en: …}`")
    if not isinstance(source, dict) or not {"path", "sha256"} <= source.keys():
        raise fault("has no source", "write `source: {path: …, sha256: …}`")
    path = folder / str(source["path"])
    data = _bytes(path)
    digest = hashlib.sha256(data).hexdigest()
    if digest != source["sha256"]:
        raise CorpusError(
            str(path),
            None,
            f"has changed: its SHA-256 is {digest}, the manifest says {source['sha256']}",
            "restore the file as received or, if it is a new edition, write the new sum into the manifest",
        )
    return Source(
        path=f"{folder.resolve().name}/{source['path']}",  # the same wherever the corpus stands
        text=_text(str(path), data),
        sha256=digest,
        law=law,
        title={"ka": str(title["ka"]), "en": str(title["en"])},
        edition=_known(source.get("edition")),
        origin=_known(source.get("origin")),
        received=_known(source.get("received")),
        corrections=_corrections(folder, law, entry.get("corrections")),
        english=_rendering(folder, law, entry.get("english")),
    )


def _known(value: object) -> str | None:
    return None if value in (None, "not known") else str(value)


def _corrections(folder: Path, law: str, entry: object) -> tuple[Correction, ...]:
    """Return the corrections of one law; a file may serve several laws, each entry then names its law."""
    if not isinstance(entry, dict) or "path" not in entry:
        return ()
    path = folder / str(entry["path"])
    data = _yaml(path)
    rows = data.get("corrections") if isinstance(data, dict) else data
    found: list[Correction] = []
    for row in rows or ():
        needed = {"raw", "fixed", "reason", "by"}
        if not isinstance(row, dict) or not needed <= row.keys():
            lacks = ", ".join(sorted(needed - row.keys())) if isinstance(row, dict) else "everything"
            where = _line(path, str(row["raw"])) if isinstance(row, dict) and "raw" in row else None
            raise CorpusError(str(path), where, f"a correction lacks {lacks}", "say what, why and who")
        if str(row.get("law", law)) == law:
            occurrence = int(row.get("occurrence", 1))
            found.append(
                Correction(str(row["raw"]), str(row["fixed"]), str(row["reason"]), str(row["by"]), occurrence)
            )
    return tuple(found)


def _rendering(folder: Path, law: str, entry: object) -> Rendering | None:
    if not isinstance(entry, dict) or "path" not in entry:
        return None
    path = folder / str(entry["path"])
    data = _mapping(path, _yaml(path))
    if str(data.get("law")) != law:
        raise CorpusError(
            str(path),
            _line(path, "law:"),
            f"is of Law {data.get('law')}, not {law}",
            "mend `law:` or the manifest",
        )
    lang, units = data.get("lang"), data.get("units")
    if lang not in ("ka", "en"):
        raise CorpusError(str(path), _line(path, "lang:"), f"has the language {lang}", "write `lang: en`")
    if not isinstance(units, dict):
        raise CorpusError(str(path), None, "has no units", "give each unit's text under `units:`, by its id")
    for unit, text in units.items():
        if not isinstance(text, str) or not text.strip():
            where = _line(path, f'"{unit}":') or _line(path, f"{unit}:")
            raise CorpusError(str(path), where, f"unit {unit} has no text", "write one or leave the unit out")
    return Rendering(
        law=law,
        lang=cast("Lang", lang),
        title=str(data.get("title", "")),
        sections=tuple(str(section) for section in data.get("sections") or ()),
        units={str(unit): text for unit, text in units.items()},
        path=f"{folder.resolve().name}/{entry['path']}",
        lines=_unit_lines(path),
    )


def _unit_lines(path: Path) -> Mapping[str, int]:
    """Return the line on which each unit of a rendering begins."""
    root: Any = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    units = next(value for key, value in root.value if key.value == "units")
    return {key.value: key.start_mark.line + 1 for key, _ in units.value}


# --- files ------------------------------------------------------------------------------------------------


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise CorpusError(str(path), None, "there is no such file", _nearest(path)) from None
    except IsADirectoryError:
        raise CorpusError(
            str(path), None, "is a folder", "give a text file, or `-` for standard input"
        ) from None
    except OSError as error:
        raise CorpusError(
            str(path), None, f"cannot be read ({error.strerror})", "check its permissions"
        ) from error


def _nearest(path: Path) -> str:
    """Return the way out of a missing file: what texts stand in its folder."""
    try:
        names: Iterable[str] = sorted(one.name for one in path.parent.iterdir() if one.suffix == path.suffix)
    except OSError:
        return f"there is no folder {path.parent} either: check the path"
    there = ", ".join(list(names)[:5])
    return (
        f"check the name: in {path.parent} there {'are ' + there if there else f'is no {path.suffix} file'}"
    )


def _text(path: str, data: bytes) -> str:
    if (other := _wide(data)) is not None:
        raise CorpusError(path, 1, f"is {other}, not UTF-8", "save it as UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        at = f"byte {error.start + 1} of the file, the {_ordinal(column)} of the line, "
        at += f"is 0x{data[error.start]:02x}"
        if error.reason == "unexpected end of data":
            cut = f"is not UTF-8 to its end: the last character is cut off ({at})"
            raise CorpusError(path, line, cut, "ask for the whole file again") from None
        way_out = "save it as UTF-8"
        if _legacy(data):
            way_out += (
                ": open it in the encoding that it has now (such as Windows-1252), so that you can read it"
            )
        raise CorpusError(path, line, f"is not UTF-8: {at}", way_out) from None
    if not any(sign.isprintable() and not sign.isspace() for sign in text):
        raise CorpusError(path, None, "is empty", "give a text with at least one clause")
    return text


_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),  # begins as UTF-16 does: asked first
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


def _wide(data: bytes) -> str | None:
    """Return the name of the encoding where `data` has two or four bytes a character, with a mark or without.

    There the high bytes are always alike: 0x10 of a Georgian letter, 0 of the others.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    sample = data[:4096]
    if len(sample) < 8:
        return None
    for name, width, high in (("UTF-32", 4, (0,)), ("UTF-16", 2, (0, 0x10))):
        for place in (0, width - 1):
            rows = sample[place::width]
            if sum(map(rows.count, high)) > 0.9 * len(rows):
                return f"{name} without its mark"
    return None


def _legacy(data: bytes) -> bool:
    """Tell whether `data` is one byte a character: what is not ASCII never stands as UTF-8 has it."""
    return re.search(rb"[\xc2-\xf4][\x80-\xbf]", data) is None


def _ordinal(number: int) -> str:
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def _yaml(path: Path) -> Any:
    text = _text(str(path), _bytes(path))
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or "not YAML"
        raise CorpusError(
            str(path), mark.line + 1 if mark else None, f"is not readable: {what}", "mend the line"
        ) from error


def _mapping(path: Path, data: object) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise CorpusError(str(path), 1, "is no mapping", "see the README beside it for its form")
    return data


def _line(path: Path, near: str) -> int | None:
    """Return the number of the first line of `path` that holds `near`, None where none does."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    return next((number for number, line in enumerate(lines, start=1) if near in line), None)
