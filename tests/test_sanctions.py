"""What a breach costs: prices from the word data, scopes from `cases/sanctions/`, twenty laws made by lot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import lawmaker
from tests.test_structure import read
from tsesi import lang, nlp, recipe, sanctions
from tsesi.model import Document, Mention, Norm, Source, Span, UnitSanction

HERE = Path(__file__).parent
CASES = yaml.safe_load((HERE / "cases/sanctions/scopes.yml").read_text(encoding="utf-8"))
NAMES = {
    "ჯარიმა": "penalty",
    "თავისუფალი": "free-kick",
    "თავისუფალი დარტყმა": "free-kick",
    "შერკინება": "scrum",
    "დერეფანი": "lineout",
}
SEEDS = range(20)


@pytest.mark.parametrize("group", ["examples", "counter-examples"])
def test_prices(group: str) -> None:
    for one in lang.read("ka", "sanctions")[group]:
        price = sanctions.read_price(one["price"], NAMES)
        assert list(price.kinds) == one["kinds"], one
        assert price.choice == one.get("choice", False), one
        assert price.chosen_by == one.get("chosen_by"), one
        assert list(price.unknown) == one.get("unknown", []), one
        assert price.unread == ()
        assert price.chooser_unknown is None


NOWHERE = Span(0, 0)
NORMS = {
    "duty": Norm("prohibition", NOWHERE, Mention("მოთამაშე", NOWHERE, "player")),
    "official": Norm("obligation", NOWHERE, Mention("მსაჯი", NOWHERE, "referee")),
    "assistant": Norm("obligation", NOWHERE, Mention("თანა-შემწემ", NOWHERE)),
    "nobody": Norm("obligation", NOWHERE),
    "may": Norm("permission", NOWHERE, Mention("მოთამაშე", NOWHERE, "player")),
    "may-only": Norm("permission", NOWHERE, Mention("მოთამაშე", NOWHERE, "player"), only=True),
    "is": Norm("constitutive", NOWHERE),
    "orders": Norm("obligation", NOWHERE, Mention("მსაჯი", NOWHERE, "referee"), orders=("sending-off",)),
}


def told(text: str) -> tuple[Document, dict[str, tuple[Norm, ...]]]:
    """Take the words in brackets out of a case, as norms of their units."""
    document = read(re.sub(r" ?\[[a-z -]+\]", "", text), "9")
    lines = [re.search(r"\[([a-z -]+)\]", line) for line in text.splitlines()]
    norms = {}
    for unit, words in zip(document.units, lines, strict=True):
        said = words[1].split() if words else []
        norms[unit.id] = tuple(
            Norm(one.modality, unit.body, one.bearer, only=one.only, orders=one.orders)
            for one in (NORMS[word] for word in said)
        )
    return document, norms


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_scopes(case: dict[str, Any]) -> None:
    document, norms = told(case["text"])
    found, findings = sanctions.resolve(document, norms, NAMES)
    assert list(found) == [unit.id for unit in document.units]
    said = {
        unit: [one.scope, *([one.declared_in, *one.breaches] if one.breaches or one.declared_in else [])]
        for unit, one in found.items()
    }
    assert said == case["costs"]
    assert [[one.kind, one.unit] for one in findings] == case.get("findings", [])
    for finding in findings:
        assert finding.span
        assert finding.text
        assert finding.text in finding.span.of(document.text)


def test_romanization() -> None:
    for name, key in lang.read("ka", "romanization")["examples"]:
        assert nlp.romanize(name) == key


def test_an_unknown_price_has_a_provisional_key() -> None:
    document, norms = told("1. ერთი. [duty] სასჯელი: ყვითელი ბარათი.")
    found, findings = sanctions.resolve(document, norms, NAMES)
    assert found["9.1"].kinds == ("qviteli-barati",)
    assert findings[0].values == {"name": "ყვითელი ბარათი"}


# --- twenty laws ------------------------------------------------------------------------------------------


def costs(found: Mapping[str, UnitSanction]) -> dict[str, lawmaker.Cost]:
    """What was found, in the form of what was made; an order names its sanctions in no certain order."""
    return {
        unit: (
            tuple(sorted(one.kinds)) if one.scope == "stated" else one.kinds,
            one.scope,
            one.declared_in,
            one.choice,
        )
        for unit, one in found.items()
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_made_laws_by_their_norms(seed: int) -> None:
    law = lawmaker.make(seed)
    document = read(law.text, law.number)
    assert [unit.id for unit in document.units] == list(law.costs)
    found, findings = sanctions.resolve(document, law.norms(document), NAMES)
    assert costs(found) == law.costs
    assert not findings


@cache
def reader() -> recipe.Reader:
    return recipe.Reader()


@pytest.mark.parametrize("seed", SEEDS)
def test_made_laws_from_their_text(seed: int) -> None:
    law = lawmaker.make(seed)
    reading = reader().read(Source("ცდა", law.text, "", law.number))
    assert costs(reading.sanctions) == law.costs


def test_the_made_laws_have_everything() -> None:
    laws = [lawmaker.make(seed) for seed in SEEDS]
    every = [cost for law in laws for cost in law.costs.values()]
    assert {scope for _, scope, _, _ in every} == {"own", "group", "stated", "none"}
    assert any(
        unit.count(".") == 3 and cost[1] == "group" for law in laws for unit, cost in law.costs.items()
    )
    across = [
        (unit, cost[2])
        for law in laws
        for unit, cost in law.costs.items()
        if cost[2] and unit.count(".") > cost[2].count(".")
    ]
    assert len(across) > 20  # stars of clauses that reach into lists
    assert sum(len(law.costs) for law in laws) > 300


def test_the_same_seed_makes_the_same_law() -> None:
    assert lawmaker.make(7) == lawmaker.make(7)
