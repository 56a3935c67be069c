"""Repairs against `cases/normalize/`, the examples of the word data, and what must hold of any text."""

from __future__ import annotations

import random
import re
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import texts
from tsesi import corpus, lang
from tsesi.model import Correction, Normalized, Source
from tsesi.normalize import entity, normalize, splits

HERE = Path(__file__).parent
CASES = yaml.safe_load((HERE / "cases/normalize/repairs.yml").read_text(encoding="utf-8"))
RECEIVED = sorted([*(HERE.parent / "corpus").glob("*.ka.txt"), *(HERE / "cases/laws").glob("*.ka.txt")])
WORDS = frozenset(
    {"დამრღვევი", "დამრღვევები", "დროებით", "გუნდელს", "გუნდელებს", "შეუძლიათ", "მოთამაშემ", "მეტოქეს"}
)
LATIN = {"scrum": "შერკინება", "penalty": "ჯარიმა"}


def read(text: str, **more: Any) -> Normalized:
    words = frozenset(more.pop("words", WORDS))
    latin = more.pop("latin", LATIN)
    return normalize(Source("ტექსტი", text, "", **more), words.__contains__, latin)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_repairs(case: dict[str, Any]) -> None:
    corrections = tuple(Correction(**one) for one in case.get("corrections", ()))
    words, latin = case.get("words", ()), case.get("latin", {})
    done = read(case["text"], words=words, latin=latin, corrections=corrections)
    assert done.text == case["becomes"]
    assert [[one.kind, one.raw, one.fixed] for one in done.repairs] == case.get("repairs", [])
    assert [[one.kind, one.text] for one in done.findings] == case.get("findings", [])


def test_a_correction_carries_its_reason() -> None:
    done = read("ქვა", corrections=(Correction("ქვა", "კარი", "ბეჭდვის შეცდომა", "ვინმე"),))
    assert done.repairs[0].reason == "ბეჭდვის შეცდომა (ვინმე)"


@pytest.mark.parametrize(("written", "meant"), lang.read("ka", "keyboard")["examples"])
def test_entities(written: str, meant: str) -> None:
    assert entity(written) == meant


@pytest.mark.parametrize("written", lang.read("ka", "keyboard")["counter-examples"])
def test_no_entities(written: str) -> None:
    assert entity(written) is None


def test_every_entity_that_georgian_keys_can_type() -> None:
    """All of Python's entities whose names the layout can type are read back, whatever their number."""
    from html.entities import html5

    data = lang.read("ka", "keyboard")
    keys = {**data["keys"], **data["shift"]}
    typed = {name: value for name, value in html5.items() if name.endswith(";") and name[0] in keys}
    tried = 0
    for name, value in typed.items():
        if all(sign in keys or sign.isdigit() for sign in name[:-1]):
            tried += 1
            assert entity("&" + "".join(keys.get(sign, sign) for sign in name)) == value
    assert tried > 1000


@pytest.mark.parametrize(
    "example", [*(lang.read("ka", "spacing")[k] for k in ("examples", "counter-examples"))]
)
def test_glued_words(example: list[dict[str, Any]]) -> None:
    for one in example:
        known = frozenset(one["known"]).__contains__
        places = splits(one["word"], known)
        assert (
            [f"{one['word'][:at]} {one['word'][at:]}" for at in places] == [one["split"]]
            if "split" in one
            else not places
        )


# --- what holds of any text -------------------------------------------------------------------------------


def is_exact(done: Normalized) -> None:
    """Every span of the source comes back, wider only by what a repair replaced as one piece."""
    source, offsets = done.source.text, done.offsets
    assert (offsets.source_length, offsets.length) == (len(source), len(done.text))
    touched = {at for repair in done.repairs for at in range(*repair.source)}
    for at, sign in enumerate(source):
        start, end = offsets.to_text(at, at + 1)
        assert start < end, f"{sign!r} at {at} is lost"
        low, high = offsets.to_source(start, end)
        assert low <= at < high
        if at not in touched:
            assert (low, high, done.text[start:end]) == (at, at + 1, sign)
    for repair in done.repairs:
        assert repair.source.of(source) == repair.raw
        low, high = offsets.to_source(*repair.span)
        assert (low, high) == tuple(repair.source)
    last = 0
    for start, end in ((offsets.start(at), offsets.end(at)) for at in range(len(done.text))):
        assert last <= end
        last = max(last, end)
        assert start <= end


@given(texts.laws | texts.anything)
@settings(deadline=None)
def test_nothing_is_lost(text: str) -> None:
    is_exact(read(text))


@pytest.mark.parametrize("path", RECEIVED, ids=lambda path: path.stem)
def test_nothing_is_lost_of_the_laws(path: Path) -> None:
    done = normalize(corpus.read(path), WORDS.__contains__, LATIN)
    is_exact(done)
    for start in range(0, len(done.source.text), 7):  # spans of many lengths, at many places
        for end in range(start + 1, min(start + 40, len(done.source.text)), 3):
            low, high = done.offsets.to_source(*done.offsets.to_text(start, end))
            assert low <= start
            assert end <= high
            assert high - low <= end - start + 12  # no wider than an entity at each edge


@given(texts.laws)
@settings(deadline=None)
def test_a_repaired_text_needs_no_repair_of_marks(text: str) -> None:
    kinds = {one.kind for one in read(read(text).text).repairs}
    assert not kinds & {"no-break-space", "invisible-character", "line-ending"}


def apart(text: str) -> str:
    """Return a text with each sanction on a line of its own: so or so, it says the same."""
    return re.sub(r"\s+(?=სასჯელი)", "\n", text)


@pytest.mark.parametrize("path", RECEIVED, ids=lambda path: path.stem)
def test_broken_at_a_width_a_law_is_joined_again(path: Path) -> None:
    whole = normalize(corpus.read(path), WORDS.__contains__, LATIN).text
    for width in random.Random(path.stem).sample(range(38, 100), 6):
        broken = "\n".join(
            textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
            if line.strip()
            else line
            for line in whole.split("\n")
        )
        done = read(broken)
        assert apart(done.text) == apart(whole), f"width {width}"
        assert {one.kind for one in done.repairs} <= {"line-wrap"}


@pytest.mark.parametrize("path", RECEIVED, ids=lambda path: path.stem)
def test_damaged_a_law_is_mended_again(path: Path) -> None:
    """Spaces that do not break, entities for quotes, Windows line ends: put in by lot, all found."""
    whole = normalize(corpus.read(path), WORDS.__contains__, LATIN).text
    lot = random.Random(path.stem)
    damage = {"„": "&ბდქუო;", "“": "&ლდქუო;", " ": "\u00a0", "\n": "\r\n"}
    signs = [damage[sign] if sign in damage and lot.random() < 0.3 else sign for sign in whole]
    assert read("".join(signs)).text == whole


def test_it_is_fast() -> None:
    source = corpus.read(HERE.parent / "corpus/law-09-foul-play.ka.txt")
    times = []
    for _ in range(15):
        begin = time.perf_counter()
        normalize(source, WORDS.__contains__, LATIN)
        times.append(time.perf_counter() - begin)
    assert min(times) < 0.02  # 4 ms where it was measured


@given(
    st.text(alphabet="აბგდეზ[]", max_size=16),
    st.sets(st.text(alphabet="აბგდეზ", min_size=1, max_size=6), max_size=8),
)
def test_splits_are_between_known_words(word: str, words: set[str]) -> None:
    for at in splits(word, words.__contains__):
        for part in (word[:at], word[at:]):
            bare = part.replace("[", "").replace("]", "")
            assert bare in words or any(one in bare for one in words)
