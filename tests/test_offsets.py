"""The map between a changed text and its source: exact for every span, composable, closed at its ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsesi.offsets import Edit, OffsetMap, Run, rewrite

TEXT = st.text(alphabet="აბგდ 15.|", max_size=24)


@st.composite
def changed(
    draw: st.DrawFn, source: str | None = None, keeps: bool = False
) -> tuple[str, list[Edit], str, OffsetMap]:
    """A source, edits of it, the text after them, the map. With `keeps` no edit leaves nothing behind."""
    source = draw(TEXT) if source is None else source
    places = sorted(draw(st.lists(st.integers(0, len(source)), max_size=8)))
    edits = []
    for start, end in zip(places[::2], places[1::2], strict=False):
        new = draw(st.text(alphabet="ხჯჰ", min_size=1 if keeps and end > start else 0, max_size=3))
        edits.append(Edit(start, end, new))
    text, offsets = rewrite(source, edits)
    return source, edits, text, offsets


def spans(length: int) -> list[tuple[int, int]]:
    return [(start, end) for start in range(length + 1) for end in range(start, length + 1)]


@given(changed())
def test_every_character_has_a_start_and_an_end(one: tuple[str, list[Edit], str, OffsetMap]) -> None:
    source, _, text, offsets = one
    assert (offsets.source_length, offsets.length) == (len(source), len(text))
    last = (0, 0)
    for index in range(len(text)):
        place = offsets.start(index), offsets.end(index)
        assert last[0] <= place[0] <= place[1] <= len(source)
        assert last[1] <= place[1]
        last = place
        if place[1] - place[0] == 1 and text[index] not in "ხჯჰ":
            assert source[place[0]] == text[index]


@given(changed(keeps=True))
def test_from_source_to_text_and_back_is_exact(one: tuple[str, list[Edit], str, OffsetMap]) -> None:
    source, edits, _, offsets = one
    for start, end in spans(len(source)):
        if start == end:
            continue
        cut = [edit for edit in edits if edit.start < end and start < edit.end]
        wanted = (
            min([start, *(edit.start for edit in cut)]),
            max([end, *(edit.end for edit in cut)]),
        )
        assert offsets.to_source(*offsets.to_text(start, end)) == wanted


@given(changed(keeps=True))
def test_from_text_to_source_and_back_covers(one: tuple[str, list[Edit], str, OffsetMap]) -> None:
    _, _, text, offsets = one
    for start, end in spans(len(text)):
        place = offsets.to_source(start, end)
        inner = [at for at in range(start, end) if offsets.start(at) < offsets.end(at)]
        if inner:  # what was inserted at the edge stands for nothing in the source
            back = offsets.to_text(*place)
            assert back[0] <= inner[0]
            assert inner[-1] < back[1]
            assert offsets.to_source(*back) == place


@given(changed())
def test_what_was_removed_has_its_place(one: tuple[str, list[Edit], str, OffsetMap]) -> None:
    _, edits, text, offsets = one
    for start, end, new in edits:
        low, high = offsets.to_text(start, end)
        assert 0 <= low <= high <= len(text)
        if new and start < end:
            assert text[low:high].endswith(new) or new in text[low:high]


@given(st.data(), st.booleans())
def test_composition_is_one_map_after_the_other(data: st.DataObject, keeps: bool) -> None:
    _, _, middle, first = data.draw(changed(keeps=keeps))
    _, _, text, second = data.draw(changed(source=middle, keeps=keeps))
    both = first.then(second)
    assert (both.source_length, both.length) == (first.source_length, len(text))
    for start, end in spans(len(text)):
        if start < end:
            low, high = first.to_source(*second.to_source(start, end))
            assert both.to_source(start, end) == (low, high) or not keeps
            assert both.start(start) <= low  # where something went without a trace, the whole may say more
            assert high <= both.end(end - 1)


@given(st.data())
def test_composition_is_associative(data: st.DataObject) -> None:
    _, _, one, a = data.draw(changed(keeps=True))
    _, _, two, b = data.draw(changed(source=one, keeps=True))
    _, _, text, c = data.draw(changed(source=two, keeps=True))
    left, right = a.then(b).then(c), a.then(b.then(c))
    for span in spans(len(text)):
        assert left.to_source(*span) == right.to_source(*span)
    for span in spans(a.source_length):
        assert left.to_text(*span) == right.to_text(*span)


@given(changed())
def test_identity_changes_nothing(one: tuple[str, list[Edit], str, OffsetMap]) -> None:
    source, _, text, offsets = one
    assert OffsetMap.identity(len(source)).then(offsets) == offsets
    assert offsets.then(OffsetMap.identity(len(text))) == offsets
    assert hash(offsets) == hash(OffsetMap.identity(len(source)).then(offsets))


@given(changed())
def test_nothing_outside(one: tuple[str, list[Edit], str, OffsetMap]) -> None:
    source, _, text, offsets = one
    for index in (-1, len(text), len(text) + 5):
        with pytest.raises(IndexError):
            offsets.start(index)
        with pytest.raises(IndexError):
            offsets.end(index)
    for look_up, length in ((offsets.to_source, len(text)), (offsets.to_text, len(source))):
        for span in ((-1, 0), (0, length + 1), (length + 1, length + 2)):
            with pytest.raises(IndexError):
                look_up(*span)
        with pytest.raises(ValueError, match="backwards"):
            look_up(1, 0)


@pytest.mark.parametrize(
    "edits", [[(3, 2, 1)], [(0, 2, 0), (1, 3, 0)], [(0, 9, 1)], [(-1, 2, 1)], [(0, 1, -1)]]
)
def test_edits_that_cannot_be(edits: list[tuple[int, int, int]]) -> None:
    with pytest.raises(ValueError, match="edit"):
        OffsetMap.from_edits(5, edits)


def test_a_map_follows_its_own_text_only() -> None:
    with pytest.raises(ValueError, match="cannot follow"):
        OffsetMap.identity(3).then(OffsetMap.identity(4))


def test_a_long_text_with_few_changes_is_a_short_list() -> None:
    text, offsets = rewrite("ა" * 10_000, [Edit(5_000, 5_000, " ")])
    assert len(text) == 10_001
    assert offsets.runs == (
        Run(0, 5_000, 0, 5_000, True),
        Run(5_000, 5_001, 5_000, 5_000, False),
        Run(5_001, 10_001, 5_000, 10_000, True),
    )
