"""Reading the termbase and finding its concepts, against `cases/terms.yml` and the word data of English."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import simplemma
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tsesi import english, nlp, terms
from tsesi.model import Lang, Span

ROOT = Path(__file__).parents[1]
CASES = yaml.safe_load((ROOT / "tests/cases/terms.yml").read_text(encoding="utf-8"))


@cache
def matcher(lang: Lang) -> terms.Matcher:
    termbase = terms.parse(CASES["terms"], "cases/terms.yml")
    if lang == "en":
        return terms.Matcher(termbase, english.build(), "en")
    georgian = nlp.build(terms.nouns(termbase), terms.verbal_nouns(termbase))
    return terms.Matcher(termbase, georgian, "ka")


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda c: c["says"][0][:60])
def test_refused(case: dict[str, Any]) -> None:
    with pytest.raises(terms.TermsError) as error:
        terms.parse(case["text"], "terms.yml")
    for line in case["says"]:
        assert line in str(error.value)
    assert len(error.value.faults) == sum(line.startswith("terms.yml") for line in case["says"])


@pytest.mark.parametrize("case", CASES["homonyms"])
def test_homonyms(case: dict[str, Any]) -> None:
    found = terms.homonyms(terms.parse(case["text"], "terms.yml"))
    assert [[f.text, f.values["first"], f.values["second"]] for f in found] == case["found"]


@pytest.mark.parametrize(
    "lang, case", [(one, c) for one in ("en", "ka") for c in CASES[one]], ids=lambda c: str(c)[:50]
)
def test_found(lang: Lang, case: dict[str, Any]) -> None:
    text = case["text"]
    doc = matcher(lang).nlp(text)
    if "found" in case:
        assert [[o.concept, o.span.of(text)] for o in matcher(lang).occurrences(doc)] == case["found"]
    for *parts, kind in case.get("kinds", ()):
        spans = [Span(text.index(part), text.index(part) + len(part)) for part in parts]
        assert matcher(lang).kind(doc, spans) == kind, parts


PIECES = [*"[]“”|-.,", "--", "player", "front", "row", "offside", "kick", "the", "ball", "carrier"]


@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_any_text_is_read(words: list[str]) -> None:
    """Nothing raises, spans lie in the text in order, and what is found at top level is found nested too."""
    text = " ".join(words)
    doc = matcher("en").nlp(text)
    found = matcher("en").occurrences(doc)
    assert list(found) == sorted(found, key=lambda o: o.span.start)
    assert all(0 <= o.span.start < o.span.end <= len(text) for o in found)
    assert set(found) <= set(matcher("en").occurrences(doc, nested=True))


def test_english_words() -> None:
    """The examples hold, and no entry of the list repeats what the dictionary knows."""
    pipeline = english.build()
    for example in english.words().examples:
        assert [token.lemma_ for token in pipeline(str(example["text"]))] == example["lemmas"]
    for form, lemma in english.words().lemmas.items():
        assert simplemma.lemmatize(form, lang="en") != lemma, form
