"""Each form of the case files is read as it says; a verb left out is unknown, never another verb."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
import yaml
from spacy.language import Language
from spacy.tokens import Token

from tsesi import lang, nlp, paradigms, verbs
from tsesi.analyse import Analyser

CASES = Path(__file__).parent / "cases"


@pytest.fixture(scope="module")
def built() -> Language:
    return nlp.build()


def load(name: str) -> list[tuple[str, str]]:
    return list(yaml.safe_load((CASES / name).read_text(encoding="utf-8")).items())


def value(token: Token, feature: str) -> str:
    return "".join(token.morph.get(feature, []))


@pytest.mark.parametrize(("form", "expected"), load("nouns/forms.yml"))
def test_noun_form(form: str, expected: str, built: Language) -> None:
    (token,) = built(form)
    said = [token.lemma_, value(token, "Case"), value(token, "Number")]
    said += [token._.postposition] if token._.postposition else []
    said += [f"+{token._.clitic}"] if token._.clitic else []
    assert " ".join(said) == expected
    assert token._.known


@pytest.mark.parametrize(("form", "expected"), load("verbs/forms.yml"))
def test_verb_form(form: str, expected: str, built: Language) -> None:
    *_, token = built(form)
    said = [token.lemma_, value(token, "Mood"), value(token, "Tense")]
    said += [value(token, "Person[subj]"), value(token, "Number[subj]"), *token._.subjects]
    assert " ".join(filter(None, said)) == expected
    assert token.pos_ in ("VERB", "AUX")
    assert token._.known
    assert token._.verbs[0] == token.lemma_


WORD_FILES = ("verbs", "nouns", "closed", "paradigms")


@pytest.mark.parametrize(
    ("form", "lemma"),
    [pair for name in WORD_FILES for pair in lang.read("ka", name)["examples"].items()],
)
def test_example(form: str, lemma: str, built: Language) -> None:
    (token,) = built(form)
    assert lemma in (token.lemma_, *token._.verbs)


@pytest.mark.parametrize(
    "form", [form for name in WORD_FILES for form in lang.read("ka", name)["counter-examples"]]
)
def test_counter_example(form: str, built: Language) -> None:
    assert not nlp.known(built, form)


def batches() -> list[list[verbs.Verb]]:
    """Part the verbs so that no two of a part have a root in common: none hides what another is lent."""
    parts: dict[int, list[verbs.Verb]] = defaultdict(list)
    seen: dict[str, int] = defaultdict(int)
    for verb in verbs.every():
        parts[seen[verb.root]].append(verb)
        seen[verb.root] += 1
    most = 150
    return [part[i : i + most] for part in parts.values() for i in range(0, len(part), most)]


FULL = paradigms.lexicon()


@pytest.mark.parametrize("part", batches(), ids=lambda part: part[0].key)
def test_a_verb_left_out_is_unknown(part: list[verbs.Verb]) -> None:
    left_out = {verb.key for verb in part}
    rest = paradigms.lexicon(without=left_out)
    analyser = Analyser(rest)
    for verb in part:
        for form, _ in verbs.conjugate(verb):
            shared = {key for key, _ in FULL.finite[form]} - left_out
            assert {key for key, _ in rest.finite.get(form, ())} == shared, form
            for reading in analyser.known(form):
                assert verb.key not in reading.verbs
        for noun in (verb.key, *verb.also, *(form for form, _ in verbs.participles(verb))):
            had = {key for stem, _ in FULL.nominal(noun) for key in stem.verbs} - left_out
            assert {key for stem, _ in rest.nominal(noun) for key in stem.verbs} <= had, noun


def test_hardly_a_form_belongs_to_two_verbs() -> None:
    shared = {form: {key for key, _ in pairs} for form, pairs in FULL.finite.items()}
    two = {form for form, keys in shared.items() if len(keys) > 1}
    bare = {form for form in two if {said.tense for _, said in FULL.finite[form]} <= {"Pres", "Imp"}}
    assert len(bare) < len(shared) / 500, sorted(bare)  # ხდება: what happens, and what one becomes
    assert len(two - bare) < len(shared) / 1000, sorted(two - bare)
    optative = {
        form for form in two if any(said.mood == "Opt" and said.person == 3 for _, said in FULL.finite[form])
    }
    assert not optative


def test_the_vocabulary_is_wide() -> None:
    assert len(verbs.every()) >= 350
    used = {verb.preverb for verb in verbs.every()}
    assert used >= {
        "მი",
        "მო",
        "გა",
        "გადა",
        "გადმო",
        "გამო",
        "და",
        "შე",
        "შემო",
        "ჩა",
        "ჩამო",
        "ამო",
        "აღ",
        "წა",
        "წარ",
        "უკუ",
        "გან",
    }
    assert len(FULL.lemmas) > 2000
