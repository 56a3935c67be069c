"""Takes the book, gives translation memories in TMX 1.4b: one as written, one clean.

As written: every unit that both languages have, and every sentence where both have the same number of them,
with `|` and `[ ]` as they stand. Clean: one pair for each expanded reading of a sentence that has its English
counterpart, because raw notation never matches in a tool. Ids of units are in `tuid` and in properties.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from typing import NamedTuple
from xml.etree import ElementTree as ET

from tsesi import lang as words
from tsesi.book import LANGS, Book, BookUnit, Side
from tsesi.expand import Expanded, expand
from tsesi.model import AlternativeSet, Bracket, BracketKind, Lang, Span
from tsesi.segments import split

DOCTYPE = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


class Pair(NamedTuple):
    """One translation unit. `id` is unique; `part` says what it is: unit, sentence or reading."""

    id: str
    unit: str
    law: str
    part: str
    texts: Mapping[Lang, str]


def as_written(book: Book) -> Iterator[Pair]:
    """Yield every unit of both languages, and its sentences where both sides have as many."""
    for unit in _both(book):
        yield Pair(unit.id, unit.id, unit.law, "unit", {lang: _line(unit.text(lang)) for lang in LANGS})
        parts = sentences(unit)
        if len(parts) > 1:
            for number, spans in enumerate(parts, 1):
                texts = {lang: _line(spans[lang].of(unit.text(lang))) for lang in LANGS}
                yield Pair(f"{unit.id}#{number}", unit.id, unit.law, "sentence", texts)


def clean(book: Book) -> Iterator[Pair]:
    """Yield one pair for each reading of a sentence whose choices its English can follow, each text once."""
    seen = set()
    for unit in _both(book):
        number = 0
        for spans in sentences(unit):
            for texts in _readings(unit, spans):
                if texts["ka"] and texts["en"] and tuple(texts.values()) not in seen:
                    seen.add(tuple(texts.values()))
                    number += 1
                    yield Pair(f"{unit.id}#{number}", unit.id, unit.law, "reading", texts)


def document(pairs: Iterable[Pair], locales: Mapping[Lang, str], segtype: str) -> ET.Element:
    """Return a TMX document; `segtype` is `paragraph` or `sentence`."""
    root = ET.Element("tmx", version="1.4")
    ET.SubElement(
        root,
        "header",
        {
            "creationtool": "tsesi",
            "creationtoolversion": metadata.version("tsesi"),
            "segtype": segtype,
            "o-tmf": "tsesi",
            "adminlang": "en",
            "srclang": locales["ka"],
            "datatype": "plaintext",
        },
    )
    body = ET.SubElement(root, "body")
    for pair in pairs:
        unit = ET.SubElement(body, "tu", tuid=pair.id)
        for name, value in (("law", pair.law), ("unit", pair.unit), ("part", pair.part)):
            ET.SubElement(unit, "prop", type=f"x-tsesi-{name}").text = value
        for lang in LANGS:
            variant = ET.SubElement(unit, "tuv", {XML_LANG: locales[lang]})
            ET.SubElement(variant, "seg").text = pair.texts[lang]
    return root


def _both(book: Book) -> Iterator[BookUnit]:
    return (unit for unit in book.units if all(unit.text(lang) for lang in LANGS))


def _line(text: str) -> str:
    return " ".join(text.split())


def sentences(unit: BookUnit) -> Sequence[Mapping[Lang, Span]]:
    """Return the sentences of both sides in pairs; the whole unit where they are not as many.

    A cut that would part the members of a set is none.
    """
    parts = {lang: list(_whole(unit.sides[lang], split(unit.text(lang), lang))) for lang in LANGS}
    if len(parts["ka"]) != len(parts["en"]):
        return [{lang: Span(0, len(unit.text(lang))) for lang in LANGS}]
    return [{"ka": ka, "en": en} for ka, en in zip(parts["ka"], parts["en"], strict=True)]


def _whole(side: Side, spans: Sequence[Span]) -> Iterator[Span]:
    markup = side.markup
    kept = [s.span for s in markup.alternatives] + [b.span for b in markup.brackets]
    start = None
    for span in spans:
        start = span.start if start is None else start
        if not any(one.start < span.end < one.end for one in kept):
            yield Span(start, span.end)
            start = None


class _Key(NamedTuple):
    """What was chosen in a reading, in numbers that both languages share."""

    chosen: tuple[tuple[int, int], ...]
    glossed: tuple[int, ...]
    without: tuple[int, ...]


def _readings(unit: BookUnit, spans: Mapping[Lang, Span]) -> Iterator[Mapping[Lang, str]]:
    """Yield the readings of one sentence that both languages can give."""
    markup = {lang: unit.sides[lang].markup for lang in LANGS}
    sets = {lang: [s for s in markup[lang].alternatives if spans[lang].holds(s.span)] for lang in LANGS}
    if _shape(sets["ka"]) != _shape(sets["en"]):
        return
    brackets = {lang: [b for b in markup[lang].brackets if spans[lang].holds(b.span)] for lang in LANGS}
    readings = {lang: expand(unit.text(lang), spans[lang], markup[lang]) for lang in LANGS}
    english = {_key(reading, brackets["en"]): reading.text for reading in reversed(readings["en"])}
    glosses = len(_glosses(brackets["ka"])) == len(_glosses(brackets["en"]))
    affixes = _affixes(brackets["ka"]) == _affixes(brackets["en"])
    explains = words.read("en", "clauses")["explains"]
    only_explains = {
        n for n, one in enumerate(_glosses(brackets["en"])) if one.text.startswith(tuple(explains))
    }
    for reading in readings["ka"]:
        key = _key(reading, brackets["ka"])
        if key.glossed and (not glosses or only_explains.intersection(key.glossed)):
            continue
        found = english.get(key if affixes else key._replace(without=()))
        if found is not None:
            yield {"ka": _tidy(reading.text), "en": _tidy(found)}


def _shape(sets: Sequence[AlternativeSet]) -> list[int]:
    return [len(one.alternatives) for one in sets]


def _glosses(brackets: Sequence[Bracket]) -> list[Bracket]:
    return [one for one in brackets if one.kind == "gloss"]


def _affixes(brackets: Sequence[Bracket]) -> int:
    return sum(one.kind == "affix" for one in brackets)


def _key(reading: Expanded, brackets: Sequence[Bracket]) -> _Key:
    def ordinals(chosen: Iterable[int], kind: BracketKind) -> tuple[int, ...]:
        same = [number for number, bracket in enumerate(brackets) if bracket.kind == kind]
        return tuple(sorted(same.index(number) for number in chosen))

    return _Key(
        chosen=tuple(sorted((number, member) for number, member in reading.chosen.items() if member)),
        glossed=ordinals(reading.glossed, "gloss"),
        without=ordinals(reading.without, "affix"),
    )


def _tidy(text: str) -> str:
    """Return a reading without the star that only says how far a sanction reaches."""
    return re.sub(r"^\*\s*", "", re.sub(r"\s\*\s", " ", text)).strip()
