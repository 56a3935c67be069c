"""Sentences of norms: how words are declined and joined, and that each says the facts of its norm."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests import readings
from tests.corpus import corpus
from tsesi import lang, verbalize
from tsesi.model import Alternative, AlternativeSet, Bracket, Markup, Norm, Span

WORDS = lang.read("ka", "readings")
CASES = yaml.safe_load((Path(__file__).parent / "cases" / "verbalize.yml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("phrase", "case", "said"), CASES["decline"], ids=lambda value: str(value))
def test_a_phrase_is_declined(phrase: str, case: str, said: str) -> None:
    assert verbalize.decline(phrase, case) == said


@pytest.mark.parametrize("case", CASES["resolve"], ids=lambda case: case["text"])
def test_notation_is_resolved(case: dict[str, Any]) -> None:
    text = case["text"]

    def at(part: str) -> Span:
        return Span(text.index(part), text.index(part) + len(part))

    sets = []
    for kind, members in case.get("sets", ()):
        found = tuple(Alternative(one, at(one)) for one in members)
        sets.append(AlternativeSet(kind, Span(found[0].span.start, found[-1].span.end), found))
    brackets = [Bracket(kind, inside, at(f"[{inside}]")) for kind, inside in case.get("brackets", ())]
    markup = Markup(tuple(sets), tuple(brackets))
    assert verbalize.resolve(text, Span(0, len(text)), [markup], "ან") == case["said"]


@pytest.mark.parametrize(("parts", "last", "said"), CASES["listed"])
def test_parts_are_listed(parts: list[str], last: str, said: str) -> None:
    assert verbalize.listed(parts, last) == said


@given(st.text(max_size=60))
def test_resolving_plain_text_loses_no_letter(text: str) -> None:
    said = verbalize.resolve(text, Span(0, len(text)), [], "ან")
    assert re.findall(r"\w", said) == re.findall(r"\w", text)


# --- the sentences of both laws -------------------------------------------------------------------------

SAID = {
    (reading.document.law, unit, number): (reading, norm, sentences)
    for reading in corpus().readings
    for (unit, number), sentences in verbalize.sentences(reading, corpus().reader.termbase).items()
    for norm in [reading.norms[unit][number - 1]]
}
each = pytest.mark.parametrize("place", SAID, ids=lambda place: f"{place[1]}-{place[2]}")


@each
def test_it_is_one_plain_sentence_with_its_price(place: tuple[str, str, int]) -> None:
    _, _, sentences = SAID[place]
    assert set(sentences) == {"ka", "en"}
    for said in sentences.values():
        assert re.search(r"\w", said)
        assert not re.search(r"[|\[\]{}*]|--|  | [,.;:]|\.\.|,,|None", said), said
        assert said.endswith((".", "“.", "”."))
    georgian, english = sentences["ka"], sentences["en"]
    assert english[0].isupper() or english[0] in "“"
    assert not re.search("[ა-ჰ]", english)
    assert not re.search("[A-Za-z]", georgian)
    assert not re.search(r"\b([a-z]+) \1\b", english.lower()), english


@each
def test_it_says_who_and_what(place: tuple[str, str, int]) -> None:
    reading, norm, sentences = SAID[place]
    concepts = corpus().reader.termbase.concepts
    if norm.modality == "constitutive" or norm.bearer is None:
        return
    assert re.search("ევალება|ეკრძალება|შეუძლია", sentences["ka"])
    assert re.search(r"\b(must|may)\b", sentences["en"])
    forbids = re.search(r"\bmust not\b|\bneither\b.*\bmay\b", sentences["en"], re.I)
    assert bool(forbids) == (norm.modality == "prohibition")
    assert ("ეკრძალება" in sentences["ka"]) == (norm.modality == "prohibition")
    for act in norm.acts:
        if act.known:
            heads = {name.split()[-1] for name in concepts[act.action].names("ka")}
            heads |= {WORDS["befalls"][head] for head in heads & set(WORDS["befalls"])}
            if act.attempted:
                heads = {f"{verbalize.decline(head, 'Gen')} {WORDS['attempt']['word']}" for head in heads}
                if not all(one.attempted for one in norm.acts):  # „ამის მცდელობა“
                    heads = {f"{WORDS['attempt']['its']} {WORDS['attempt']['word']}"}
            if act.verb in WORDS["such"]["verbs"]:
                heads = {f"{WORDS['such']['said']}, {WORDS['such']['clause']} "}
            assert any(head in sentences["ka"] for head in heads), act.action
    del reading


@each
def test_it_names_the_price_where_there_is_one(place: tuple[str, str, int]) -> None:
    reading, norm, sentences = SAID[place]
    found = reading.sanctions[place[1]]
    priced = found.scope in ("own", "group") and place[2] in found.breaches
    if norm.modality == "permission":
        priced = priced and verbalize.limited(norm)
    assert ("სასჯელი" in sentences["ka"]) == priced
    assert bool(re.search("Sanction|costs", sentences["en"])) == priced
    assert not (priced and norm.modality == "constitutive")


# --- what no corpus has ---------------------------------------------------------------------------------


def said(norm: Norm, unit: str = "7.1") -> dict[str, str]:
    reading = replace(readings.reading(), norms={unit: (norm,)})
    return dict(verbalize.sentences(reading, readings.termbase())[unit, 1])


def test_an_act_without_a_name_is_quoted() -> None:
    norm = readings.reading().norms["7.4"][0]
    assert said(norm, "7.4") == {
        "ka": "თუ ბურთი გავიდა – მსაჯმა უნდა დაუძახოს.",
        "en": "If the ball has gone out, the referee must call.",
    }


def test_acts_together_and_by_choice() -> None:
    norm = readings.reading().norms["7.1"][0]
    assert "დაბლოკვა და თან შეფერხება" in said(replace(norm, combined="together"))["ka"]
    both = replace(norm, modality="obligation")
    assert "დაბლოკვა და შეფერხება" in said(both)["ka"]
    assert "დაბლოკვა ან შეფერხება" in said(replace(both, combined="choice"))["ka"]


def test_a_law_without_english_reads_in_english_too() -> None:
    reading = replace(readings.reading(), english={})
    sentences = verbalize.sentences(reading, readings.termbase())
    assert sentences["7.1", 1]["en"] == (
        "A player must not intentionally block or obstruct an opponent. Sanction: penalty."
    )
    assert sentences["7.4", 1]["en"] == (
        "The referee must …; in the words of the Georgian: “თუ ბურთი გავიდა – მსაჯმა უნდა დაუძახოს”."
    )
    assert sentences["7.2", 1]["en"] == (
        "A ball-carrier may hand off an opponent, within the limits that the Georgian text sets. "
        "Going beyond this limit costs: penalty."
    )
