"""Takes a Georgian form as written; gives its readings, the likeliest first. The words around are not asked.

A form with an affix in brackets is read with the affix, and without it only when that gives nothing. Hyphens
may be there or not. What the lexicon lacks gives one reading that is not `known`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tsesi import guess
from tsesi.paradigms import Lexicon
from tsesi.verbs import Finite

GEORGIAN = "ა-ჿᲐ-Ჿⴀ-ⴥ"
MTAVRULI = {0x1C90 + i: 0x10D0 + i for i in range(0x30)}
CAPITALS = re.compile("[Ა-Ჿ]")
ANY_BRACKET = re.compile(r"\[([^\]]*)\]")
PUNCTUATION = re.compile(r"^[\W_]+$")
NUMBER = re.compile(r"^[+\-±]?\d[\d.,:]*$|^[IVXLC]+$")
_MOST_KEPT = 1 << 16  # forms whose readings are kept
SYMBOLS = frozenset("+=<>%$€£§№^~|*&#@°")


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


def plain(text: str) -> str:
    """Return a word as it would stand without brackets, the affix kept, in Mkhedruli letters."""
    if "[" in text:
        text = ANY_BRACKET.sub(r"\1", text)
    return text.translate(MTAVRULI) if CAPITALS.search(text) else text


class Analyser:
    """Takes a form, gives its readings, the likeliest first. Holds one lexicon."""

    def __init__(self, words: Lexicon) -> None:
        """Keep the lexicon."""
        self.words = words
        self._seen: dict[str, tuple[Reading, ...]] = {}

    def readings(self, text: str) -> tuple[Reading, ...]:
        """Return every reading of a token; one that is not `known` when the lexicon has none."""
        form = plain(text)
        found = self.known(form)
        if not found and "[" in text:
            short = self.known(ANY_BRACKET.sub("", text).translate(MTAVRULI))
            found = tuple(one for one in short if not one.verbs)  # another preverb would be another verb
        return found or (self._unknown(form),)

    def known(self, form: str) -> tuple[Reading, ...]:
        """Return the readings of a form that the lexicon has, none for another."""
        found = self._seen.get(form)
        if found is None:  # a text is first normalized and then analysed: each form is asked for twice
            if len(self._seen) >= _MOST_KEPT:
                self._seen.clear()
            self._seen[form] = found = self._look_up(form)
        return found

    def _look_up(self, form: str) -> tuple[Reading, ...]:
        if len(form) > guess.LONGEST_WORD:
            return ()
        if form.startswith("-"):
            return self._ending(form)
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
        """15-მეტრა, თითო-თითოდ, 22-იდან: the last piece inflects, each must be known."""
        *first, last = form.split("-")
        if len(first) == 1 and first[0].isdigit() and (number := self._number(first[0], last)):
            return number
        if not last or not all(piece and (piece.isdigit() or self._stem(piece)) for piece in first):
            return ()
        head = "-".join(first) + "-"
        return tuple(
            r._replace(lemma=head + r.lemma, verbs=()) for r in self._simple(last) if r.pos != "VERB"
        )

    def _ending(self, form: str) -> tuple[Reading, ...]:
        """„22“-ში, „მარკი“-ს: an ending hung on what stands in quotes, which it inflects."""
        found = {
            Reading("NOUN", form, f"Case={one.case}|Number={one.number}", one.postposition, one.clitic)
            for table in ("consonant", "a", "o")
            for one in self.words.tables[table].get(form[1:], ())
            if one.case not in ("Bare", "Voc")
        }
        return tuple(sorted(found, key=lambda one: (bool(one.clitic), one.morph, one.postposition)))[:1]

    def _number(self, digits: str, ending: str) -> tuple[Reading, ...]:
        """22-იდან, 30-ს: a number in digits with its ending."""
        found = {
            Reading("NUM", digits, f"Case={one.case}|Number=Sing|NumForm=Digit", one.postposition, one.clitic)
            for table in ("consonant", "a", "o")
            for one in self.words.tables[table].get(ending, ())
            if one.case not in ("Bare", "Voc") and one.number == "Sing"
        }
        return tuple(sorted(found, key=lambda one: (bool(one.clitic), one.morph, one.postposition)))[:1]

    def _stem(self, piece: str) -> bool:
        return piece in self.words.stems or bool(self._simple(piece))

    def _unknown(self, form: str) -> Reading:
        if form.isspace():
            return Reading("SPACE", form)
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
