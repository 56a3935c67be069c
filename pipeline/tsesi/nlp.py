"""Georgian for spaCy: takes a text; gives tokens whose joined text equals it, with lemma, UD morphology and more.

`spacy.blank("ka")` is the tokenizer alone, `build()` adds the morphology. Each token gets `pos_`, `lemma_`, `morph`
and, under `token._`: `known`, `postposition`, `clitic`, `verbs`, `subject`, `subjects`. The lemma of a nominal is its
nominative singular, of a finite verb its verbal noun; `verbs` holds the keys on which finite verb, optative,
participle, verbal noun and bracketed spellings meet. What the word data lack is not `known`: a noun then has a
likely lemma, a verb its own form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import srsly
from spacy.attrs import LIKE_NUM
from spacy.lang.char_classes import (
    CONCAT_QUOTES,
    CURRENCY,
    LIST_CURRENCY,
    LIST_ELLIPSES,
    LIST_ICONS,
    LIST_PUNCT,
    LIST_QUOTES,
)
from spacy.language import BaseDefaults, Language
from spacy.parts_of_speech import IDS as POS_IDS
from spacy.symbols import ORTH
from spacy.tokens import Doc, Token
from spacy.tokens.morphanalysis import MorphAnalysis
from spacy.util import registry
from spacy.vocab import Vocab

from tsesi import guess, lang
from tsesi.paradigms import Finite, Lexicon, lexicon

# --- tokenizer ----------------------------------------------------------------------------------------------

GEORGIAN = "ა-ჿᲐ-Ჿⴀ-ⴥ"
LETTER = rf"{GEORGIAN}A-Za-z"
AFFIX = rf"\[[{GEORGIAN}]+\]"
# A word with an affix in brackets: [შე]ბოჭვაში, გა[და]აგოროს, რაქში[ვე]; but not a bracket that holds whole words.
BRACKETED = re.compile(
    rf"^(?!{AFFIX}$)(?=[^\[]*\[)(?:{AFFIX})?[{GEORGIAN}]+(?:{AFFIX}[{GEORGIAN}]*)*"
    rf"(?:-[{GEORGIAN}]+(?:{AFFIX}[{GEORGIAN}]*)*)*$"
)
URL = re.compile(r"^(?:https?://|www\.)[^\s\[\]|„“”«»\"]+$")
DASHES = ["---?", "—", "–"]
DOUBLE_QUOTES = ['"', "„", "“", "”", "«", "»", "‟"]
OPEN_BRACKET = rf"\[(?![{GEORGIAN}]+\][{GEORGIAN}])"
PUNCT = [OPEN_BRACKET if mark == r"\[" else mark for mark in LIST_PUNCT]


def _like_num(text: str) -> bool:
    return bool(re.fullmatch(r"[+\-±~]?\d[\d.,]*", text))


class GeorgianDefaults(BaseDefaults):
    """What the tokenizer cuts: brackets round whole words, not inside one; hyphens stay, dashes do not."""

    token_match = BRACKETED.match
    url_match = URL.match
    prefixes = [  # noqa: RUF012 - spaCy reads a list from the class
        "§", "%", "=", "№", r"\|", *DASHES, r"\+(?![0-9])", rf"-(?=[{LETTER}])",
        rf"[0-9]+(?:[.,][0-9]+)*(?=[{GEORGIAN}])",
        *PUNCT, *LIST_ELLIPSES, *LIST_QUOTES, *LIST_CURRENCY, *LIST_ICONS,
    ]  # fmt: skip
    suffixes = [  # noqa: RUF012
        *LIST_PUNCT, *LIST_ELLIPSES, *LIST_QUOTES, *LIST_ICONS, r"\|", *DASHES, r"(?<=[0-9])[+%]",
        rf"(?<=[0-9])(?:{CURRENCY})", rf"(?<=[0-9{LETTER}%²\-\+\]\){CONCAT_QUOTES}])\.", rf"(?<=[{LETTER}])-",
    ]  # fmt: skip
    infixes = [  # noqa: RUF012
        *LIST_ELLIPSES, *LIST_ICONS, *DASHES, *DOUBLE_QUOTES, r"\|", r"\*", r"(?<=[0-9])[+^](?=[0-9-])",
        rf"(?<=[{GEORGIAN}])\.(?=[{GEORGIAN}0-9])", rf"(?<=[0-9])\.(?=[{GEORGIAN}])",
        rf"(?<=[{LETTER}0-9])[,:;](?=[{LETTER}])", rf"(?<=[{LETTER}])[,:;](?=[0-9])",
        rf"(?<=[{LETTER}])[<>=/()!?](?=[{LETTER}])",
    ]  # fmt: skip
    tokenizer_exceptions = {  # noqa: RUF012
        short: [{ORTH: short}] for short in lang.read("ka", "closed")["abbreviations"]
    }
    lex_attr_getters = {**BaseDefaults.lex_attr_getters, LIKE_NUM: _like_num}  # noqa: RUF012
    writing_system = {"direction": "ltr", "has_case": False, "has_letters": True}  # noqa: RUF012


@registry.languages("ka")
class Georgian(Language):
    """The language `ka`, registered by the entry point `spacy_languages`."""

    lang = "ka"
    Defaults = GeorgianDefaults


# --- readings -----------------------------------------------------------------------------------------------


class Reading(NamedTuple):
    """One way to read a form. `subjects` are the cases that its subject may take, the likeliest first."""

    pos: str
    lemma: str
    morph: str = ""
    postposition: str = ""
    clitic: str = ""
    known: bool = True
    verbs: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    rank: float = 0.0


MTAVRULI = {0x1C90 + i: 0x10D0 + i for i in range(0x30)}
ANY_BRACKET = re.compile(r"\[([^\]]*)\]")
PUNCTUATION = re.compile(r"^[\W_]+$")
NUMBER = re.compile(r"^[+\-±]?\d[\d.,:]*$|^[IVXLC]+$")
OPTATIVE = re.compile(r"(?:ოს|ას|ეს|ონ|ან|ნენ)$")
# What a finite form looks like at its beginning: a preverb, or a version vowel or ჰ-, ს- before a consonant.
VERBAL = re.compile(
    rf"^\[?(?:{'|'.join(sorted(lang.read('ka', 'paradigms')['preverbs'], key=len, reverse=True))}|[იუეჰს](?![აეიოუ]))"
)
SYMBOLS = frozenset("+=<>%$€£§№^~|*&#@°")
VERSION = re.compile(VERBAL.pattern + "(?:[ეუიაჰს](?![აეიოუ]))")


class Analyser:
    """Takes a form, gives its readings, the likeliest first. Holds one lexicon."""

    def __init__(self, words: Lexicon) -> None:
        """Keep the lexicon."""
        self.words = words

    def readings(self, form: str) -> tuple[Reading, ...]:
        """Return every reading of `form`; one that is not `known` when the lexicon has none."""
        form = form.translate(MTAVRULI)
        if "[" in form:
            for spelling in (ANY_BRACKET.sub(r"\1", form), ANY_BRACKET.sub("", form)):
                found = self.known(spelling)
                if found:
                    return found
            form = ANY_BRACKET.sub(r"\1", form)
        found = self.known(form)
        return found or (self._unknown(form),)

    def known(self, form: str) -> tuple[Reading, ...]:
        """Return the readings of a form that the lexicon has, none for another. Hyphens may be there or not."""
        found = self._simple(form)
        if not found and "-" in form:
            found = self._simple(form.replace("-", "")) or self._compound(form)
        return found

    def _simple(self, form: str) -> tuple[Reading, ...]:
        words = self.words
        found = [
            Reading(word.pos, word.lemma, word.features, word.postposition, word.clitic)
            for word in words.closed.get(form, ())
        ]
        pairs = words.finite.get(form)
        if pairs:
            found += _finite(pairs)
        for stem, ending in words.nominal(form):
            case = ending.case
            if case == "Bare" and stem.pos in ("NOUN", "PROPN"):
                continue
            features = f"Case={'Dat' if case == 'Bare' else case}|Number={ending.number}"
            rank = 0.5 + (2 if ending.clitic else 0) + (4 if case == "Voc" else 0)
            pos, lemma = stem.pos, stem.lemma
            if stem.form:
                features += f"|VerbForm={stem.form}"
                rank += 0.7 if stem.form == "Part" else 0.1
            elif pos == "ADJ" and case == "Ess" and not ending.postposition and ending.number == "Sing":
                pos, features = "ADV", ""
                lemma = (
                    form if not ending.clitic else lemma + "დ" if lemma[-1] in "აეოუ" else lemma[:-1] + "ად"
                )
            found.append(
                Reading(pos, lemma, features, ending.postposition, ending.clitic, True, stem.verbs, (), rank)
            )
        if len(found) > 1:
            found = sorted(dict.fromkeys(found), key=_rank)
        return tuple(found)

    def _compound(self, form: str) -> tuple[Reading, ...]:
        """15-მეტრა, თითო-თითოდ: the last piece inflects, each must be known."""
        *first, last = form.split("-")
        if not last or not all(piece and (piece.isdigit() or self._stem(piece)) for piece in first):
            return ()
        head = "-".join(first) + "-"
        return tuple(
            r._replace(lemma=head + r.lemma, verbs=()) for r in self._simple(last) if r.pos != "VERB"
        )

    def _stem(self, piece: str) -> bool:
        return piece in self.words.stems or bool(self._simple(piece))

    def _unknown(self, form: str) -> Reading:
        if len(form) == 1 and form.isalpha():
            return Reading("SYM", form, rank=9)  # the letter of an item
        if PUNCTUATION.match(form):
            return Reading("SYM" if set(form) <= SYMBOLS else "PUNCT", form, rank=9)
        if NUMBER.match(form):
            return Reading("NUM", form, "NumForm=" + ("Digit" if form[-1].isdigit() else "Roman"), rank=9)
        if not re.search(f"[{GEORGIAN}]", form):
            return Reading("X", form, "Foreign=Yes" if form.isalpha() else "", known=False, rank=9)
        return self._nominal(form)

    def _nominal(self, form: str) -> Reading:
        likely = guess.nominal(form)
        if likely is None:
            return Reading("NOUN", form, known=False, rank=9)
        lemma, ending = likely
        features = f"Case={'Dat' if ending.case == 'Bare' else ending.case}|Number={ending.number}"
        return Reading("NOUN", lemma, features, ending.postposition, ending.clitic, False, rank=9)


def _rank(reading: Reading) -> float:
    return reading.rank


def _finite(pairs: Sequence[tuple[str, Finite]]) -> list[Reading]:
    """One reading for each mood, tense and person; the verbs that share the form stand in it together."""
    grouped: dict[tuple[str, str, int, str], tuple[list[str], list[str]]] = {}
    for key, said in pairs:
        verbs, subjects = grouped.setdefault(said[:4], ([], []))
        if key not in verbs:
            verbs.append(key)
        if said.subject not in subjects:
            subjects.append(said.subject)
    made = []
    for (mood, tense, person, number), (verbs, subjects) in grouped.items():
        morph = f"Mood={mood}|Number[subj]={number}|Person[subj]={person}"
        morph += f"|Tense={tense}|VerbForm=Fin" if tense else "|VerbForm=Fin"
        pos = "AUX" if verbs[0] == "ყოფნა" else "VERB"
        rank = 1.0 + (0 if person == 3 else 0.2) + (0 if mood == "Opt" else 0.05) - (pos == "AUX")
        made.append(Reading(pos, verbs[0], morph, "", "", True, tuple(verbs), tuple(subjects), rank))
    return made


# --- component ----------------------------------------------------------------------------------------------

NOTHING: tuple[bool, str, str, tuple[str, ...], tuple[str, ...]] = (False, "", "", (), ())


def _register() -> None:
    """Put the extension attributes on spaCy's tokens. All are read from one stored value."""
    if Token.has_extension("reading"):
        return
    Token.set_extension("reading", default=NOTHING)
    Token.set_extension("known", getter=lambda token: bool(token._.reading[0]))
    Token.set_extension("postposition", getter=lambda token: token._.reading[1])
    Token.set_extension("clitic", getter=lambda token: token._.reading[2])
    Token.set_extension("verbs", getter=lambda token: tuple(token._.reading[3]))
    Token.set_extension("subjects", getter=lambda token: tuple(token._.reading[4]))
    Token.set_extension("subject", getter=lambda token: (tuple(token._.reading[4]) or ("",))[0])
    Token.set_extension("valency", getter=lambda token: (tuple(token._.reading[4]) or ("",))[0])


