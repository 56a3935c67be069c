"""Terms: takes a termbase and a spaCy document, gives every place where the text names one of its concepts.

Names are found inflected, hyphenated or joined, across quotes and brackets, longest first, by dictionary
look-ups. A name and its forms meet in one lemma, because the names go through the same pipeline as the text.
What reads the termbase is offered here too: `load`, `parse`, `ontology_folder`, `TermsError`, `homonyms`, and
the words that the Georgian pipeline must know: `nouns`, `verbal_nouns`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from spacy.language import Language
from spacy.tokens import Doc, Token

from tsesi import english, lang
from tsesi.model import AlternativeKind, Concept, ConceptKind, Lang, Occurrence, Pattern, Span, Termbase
from tsesi.nlp import Table
from tsesi.nlp import table as nlp_table
from tsesi.termbase import (
    TermsError,
    homonyms,
    joined,
    load,
    nouns,
    ontology_folder,
    parse,
    verbal_nouns,
)

__all__ = [
    "Matcher",
    "TermsError",
    "homonyms",
    "joined",
    "kind_of_set",
    "load",
    "nouns",
    "ontology_folder",
    "parse",
    "verbal_nouns",
]

Mark = tuple[str, ...]  # what a form that is no bare nominative insists on: case, number and postposition

_BREAKS = frozenset(".,:;!?|{}*()–—") | {"--", "...", "…"}
_CLAUSE_ENDS = frozenset(",;:–—") | {"--"}
_SENTENCE_ENDS = frozenset(".!?;:")
_REACH = 10  # words between an English verb and its particle: "send the player who did it off"
_ANY_POSSESSIVE = "~"
_OPENERS = frozenset({"რაც", "რასაც", "რითაც"})  # of a clause that says which: ისეთი რამის ჩადენა, რაც …


def kind_of_set(members: Sequence[str | None]) -> AlternativeKind:
    """Return what `|` between texts that name these concepts means (None: the termbase knows none).

    All on one concept: they say one thing twice. On two or more: different things. One unknown: not known.
    """
    if not members or None in members:
        return "open"
    return "synonym" if len(set(members)) == 1 else "disjunction"


class _Name(NamedTuple):
    """A name of a concept as the index keeps it: `marks` hold what each of its words insists on.

    A word that is written as in the name agrees with it, whatever its context makes of its case.
    """

    concept: Concept
    label: str
    marks: tuple[Mark | None, ...]
    forms: tuple[str, ...]
    finite: bool


class _Needed(NamedTuple):
    """A word that must stand near a verb: its key, and its mark where the case matters."""

    key: str
    form: str
    mark: Mark | None
    object: bool  # a genitive in the name ("ხელის შეშლა") is the object of the finite verb ("ხელი შეუშალოს")


class _Deed(NamedTuple):
    """A verb and the words it needs; `label` is empty where a pattern says so and no name."""

    concept: Concept
    label: str
    needed: tuple[_Needed, ...]


class _Met(NamedTuple):
    """A deed found: its verb's token, the needed words', and from first to last what stands in one piece."""

    deed: _Deed
    verb: int
    places: tuple[int, ...]
    first: int
    last: int
    fullest: bool  # no other deed of the same verb needs more words
    direct: bool  # the verb is the word's own lemma; else one that it is made of (წაქცეული: წაქცევა)


class _Found(NamedTuple):
    """An occurrence to be, in the order in which they are given: by place, the longest first."""

    start: int
    minus_end: int
    kind: ConceptKind
    concept: str
    label: str

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands, as something to compare."""
        return self[:2]


_IN_ORDER = itemgetter(0, 1, 2, 3)  # the label does not count: what was found first stays first


class _Word(NamedTuple):
    """One token of the text as the matcher sees it."""

    keys: tuple[str, ...] = ()
    form: str = ""  # as written, without hyphens and brackets
    mark: Mark | None = None
    finite: bool = False
    after: str = ""  # English: the word before, where that makes this one a verb
    gerund: bool = False  # English: -ing or -ed, no form of a noun
    stop: bool = False  # no name runs across it
    skip: bool = False  # a name may run across it
    closes: int = -1  # for `[`: the token of its `]`
    clause: bool = False  # a clause may end here
    end: bool = False  # a sentence ends here
    bracket: str = ""  # `[` or `]`
    opens: bool = True  # a name may begin with it
    acts: bool = True  # it may be the verb of an action


