"""The sentences of all norms are those that somebody has read against the texts."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.corpus import corpus
from tsesi import verbalize

PATH = Path(__file__).parent / "cases" / "readings-reviewed.yml"
REVIEWED = {
    (str(one["unit"]), int(one["number"])): one for one in yaml.safe_load(PATH.read_text(encoding="utf-8"))
}
SAID = {
    place: sentences
    for reading in corpus().readings
    for place, sentences in verbalize.sentences(reading, corpus().reader.termbase).items()
}
TODO = f"read it against the text, then update the file {PATH.name}"


def test_every_norm_has_been_read() -> None:
    new = sorted(set(SAID) - set(REVIEWED))
    assert not new, f"no sentence of these norms has been reviewed; {TODO}: {new}"
    gone = sorted(set(REVIEWED) - set(SAID))
    assert not gone, f"the laws have these norms no longer; find out why, then update {PATH.name}: {gone}"


@pytest.mark.parametrize("lang", ["ka", "en"])
@pytest.mark.parametrize("place", REVIEWED, ids=lambda place: f"{place[0]}-{place[1]}")
def test_the_sentence_is_the_one_that_was_read(place: tuple[str, int], lang: str) -> None:
    unit, number = place
    said, read = SAID.get(place, {}).get(lang, ""), REVIEWED[place][lang]
    assert said == read, (
        f"{unit}, norm {number}: the sentence has changed; {TODO}\n  now:  {said}\n  read: {read}"
    )


def test_doubts_are_said_in_words() -> None:
    assert all(len(one["doubt"]) > 20 for one in REVIEWED.values() if "doubt" in one)