_register()


class _Ready(NamedTuple):
    """A reading in spaCy's terms: what is set on a token."""

    pos: int
    lemma: int
    morph: Any
    stored: tuple[bool, str, str, tuple[str, ...], tuple[str, ...]]
    reading: Reading
    past: bool = False


BOUNDARIES = frozenset({".", ":", ";", "!", "?", "…", "--", "---", "—", "–"})
MODAL = "უნდა"
CARRIES = frozenset({MODAL, "არც", "ნუ", "ნურც", "რომ", "რათა"})  # an optative may follow
JOINS = frozenset({"|", ",", "და", "ან", "არც", "ანდა", "ანაც", "[", "]"})


def _clauses(doc: Doc) -> list[tuple[int, int]]:
    """Return for each token where its clause begins and ends: the marks of the notation and the full stop part them."""
    found: list[tuple[int, int]] = []
    start = 0
    for i, token in enumerate(doc):
        if token.text in BOUNDARIES or i == len(doc) - 1:
            found += [(start, i + 1)] * (i + 1 - start)
            start = i + 1
    return found


def _mood(reading: Reading) -> str:
    return reading.morph[5:8] if reading.morph.startswith("Mood=") else ""


def _only_past(ready: Sequence[_Ready]) -> bool:
    return all("Tense=Past" in one.reading.morph for one in ready)