@dataclass(frozen=True, slots=True)
class _Index:
    names: dict[str, list[_Name]] = field(default_factory=dict)  # by the lemmas of a name, run together
    beginnings: set[str] = field(default_factory=set)
    deeds: dict[str, list[_Deed]] = field(default_factory=dict)  # by the lemma of the verb


_Beginning = tuple[int, list[tuple[int, list[_Name]]]]  # a token, and by last token the names from there on


class Matcher:
    """Finds the concepts of a termbase in documents of one language.

    `nlp` must give tokens with `lemma_`; for Georgian also `pos_`, `morph`, `_.verbs` and `_.postposition`.
    """

    def __init__(self, termbase: Termbase, nlp: Language, lang: Lang) -> None:
        """Index the names that `termbase` has in `lang`."""
        self.termbase = termbase
        self.nlp = nlp
        self.lang: Lang = lang
        self._index = _Index()
        self._seen: dict[tuple[object, ...], _Word] = {}  # Georgian words by form and analysis
        self._inflected: dict[tuple[object, ...], tuple[Mark | None, bool]] = {}  # mark, finite: by analysis
        self._translated: dict[tuple[str, str], bool] = {}
        for concept in termbase.concepts.values():
            for name in concept.names(lang):
                self._add(concept, name)
            if lang == "ka":
                for pattern in concept.patterns:
                    self._add_pattern(concept, pattern)
        self._seen.clear()  # words that were read before all names were known

    def occurrences(self, doc: Doc, *, nested: bool = False) -> tuple[Occurrence, ...]:
        """Return every concept that `doc` names, in order of place; spans count characters of `doc.text`.

        The longest name wins: "player" inside "offside player" is none, nor is a hand where ხელის შეშლა is to
        hinder, unless `nested` asks for such too.
        A name that two concepts share gives an occurrence of each, but a sanction is one only where the text
        says what a breach costs, if the name is that of another kind of thing too. An action whose words
        stand apart (ხელი არ უნდა შეუშალოს) has the span of its verb. `label` is the name that was found;
        it is empty where only a pattern of the termbase tells the concept.
        """
        return self.both(doc)[nested]

    def both(
        self, doc: Doc, start: int = 0, table: Table | None = None
    ) -> tuple[tuple[Occurrence, ...], tuple[Occurrence, ...]]:
        """Return what `occurrences` gives, first without and then with what is nested; in one pass.

        Spans count from `start`, the place of `doc` in a longer text. `table` is that of
        a Georgian `doc`, where that is at hand.
        """
        words = self._read(doc, table)
        beginning = self._named(words, deeds=False)
        met = self._deeds(words)
        every = [(first, last, name) for first, ends in beginning for last, names in ends for name in names]
        top = list(_leftmost_longest(beginning))
        spans = _Spans(doc, table)
        if met:
            needing, covering, naming = _by_token(met, top)
            top = [
                (first, last, name)
                for first, last, name in top
                if not any(self._idiom(doc, m, first, last, name.concept) for m in needing.get(first, ()))
            ]
            outer = [m for m in met if m.fullest and not _is_inside(m, covering, naming)]
        else:
            outer = met
        made: dict[_Found, Occurrence] = {}  # most are in both

        def occurrences(named: Sequence[tuple[int, int, _Name]], deeds: Sequence[_Met]) -> list[Occurrence]:
            found = [spans.found(name.concept, name.label, first, last) for first, last, name in named]
            found += [spans.found(m.deed.concept, m.deed.label, m.first, m.last) for m in deeds]
            kept = self._costs(doc, list(dict.fromkeys(found)))
            for one in kept:
                if one not in made:
                    span = Span(start + one.start, start - one.minus_end)
                    made[one] = Occurrence(one.concept, one.kind, span, one.label)
            return [made[one] for one in sorted(kept, key=_IN_ORDER)]

        if not every and not met:
            return (), ()
        plain = tuple(occurrences(top, outer))
        if len(top) == len(every) and len(outer) == len(met):  # nothing is nested
            return plain, plain
        return plain, tuple(occurrences(every, met))

    def names(self, doc: Doc, span: Span) -> str | None:
        """Return the key of the one concept that the whole text at `span` says; None where none or several.

        That is the concept whose name covers all its words but empty ones; else the one thing done in it:
        its finite verb, or its only verb. Patterns of the termbase name nothing.
        """
        words = self._read(doc)
        for token in doc:
            if not span.holds(Span(token.idx, token.idx + len(token))):
                words[token.i] = _Word(stop=True, skip=True)
        content = self._content(doc, words)
        if not content:
            return None
        named = _leftmost_longest(self._named(words, deeds=True))
        found = {n.concept.key for first, last, n in named if first <= content[0] and content[-1] <= last}
        if len(found) > 1:
            found -= {key for key in found if self.termbase.concepts[key].kind == "sanction"}
        if not found:
            found = self._done(doc, span)
        return found.pop() if len(found) == 1 else None

    def kind(self, doc: Doc, spans: Sequence[Span]) -> AlternativeKind:
        """Return what `|` between the texts at `spans` means.

        By the concept that each says (see `names`); where that is not known of all, texts that speak of
        different concepts altogether are still different things.
        """
        kind = self.kind_of_set([self.names(doc, span) for span in spans])
        if kind != "open":
            return kind
        found = self.occurrences(doc, nested=True)
        spoken = [{o.concept for o in found if o.label and span.holds(o.span)} for span in spans]
        apart = all(spoken) and sum(map(len, spoken)) == len(set().union(*spoken))
        return "disjunction" if apart else "open"

    def kind_of_set(self, members: Sequence[str | None]) -> AlternativeKind:
        """Return what `|` means between texts that say these concepts (see the function of this name)."""
        return kind_of_set(members)

    # --- index

    def _add(self, concept: Concept, name: str) -> None:
        words = [w for w in self._read(self.nlp(name)) if w.keys and not w.skip]
        if not words:
            return
        marks = tuple(None if self.lang == "en" and concept.kind == "action" else w.mark for w in words)
        key = "".join(w.keys[0] for w in words)
        forms = tuple(w.form for w in words)
        self._index.names.setdefault(key, []).append(_Name(concept, name, marks, forms, words[-1].finite))
        self._index.beginnings.update(key[:end] for end in range(1, len(key) + 1))
        if concept.kind == "action":
            head, rest = self._head(words)
            self._add_deed(head, _Deed(concept, name, tuple(map(self._need, rest))))

    def _head(self, words: list[_Word]) -> tuple[_Word, list[_Word]]:
        """Return the verb of an action's name and its other words: Georgian ends with it, English begins."""
        if self.lang == "ka":
            return words[-1], [w for w in words[:-1] if w.keys[0] != "და"]
        light = len(words) > 1 and words[0].keys[0] in english.words().light
        return words[light], words[light + 1 :]

    def _need(self, word: _Word) -> _Needed:
        if self.lang == "en":
            return _Needed(word.keys[0], word.form, None, False)
        return _Needed(word.keys[0], word.form, word.mark, bool(word.mark and word.mark[0] == "Gen"))

    def _add_pattern(self, concept: Concept, pattern: Pattern) -> None:
        if pattern.verb:
            head = self._read(self.nlp(pattern.verb))[-1]
            needed = [w for text in pattern.with_ for w in self._read(self.nlp(text)) if w.keys]
            self._add_deed(
                head, _Deed(concept, "", tuple(_Needed(w.keys[0], w.form, w.mark, False) for w in needed))
            )

    def _add_deed(self, head: _Word, deed: _Deed) -> None:
        self._index.deeds.setdefault(head.keys[0], []).append(deed)

    # --- reading tokens

    def _read(self, doc: Doc, table: Table | None = None) -> list[_Word]:
        if self.lang == "ka":
            words = self._read_georgian(doc, table or nlp_table(doc))
        else:
            words = [_read_english(token) for token in doc]
        opened: list[int] = []
        for i, word in enumerate(words):
            if word.bracket == "[":
                opened.append(i)
            elif word.bracket and opened:
                at = opened.pop()
                words[at] = words[at]._replace(closes=i)
                if at and not doc[at - 1].whitespace_ and doc[at - 1].text.isalpha():  # offender[s]
                    for inner in range(at + 1, i):
                        words[inner] = _Word(skip=True)
        return words

    def _read_georgian(self, doc: Doc, table: Table) -> list[_Word]:
        """Return the words of a text; each form with its analysis is read once."""
        seen, words = self._seen, []
        rows = zip(table.orth, table.lemma, table.pos, table.morph, table.stored, strict=True)
        for i, (orth, lemma, pos, morph, (_, postposition, _, verbs, _)) in enumerate(rows):
            key = (orth, lemma, pos, morph, postposition, verbs)
            word = seen.get(key)
            if word is None:
                token, inflected = doc[i], (pos, morph, postposition)
                if inflected not in self._inflected:
                    self._inflected[inflected] = _inflection(token, postposition)
                seen[key] = word = self._word(token, verbs, *self._inflected[inflected])
            words.append(word)
        return words

    def _word(self, token: Token, verbs: Iterable[str], mark: Mark | None, finite: bool) -> _Word:
        """Return a Georgian token as the matcher sees it."""
        text = token.text
        if not text.isalpha() and not any(map(str.isalnum, text)):
            return _punctuation(text)
        keys = [joined(token.lemma_), *map(joined, verbs), joined(text)]
        return _Word(
            tuple(dict.fromkeys(keys)),
            keys[-1],
            mark,
            finite,
            opens=not self._index.beginnings.isdisjoint(keys),
            acts=not self._index.deeds.keys().isdisjoint(keys),
        )

    def _content(self, doc: Doc, words: list[_Word]) -> list[int]:
        """Return the tokens that say something, what stands in brackets left out."""
        found = []
        at = 0
        while at < len(words):
            word = words[at]
            if word.closes > at:
                at = word.closes
            elif word.keys and not word.skip:
                found.append(at)
            at += 1
        empty = english.words().empty if self.lang == "en" else frozenset[str]()
        while len(found) > 1 and doc[found[0]].lower_ in empty:
            found.pop(0)
        while len(found) > 1 and doc[found[-1]].lower_ in empty:
            found.pop()
        return found

    # --- names

    def _named(self, words: list[_Word], *, deeds: bool) -> list[_Beginning]:
        """Return the names that begin at each token where any does, the longest first.

        Without `deeds` those of actions are left to `_deeds`: they may stand apart, and what is named inside
        them ("ball" in "lift the ball") counts by itself.
        """
        found: list[_Beginning] = []
        beginnings = self._index.beginnings
        for i, word in enumerate(words):
            if word.skip or not word.opens or beginnings.isdisjoint(word.keys):
                continue
            reached: list[tuple[int, _Name]] = []
            self._names_from(words, i, "", (), reached)
            best: dict[int, dict[str, _Name]] = {}
            for last, name in reached:
                if deeds or name.concept.kind != "action":
                    best.setdefault(last, {}).setdefault(name.concept.key, name)
            if best:
                found.append((i, [(last, _as_written(best[last])) for last in sorted(best, reverse=True)]))
        return found

    def _names_from(
        self, words: list[_Word], at: int, text: str, path: tuple[int, ...], found: list[tuple[int, _Name]]
    ) -> None:
        """Add (last token, name) for the names that go on from `at` after `text`, read at `path`."""
        while at < len(words) and ((word := words[at]).skip or not word.keys):
            if word.stop or not path:
                return
            if word.closes > at:  # a name may go on after the bracket as well as in it
                self._names_from(words, word.closes + 1, text, path, found)
            at += 1
        if at >= len(words):
            return
        word = words[at]
        for key in word.keys:
            longer = text + key
            if longer in self._index.beginnings:
                steps = (*path, at)
                names = self._index.names.get(longer)
                if names:
                    read = [words[step] for step in steps]
                    found += [(at, name) for name in names if self._agrees(name, read)]
                self._names_from(words, at + 1, longer, steps, found)

    def _agrees(self, name: _Name, words: list[_Word]) -> bool:
        """Tell whether the forms fit: the words of a name that are no nominatives stand so in the text."""
        last = words[-1]
        if name.concept.kind != "action":
            if last.finite and not name.finite:
                return False
            if last.gerund and name.marks[-1] is None:
                return False
            if words[0].after and len(words) == 1 and last.mark is None:
                but = english.words().before_verbs_but.get(words[0].after, ())
                if name.concept.kind not in ("manner", "time", *but):
                    return False
        if len(words) != len(name.marks):  # joined or hyphenated otherwise: the last word decides
            words, name = words[-1:], name._replace(marks=name.marks[-1:], forms=name.forms[-1:])
        for mark, form, word in zip(name.marks, name.forms, words, strict=True):
            if mark is not None and mark != word.mark and form != word.form:
                return False
        return True

    # --- deeds

    def _deeds(self, words: list[_Word]) -> list[_Met]:
        """Return the deeds whose needed words stand near their verb, the fullest of each verb."""
        found: list[_Met] = []
        index = self._index.deeds
        there: set[str] = set()  # the keys of all words, found out where there is a verb
        for verb, word in enumerate(words):
            if word.skip or not word.acts or index.keys().isdisjoint(word.keys):
                continue
            there = there or {key for other in words for key in other.keys}
            direct = index.get(word.keys[0], ())
            deeds = [
                deed
                for key in word.keys
                for deed in index.get(key, ())
                if there.issuperset([need.key for need in deed.needed])
            ]
            if not deeds:
                continue
            window = list(self._window(words, verb))
            placed = [(deed, self._places(words, window, deed.needed, word.finite)) for deed in deeds]
            met = [(deed, places) for deed, places in placed if places is not None]
            best: dict[str, _Met] = {}
            for deed, places in sorted(met, key=lambda m: -len(m[0].needed)):
                fullest = not any(_says_more(other, deed) for other, _ in met)
                first, last = _in_one_piece(words, verb, places)
                best.setdefault(
                    deed.concept.key, _Met(deed, verb, tuple(places), first, last, fullest, deed in direct)
                )
            found += best.values()
        return found

    def _idiom(self, doc: Doc, met: _Met, first: int, last: int, concept: Concept) -> bool:
        """Tell whether the name of a thing stands here only as a part of a deed's name.

        It does where it is the verb, or where the other language says the deed without it: there is no hand
        in "hinder" (ხელის შეშლა), but there is a ball in "play the ball" (ბურთით თამაში). What has the
        English article "the" is spoken of by itself: "force out of the scrum" (ამოდევნა).
        """
        if not (met.fullest and met.deed.needed and {first, last} <= {met.verb, *met.places}):
            return False
        if first == last == met.verb:
            return True
        if concept.kind != "term" or not met.deed.label:
            return False
        definite = first > 0 and doc[first - 1].lower_ == "the"
        return not definite and not self._in_translation(met.deed.concept, concept)

    def _in_translation(self, whole: Concept, part: Concept) -> bool:
        """Tell what the function of this name tells; each pair is compared once."""
        pair = whole.key, part.key
        if pair not in self._translated:
            self._translated[pair] = _in_translation(whole, part, self.lang)
        return self._translated[pair]

    def _done(self, doc: Doc, span: Span) -> set[str]:
        """Return the actions done in the text at `span`: those of its finite verbs, where it has any."""
        words = self._read(doc)
        met = [
            m
            for m in self._deeds(words)
            if m.fullest
            and m.deed.label
            and span.holds(Span(doc[m.verb].idx, doc[m.verb].idx + len(doc[m.verb])))
        ]
        finite = [m for m in met if words[m.verb].finite or words[m.verb].after]
        return {m.deed.concept.key for m in finite or met}

    def _window(self, words: list[_Word], verb: int) -> Iterator[int]:
        """Yield the tokens where the words that a verb needs may stand, nearest first."""
        if self.lang == "en":
            for at in range(verb + 1, min(len(words), verb + 1 + _REACH)):
                if words[at].end:
                    return
                yield at
            return
        finite = words[verb].finite
        for at in range(verb - 1, -1, -1):
            if words[at].end or (words[at].clause and not finite):
                break
            yield at
        follows = words[verb + 1 : verb + 3]  # `რამის ჩადენა, რაც …`: the clause after it says which
        told = len(follows) == 2 and follows[0].clause and not _OPENERS.isdisjoint(follows[1].keys)
        for at in range(verb + 1, len(words) if finite or told else 0):
            if words[at].end:
                return
            yield at

    def _places(
        self, words: list[_Word], window: list[int], needed: tuple[_Needed, ...], finite: bool
    ) -> list[int] | None:
        places: list[int] = []
        for need in needed:
            after = places[-1] if places and self.lang == "en" else -1
            at = next((a for a in window if a > after and _fits(need, words[a], finite)), None)
            if at is None:
                return None
            places.append(at)
        return places

    # --- what a breach costs

    def _costs(self, doc: Doc, found: list[_Found]) -> list[_Found]:
        """Return what was found without sanctions that are none here, or what is no sanction there."""
        prices = {one.place for one in found if one.kind == "sanction"}
        if not prices:
            return found
        # who is sent off pays a sanction and is sent off
        done = {one.place for one in found if one.kind == "action"}
        shared = prices & ({one.place for one in found if one.kind != "sanction"} - done)
        if not shared:
            return found
        words = (
            english.words().sanction
            if self.lang == "en"
            else frozenset(lang.read("ka", "layout")["sanction"])
        )
        cost = {}
        for place in shared:
            before = doc.text[: place[0]].casefold().rstrip(" :*")
            clause = before[max(before.rfind(end) for end in ".!?:") + 1 :]
            cost[place] = not words.isdisjoint(clause.replace(":", " ").split())
        return [
            one for one in found if one.place not in shared or cost[one.place] == (one.kind == "sanction")
        ]


