"""Takes a document and its analysed regions; gives each unit's alternatives, brackets, quotes and dashes.

Everything is found by form: like endings at the edges, quotes and brackets never crossed, a name of the
termbase kept whole. Guarantees that every `|` between words is in a set, every bracket has a kind, and what
could not be matched by form is a finding, not a silent guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from spacy.tokens import Doc, Token

from tsesi.forms import NOMINAL, Atom, Form, Region, agrees, form, like, modifies, nest, place, walk
from tsesi.grammar import Grammar
from tsesi.model import (
    Alternative,
    AlternativeKind,
    AlternativeSet,
    Bracket,
    BracketKind,
    Document,
    Finding,
    Markup,
    Occurrence,
    Quote,
    Span,
)

WHOLE = frozenset({"actor", "place", "term", "time", "sanction"})  # the kinds whose names no `|` cuts
Meaning = Callable[[Token], frozenset[str]]  # what a word means, where the lexicon says: glosses


def read(
    document: Document,
    regions: Mapping[str, Sequence[Region]],
    occurrences: Mapping[str, Sequence[Occurrence]],
    notation: Grammar,
    meaning: Meaning,
) -> Mapping[str, Markup]:
    """Return the markup of every unit by id.

    `occurrences` names the concepts in the text (document spans); `notation` holds the words that bound a
    phrase; `meaning` gives the glosses of a token, for pairs that the termbase does not name.
    """
    return {
        unit.id: read_unit(
            document.text, unit.id, regions.get(unit.id, ()), occurrences.get(unit.id, ()), notation, meaning
        )
        for unit in document.units
    }


def read_unit(
    text: str,
    unit: str,
    regions: Sequence[Region],
    occurrences: Sequence[Occurrence],
    notation: Grammar,
    meaning: Meaning,
) -> Markup:
    """Return the markup of one unit; `text` is the document's text that all spans index."""
    sets: list[AlternativeSet] = []
    brackets: list[Bracket] = []
    quotes: list[Quote] = []
    dashes: list[Span] = []
    findings: list[Finding] = []
    for region in regions:
        root = nest(region.doc)
        for atom in walk(root):
            sets.extend(_Bars(text, unit, region, atom, occurrences, notation, meaning).sets(findings))
            if atom.kind == "quote":
                outer = region.span(atom.first, atom.last)
                quotes.append(Quote(outer, Span(outer.start + 1, outer.end - 1)))
            for place_, inner in enumerate(atom.inside):
                if inner.kind == "bracket":
                    brackets.append(_bracket(region, atom, place_, notation, occurrences, text))
        for token in region.doc:
            if token.text in notation.dashes:
                dashes.append(region.span(token.i, token.i))
            elif len(token) > 1 and "[" in token.text:
                brackets.extend(_affixes(region, token))
    sets.sort(key=lambda each: (each.span.start, -each.span.end))
    brackets.sort(key=lambda each: each.span)
    return Markup(tuple(sets), tuple(brackets), tuple(quotes), tuple(dashes), tuple(findings))


# --- alternatives -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Side:
    """One alternative as a range of atoms, ends included, with its head."""

    first: int
    last: int
    head: Token


