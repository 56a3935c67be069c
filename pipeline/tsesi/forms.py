"""Takes tokens that `nlp` has analysed; tells which stand in like form and how they nest. Guarantees: no words here.

Two alternatives, or a word and its gloss, are recognised by like form: the same case and postposition, or the
same kind of verb form, at their last word (Georgian phrases end in their head). Quotes and brackets are units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from spacy.tokens import Doc, Token

from tsesi.model import Span

OPENING = {"[": "]", "„": "“”", "«": "»", "“": "”", "‘": "’", "(": ")"}
STRAIGHT = "\"'"
DIRECTIONS = ("დან", "კენ", "მდე", "გან")
LOCATIVE = frozenset({"ში", "ზე", "თან"})
QUANTITY = frozenset({"NUM", "DET"})
MODIFIERS = QUANTITY | {"ADJ"}
NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "ADJ", "NUM", "DET"})


class Region(NamedTuple):
    """One run of a unit's text, analysed: `start` is its place in the document's text."""

    start: int
    doc: Doc

    def span(self, first: int, last: int) -> Span:
        """Return the document span from token `first` to token `last`, both included."""
        end = self.doc[last]
        return Span(self.start + self.doc[first].idx, self.start + end.idx + len(end))


class Form(NamedTuple):
    """What of a word's morphology decides whether it matches another."""

    pos: str
    case: str
    postposition: str
    verb_form: str
    mood: str
    tense: str
    copula: bool

    @property
    def finite(self) -> bool:
        """True for a finite verb and for a nominal with the copula on it (`ლელოშია`)."""
        return self.verb_form == "Fin" or self.copula

    @property
    def masdar(self) -> bool:
        """True for a verbal noun."""
        return self.verb_form == "Vnoun"

    @property
    def adverbial(self) -> bool:
        """True for adverbs, uninflected words and nominals used as adverbs of manner."""
        return self.pos == "ADV" or (self.case == "Ess" and not self.postposition) or (self.case == "Adv")


_FORMS: dict[tuple[int, int, str, bool], Form] = {}


def form(token: Token) -> Form:
    """Return the `Form` of `token` (kept by analysis, since many words share one)."""
    clitic = token._.clitic
    copula = bool(clitic) and clitic.startswith("ა") and token.pos_ != "VERB"
    postposition = token._.postposition
    if not postposition and token.pos_ == "ADP":  # `უკნიდან` says whence as `ხაზიდან` does
        postposition = next((p for p in DIRECTIONS if token.lower_.endswith(p)), "")
    key = (token.pos, token.morph.key, postposition, copula)
    known = _FORMS.get(key)
    if known is None:
        one = token.morph.to_dict()
        known = Form(
            token.pos_,
            one.get("Case", ""),
            postposition,
            one.get("VerbForm", ""),
            one.get("Mood", ""),
            one.get("Tense", ""),
            copula,
        )
        _FORMS[key] = known
    return known


def like(one: Form, other: Form) -> int:
    """Return 2 for forms that match, 1 for forms that match loosely, 0 for forms that do not."""
    if one.verb_form == "Fin" and other.verb_form == "Fin":
        return 2 if one.mood == other.mood else 1
    if one.finite and other.finite:
        return 2 if one.copula and other.copula and one.postposition == other.postposition else 1
    if one.verb_form == "Fin" or other.verb_form == "Fin":
        return 0
    if one.copula or other.copula:  # `კარის ხაზზე | მის უკანაა`: the copula stands once, at the end
        places = [place(each) for each in (one, other)]
        return 1 if all(places) or (one.case == other.case and one.case and not any(places)) else 0
    if one.pos in QUANTITY and other.pos in MODIFIERS or other.pos in QUANTITY and one.pos in MODIFIERS:
        return 2
    if one.postposition and one.postposition == other.postposition and "ADP" in (one.pos, other.pos):
        return 2
    if one.adverbial and other.adverbial:
        return 2 if one.pos == other.pos or one.case == other.case else 1
    if one.pos in NOMINAL and other.pos in NOMINAL and one.case and one.case == other.case:
        if one.postposition == other.postposition:
            return 2
        if place(one) and place(other):
            return 2
        return 0
    if place(one) and place(other):
        return 2
    if (one.adverbial and other.case == "Ins") or (other.adverbial and one.case == "Ins"):
        return 1
    return 0


def place(one: Form) -> bool:
    """Tell whether a form says where: a locative postposition, on a word or as a word (`მიღმა`)."""
    return one.postposition in LOCATIVE or one.pos == "ADP" and not one.postposition


def agrees(modifier: Form, noun: Form) -> bool:
    """Tell whether a modifier before a noun can belong to it: `-ი` goes with nominative, genitive and instrumental."""
    if not modifier.case or modifier.case == noun.case:
        return True
    return (
        modifier.case == "Nom"
        and noun.case in ("Gen", "Ins")
        or modifier.case == "Dat"
        and noun.case == "Ess"
    )


def modifies(token: Token, noun: Form) -> bool:
    """Tell whether `token`, right before a noun of form `noun`, belongs to it as adjective, number or genitive.

    A word that no word data know and that agrees with the noun after it is taken for an adjective.
    """
    own = form(token)
    if noun.pos == "ADP":
        return own.case == "Gen"
    if own.case == "Gen" or own.pos in MODIFIERS or own.verb_form == "Part" or own.pos == "ADP":
        return True
    if token.text[0].isdigit():
        return True
    return own.pos == "NOUN" and not token._.known and not own.postposition and agrees(own, noun)


@dataclass(slots=True)
class Atom:
    """A token, or a quoted or bracketed run that counts as one; `first` and `last` are token indices."""

    kind: Literal["token", "quote", "bracket", "root"]
    first: int
    last: int
    inside: list[Atom] = field(default_factory=list)

    def head(self, doc: Doc) -> Token | None:
        """Return the last word in it: the one whose form counts. None for punctuation."""
        for index in range(self.last, self.first - 1, -1):
            token = doc[index]
            if not token.is_punct and token.text not in "|[]" and not token.is_space:
                return token
        return None


def nest(doc: Doc) -> Atom:
    """Return the root of the tree of quotes and brackets in `doc`; what never closes counts as plain tokens."""
    root = Atom("root", 0, len(doc) - 1)
    stack: list[tuple[Atom, str]] = [(root, "")]
    for token in doc:
        text = token.text
        top, closing = stack[-1]
        if closing and text in closing:
            top.last = token.i
            stack.pop()
            continue
        opens = OPENING.get(text) or (text if len(text) == 1 and text in STRAIGHT else "")
        if opens and _closes(doc, token.i, opens):
            kind: Literal["quote", "bracket"] = "bracket" if text in "[(" else "quote"
            atom = Atom(kind, token.i, token.i)
            top.inside.append(atom)
            stack.append((atom, opens))
        else:
            top.inside.append(Atom("token", token.i, token.i))
    return root


def _closes(doc: Doc, index: int, closing: str) -> bool:
    """Tell whether one of `closing` follows before an outer bracket ends."""
    depth = 0
    for later in range(index + 1, len(doc)):
        text = doc[later].text
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
    yield atom
    for inner in atom.inside:
        if inner.kind != "token":
            yield from walk(inner)


def words(doc: Doc, first: int, last: int) -> Sequence[Token]:
    """Return the tokens from `first` to `last` that are words."""
    return [doc[i] for i in range(first, last + 1) if not doc[i].is_punct and doc[i].text not in "|[]"]
