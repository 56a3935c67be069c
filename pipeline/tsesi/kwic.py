"""Concordance: takes the graph and a term, gives each place where the texts have it, with the other language.

A term is found by lemma, in any form, hyphenated or joined; if it is the name of a concept, also where the
graph says that the concept is named in words that stand apart (ხელი … შეუშალოს). Lines come in reading order.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rdflib import Graph
from spacy.language import Language
from spacy.tokens import Doc, Token

from tsesi import book as books
from tsesi import tmx
from tsesi.book import BookUnit, Named
from tsesi.model import Lang, Span
from tsesi.termbase import joined

_Word = tuple[Span, frozenset[str]]  # where it stands, and what its forms are known by
_SKIPPED = frozenset("[]\"'„“”«»‘’-")


@dataclass(frozen=True, slots=True)
class Line:
    """One place. `text` is the sentence it is in and `hit` the term in it; `other` is the aligned sentence.

    `other_hits` are the places in `other` that name the same concept, where the graph knows one.
    """

    unit: str
    label: str
    lang: Lang
    text: str
    hit: Span
    other: str
    other_hits: tuple[Span, ...] = ()


def lines(
    graph: Graph, term: str, pipelines: Mapping[Lang, Language], lang: Lang | None = None
) -> tuple[Line, ...]:
    """Return the places of `term` in the texts of `lang`; None takes the language that its letters are of.

    `pipelines` give the lemmas of each language: `tsesi.nlp` and `tsesi.english`.
    """
    return Concordance(graph, pipelines).lines(term, lang)


class Concordance:
    """The texts of a graph, ready to be searched for many terms."""

    def __init__(self, graph: Graph, pipelines: Mapping[Lang, Language]) -> None:
        """Take the graph and what gives the lemmas of each language."""
        self._book = books.read(graph)
        self._entries = {entry.iri: entry for entry in self._book.entries}
        self._pipelines = pipelines
        self._read: dict[tuple[str, Lang], Sequence[_Word]] = {}
        self._names: dict[tuple[str, Lang], list[list[frozenset[str]]]] = {}

    def lines(self, term: str, lang: Lang | None = None) -> tuple[Line, ...]:
        """Return the places of `term`, as the function of this name does."""
        wanted = unicodedata.normalize("NFC", term).lower().strip()
        here: Lang = lang or ("ka" if re.search("[ა-ჿ]", wanted) else "en")
        keys = _keys_of(self._pipelines[here](wanted), here)
        if not keys:
            return ()
        concepts = {
            entry.iri
            for entry in self._book.entries
            if any(joined(n.text) == joined(wanted) for n in entry.of(here))
        }
        found = []
        for unit in self._book.units:
            side = unit.sides.get(here)
            if side is None:
                continue
            words = self._words(unit, here)
            spans = _without_overlaps([*_matches(words, keys), *_apart(words, keys, side.named, concepts)])
            found += [self._line(unit, here, span, concepts) for span in spans]
        return tuple(found)

    def _line(self, unit: BookUnit, here: Lang, span: Span, concepts: set[str]) -> Line:
        there: Lang = "en" if here == "ka" else "ka"
        whole: Mapping[Lang, Span] = {lang: Span(0, len(unit.text(lang))) for lang in (here, there)}
        sentences = tmx.sentences(unit) if unit.text(there) else [whole]
        pair = next((one for one in sentences if one[here].holds(span)), whole)
        meant = concepts | {one.iri for one in unit.sides[here].named if one.span == span}
        hits = self._renderings(unit, there, meant, pair[there])
        return Line(
            unit=unit.id,
            label=unit.label.get(here, unit.id),
            lang=here,
            text=pair[here].of(unit.text(here)),
            hit=span.shift(-pair[here].start),
            other=pair[there].of(unit.text(there)),
            other_hits=tuple(hit.shift(-pair[there].start) for hit in hits),
        )

    def _renderings(
        self, unit: BookUnit, lang: Lang, concepts: Iterable[str], inside: Span
    ) -> tuple[Span, ...]:
        """Return where a part of a unit names the concepts, inside longer names too ("during a ruck")."""
        side = unit.sides.get(lang)
        if side is None:
            return ()
        wanted = set(concepts)
        spans = [one.span for one in side.named if one.iri in wanted]
        for iri in wanted:
            for keys in self._names_of(iri, lang):
                spans += _matches(self._words(unit, lang), keys)
        return tuple(span for span in _without_overlaps(spans) if inside.holds(span))

    def _names_of(self, iri: str, lang: Lang) -> list[list[frozenset[str]]]:
        if (iri, lang) not in self._names:
            names = self._entries[iri].of(lang) if iri in self._entries else ()
            read = [_keys_of(self._pipelines[lang](name.text), lang) for name in names]
            self._names[iri, lang] = [keys for keys in read if keys]
        return self._names[iri, lang]

    def _words(self, unit: BookUnit, lang: Lang) -> Sequence[_Word]:
        if (unit.iri, lang) not in self._read:
            doc = self._pipelines[lang](unit.text(lang))
            self._read[unit.iri, lang] = [
                (
                    Span(token.idx, token.idx + len(token)),
                    _keys(token, lang) if _is_word(token) else frozenset(),
                )
                for token in doc
                if _is_word(token) or not (token.text in _SKIPPED or token.text.isspace())
            ]
        return self._read[unit.iri, lang]


def _keys_of(doc: Doc, lang: Lang) -> list[frozenset[str]]:
    """Return for each word of a term what its forms in a text are known by."""
    return [_keys(token, lang) for token in doc if _is_word(token)]


def _is_word(token: Token) -> bool:
    return any(map(str.isalnum, token.text))


def _keys(token: Token, lang: Lang) -> frozenset[str]:
    keys = {joined(token.lemma_), joined(token.text)}
    if lang == "ka":
        keys.update(map(joined, token._.verbs))
    return frozenset(keys)


def _matches(words: Sequence[_Word], wanted: Sequence[frozenset[str]]) -> Iterator[Span]:
    """Yield where words with the wanted lemmas follow each other, quotes, brackets and hyphens left out."""
    whole = "".join(min(one, key=len) for one in wanted) if len(wanted) > 1 else ""
    for at, (first, keys) in enumerate(words):
        if whole and whole in keys:
            yield first
        window = words[at : at + len(wanted)]
        if len(window) == len(wanted) and all(a & b for (_, a), b in zip(window, wanted, strict=True)):
            yield Span(first.start, window[-1][0].end)


def _apart(
    words: Sequence[_Word], wanted: Sequence[frozenset[str]], named: Iterable[Named], concepts: set[str]
) -> Iterator[Span]:
    """Yield where the graph says that a concept is named, by a wanted word with the others about."""
    for one in named:
        own = [keys for span, keys in words if one.span.start <= span.start < one.span.end]
        if (
            one.iri in concepts
            and any(keys & want for keys in own for want in wanted)
            and all(any(keys & want for _, keys in words) for want in wanted)
        ):
            yield one.span


def _without_overlaps(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in order; of two that overlap, the longer."""
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda s: (s.start - s.end, s.start)):
        if not any(span.start < other.end and other.start < span.end for other in kept):
            kept.append(span)
    return sorted(kept)


def text(found: Sequence[Line], width: int = 100) -> str:
    """Return the lines for a terminal: unit, the term in its context, the other language beneath.

    `width` is the number of characters of a line. The term stands in `‹ ›`, and so do in the other language
    the places that name the same concept.
    """
    label = max((len(line.label) for line in found), default=0)
    room = max(20, (width - label - 2) // 2)
    printed = []
    for line in found:
        before = _cut(line.text[: line.hit.start], -room)
        after = _cut(f"‹{line.hit.of(line.text)}›{line.text[line.hit.end :]}", room)
        printed.append(f"{line.label:<{label}}  {before:>{room}}{after}")
        other = line.other
        for hit in sorted(line.other_hits, reverse=True):
            other = f"{other[: hit.start]}‹{hit.of(other)}›{other[hit.end :]}"
        if other:
            printed.append(f"{'':<{label}}  {' '.join(other.split())}")
    return "\n".join(printed)


def _cut(text: str, room: int) -> str:
    """Return a text in one line, cut to `room` characters: from the end, where `room` is negative."""
    line = re.sub(r"\s", " ", text)
    if len(line) <= abs(room):
        return line
    return f"…{line[room + 1 :]}" if room < 0 else f"{line[: room - 1]}…"