class _Bars:
    """The `|` of one level of nesting."""

    def __init__(
        self,
        text: str,
        unit: str,
        region: Region,
        level: Atom,
        occurrences: Sequence[Occurrence],
        notation: Grammar,
        meaning: Meaning,
    ) -> None:
        self.text, self.unit, self.region, self.level = text, unit, region, level
        self.doc: Doc = region.doc
        inside = level.inside
        if level.kind == "bracket":  # the bracket's own signs are not among its atoms
            inside = level.inside
        self.atoms = inside
        self.occurrences, self.notation, self.meaning = occurrences, notation, meaning

    def sets(self, findings: list[Finding]) -> Iterable[AlternativeSet]:
        """Yield the sets of this level, left to right."""
        bars = [i for i, atom in enumerate(self.atoms) if self._text(atom) == "|"]
        chains: list[tuple[int, Token, list[_Side]]] = []  # first bar, head before it, what follows each bar
        for order, bar in enumerate(bars):
            stop = bars[order + 1] if order + 1 < len(bars) else len(self.atoms)
            left_head = self._head_before(bar)
            if left_head is None:
                findings.append(self._finding("alternative-missing", bar))
                continue
            right, sure = self._right(bar, stop, left_head)
            if right is None:
                findings.append(self._finding("alternative-missing", bar))
                continue
            if not sure:
                findings.append(self._finding("alternatives-unlike", bar))
            if chains and chains[-1][2][-1].last == bar - 1:
                chains[-1][2].append(right)
            else:
                chains.append((bar, left_head, [right]))
        floor = 0
        for bar, head, rights in chains:
            yield self._set([self._left(bar, floor, rights, head), *rights], findings)
            floor = rights[-1].last + 1

    def _text(self, atom: Atom) -> str:
        return self.doc[atom.first].text if atom.kind == "token" else ""

    def _finding(self, kind: str, bar: int) -> Finding:
        at = self.atoms[bar].first
        span = self.region.span(max(at - 1, 0), min(at + 1, len(self.doc) - 1))
        return Finding(kind, self.unit, span, span.of(self.text))

    def _boundary(self, atom: Atom) -> bool:
        return self._text(atom) in self.notation.boundaries

    def _head(self, index: int) -> Token | None:
        atom = self.atoms[index]
        return None if atom.kind == "bracket" else atom.head(self.doc)

    def _head_before(self, bar: int) -> Token | None:
        index = bar - 1
        while index >= 0 and self.atoms[index].kind == "bracket":
            index -= 1
        if index < 0 or self._boundary(self.atoms[index]):
            return None
        return self._head(index)

    def _segment(self, bar: int, stop: int) -> int:
        """Return where the clause after `bar` ends."""
        for index in range(bar + 1, stop):
            if self._boundary(self.atoms[index]):
                return index
        return stop

    def _right(self, bar: int, stop: int, left: Token) -> tuple[_Side | None, bool]:
        """Return the alternative after `bar`, and whether its form says so."""
        end = self._segment(bar, stop)
        wanted = form(left)
        candidates = [(i, head) for i in range(bar + 1, end) if (head := self._head(i)) is not None]
        if not candidates:
            return None, False
        scored = [
            (2 if head.lower_ == left.lower_ else like(wanted, form(head)), i, head)
            for i, head in candidates
            if not self._only_modifies(i, end, wanted, left)
        ]
        own_modal = next((i for i, head in candidates if head.lower_ in self.notation.modal_words), None)
        for level in (2, 1):
            for score, index, head in scored:
                if score != level:
                    continue
                if any(self._conjunction(self.atoms[i]) for i in range(bar + 1, index)):
                    break
                if level == 1 and wanted.adverbial and form(head).finite:
                    continue
                return _Side(bar + 1, index, head), True
        first, head = candidates[0]
        if head.lower_ in self.notation.negations or own_modal is not None and self._rules_before(bar):
            last, head = candidates[-1]
            return _Side(bar + 1, last, head), True
        known = self._known_pair(left, head)
        return _Side(bar + 1, first, head), known or (wanted.adverbial and not form(head).finite)

    def _rules_before(self, bar: int) -> bool:
        """Tell whether the clause before `bar` has a word of duty of its own: then so has the one after it."""
        for index in range(bar - 1, -1, -1):
            if self._boundary(self.atoms[index]):
                return False
            if self._text(self.atoms[index]) in self.notation.modal_words:
                return True
        return False

    def _conjunction(self, atom: Atom) -> bool:
        return self._text(atom) in self.notation.conjunctions

    def _only_modifies(self, index: int, end: int, wanted: Form, left: Token) -> bool:
        """Tell whether the atom stands before the noun that it modifies, where the left side is a noun."""
        atom = self.atoms[index]
        if atom.kind != "token" or index + 1 >= end:
            return False
        own = form(self.doc[atom.first])
        following = self._head(index + 1)
        if following is None or wanted.pos not in ("NOUN", "PROPN"):
            return False
        after = form(following)
        if own.pos in ("ADJ", "DET", "NUM") or own.verb_form == "Part":
            return after.pos in ("NOUN", "PROPN", "ADJ") and not after.finite and agrees(own, after)
        if own.pos == "PRON" and own.case in ("Nom", "Gen", "Dat"):
            return self.doc[atom.first].lower_ in self.notation.possessives
        return False

    def _known_pair(self, left: Token, right: Token) -> bool:
        """Tell whether the termbase names both words, as things of one kind."""
        one, other = self._names_of(left), self._names_of(right)
        return bool(one and other and one.kind == other.kind)

    def _names_of(self, token: Token) -> Occurrence | None:
        span = self.region.span(token.i, token.i)
        holding = [o for o in self.occurrences if o.span.holds(span) and o.span.end == span.end]
        return max(holding, key=lambda o: o.span.end - o.span.start, default=None)

    def _left(self, bar: int, floor: int, rights: Sequence[_Side], head: Token) -> _Side:
        """Return the alternative before `bar`: as much of the clause as those after it bring themselves."""
        start = floor
        for index in range(bar - 1, floor - 1, -1):
            if self._boundary(self.atoms[index]):
                start = index + 1
                break
        anchor = bar - 1
        while self.atoms[anchor].kind == "bracket":
            anchor -= 1
        inner = [
            h
            for right in rights
            for i in range(right.first, right.last + 1)
            if (h := self._head(i)) is not None and h.i != right.head.i
        ]
        texts = {each.lower_ for each in inner}
        opens = self._head(rights[0].first)
        clause = texts & self.notation.modal_words or (
            opens is not None and opens.i != rights[0].head.i and opens.lower_ in self.notation.clause_openers
        )
        if clause or any(self._own_subject(right) for right in rights):
            first = self._skip_openers(start, anchor)
            if not any(self._own_subject(right) for right in rights):
                first = self._skip_subject(first, anchor, head)
            return _Side(first, bar - 1, head)
        first = anchor
        if texts & self.notation.negations:
            for index in range(anchor - 1, start - 1, -1):
                if self._text(self.atoms[index]) in self.notation.negations:
                    return _Side(index, bar - 1, head)
        if opens is not None and opens.i != rights[0].head.i and form(opens).verb_form == "Fin":
            for index in range(anchor - 1, start - 1, -1):  # `მოუგრიხოს კისერი | გადაუგრიხოს მკლავი`
                token = self._head(index)
                if token is not None and form(token).verb_form == "Fin":
                    return _Side(index, bar - 1, head)
        if self.atoms[anchor].kind == "token":
            first = self._whole_name(first, start)
            if inner or any(
                self.atoms[right.last].kind == "quote" and self._several(right.last) for right in rights
            ):
                first = self._modifiers(first, start, form(head), inner)
        return _Side(first, bar - 1, head)

    def _skip_subject(self, first: int, last: int, head: Token) -> int:
        """Return where the clause begins after a subject that all alternatives share."""
        shared = {"Erg"} | ({"Nom"} if head._.subject == "nom" else set())
        for index in range(first, last):
            token = self._head(index)
            if token is None:
                break
            own = form(token)
            if own.pos in ("NOUN", "PROPN"):
                return index + 1 if own.case in shared and not own.postposition else first
            if own.pos not in ("ADJ", "DET", "NUM") and own.verb_form != "Part" and own.case != "Gen":
                break
        return first

    def _own_subject(self, side: _Side) -> bool:
        """Tell whether an alternative is a clause with somebody or something of its own that does it."""
        last = form(side.head)
        if not last.finite:
            return False
        valency = side.head._.subject
        for index in range(side.first, side.last):
            token = self._head(index)
            if token is None:
                continue
            own = form(token)
            if own.case == "Erg":
                return True
            noun = own.pos in ("NOUN", "PROPN") and own.case == "Nom" and not own.postposition
            if noun and valency == "nom" and not own.copula:
                return True
        return False

    def _several(self, index: int) -> bool:
        atom = self.atoms[index]
        return atom.last - atom.first > 2

    def _skip_openers(self, first: int, last: int) -> int:
        while first < last and self._text(self.atoms[first]) in self.notation.conjunctions:
            first += 1
        return first

    def _whole_name(self, first: int, start: int) -> int:
        """Grow to the left over a fixed phrase, or the whole name of somebody or something, that ends here."""
        for phrase in self.notation.phrases:
            begin = first - len(phrase) + 1
            if begin >= start and all(
                self._text(self.atoms[begin + k]) == word for k, word in enumerate(phrase)
            ):
                return begin
        token = self.doc[self.atoms[first].first]
        name = self._names_of(token)
        if name is not None and name.kind in WHOLE:
            for begin in range(first - 1, start - 1, -1):
                if self.region.start + self.doc[self.atoms[begin].first].idx < name.span.start:
                    break
                first = begin
        return first

    def _modifiers(self, first: int, start: int, head: Form, inner: Sequence[Token]) -> int:
        """Grow to the left over what belongs to the head, since the other side brings its own."""
        nouns = [form(each) for each in inner if form(each).pos in ("NOUN", "PROPN", "PRON")]
        cases = {each.case for each in nouns if not each.postposition}
        obliques = any(form(each).postposition for each in inner)
        after = head
        while first > start:
            atom = self.atoms[first - 1]
            token = atom.head(self.doc)
            if atom.kind == "bracket" or token is None or self._conjunction(atom):
                break
            own = form(token)
            if token.lower_ in self.notation.negations or token.lower_ in self.notation.modals or own.finite:
                break
            if not self._belongs(token, head, cases, obliques, after):
                break
            after = own
            first -= 1
        return first

    def _belongs(self, token: Token, head: Form, cases: set[str], obliques: bool, after: Form) -> bool:
        """Tell whether a word left of the alternative, before `after`, belongs to it rather than to all."""
        own = form(token)
        oblique = bool(own.postposition) and own.postposition != "მდე"
        if after is not head and after.pos in ("NOUN", "PROPN") and modifies(token, after):
            return True  # the genitive or adjective of an argument that is in already
        if head.verb_form == "Fin" or head.copula and not head.postposition:
            nominal = own.pos in ("NOUN", "PROPN") and not own.postposition
            return (
                oblique
                or nominal and own.case == "Nom" and "Nom" in cases
                or nominal and own.case == "Dat" and ("Dat" in cases or obliques)
            )
        if head.masdar and (oblique or own.case == "Ins" and not own.adverbial):
            return True
        return modifies(token, after)

    def _set(self, chain: Sequence[_Side], findings: list[Finding]) -> AlternativeSet:
        alternatives = []
        whole = Span(
            self.region.span(self.atoms[chain[0].first].first, self.atoms[chain[0].last].last).start,
            self.region.span(self.atoms[chain[-1].first].first, self.atoms[chain[-1].last].last).end,
        )
        for side in chain:
            span = self.region.span(self.atoms[side.first].first, self.atoms[side.last].last)
            alternatives.append(Alternative(span.of(self.text), span, self._named(side, span, whole)))
        kind = self._kind(chain, [each.names for each in alternatives])
        if kind == "open":
            findings.append(Finding("alternatives-open", self.unit, whole, whole.of(self.text)))
        return AlternativeSet(kind, whole, tuple(alternatives))

    def _named(self, side: _Side, span: Span, whole: Span) -> str | None:
        """Return the concept that an alternative says: that of its verb, else of its head, the longest name first.

        A name may begin before the alternatives or end after them, in what they share.
        """
        verbs = [
            head
            for i in range(side.last, side.first - 1, -1)
            if self.atoms[i].kind != "bracket"
            and (head := self._head(i)) is not None
            and form(head).verb_form == "Fin"
            and head.lower_ not in self.notation.modals
        ]
        head = self.region.span(*[(verbs or [side.head])[0].i] * 2)
        holding = [
            o
            for o in self.occurrences
            if o.span.holds(head) and (o.kind == "action" or not verbs) and not self._spans_bars(o.span, whole)
        ]
        inside = [o for o in holding if span.holds(o.span)]
        best = max(inside or holding, key=lambda o: (o.span.end - o.span.start, len(o.label)), default=None)
        return best.concept if best else None

    def _spans_bars(self, name: Span, whole: Span) -> bool:
        """Tell whether a name runs over the whole set, so that it says nothing of one alternative."""
        return name.start < whole.start and name.end > whole.end

    def _kind(self, chain: Sequence[_Side], names: Sequence[str | None]) -> AlternativeKind:
        if all(names) and len(set(names)) == 1:
            return "synonym"
        if all(names) or any(self._clausal(side) or self._own_subject(side) for side in chain[1:]):
            return "disjunction"  # of two concepts, or two whole clauses
        things = [self._things(side) for side in chain]
        if all(things) and len(frozenset().union(*things)) == sum(map(len, things)):
            return "disjunction"  # done to different things
        meanings = [self.meaning(side.head) for side in chain]
        if all(meanings):
            shared = frozenset.intersection(*meanings)
            return "synonym" if shared else "disjunction"
        if len({name for name in names if name}) > 1:
            return "disjunction"
        return "open"

    def _things(self, side: _Side) -> frozenset[str]:
        """Return what the verb of an alternative is done to, where the alternative itself says it."""
        if not form(side.head).finite and not any(
            (head := self._head(i)) is not None and form(head).verb_form == "Fin"
            for i in range(side.first, side.last)
        ):
            return frozenset()
        heads = [h for i in range(side.first, side.last + 1) if (h := self._head(i)) is not None]
        if any(h.lower_ in self.notation.pronouns for h in heads):
            return frozenset()
        return frozenset(
            h.lemma_
            for h in heads
            if form(h).pos in ("NOUN", "PROPN")
            and form(h).case in ("Nom", "Dat")
            and not form(h).postposition
            and not form(h).copula
        )

    def _clausal(self, side: _Side) -> bool:
        heads = [h for i in range(side.first, side.last) if (h := self._head(i)) is not None]
        return any(
            each.lower_ in self.notation.modal_words or each.lower_ in self.notation.clause_openers
            for each in heads
        )


