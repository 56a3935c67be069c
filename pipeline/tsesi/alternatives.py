"""Takes a level of nesting; gives the sets of alternatives in it, each with its kind, and what is to be told.

Guarantees that every `|` of the level is in a set or a finding, and that a set whose alternatives may mean
one thing or two is "open" and a finding, no guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from spacy.tokens import Token

from tsesi.level import Level, Side
from tsesi.model import Alternative, AlternativeKind, AlternativeSet, Finding, Occurrence, Span
from tsesi.sides import chains

_NUMBER = re.compile(r"\d+")
Ground = Literal["name", "sense", "form"]
"""What settles a kind: termbase and notation; the lexicon of senses; the like form of two bare verbs."""


class Senses(NamedTuple):
    """What the word data know of meaning: the senses of a word (none where it is not known), and whether
    words with these senses are different acts."""

    meaning: Callable[[Token], frozenset[str]]
    differ: Callable[[frozenset[str], frozenset[str]], bool]


def sets(level: Level, text: str, unit: str, senses: Senses) -> tuple[list[AlternativeSet], list[Finding]]:
    """Return the sets of a level, left to right, and what could not be matched by form.

    `text` is the document's, which all spans index; `unit` the id that findings bear.
    """
    found, faults = chains(level)
    findings = []
    for fault, bar in faults:
        at = level.atoms[bar].first
        around = level.region.span(max(at - 1, 0), min(at + 1, len(level.region.doc) - 1))
        findings.append(Finding(fault, unit, around, around.of(text)))
    made = []
    for chain in found:
        one, ground = _set(level, text, chain, senses)
        made.append(one)
        if ground != "name":
            told = "alternatives-open" if one.kind == "open" else f"alternatives-by-{ground}-{one.kind}"
            findings.append(Finding(told, unit, one.span, one.span.of(text)))
    return made, findings


def _set(level: Level, text: str, chain: Sequence[Side], senses: Senses) -> tuple[AlternativeSet, Ground]:
    """Return a set, and what settles its kind: where termbase and notation do not, the senses are asked."""
    whole = level.span(chain[0].first, chain[-1].last)
    spans = [level.span(side.first, side.last) for side in chain]
    named = [_named(level, side, span, whole) for side, span in zip(chain, spans, strict=True)]
    names = [one.concept if one else None for one in named]
    members = [Alternative(span.of(text), span, name) for span, name in zip(spans, names, strict=True)]
    kind: AlternativeKind | None
    if _denies_one(level, chain) or _inflected(level, chain):
        kind = "disjunction"
    elif (own := _own_words(level, chain, named)) is not None:
        # one head, said of different things: ერთი წუთი | ორი წუთი
        return AlternativeSet(_by_sense(level, own, senses), whole, tuple(members)), "sense"
    else:
        kind = _kind(level, chain, names, [one.text for one in members])
        if kind == "synonym" and not all(one is not None and one.label for one in named):
            kind = None  # a pattern finds a concept, but is no name that would settle what was meant
    if kind is not None:
        return AlternativeSet(kind, whole, tuple(members)), "name"
    kind = _by_sense(level, [side.head for side in chain], senses)
    if kind == "synonym" and _done_to_others(level, chain, senses):
        kind = "disjunction"
    if kind != "synonym" and (by_form := _by_form(level, chain, senses, kind)) not in (None, kind):
        return AlternativeSet(by_form, whole, tuple(members)), "form"
    return AlternativeSet(kind, whole, tuple(members)), "sense"


def _denies_one(level: Level, chain: Sequence[Side]) -> bool:
    """Tell whether some alternatives are denied and others are not: აიღოს | არ აიღოს."""
    denied = {
        any(
            level.word(head) in level.grammar.negations
            for head in level.heads_in(range(side.first, side.last))
        )
        for side in chain[1:]
    }
    first = range(chain[0].first, chain[0].last)
    return True in denied and not any(
        level.word(head) in level.grammar.negations for head in level.heads_in(first)
    )


def _inflected(level: Level, chain: Sequence[Side]) -> bool:
    """Tell whether the alternatives are one noun in different cases: რაქში | რაქზე."""
    if len({level.token(side.head).lemma_ for side in chain}) > 1:
        return False
    forms = [level.form(side.head) for side in chain]
    return all(form.noun for form in forms) and len({(form.case, form.postposition) for form in forms}) > 1


def _own_words(
    level: Level, chain: Sequence[Side], named: Sequence[Occurrence | None]
) -> list[int | None] | None:
    """Return the last word in which each alternative differs, where all have one head in one form.

    None where the heads differ, or where the name of a concept takes in the words that differ.
    """
    if len({(level.token(side.head).lemma_, level.form(side.head)) for side in chain}) > 1:
        return None
    words = [level.heads_in(range(side.first, side.last + 1)) for side in chain]
    lemmas = [{level.token(head).lemma_ for head in heads} for heads in words]
    common = frozenset.intersection(*map(frozenset, lemmas))
    own = [[head for head in heads if level.token(head).lemma_ not in common] for heads in words]
    if not any(own) or all(
        name is not None and all(name.span.holds(level.region.span(head, head)) for head in heads)
        for name, heads in zip(named, own, strict=True)
    ):
        return None
    return [heads[-1] if heads else None for heads in own]


def _named(level: Level, side: Side, span: Span, whole: Span) -> Occurrence | None:
    """Return the concept that an alternative says: that of its verb, else of its head, by the longest name.

    A name may begin before the alternatives or end after them, in what they share; one that runs over the
    whole set says nothing of one alternative.
    """
    verbs = [
        head
        for head in level.heads_in(range(side.first, side.last + 1))
        if level.form(head).verb and level.word(head) not in level.grammar.modal_words
    ]
    holding = [
        one
        for one in level.names.over(verbs[-1] if verbs else side.head)
        if (one.kind == "action" or not verbs)
        and not (one.span.start < whole.start and one.span.end > whole.end)
    ]
    inside = [one for one in holding if span.holds(one.span)]
    return max(
        inside or holding, key=lambda one: (one.span.end - one.span.start, len(one.label)), default=None
    )


def _kind(
    level: Level, chain: Sequence[Side], names: Sequence[str | None], texts: Sequence[str]
) -> AlternativeKind | None:
    """Return what concepts and form say of a set, None where they do not settle it."""
    if all(names) and len(set(names)) == 1:
        return "synonym"
    if all(names) or any(_rules(level, side) or level.own_subject(side) for side in chain[1:]):
        return "disjunction"  # of two concepts, or two whole clauses
    numbers = [frozenset(_NUMBER.findall(text)) for text in texts]
    if any(numbers) and len(set(numbers)) == len(numbers):
        return "disjunction"  # of different numbers
    things = [_things(level, side) for side in chain]
    if all(things) and len(frozenset().union(*things)) == sum(map(len, things)):
        return "disjunction"  # done to different things
    return "disjunction" if len(set(names) - {None}) > 1 else None


def _by_sense(level: Level, heads: Sequence[int | None], senses: Senses) -> AlternativeKind:
    """Return what the senses of the words that count say: a word that has none leaves it open."""
    meanings = [senses.meaning(level.token(head)) if head is not None else frozenset() for head in heads]
    if not all(meanings):
        return "open"
    return "synonym" if frozenset.intersection(*meanings) else "disjunction"


def _done_to_others(level: Level, chain: Sequence[Side], senses: Senses) -> bool:
    """Tell whether verbal nouns of one sense are done to different things: `ლელოს დადება | კარის გატანა`."""
    own = []
    for side in chain:
        before = level.heads[side.last - 1] if side.last > side.first else None
        if not level.form(side.head).masdar or before is None or level.form(before).case != "Gen":
            return False
        own.append((level.token(before).lemma_, senses.meaning(level.token(before))))
    return all(a != b and x.isdisjoint(y) for (a, x), (b, y) in combinations(own, 2))


def _by_form(
    level: Level, chain: Sequence[Side], senses: Senses, kind: AlternativeKind
) -> AlternativeKind | None:
    """Return what form says of verbs and adverbs: bare ones, which share all other words, say one thing.

    A translator who wavers writes so; where the law has two acts, their words mostly bring something of
    their own. What the word data set against each other are two. A verbal noun counts as a verb only where
    the senses leave it `open`: many are names of things. None where form says nothing.
    """
    forms = [level.form(side.head) for side in chain]
    verbs = all(form.verb for form in forms)
    if any(side.first != side.last for side in chain):
        nouns = (level.form(head) for side in chain for head in level.heads_in(range(side.first, side.last)))
        return "disjunction" if verbs and any(form.noun for form in nouns) else None
    adverbs = all(form.adverbial and form.case != "Ins" for form in forms)
    masdars = kind == "open" and all(form.masdar for form in forms)
    if not (verbs or adverbs or masdars):
        return None
    meanings = [senses.meaning(level.token(side.head)) for side in chain]
    apart = any(senses.differ(one, other) for one, other in combinations(meanings, 2))
    return None if apart else "synonym"


def _rules(level: Level, side: Side) -> bool:
    """Tell whether an alternative is a whole duty, with a word of duty or a further denial of its own."""
    words = {level.word(head) for head in level.heads_in(range(side.first, side.last))}
    return not words.isdisjoint(level.grammar.modal_words | level.grammar.carried)


def _things(level: Level, side: Side) -> frozenset[str]:
    """Return what the verb of an alternative is done to, where the alternative itself says it."""
    heads = level.heads_in(range(side.first, side.last + 1))
    if not level.form(side.head).finite and not any(level.form(head).verb for head in heads):
        return frozenset()
    if any(level.word(head) in level.grammar.pronouns for head in heads):
        return frozenset()
    return frozenset(
        level.token(head).lemma_
        for head in heads
        if (form := level.form(head)).noun and form.case in ("Nom", "Dat") and form.bare
    )