def _better(i: int, readings: Sequence[Reading], chosen: Sequence[_Ready], clause: tuple[int, int]) -> int:
    """Return the number of the reading that the words around speak for; 0 where they say nothing."""
    start, end = clause
    moods = [_mood(reading) for reading in readings]
    if any(moods):
        around = [one.reading for one in chosen[start:end]]
        modal = any(reading.lemma in CARRIES for reading in around)
        if modal:
            for number, mood in enumerate(moods):
                if mood in ("Opt", "Sub"):
                    return number
        elif moods[0] == "Opt" and "Tense=Past" in "".join(reading.morph for reading in readings):
            return next(n for n, reading in enumerate(readings) if "Tense=Past" in reading.morph)
        if "VerbForm=Vnoun" in readings[0].morph:
            finite = next(number for number, mood in enumerate(moods) if mood)
            if "Person[subj]=3" not in readings[finite].morph:
                return 0  # a law speaks of others: გადაყრით is "by throwing", not "you will throw"
            return finite if _is_finite(i, readings, chosen, start, end) else 0
        return 0
    if readings[0].morph.startswith("Case=Dat"):  # ლელოს: of two words the first is the genitive
        following = chosen[i + 1].reading if i + 1 < end else None
        if following and following.pos in ("NOUN", "ADJ", "ADP") and "Case=" in following.morph:
            for number, reading in enumerate(readings):
                if reading.morph.startswith("Case=Gen") and reading.lemma == readings[0].lemma:
                    return number
    return 0


