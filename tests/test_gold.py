"""Every fact of the two annotated laws, family by family, but for the values that we hold to be wrong."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

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


@cache
def tallies(law: str) -> dict[str, score.Tally]:
    from tsesi import recipe

    reader = recipe.Reader()
    parsed = reader.data(reader.read(CORPUS / LAWS[law]))
    return score.compare(parsed, load(HERE / "gold" / f"{law}.yml"), KEYS)


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
