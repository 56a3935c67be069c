"""The graph: what it says of a hand-made law, that all of it is anchored, that its bytes follow from it."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pyoxigraph
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdflib import DCTERMS, PROV, RDF, SKOS, VOID, BNode, Graph, Literal, URIRef
from rdflib.term import Node

from tests import readings
from tests.corpus import corpus
from tsesi import check, consistency, lang, provenance, serialize, vocab
from tsesi import graph as graphs
from tsesi.model import Concept, Finding, Label, Reading, Termbase
from tsesi.vocab import BASE, OA, SKOSXL, TSESI

CASES = Path(__file__).parent / "cases" / "graph"
ROOT = Path(__file__).parents[1]


def features(form: str, tag: str) -> str:
    return "Case=Dat" if form.endswith("ს") and tag == "ka" else ""


@cache
def made() -> Graph:
    return graphs.build([readings.reading()], readings.termbase(), features=features)


def test_it_says_what_it_must() -> None:
    wanted = Graph().parse(CASES / "expected.ttl")
    missing = [" ".join(term.n3() for term in triple) for triple in wanted if triple not in made()]
    assert missing == []


@pytest.mark.parametrize("of", ["hand-made", "corpus"])
def test_no_blank_node_and_only_two_languages(of: str) -> None:
    graph = made() if of == "hand-made" else corpus().graph
    nodes = {node for triple in graph for node in triple}
    assert not [node for node in nodes if isinstance(node, BNode)]
    assert {node.language for node in nodes if isinstance(node, Literal)} == {None, "ka", "en"}


# --- anchors ------------------------------------------------------------------------------------------------

ANCHORED = [
    TSESI.Norm,
    TSESI.Qualification,
    TSESI.Mention,
    TSESI.Limit,
    TSESI.SanctionRule,
    TSESI.AlternativeSet,
    TSESI.Alternative,
    TSESI.Bracket,
    TSESI.Repair,
    TSESI.Occurrence,
    TSESI.InnerOccurrence,
    TSESI.Departure,
    vocab.ELI.LegalExpression,
]


def check_anchors(graph: Graph, laws: list[Reading]) -> int:
    """Cut each anchor out of the text that it is in and out of the received file; return how many."""
    received = {vocab.source(one.document.law, "ka"): one.document.normalized.source.text for one in laws}
    normalized = {vocab.text(one.document.law, "ka"): one.document.text for one in laws}
    english = {
        vocab.expression(vocab.provision(one.document.law, unit), "en"): said.text
        for one in laws
        for unit, said in one.english.items()
    }
    texts = received | normalized | english
    count = 0
    for anchor, source in graph.subject_objects(OA.hasSource):
        start, end, exact = check.place(graph, anchor)
        assert texts[source][start:end] == exact, anchor
        count += 1
    assert not list(check.misplaced(graph))
    for kind in ANCHORED:
        for node in graph.subjects(RDF.type, kind):
            titled = (
                node,
                vocab.ELI.title,
                None,
            ) in graph  # a law's own title may stand in no line of its text
            assert titled or list(graph.objects(node, TSESI.anchor)), node
    for anchor in set(graph.objects(None, TSESI.anchor)):
        if not str(graph.value(anchor, OA.hasSource)).endswith("/en"):
            assert graph.value(anchor, TSESI.inSource), anchor
    return count


def test_anchors_of_a_hand_made_law() -> None:
    assert check_anchors(made(), [readings.reading()]) > 50


def test_anchors_of_both_laws() -> None:
    found = corpus()
    assert check_anchors(found.graph, list(found.readings)) > 2000


def test_what_the_comparison_finds_points_into_both_texts() -> None:
    """Findings and departures that compare the languages: one place in each, cut out by `check_anchors`."""
    graph = corpus().graph
    compared = [
        node
        for kind in (TSESI.Finding, TSESI.Departure)
        for node in graph.subjects(RDF.type, kind)
        if str(graph.value(node, TSESI.findingKind)) in consistency.KINDS
    ]
    assert len(compared) > 10
    for node in compared:
        assert languages(graph, node) == ["en", "ka"], node
        assert languages(graph, node, TSESI.comparedWith) in ([], sorted({"en", "ka"})), node


def languages(graph: Graph, node: Node, said: URIRef = TSESI.anchor) -> list[str]:
    """The languages of the texts that a node's anchors are in; of those of `comparedWith` each once."""
    sources = [str(graph.value(anchor, OA.hasSource)) for anchor in graph.objects(node, said)]
    found = [source.rpartition("/")[2] for source in sources]
    return sorted(found if said == TSESI.anchor else set(found))


def test_every_act_says_where_it_is_said() -> None:
    graph = corpus().graph
    for act in graph.subjects(RDF.type, TSESI.Act):
        said = list(graph.objects(act, TSESI.expressedBy))
        kinds = {kind for one in said for kind in graph.objects(one, RDF.type)}
        assert kinds & {TSESI.Alternative, OA.SpecificResource}, act


