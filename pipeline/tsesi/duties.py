"""Takes the main words of a sentence; gives its words of duty, each with its place and whether it is denied.

Guarantees that no word is the first of two of them, and that a denial counts for the word of duty it stands
before or in, never across a clause or another verb.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tsesi.clauses import Word
from tsesi.grammar import Grammar, Modal
from tsesi.model import Modality, Span

JUSSIVE = frozenset({"Opt", "Sub"})  # the moods of what ought to be done
GAP = 7  # "უფლება … აქვს": how far from one word of an entry the next may stand
DENIED: Mapping[Modality, Modality] = {
    "obligation": "prohibition",
    "prohibition": "permission",
    "permission": "prohibition",
}


@dataclass(frozen=True, slots=True, eq=False)
class Duty:
    """A word of duty: `at` are places in the main words, the first of them where it begins."""

    modal: Modal
    at: tuple[int, ...]
    clause: int
    negated: bool
    cue: Span

    @property
    def modality(self) -> Modality:
        """What it says, denial counted."""
        if self.negated and self.modal.releases:
            return "permission"  # who is not obliged may leave it
        return DENIED[self.modal.modality] if self.negated else self.modal.modality

    def governs(self, what: str) -> bool:
        """Tell whether what it rules is named by an "optative", a "masdar" or a "noun"."""
        return what in self.modal.governs


def duties(main: Sequence[Word], grammar: Grammar) -> list[Duty]:
    """Return the words of duty in order."""
    found: list[Duty] = []
    used: set[int] = set()
    for at, word in enumerate(main):
        if at in used or (word.text not in grammar.modals and word.text not in grammar.modals_backwards):
            continue
        for modal, words in _entries(word.text, grammar):
            places = _places(main, at, words)
            if places:
                used.update(places)
                negated = _negated(main, places, found, grammar)
                found.append(Duty(modal, places, word.clause, negated, word.span))
                break
    return found


def _entries(text: str, grammar: Grammar) -> Iterator[tuple[Modal, Iterable[str]]]:
    """Yield the entries that begin with a word, then those that end with it, backwards: "აქვს უფლება"."""
    for modal in grammar.modals.get(text, ()):
        yield modal, modal.words
    for modal in grammar.modals_backwards.get(text, ()):
        yield modal, modal.words[::-1]


def _places(main: Sequence[Word], at: int, words: Iterable[str]) -> tuple[int, ...]:
    """Return where `words`, the first of them at `at`, stand in one clause; nothing where they do not."""
    first, *others = words
    assert main[at].text == first
    places = [at]
    for wanted in others:
        near = range(places[-1] + 1, min(places[-1] + GAP, len(main)))
        place = next((i for i in near if main[i].text == wanted), None)
        if place is None or main[place].clause != main[at].clause:
            return ()
        places.append(place)
    return tuple(places)


def _negated(main: Sequence[Word], places: Sequence[int], before: Sequence[Duty], grammar: Grammar) -> bool:
    """Tell whether a word of denial stands before the word of duty, or inside it."""
    first, last = places[0], places[-1]
    denials = grammar.negations | grammar.not_  # `უფლება არა აქვს`
    if any(main[at].text in denials for at in range(first, last + 1)):
        return True
    if first and main[first - 1].text in grammar.not_ and main[first - 1].clause == main[first].clause:
        return True
    if any(modal.releases for modal in grammar.modals.get(main[first].text, ())) and any(
        word.text in grammar.negations and word.clause == main[first].clause
        for word in main[last + 1 : last + 2]
    ):
        return True  # `ვალდებული არ არის`
    floor = max((duty.at[-1] for duty in before), default=-1)
    for at in range(first - 1, floor, -1):
        word = main[at]
        if word.clause != main[first].clause or word.form.mood in JUSSIVE:
            return False
        if word.text in grammar.negations:
            return True
    return False
