"""Takes all readings and the termbase, gives what a terminologist should look at, each with its place.

Within a language: one concept said in two ways, one name for two concepts, a spelling that varies. Between
the languages: a term of one that its counterpart lacks, a set of alternatives, a bracket or a sanction that
the English lost, added or changed. One fault is one finding. `corpus/exceptions.yml` says what is meant so;
an exception that excuses nothing is itself a finding.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

import yaml
from spacy.language import Language
from spacy.tokens import Doc

from tsesi.model import (
    AlternativeSet,
    Bracket,
    Concept,
    Departure,
    Expression,
    Finding,
    Lang,
    Markup,
    Occurrence,
    Place,
    Reading,
    Span,
    Termbase,
    Unit,
)
from tsesi.segments import split
from tsesi.termbase import joined

_T = TypeVar("_T")
_BOTH_WAYS: tuple[tuple[Lang, Lang], ...] = (("ka", "en"), ("en", "ka"))
_DONE_TO = frozenset({"actor", "term"})  # how and where a deed is done, its own word may say in one language
_POINTERS = frozenset({"მის", "ამის", "the"})  # words that only point: მის გადაღმა, ამის გადაღმა

LANGS: tuple[Lang, ...] = ("ka", "en")

KINDS: Mapping[str, str] = {
    "term-two-renderings": "rendering",
    "term-two-words": "words",
    "term-two-concepts": "name",
    "term-spelling": "spelling",
    "term-missing-english": "term",
    "term-missing-georgian": "term",
    "english-lacks-alternative": "alternatives",
    "english-adds-alternative": "alternatives",
    "english-lacks-bracket": "bracket",
    "english-adds-bracket": "bracket",
    "english-lacks-sanction": "sanction",
    "english-adds-sanction": "sanction",
    "english-other-sanction": "sanction",
}
"""Kind of finding to the kind of departure that an entry of `exceptions.yml` excuses."""


class Concepts(Protocol):
    """What is asked of `tsesi.terms.Matcher`, for each language."""

    nlp: Language

    def occurrences(self, doc: Doc, *, nested: bool = False) -> tuple[Occurrence, ...]:
        """Return every concept that the text names."""


class ExceptionsError(ValueError):
    """The file of exceptions cannot be used. The message names the file, the line and the way out."""


@dataclass(frozen=True, slots=True)
class Excuse:
    """An entry of `exceptions.yml`: in `unit` (None: anywhere), of a kind; for a term, of which concept."""

    unit: str | None
    kind: str
    concept: str | None
    reason: Mapping[str, str]
    line: int
    file: str = "exceptions.yml"


def exceptions(path: Path) -> tuple[Excuse, ...]:
    """Return the entries of `exceptions.yml`; none where the file is not there.

    Raises `ExceptionsError` where an entry lacks what it needs.
    """
    if not path.is_file():
        return ()
    loader = yaml.CSafeLoader(path.read_text(encoding="utf-8"))
    try:
        node = loader.get_single_node()
        data = loader.construct_document(node) if node is not None else []
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ExceptionsError(f"{path}:{line}: not valid YAML: {error.problem}") from error
    finally:
        loader.dispose()
    found = []
    for item, entry in zip(node.value if node is not None else (), data or (), strict=True):
        line = item.start_mark.line + 1
        kinds = sorted(set(KINDS.values()))
        if not isinstance(entry, dict) or entry.get("kind") not in kinds:
            raise ExceptionsError(f"{path}:{line}: `kind` must be one of {', '.join(kinds)}")
        reason = entry.get("reason")
        if not isinstance(reason, dict) or not all(reason.get(lang) for lang in ("ka", "en")):
            raise ExceptionsError(
                f"{path}:{line}: say the reason in both languages: reason: {{ka: …, en: …}}"
            )
        unit = entry.get("unit")
        found.append(
            Excuse(
                str(unit) if unit is not None else None,
                entry["kind"],
                entry.get("concept"),
                reason,
                line,
                f"{path.resolve().parent.name}/{path.name}",
            )
        )
    return tuple(found)


class _Use(NamedTuple):
    """One place where a name is used."""

    at: _Place
    span: Span
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """One unit in both languages; Georgian spans index the document, English ones the expression.

    `says` are the concepts that a language speaks of: all that it names, but what is only inside the name of
    another that both languages have ("tackle" in "dangerous tackle").
    """

    reading: Reading
    unit: Unit
    english: Expression
    says: Mapping[Lang, frozenset[str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.unit.id if self.unit.id[0].isdigit() else f"{self.reading.document.law} {self.unit.id}"

    def text(self, lang: Lang) -> str:
        return self.reading.document.text if lang == "ka" else self.english.text

    def words(self, lang: Lang) -> Span:
        return self.unit.words if lang == "ka" else Span(0, len(self.english.text))

    def beside(self, lang: Lang, span: Span, concept: str = "") -> Span | None:
        """Return where the other language says what `lang` says at `span`: the concept, else the sentence.

        That is all of the unit where its sentences are not as many; None where there is nothing.
        """
        other: Lang = "en" if lang == "ka" else "ka"
        whole = self.words(other)
        if not whole.of(self.text(other)).strip():
            return None
        parts = {tag: self._sentences(tag) for tag in LANGS}
        if len(parts[lang]) == len(parts[other]):
            number = sum(part.start <= span.start for part in parts[lang]) - 1
            whole = parts[other][max(number, 0)]
        said = [one.span for one in self.occurrences(other) if one.concept == concept]
        near = [one for one in said if whole.holds(one)] or said
        if not near:
            return whole
        before = [one for one in self.occurrences(lang) if one.concept == concept and one.span < span]
        return near[min(len(before), len(said) - 1) if near == said else 0]

    def named(self, lang: Lang, span: Span) -> str:
        """Return the concept whose name holds `span` ([შე]ბოჭვაში holds its bracket), "" for none."""
        return next((one.concept for one in self.occurrences(lang) if one.span.holds(span)), "")

    def _sentences(self, lang: Lang) -> list[Span]:
        words = self.words(lang)
        return [one.shift(words.start) for one in split(words.of(self.text(lang)), lang)]

    def occurrences(self, lang: Lang) -> tuple[Occurrence, ...]:
        found = self.reading.occurrences.get(self.unit.id, ()) if lang == "ka" else self.english.occurrences
        return tuple(one for one in found if one.label)

    def markup(self, lang: Lang) -> Markup:
        return self.reading.markup.get(self.unit.id, Markup()) if lang == "ka" else self.english.markup

    def sanction(self, lang: Lang) -> Span | None:
        if lang == "en":
            return self.english.sanction
        return self.unit.sanction.span if self.unit.sanction else None


def report(
    readings: Sequence[Reading],
    termbase: Termbase,
    georgian: Concepts,
    english: Concepts,
    excuses: Sequence[Excuse] = (),
) -> Report:
    """Return what was found, in reading order; of a law without English what its Georgian alone shows.

    What `excuses` excuse is a departure; one that excuses nothing is an `exception-idle` finding of its law.
    """
    return _Comparison(readings, termbase, georgian, english).report(excuses)


class Report(NamedTuple):
    """Findings and excused departures by law, each law that was read being there."""

    findings: Mapping[str | None, tuple[Finding, ...]]
    departures: Mapping[str | None, tuple[Departure, ...]]


class _Comparison:
    def __init__(
        self, readings: Sequence[Reading], termbase: Termbase, georgian: Concepts, english: Concepts
    ) -> None:
        self.termbase = termbase
        self.matchers: Mapping[Lang, Concepts] = {"ka": georgian, "en": english}
        self.readings = readings
        self.places = [self._place(reading, unit) for reading in readings for unit in reading.document.units]

    def _place(self, reading: Reading, unit: Unit) -> _Place:
        expression = reading.english.get(unit.id) or Expression(unit.id, "", Markup())
        parts = [unit.body, unit.continuation, unit.sanction.span if unit.sanction else None]
        texts: Mapping[Lang, list[tuple[int, str]]] = {
            "ka": [(part.start, part.of(reading.document.text)) for part in parts if part],
            "en": [(0, expression.text)],
        }
        markup: Mapping[Lang, Markup] = {
            "ka": reading.markup.get(unit.id, Markup()),
            "en": expression.markup,
        }
        asides = {
            lang: [bracket.span for bracket in one.brackets if bracket.kind != "affix"]
            for lang, one in markup.items()
        }
        found: dict[Lang, list[Occurrence]] = {lang: [] for lang in LANGS}
        for lang, pieces in texts.items():
            matcher = self.matchers[lang]
            for start, piece in pieces:
                named = matcher.occurrences(matcher.nlp(piece), nested=True)
                found[lang] += (replace(one, span=one.span.shift(start)) for one in named)
        says = {}
        for lang, there in _BOTH_WAYS:
            shared = {one.concept for one in found[there]}
            says[lang] = frozenset(
                one.concept
                for one in found[lang]
                if not any(
                    other.concept in shared and self._inside(one, other, asides[lang])
                    for other in found[lang]
                )
            )
        return _Place(reading, unit, expression, says)

    def _inside(self, one: Occurrence, other: Occurrence, asides: Sequence[Span]) -> bool:
        """Tell whether a name is only a part of a longer one.

        It is not where the longer one is of a deed, which names what it is done to, or of a narrower concept
        ("that player" may be the player on the ground), nor in a bracket that the longer name runs across.
        """
        return (
            other.kind != "action"
            and other.span.holds(one.span)
            and other.span != one.span
            and one.concept not in self._broader(other.concept)
            and not any(other.span.holds(aside) and aside.holds(one.span) for aside in asides)
        )

    def _broader(self, key: str) -> set[str]:
        found: set[str] = set()
        todo = [key]
        while todo:
            above = set(self.termbase.concepts[todo.pop()].broader) - found
            found |= above
            todo += above
        return found

    def report(self, excuses: Sequence[Excuse]) -> Report:
        made: list[tuple[_Place, Finding]] = []
        for place in self.places:
            if place.english.text:
                made += ((place, finding) for finding in self._between(place))
        for lang in LANGS:
            made += self._within(lang)
        made = list(_each_pair_once(made))
        used: set[int] = set()
        kept: dict[str | None, list[Finding]] = {one.document.law: [] for one in self.readings}
        meant: dict[str | None, list[Departure]] = {one.document.law: [] for one in self.readings}
        for place, finding in made:
            fitting = [n for n, one in enumerate(excuses) if _excuses(one, finding)]
            used |= set(fitting)
            if fitting:
                departure = Departure(finding, excuses[fitting[0]].reason)
                meant[place.reading.document.law].append(departure)
            else:
                kept[place.reading.document.law].append(finding)
        for number, one in enumerate(excuses):
            law = one.unit.split(".")[0] if one.unit else None
            home = law if law in kept else next(iter(kept), None)
            read = one.unit is None or any(place.unit.id == one.unit for place in self.places)
            if number not in used and read and home in kept:
                values = {
                    "unit": one.unit or "",
                    "kind": one.kind,
                    "concept": one.concept or "",
                    "line": str(one.line),
                    "where": f"{one.file}:{one.line}",
                }
                kept[home].append(Finding("exception-idle", one.unit, values=values))
        order = {(p.reading.document.law, p.unit.id): number for number, p in enumerate(self.places)}

        def place_of(law: str | None, one: Finding) -> tuple[int, str, Span, str]:
            return order.get((law, one.unit or ""), -1), one.kind, one.span or Span(0, 0), one.text

        return Report(
            {law: tuple(sorted(found, key=partial(place_of, law))) for law, found in kept.items()},
            {
                law: tuple(sorted(found, key=lambda one, law=law: place_of(law, one.finding)))  # type: ignore[misc]
                for law, found in meant.items()
            },
        )

    # --- between the languages

    def _between(self, place: _Place) -> Iterator[Finding]:
        """Yield where the two languages of a unit differ; what goes with a set or a bracket is told once."""
        told: dict[Lang, list[Span]] = {"ka": [], "en": []}
        for lang in LANGS:
            sanction = place.sanction(lang)
            if sanction:
                told[lang].append(sanction)
        for finding in (*self._alternatives(place), *self._brackets(place)):
            if finding.span and "lacks" in finding.kind:
                told["ka"].append(finding.span)
            if finding.english and "adds" in finding.kind:
                told["en"].append(finding.english)
            yield finding
        yield from self._sanctions(place)
        directions: tuple[tuple[Lang, Lang, str], ...] = (
            ("ka", "en", "term-missing-english"),
            ("en", "ka", "term-missing-georgian"),
        )
        for lang, other, kind in directions:
            seen = set()
            for one in place.occurrences(lang):
                part = any(
                    o.kind == "action"
                    and o.span.holds(one.span)
                    and o.span != one.span
                    and (o.concept not in place.says[other] or one.kind not in _DONE_TO)
                    for o in place.occurrences(lang)
                )
                lost = one.concept not in place.says[other] and one.concept not in seen
                if lost and not part and not any(_meet(span, one.span) for span in told[lang]):
                    seen.add(one.concept)
                    yield self._missing(place, kind, lang, one)

    def _missing(self, place: _Place, kind: str, lang: Lang, one: Occurrence) -> Finding:
        concept = self.termbase.concepts[one.concept]
        values = {
            "unit": place.name,
            "concept": one.concept,
            "ka": _first(concept, "ka"),
            "en": _first(concept, "en"),
            "said": one.span.of(place.text(lang)),
        }
        other = place.beside(lang, one.span)
        span, english = (one.span, other) if lang == "ka" else (other, one.span)
        return Finding(kind, place.unit.id, span, values["said"], values, english)

    def _alternatives(self, place: _Place) -> Iterator[Finding]:
        ka, en = place.markup("ka").alternatives, place.markup("en").alternatives
        for here, there in _paired(ka, en, _like_sets(place)):
            if here and there and len(here.alternatives) == len(there.alternatives):
                continue
            more = len(here.alternatives if here else ()) > len(there.alternatives if there else ())
            kind = "english-lacks-alternative" if more else "english-adds-alternative"
            yield self._notation(place, kind, here.span if here else None, there.span if there else None)

    def _brackets(self, place: _Place) -> Iterator[Finding]:
        for affix in (False, True):
            ka = [one for one in place.markup("ka").brackets if (one.kind == "affix") == affix]
            en = [one for one in place.markup("en").brackets if (one.kind == "affix") == affix]
            for here, there in _paired(ka, en, _like_brackets(place)):
                if here and not there:
                    yield self._notation(place, "english-lacks-bracket", here.span, None)
                if there and not here:
                    yield self._notation(place, "english-adds-bracket", None, there.span)

    def _sanctions(self, place: _Place) -> Iterator[Finding]:
        here, there = place.sanction("ka"), place.sanction("en")
        if here and not there:
            yield self._notation(place, "english-lacks-sanction", here, None)
        elif there and not here:
            yield self._notation(place, "english-adds-sanction", None, there)
        elif here and there:
            clauses: tuple[tuple[Lang, Span], ...] = (("ka", here), ("en", there))
            costs = [
                {one.concept for one in place.occurrences(lang) if span.holds(one.span)}
                for lang, span in clauses
            ]
            stars = ["*" in span.of(place.text(lang)) for lang, span in clauses]
            if costs[0] != costs[1] or stars[0] != stars[1]:
                yield self._notation(place, "english-other-sanction", here, there)

    def _notation(self, place: _Place, kind: str, here: Span | None, there: Span | None) -> Finding:
        values = {
            "unit": place.name,
            "ka": here.of(place.text("ka")) if here else "",
            "en": there.of(place.text("en")) if there else "",
        }
        text = values["ka"] or values["en"]
        if here is None and there is not None:
            here = place.beside("en", there, place.named("en", there))
        elif there is None and here is not None:
            there = place.beside("ka", here, place.named("ka", here))
        return Finding(kind, place.unit.id, here, text, values, there)

    # --- within a language

    def _within(self, lang: Lang) -> Iterator[tuple[_Place, Finding]]:
        uses: dict[str, list[_Use]] = defaultdict(list)
        alone: dict[str, list[_Use]] = defaultdict(list)
        for place in self.places:
            found = place.occurrences(lang)
            for one in found:
                use = _Use(place, one.span, one.label)
                uses[one.concept].append(use)
                if not _beside(place.markup(lang), one, found):
                    alone[one.concept].append(use)
        for key, several in alone.items():
            yield from self._two_ways(lang, self.termbase.concepts[key], several, uses[key])
        yield from self._homonyms(lang, uses)
        yield from self._spellings(lang, uses)

    def _two_ways(
        self, lang: Lang, concept: Concept, uses: Sequence[_Use], every: Sequence[_Use]
    ) -> Iterator[tuple[_Place, Finding]]:
        """Yield a finding for each further word that a concept is said with, by itself, in one language.

        It lists all places of both words, those too where they stand side by side.
        """
        ways: list[list[_Use]] = []
        for use in uses:
            same = next((way for way in ways if _one_word(way[0].label, use.label, concept, lang)), None)
            if same is None:
                ways.append([use])
            else:
                same.append(use)
        order = [joined(name) for name in concept.names(lang)]
        ways.sort(key=lambda way: min(order.index(joined(use.label)) for use in way))
        kind = "term-two-words" if lang == "ka" else "term-two-renderings"
        for way in ways[1:]:
            both = [
                [use for use in every if use in one or self._beside_it(use, one, uses, concept, lang)]
                for one in (ways[0], way)
            ]
            yield way[0].at, self._varied(kind, lang, concept, both[0], both[1], way[0])

    @staticmethod
    def _beside_it(
        use: _Use, way: Sequence[_Use], alone: Sequence[_Use], concept: Concept, lang: Lang
    ) -> bool:
        """Tell whether a name that stands beside another of its concept is the word of `way`."""
        return use not in alone and _one_word(way[0].label, use.label, concept, lang)

    def _homonyms(self, lang: Lang, uses: Mapping[str, Sequence[_Use]]) -> Iterator[tuple[_Place, Finding]]:
        """Yield a finding for each name that two concepts are said with, if neither knows the other."""
        owners: dict[str, list[Concept]] = defaultdict(list)
        for concept in self.termbase.concepts.values():
            for name in dict.fromkeys(map(joined, concept.names(lang))):
                owners[name].append(concept)
        for name, concepts in owners.items():
            for one, other in combinations(concepts, 2):
                known = {*one.related, *one.broader, *other.related, *other.broader}
                first, second = (
                    [use for use in uses.get(key, ()) if joined(use.label) == name]
                    for key in (one.key, other.key)
                )
                if first and second and not known & {one.key, other.key}:
                    finding = self._varied("term-two-concepts", lang, one, first, second)
                    values = {**finding.values, "other": other.key}
                    yield second[0].at, replace(finding, values=values)

    def _spellings(self, lang: Lang, uses: Mapping[str, Sequence[_Use]]) -> Iterator[tuple[_Place, Finding]]:
        """Yield a finding for each further way to join the words of one name: თამაშ-გარე, თამაშგარე."""
        spelt: dict[tuple[str, str], dict[str, list[_Use]]] = defaultdict(lambda: defaultdict(list))
        for key, found in uses.items():
            for use in found:
                text = _bare(use.span.of(use.at.text(lang)))
                in_one_piece = len(text.split()) == len(use.label.split())
                if in_one_piece or self.termbase.concepts[key].kind != "action":
                    spelt[key, joined(use.label)][_shape(text)].append(use)
        for (key, _), shapes in spelt.items():
            ways = sorted(shapes.values(), key=len, reverse=True)
            for way in ways[1:]:
                yield (
                    way[0].at,
                    self._varied("term-spelling", lang, self.termbase.concepts[key], ways[0], way),
                )

    def _varied(
        self,
        kind: str,
        lang: Lang,
        concept: Concept,
        usual: Sequence[_Use],
        other: Sequence[_Use],
        at: _Use | None = None,
    ) -> Finding:
        """Return the finding that one thing is said in two ways, at `at` or else where the other begins."""
        first = at or other[0]
        values = {
            "concept": concept.key,
            "ka": _first(concept, "ka"),
            "en": _first(concept, "en"),
            "first": _said(usual[0], lang),
            "first_places": _places(usual),
            "second": _said(first, lang),
            "second_places": _places(other),
        }
        beside = first.at.beside(lang, first.span, concept.key)
        span, english = (first.span, beside) if lang == "ka" else (beside, first.span)
        places = tuple(
            place
            for use in (*usual, *other)
            if use != first
            for place in _both_places(use, lang, concept.key)
        )
        return Finding(kind, first.at.unit.id, span, _said(first, lang), values, english, places)


# --- small things -----------------------------------------------------------------------------------------


def _excuses(excuse: Excuse, finding: Finding) -> bool:
    unit = excuse.unit
    return (
        KINDS[finding.kind] == excuse.kind
        and (unit is None or unit == finding.unit or unit.partition(".")[2] == finding.unit)
        and (excuse.concept is None or excuse.concept == finding.values.get("concept"))
    )


def _each_pair_once(found: Iterable[tuple[_Place, Finding]]) -> Iterator[tuple[_Place, Finding]]:
    """Yield the findings, but two concepts that share a name in both languages once."""
    seen = set()
    for place, finding in found:
        pair = finding.values.get("concept"), finding.values.get("other")
        if finding.kind != "term-two-concepts" or pair not in seen:
            yield place, finding
        if finding.kind == "term-two-concepts":
            seen.add(pair)


def _meet(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _first(concept: Concept, lang: Lang) -> str:
    return next(iter(concept.names(lang)), concept.key)


def _said(use: _Use, lang: Lang) -> str:
    return " ".join(use.span.of(use.at.text(lang)).split())


def _both_places(use: _Use, lang: Lang, concept: str) -> Iterator[Place]:
    """Yield where a name is used, and where the other language says the same."""
    other: Lang = "en" if lang == "ka" else "ka"
    beside = use.at.beside(lang, use.span, concept)
    law, unit = use.at.reading.document.law, use.at.unit.id
    yield Place(law, unit, lang, use.span)
    if beside:
        yield Place(law, unit, other, beside)


def _places(uses: Iterable[_Use]) -> str:
    return ", ".join(dict.fromkeys(use.at.name for use in uses))


def _bare(text: str) -> str:
    return " ".join(re.sub(r"[\[\]„“”\"'‘’«»]", "", text).split())


def _shape(text: str) -> str:
    """Return how the words of a name are joined: a hyphen or a space for each place between two of them."""
    return "".join(re.findall(r"[ -]", text))


def _one_word(one: str, other: str, concept: Concept, lang: Lang) -> bool:
    """Tell whether two names are one word with more or less beside it, or one verb in two aspects.

    "win the ball" and "win" are; so are ბოჭვა and შებოჭვა, which differ in the preverb.
    """
    if joined(one) == joined(other):
        return True
    words = [set(name.casefold().split()) - _POINTERS for name in (one, other)]
    if words[0] <= words[1] or words[1] <= words[0]:
        return True
    heads = [name.split()[-1] for name in (one, other)]
    aspects = heads[0].endswith(heads[1]) or heads[1].endswith(heads[0])
    return lang == "ka" and concept.kind == "action" and aspects


def _beside(markup: Markup, one: Occurrence, found: Sequence[Occurrence]) -> bool:
    """Tell whether a name stands beside another of its concept, in a set, or explains one, in a gloss.

    Names put side by side are meant to be two.
    """
    if any(_meet(b.span, one.span) for b in markup.brackets if b.kind == "gloss"):
        return True
    labels = {
        other.label
        for each in markup.alternatives
        if _meet(each.span, one.span)
        for other in found
        if other.concept == one.concept and _meet(each.span, other.span)
    }
    return len(labels) > 1


def _paired(
    here: Sequence[_T], there: Sequence[_T], like: Callable[[_T, _T], float]
) -> Iterator[tuple[_T | None, _T | None]]:
    """Yield the items of both sides in pairs, in order; what one side has more of is paired with nothing.

    Which ones those are is told by likeness: the pairs that are left are as like each other as can be.
    """
    if len(here) < len(there):
        yield from ((a, b) for b, a in _paired(there, here, lambda b, a: like(a, b)))
        return
    chosen = max(
        combinations(range(len(here)), len(there)),
        key=lambda numbers: sum(like(here[n], one) for n, one in zip(numbers, there, strict=True)),
    )
    partner = dict(zip(chosen, there, strict=True))
    for number, one in enumerate(here):
        yield one, partner.get(number)


def _like_sets(place: _Place) -> Callable[[AlternativeSet, AlternativeSet], float]:
    def like(here: AlternativeSet, there: AlternativeSet) -> float:
        names = [{a.names for a in one.alternatives if a.names} for one in (here, there)]
        return (
            2 * len(names[0] & names[1])
            + (len(here.alternatives) == len(there.alternatives))
            - _apart(place, here.span, there.span)
        )

    return like


def _like_brackets(place: _Place) -> Callable[[Bracket, Bracket], float]:
    return lambda here, there: (here.kind == there.kind) / 2 - _apart(place, here.span, there.span)


def _apart(place: _Place, here: Span, there: Span) -> float:
    """Return how far two places are from each other in their units: 0 for the same, 1 for the two ends."""
    body = place.unit.body
    return abs((here.start - body.start) / (body.end - body.start) - there.start / len(place.english.text))
