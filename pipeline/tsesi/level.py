"""Takes one level of nesting in a region; gives its atoms by number: what each says, its head, what it names.

Guarantees to look at no words but those of its own level: quotes count as one atom, brackets have no head.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spacy.tokens import Token

from tsesi.forms import BAR, Atom, Form, Region
from tsesi.grammar import Grammar
from tsesi.model import Occurrence, Span


@dataclass(frozen=True, slots=True)
class Side:
    """One alternative as a range of atoms, ends included; `head` is the token whose form counts."""

    first: int
    last: int
    head: int


class Names:
    """The concepts that a region names, by token."""

    def __init__(self, region: Region, occurrences: Sequence[Occurrence]) -> None:
        """Index `occurrences`, those inside the names of others among them."""
        self._over: dict[int, list[Occurrence]] = {}
        self._longest: dict[int, Occurrence] = {}
        for one in occurrences:
            within = region.within(one.span)
            for i in within:
                self._over.setdefault(i, []).append(one)
            if within:
                best = self._longest.setdefault(within[-1], one)
                if one.span.start < best.span.start:
                    self._longest[within[-1]] = one

    def over(self, token: int) -> Sequence[Occurrence]:
        """Return every name that `token` is part of."""
        return self._over.get(token, ())

    def ending(self, token: int) -> Occurrence | None:
        """Return the longest name that ends at `token`."""
        return self._longest.get(token)


class Level:
    """The atoms of one level of nesting. All that takes `index` goes by their number."""

    def __init__(self, region: Region, level: Atom, names: Names, grammar: Grammar) -> None:
        """Look at each atom once."""
        self.region, self.atoms, self.names, self.grammar = region, level.inside, names, grammar
        self.closed = level.kind in ("quote", "bracket")
        words = region.words
        self.texts = [words[atom.first] if atom.kind == "token" else "" for atom in self.atoms]
        self.heads = [None if atom.kind == "bracket" else region.head(atom) for atom in self.atoms]

    @property
    def bars(self) -> list[int]:
        """The atoms that are `|`."""
        return [index for index, text in enumerate(self.texts) if text == BAR]

    def token(self, head: int) -> Token:
        """Return the token of a head."""
        return self.region.doc[head]

    def word(self, head: int) -> str:
        """Return a head as written, in small letters."""
        return self.region.words[head]

    def form(self, head: int) -> Form:
        """Return the form of a head."""
        return self.region.forms[head]

    def subject(self, head: int) -> str:
        """Return the case that the subject of a head most likely takes, empty where none is known."""
        cases = self.region.table.stored[head][4]
        return cases[0] if cases else ""

    def heads_in(self, indices: range) -> list[int]:
        """Return the heads of some atoms."""
        return [head for index in indices if (head := self.heads[index]) is not None]

    def span(self, first: int, last: int) -> Span:
        """Return the document span of the atoms from `first` to `last`, both included."""
        return self.region.span(self.atoms[first].first, self.atoms[last].last)

    def is_bracket(self, index: int) -> bool:
        """Tell whether an atom stands in brackets."""
        return self.atoms[index].kind == "bracket"

    def over_brackets(self, index: int) -> int:
        """Return the nearest atom from `index` to the left that stands in no brackets, -1 for none."""
        while index >= 0 and self.is_bracket(index):
            index -= 1
        return index

    def bounds(self, index: int) -> bool:
        """Tell whether a phrase ends at an atom."""
        return self.texts[index] in self.grammar.boundaries

    def joins(self, index: int) -> bool:
        """Tell whether an atom is a conjunction."""
        return self.texts[index] in self.grammar.conjunctions

    def opens(self, index: int) -> bool:
        """Tell whether a condition begins at an atom; of a phrase of several words the first two count."""
        phrases = self.grammar.conditions.get(self.texts[index], ())
        return any(tuple(self.texts[index : index + len(each[:2])]) == each[:2] for each in phrases)

    def asks(self, index: int) -> bool:
        """Tell whether an atom opens a question: `სად გავიდა ბურთი`."""
        return self.texts[index] in self.grammar.questions

    def own_subject(self, side: Side) -> bool:
        """Tell whether an alternative is a clause with somebody or something of its own that does it."""
        if not self.form(side.head).finite:
            return False
        nominative = self.subject(side.head) == "nom"
        for index in range(side.first, side.last):
            head = self.heads[index]
            if head is None:
                continue
            own = self.form(head)
            if own.case == "Erg" or (nominative and own.noun and own.case == "Nom" and own.bare):
                return True
        return False
