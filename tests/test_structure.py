"""Units, headings and written sanctions against `cases/structure/`; every character has its place."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings

from tests import texts
from tests.test_normalize import LATIN, RECEIVED, WORDS
from tsesi import corpus, lang, layout
from tsesi.model import Document, Source, Span, Unit
from tsesi.normalize import normalize
from tsesi.structure import place_like, structure

HERE = Path(__file__).parent
CASES = yaml.safe_load((HERE / "cases/structure/laws.yml").read_text(encoding="utf-8"))


def read(text: str, law: str | None = None) -> Document:
    return structure(normalize(Source("ტექსტი", text, "", law), WORDS.__contains__, LATIN))


def row(unit: Unit, text: str) -> list[str | None]:
    said: list[str | None] = [unit.id, unit.kind, unit.parent, unit.body.of(text)]
    if unit.sanction:
        said.append("* " * unit.sanction.starred + unit.sanction.value.of(text))
    if unit.continuation:
        said.append(unit.continuation.of(text))
    return said


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_laws(case: dict[str, Any]) -> None:
    done = read(case["text"], case.get("law"))
    assert [row(unit, done.text) for unit in done.units] == case["units"]
    assert (done.title and done.title.of(done.text)) == case.get("title")
    assert (done.number and done.number.of(done.text)) == case.get("number")
    sections = {section.heading.of(done.text): list(section.units) for section in done.sections}
    assert sections == case.get("sections", {})
    for unit, label in case.get("labels", {}).items():
        assert next(one.label for one in done.units if one.id == unit) == label
    said = [[one.kind, one.unit] for one in done.findings]
    assert said == [[kind, unit] for kind, unit, _ in case.get("findings", [])]
    for finding, (_, _, about) in zip(done.findings, case.get("findings", []), strict=True):
        assert finding.span is not None
        assert about is None or about in finding.values.values()
    whole(done)


CARRIED: dict[str, Callable[[str], str]] = {
    "in capitals": lambda text: text.translate({0x10D0 + at: 0x1C90 + at for at in range(43)}),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "line ends of Windows, twice": lambda text: text.replace("\n", "\r\r\n"),
    "line ends the wrong way round": lambda text: text.replace("\n", "\n\r"),
    "line ends of an old Macintosh": lambda text: text.replace("\n", "\r"),
    "line ends of Unicode": lambda text: text.replace("\n", "\u2028"),
    "a byte order mark": lambda text: "\ufeff" + text,
    "zero width everywhere": lambda text: "\u200b".join(text),
    "NULs everywhere": lambda text: "\0".join(text) + "\0",
    "other digits": lambda text: text.translate({0x30 + at: 0x660 + at for at in range(10)}),
}


@pytest.mark.parametrize("how", CARRIED)
@pytest.mark.parametrize("path", RECEIVED, ids=lambda path: path.stem)
def test_a_law_has_the_same_units_whatever_carried_it(path: Path, how: str) -> None:
    text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    plain, done = read(text), read(CARRIED[how](text))
    assert [row(unit, done.text) for unit in done.units] == [row(unit, plain.text) for unit in plain.units]
    assert done.normalized.source.text == CARRIED[how](text)


@pytest.mark.parametrize("place", [True, False])
def test_places(place: bool) -> None:
    for opener, item in lang.read("ka", "layout")["examples" if place else "counter-examples"]["places"]:
        assert place_like(opener, item) is place, item


@pytest.mark.parametrize(
    ("letters", "value"),
    [("i", 1), ("iv", 4), ("IX", 9), ("xiv", 14), ("iiii", 0), ("vx", 0), ("g", 0), ("", 0)],
)
def test_roman_numbers(letters: str, value: int) -> None:
    assert layout.roman(letters) == value


def test_every_letter_of_the_alphabet_has_its_own_latin_one() -> None:
    latin = [layout.latin_letter(place) for place in range(1, len(layout.layout().alphabet) + 1)]
    assert latin[:8] == list("abcdefgh")
    assert latin[25:28] == ["z", "aa", "ab"]
    assert len(set(latin)) == 33


@pytest.mark.parametrize("path", RECEIVED, ids=lambda path: path.stem)
def test_units_are_those_of_the_annotation(path: Path) -> None:
    name = path.name.removesuffix(".ka.txt")
    gold_path = path.with_name(f"{name}.yml") if "cases" in path.parts else HERE / f"gold/{name[:6]}.yml"
    gold = yaml.safe_load(gold_path.read_text(encoding="utf-8"))
    done = structure(normalize(corpus.read(path), WORDS.__contains__, LATIN))
    assert [(u.id, u.kind) for u in done.units] == [(u["id"], u.get("kind", "clause")) for u in gold["units"]]
    items = {unit.id for unit in done.units if unit.parent}  # some annotations list them, some do not
    found = [(s.heading.of(done.text), [one for one in s.units if one not in items]) for s in done.sections]
    sections = gold.get("sections", [])
    assert found == [(one["ka"], [unit for unit in one["units"] if unit not in items]) for one in sections]
    assert done.title is not None
    assert done.title.of(done.text) == gold["title"]["ka"]
    assert [one.values["missing"] for one in done.findings if one.kind == "numbering-gap"] == [
        one["missing"] for one in gold.get("findings", [])
    ]
    assert {one.kind for one in done.findings} <= {"numbering-gap"}
    whole(done)


# --- what holds of any text -------------------------------------------------------------------------------


def whole(done: Document) -> None:
    """Every character is in one unit, heading or title, or is white space; the parts of a unit make it up."""
    text = done.text
    held: list[Span] = [unit.span for unit in done.units] + [section.heading for section in done.sections]
    held += [span for span in (done.title, done.number) if span]
    held.sort()
    assert all(one.end <= other.start for one, other in pairwise(held))
    covered = {at for span in held for at in range(*span)}
    assert all(sign.isspace() for at, sign in enumerate(text) if at not in covered)
    ids = [unit.id for unit in done.units]
    assert len(set(ids)) == len(ids)
    assert [unit.order for unit in done.units] == list(range(1, len(ids) + 1))
    second = {one.span.start: one.span for one in done.findings if one.kind == "second-sanction" and one.span}
    for unit in done.units:
        parts = [unit.marker, unit.body, unit.sanction and unit.sanction.span, unit.continuation]
        parts += [span for at, span in second.items() if unit.span.start <= at < unit.span.end]
        at = unit.span.start
        for part in sorted(part for part in parts if part):
            assert not text[at : part.start].strip()
            at = max(at, part.end)
        assert not text[at : unit.span.end].strip()
        assert unit.parent is None or ids.index(unit.parent) < ids.index(unit.id)


@given(texts.laws | texts.anything)
@settings(deadline=None)
def test_every_character_has_its_place(text: str) -> None:
    whole(read(text))


@given(texts.laws)
@settings(deadline=None)
def test_findings_name_units_that_are_there(text: str) -> None:
    done = read(text, "9")
    ids = {unit.id for unit in done.units}
    for finding in done.findings:
        assert finding.unit is None or finding.unit in ids
        assert finding.span is not None
        assert finding.span.of(done.text) == finding.text