# --- words ------------------------------------------------------------------------------------------------


def _inflection(token: Token, postposition: str) -> tuple[Mark | None, bool]:
    """Return what a Georgian form insists on, and whether it is a finite verb."""
    morph = token.morph.to_dict()
    case = morph.get("Case", "").partition(",")[0]
    mark: Mark | None = None
    if case and case != "Nom":
        mark = (case, morph.get("Number", "").replace(",", ""), postposition)
    return mark, token.pos_ in ("VERB", "AUX") and morph.get("VerbForm", "Fin") == "Fin"


def _read_english(token: Token) -> _Word:
    text = token.lower_
    if not any(map(str.isalnum, text)):
        if text == "-" and not token.whitespace_ and token.i and not token.nbor(-1).whitespace_:
            return _Word(skip=True)
        return _punctuation(text)
    data = english.words()
    follows = token.nbor() if token.i + 1 < len(token.doc) else None
    if text in data.possessives or (text == "one" and follows is not None and _is_s(follows)):
        return _Word((_ANY_POSSESSIVE,), _ANY_POSSESSIVE)
    if text in data.skipped or _is_s(token):
        return _Word((joined(text),), joined(text), skip=True)
    lemma = joined(token.lemma_)
    inflected = lemma != joined(text)
    return _Word(
        tuple(dict.fromkeys((lemma, joined(text)))),
        joined(text),
        mark=(text,) if inflected else None,
        after=_verb_marker(token),
        gerund=inflected and text.endswith(("ing", "ed")),
    )


