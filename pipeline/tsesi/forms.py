"""Takes tokens that `nlp` has analysed; tells which stand in like form, and how quotes and brackets nest.

Two alternatives, or a word and its gloss, are recognised by like form: the same case and postposition, or the
same kind of verb form, at their last word (Georgian phrases end in their head). Guarantees to look at nothing
but form: which word it is never counts.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import add
from typing import Literal, NamedTuple

from spacy.tokens import Doc, Token

from tsesi.grammar import georgian
from tsesi.model import Span
from tsesi.nlp import Table, stored, table

OPENING = {"[": "]", "„": "“”", "«": "»", "“": "”", "‘": "’", "(": ")"}
OPENS = {**OPENING, '"': '"', "'": "'"}
BAR = "|"
QUANTITY = frozenset({"NUM", "DET"})
MODIFIERS = QUANTITY | {"ADJ"}
NOUNS = frozenset({"NOUN", "PROPN"})
NOMINAL = NOUNS | MODIFIERS | {"PRON"}


# --- one word -----------------------------------------------------------------------------------------------


class Form(NamedTuple):
    """What of a word's morphology decides whether it matches another."""

    pos: str
    case: str
    postposition: str
    verb_form: str
    mood: str
    tense: str
    copula: bool
    place: bool  # it says where: a locative postposition, on a word or as a word (`მიღმა`)

    @property
    def verb(self) -> bool:
        """True for a finite verb."""
        return self.verb_form == "Fin"

    @property
    def finite(self) -> bool:
        """True for a finite verb and for a nominal with the copula on it (`ლელოშია`)."""
        return self.verb_form == "Fin" or self.copula

    @property
    def masdar(self) -> bool:
        """True for a verbal noun."""
        return self.verb_form == "Vnoun"

    @property
    def noun(self) -> bool:
        """True for nouns and names."""
        return self.pos in NOUNS

    @property
    def adverbial(self) -> bool:
        """True for adverbs, uninflected words and nominals used as adverbs of manner."""
        return self.pos == "ADV" or (self.case == "Ess" and not self.postposition) or self.case == "Adv"

    @property
    def bare(self) -> bool:
        """True for a word that can be somebody or something in its clause: no postposition, no copula."""
        return not self.postposition and not self.copula


_FORMS: dict[tuple[int, int, str, bool], Form] = {}
_SEEN: dict[tuple[int | str, ...], Form] = {}


def forms(doc: Doc, table: Table) -> list[Form]:
    """Return the `Form` of every token of `doc`; `table` is that of `doc`."""
    found = []
    adposition = doc.vocab.strings["ADP"]
    columns = zip(table.orth, table.pos, table.morph, table.stored, strict=True)
    for i, (orth, pos, morph, (_, postposition, clitic, _, _)) in enumerate(columns):
        # only of an adposition does it matter which word it is
        key = (pos, morph, postposition, clitic, orth if pos == adposition else 0)
        known = _SEEN.get(key)
        if known is None:
            _SEEN[key] = known = form(doc[i])
        found.append(known)
    return found


def form(token: Token) -> Form:
    """Return the `Form` of `token` (kept by analysis, since many words share one)."""
    words = georgian()
    _, postposition, clitic, *_ = stored(token)
    copula = bool(clitic) and clitic.startswith(words.copulas) and token.pos_ != "VERB"
    if not postposition and token.pos_ == "ADP":  # `უკნიდან` says whence as `ხაზიდან` does
        postposition = next((each for each in words.directions if token.lower_.endswith(each)), "")
    key = (token.pos, hash(token.morph), postposition, copula)
    known = _FORMS.get(key)
    if known is None:
        pos, features = token.pos_, token.morph.to_dict()
        _FORMS[key] = known = Form(
            pos,
            features.get("Case", ""),
            postposition,
            features.get("VerbForm", ""),
            features.get("Mood", ""),
            features.get("Tense", ""),
            copula,
            postposition in words.locatives or (pos == "ADP" and not postposition),
        )
    return known


def like(one: Form, other: Form) -> int:
    """Return 2 for forms that match, 1 for forms that match loosely, 0 for forms that do not."""
    if one.verb and other.verb:
        return 2 if one.mood == other.mood else 1
    if one.finite and other.finite:
        return 2 if one.copula and other.copula and one.postposition == other.postposition else 1
    if one.verb or other.verb:
        return 0
    if one.copula or other.copula:  # `კარის ხაზზე | მის უკანაა`: the copula stands once, at the end
        if one.place or other.place:
            return 1 if one.place and other.place else 0
        return 1 if one.case and one.case == other.case else 0
    if (one.pos in QUANTITY and other.pos in MODIFIERS) or (other.pos in QUANTITY and one.pos in MODIFIERS):
        return 2
    if one.postposition and one.postposition == other.postposition and "ADP" in (one.pos, other.pos):
        return 2
    if one.adverbial and other.adverbial:
        return 2 if one.pos == other.pos or one.case == other.case else 1
    if one.pos in NOMINAL and other.pos in NOMINAL and one.case and one.case == other.case:
        return 2 if one.postposition == other.postposition or (one.place and other.place) else 0
    if one.place and other.place:
        return 2
    if (one.pos == "ADV" and other.noun and other.place) or (other.pos == "ADV" and one.noun and one.place):
        return 1  # `სხვაგან | სხვა ადგილზე`
    if (one.adverbial and other.pos == "ADP") or (other.adverbial and one.pos == "ADP"):
        return 1  # `უსიტყვოდ | ნებართვის გარეშე`
    return 1 if (one.adverbial and other.case == "Ins") or (other.adverbial and one.case == "Ins") else 0


