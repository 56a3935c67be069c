"""Takes the tokens of a text with all their readings; tells which reading the words around speak for.

Gives only what differs from the first reading of a token. Settled here: optative or aorist (მისცეს), verbal
noun or finite verb (გადაკვეთა), genitive or dative (ლელოს), unknown noun or unknown verb, which gets its own
form as lemma: no verb is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tsesi import lang
from tsesi.analyse import Reading, plain

BOUNDARIES = frozenset({".", ":", ";", "!", "?", "…", "--", "---", "—", "–"})
NOMINAL = frozenset({"NOUN", "ADJ", "ADP", "PROPN", "NUM"})

_WORDS = lang.read("ka", "context")  # tells what each list is for
DUTY: str = _WORDS["duty"]
CARRIES = frozenset(_WORDS["carries"])
OPENS = frozenset(_WORDS["opens"])
BEFORE_VERBS = frozenset({"არ", "ვერ", "ნუ", "აღარ", "ვეღარ"})  # stand right before what they deny
DENIES = frozenset(_WORDS["denies"])
TIMES = frozenset(_WORDS["times"])
JOINS = frozenset(_WORDS["joins"])
PARTS = frozenset(_WORDS["parts"])
_ENDINGS = {name: tuple(endings) for name, endings in _WORDS["endings"].items()}
OPTATIVE, SURELY_OPTATIVE = _ENDINGS["optative"], _ENDINGS["surely-optative"]
PRESENT, PLAINLY_PRESENT = _ENDINGS["present"], _ENDINGS["plainly-present"]
PAST, PAST_AFTER_CONSONANT = _ENDINGS["past"], _ENDINGS["past-after-consonant"]
PLURAL = _ENDINGS["plural"]
_VOWELS, _PREFIXES, _VERSIONS = ("".join(_WORDS[name]) for name in ("vowels", "prefixes", "versions"))
_PREVERBS = "|".join(sorted(lang.read("ka", "paradigms")["preverbs"], key=len, reverse=True))
VERBAL = re.compile(rf"^\[?(?:{_PREVERBS}|[{_PREFIXES}](?![{_VOWELS}]))")
VERSION = re.compile(rf"{VERBAL.pattern}(?:[{_VERSIONS}](?![{_VOWELS}]))")


def is_open(readings: Sequence[Reading]) -> bool:
    """Tell whether the words around may change the first of these readings."""
    first = readings[0]
    return len(readings) > 1 or not first.known or "Tense=Past" in first.morph


def decide(
    texts: Sequence[str], choices: Sequence[tuple[Reading, ...]], open_: Sequence[int]
) -> Mapping[int, Reading]:
    """Return by token number the readings that the words around speak for, where that is not the first.

    `open_` are the tokens for which `is_open` holds.
    """
    said = [readings[0] for readings in choices]
    changed: dict[int, Reading] = {}
    unknown: list[int] = []
    clauses = _clauses(texts)
    for i in open_:
        readings = choices[i]
        looks = texts[i].endswith(OPTATIVE)
        if not readings[0].known:
            if looks and readings[0].pos == "NOUN":
                unknown.append(i)
            continue
        better = _better(i, readings, said, *clauses[i])
        if better is not readings[0]:
            said[i] = changed[i] = better
        elif looks and i and texts[i - 1] == DUTY and all("Tense=Past" in r.morph for r in readings):
            unknown.append(i)  # after უნდა stands no aorist: an optative that the lexicon lacks
    for i in unknown:
        if _is_verb(i, texts[i], said, *clauses[i], unknown):
            said[i] = changed[i] = _unknown_verb(texts[i])
    for i in open_:
        if not said[i].known and said[i].pos == "NOUN" and _is_told(i, texts[i], said, *clauses[i]):
            said[i] = changed[i] = _unknown_verb(texts[i], "Ind")
    return changed


def _unknown_verb(text: str, mood: str = "Opt") -> Reading:
    form = plain(text)
    number = "Plur" if form.endswith(PLURAL) else "Sing"
    tense = ""
    if mood == "Ind":
        tense = f"|Tense={'Pres' if form.endswith(PRESENT) else 'Past'}"
    return Reading(
        "VERB", form, f"Mood={mood}|Number[subj]={number}|Person[subj]=3{tense}|VerbForm=Fin", known=False
    )


def _clauses(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Return for each token where its clause begins and ends: dashes, colons and full stops part them."""
    found: list[tuple[int, int]] = []
    start = 0
    for i, text in enumerate(texts):
        if text in BOUNDARIES or i == len(texts) - 1:
            found += [(start, i + 1)] * (i + 1 - start)
            start = i + 1
    return found


