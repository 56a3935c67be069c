"""Takes a unit with its markup and concepts, and one of its sentences; gives what reading asks of them.

A `Passage` is the unit: the concepts that its words name, and what a person should look at. A `Scene` is one
sentence: its main words by place and by clause, and its words of duty. Guarantees that nothing here decides
who is bound to what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tsesi.clauses import Sentence, Word
from tsesi.duties import duties
from tsesi.grammar import Grammar
from tsesi.lookup import Lookup
from tsesi.model import (
    Act,
    Combined,
    ConceptKind,
    Finding,
    Markup,
    Mention,
    Modality,
    Norm,
    Occurrence,
    Span,
    Unit,
)

OBJECT = frozenset({"Nom", "Dat"})  # the cases of what an act is done to


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that a text names, for the pronouns after it."""

    key: str
    span: Span
    enters: bool  # one can be in it
    plural: bool
    bare: bool  # without a postposition, in the case of what is spoken of
    of: int | None  # the set of alternatives that it stands in
    joined: int  # where the word begins that "and" or "or" joins to it, -1 for none
    either: bool  # it is "or"


@dataclass(frozen=True, slots=True)
class Shared:
    """What a chapeau gives to its items."""

    modality: Modality | None = None
    bearer: Mention | None = None
    co_bearers: tuple[Mention, ...] = ()
    manners: tuple[Mention, ...] = ()
    times: tuple[Mention, ...] = ()
    places: tuple[Mention, ...] = ()
    conditions: tuple[Span, ...] = ()
    exceptions: tuple[Span, ...] = ()
    defines: Mention | None = None
    only: bool = False
    cue: Span | None = None
    conditional: bool = False  # it ends in "if": each item is a condition
    told: bool = False  # it says what is, and its items say when
    acts: tuple[Act, ...] = ()  # done in every item: "the referee must stop the clock:"
    combined: Combined = "each"
    things: tuple[Thing, ...] = ()
    spoken: tuple[Mention, ...] = ()  # of whom its condition speaks


@dataclass(frozen=True, slots=True)
class Words:
    """What reading knows before it sees a text.

    `names` gives the concept that a text says; `romanize` makes a provisional key of a word.
    """

    grammar: Grammar
    lookup: Lookup
    names: Callable[[str], str | None]
    romanize: Callable[[str], str]


class Passage:
    """A unit being read. `said` and `scenes` are what it read so far, for "მისი" and "მასში"."""

    def __init__(
        self,
        words: Words,
        text: str,
        unit: Unit,
        markup: Markup,
        occurrences: Sequence[Occurrence],
        shared: Shared,
    ) -> None:
        """Index the concepts by where their names end. `text` is the document's, which all spans index."""
        self.words, self.text, self.unit, self.markup, self.shared = words, text, unit, markup, shared
        self.findings: list[Finding] = []
        self.said: list[Word] = []
        self.scenes: list[Scene] = []
        self._actions = [one for one in occurrences if one.kind == "action"]
        self._sanctions: dict[int, list[str]] = {}
        self._longest: dict[int, dict[ConceptKind, Occurrence]] = {}  # by the end of the name
        for one in occurrences:
            if one.kind == "sanction":
                self._sanctions.setdefault(one.span.end, []).append(one.concept)
            here = self._longest.setdefault(one.span.end, {})
            best = here.setdefault(one.kind, one)
            if one.span.start < best.span.start:
                here[one.kind] = one

    def named(self, word: Word, *kinds: ConceptKind) -> Mention | None:
        """Return the concept whose name ends at `word`: of the first kind that has one, the longest name."""
        here = self._longest.get(word.span.end)
        if here is not None:
            for kind in kinds:
                one = here.get(kind)
                if one is not None:
                    return Mention(one.span.of(self.text), one.span, one.concept)
        return None

    def names(self, word: Word, *kinds: ConceptKind) -> bool:
        """Tell whether the name of a concept of one of `kinds` ends at `word`."""
        return not self._longest.get(word.span.end, {}).keys().isdisjoint(kinds)

    def inside(self, word: Word, *kinds: ConceptKind) -> bool:
        """Tell whether a word is a part of the longer name of a concept of one of `kinds`."""
        return any(
            kind in kinds and one.span.holds(word.span) and one.span != word.span
            for here in self._longest.values()
            for kind, one in here.items()
        )

    def sanctions(self, word: Word) -> Sequence[str]:
        """Return the sanctions whose names end at `word`."""
        return self._sanctions.get(word.span.end, ())

    def action(self, word: Word) -> Occurrence | None:
        """Return the action that `word` names, alone or with others: the one whose name says most."""
        approved = self.words.lookup.approved
        return max(
            (one for one in self._actions if one.span.holds(word.span)),
            key=lambda one: (one.concept in approved, len(one.label.split()), len(one.label)),
            default=None,
        )

    def whole(self, span: Span) -> Span:
        """Return a span grown over the quote that it cuts and the gloss that belongs to its last word."""
        for quote in self.markup.quotes:
            if quote.span.start <= span.end <= quote.span.end and span.end > quote.span.start:
                span = Span(min(span.start, quote.span.start), quote.span.end)
        for bracket in self.markup.brackets:
            if bracket.kind == "gloss" and bracket.of_span and bracket.of_span.end == span.end:
                span = Span(span.start, bracket.span.end)
        return span

    def tell(self, kind: str, span: Span, text: str, **values: str) -> None:
        """Note what a person should look at."""
        self.findings.append(Finding(kind, self.unit.id, span, text, values))

    def forget(self, kind: str, span: Span) -> None:
        """Take back what was told of a place."""
        self.findings[:] = [one for one in self.findings if (one.kind, one.span) != (kind, span)]


class Scene:
    """A sentence being read: `stated` are the norms that the sentences before it stated."""

    def __init__(self, passage: Passage, sentence: Sentence, stated: Sequence[Norm] = ()) -> None:
        """Find the words of duty and the clauses among the main words."""
        self.passage, self.sentence, self.stated = passage, sentence, stated
        self.grammar, self.lookup = passage.words.grammar, passage.words.lookup
        self.main = sentence.main
        if sentence.listed and any(word.text in self.grammar.modals for word in sentence.main):
            self.main = [*sentence.main, *(word for item in sentence.listed for word in item)]
        self.duties = duties(self.main, self.grammar)
        self.taken = {at for duty in self.duties for at in duty.at}
        self.clauses: dict[int, list[int]] = {}  # clause -> the places of its words
        self.actors: dict[int, Mention | None] = {}  # whom the words name that were asked for, by token
        self._place: dict[int, int] = {}
        for at, word in enumerate(self.main):
            self.clauses.setdefault(word.clause, []).append(at)
            self._place[word.token.i] = at

    def place(self, word: Word) -> int:
        """Return where one of the main words stands among them."""
        return self._place[word.token.i]

    def clause(self, number: int) -> list[Word]:
        """Return the main words of a clause."""
        return [self.main[at] for at in self.clauses[number]]

    def everything(self) -> Iterator[Word]:
        """Yield the main words and those of conditions, relative clauses and exceptions."""
        yield from self.main
        for group in (self.sentence.conditions, self.sentence.relatives, self.sentence.exceptions):
            for each in group:
                yield from each.words


def extent(words: Sequence[Word]) -> Span:
    """Return the span from the first of `words` to the last."""
    return Span(words[0].span.start, words[-1].span.end)


def says(words: Iterable[Word], texts: frozenset[str]) -> bool:
    """Tell whether one of `words` is one of `texts`."""
    return any(word.text in texts for word in words)
