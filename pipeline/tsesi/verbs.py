"""Takes the verbs of the word data; gives every finite form and participle of a verb, with what each says.

A verb is told by its verbal noun, cut into preverb, root and ending, and by its principal parts: the forms
a speaker says for "he will", "he did" and "he should". From these follow persons, numbers, versions, passive
and perfect. Nothing else is made up: a form is given to a verb only when its line says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from tsesi import lang

VERSIONS = frozenset("აეიუ")
S_BEFORE = frozenset("დთტძცწჯჩჭ")  # the third person of the indirect object is ს- before these,
H_BEFORE = frozenset("გქკბფპყ")  # and ჰ- before these
SHORTEST = 4  # a form that has lost its preverb and has fewer letters is hardly a word
SIX = ((1, "Sing"), (2, "Sing"), (3, "Sing"), (1, "Plur"), (2, "Plur"), (3, "Plur"))


class Finite(NamedTuple):
    """What one finite form says. `subject` is the case its subject takes: nom, erg or dat."""

    mood: str
    tense: str
    person: int
    number: str
    subject: str


@cache
def _said(mood: str, tense: str, person: int, number: str, subject: str) -> Finite:
    """Return the one `Finite` that says this: a hundred things are said by two hundred thousand forms."""
    return Finite(mood, tense, person, number, subject)


@dataclass(frozen=True, slots=True)
class Verb:
    """One line of verbs.yml. `key` is its verbal noun; `parts` are sets of principal parts."""

    key: str
    preverb: str
    root: str
    ending: str
    parts: tuple[tuple[str, ...], ...]
    also: tuple[str, ...] = ()
    participles: tuple[str, ...] = ()
    more: tuple[tuple[str, tuple[str, ...]], ...] = ()  # screeve -> its forms, as written
    subject: str = ""  # where it is not what the form would say
    only: bool = False  # no version but the ones written
    disclaims: bool = False  # the forms without preverb belong to no verb of this root
    bare: bool = False  # they belong to this one


@cache
def every() -> tuple[Verb, ...]:
    """Return the verbs of verbs.yml in file order.

    Raises `lang.WordDataError` on a line that does not fit.
    """
    data = lang.read("ka", "verbs")
    path = lang.path_of("ka", "verbs")
    found: dict[str, Verb] = {}
    heads = {}
    for head, entry in data["verbs"].items():
        try:
            verb = _verb(head, entry, data.get("models", {}))
        except ValueError as error:
            raise lang.WordDataError(path, str(error), near=f"{head}:") from error
        if verb.key in found:
            raise lang.WordDataError(path, f"“{verb.key}” stands twice: make one line of it", near=f"{head}:")
        found[verb.key], heads[verb.key] = verb, head
    for key in _owners(found.values()):
        found[key] = replace(found[key], bare=True)
    for verb in found.values():
        try:
            conjugate(verb)
        except ValueError as error:
            raise lang.WordDataError(path, str(error), near=f"{heads[verb.key]}:") from error
    return tuple(found.values())


def _owners(verbs: Iterable[Verb]) -> Iterator[str]:
    """Yield the verbs that own the forms without preverb: those that say so, else the first of a long root.

    Told from the whole file: a verb left out later hands its forms to no other.
    """
    preverbs: list[str] = lang.read("ka", "paradigms")["preverbs"]
    owned: set[str] = set()
    unclaimed: dict[str, str] = {}
    for verb in verbs:
        said = any(noun == verb.root + verb.ending for noun in verb.also)
        if said or not verb.preverb or verb.disclaims:
            owned.add(verb.root)
        if said and verb.preverb:
            yield verb.key
        elif verb.preverb in preverbs and len(verb.root) > 2 and not verb.only:
            unclaimed.setdefault(verb.root, verb.key)
    yield from (key for root, key in unclaimed.items() if root not in owned)


def _verb(head: str, entry: Mapping[str, Any], models: Mapping[str, Any]) -> Verb:
    pieces = head.split("-")
    if len(pieces) > 3:
        raise ValueError(f"“{head}”: write the verbal noun as preverb-root-ending, such as შე-ბოჭ-ვა")
    preverb = pieces[0] if len(pieces) == 3 else ""
    root, ending = pieces[-2:] if len(pieces) > 1 else (head, "")
    unknown = set(entry) - {"parts", "also", "participles", "more", "subject", "like", "only", "en"}
    if unknown:
        raise ValueError(f"“{head}”: no such field: {', '.join(sorted(unknown))}")
    sets = _listed(entry.get("parts"))
    more = {screeve: tuple(str(forms).split()) for screeve, forms in entry.get("more", {}).items()}
    participles = list(_listed(entry.get("participles")))
    if "like" in entry:
        if entry["like"] not in models:
            raise ValueError(f"“{head}”: no model “{entry['like']}”; there are {', '.join(models)}")
        model = models[entry["like"]]
        for screeve, forms in model.get("more", {}).items():
            more.setdefault(screeve, tuple(form.replace("~", preverb) for form in forms.split()))
        participles += [form.replace("~", preverb) for form in _listed(model.get("participles"))]
    parts = tuple(tuple(one.split()) for one in sets)
    for one in parts:
        if len(one) not in (1, 3, 4):
            raise ValueError(
                f"“{head}”: give one form (present), three (future, aorist, optative) or four "
                f"(present first), not {len(one)}"
            )
    if not parts and not more:
        raise ValueError(f"“{head}”: give its forms in `parts`, such as “შებოჭავს შებოჭა შებოჭოს”")
    return Verb(
        key="".join(pieces),
        preverb=preverb,
        root=root,
        ending=ending,
        parts=parts,
        also=tuple(_listed(entry.get("also"))),
        participles=tuple(participles),
        more=tuple(more.items()),
        subject=entry.get("subject", ""),
        only=bool(entry.get("only", False)),
        disclaims=entry.get("also") == [],
    )


def _listed(value: object) -> Sequence[str]:
    return [] if value is None else [str(v) for v in value] if isinstance(value, list) else [str(value)]


@cache
def conjugate(verb: Verb) -> tuple[tuple[str, Finite], ...]:
    """Return every finite form of a verb with what it says, each pair once."""
    made: dict[tuple[str, Finite], None] = {}
    for screeve, forms in verb.more:  # first: what is written out is the likelier reading of its form
        for pair in _listed_forms(verb, screeve, forms):
            made[pair] = None
    for parts in verb.parts:
        for form, said in _from_parts(verb, parts):
            if len(form) >= SHORTEST or not verb.preverb or form.startswith(verb.preverb):
                made[form, said] = None
    for participle in participles(verb):
        if participle[1] == "passive" and participle[0].endswith(
            "ი"
        ):  # დაბრუნებულა: "has, it seems, returned"
            stem = participle[0][:-1]
            made[stem + "ა", _said("Ind", "PastPerf", 3, "Sing", "nom")] = None
            made[stem + "ან", _said("Ind", "PastPerf", 3, "Plur", "nom")] = None
    return tuple(made)


CASES = ("nom", "erg", "dat")
SCREEVES = {
    "pres": ("Ind", "Pres"),
    "fut": ("Ind", "Fut"),
    "impf": ("Ind", "Imp"),
    "cond": ("Cnd", ""),
    "sub": ("Sub", "Pres"),
    "aor": ("Ind", "Past"),
    "opt": ("Opt", ""),
    "imp": ("Imp", ""),
    "perf": ("Ind", "PastPerf"),
    "plup": ("Ind", "Pqp"),
}


def _listed_forms(verb: Verb, screeve: str, forms: Sequence[str]) -> Iterator[tuple[str, Finite]]:
    name, _, case = screeve.partition(" ")
    if name not in SCREEVES or case not in ("", *CASES):
        raise ValueError(f"“{verb.key}”: no screeve “{screeve}”; there are {', '.join(SCREEVES)}")
    mood, tense = SCREEVES[name]
    two = (SIX[1], SIX[4]) if name == "imp" else (SIX[2], SIX[5])
    persons = {6: SIX, 2: two, 1: two[:1]}.get(len(forms))
    if persons is None:
        raise ValueError(f"“{verb.key}”: {screeve} has {len(forms)} forms; give 1 (he), 2 (he, they) or 6")
    subject = case or verb.subject or "nom"
    for (person, number), slot in zip(persons, forms, strict=True):
        for form in slot.split("/"):
            if form != "–":
                yield form, _said(mood, tense, person, number, subject)


class _Part(NamedTuple):
    """One principal part without its preverb, cut into version vowel and the rest."""

    version: str
    stem: str


def _from_parts(verb: Verb, parts: Sequence[str]) -> Iterator[tuple[str, Finite]]:
    preverb = verb.preverb
    present = parts[0] if len(parts) in (1, 4) else ""
    future, aorist, optative = parts[-3:] if len(parts) > 1 else ("", "", "")
    passive = (future or present).endswith("ა")
    if future and not future.endswith(("ს", "ა")):
        raise ValueError(f"“{verb.key}”: “{future}” should end in -ს or -ა (he, she or it will …)")
    past = verb.subject or ("nom" if passive else "erg")
    places = [preverb, ""] if preverb and verb.bare else [preverb]
    if present:
        part = _cut(verb, present, optional=True)
        start = preverb if present.startswith(preverb) else ""
        versions = [part.version] if verb.only else _versions(part, present.endswith("ა"))
        yield from _series(start, versions, list(_present_tails(part.stem, "Pres", verb.subject or "nom")))
    if not future:
        return
    will, did, may = _cut(verb, future), _cut(verb, aorist), _cut(verb, optative)
    for start in places:
        tense = "Fut" if start or (not preverb and present) else "Pres"
        written = [
            (will, list(_present_tails(will.stem, tense, verb.subject or "nom"))),
            (did, list(_aorist_tails(verb, did.stem, optative, passive, past))),
            (may, list(_optative_tails(verb, may.stem, passive, past))),
        ]
        for part, tails in written:
            yield from _series(start, [part.version], tails)
        if verb.only:
            continue
        if not passive and not any(one[-3:][0].endswith("ა") for one in verb.parts):
            yield from _passive(verb, start, tense, will, did, may)
        for part, tails in written:
            yield from _series(start, _versions(part, passive)[1:], _of_others(tails))
        if not passive:
            yield from _perfect(start, will)


def _cut(verb: Verb, part: str, optional: bool = False) -> _Part:
    """Cut the preverb and the version vowel off; the root tells where it begins."""
    rest = part
    if part.startswith(verb.preverb):
        rest = part[len(verb.preverb) :]
    elif not optional:
        raise ValueError(f"“{verb.key}”: “{part}” does not begin with “{verb.preverb}”")
    first = verb.root[0]
    if rest[0] == first and not (first in VERSIONS and rest[1:2] == first):
        return _Part("", rest)
    if rest[1:2] == first and rest[0] in VERSIONS | {"ჰ", "ს"}:
        return _Part(rest[0], rest[1:])
    raise ValueError(
        f"“{verb.key}”: “{part}” does not hold the root “{verb.root}” after the preverb and one vowel"
    )


def _versions(part: _Part, passive: bool) -> list[str]:
    """Return the versions that a part may have, the written one first."""
    version, first = part
    shown = ["ს"] if first[0] in S_BEFORE else ["ჰ"] if first[0] in H_BEFORE else []
    if passive:
        table = {"": ["", "უ", "ა", *shown], "ე": ["ე", "ი"], "ი": ["ი", "ე"], "ა": ["ა", "", "უ", *shown]}
        table["უ"] = ["უ", ""]
    else:
        table = {"": ["", "ი", "უ", *shown], "ა": ["ა", "ი", "უ"], "ი": ["ი", "უ"], "უ": ["უ", "ი"]}
    table |= {"ს": ["ს", "", "უ", "ი"], "ჰ": ["ჰ", "", "უ", "ი"]}
    return table.get(version, [version])


# The rest of a form after the version vowel, its mood, tense, person, number, and the case of its subject.
Tail = tuple[str, str, str, int, str, str]


def _series(start: str, versions: Sequence[str], tails: Iterable[Tail]) -> Iterator[tuple[str, Finite]]:
    """Put preverb, sign of the first person and version before every tail."""
    for rest, mood, tense, person, number, subject in tails:
        finite = _said(mood, tense, person, number, subject)
        for version in versions:
            if person != 1:
                yield start + version + rest, finite
            elif version not in ("ჰ", "ს"):
                yield f"{start}ვ{version}{rest}", finite


def _of_others(tails: Iterable[Tail]) -> list[Tail]:
    """Keep the third person: a law speaks of others. I and you have the written forms alone."""
    return [tail for tail in tails if tail[3] == 3]


def _present_tails(stem: str, tense: str, subject: str) -> Iterator[Tail]:
    base = stem[:-1]
    if stem.endswith("ა"):
        they, soft = base + "იან", base[:-1] if base.endswith("ევ") else base
        one, past, conj = base + "ი", soft + "ოდ", soft + "ოდ"
    else:
        they = base + "ან" if base.endswith("ი") else base + "ენ"
        one, past, conj = base, base + "დ", base + "დ"
    mood = "Cnd" if tense == "Fut" else "Ind"
    for person in (1, 2):
        yield one, "Ind", tense, person, "Sing", subject
        yield one + "თ", "Ind", tense, person, "Plur", subject
        yield past + "ი", mood, "Imp" if mood == "Ind" else "", person, "Sing", subject
        yield past + "ით", mood, "Imp" if mood == "Ind" else "", person, "Plur", subject
    yield stem, "Ind", tense, 3, "Sing", subject
    yield they, "Ind", tense, 3, "Plur", subject
    yield past + "ა", mood, "Imp" if mood == "Ind" else "", 3, "Sing", subject
    yield conj + "ეს", "Sub", tense, 3, "Sing", subject
    yield conj + "ნენ", "Sub", tense, 3, "Plur", subject


def _aorist_tails(verb: Verb, stem: str, optative: str, passive: bool, subject: str) -> Iterator[Tail]:
    if stem[-1] not in "აო":
        raise ValueError(f"“{verb.key}”: the aorist “{stem}” should end in -ა or -ო (he, she or it did)")
    base = stem[:-1]
    yield stem, "Ind", "Past", 3, "Sing", subject
    if passive:
        yield base + "ნენ", "Ind", "Past", 3, "Plur", subject
    else:
        yield base + "ეს", "Ind", "Past", 3, "Plur", subject
    vowel = "ე" if optative.endswith("ოს") else "ი"
    yield base + vowel, "Ind", "Past", 1, "Sing", subject
    yield base + vowel + "თ", "Ind", "Past", 1, "Plur", subject
    yield base + vowel, "Imp", "", 2, "Sing", subject
    yield base + vowel + "თ", "Imp", "", 2, "Plur", subject


def _optative_tails(verb: Verb, stem: str, passive: bool, subject: str) -> Iterator[Tail]:
    if not stem.endswith(("ოს", "ას", "ეს")):
        raise ValueError(f"“{verb.key}”: the optative “{stem}” should end in -ოს, -ას or -ეს (… should)")
    open_, base, vowel = stem[:-1], stem[:-2], stem[-2]
    yield stem, "Opt", "", 3, "Sing", subject
    plural = {"ო": "ონ", "ა": "ან", "ე": "ნენ" if passive else "ენ"}[vowel]
    yield base + plural, "Opt", "", 3, "Plur", subject
    for person in (1, 2):
        yield open_, "Opt", "", person, "Sing", subject
        yield open_ + "თ", "Opt", "", person, "Plur", subject


def _thematic(stem: str) -> tuple[str, str]:
    """Split a third-person future such as არღვევს into the part before the thematic suffix and the suffix."""
    base = stem[:-1]
    for suffix in ("ებ", "ობ", "ავ", "ამ", "ევ"):
        if base.endswith(suffix):
            return base[:-2], suffix
    return (base[:-1], "ი") if base.endswith("ი") else (base, "")


def _passive(
    verb: Verb, start: str, tense: str, future: _Part, aorist: _Part, optative: _Part
) -> Iterator[tuple[str, Finite]]:
    root, suffix = _thematic(future.stem)
    will = root + {"ებ": "ებ", "ობ": "ობ", "ამ": "მებ", "ევ": "ევ"}.get(suffix, "ებ") + "ა"
    did = aorist.stem[:-2] + "ა" if suffix == "ევ" and aorist.stem.endswith("ია") else aorist.stem
    may = optative.stem
    if suffix == "ევ" and may.endswith("იოს"):
        may = may[:-3] + "ეს"
    yield from _series(start, ["ი", "ე"], _of_others(_present_tails(will, tense, "nom")))
    # where the active itself has ი- (აიღოს), the same form is hardly ever passive
    versions = ["ე"] if optative.version == "ი" else ["ი", "ე"]
    yield from _series(start, versions, _of_others(_aorist_tails(verb, did, may, True, "nom")))
    yield from _series(start, versions, _of_others(_optative_tails(verb, may, True, "nom")))


def _perfect(start: str, future: _Part) -> Iterator[tuple[str, Finite]]:
    root, suffix = _thematic(future.stem)
    ends = {
        "ებ": ["ებია", "ავს", "ია"],
        "ობ": ["ია"],
        "ავ": ["ავს"],
        "ამ": ["ამს"],
        "ევ": ["ევია"],
        "ი": ["ია"],
        "": ["ია", "ავს"],
    }[suffix]
    for end in ends:
        yield f"{start}უ{root}{end}", _said("Ind", "PastPerf", 3, "Sing", "dat")
        yield f"{start}უ{root}{end.removesuffix('ს')}თ", _said("Ind", "PastPerf", 3, "Plur", "dat")


@cache
def participles(verb: Verb) -> tuple[tuple[str, str], ...]:
    """Return the participles of a verb as (nominative, kind)."""
    patterns: Mapping[str, Mapping[str, Sequence[str]]] = lang.read("ka", "paradigms")["participles"]
    made: dict[tuple[str, str], None] = dict.fromkeys((one, "passive") for one in verb.participles)
    kinds = patterns.get(verb.ending, {})
    for kind, shapes in kinds.items():
        for shape in shapes:
            before, after = shape.split("-")
            if len(verb.root) > 1 or after != "ი":
                made[verb.preverb + before + verb.root + after, kind] = None
    return tuple(made)


def side_of(participle: str, verb: str) -> str:
    """Return which side of a verb (by its verbal noun) a participle says: active, passive, future, privative.

    What is written at the verb by itself is told by what stands after its preverb.
    """
    word, known = participle.replace("-", ""), _by_key().get(verb)
    if known is None:
        return "passive"
    kinds = [kind for written, kind in participles(known) if written.replace("-", "") == word]
    if len(kinds) == 1 and word not in known.participles:
        return kinds[0]
    rest = word.removeprefix(known.preverb)
    for before, kind in (("სა", "future"), ("უ", "privative"), ("მ", "active")):
        if rest.startswith(before) and not known.root.startswith(before):
            return kind
    return "passive"


@cache
def _by_key() -> Mapping[str, Verb]:
    return {verb.key: verb for verb in every()}


# How a verb is conjugated by the ending of its verbal noun: version, then the ends of its three forms.
SHAPES = {
    "ება": [
        ("", ("ებს", "ა", "ოს")),
        ("ა", ("ებს", "ა", "ოს")),
        ("ე", ("ება", "ა", "ოს")),
        ("", ("დება", "და", "დეს")),
    ],
    "ევა": [("", ("ევს", "ია", "იოს")), ("ა", ("ევს", "ია", "იოს"))],
    "ვა": [("", ("ავს", "ა", "ოს")), ("ა", ("ავს", "ა", "ოს"))],
    "მა": [("ა", ("ამს", "ა", "ას"))],
    "ობა": [("", ("ობს", "ო", "ოს")), ("ა", ("ობს", "ო", "ოს"))],
    "ა": [("", ("ის", "ა", "ოს")), ("ი", ("ს", "ა", "ოს"))],
}


@cache
def cut(noun: str) -> tuple[str, str, str]:
    """Cut a verbal noun into preverb, root and ending, the longest of each; "" for what it lacks."""
    data = lang.read("ka", "paradigms")
    for ending in ("ება", "ევა", "ობა", "მა", "ვა", "ა"):
        if not noun.endswith(ending) or len(noun) <= len(ending):
            continue
        body = noun[: -len(ending)]
        for preverb in sorted(data["preverbs"], key=len, reverse=True):
            if body.startswith(preverb) and len(body) > len(preverb):
                return preverb, body[len(preverb) :], ending
        return "", body, ending
    return "", noun, ""


def guess(noun: str) -> Verb:
    """Make a verb of a verbal noun that verbs.yml lacks: like a verb of the same root, else by its ending."""
    preverb, root, ending = cut(noun)
    for verb in every():
        if verb.root == root and verb.ending == ending and verb.preverb and preverb and verb.parts:
            parts = tuple(
                tuple(preverb + form.removeprefix(verb.preverb) for form in one)
                for one in verb.parts
                if len(one) == 3
            )
            if parts:
                return Verb(noun, preverb, root, ending, parts)
    parts = tuple(
        tuple(preverb + version + root + end for end in shape) for version, shape in SHAPES.get(ending, ())
    )
    return Verb(noun, preverb, root, ending, parts)