def _inside(i: int, chosen: Sequence[_Ready], start: int, end: int) -> tuple[int, int]:
    """Narrow a clause to the bracket that holds token `i`: a gloss is a clause of its own."""
    for at in range(i - 1, start - 1, -1):
        if chosen[at].reading.lemma == "]":
            break
        if chosen[at].reading.lemma == "[":
            start = at + 1
            break
    for at in range(i + 1, end):
        if chosen[at].reading.lemma == "[":
            break
        if chosen[at].reading.lemma == "]":
            return start, at
    return start, end


def _is_finite(i: int, readings: Sequence[Reading], chosen: Sequence[_Ready], start: int, end: int) -> bool:
    """Tell whether what may be a verbal noun is a finite verb: გადაკვეთა "crossing, crossed", შეცვლის "will change"."""
    start, end = _inside(i, chosen, start, end)
    if any(_mood(one.reading) for one in chosen[start:i]) or any(
        _mood(one.reading) for one in chosen[i + 1 : end]
    ):
        return False
    if readings[0].morph.startswith("Case=Nom"):
        other = next(reading for reading in readings if _mood(reading)).verbs != readings[0].verbs
        return other or any("Case=Erg" in one.reading.morph for one in chosen[start:i])
    following = chosen[i + 1].reading.pos if i + 1 < end else "PUNCT"
    return following not in ("NOUN", "ADJ", "ADP", "PROPN", "NUM") and any(
        one.reading.morph.startswith("Case=Nom") for one in chosen[start:i]
    )