# --- brackets ---------------------------------------------------------------------------------------------


def _affixes(region: Region, token: Token) -> Iterable[Bracket]:
    """Yield the bracketed parts inside one word (`გა[და]აგოროს`)."""
    at = region.start + token.idx
    word = token.text
    begin = word.find("[")
    while begin >= 0:
        end = word.find("]", begin)
        if end < 0:
            return
        yield Bracket(
            "affix",
            word[begin + 1 : end],
            Span(at + begin, at + end + 1),
            word,
            Span(at, at + len(word)),
        )
        begin = word.find("[", end)


def _bracket(
    region: Region,
    level: Atom,
    index: int,
    notation: Grammar,
    occurrences: Sequence[Occurrence],
    text: str,
) -> Bracket:
    """Return one bracket of whole words: a gloss where its last word is in the form of the word before it."""
    doc = region.doc
    atom = level.inside[index]
    span = region.span(atom.first, atom.last)
    written = text[span.start + 1 : span.end - 1]
    make = partial(Bracket, text=written, span=span)
    head = atom.head(doc)
    before = _neighbour(doc, level, index, -1, notation)
    after = _neighbour(doc, level, index, +1, notation)

    def made(kind: BracketKind, of: Atom | None) -> Bracket:
        if of is None:
            return make(kind)
        of_span = region.span(of.first, of.last)
        return make(kind, of=of_span.of(text), of_span=of_span)

    if head is None:
        return made("supplement", before or after)
    own = form(head)
    adjective = own.pos in ("ADJ", "NUM", "DET") or own.verb_form == "Part" or own.case == "Gen"
    after_head = after.head(doc) if after else None
    before_head = before.head(doc) if before else None
    agrees = (
        adjective
        and after_head is not None
        and form(after_head).pos in ("NOUN", "PROPN", "ADJ")
        and not form(after_head).verb_form == "Fin"
    )
    if before is not None and before_head is not None:
        same = _same_concept(region.span(atom.first + 1, atom.last - 1), before, region, occurrences)
        if same or (like(own, form(before_head)) == 2 and not (agrees and form(before_head).pos == "NOUN")):
            return made("gloss", before)
        if before.kind == "quote" and not own.postposition and own.pos in ("ADV", "ADJ") and not agrees:
            return made("gloss", before)  # an uninflected word after a quoted phrase says it otherwise
        if own.finite and form(before_head).finite:
            return made("gloss", before)
    if agrees or (after is not None and not (place(own) and before is not None and after_head is None)):
        return made("supplement", after)
    return made("supplement", before)


def _same_concept(inside: Span, before: Atom, region: Region, occurrences: Sequence[Occurrence]) -> bool:
    said = region.span(before.first, before.last)
    ours = {o.concept for o in occurrences if inside.holds(o.span)}
    theirs = {o.concept for o in occurrences if said.holds(o.span)}
    return bool(ours & theirs)


def _neighbour(doc: Doc, level: Atom, index: int, step: int, notation: Grammar) -> Atom | None:
    """Return the nearest word or quote on one side, over other brackets, inside the clause."""
    at = index + step
    while 0 <= at < len(level.inside):
        atom = level.inside[at]
        text = doc[atom.first].text if atom.kind == "token" else ""
        if text == "|" or text in notation.boundaries:
            return None
        if atom.kind != "bracket":
            return atom
        at += step
    return None
