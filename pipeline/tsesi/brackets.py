"""Takes the brackets of a region; gives each with its kind and what it belongs to.

Guarantees that every bracket has a kind: an affix inside one word, a gloss where its last word is in the form
of the word before it or says the same, a supplement otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tsesi.forms import BAR, Atom, Form, Region, like
from tsesi.grammar import Grammar
from tsesi.model import Bracket, BracketKind, Occurrence, Span


def affixes(region: Region, token: int) -> Iterable[Bracket]:
    """Yield the bracketed parts inside one word (`გა[და]აგოროს`)."""
    word, span = region.doc[token].text, region.span(token, token)
    begin = word.find("[")
    while begin >= 0:
        end = word.find("]", begin)
        if end < 0:
            return
        inner = Span(begin, end + 1).shift(span.start)
        yield Bracket("affix", word[begin + 1 : end], inner, word, span)
        begin = word.find("[", end)


def bracket(
    text: str,
    region: Region,
    level: Atom,
    index: int,
    grammar: Grammar,
    occurrences: Sequence[Occurrence],
) -> Bracket:
    """Return the bracket of whole words that is number `index` of a level."""
    atom = level.inside[index]
    before = _neighbour(region, level, index, -1, grammar)
    after = _neighbour(region, level, index, +1, grammar)
    kind, of = _kind(region, atom, before, after, occurrences)
    span = region.span(atom.first, atom.last)
    written = text[span.start + 1 : span.end - 1]
    if of is None:
        return Bracket(kind, written, span)
    of_span = region.span(of.first, of.last)
    return Bracket(kind, written, span, of_span.of(text), of_span)


def _kind(
    region: Region,
    atom: Atom,
    before: Atom | None,
    after: Atom | None,
    occurrences: Sequence[Occurrence],
) -> tuple[BracketKind, Atom | None]:
    """Return what a bracket is, and to which of its neighbours it belongs."""
    head = region.head(atom)
    if head is None:
        return "supplement", before or after
    own = region.forms[head]
    said = _form(region, before)
    follows = _form(region, after)
    adjective = own.pos in ("ADJ", "NUM", "DET") or own.verb_form == "Part" or own.case == "Gen"
    agrees = adjective and follows is not None and (follows.noun or follows.pos == "ADJ") and not follows.verb
    if before is not None and said is not None:
        if _same_concept(region, atom, before, occurrences):
            return "gloss", before
        gives_noun = (
            own.noun and said.pos in ("ADJ", "NUM") and before.kind == "token"
        )  # ორ ათ-წუთიანს [ტაიმს]
        if like(own, said) == 2 and not (agrees and said.pos == "NOUN") and not gives_noun:
            return "gloss", before
        if before.kind == "quote" and not own.postposition and own.pos in ("ADV", "ADJ") and not agrees:
            return "gloss", before  # an uninflected word after a quoted phrase says it otherwise
        if own.finite and said.finite:
            return "gloss", before
    if agrees or (after is not None and not (own.place and before is not None and follows is None)):
        return "supplement", after
    return "supplement", before


def _form(region: Region, atom: Atom | None) -> Form | None:
    head = region.head(atom) if atom else None
    return None if head is None else region.forms[head]


def _same_concept(region: Region, atom: Atom, before: Atom, occurrences: Sequence[Occurrence]) -> bool:
    inside = region.span(atom.first + 1, atom.last - 1)
    outside = region.span(before.first, before.last)
    ours = {one.concept for one in occurrences if inside.holds(one.span)}
    return any(one.concept in ours for one in occurrences if outside.holds(one.span))


def _neighbour(region: Region, level: Atom, index: int, step: int, grammar: Grammar) -> Atom | None:
    """Return the nearest word or quote on one side, over other brackets, inside the clause."""
    at = index + step
    while 0 <= at < len(level.inside):
        atom = level.inside[at]
        text = region.words[atom.first] if atom.kind == "token" else ""
        if text == BAR or text in grammar.boundaries:
            return None
        if atom.kind != "bracket":
            return atom
        at += step
    return None