def _case(reading: Reading) -> str:
    return reading.morph[5:8] if reading.morph.startswith("Case=") else ""


def _mood(reading: Reading) -> str:
    return reading.morph[5:8] if reading.morph.startswith("Mood=") else ""


def _better(i: int, readings: Sequence[Reading], said: Sequence[Reading], start: int, end: int) -> Reading:
    first = readings[0]
    finite = [reading for reading in readings if _mood(reading)]
    if finite:
        past = [reading for reading in finite if "Tense=Past" in reading.morph]
        others = (*said[start:i], *said[i + 1 : end])
        if any(one.lemma in CARRIES for one in said[start:end]) or any(_mood(one) == "Opt" for one in others):
            return next((reading for reading in finite if _mood(reading) in ("Opt", "Sub")), first)
        if past and _mood(first) == "Opt":
            return past[0]
        if "VerbForm=Vnoun" in first.morph and "Person[subj]=3" in finite[0].morph:
            # a law speaks of others: გადაყრით is "by throwing", not "you will throw"
            return finite[0] if _is_finite(i, first, finite[0], said, start, end) else first
        if first.pos == "NOUN" and _tells_too(i, first, finite[0], said, start, end):
            return finite[0]  # `ამიწებს | მიწაზე დებს`: "lays", no "sisters"
        return first
    if first.pos == "NOUN" and i + 1 < end and said[i + 1].pos == "NOUN":
        for reading in readings:  # `დაშავებული მოთამაშის`: not by itself "the injured"
            if reading.lemma == first.lemma and reading.morph.endswith("VerbForm=Part"):
                cases = _case(reading), _case(said[i + 1])
                if cases[0] == cases[1] or (cases[0] == "Nom" and cases[1] in ("Gen", "Ins")):
                    return reading
    if (
        first.morph.startswith("Case=Dat") and first.lemma not in TIMES and i + 1 < end
    ):  # ლელოს: of two words the first is the genitive
        following = said[i + 1]
        if following.pos in ("NOUN", "ADJ", "ADP") and "Case=" in following.morph:
            for reading in readings:
                if reading.morph.startswith("Case=Gen") and reading.lemma == first.lemma:
                    return reading
    return first


def _inside(i: int, said: Sequence[Reading], start: int, end: int) -> tuple[int, int]:
    """Narrow a clause to the bracket that holds token `i`: a gloss is a clause of its own."""
    for at in range(i - 1, start - 1, -1):
        if said[at].lemma == "]":
            break
        if said[at].lemma == "[":
            start = at + 1
            break
    for at in range(i + 1, end):
        if said[at].lemma == "[":
            break
        if said[at].lemma == "]":
            return start, at
    return start, end


def _is_finite(i: int, noun: Reading, verb: Reading, said: Sequence[Reading], start: int, end: int) -> bool:
    """Tell whether a form is the finite verb: გადაკვეთა "crossing" or "crossed", შეცვლის "will change"."""
    start, end = _inside(i, said, start, end)
    before, after = said[start:i], said[i + 1 : end]
    if before and before[-1].lemma in BEFORE_VERBS:
        return True
    if _tells_too(i, noun, verb, said, start, end):
        return True
    if after and after[0].lemma == "[" and not any(map(_mood, before)):
        closes = next((at for at, one in enumerate(after) if one.lemma == "]"), 0)
        if closes > 1 and _mood(after[closes - 1]) == _mood(verb):
            return True  # a bracket with a verb says this one otherwise: ცვლის [ენაცვლება]
    if any(map(_mood, before)) or any(map(_mood, after)):
        return False
    if noun.morph.startswith("Case=Nom"):
        return verb.verbs != noun.verbs or any("Case=Erg" in reading.morph for reading in before)
    if after and after[0].pos in NOMINAL:
        return False
    return any(reading.morph.startswith("Case=Nom") for reading in before)


