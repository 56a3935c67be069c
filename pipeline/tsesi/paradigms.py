"""Takes word data and further words; gives a `Lexicon`: every form they have, with what each form says.

Guarantees: a form is in the lexicon only when a word of the data has it. Nothing is guessed here, and leaving
a verb out takes away its forms without lending them to another verb. Nouns are kept as stems and endings
(their forms are the product of the two), finite verbs as whole forms.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from tsesi import lang
from tsesi.verbs import Finite, conjugate, every, guess, participles

VOWELS = frozenset("აეიოუ")
SYNCOPE = re.compile(r"\((\w)(?:>(\w))?\)")  # მხ(ა)რი, მინდ(ო>ვ)რი
MAY_LOSE = re.compile(r"(?<=[^აეიოუ][^აეიოუ]|[აეიოუ][^აეიოუ])([აე])([ლრნმ])ი$")


class Ending(NamedTuple):
    """What stands after a stem: UD case and number, postposition and clitic."""

    case: str
    number: str
    postposition: str
    clitic: str


class Stem(NamedTuple):
    """A stem of a nominal: `table` names the endings that may follow, `verbs` the verbs it belongs to."""

    lemma: str
    pos: str
    table: str
    form: str  # UD VerbForm: "", Vnoun or Part
    verbs: tuple[str, ...]


class Word(NamedTuple):
    """One form of a closed class, as its data says."""

    lemma: str
    pos: str
    features: str
    postposition: str
    clitic: str


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All forms: finite verbs and closed classes by form, nominals by stem and the table of its endings."""

    finite: Mapping[str, tuple[tuple[str, Finite], ...]]
    stems: Mapping[str, tuple[Stem, ...]]
    closed: Mapping[str, tuple[Word, ...]]
    tables: Mapping[str, Mapping[str, tuple[Ending, ...]]]
    lemmas: Set[str]

    def nominal(self, form: str) -> Iterator[tuple[Stem, Ending]]:
        """Yield every stem and ending that make up `form`, the longest stem first."""
        stems, tables, tails = self.stems, self.tables, ending_tails()
        for end in range(len(form), 0, -1):
            rest = form[end:]
            if rest not in tails:  # nor will it be with more letters before it
                return
            for stem in stems.get(form[:end], ()):
                for ending in tables[stem.table].get(rest, ()):
                    yield stem, ending

    def known(self, form: str) -> bool:
        """Tell whether `form` is one of the lexicon."""
        return form in self.closed or form in self.finite or next(self.nominal(form), None) is not None


@cache
def endings() -> Mapping[str, Mapping[str, tuple[Ending, ...]]]:
    """Return for each kind of stem every ending that may follow it, clitics and plural included."""
    data = lang.read("ka", "paradigms")
    nominal, clitics = data["nominal"], data["clitics"]
    consonant = nominal["consonant"]
    tables: dict[str, dict[str, dict[Ending, None]]] = {}

    def add(table: str, form: str, ending: Ending) -> None:
        tables.setdefault(table, {}).setdefault(form, {})[ending] = None

    def fill(table: str, cases: Mapping[str, Sequence[str]], number: str, before: str = "") -> None:
        for case, shapes in cases.items():
            for shape in shapes:
                form, _, postposition = shape.partition("/")
                form = before + form
                add(table, form, Ending(case, number, postposition, ""))
                for clitic in clitics if case not in ("Bare", "Voc") else ():
                    last = form[-1:] or {"a": "ა", "e": "ე", "o": "ო"}.get(table, "ს")
                    if (last in VOWELS) == (clitic["after"] == "vowel"):
                        add(table, form + clitic["form"], Ending(case, number, postposition, clitic["name"]))

    whole = {**consonant["full"], **consonant["short"]}
    old = nominal["old-plural"]
    for table, cases in (
        ("consonant", whole),
        ("full", consonant["full"]),
        ("short", consonant["short"]),
        ("a", nominal["a"]["full"]),
        ("e", nominal["e"]["full"]),
        ("o", nominal["o"]["full"]),
    ):
        fill(table, cases, "Sing")
        if table != "full":
            fill(table, whole, "Plur", ("ე" if table == "e" else "") + nominal["plural"])
        if table != "short":
            fill(table, old, "Plur", {"a": "ა", "e": "ე"}.get(table, ""))
    return {name: {form: tuple(all_) for form, all_ in table.items()} for name, table in tables.items()}