def _verb_marker(token: Token) -> str:
    """Return the word before, quotes and brackets left out, if it makes a verb of the next word."""
    at = token.i - 1
    while at >= 0 and not token.doc[at].is_alpha and token.doc[at].text not in _BREAKS:
        at -= 1
    word = token.doc[at].lower_ if at >= 0 else ""
    return word if word in english.words().before_verbs else ""


def _is_s(token: Token) -> bool:
    return token.text in ("'s", "’s")


def _punctuation(text: str) -> _Word:
    if text in _BREAKS:
        return _Word(stop=True, skip=True, clause=text in _CLAUSE_ENDS, end=text in _SENTENCE_ENDS)
    return _Word(skip=True, bracket=text if text in ("[", "]") else "")


def _fits(need: _Needed, word: _Word, finite: bool) -> bool:
    """Tell whether this is the needed word in the right case.

    The case of an object changes with the verb form; that of another word never does.
    """
    if need.key not in word.keys:
        return False
    if need.mark is None or need.form == word.form:
        return True
    if need.object and finite:
        return word.mark is None or word.mark[0] in ("Dat", "Gen", "Erg")
    return word.mark is not None and word.mark[0] == need.mark[0] and word.mark[2] == need.mark[2]


def _says_more(one: _Deed, other: _Deed) -> bool:
    """Tell whether `one` makes `other` needless: of one kind, with more words, and no mere candidate."""
    return (
        set(other.needed) < set(one.needed)
        and one.concept.kind == other.concept.kind
        and (one.concept.status == other.concept.status or one.concept.status == "approved")
    )