def _is_verb(
    i: int, form: str, chosen: Sequence[_Ready], start: int, end: int, unknown: Sequence[int]
) -> bool:
    """Tell whether an unknown form that could be an optative is one: where it stands, then what it looks like."""
    said = [chosen[k].reading for k in range(start, end)]
    here = i - start
    if here and said[here - 1].lemma == MODAL:
        return True
    looks = bool(VERBAL.match(form))
    if here >= 2 and said[here - 1].lemma in JOINS and _mood(said[here - 2]) == "Opt":
        return looks
    if here + 2 < len(said) and said[here + 1].lemma == "|" and _mood(said[here + 2]) == "Opt":
        return looks
    if form.endswith(("ოს", "ონ")) and looks:
        return True
    carried = any(reading.lemma in CARRIES for reading in said)
    last = here + 1 == len(said) or said[here + 1].lemma == "|" or said[here + 1].pos == "PUNCT"
    if carried and last and looks and (form.endswith("ნ") or VERSION.match(form)):
        return True
    if not carried or any(_mood(reading) in ("Opt", "Sub") for reading in said):
        return False
    return not any(i < other < end and other in unknown for other in range(i + 1, end)) and (
        looks or (here + 1 < len(said) and said[here + 1].lemma == MODAL)
    )


class Morphology:
    """The component: sets lemma, part of speech, morphology and `token._` of every token, by looking them up."""

    def __init__(
        self,
        vocab: Vocab,
        name: str,
        nouns: Iterable[str] = (),
        verbal_nouns: Iterable[str] = (),
        without: Iterable[str] = (),
    ) -> None:
        """Build the lexicon from the word data and the words given."""
        self.vocab = vocab
        self.name = name
        self._set(list(nouns), list(verbal_nouns), list(without))

    def _set(self, nouns: list[str], verbal_nouns: list[str], without: list[str]) -> None:
        self.nouns, self.verbal_nouns, self.without = nouns, verbal_nouns, without
        self.analyser = Analyser(lexicon(nouns, verbal_nouns, without))
        self._seen: dict[int, tuple[_Ready, ...]] = {}
        guess.dictionary()  # here, not at the first unknown word of a text

    def __call__(self, doc: Doc) -> Doc:
        """Set the attributes of every token of `doc` and return it."""
        seen, data = self._seen, doc.user_data
        unsure: list[int] = []
        chosen: list[_Ready] = []
        for token in doc:
            ready = seen.get(token.orth)
            if ready is None:
                ready = self._look_up(token.orth, token.text)
            first = ready[0]
            if len(ready) > 1 or not first.stored[0] or first.past:
                unsure.append(token.i)
            chosen.append(first)
            token.pos = first.pos
            token.lemma = first.lemma
            token.set_morph(first.morph)
            # what `token._.reading = …` does, without making an Underscore for each token
            data["._.", "reading", token.idx, None] = first.stored
        if unsure:
            self._decide(doc, unsure, chosen)
        return doc

    def _look_up(self, orth: int, text: str) -> tuple[_Ready, ...]:
        made = tuple(self._ready(reading) for reading in self.analyser.readings(text))
        if text.isspace():
            made = (self._ready(Reading("SPACE", text)),)
        self._seen[orth] = made
        return made

    def _ready(self, reading: Reading) -> _Ready:
        return _Ready(
            POS_IDS[reading.pos],
            self.vocab.strings.add(reading.lemma),
            MorphAnalysis(self.vocab, reading.morph),
            (reading.known, reading.postposition, reading.clitic, reading.verbs, reading.subjects),
            reading,
            "Tense=Past" in reading.morph,
        )

    def _decide(self, doc: Doc, unsure: Sequence[int], chosen: list[_Ready]) -> None:
        """Choose between readings by the words around, and tell an unknown verb from an unknown noun."""
        clauses = _clauses(doc)
        unknown: list[int] = []
        for i in unsure:
            ready = self._seen[doc[i].orth]
            if len(ready) == 1:
                if (
                    not ready[0].reading.known
                    and ready[0].reading.pos == "NOUN"
                    and OPTATIVE.search(doc[i].text)
                ):
                    unknown.append(i)
                if not ready[0].past:
                    continue
            better = _better(i, [one.reading for one in ready], chosen, clauses[i])
            if better:
                self._change(doc[i], ready[better], chosen)
            elif i and doc[i - 1].text == MODAL and OPTATIVE.search(doc[i].text) and _only_past(ready):
                unknown.append(i)  # after უნდა stands no aorist: an optative that the lexicon lacks
        for i in unknown:
            start, end = clauses[i]
            if _is_verb(i, doc[i].text, chosen, start, end, unknown):
                form = ANY_BRACKET.sub(r"\1", doc[i].text).translate(MTAVRULI)
                number = "Plur" if form.endswith("ნ") else "Sing"
                morph = f"Mood=Opt|Number[subj]={number}|Person[subj]=3|VerbForm=Fin"
                self._change(doc[i], self._ready(Reading("VERB", form, morph, known=False)), chosen)

    def _change(self, token: Token, ready: _Ready, chosen: list[_Ready]) -> None:
        chosen[token.i] = ready
        token.pos, token.lemma = ready.pos, ready.lemma
        token.set_morph(ready.morph)
        token._.reading = ready.stored

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the words given; the rest follows from the word data."""
        data: bytes = srsly.msgpack_dumps([self.nouns, self.verbal_nouns, self.without])
        return data

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Morphology:
        """Take the words given from `to_bytes`."""
        self._set(*srsly.msgpack_loads(data))
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write what `to_bytes` returns."""
        Path(path).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Morphology:
        """Read what `to_disk` wrote."""
        return self.from_bytes(Path(path).read_bytes())


