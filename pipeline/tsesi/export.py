"""Takes the graph, gives the files that translators' tools open: TBX, TMX with SRX, glossaries, CSV and XLSX.

Guarantees that the same graph gives the same bytes, that all text is UTF-8, and that nothing stands in a file
that is not in the graph. Tags of languages are `ka` and `en` unless `locale` says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from rdflib import Graph

from tsesi import book as books
from tsesi import lang as words
from tsesi import segments, table, tbx, tmx
from tsesi.book import Book, Entry
from tsesi.model import Lang

LANGS: tuple[Lang, ...] = ("ka", "en")
NAME = "tsesi"


class ExportError(ValueError):
    """An export is not possible as asked. The message says what is."""


def locales(text: str | None) -> Mapping[Lang, str]:
    """Return the tag of each language from `ka-GE,en-GB`; None gives `ka` and `en`.

    Raises `ExportError` for a tag of another language, or one that stands twice.
    """
    found: dict[Lang, str] = {"ka": "ka", "en": "en"}
    given = [tag.strip() for tag in text.split(",")] if text else []
    for tag in given:
        parts = tag.replace("_", "-").split("-")
        lang: Lang | None = "ka" if parts[0] == "ka" else "en" if parts[0] == "en" else None
        if lang is None or not all(part.isalnum() for part in parts) or found[lang] != lang:
            raise ExportError(
                f"`{tag}` is no locale of Georgian or English, or the second one; write ka-GE,en-GB"
            )
        found[lang] = "-".join(parts)
    return found


def files(graph: Graph, kind: str, locale: str | None = None) -> Mapping[str, bytes]:
    """Return the files of one kind (a key of `KINDS`) by name.

    Raises `ExportError` for a kind that there is not, or a locale that is none.
    """
    if kind not in KINDS:
        raise ExportError(f"there is no export `{kind}`; there are {', '.join(KINDS)}")
    return dict(KINDS[kind](books.read(graph), locales(locale)))


def write(graph: Graph, kind: str, out: Path, locale: str | None = None) -> tuple[Path, ...]:
    """Write the files of one kind, or of every kind (`all`), into the folder `out` and return their paths.

    Raises as `files` does, and `OSError` where the folder cannot be written.
    """
    if kind == "all":
        book, tags = books.read(graph), locales(locale)
        made = {name: content for make in KINDS.values() for name, content in make(book, tags)}
    else:
        made = dict(files(graph, kind, locale))
    out.mkdir(parents=True, exist_ok=True)
    for name, content in made.items():
        (out / name).write_bytes(content)
    return tuple(out / name for name in made)


# --- what each kind holds ---------------------------------------------------------------------------------

Files = Iterator[tuple[str, bytes]]


def _xml(root: ET.Element, doctype: str = "") -> bytes:
    ET.indent(root, " ")
    head = '<?xml version="1.0" encoding="UTF-8"?>\n' + (f"{doctype}\n" if doctype else "")
    return f"{head}{ET.tostring(root, encoding='unicode')}\n".encode()


def _tbx(book: Book, tags: Mapping[Lang, str]) -> Files:
    yield f"{NAME}.tbx", _xml(tbx.version_3(book, tags))


def _tbx_v2(book: Book, tags: Mapping[Lang, str]) -> Files:
    yield f"{NAME}-v2.tbx", _xml(tbx.version_2(book, tags))


def _tmx(book: Book, tags: Mapping[Lang, str]) -> Files:
    yield f"{NAME}.tmx", _xml(tmx.document(tmx.as_written(book), tags, "paragraph"), doctype=tmx.DOCTYPE)
    yield f"{NAME}-clean.tmx", _xml(tmx.document(tmx.clean(book), tags, "sentence"), doctype=tmx.DOCTYPE)
    yield from _srx(book, tags)


def _srx(_book: Book, tags: Mapping[Lang, str]) -> Files:
    yield f"{NAME}.srx", _xml(segments.srx(tags))


def _glossary(book: Book, _tags: Mapping[Lang, str]) -> Files:
    yield f"{NAME}-ka-en.utf8", _tsv(book, "ka", "en")
    yield f"{NAME}-en-ka.utf8", _tsv(book, "en", "ka")


def _csv(book: Book, _tags: Mapping[Lang, str]) -> Files:
    yield f"{NAME}-terms.csv", table.to_csv(map(row, book.entries))


def _xlsx(book: Book, _tags: Mapping[Lang, str]) -> Files:
    units = [
        {"unit": table.cite(unit.id), **{lang: " ".join(unit.text(lang).split()) for lang in LANGS}}
        for unit in book.units
    ]
    sheets: dict[str, tuple[Sequence[str], Iterable[Mapping[str, str]]]] = {
        "terms": (table.COLUMNS, [row(entry) for entry in book.entries]),
        "units": (("unit", *LANGS), units),
    }
    yield f"{NAME}-terms.xlsx", table.to_xlsx(sheets)


KINDS: Mapping[str, Callable[[Book, Mapping[Lang, str]], Files]] = {
    "tbx": _tbx,
    "tbx-v2": _tbx_v2,
    "tmx": _tmx,
    "srx": _srx,
    "glossary": _glossary,
    "csv": _csv,
    "xlsx": _xlsx,
}
"""Kind of export to what makes its files. `tmx`: the memory as written, the clean one, the SRX rules."""


def row(entry: Entry) -> Mapping[str, str]:
    """Return a concept as a row of the table."""
    names = {
        f"{lang}_{standing}" if standing else lang: table.join(
            name.text for name in entry.of(lang) if name.status == (standing or "preferred")
        )
        for lang in LANGS
        for standing in ("", *table.STANDINGS)
    }
    return {
        **names,
        "key": entry.key,
        "kind": entry.kind,
        "status": "candidate" if entry.candidate else "approved",
        **{f"definition_{lang}": entry.definition.get(lang, "") for lang in LANGS},
        "source": table.cite(entry.source),
        "broader": table.join(_key(iri) for iri in entry.broader),
        "related": table.join(_key(iri) for iri in entry.related),
        **{f"note_{lang}": entry.note.get(lang, "") for lang in LANGS},
    }


def _key(iri: str) -> str:
    return iri.rpartition("/")[2]


def _tsv(book: Book, source: Lang, target: Lang) -> bytes:
    """Return an OmegaT glossary (term, translation, comment): every name, every form that the laws attest."""
    said: Mapping[str, Any] = words.read("en", "exports")
    lines: dict[str, None] = {}
    for entry in book.entries:
        names, meant = entry.of(source), [n for n in entry.of(target) if n.status != "deprecated"]
        if not meant:
            continue
        others = [said["also"].format(names=", ".join(n.text for n in meant[1:]))] if meant[1:] else []
        about = [entry.definition[target]] if target in entry.definition else []
        for name in names:
            avoid = [said["avoid"]] if name.status == "deprecated" else []
            lines[_tab(name.text, meant[0].text, [*avoid, *others, *about])] = None
            for form in book.forms.get((source, name.text), ()):
                of = said["form-of"].format(name=name.text)
                lines[_tab(form, meant[0].text, [of, *avoid])] = None
    return "".join(f"{line}\n" for line in lines).encode()


def _tab(term: str, meant: str, comments: list[str]) -> str:
    return "\t".join(" ".join(part.split()) for part in (term, meant, "; ".join(comments)))