def test_an_expression_is_drawn_by_its_own_anchor() -> None:
    """Offsets within a clause: those of the anchor less those of the expression's anchor."""
    graph = corpus().graph
    for bracket in graph.subjects(RDF.type, TSESI.Bracket):
        expression = graph.value(bracket, TSESI.inExpression)
        text = str(graph.value(expression, TSESI.text))
        start, end, exact = check.place(graph, graph.value(bracket, TSESI.anchor))
        begin, _, whole = check.place(graph, graph.value(expression, TSESI.anchor))
        assert whole == text
        assert text[start - begin : end - begin] == exact


# --- shortcuts and what a sanction reaches ------------------------------------------------------------------


def test_what_costs_nothing_has_no_price() -> None:
    graph = corpus().graph
    priced = set(graph.subjects(TSESI.sanction, None))
    assert priced
    for norm in priced:
        kinds = set(graph.objects(norm, RDF.type))
        assert TSESI.ConstitutiveRule not in kinds
        assert TSESI.Permission not in kinds or list(graph.objects(norm, TSESI.limit)), norm
        assert graph.value(norm, TSESI.bearer) != vocab.concept("actor", "referee")


def test_a_permission_without_a_limit_gets_no_price_even_where_the_sanction_names_it() -> None:
    reading = readings.reading()
    norm = replace(reading.norms["7.2"][0], provisos=())
    graph = graphs.build([replace(reading, norms={**reading.norms, "7.2": (norm,)})], readings.termbase())
    node = vocab.norm("7", "7.2", 1)
    assert graph.value(node, TSESI.limit) is None
    assert graph.value(node, TSESI.sanction) is None
    assert "სასჯელი" not in str(graph.value(node, TSESI.reading))


def test_the_graph_passes_its_shapes() -> None:
    for graph in (made(), corpus().graph):
        report = check.validate(graph)
        assert report.violations == ()


# --- concepts -----------------------------------------------------------------------------------------------


def test_a_label_with_a_standing_of_its_own() -> None:
    labels = (Label("ბლოკი", "ka"), Label("ბლოკინგი", "ka", "deprecated"), Label("block", "en"))
    termbase = Termbase({"block": Concept("block", "action", labels)})
    graph = graphs.build([], termbase)
    node = vocab.concept("action", "block")
    said = graph.value(node, SKOSXL.hiddenLabel)
    assert said == URIRef(BASE + "action/block#label-ka-2")
    assert graph.value(said, TSESI.status) == TSESI.Deprecated


def test_one_word_for_two_concepts_is_one_entry() -> None:
    labels = (Label("შერკინება", "ka"), Label("scrum", "en"))
    termbase = Termbase(
        {
            "scrum": Concept("scrum", "sanction", labels),
            "scrum-phase": Concept("scrum-phase", "term", labels),
        }
    )
    graph = graphs.build([], termbase)
    entry = vocab.lexical_entry("sanction", "scrum", "ka", 1)
    assert len(list(graph.objects(entry, vocab.ONTOLEX.evokes))) == 2
    assert len(list(graph.objects(entry, vocab.ONTOLEX.sense))) == 2
    assert vocab.lexical_entry("term", "scrum-phase", "ka", 1) not in set(graph.subjects())


# --- findings -----------------------------------------------------------------------------------------------

KINDS = {
    kind
    for path in (ROOT / "pipeline" / "tsesi").glob("*.py")
    for kind in re.findall(
        r"(?:Finding\(\s*|note\(\s*|_finding\(\s*)\"([a-z-]+)\"", path.read_text(encoding="utf-8")
    )
}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_of_finding_has_its_words(kind: str) -> None:
    for tag in ("ka", "en"):
        assert lang.read(tag, "findings")["messages"].get(kind), f"lang/{tag}/findings.yml lacks {kind}"


def test_findings_say_the_same_kinds_in_both_languages() -> None:
    one, other = (lang.read(tag, "findings")["messages"] for tag in ("ka", "en"))
    assert list(one) == list(other)
    for kind, words in one.items():
        assert set(re.findall(r"\{(\w+)\}", words)) == set(re.findall(r"\{(\w+)\}", other[kind])), kind


def test_a_finding_without_words_is_not_lost() -> None:
    assert graphs.message(Finding("new-kind", text="ბურთი")) == {
        "ka": "new-kind: ბურთი",
        "en": "new-kind: ბურთი",
    }


# --- files --------------------------------------------------------------------------------------------------

