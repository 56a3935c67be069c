"""The stored queries: each gives the expected rows, on rdflib and on Oxigraph, and minds its facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pyoxigraph
import pytest
import yaml
from rdflib import Graph, Literal
from rdflib.plugins.sparql.parser import parseQuery

from tests.corpus import corpus
from tsesi import queries, serialize, sparql, termbase, vocab

FOLDER = termbase.ontology_folder() / "queries"
QUERIES = queries.load(FOLDER)
EXPECTED = {
    one.name: yaml.safe_load(one.path.with_suffix(".yml").read_text(encoding="utf-8")) for one in QUERIES
}
PREFIXES = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in vocab.PREFIXES.items())
by_name = pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.name)
answered = pytest.mark.parametrize(
    "query",
    [
        pytest.param(one, marks=pytest.mark.xfail(reason=EXPECTED[one.name]["waits"], strict=True))
        if "waits" in EXPECTED[one.name]
        else one
        for one in QUERIES
    ],
    ids=[one.name for one in QUERIES],
)

Rows = list[list[str]]


def short(value: str) -> str:
    """Return an IRI as the expected answers have it."""
    return re.sub(f"^{re.escape(str(vocab.TSESI))}", "tsesi:", value).removeprefix(vocab.BASE)


@cache
def store() -> pyoxigraph.Store:
    made = pyoxigraph.Store()
    made.bulk_load(serialize.ntriples(corpus().graph).encode(), format=pyoxigraph.RdfFormat.N_TRIPLES)
    return made


@cache
def written() -> Graph:
    """Return the graph as rdflib reads it from the file, not as it was built."""
    return Graph().parse(data=serialize.ntriples(corpus().graph), format="nt")


def on_oxigraph(text: str) -> Rows:
    found = store().query(text)
    assert isinstance(found, pyoxigraph.QuerySolutions)
    return [["" if cell is None else short(cell.value) for cell in row] for row in found]


def on_rdflib(text: str) -> Rows:
    def cell(term: Any) -> str:
        if term is None:
            return ""
        return (
            str(term.value).lower()
            if isinstance(term, Literal) and isinstance(term.value, bool)
            else short(term)
        )

    return [[cell(term) for term in row] for row in written().query(text)]  # type: ignore[union-attr]


def test_there_are_enough() -> None:
    assert len(QUERIES) >= 30
    assert sum("by_hand" in expected for expected in EXPECTED.values()) >= 12
    assert {path.stem for path in FOLDER.glob("*.yml")} == {one.name for one in QUERIES}


@by_name
def test_a_query_asks_in_both_languages(query: queries.Query) -> None:
    assert re.search("[ა-ჰ]", query.question["ka"])
    assert not re.search("[ა-ჰ]", re.sub("რაქი", "", query.question["en"]))
    assert all(question.endswith("?") for question in query.question.values())
    assert sparql.judge(sparql.canonical(query.text)) == "rows"
    declared = dict(re.findall(r"PREFIX (\w+): <([^>]+)>", query.text))
    assert all(vocab.PREFIXES.get(name, iri) == iri for name, iri in declared.items())
    body = re.sub(r"PREFIX.*|#.*", "", query.text)
    assert set(re.findall(r"(?<![\w?])(\w+):", body)) == set(declared), "a prefix too many or too few"
    assert "ORDER BY" in body
    parseQuery(query.text)


@answered
def test_oxigraph_gives_the_expected_rows(query: queries.Query) -> None:
    assert on_oxigraph(query.text) == EXPECTED[query.name]["expect"]


@answered
def test_rdflib_gives_the_same(query: queries.Query) -> None:
    assert on_rdflib(query.text) == EXPECTED[query.name]["expect"]


# --- one fact changed, another answer -----------------------------------------------------------------------


@contextmanager
def changed(change: dict[str, str]) -> Iterator[None]:
    """Take triples out of the store and put others in, for as long as the context lasts."""

    def read(turtle: str) -> list[pyoxigraph.Quad]:
        triples = pyoxigraph.parse(PREFIXES + turtle, format=pyoxigraph.RdfFormat.TURTLE, base_iri=vocab.BASE)
        return [pyoxigraph.Quad(one.subject, one.predicate, one.object) for one in triples]

    gone, new = read(change.get("remove", "")), read(change.get("add", ""))
    assert gone or new
    for one in gone:
        assert one in store(), f"not in the graph: {one}"
        store().remove(one)
    for one in new:
        assert one not in store(), f"already in the graph: {one}"
        store().add(one)
    try:
        yield
    finally:
        for one in new:
            store().remove(one)
        for one in gone:
            store().add(one)


@by_name
def test_one_fact_changed_another_answer(query: queries.Query) -> None:
    before = on_oxigraph(query.text)
    with changed(EXPECTED[query.name]["change"]):
        assert on_oxigraph(query.text) != before
    assert on_oxigraph(query.text) == before


def test_the_order_leaves_no_tie() -> None:
    """Rows come in one order whatever the order in which the triples went in."""
    lines = serialize.ntriples(corpus().graph).splitlines(keepends=True)
    other = pyoxigraph.Store()
    other.bulk_load("".join(reversed(lines)).encode(), format=pyoxigraph.RdfFormat.N_TRIPLES)
    for query in QUERIES:
        found = other.query(query.text)
        assert isinstance(found, pyoxigraph.QuerySolutions)
        rows = [["" if cell is None else short(cell.value) for cell in row] for row in found]
        assert rows == on_oxigraph(query.text), query.name


def test_a_query_without_a_question_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.rq"
    path.write_text("# ka: რა?\nSELECT * {}\n", encoding="utf-8")
    with pytest.raises(
        queries.QueryFileError, match=re.escape(f"{path}:1: add the question as a comment: `# en")
    ):
        queries.load(tmp_path)
