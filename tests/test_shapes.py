"""The shapes: a good graph passes, each bad one fails by the shape that its file names, with advice."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from rdflib import RDF, SH, Graph, URIRef

from tests import readings
from tsesi import check, termbase
from tsesi import graph as graphs

CASES = sorted((Path(__file__).parent / "cases" / "shapes").glob("*.ttl"))
SHAPES = Graph().parse(termbase.ontology_folder() / "shapes.ttl")
CONSTRAINTS = sorted(
    {
        str(shape).rpartition("#")[2]
        for kind in (SH.PropertyShape, SH.NodeShape)
        for shape in SHAPES.subjects(RDF.type, kind)
        if (shape, SH.message, None) in SHAPES
    }
)


@cache
def good() -> Graph:
    return graphs.build([readings.reading()], readings.termbase())


def test_a_good_graph_passes() -> None:
    report = check.validate(good(), SHAPES)
    assert report.results == ()
    assert report.conforms


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_bad_graph_fails_by_name(path: Path) -> None:
    wanted = set(re.findall(r"[\w-]+", path.read_text(encoding="utf-8").splitlines()[0].partition(":")[2]))
    bad = Graph()
    for part in (good(), Graph().parse(path)):
        for triple in part:
            bad.add(triple)
    report = check.validate(bad, SHAPES)
    assert {one.shape for one in report.results} == wanted
    assert all(one.ka and one.en and one.ka != one.en for one in report.results)


@pytest.mark.parametrize("shape", CONSTRAINTS)
def test_every_shape_has_a_bad_graph(shape: str) -> None:
    named = {
        one
        for path in CASES
        for one in re.findall(r"[\w-]+", path.read_text(encoding="utf-8").splitlines()[0].partition(":")[2])
    }
    assert shape in named


def test_every_shape_has_a_name_and_a_message_in_both_languages() -> None:
    for shape in SHAPES.subjects(RDF.type, SH.PropertyShape):
        assert isinstance(shape, URIRef)
        said = [message.language for message in SHAPES.objects(shape, SH.message)]  # type: ignore[attr-defined]
        assert sorted(said) == ["en", "ka"], shape


def test_warnings_do_not_stop_a_build() -> None:
    bad = Graph().parse(Path(__file__).parent / "cases" / "shapes" / "bracket-of.ttl")
    for triple in good():
        bad.add(triple)
    report = check.validate(bad, SHAPES)
    assert report.conforms
    assert [one.severity for one in report.warnings] == ["warning"]


def test_shapes_that_use_sparql_declare_their_prefixes() -> None:
    """Without sh:prefixes such a constraint passes in silence. There is none now."""
    for shape in SHAPES.subjects(SH.sparql, None):
        assert list(SHAPES.objects(shape, SH.sparql / SH.prefixes)), shape