WRITE = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from tests import readings
from tsesi import graph, serialize
serialize.write(graph.build([readings.reading()], readings.termbase()), Path(sys.argv[1]))
"""


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    digests = []
    for seed in ("0", "1", "2"):
        folder = tmp_path / seed
        subprocess.run(
            [sys.executable, "-c", WRITE, str(folder), str(ROOT)], env={"PYTHONHASHSEED": seed}, check=True
        )
        digests.append(
            {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
        )
    assert digests[0] == digests[1] == digests[2]
    assert set(digests[0]) == {"tsesi.ttl", "tsesi.nt", "tsesi.jsonld"}


def test_the_three_files_say_the_same(tmp_path: Path) -> None:
    serialize.write(made(), tmp_path)
    wanted = set(made())
    for name, form in {"tsesi.ttl": "turtle", "tsesi.nt": "nt", "tsesi.jsonld": "json-ld"}.items():
        assert set(Graph().parse(tmp_path / name, format=form)) == wanted, name
    oxigraph = [
        set(pyoxigraph.parse(path=str(tmp_path / name), format=form))
        for name, form in {
            "tsesi.ttl": pyoxigraph.RdfFormat.TURTLE,
            "tsesi.nt": pyoxigraph.RdfFormat.N_TRIPLES,
            "tsesi.jsonld": pyoxigraph.RdfFormat.JSON_LD,
        }.items()
    ]
    assert len(oxigraph[0]) == len(wanted)
    assert oxigraph[0] == oxigraph[1] == oxigraph[2]
    assert json.loads((tmp_path / "tsesi.jsonld").read_text(encoding="utf-8"))["@graph"]


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_survives_n_triples(text: str) -> None:
    graph = Graph()
    triple = (URIRef(BASE + "x"), TSESI.text, Literal(text, lang="ka"))
    graph.add(triple)
    written = serialize.ntriples(graph)
    assert [one.object.value for one in pyoxigraph.parse(written, format=pyoxigraph.RdfFormat.N_TRIPLES)] == [
        text
    ]


def test_a_blank_node_is_refused(tmp_path: Path) -> None:
    graph = Graph()
    graph.add((BNode(), RDF.type, TSESI.Norm))
    with pytest.raises(ValueError, match="blank node"):
        serialize.write(graph, tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_data_set_is_described() -> None:
    graph = made()
    assert graph.value(vocab.DATASET, RDF.type) == VOID.Dataset
    assert int(str(graph.value(vocab.DATASET, VOID.triples))) == len(graph)


def test_provenance_is_apart() -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    graph = provenance.provenance(
        [readings.reading()], commit="0" * 40, started=now, ended=now, version="1", files={"tsesi.nt": "ab"}
    )
    build = URIRef(BASE + "build/000000000000")
    assert (build, PROV.used, vocab.source("7", "ka")) in graph
    assert graph.value(vocab.data("tsesi.nt"), TSESI.sha256) == Literal("ab")
    assert not [triple for triple in made() if "build/" in str(triple[0])]
    assert (None, PROV.startedAtTime, None) not in made()


def test_a_law_without_a_number() -> None:
    reading = readings.reading()
    source = replace(reading.document.normalized.source, law=None)
    document = replace(
        reading.document,
        law=None,
        normalized=replace(reading.document.normalized, source=source),
        units=tuple(replace(unit, id=unit.id.removeprefix("7.")) for unit in reading.document.units),
        sections=(),
    )

    def short(by_unit: dict[str, object]) -> dict[str, object]:
        return {unit.removeprefix("7."): value for unit, value in by_unit.items()}

    nameless = replace(
        reading,
        document=document,
        markup=short(dict(reading.markup)),  # type: ignore[arg-type]
        occurrences=short(dict(reading.occurrences)),  # type: ignore[arg-type]
        norms=short(dict(reading.norms)),  # type: ignore[arg-type]
        sanctions=short(dict(reading.sanctions)),  # type: ignore[arg-type]
        english={},
        findings=reading.findings[:1],
        departures=(),
    )
    graph = graphs.build([nameless], readings.termbase())
    assert (URIRef(BASE + "norm/x/1/1"), TSESI.statedIn, URIRef(BASE + "eli/law/x/1")) in graph
    assert check.validate(graph).violations == ()


def test_what_the_termbase_lacks_is_called_as_a_dictionary_has_it() -> None:
    """An act without a concept has its verbal noun for a name, not the form that stands in the clause."""
    reading = readings.reading()
    norm, *others = reading.norms["7.1"]
    act = replace(norm.acts[0], action="gadatelva", verb="გადათელოს", known=False, name="გადათელვა")
    norms = {**reading.norms, "7.1": (replace(norm, acts=(act,)), *others)}
    graph = graphs.build([replace(reading, norms=norms)], readings.termbase(), features=features)
    action = vocab.concept("action", "gadatelva")
    assert set(graph.objects(action, SKOS.prefLabel)) == {Literal("გადათელვა", lang="ka")}
    assert (action, TSESI.status, TSESI.Candidate) in graph


def test_a_law_has_its_title_in_both_languages_whatever_it_is_written_in() -> None:
    reading = readings.reading()
    alone = replace(reading, english={}, findings=())  # its findings point into the English
    graph = graphs.build([alone], readings.termbase(), features=features)
    titles = set(graph.objects(vocab.law("7"), DCTERMS.title))
    assert titles == {Literal("ცდა", lang="ka"), Literal("Trial", lang="en")}
