"""The report of consistency: fifteen planted faults and nothing else; both laws pass as they are."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from rdflib import RDF, Graph

from tests.corpus import Corpus, corpus
from tsesi import check, consistency, lang, recipe
from tsesi.model import Finding
from tsesi.vocab import OA, TSESI

ROOT = Path(__file__).parents[1]
CASES = yaml.safe_load((ROOT / "tests/cases/consistency.yml").read_text(encoding="utf-8"))
OF_THE_GEORGIAN = {"term-two-words"}
"""Kinds of finding that only the translator can mend: the received text is never edited."""


def report(folder: Path, read: Corpus) -> list[tuple[str, str, Finding]]:
    reader = read.reader
    excused = consistency.exceptions(folder / "exceptions.yml")
    found = consistency.report(read.readings, reader.termbase, reader.matcher, reader.english, excused)
    return [
        (law or "", finding.unit or "", finding)
        for law, findings in found.findings.items()
        for finding in findings
    ]


def report_of(project: recipe.Project) -> list[tuple[str, str, Finding]]:
    reader, readings = recipe.read_corpus(project, lambda _: None)
    return report(project.corpus, Corpus(reader, readings, Graph()))


def fact(law: str, unit: str, finding: Finding) -> tuple[str, str, str, str]:
    """What a finding says, whatever the offsets and whichever places it lists."""
    return finding.kind, law, unit, finding.values.get("concept") or finding.text


def copy(folder: Path) -> recipe.Project:
    for name in ("corpus", "ontology"):
        shutil.copytree(ROOT / name, folder / name)
    return recipe.Project.at(folder)


def plant(project: recipe.Project, fault: dict[str, Any]) -> None:
    path = project.root / fault["file"]
    text = path.read_text(encoding="utf-8")
    at = text.index(f"\n{fault['at']}") + 1
    place = text.index(fault["old"], at)
    assert place - at < 400, fault
    changed = text[:place] + fault["new"] + text[place + len(fault["old"]) :]
    path.write_text(changed, encoding="utf-8")
    if path.suffix == ".txt":
        manifest = project.corpus / "manifest.yml"
        before, after = (hashlib.sha256(t.encode()).hexdigest() for t in (text, changed))
        manifest.write_text(manifest.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")


def test_fifteen_planted_faults_are_reported_and_nothing_else(tmp_path: Path) -> None:
    project = copy(tmp_path)
    before = Counter(fact(*one) for one in report(ROOT / "corpus", corpus()))
    for fault in CASES["faults"]:
        plant(project, fault)
    after = Counter(fact(*one) for one in report_of(project))
    wanted = Counter(tuple(fault["found"].values()) for fault in CASES["faults"])
    assert len(CASES["faults"]) == 15
    assert after - before == wanted
    assert before - after == Counter()


def test_further_planted_faults_are_reported_and_nothing_else(tmp_path: Path) -> None:
    project = copy(tmp_path)
    before = Counter(fact(*one) for one in report(ROOT / "corpus", corpus()))
    for fault in CASES["more-faults"]:
        plant(project, fault)
    after = Counter(fact(*one) for one in report_of(project))
    wanted = Counter(tuple(found.values()) for fault in CASES["more-faults"] for found in fault["found"])
    assert after - before == wanted
    assert before - after == Counter()


def test_the_graph_points_at_each_planted_fault_in_both_texts(tmp_path: Path) -> None:
    project = copy(tmp_path)
    for fault in CASES["faults"]:
        plant(project, fault)
    reader, readings = recipe.read_corpus(project, lambda _: None)
    readings = recipe.compared(project, reader, readings)
    graph = reader.graph(readings)
    assert list(check.misplaced(graph)) == []
    found: dict[str, set[str]] = {}
    for node in graph.subjects(RDF.type, TSESI.Finding):
        kind = str(graph.value(node, TSESI.findingKind))
        if kind in consistency.KINDS:
            sources = [graph.value(anchor, OA.hasSource) for anchor in graph.objects(node, TSESI.anchor)]
            assert sorted(str(source).rpartition("/")[2] for source in sources) == ["en", "ka"], node
            quotes = {check.place(graph, anchor)[2] for anchor in graph.objects(node, TSESI.anchor)}
            found.setdefault(kind, set()).update(quotes)
    for fault in CASES["faults"]:
        assert found[fault["found"]["kind"]]
    assert "deliberately" in found["term-two-renderings"]
    assert "ball carrier" in {quote.strip("“”") for quote in found["term-spelling"]}
    assert "[quite]" in found["english-adds-bracket"]


def test_our_english_passes() -> None:
    """What is left is of the received Georgian; every departure of the English has its reason in the data."""
    found = report(ROOT / "corpus", corpus())
    assert {finding.kind for _, _, finding in found} <= OF_THE_GEORGIAN
    assert found


def test_every_place_is_there() -> None:
    read = corpus()
    found = consistency.report(read.readings, read.reader.termbase, read.reader.matcher, read.reader.english)
    readings = {reading.document.law: reading for reading in read.readings}
    for law, findings in found.findings.items():
        for one in findings:
            assert one.span and one.english, one
            text = readings[law].document.text
            english = readings[law].english[one.unit or ""].text
            places = [one.span.of(text)] if one.span else []
            places += [one.english.of(english)] if one.english else []
            assert one.text in [place if one.text == place else " ".join(place.split()) for place in places]


def test_an_exception_that_excuses_nothing_is_reported(tmp_path: Path) -> None:
    text = (ROOT / "corpus/exceptions.yml").read_text(encoding="utf-8")
    idle = '- {unit: "9.21", kind: term, concept: ball, reason: {ka: ასე, en: so}}\n'
    (tmp_path / "exceptions.yml").write_text(text + idle, encoding="utf-8")
    found = [
        (unit, f.values["concept"]) for _, unit, f in report(tmp_path, corpus()) if f.kind == "exception-idle"
    ]
    assert found == [("9.21", "ball")]


@pytest.mark.parametrize("case", CASES["bad-exceptions"], ids=lambda c: c["says"])
def test_bad_exceptions(case: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "exceptions.yml"
    path.write_text(case["text"], encoding="utf-8")
    with pytest.raises(consistency.ExceptionsError) as error:
        consistency.exceptions(path)
    assert case["says"] in str(error.value)


def test_all_kinds_have_words() -> None:
    for tag in ("ka", "en"):
        assert set(consistency.KINDS) | {"exception-idle"} <= set(lang.read(tag, "findings")["messages"])
