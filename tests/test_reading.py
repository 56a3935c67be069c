"""Clauses and what they say: markup and norms, case by case; the word data by their own examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tsesi import lang, recipe
from tsesi.model import Source

CASES = Path(__file__).parent / "cases" / "reading"


def load(name: str) -> list[dict[str, Any]]:
    return yaml.safe_load((CASES / f"{name}.yml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reader() -> recipe.Reader:
    return recipe.Reader()


def read(reader: recipe.Reader, text: str) -> dict[str, Any]:
    """Return the one clause that `text` makes, in the form of `tsesi parse`, with all findings."""
    source = Source("case.txt", f"სათაური\n1. {text}\n", "", law="99")
    data = reader.data(reader.read(source))
    unit = next(unit for unit in data["units"] if unit["id"] == "99.1")
    return {**unit, "findings": [finding["kind"] for finding in data["findings"]]}


def agree(got: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    got = {**got, "acts": [_without_place(act) for act in got.get("acts", [])]}
    return [
        f"{key}: {got.get(key)!r}, not {value!r}"
        for key, value in wanted.items()
        if (got.get(key) or False) != value
    ]


def _without_place(act: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in act.items() if key not in ("span", "source")}


@pytest.mark.parametrize("case", load("norms"), ids=lambda case: case["text"])
def test_norms(reader: recipe.Reader, case: dict[str, Any]) -> None:
    unit = read(reader, case["text"])
    for kind in case.get("findings", ()):
        assert kind in unit["findings"]
    if "norms" in case:
        norms = unit.get("norms", [])
        assert [n["modality"] for n in norms] == [n["modality"] for n in case["norms"]]
        assert not [
            fault for got, wanted in zip(norms, case["norms"], strict=True) for fault in agree(got, wanted)
        ]


@pytest.mark.parametrize("case", load("markup"), ids=lambda case: case["text"])
def test_markup(reader: recipe.Reader, case: dict[str, Any]) -> None:
    unit = read(reader, case["text"])
    for what in ("alternatives", "brackets"):
        got = [{**each, "of": _plain(each.get("of"))} for each in unit.get(what, [])]
        wanted = [{**each, "of": _plain(each["of"])} if "of" in each else each for each in case.get(what, [])]
        if wanted:
            assert len(got) == len(wanted), got
            assert not [fault for g, w in zip(got, wanted, strict=True) for fault in agree(g, w)]


def _plain(of: Any) -> Any:
    """Quotes of every style are one: the normalizer unites them."""
    strip = str.maketrans("", "", "„“”\"'")
    return [text.translate(strip) for text in of] if isinstance(of, list) else of and of.translate(strip)


# --- the words of clauses.yml by their own examples ---------------------------------------------------------

WORDS = lang.read("ka", "clauses")
MODALS = [(entry, text) for entry in WORDS["modals"] for text in entry["examples"]]


@pytest.mark.parametrize(("entry", "text"), MODALS, ids=lambda value: value if isinstance(value, str) else "")
def test_words_of_duty(reader: recipe.Reader, entry: dict[str, Any], text: str) -> None:
    norms = read(reader, text)["norms"]
    assert norms[0]["modality"] == entry["modality"]


FLAGS = [
    (flag, text, expected)
    for group, flag in (("conditions", "condition"), ("exceptions", "exception"), ("provisos", "proviso"))
    for key, expected in (("examples", True), ("not", False))
    for text in WORDS[group][key]
]


@pytest.mark.parametrize(("flag", "text", "expected"), FLAGS)
def test_words_that_limit(reader: recipe.Reader, flag: str, text: str, expected: bool) -> None:
    assert any(norm.get(flag, False) for norm in read(reader, text)["norms"]) == expected


DENIALS = [
    (text, expected)
    for key, expected in (("examples", "prohibition"), ("not", "obligation"))
    for text in WORDS["negations"][key]
]


@pytest.mark.parametrize(("text", "expected"), DENIALS)
def test_words_of_denial(reader: recipe.Reader, text: str, expected: str) -> None:
    assert read(reader, text)["norms"][0]["modality"] == expected


@pytest.mark.parametrize("text", [text for entry in WORDS["definitions"] for text in entry["examples"]])
def test_words_that_define(reader: recipe.Reader, text: str) -> None:
    assert any(norm.get("defines") for norm in read(reader, text)["norms"])


# --- the words of context.yml: which unknown words are verbs ------------------------------------------------

UNKNOWN = [
    (text, pos)
    for key, pos in (("examples", "VERB"), ("counter-examples", "NOUN"))
    for text in lang.read("ka", "context")[key]
]


@pytest.mark.parametrize(("text", "pos"), UNKNOWN)
def test_words_that_speak_for_a_verb(reader: recipe.Reader, text: str, pos: str) -> None:
    start, end = text.index("{"), text.index("}") - 1
    word = reader.nlp(text.translate(str.maketrans("", "", "{}"))).char_span(start, end)[0]
    assert not word._.known
    assert word.pos_ == pos


# --- texts that are no law --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", load("hostile"), ids=lambda case: case["text"][:20])
def test_a_damaged_text_is_read(reader: recipe.Reader, case: dict[str, Any]) -> None:
    times = case.get("times", 1)
    text = case["text"].replace("{open}", "[" * times).replace("{close}", "]" * times)
    reading = reader.read(Source("case.txt", text, "", law="99"))
    reader.data(reading)
    document = reading.document
    assert document.normalized.offsets.to_source(0, len(document.text)) == (0, len(text))