def _in_translation(whole: Concept, part: Concept, lang: Lang) -> bool:
    """Tell whether the names of `whole` in the other language hold one of `part`.

    English words are compared by lemma; Georgian ones by how they begin, since a name holds its words in
    other cases (მხარი, მხრით).
    """
    if lang == "ka":
        names = [{english.lemma(word) for word in name.split()} for name in whole.names("en")]
        parts = [{english.lemma(word) for word in name.split()} for name in part.names("en")]
        return any(one <= name for one in parts for name in names)
    beginnings = {word[:2] for name in whole.names("ka") for word in name.split()}
    return any({word[:2] for word in name.split()} <= beginnings for name in part.names("ka"))


def _in_one_piece(words: list[_Word], verb: int, places: Iterable[int]) -> tuple[int, int]:
    """Return the first and last token of a verb with its needed words; of the verb, where more is between."""
    own = {verb, *places}
    first, last = min(own), max(own)
    if all(i in own or (words[i].skip and not words[i].stop) for i in range(first, last + 1)):
        return first, last
    return verb, verb


def _by_token(
    met: Iterable[_Met], named: Iterable[tuple[int, int, _Name]]
) -> tuple[Mapping[int, list[_Met]], Mapping[int, list[_Met]], Mapping[int, list[tuple[int, int]]]]:
    """Return by token the deeds that have it as a word, the fullest deeds over it, the names it is in."""
    needing: dict[int, list[_Met]] = defaultdict(list)
    covering: dict[int, list[_Met]] = defaultdict(list)
    naming: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for m in met:
        for at in {m.verb, *m.places}:
            needing[at].append(m)
        if m.fullest:
            for at in range(m.first, m.last + 1):
                covering[at].append(m)
    for first, last, _ in named:
        for at in range(first, last + 1):
            naming[at].append((first, last))
    return needing, covering, naming


