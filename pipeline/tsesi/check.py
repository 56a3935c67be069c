"""Check: takes a graph, gives what is wrong with it: which shape failed where, and what to do about it.

Guarantees that every shape of `ontology/shapes.ttl` was asked. The graph is read, never changed; it must be
in memory (a graph on disk or in another store is ten times slower to check).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal as Either

from rdflib import RDF, SH, Graph
from rdflib.term import Literal, Node

from tsesi import termbase
from tsesi.vocab import OA, TSESI

Severity = Either["violation", "warning", "info"]

_SEVERITIES: Mapping[Node, Severity] = {SH.Violation: "violation", SH.Warning: "warning", SH.Info: "info"}


@dataclass(frozen=True, slots=True)
class Result:
    """One thing found: the shape's name, the IRI it is about, what it has there, and what to do about it."""

    severity: Severity
    shape: str
    node: str
    value: str
    ka: str
    en: str


@dataclass(frozen=True, slots=True)
class Report:
    """All that was found, violations first."""

    results: tuple[Result, ...]

    @property
    def violations(self) -> tuple[Result, ...]:
        """What must not be: the graph is wrong there."""
        return tuple(one for one in self.results if one.severity == "violation")

    @property
    def warnings(self) -> tuple[Result, ...]:
        """What a person should look at."""
        return tuple(one for one in self.results if one.severity != "violation")

    @property
    def conforms(self) -> bool:
        """Whether nothing is wrong; warnings may be left."""
        return not self.violations


def validate(graph: Graph, shapes: Path | Graph | None = None) -> Report:
    """Return what the shapes find in `graph`.

    `shapes` is a file or a graph, by default `ontology/shapes.ttl`. Raises OSError where it cannot be read.
    """
    import pyshacl

    if not isinstance(shapes, Graph):
        shapes = Graph().parse(shapes or termbase.ontology_folder() / "shapes.ttl")
    _, found, _ = pyshacl.validate(graph, shacl_graph=shapes, inference="none", inplace=True)
    if not isinstance(found, Graph):
        raise RuntimeError(f"the shapes could not be asked: {found}")
    return Report(tuple(sorted(_results(found), key=_place)))


def _place(one: Result) -> tuple[int, str, str, str]:
    return list(_SEVERITIES.values()).index(one.severity), one.shape, one.node, one.value


def _results(found: Graph) -> Iterator[Result]:
    for one in found.subjects(RDF.type, SH.ValidationResult):
        value = found.value(one, SH.value)
        said = {
            text.language: str(text)
            for text in found.objects(one, SH.resultMessage)
            if isinstance(text, Literal)
        }
        yield Result(
            severity=_SEVERITIES[found.value(one, SH.resultSeverity) or SH.Violation],
            shape=str(found.value(one, SH.sourceShape)).partition("#")[2],
            node=str(found.value(one, SH.focusNode)),
            value="" if value is None else str(value),
            ka=said.get("ka", ""),
            en=said.get("en", ""),
        )


def misplaced(graph: Graph) -> Iterator[tuple[str, str, str]]:
    """Yield (anchor, what it quotes, what stands there) for each anchor that quotes something else.

    Anchors in received files are left out: the graph does not hold those (see the tests).
    """
    texts = {node: str(text) for node, text in graph.subject_objects(TSESI.text)}
    for anchor, source in graph.subject_objects(OA.hasSource):
        if source not in texts:
            continue
        start, end, exact = place(graph, anchor)
        stands = texts[source][start:end]
        if stands != exact:
            yield str(anchor), exact, stands


def place(graph: Graph, anchor: Node) -> tuple[int, int, str]:
    """Return the start, end and quoted text of an anchor. Raises ValueError where it lacks one of them."""
    start = end = exact = None
    for selector in graph.objects(anchor, OA.hasSelector):
        start = graph.value(selector, OA.start, default=start)
        end = graph.value(selector, OA.end, default=end)
        exact = graph.value(selector, OA.exact, default=exact)
    if start is None or end is None or exact is None:
        raise ValueError(f"{anchor} does not say where it stands: it needs a position and a quote")
    return int(str(start)), int(str(end)), str(exact)