@cache
def ending_tails() -> Set[str]:
    """Return every ending and what stands at the end of one: other letters leave no stem before them."""
    return {form[at:] for table in endings().values() for form in table for at in range(len(form) + 1)}


def stems_of(word: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the nominative and the stems with the names of their endings.

    `word` is a nominative, a vowel that drops out in brackets: `მხ(ა)რი`.
    """
    lemma = SYNCOPE.sub(r"\1", word)
    if lemma.endswith("ი") and len(lemma) > 1:
        if lemma == word:
            return lemma, [(lemma[:-1], "consonant")]
        return lemma, [(lemma[:-1], "full"), (SYNCOPE.sub(lambda m: m[2] or "", word)[:-1], "short")]
    if lemma.endswith(("ა", "ე")):
        kind = "a" if lemma.endswith("ა") else "e"
        if lemma == word:
            return lemma, [(lemma[:-1], kind)]
        return lemma, [(lemma[:-1], kind), (SYNCOPE.sub(lambda m: m[2] or "", word)[:-1], "short")]
    if lemma.endswith(("ო", "უ")):
        if lemma == word:
            return lemma, [(lemma, "o")]
        return lemma, [
            (lemma, "o"),
            (SYNCOPE.sub(lambda m: m[2] or "", word)[: -1 if word[-1] in VOWELS else None], "short"),
        ]
    return lemma, [(lemma, "consonant")]


def _participle_shapes(participle: str) -> list[str]:
    """A participle in -ელი is said with and without its ე: დამრტყმელის, დამრტყმლის."""
    if participle.endswith("ელი") and len(participle) > 5:
        return [participle, participle[:-3] + "(ე)ლი"]
    return [participle]


NOMINAL_POS = {"nouns": "NOUN", "adjectives": "ADJ", "names": "PROPN", "numerals": "NUM", "pronouns": "PRON"}
CASES_OF_WORDS = ("Nom", "Erg", "Dat", "Gen", "Ins", "Ess", "Voc", "Bare")
WITH_CLITICS = frozenset({"ADP", "ADV", "PRON", "NUM"})


@cache
def closed() -> Mapping[str, tuple[Word, ...]]:
    """Return the forms of the closed classes.

    Raises `lang.WordDataError` on a field that it does not know.
    """
    data = lang.read("ka", "closed")
    clitics: Sequence[Mapping[str, str]] = lang.read("ka", "paradigms")["clitics"]
    made: dict[str, dict[Word, None]] = {}

    def put(form: str, word: Word) -> None:
        made.setdefault(form, {})[word] = None

    for pos, words in data["invariable"].items():
        for form in words:
            for spelling in (form, form.replace("-", "")):
                put(spelling, Word(form, pos, "", "", ""))
    for lemma, entry in data["declined"].items():
        pos, features = entry["pos"], entry.get("features", "")
        number = entry.get("number", "Sing")
        for case, forms in _by_case(lemma, entry):
            numbered = "Plur" if case.startswith("Plur ") else number
            case = case.removeprefix("Plur ")
            for shape in forms.split():
                form, _, postposition = shape.partition("/")
                said = "|".join(sorted(filter(None, [features, f"Case={case}", f"Number={numbered}"])))
                said = "|".join(sorted(part for part in said.split("|") if part != "Case=Bare"))
                put(form, Word(lemma, pos, said, postposition, ""))
    for form, words in list(made.items()):
        for word in words:
            for clitic in clitics if word.pos in WITH_CLITICS else ():
                if (form[-1] in VOWELS) == (clitic["after"] == "vowel") and form + clitic["form"] not in made:
                    put(form + clitic["form"], word._replace(clitic=clitic["name"]))
    return {form: tuple(words) for form, words in made.items()}


def _by_case(lemma: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in entry.items():
        if name in CASES_OF_WORDS:
            yield name, value
        elif name == "Plur":
            for case, forms in value.items():
                yield f"Plur {case}", forms
        elif name not in ("pos", "features", "number"):
            raise lang.WordDataError(
                lang.path_of("ka", "closed"), f"no such case: “{name}”", near=f"{lemma}:"
            )


@cache
def _numerals() -> tuple[tuple[str, str], ...]:
    """Return the numerals that are put together, and what is named by a number, with the part of speech."""
    data = lang.read("ka", "paradigms")["numerals"]
    numbers = list(data["units"])
    made = []
    for ten in data["tens"]:
        numbers.append(ten + "ი")
        for unit in data["units"]:
            numbers.append(ten + data["join"] + unit)
        made += [(ten + data["join"] + ordinal, "ADJ") for ordinal in data["ordinals"]]
    made += [(number, "NUM") for number in numbers]
    for number in numbers:
        stem = number[:-1] if number.endswith("ი") else number
        made += [(stem + name, "ADJ") for name in data["named"]]
    return tuple(made)


def _last_words(phrases: Iterable[str]) -> Iterator[str]:
    """Yield the last word of each phrase: the one that inflects."""
    return (phrase.split()[-1] for phrase in phrases if phrase.strip())


@contextmanager
def _no_collection() -> Iterator[None]:
    """Hold the garbage collector still: many small tuples without cycles cost it half a second."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@_no_collection()
def lexicon(
    nouns: Iterable[str] = (), verbal_nouns: Iterable[str] = (), without: Iterable[str] = ()
) -> Lexicon:
    """Build the lexicon of the word data and of further words.

    `nouns` are nominatives, `verbal_nouns` verbal nouns whose conjugation is taken from a verb of the same
    root or from the ending; `without` names verbs (by verbal noun) to leave out.
    """
    left_out = frozenset(without)
    chosen = [verb for verb in every() if verb.key not in left_out]
    have = {noun for verb in every() for noun in (verb.key, *verb.also)}
    known = have | left_out
    chosen += [
        guess(one) for one in dict.fromkeys(_last_words(verbal_nouns)) if one.replace("-", "") not in known
    ]
    kept = {noun for verb in chosen for noun in (verb.key, *verb.also)}
    banned = have - kept
    tables = endings()
    lemmas: set[str] = set()
    stems: dict[str, dict[Stem, None]] = {}

    def put(word: str, pos: str, form: str = "", keys: tuple[str, ...] = ()) -> None:
        lemma, cuts = stems_of(word)
        if lemma not in banned:
            lemmas.add(lemma)
            for stem, table in cuts:
                one = Stem(lemma, pos, table, form, keys)
                stems.setdefault(stem, {})[one] = None
                if "-" in stem:  # written with a hyphen or without
                    stems.setdefault(stem.replace("-", ""), {})[one] = None

    for verb in chosen:
        for noun in (verb.key, *verb.also):
            put(noun, "NOUN", "Vnoun", (verb.key,))
    data = lang.read("ka", "nouns")
    for group, pos in NOMINAL_POS.items():
        for word in data.get(group) or ():
            if word not in lemmas:  # a noun that is a verb's own stays with its verb
                put(word, pos)
    for word, pos in _numerals():
        if word not in lemmas:
            put(word, pos)
    for verb in chosen:
        for participle, _ in participles(verb):
            for shape in _participle_shapes(participle):
                put(shape, "ADJ", "Part", (verb.key,))
    later = []
    for word in dict.fromkeys(_last_words(nouns)):
        if word.endswith(("ები", "თა")):
            later.append(word)
        elif word not in lemmas and word.replace("-", "") not in lemmas:
            put(word, "NOUN")
            if MAY_LOSE.search(word):  # a vowel that may drop out or stay: both are taken
                put(MAY_LOSE.sub(r"(\1)\2ი", word), "NOUN")
    for word in later:  # a plural that the singular does not give already: ბუცები
        if word[:-3] not in stems and word[:-2] not in stems:
            put(word, "NOUN")
    finite: dict[str, list[tuple[str, Finite]]] = {}
    for verb in chosen:
        key = verb.key
        for form, said in conjugate(verb):
            finite.setdefault(form, []).append((key, said))
    return Lexicon(
        finite={form: tuple(pairs) for form, pairs in finite.items()},
        stems={stem: tuple(all_) for stem, all_ in stems.items()},
        closed=closed(),
        tables=tables,
        lemmas=lemmas,
    )
