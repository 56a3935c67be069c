"""Takes a nominal form that the lexicon lacks; gives its likely nominative singular and what its ending says.

Never a verb, never certain: whoever asks says that the word is not known. Tiers: simplemma where our endings
allow what it says; a reading of our endings whose nominative simplemma has; the likeliest of our readings.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from simplemma.strategies import DictionaryLookupStrategy

from tsesi import lang
from tsesi.paradigms import VOWELS, Ending, ending_tails, endings

NOMINATIVE = {"consonant": "ი", "a": "ა", "e": "ე", "o": ""}
# What speaks for a reading (less is better). The figures only order readings of one form.
TABLE = {"consonant": 0.0, "o": 0.1, "a": 0.5, "e": 0.9}
SYNCOPE = {"ა": 0.6, "ე": 0.7}
UNLIKELY = 1.6
LOST_E = ("ბლ", "მლ", "ვლ", "ცლ", "ძლ")  # მასწავლებლის, მცემლის: -ელი
LIKE_A = ("ი", "ობ", "იკ")  # ფედერაციის, მეგობრობის, ტექნიკის
VERBAL = ("ირებ", "დებ", "ლებ", "ოებ", "უებ")  # ორგანიზების: -ება
NOMINAL = ("ულ", "ურ", "ელ", "ილ", "ალ", "არ", "ორ", "ან", "ონ", "ისტ", "ენტ", "ატ")  # ქართველების: -ები
NOT_A_STEM = (
    "ისთვ",
    "ისათვ",
    "ისგ",
    "ისაგ",
    "ისკ",
    "ისაკ",
    "ებშ",
    "ისას",
    "სთ",
    "ებს",
)  # these end in endings

LONGEST_WORD = 60
"""Letters. The longest Georgian word has some 40: what is longer is none, and is not looked up."""


@cache
def dictionary() -> DictionaryLookupStrategy:
    """Return simplemma's Georgian word forms, loaded (a third of a second, once)."""
    forms = DictionaryLookupStrategy()
    forms.get_lemma("", "ka")
    return forms


def attested(form: str) -> bool:
    """Tell whether simplemma's list of Georgian word forms has `form`, be it in the lexicon or not."""
    return dictionary().get_lemma(form, "ka") is not None


def nominal(form: str) -> tuple[str, Ending] | None:
    """Return the likely nominative of `form` with its ending, or None when no ending fits."""
    if len(form) > LONGEST_WORD:
        return None
    readings = sorted(_readings(form), key=lambda reading: reading[0])
    if not readings:
        return None
    look_up = dictionary().get_lemma
    said = look_up(form, "ka")
    if said is not None:
        for cost, lemma, ending in readings:
            if lemma == said and cost < UNLIKELY:
                return lemma, ending
    for cost, lemma, ending in readings:
        if cost < UNLIKELY and look_up(lemma, "ka") == lemma:
            return lemma, ending
    return readings[0][1:]


def _readings(form: str) -> Iterator[tuple[float, str, Ending]]:
    """Yield (cost, nominative, ending) for every way to cut `form`."""
    tables = endings()
    for end in range(len(form), 1, -1):
        stem, rest = form[:end], form[end:]
        if rest not in ending_tails():
            return
        for name, nominative in NOMINATIVE.items():
            if (stem[-1] in VOWELS) != (name == "o") and not (name == "a" and stem[-1] in "იუ"):
                continue
            if name == "o" and stem[-1] not in "ოუ":
                continue
            for ending in tables[name].get(rest, ()):
                cost = TABLE[name] + _cost(stem, name, ending)
                yield cost, stem + nominative, ending
                if name == "consonant" and _may_have_lost(stem, ending):
                    for vowel, more in SYNCOPE.items():
                        more = -0.5 if vowel == "ე" and stem.endswith(LOST_E) else more
                        yield cost + more, stem[:-1] + vowel + stem[-1] + "ი", ending


def _cost(stem: str, table: str, ending: Ending) -> float:
    """Tell how unlikely a stem is before an ending, by what its last letters say."""
    cost = 1.0 * bool(ending.clitic) + 1.5 * (ending.case in ("Voc", "Bare")) + 0.3 * (len(stem) < 3)
    cost -= 0.9 * bool(ending.postposition)
    if stem.endswith(NOT_A_STEM):
        cost += 2.0
    if table == "a":
        if stem.endswith("ებ"):
            return cost + (-0.8 if stem.endswith(VERBAL) or _preverb(stem) else 0.3)
        if stem.endswith(LIKE_A) or (stem[-1] == "ვ" and stem[-2:-1] not in VOWELS):
            return cost - 0.8
    elif stem.endswith("ებ") and ending.number == "Sing":
        cost += 1.0  # სახლებს is a plural
    return cost


def _may_have_lost(stem: str, ending: Ending) -> bool:
    if len(stem) < 3 or stem[-1] not in "ლრნმ" or stem[-2] in VOWELS:
        return False
    return ending.number == "Plur" or ending.case in ("Gen", "Ins", "Ess")


@cache
def _preverbs() -> tuple[str, ...]:
    preverbs: list[str] = lang.read("ka", "paradigms")["preverbs"]
    return tuple(preverb for preverb in preverbs if len(preverb) > 1)


def _preverb(stem: str) -> bool:
    """Tell whether a stem in -ებ looks like a verbal noun: a preverb, and no ending of nouns before -ებ."""
    return stem.startswith(_preverbs()) and not stem[:-2].endswith(NOMINAL)
