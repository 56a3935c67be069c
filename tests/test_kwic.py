"""The concordance against places counted by hand, and against the graph."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.corpus import corpus
from tsesi import book as books
from tsesi import kwic
from tsesi.book import Book
from tsesi.kwic import Concordance, Line
from tsesi.model import Lang

CASES = yaml.safe_load((Path(__file__).parent / "cases/kwic.yml").read_text(encoding="utf-8"))


@cache
def concordance() -> Concordance:
    reader = corpus().reader
    return Concordance(corpus().graph, {"ka": reader.nlp, "en": reader.english.nlp})


@cache
def lines(term: str, lang: Lang | None = None) -> tuple[Line, ...]:
    return concordance().lines(term, lang)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["term"])
def test_places(case: dict[str, Any]) -> None:
    found = lines(case["term"], case.get("lang"))
    assert Counter(line.unit for line in found) == case["units"]
    if "line" in case:
        line = next(line for line in found if line.unit == case["line"]["unit"])
        assert line.hit.of(line.text) == case["line"]["hit"]
        assert [hit.of(line.other) for hit in line.other_hits] == case["line"]["other"]


@cache
def book() -> Book:
    return books.read(corpus().graph)


def plain_search(name: str) -> re.Pattern[str]:
    """What a person would look for in an editor: the name with any hyphen, space, bracket or quote in it."""
    words = [r"[\[\]]*".join(map(re.escape, word)) for word in re.split(r"[\s-]+", name)]
    return re.compile(r"(?<!\w)" + r"[^\w]*".join(words) + r"(?!\w)", re.IGNORECASE)


@pytest.mark.parametrize("lang", ["ka", "en"])
def test_every_name_is_found_wherever_a_plain_search_finds_it(lang: Lang) -> None:
    searched = 0
    for name in dict.fromkeys(name.text for entry in book().entries for name in entry.of(lang)):
        found = lines(name, lang)
        for unit in book().units:
            text = unit.text(lang)
            hits = [
                range(start, start + line.hit.end - line.hit.start)
                for line in found
                if line.unit == unit.id
                for start in [text.index(line.text) + line.hit.start]
            ]
            for match in plain_search(name).finditer(text):
                searched += 1
                at = match.start() + len(match[0]) // 2
                assert any(at in hit for hit in hits), f"{name}: {unit.id}: {match[0]}"
    assert searched > 200


@pytest.mark.parametrize(
    "term, lang, unit, other",
    [
        ("რაქი", "ka", "15.3", ["ruck", "ruck"]),
        ("რაქი", "ka", "15.5", ["ruck"]),
        ("ruck", "en", "15.3", ["რაქის"]),
        ("კარის ხაზი", "ka", "9.25.d", ["goal line", "goal line"]),
        ("ტერფი", "ka", "9.17", ["soles"]),
    ],
)
def test_the_other_language_is_marked_inside_longer_names_too(
    term: str, lang: Lang, unit: str, other: list[str]
) -> None:
    line = next(line for line in lines(term, lang) if line.unit == unit)
    assert [hit.of(line.other) for hit in line.other_hits] == other


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
