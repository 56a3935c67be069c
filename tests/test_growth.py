"""Time to read grows with the length of a text, whatever is in it; what is left unread is told."""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from tsesi import recipe
from tsesi.model import Reading, Source

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "growth.yml").read_text(encoding="utf-8"))
OPENING = "რაღაც\n1. "


@pytest.fixture(scope="module")
def reader() -> recipe.Reader:
    made = recipe.Reader()
    read(made, "მოთამაშემ წესი არ უნდა დაარღვიოს.")
    return made


def read(reader: recipe.Reader, body: str) -> Reading:
    return reader.read(Source("law.txt", f"{OPENING}{body}\n", "", "9"))


def seconds(reader: recipe.Reader, body: str) -> float:
    """Processor time, so that other work on the machine does not count; without the collector's."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    read(reader, body)
    took = time.process_time() - start
    gc.enable()
    return took


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_time_grows_with_length(reader: recipe.Reader, case: Mapping[str, str]) -> None:
    few, many = (seconds(reader, case["piece"] * times) for times in (500, 2_000))
    assert many < 7 * few + 0.2, f"{few:.2f} s, then {many:.2f} s"


@pytest.mark.parametrize("piece", ["მოთამაშემ წესი არ უნდა დაარღვიოს ", "მ", "[", "სასჯელი: ჯარიმა და "])
def test_what_is_too_long_to_be_read_is_told_and_stops_a_build(reader: recipe.Reader, piece: str) -> None:
    body = piece * (2 * recipe.LONGEST_CLAUSE // len(piece))
    told = [one for one in recipe.told(read(reader, body)) if one.kind == "clause-too-long"]
    assert told and all(one.stops and one.where == "law.txt:2" for one in told)


def test_a_clause_of_a_thousand_characters_is_read_whole(reader: recipe.Reader) -> None:
    reading = read(reader, "მოთამაშემ წესი არ უნდა დაარღვიოს. " * 30)
    assert len(reading.norms["9.1"]) == 30
    assert not [one for one in reading.findings if one.kind == "clause-too-long"]


def test_a_word_longer_than_any_is_a_finding(reader: recipe.Reader) -> None:
    word = "მოთამაშემ" * 10
    told = [one.text for one in read(reader, f"{word} წესი არ უნდა დაარღვიოს.").findings]
    assert word in told