def _tells_too(i: int, noun: Reading, verb: Reading, said: Sequence[Reading], start: int, end: int) -> bool:
    """Tell whether a clause after `|` tells as the one before it does: `დაშავდა | თამაში სახიფათო გახდა`."""
    bar = next((at for at in range(i - 1, start, -1) if said[at].lemma == "|"), start)
    last = i + 1 == end or said[i + 1].pos == "PUNCT" or said[i + 1].lemma == "|"
    own = said[bar + 1 : i]
    if bar == start or not last or _mood(said[bar - 1]) != "Ind" or _mood(verb) != "Ind" or not own:
        return False
    if any(map(_mood, own)) or noun.verbs == verb.verbs:
        return False
    if ("Tense=Past" in said[bar - 1].morph) != ("Tense=Past" in verb.morph):
        return False
    return not noun.verbs or any(_case(one) == "Nom" for one in own[:-1])


def _is_verb(
    i: int, text: str, said: Sequence[Reading], start: int, end: int, unknown: Sequence[int]
) -> bool:
    """Tell whether an unknown form in -ოს, -ას, -ეს … is an optative: by its place, then by its looks."""
    before, after = said[start:i], said[i + 1 : end]
    if before and before[-1].lemma == DUTY:
        return True
    looks = VERBAL.match(text) is not None
    if before and before[-1].lemma in BEFORE_VERBS:
        return looks
    joined = len(before) > 1 and before[-1].lemma in JOINS and _mood(before[-2]) in ("Opt", "Sub")
    joined |= len(after) > 1 and after[0].lemma == "|" and _mood(after[1]) in ("Opt", "Sub")
    joined |= _glosses(i, said, start, end, ("Opt",))
    if joined or (looks and text.endswith(SURELY_OPTATIVE)):
        return looks
    if not any(reading.lemma in CARRIES for reading in said[start:end]):
        return False
    last = not after or after[0].lemma == "|" or after[0].pos == "PUNCT"
    if last and looks and (text.endswith(PLURAL) or VERSION.match(text)):
        return True
    if any(_mood(reading) in ("Opt", "Sub") for reading in said[start:end]):
        return False
    if any(i < other < end for other in unknown):
        return False  # Georgian puts its verb last
    return looks or (bool(after) and after[0].lemma == DUTY)


def _glosses(i: int, said: Sequence[Reading], start: int, end: int, moods: Sequence[str]) -> bool:
    """Tell whether token `i` ends a bracket that says a finite verb before it otherwise."""
    low, high = _inside(i, said, start, end)
    return high == i + 1 and low > start + 1 and said[low - 1].lemma == "[" and _mood(said[low - 2]) in moods


def _ends_as_told(form: str) -> bool:
    """Tell whether a word ends like a present or a past."""
    if form.endswith((*PRESENT, *PAST)):
        return True
    return form.endswith(PAST_AFTER_CONSONANT) and len(form) > 1 and form[-2] not in _VOWELS


def _is_told(i: int, text: str, said: Sequence[Reading], start: int, end: int) -> bool:
    """Tell whether an unknown word is the verb of a clause that lacks one: at its end, shaped like one."""
    form = plain(text)
    if not (VERBAL.match(form) and _ends_as_told(form)):
        return False
    if _glosses(i, said, start, end, ("Ind",)):
        return True
    start, end = _inside(i, said, start, end)
    low, high = i, i + 1
    while low > start and said[low - 1].lemma not in PARTS:
        low -= 1
    while high < end and said[high].lemma not in PARTS and said[high].pos != "PUNCT":
        high += 1
    if high > i + 1 or any(map(_mood, said[low:i])):
        return False
    if any(reading.lemma in DENIES for reading in said[low:i]):
        return True
    if low > start and said[low - 1].pos == "CCONJ" and form.endswith(PLAINLY_PRESENT):
        return any(_mood(reading) == "Ind" for reading in said[start : low - 1])  # "… and …s": told on
    clause, own = said[start:end], said[low:i]
    if any(reading.lemma in OPENS for reading in clause) or any("Case=Erg" in one.morph for one in own):
        return True
    beside = [
        said[k] for k in (low - 2, high + 1) if start <= k < end and said[min(k + 1, high)].lemma == "|"
    ]
    if any(_mood(one) == "Ind" for one in beside):
        return True
    return form.endswith(PLAINLY_PRESENT) and any("Case=Nom" in one.morph for one in own)
