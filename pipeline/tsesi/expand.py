"""Takes a text and its markup; gives the plain sentences it stands for, each alternative chosen in turn.

The first reading takes the first of every set of alternatives, with every affix, without glosses and with
every supplement. Each further one differs in one choice: another alternative, an affix left out, a gloss in
the place of what it explains. Guarantees that no `|`, `[` or `]` of the markup is left, and no reading comes
twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from tsesi.model import AlternativeSet, Bracket, Markup, Span

_SPACES = re.compile(r"\s+")
_BEFORE_POINT = re.compile(r"\s+([,.;:!?])")


@dataclass(frozen=True, slots=True)
class Expanded:
    """One reading: `chosen` is set number -> alternative number, the first where a set is not in it.

    `without` are the numbers of the affixes left out, `glossed` those of the glosses in the place of what
    they explain. Numbers count the sets and the brackets in the span that was read.
    """

    text: str
    chosen: Mapping[int, int] = field(default_factory=dict)
    without: frozenset[int] = frozenset()
    glossed: frozenset[int] = frozenset()


def expand(text: str, span: Span, markup: Markup) -> tuple[Expanded, ...]:
    """Return the readings of `text` at `span`; the spans of `markup` index `text`."""
    marked = _Marked(
        text,
        span,
        [one for one in markup.alternatives if span.holds(one.span)],
        [one for one in markup.brackets if span.holds(one.span)],
    )
    readings = [marked.read({})]
    for number, each in enumerate(marked.sets):
        gloss = marked.gloss_around(each.span)
        shown = {**(marked.shows(gloss) if gloss else {}), **marked.around(each.span)}
        for order in range(len(each.alternatives)):
            if order or gloss:
                readings.append(marked.read({**shown, number: order}, glossed=gloss))
    for number, bracket in enumerate(marked.brackets):
        if bracket.kind == "affix":
            gloss = marked.gloss_around(bracket.span)
            readings.append(marked.read(marked.around(bracket.span), without={number}, glossed=gloss))
        elif bracket.kind == "gloss":
            readings.append(marked.read(marked.shows({number}), glossed={number}))
    found: dict[str, Expanded] = {}
    for reading in readings:
        found.setdefault(reading.text, reading)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Marked:
    """A text with the sets and brackets in the span to be read; choices as in `Expanded`."""

    text: str
    span: Span
    sets: Sequence[AlternativeSet]
    brackets: Sequence[Bracket]

    def gloss_around(self, span: Span) -> Set[int]:
        """Return the number of the gloss that holds `span`, nothing where none does."""
        for number, bracket in enumerate(self.brackets):
            if bracket.kind == "gloss" and bracket.span.holds(span) and bracket.span != span:
                return {number}
        return set()

    def around(self, span: Span) -> dict[int, int]:
        """Return the choices under which `span` is seen at all."""
        return {
            number: order
            for number, each in enumerate(self.sets)
            for order, alternative in enumerate(each.alternatives)
            if alternative.span.holds(span) and alternative.span != span
        }

    def shows(self, glosses: Set[int]) -> dict[int, int]:
        """Return the choices under which some glosses are seen at all, and the words that they explain."""
        found: dict[int, int] = {}
        for gloss in glosses:
            bracket = self.brackets[gloss]
            word = bracket.of_span or bracket.span
            found |= self.around(bracket.span)
            for number, each in enumerate(self.sets):
                for order, alternative in enumerate(each.alternatives):
                    if alternative.span.holds(word):
                        found[number] = order
        return found

    def read(
        self, chosen: Mapping[int, int], *, without: Set[int] = frozenset(), glossed: Set[int] = frozenset()
    ) -> Expanded:
        """Return the reading that some choices make."""
        drop: list[Span] = []
        for number, one in enumerate(self.sets):
            keep = one.alternatives[chosen.get(number, 0)].span
            drop += [Span(one.span.start, keep.start), Span(keep.end, one.span.end)]
        for number, bracket in enumerate(self.brackets):
            start, end = bracket.span
            stays = bracket.kind == "supplement" or number in glossed
            if bracket.kind == "affix":
                stays = number not in without
            if not stays:
                drop.append(bracket.span)
                continue
            drop += [Span(start, start + 1), Span(end - 1, end)]
            if bracket.kind == "gloss" and bracket.of_span is not None:
                drop.append(bracket.of_span)
        gone = {at for each in drop for at in range(*each)}
        kept = "".join(self.text[at] for at in range(*self.span) if at not in gone)
        kept = _BEFORE_POINT.sub(r"\1", _SPACES.sub(" ", kept)).strip()
        return Expanded(kept, dict(chosen), frozenset(without), frozenset(glossed))
