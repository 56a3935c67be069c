"""Takes what `tsesi parse` prints and an annotated law, gives the facts that agree, are missing, are extra.

A fact counts once a unit. Which kinds of fact a unit is judged by follows from its annotation: it gives them,
or it would have given them had there been any (`ALWAYS`), and it does not list them under `unscored`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Data = Mapping[str, Any]
"""A law as `tsesi parse --format json` prints it, or as a person annotated it."""

FLAGS = ("condition", "exception", "proviso", "choice", "only")
KEYED = ("bearer", "patient", "manner", "time")
OF_NORMS = ("modality", *KEYED, *FLAGS)
ALWAYS = (*OF_NORMS, "sanction", "bracket", "repair")
REPAIRS = ("entity", "missing-space", "line-wrap", "latin-marker", "untranslated-term", "no-break-space")


class Fact(NamedTuple):
    """One thing that a unit is said to hold."""

    family: str
    unit: str
    value: tuple[str, ...]

    def __str__(self) -> str:
        """Return the fact as a line: family, unit, value."""
        return f"{self.family} {self.unit}: {' | '.join(self.value)}"


@dataclass
class Tally:
    """The facts of one family: agreed, annotated but not found (missing), found but not annotated (extra)."""

    hits: list[Fact] = field(default_factory=list)
    missing: list[Fact] = field(default_factory=list)
    extra: list[Fact] = field(default_factory=list)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 1 where there was nothing to find and nothing found."""
        both = 2 * len(self.hits) + len(self.missing) + len(self.extra)
        return 2 * len(self.hits) / both if both else 1.0


def plain(text: str) -> str:
    """Return a text without quotes, with single spaces: what else differs, differs."""
    return " ".join("".join(c for c in text if c not in "„“”«»‘’'\"").split())


def several(value: object) -> list[Any]:
    """Return a value that may be one, a list, or nothing, as a list."""
    if isinstance(value, list):
        return value
    return [value] if value else []


def facts_of_unit(unit: Data) -> Iterator[Fact]:
    """Yield the facts of one unit, alternatives aside, as it is annotated or parsed."""

    def fact(family: str, *value: object) -> Fact:
        return Fact(family, unit["id"], tuple(map(str, value)))

    for norm in unit.get("norms", ()):
        modality = norm["modality"]
        yield fact("modality", modality)
        if modality != "constitutive":
            yield from (fact("bearer", modality, key) for key in several(norm.get("bearer")))
        yield from (fact("action", modality, key) for key in norm.get("actions", ()))
        yield from (fact("verb", modality, plain(verb)) for verb in norm.get("verbs", ()))
        for family in ("patient", "manner", "time", "defines"):
            yield from (fact(family, key) for key in several(norm.get(family)))
        yield from (fact("member", key) for key in norm.get("members", ()))
        yield from (fact(flag, modality) for flag in FLAGS if norm.get(flag))
    yield from (fact("defines", key) for key in several(unit.get("defines")))
    if "sanctions" in unit:
        cost = unit["sanctions"]
        yield from (fact("sanction", kind) for kind in cost.get("kinds", ()))
        where, who = cost.get("declared_in", ""), cost.get("chosen_by", "")
        yield fact("sanction scope", cost.get("scope", "none"), where, who)
    for bracket in unit.get("brackets", ()):
        yield fact("bracket", plain(bracket["text"]), bracket["kind"])
    for repair in unit.get("repairs", ()):
        if repair["kind"] in REPAIRS:
            yield fact("repair", plain(repair["raw"]).strip(" .,:;!?"), repair["kind"])


def compare(parsed: Data, gold: Data, keys: Collection[str]) -> dict[str, Tally]:
    """Return the tally of each family. `keys` are those that the annotation's vocabulary has."""
    tallies: dict[str, Tally] = {}
    _count(tallies, "unit", _kinds(parsed), _kinds(gold))
    parsed_units = {unit["id"]: unit for unit in parsed["units"]}
    for unit in gold["units"]:
        found = parsed_units.get(unit["id"], {"id": unit["id"]})
        _compare_unit(tallies, found, unit, keys)
        _compare_alternatives(tallies, found.get("alternatives", ()), unit)
    wanted = [Fact("finding", "", (f["kind"], str(f.get("missing", "")))) for f in gold.get("findings", ())]
    said = [Fact("finding", "", (f["kind"], str(f.get("missing", "")))) for f in parsed.get("findings", ())]
    _count(tallies, "finding", [f for f in said if f in wanted], wanted)
    return tallies


