"""What words mean: the examples of the word data, each word read by the pipeline, faults named by line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tsesi import lang, recipe, senses

DATA = lang.read("ka", "senses")
CASES = yaml.safe_load((Path(__file__).parent / "cases" / "senses.yml").read_text(encoding="utf-8"))
RELATED = [
    *((*pair, "synonym") for pair in DATA["examples"]),
    *((*pair, "disjunction") for pair in DATA["counter-examples"]),
    *((*pair, "open") for pair in CASES["open"]),
]


@pytest.mark.parametrize(("a", "b", "kind"), RELATED)
def test_related(a: str, b: str, kind: str) -> None:
    assert senses.related(a, b) == kind == senses.related(b, a)


@pytest.mark.parametrize("case", CASES["meaning"], ids=lambda case: " ".join(case["words"]))
def test_meaning(case: dict[str, Any]) -> None:
    assert set(case["has"]) <= senses.meaning(case["words"])
    assert senses.meaning(case["words"]).isdisjoint(case.get("lacks", ()))


@pytest.mark.parametrize("kind", CASES["forms"])
def test_forms(kind: str) -> None:
    """Finite forms are told to mean the same, or not to, by the verbs that they belong to."""
    nlp = recipe.Reader().nlp
    pairs = CASES["forms"][kind]
    wrong = []
    for pair in pairs:
        (ours, theirs) = [senses.meaning((token.lemma_, *token._.verbs)) for (token,) in nlp.pipe(pair)]
        if not (ours and theirs) or bool(ours & theirs) != (kind == "synonym"):
            wrong.append(pair)
    assert not wrong


@pytest.mark.parametrize("acts", ["one", "two"])
def test_different(acts: str) -> None:
    """Verbs that share no sense are two acts where a group tells them apart, else they may be one."""
    nlp = recipe.Reader().nlp
    wrong = []
    for pair in CASES["different"][acts]:
        (ours, theirs) = [senses.meaning((token.lemma_, *token._.verbs)) for (token,) in nlp.pipe(pair)]
        told = senses.differ(ours, theirs)
        if (
            not (ours and theirs)
            or ours & theirs
            or told != (acts == "two")
            or told != senses.differ(theirs, ours)
        ):
            wrong.append(pair)
    assert not wrong


def test_groups_name_senses_and_part_them() -> None:
    """Each group has two parts or more, no sense twice, and sets each of its parts against the others."""
    known = {sense["en"] for sense in DATA["senses"]}
    for group in DATA["different"]:
        parts = [part if isinstance(part, list) else [part] for part in group]
        named = [sense for part in parts for sense in part]
        assert len(parts) > 1 and all(parts), group
        assert len(set(named)) == len(named) and set(named) <= known, group
        assert senses.differ(frozenset(parts[0]), frozenset(parts[1])), group


def test_groups_stand_once() -> None:
    seen = [str(group) for group in DATA["different"]]
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("case", CASES["groups"], ids=lambda case: case["says"])
def test_faults_of_groups(case: dict[str, Any], tmp_path: Path) -> None:
    data = {"senses": [{"en": "push"}, {"en": "pull"}], "different": case["groups"]}
    with pytest.raises(lang.WordDataError, match=r"^senses\.yml: ") as raised:
        senses.contrasts(data, tmp_path / "senses.yml")
    assert case["says"] in str(raised.value)


def plain(word: str) -> str:
    return word.replace("-", "")


def test_words_are_lemmas() -> None:
    """Each word is what the pipeline says of it; what it reads otherwise is listed with the reason.

    Adverbs take no endings, so they are found as written: one may be read as a case of its adjective or noun.
    """
    nlp = recipe.Reader().nlp
    written = sorted({word for sense in DATA["senses"] for word in sense["words"] if " " not in word})
    listed = {word for entry in CASES["otherwise"] for word in entry["words"]}
    otherwise = {
        word: lemma
        for word, doc in zip(written, nlp.pipe(written), strict=True)
        if plain(lemma := " ".join(token.lemma_ for token in doc)) != plain(word)
        and word not in listed
        and not (word.endswith(("დ", "ით")) and set(doc[0].morph.get("Case")) & {"Ess", "Ins"})
    }
    assert not otherwise


def test_common_words_are_covered() -> None:
    """Two words can be told apart only where both have a sense."""
    nouns = lang.read("ka", "nouns")
    common = list(lang.read("ka", "verbs")["verbs"])
    common += [re.sub(r"\((\w)(?:>\w)?\)", r"\1", word) for kind in CASES["covered"] for word in nouns[kind]]
    missing = [word for word in common if not senses.meaning([word])]
    assert len(missing) <= 0.1 * len(common), missing


@pytest.mark.parametrize("case", CASES["faults"], ids=lambda case: case["says"])
def test_faults_name_file_and_line(case: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "senses.yml"
    path.write_text(case["file"], encoding="utf-8")
    with pytest.raises(lang.WordDataError, match=r"^senses\.yml: line \d+: ") as raised:
        senses.index(yaml.safe_load(case["file"]), path)
    assert case["says"] in str(raised.value)
