"""Annotated laws: the two of the corpus fact by fact, those that nobody read before by their score."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import tsesi
from tsesi import score

HERE = Path(__file__).parent
CORPUS = HERE.parent / "corpus"
LAWS = {"law-09": "law-09-foul-play.ka.txt", "law-15": "law-15-ruck.ka.txt"}
FAMILIES = (
    *(
        "unit",
        "finding",
        "repair",
        "sanction",
        "sanction scope",
        "bracket",
        "alternatives",
        "alternative kind",
    ),
    *("modality", "bearer", "action", "verb", "patient", "manner", "time", "defines", "member"),
    *score.FLAGS,
)


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


KEYS = {key for group in load(HERE / "gold" / "concepts.yml").values() for key in group}
EXPECTED = load(HERE / "cases" / "gold-expected-failures.yml")


UNSEEN = HERE / "cases" / "laws"
SCORES = load(UNSEEN / "scores.yml")


def compared(text: Path, annotation: Path) -> dict[str, score.Tally]:
    reader = tsesi.reader()
    return score.compare(reader.data(reader.read(text)), load(annotation), KEYS)


@cache
def tallies(law: str) -> dict[str, score.Tally]:
    return compared(CORPUS / LAWS[law], HERE / "gold" / f"{law}.yml")


def misses(law: str) -> set[tuple[str, str]]:
    found = {("missing", str(fact)) for tally in tallies(law).values() for fact in tally.missing}
    return found | {("extra", str(fact)) for tally in tallies(law).values() for fact in tally.extra}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("law", LAWS)
def test_family(law: str, family: str) -> None:
    tally = tallies(law).get(family, score.Tally())
    excused = {(entry["side"], entry["fact"]) for entry in EXPECTED}
    wrong = [f"missing {fact}" for fact in tally.missing if ("missing", str(fact)) not in excused]
    wrong += [f"extra {fact}" for fact in tally.extra if ("extra", str(fact)) not in excused]
    assert not wrong, "\n".join(["", *wrong])


def test_no_family_is_forgotten() -> None:
    assert {family for law in LAWS for family in tallies(law)} <= set(FAMILIES)


def test_every_expected_failure_fails_and_has_a_reason() -> None:
    missed = {miss for law in LAWS for miss in misses(law)}
    for entry in EXPECTED:
        assert entry["reason"].strip(), entry
        assert (entry["side"], entry["fact"]) in missed, f"it no longer fails: remove {entry}"


@pytest.mark.parametrize("law", SCORES)
def test_an_unseen_law_is_read_as_well_as_ever(law: str) -> None:
    whole = score.whole(compared(UNSEEN / f"{law}.ka.txt", UNSEEN / f"{law}.yml"))
    assert whole.f1 > SCORES[law]["now"] - 0.005, "\n".join(map(str, [*whole.missing, *whole.extra]))


def test_every_unseen_law_has_its_score() -> None:
    assert {path.name.removesuffix(".ka.txt") for path in UNSEEN.glob("*.ka.txt")} == set(SCORES)
