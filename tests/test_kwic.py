"""The concordance against places counted by hand, and against the graph."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.corpus import corpus
from tsesi import kwic
from tsesi.kwic import Line

CASES = yaml.safe_load((Path(__file__).parent / "cases/kwic.yml").read_text(encoding="utf-8"))


@cache
def lines(term: str, lang: str | None = None) -> tuple[Line, ...]:
    reader = corpus().reader
    pipelines = {"ka": reader.nlp, "en": reader.english.nlp}
    return kwic.lines(corpus().graph, term, pipelines, lang)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["term"])
def test_places(case: dict[str, Any]) -> None:
    found = lines(case["term"], case.get("lang"))
    assert Counter(line.unit for line in found) == case["units"]
    if "line" in case:
        line = next(line for line in found if line.unit == case["line"]["unit"])
        assert line.hit.of(line.text) == case["line"]["hit"]
        assert [hit.of(line.other) for hit in line.other_hits] == case["line"]["other"]


def test_lines_stand_in_both_texts_in_reading_order() -> None:
    found = lines("მოთამაშე")
    assert len(found) > 30
    texts = {reading.document.law: reading.document.text for reading in corpus().readings}
    for line in found:
        assert any(line.text in text for text in texts.values())
        assert line.other
    order = [unit.id for reading in corpus().readings for unit in reading.document.units]
    places = [
        order.index(line.unit.removeprefix("15.") if "caption" in line.unit else line.unit) for line in found
    ]
    assert places == sorted(places)


def test_text_for_a_terminal() -> None:
    printed = kwic.text(lines("ხელის შეშლა"), width=60).splitlines()
    assert len(printed) == 4
    assert printed[0].startswith("9.3  ") and "‹შეუშალოს›" in printed[0]
    assert "‹hinder›" in printed[1]
    assert printed[0].index("‹") == printed[2].index("‹")
    assert all(len(line) <= 60 for line in printed[::2])
    assert kwic.text(()) == ""
