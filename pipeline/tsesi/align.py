"""Align: takes the units of a Georgian law and its English rendering, gives each unit's English expression.

The rendering writes sets of alternatives in braces (`{charge | push}`, nested or not); they are gone from the
text of the result, and every span indexes that text. Guarantees that no unit is dropped in silence: one that
only one side has is a finding, and so is notation that does not close.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal, Protocol

from spacy.language import Language
from spacy.tokens import Doc

from tsesi import lang
from tsesi.model import (
    Alternative,
    AlternativeKind,
    AlternativeSet,
    Bracket,
    BracketKind,
    Document,
    Expression,
    Finding,
    Markup,
    Occurrence,
    Quote,
    Rendering,
    Span,
)

ClauseKind = Literal["condition", "exception", "proviso"]

_SANCTION = re.compile(r"(?:\*\s*)?\bSanctions?\s*:\s*[^.]*\.?")
_AFTER_SENTENCE = re.compile(r"(?:^|(?<=[.!?:]))[\s“*]*$")
_SENTENCE_END = re.compile(r"[.!?;:](?=[\s”\]]|$)")
_WORD = re.compile(r"[\w’'-]+")
_PHRASE = 5  # words of a phrase that a gloss stands for, at most


class Concepts(Protocol):
    """What align asks of `tsesi.terms.Matcher` for English."""

    nlp: Language

    def both(self, doc: Doc, start: int = 0) -> tuple[tuple[Occurrence, ...], tuple[Occurrence, ...]]:
        """Return every concept that the text names: without, then with those inside the names of others."""

    def names(self, doc: Doc, span: Span) -> str | None:
        """Return the one concept that a part of the text says as a whole."""

    def kind(self, doc: Doc, spans: Sequence[Span]) -> AlternativeKind:
        """Return what `|` between parts of the text means."""

    def kind_of_set(self, members: Sequence[str | None]) -> AlternativeKind:
        """Return what `|` means between texts that say these concepts."""


def align(
    document: Document, markup: Mapping[str, Markup], rendering: Rendering, english: Concepts
) -> tuple[Mapping[str, Expression], tuple[Finding, ...]]:
    """Return the English expression of every unit of `document` by id, and what does not fit.

    `markup` is that of the Georgian: it decides what the English concepts alone do not. Findings:
    `english-missing`, `english-extra`, and those of `expression` in their units.
    """
    found: dict[str, Expression] = {}
    findings: list[Finding] = []
    for unit in document.units:
        text = rendering.units.get(unit.id)
        if text is None:
            findings.append(Finding("english-missing", unit.id, unit.span, values={"unit": unit.id}))
            continue
        found[unit.id] = expression(unit.id, text, english, markup.get(unit.id))
        findings += found[unit.id].markup.findings
    known = {unit.id for unit in document.units}
    findings += [
        Finding("english-extra", text=text, values={"unit": unit})
        for unit, text in rendering.units.items()
        if unit not in known
    ]
    return found, tuple(findings)


def expression(unit: str, text: str, english: Concepts, georgian: Markup | None = None) -> Expression:
    """Return one unit of the rendering, read; `georgian` is the markup of the same unit, where there is one.

    What does not close, or stands outside braces though it separates alternatives, is an `english-notation`
    finding of the markup: it stays in the text as it is.
    """
    plain, sets, faults = _without_braces(text)
    doc = english.nlp(plain)
    brackets, quotes, more = _enclosed(plain)
    findings = [Finding("english-notation", unit, None, text, {"fault": fault}) for fault in faults + more]
    sanction = next(iter(reversed([Span(*m.span()) for m in _SANCTION.finditer(plain)])), None)
    occurrences, every = english.both(doc)
    clauses = list(_clauses(plain, occurrences))
    markup = Markup(
        alternatives=tuple(_sets(doc, sets, english, georgian)),
        brackets=_bracket_kinds(plain, brackets, quotes, sets, georgian),
        quotes=quotes,
        dashes=tuple(Span(*m.span()) for m in re.finditer(r"(?<!-)--(?!-)", plain)),
        findings=tuple(findings),
    )
    return Expression(
        unit=unit,
        text=plain,
        markup=markup,
        occurrences=occurrences,
        inner=inner(occurrences, every),
        sanction=sanction,
        conditions=tuple(span for kind, span in clauses if kind == "condition"),
        exceptions=tuple(span for kind, span in clauses if kind == "exception"),
        provisos=tuple(span for kind, span in clauses if kind == "proviso"),
    )


def inner(plain: Sequence[Occurrence], every: Sequence[Occurrence]) -> tuple[Occurrence, ...]:
    """Return what is only a part of the name of another: of `every`, what the `plain` do not say there.

    Only names count, not what a pattern of the termbase tells, and each place of a concept once: what stands
    in a name of its own concept, or at the very place of another's that is as long, is none. (The words of a
    deed may stand apart, with the place of its verb alone: "grasp … above the shoulders".)
    """
    found: list[Occurrence] = []
    for one in sorted(every, key=lambda each: (each.span.start - each.span.end, each.span.start)):
        same = [other for other in (*plain, *found) if other.concept == one.concept]
        if (
            one.label
            and not any(other.span.start < one.span.end and one.span.start < other.span.end for other in same)
            and not any(
                other.span == one.span and len(other.label.split()) <= len(one.label.split())
                for other in plain
            )
        ):
            found.append(one)
    return tuple(sorted(found, key=lambda each: (each.span, each.concept)))


# --- alternatives -----------------------------------------------------------------------------------------


def _without_braces(text: str) -> tuple[str, list[tuple[Span, ...]], list[str]]:
    """Return the text without braces, the members of each set (outer before inner), and what is wrong."""
    out: list[str] = []
    opened: list[list[int]] = []  # for each open set: where it began, then each `|`
    order: list[int] = []
    sets: dict[int, tuple[int, ...]] = {}
    faults: list[str] = []
    for char in text:
        at = len(out)
        if char == "{":
            order.append(len(order))
            opened.append([order[-1], at])
        elif char == "}" and opened:
            number, *places = opened.pop()
            sets[number] = (*places, at)
        elif char == "}":
            faults.append("`}` without `{`")
            out.append(char)
        else:
            if char == "|" and opened:
                opened[-1].append(at)
            elif char == "|":
                faults.append("`|` outside braces")
            out.append(char)
    faults += ["`{` without `}`"] * len(opened)
    plain = "".join(out)
    members = []
    for number in sorted(sets):
        cuts = sets[number]
        spans = [
            _trimmed(plain, Span(start + (index > 0), end))
            for index, (start, end) in enumerate(pairwise(cuts))
        ]
        if len(spans) < 2 or any(span.start == span.end for span in spans):
            faults.append("a set in braces needs two members or more, none of them empty")
        else:
            members.append(tuple(spans))
    return plain, members, faults


def _trimmed(text: str, span: Span) -> Span:
    piece = span.of(text)
    start = span.start + len(piece) - len(piece.lstrip())
    return Span(start, max(start, span.start + len(piece.rstrip())))


def _sets(
    doc: Doc, sets: Sequence[tuple[Span, ...]], english: Concepts, georgian: Markup | None
) -> Iterator[AlternativeSet]:
    theirs = georgian.alternatives if georgian else ()
    paired = len(theirs) == len(sets)
    for index, spans in enumerate(sets):
        other = theirs[index] if paired and len(theirs[index].alternatives) == len(spans) else None
        names = [english.names(doc, span) for span in spans]
        kind = english.kind_of_set(names)
        if kind == "open" and other:
            kind = other.kind
        if kind == "open":
            kind = english.kind(doc, spans)
        if other:
            names = [name or theirs.names for name, theirs in zip(names, other.alternatives, strict=True)]
        yield AlternativeSet(
            kind=kind,
            span=Span(spans[0].start, spans[-1].end),
            alternatives=tuple(
                Alternative(span.of(doc.text), span, name) for span, name in zip(spans, names, strict=True)
            ),
        )


# --- brackets and quotes ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Held:
    """A pair of brackets: `inner` is what stands in it."""

    span: Span
    inner: Span


def _enclosed(text: str) -> tuple[tuple[_Held, ...], tuple[Quote, ...], list[str]]:
    """Return brackets and quotes in order of place, and what does not close."""
    brackets: list[_Held] = []
    quotes: list[Quote] = []
    faults: list[str] = []
    opened: list[tuple[str, int]] = []
    pairs = {"]": "[", "”": "“"}
    for at, char in enumerate(text):
        if char in pairs.values():
            opened.append((char, at))
        elif char in pairs:
            if not opened or opened[-1][0] != pairs[char]:
                faults.append(f"`{char}` without `{pairs[char]}`")
                continue
            start = opened.pop()[1]
            span, inner = Span(start, at + 1), Span(start + 1, at)
            if char == "]":
                brackets.append(_Held(span, inner))
            else:
                quotes.append(Quote(span, inner))
    faults += [f"`{char}` does not close" for char, _ in opened]
    return tuple(sorted(brackets, key=lambda b: b.span)), tuple(sorted(quotes, key=lambda q: q.span)), faults


def _bracket_kinds(
    text: str,
    held: Sequence[_Held],
    quotes: Sequence[Quote],
    sets: Iterable[tuple[Span, ...]],
    georgian: Markup | None,
) -> tuple[Bracket, ...]:
    """Return the brackets with their kinds: an affix by its form, the others by their Georgian counterpart.

    The counterpart is the bracket at the same place in the order, where both sides have as many, affixes
    counted or not. Without one, what can be left out is a supplement.
    """
    affixes = [_is_affix(text, bracket) for bracket in held]
    theirs = georgian.brackets if georgian else ()
    words = [bracket.kind for bracket in theirs if bracket.kind != "affix"]
    own = [index for index, affix in enumerate(affixes) if not affix]
    kinds: dict[int, BracketKind] = {}
    if len(own) == len(words):
        kinds = dict(zip(own, words, strict=True))
    elif len(held) == len(theirs):
        kinds = {index: theirs[index].kind for index in own if theirs[index].kind != "affix"}
    found = []
    for index, bracket in enumerate(held):
        kind: BracketKind = "affix" if affixes[index] else kinds.get(index, "supplement")
        of = _owner(text, bracket, kind, quotes, sets)
        found.append(Bracket(kind, bracket.inner.of(text), bracket.span, of.of(text) if of else "", of))
    return tuple(found)


def _is_affix(text: str, bracket: _Held) -> bool:
    before = text[bracket.span.start - 1] if bracket.span.start else " "
    after = text[bracket.span.end] if bracket.span.end < len(text) else " "
    return (before.isalnum() or after.isalnum()) and bracket.inner.of(text).isalpha()


def _owner(
    text: str,
    bracket: _Held,
    kind: BracketKind,
    quotes: Sequence[Quote],
    sets: Iterable[tuple[Span, ...]],
) -> Span | None:
    """Return what a bracket belongs to: its word, else what stands before it, else what comes after."""
    if kind == "affix":
        start, end = bracket.span
        while start and (text[start - 1].isalnum() or text[start - 1] in "[]-"):
            start -= 1
        while end < len(text) and (text[end].isalnum() or text[end] in "[]-"):
            end += 1
        return Span(start, end)
    before = [q.span for q in quotes] + [span for members in sets for span in members]
    for span in before:
        if text[span.end : bracket.span.start].isspace() and span.end < bracket.span.start:
            return span
    words = [Span(*m.span()) for m in _WORD.finditer(text)]
    left = [word for word in words if word.end <= bracket.span.start]
    right = next((word for word in words if word.start >= bracket.span.end), None)
    if not left or left[-1].of(text).lower() in _data()["determiners"]:
        return right
    return _phrase(text, left, bracket) if kind == "gloss" else left[-1]


def _phrase(text: str, left: Sequence[Span], gloss: _Held) -> Span:
    """Return what a gloss stands for: the last of the words `left` of it, or the phrase that is like it.

    One that begins with a preposition or a finite verb goes back to the last such: "in it [on the line]".
    A preposition is taken with its word: "drawn into [held in]".
    """
    first = _WORD.search(gloss.inner.of(text))
    for kind in ("prepositions", "finite"):
        like = frozenset(_data()[kind])
        if first and first.group().lower() in like:
            phrase = [word for word in left[-_PHRASE:] if word.of(text).lower() in like]
            if phrase and not re.search(r"[.,;:|\[\]]", text[phrase[-1].start : left[-1].end]):
                return Span(phrase[-1].start, left[-1].end)
    taken = 2 if len(left) > 1 and left[-1].of(text).lower() in _data()["prepositions"] else 1
    return Span(left[-taken].start, left[-1].end)


# --- clauses ----------------------------------------------------------------------------------------------


def _data() -> Mapping[str, Sequence[str]]:
    return lang.read("en", "clauses")


@cache
def _openers() -> tuple[re.Pattern[str], Mapping[str, ClauseKind | None]]:
    """Return the pattern of all opening words, longest first, and the kind of each (None: no clause)."""
    kinds: dict[str, ClauseKind | None] = {}
    for kind in ("condition", "exception", "proviso"):
        kinds.update(dict.fromkeys(_data()[kind], kind))
    kinds.update(dict.fromkeys(_data()["never"], None))
    words = "|".join(re.escape(words) for words in sorted(kinds, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE), kinds


def clauses(text: str, occurrences: Sequence[Occurrence] = ()) -> tuple[tuple[ClauseKind, Span], ...]:
    """Return the conditions, exceptions and provisos of an English sentence in order, opening words included.

    A clause ends at `--` or with the sentence; at a comma where it opens the sentence or stands between
    commas, unless the comma only lists; an exception also before a modal verb. Opening words that belong to
    the name of a time ("while the ball is dead") open none.
    """
    return tuple(_clauses(text, occurrences))


def _clauses(text: str, occurrences: Sequence[Occurrence]) -> Iterator[tuple[ClauseKind, Span]]:
    pattern, kinds = _openers()
    times = [occurrence.span for occurrence in occurrences if occurrence.kind == "time"]
    done = 0
    for match in pattern.finditer(text):
        kind = kinds[match.group().lower()]
        own = Span(*match.span())
        if kind is None or own.start < done or any(time.holds(own) for time in times):
            continue
        end = _end_of_clause(text, kind, own)
        done = end
        yield kind, Span(own.start, end)


def _end_of_clause(text: str, kind: ClauseKind, opener: Span) -> int:
    stop = _SENTENCE_END.search(text, opener.end)
    end = stop.start() if stop else len(text)
    dash = text.find(" --", opener.end, end)
    comma = text.find(",", opener.end, end)
    before = text[: opener.start]
    if not (_AFTER_SENTENCE.search(before) or before.rstrip().endswith(",")):
        comma = -1  # in the middle of a sentence a comma is the clause's own
        if kind == "exception":
            verb = _verbs("modals").search(text, opener.end, end)
            end = verb.start() if verb else end
    if dash >= 0:
        main = comma >= 0 and _verbs("finite").search(text, comma, dash)
        end = comma if main and not _verbs("joins").match(text, comma + 2) else dash
    elif comma >= 0:
        end = comma
    return len(text[:end].rstrip())


@cache
def _verbs(name: str) -> re.Pattern[str]:
    words = "|".join(map(re.escape, _data()[name]))
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")