def agrees(modifier: Form, noun: Form) -> bool:
    """Tell whether a modifier before a noun can belong to it.

    The ending `-ი` goes with nominative, genitive and instrumental; the dative's also with the essive.
    """
    if not modifier.case or modifier.case == noun.case:
        return True
    if modifier.case == "Nom":
        return noun.case in ("Gen", "Ins")
    return modifier.case == "Dat" and noun.case == "Ess"


def modifies(token: Token, own: Form, noun: Form) -> bool:
    """Tell whether `token` of form `own`, right before a noun of form `noun`, belongs to that noun.

    It does as adjective, number or genitive. A word that no word data know and that agrees with the noun
    after it is taken for an adjective.
    """
    if noun.pos == "ADP":
        return own.case == "Gen"
    if own.case == "Gen" or own.pos == "ADP":
        return True
    if own.pos in MODIFIERS or own.verb_form == "Part":
        return agrees(own, noun) or own.pos in QUANTITY
    if token.text[0].isdigit():
        return True
    return own.pos == "NOUN" and not stored(token)[0] and not own.postposition and agrees(own, noun)


# --- words, quotes and brackets in their order --------------------------------------------------------------


@dataclass(slots=True)
class Atom:
    """A token, or a quoted or bracketed run that counts as one; `first` and `last` are token indices."""

    kind: Literal["token", "quote", "bracket", "root"]
    first: int
    last: int
    inside: list[Atom] = field(default_factory=list)


class Region:
    """One run of a unit's text, analysed: `start` is its place in the document's text.

    What is asked of its tokens again and again is kept in lists that go by token index: of each its row in
    the `table`, itself in small letters, and where it begins and ends in the document's text. `root` is the
    tree of its quotes and brackets.
    """

    def __init__(self, start: int, doc: Doc) -> None:
        """Take the tokens of `doc`, which begins at `start` of the document's text."""
        self.start, self.doc = start, doc
        self.table: Table = table(doc)
        strings = doc.vocab.strings
        self.words: list[str] = [strings[key] for key in self.table.lower]
        self.starts: list[int] = [start + at for at in self.table.idx]
        self.ends: list[int] = list(map(add, self.starts, self.table.length))
        self.root: Atom = nest(self.words)

    @cached_property
    def forms(self) -> list[Form]:
        """The form of each token; of many a sanction clause nobody asks."""
        return forms(self.doc, self.table)

    def span(self, first: int, last: int) -> Span:
        """Return the document span from token `first` to token `last`, both included."""
        return Span(self.starts[first], self.ends[last])

    def within(self, span: Span) -> range:
        """Return the indices of the tokens that lie wholly inside `span`."""
        first = bisect_left(self.starts, span.start)
        return range(first, max(first, bisect_right(self.ends, span.end)))

    def head(self, atom: Atom) -> int | None:
        """Return the last word in an atom: the one whose form counts. None where there is no word."""
        for index in range(atom.last, atom.first - 1, -1):
            text = self.words[index]
            if text.isalpha() or not (text == BAR or text.isspace() or _is_punctuation(text)):
                return index
        return None


def _is_punctuation(text: str) -> bool:
    """Tell whether a token is made of punctuation marks alone; signs like `+` are none."""
    return all(unicodedata.category(sign).startswith("P") for sign in text)


def nest(texts: Sequence[str]) -> Atom:
    """Return the root of the tree of quotes and brackets in `texts`; what never closes is a plain token."""
    root = Atom("root", 0, len(texts) - 1)
    stack: list[tuple[Atom, str]] = [(root, "")]
    for index, text in enumerate(texts):
        top, closing = stack[-1]
        if closing and text in closing:
            top.last = index
            stack.pop()
            continue
        before = top.inside[-1] if top.inside else None
        if len(text) > 1 and text[0] == "-" and text[1].isalpha() and before and before.kind == "quote":
            before.last = index  # „22“-ში: the ending is a part of what it is hung on
            continue
        opens = OPENS.get(text)
        if opens and _closes(texts, index, opens):
            atom = Atom("bracket" if text in "[(" else "quote", index, index)
            top.inside.append(atom)
            stack.append((atom, opens))
        else:
            top.inside.append(_token(index))
    return root


@lru_cache(maxsize=1024)
def _token(index: int) -> Atom:
    """Return the atom of one token; nothing changes it, so that all texts share it."""
    return Atom("token", index, index)


def _closes(texts: Sequence[str], index: int, closing: str) -> bool:
    """Tell whether one of `closing` follows before an outer bracket ends."""
    depth = 0
    for text in texts[index + 1 :]:
        if depth == 0 and text in closing:
            return True
        if text == "[":
            depth += 1
        elif text == "]":
            depth -= 1
            if depth < 0:
                return False
    return False


def walk(atom: Atom) -> Iterator[Atom]:
    """Yield `atom` and every quote and bracket under it, outermost first."""
    waiting = [atom]
    while waiting:  # no recursion: a damaged text may nest without end
        here = waiting.pop()
        yield here
        waiting += [inner for inner in reversed(here.inside) if inner.kind != "token"]