@Georgian.factory(
    "ka_morphology",
    default_config={"nouns": [], "verbal_nouns": [], "without": []},
    assigns=["token.lemma", "token.pos", "token.morph"],
)
def make_morphology(
    nlp: Language, name: str, nouns: list[str], verbal_nouns: list[str], without: list[str]
) -> Morphology:
    """Make the component from its config."""
    return Morphology(nlp.vocab, name, nouns, verbal_nouns, without)


def build(
    nouns: Iterable[str] = (), verbal_nouns: Iterable[str] = (), without: Iterable[str] = ()
) -> Language:
    """Return a Georgian pipeline with morphology.

    `nouns` are further nominatives, `verbal_nouns` further verbal nouns (both from the termbase), `without` names
    verbs to leave out. Phrases are taken word by word: the last word as it is, others only where they are nominatives.
    """
    nlp = Georgian()
    config = {
        "nouns": sorted(set(nouns)),
        "verbal_nouns": sorted(set(verbal_nouns)),
        "without": sorted(set(without)),
    }
    nlp.add_pipe("ka_morphology", config=config)
    return nlp


def known(nlp: Language, word: str) -> bool:
    """Tell whether `word` is a form of the lexicon; brackets may be read or left out. Nothing is guessed."""
    analyser: Analyser = nlp.get_pipe("ka_morphology").analyser
    word = word.translate(MTAVRULI)
    return any(
        analyser.known(spelling) for spelling in {ANY_BRACKET.sub(r"\1", word), ANY_BRACKET.sub("", word)}
    )


def romanize(text: str) -> str:
    """Return `text` as a key: national romanization in small ASCII letters, hyphens between words."""
    letters = {ord(letter): latin for letter, latin in lang.read("ka", "romanization")["letters"].items()}
    roman = ANY_BRACKET.sub(r"\1", text).translate(MTAVRULI).translate(letters).lower()
    return "-".join(re.findall("[a-z0-9]+", roman))