def _kinds(law: Data) -> list[Fact]:
    return [Fact("unit", unit["id"], (unit.get("kind", "clause"),)) for unit in law["units"]]


def _count(tallies: dict[str, Tally], family: str, found: Iterable[Fact], wanted: Iterable[Fact]) -> None:
    # the same repair may be made twice in a unit; of all else once is enough
    times = Counter if family == "repair" else lambda facts: Counter(set(facts))
    got, want = times(found), times(wanted)
    tally = tallies.setdefault(family, Tally())
    tally.hits.extend((got & want).elements())
    tally.missing.extend((want - got).elements())
    tally.extra.extend((got - want).elements())


def _compare_unit(tallies: dict[str, Tally], found: Data, gold: Data, keys: Collection[str]) -> None:
    wanted, got = list(facts_of_unit(gold)), list(facts_of_unit(found))
    unscored = set(gold.get("unscored", ()))
    if "norms" not in gold:
        unscored.update(OF_NORMS)
    if "sanctions" not in gold:
        unscored.add("sanction")
    judged = {fact.family for fact in wanted} | {fact.family for fact in got if fact.family in ALWAYS}
    names_verbs = any("verbs" in norm for norm in gold.get("norms", ()))
    for family in judged - unscored:
        want = [fact for fact in wanted if fact.family == family]
        have = [fact for fact in got if fact.family == family]
        if family == "action" and names_verbs:  # the annotation names only the actions it has keys for
            have = [fact for fact in have if fact in want]
        if family in KEYED:  # free text is neither right nor wrong
            have = [fact for fact in have if fact.value[-1] in keys]
        _count(tallies, family, have, want)


def _compare_alternatives(tallies: dict[str, Tally], parsed: Iterable[Data], gold: Data) -> None:
    texts, kinds = (
        tallies.setdefault("alternatives", Tally()),
        tallies.setdefault("alternative kind", Tally()),
    )

    def members(texts_: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(plain, texts_))

    left = [(members(found["of"]), found["kind"]) for found in parsed]
    for wanted in gold.get("alternatives", ()):
        accepted = [members(wanted["of"]), *map(members, wanted.get("or", ()))]
        fact = Fact("alternatives", gold["id"], accepted[0])
        match = next((found for texts_ in accepted for found in left if found[0] == texts_), None)
        if match is None:
            texts.missing.append(fact)
        else:
            left.remove(match)
            texts.hits.append(fact)
        if wanted["kind"] == "open":
            continue
        kind = Fact("alternative kind", gold["id"], (*accepted[0], wanted["kind"]))
        if match and match[1] == wanted["kind"]:
            kinds.hits.append(kind)
        else:
            kinds.missing.append(kind)
            if match:
                kinds.extra.append(kind._replace(value=(*match[0], match[1])))
    texts.extra.extend(Fact("alternatives", gold["id"], found[0]) for found in left)


def whole(tallies: Mapping[str, Tally]) -> Tally:
    """Return the facts of all families together."""
    together = Tally()
    for tally in tallies.values():
        together.hits += tally.hits
        together.missing += tally.missing
        together.extra += tally.extra
    return together


def table(tallies: Mapping[str, Tally]) -> str:
    """Return the figures as lines: family, hits, missing, extra, F1; the last line is the whole."""
    rows = [*sorted(tallies.items()), ("ALL", whole(tallies))]
    head = f"{'family':18} {'hits':>6} {'missing':>8} {'extra':>6}     F1"
    return "\n".join(
        [head] + [f"{f:18} {len(t.hits):6} {len(t.missing):8} {len(t.extra):6}  {t.f1:.3f}" for f, t in rows]
    )
