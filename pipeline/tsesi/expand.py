"""Takes a text and its markup; gives the plain sentences that it stands for, each alternative chosen in turn.

The first reading takes the first of every set of alternatives, with every affix, without glosses and with
every supplement. Each further one differs in one choice: another alternative, an affix left out, a gloss in
the place of what it explains. Guarantees that no `|`, `[` or `]` of the markup is left, and no reading comes
twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tsesi.model import AlternativeSet, Bracket, Markup, Span

_SPACES = re.compile(r"\s+")
_BEFORE_POINT = re.compile(r"\s+([,.;:!?])")


@dataclass(frozen=True, slots=True)
class Expanded:
    """One reading: `chosen` is set number -> alternative number, `without` the affixes left out."""

    text: str
    chosen: Mapping[int, int] = field(default_factory=dict)
    without: frozenset[int] = frozenset()
    glossed: frozenset[int] = frozenset()


def expand(text: str, span: Span, markup: Markup) -> tuple[Expanded, ...]:
    """Return the readings of `text` at `span`; the spans of `markup` index `text`."""
    sets = [s for s in markup.alternatives if span.holds(s.span)]
    brackets = [b for b in markup.brackets if span.holds(b.span)]
    choices: list[Expanded] = [_read(text, span, sets, brackets, {}, frozenset(), frozenset())]
    for number, each in enumerate(sets):
        inside = _gloss_around(each.span, brackets)
        for order in range(len(each.alternatives)):
            if order or inside is not None:
                glossed = frozenset() if inside is None else frozenset({inside})
                around = {} if inside is None else _under(brackets[inside], sets)
                chosen = {**around, **_outer(number, sets), number: order}
                choices.append(_read(text, span, sets, brackets, chosen, frozenset(), glossed))
    for number, bracket in enumerate(brackets):
        if bracket.kind == "affix":
            inside = _gloss_around(bracket.span, brackets)
            glossed = frozenset() if inside is None else frozenset({inside})
            chosen = _outer_of(bracket.span, sets)
            choices.append(_read(text, span, sets, brackets, chosen, frozenset({number}), glossed))
        elif bracket.kind == "gloss":
            chosen = _under(bracket, sets)
            choices.append(_read(text, span, sets, brackets, chosen, frozenset(), frozenset({number})))
    found: dict[str, Expanded] = {}
    for choice in choices:
        found.setdefault(choice.text, choice)
    return tuple(found.values())


def _gloss_around(span: Span, brackets: Sequence[Bracket]) -> int | None:
    for number, bracket in enumerate(brackets):
        if bracket.kind == "gloss" and bracket.span.holds(span) and bracket.span != span:
            return number
    return None


def _outer(number: int, sets: Sequence[AlternativeSet]) -> dict[int, int]:
    """Return the choices of the outer sets under which set `number` is seen at all."""
    return {k: v for k, v in _outer_of(sets[number].span, sets).items() if k != number}


def _under(bracket: Bracket, sets: Sequence[AlternativeSet]) -> dict[int, int]:
    """Return the choices under which a gloss is seen at all, and the word that it explains."""
    word = bracket.of_span or bracket.span
    found = {
        number: order
        for number, each in enumerate(sets)
        for order, alternative in enumerate(each.alternatives)
        if alternative.span.holds(word)
    }
    return {**_outer_of(bracket.span, sets), **found}


def _outer_of(span: Span, sets: Sequence[AlternativeSet]) -> dict[int, int]:
    found = {}
    for number, each in enumerate(sets):
        for order, alternative in enumerate(each.alternatives):
            if alternative.span.holds(span) and alternative.span != span:
                found[number] = order
    return found


def _read(
    text: str,
    span: Span,
    sets: Sequence[AlternativeSet],
    brackets: Sequence[Bracket],
    chosen: Mapping[int, int],
    without: frozenset[int],
    glossed: frozenset[int],
) -> Expanded:
    drop: list[Span] = []
    for number, one in enumerate(sets):
        keep = one.alternatives[chosen.get(number, 0)].span
        drop += [Span(one.span.start, keep.start), Span(keep.end, one.span.end)]
    for number, bracket in enumerate(brackets):
        left_out = number in without if bracket.kind == "affix" else number not in glossed
        if bracket.kind != "supplement" and left_out:
            drop.append(bracket.span)
            continue
        drop += [
            Span(bracket.span.start, bracket.span.start + 1),
            Span(bracket.span.end - 1, bracket.span.end),
        ]
        if bracket.kind == "gloss" and bracket.of_span is not None:
            drop.append(bracket.of_span)
    gone = {at for each in drop for at in range(*each)}
    kept = "".join(text[i] for i in range(span.start, span.end) if i not in gone)
    kept = _BEFORE_POINT.sub(r"\1", _SPACES.sub(" ", kept)).strip()
    return Expanded(kept, dict(chosen), without, glossed)