def _is_inside(
    met: _Met, covering: Mapping[int, list[_Met]], naming: Mapping[int, list[tuple[int, int]]]
) -> bool:
    """Tell whether a deed is only a part of a name, or of a deed that says more."""
    if any(first < last or not met.direct for first, last in naming.get(met.verb, ())):
        return True
    length = met.last - met.first
    return any(
        other.verb != met.verb and other.last - other.first > length for other in covering.get(met.verb, ())
    )


def _as_written(names: Mapping[str, _Name]) -> list[_Name]:
    """Return of the names at one place those that stand as written, where there are such.

    დროებით is the adverb, where there is one, and not the plural of time.
    """
    every = list(names.values())
    return [name for name in every if name.marks[-1] is not None] or every


def _leftmost_longest(beginning: Iterable[_Beginning]) -> Iterator[tuple[int, int, _Name]]:
    """Yield (first token, last token, name) of the names that stand in no other, in order."""
    free = 0
    for first, ends in beginning:
        if first >= free:
            last, names = ends[0]
            free = last + 1
            for name in names:
                yield first, last, name


class _Spans:
    """Where the tokens of a text stand, found out at the first question."""

    def __init__(self, doc: Doc, table: Table | None) -> None:
        self._doc = doc
        self._places = list(zip(table.idx, table.length, strict=True)) if table else []

    def found(self, concept: Concept, label: str, first: int, last: int) -> _Found:
        """Return what a name from token `first` to token `last` gives."""
        places = self._places = self._places or [(token.idx, len(token)) for token in self._doc]
        start, (idx, length) = places[first][0], places[last]
        return _Found(start, -(idx + length), concept.kind, concept.key, label)
