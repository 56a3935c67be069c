"""Takes the readings of one build, gives how it came about as PROV-O: commit, sources, times, files.

It stands apart from the graph, whose bytes follow from the texts alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

from rdflib import DCTERMS, PROV, RDF, RDFS, XSD, Graph, Literal, URIRef

from tsesi import vocab
from tsesi.model import Reading
from tsesi.vocab import TSESI


def provenance(
    readings: Iterable[Reading],
    *,
    commit: str,
    started: datetime,
    ended: datetime,
    version: str,
    files: Mapping[str, str] | None = None,
) -> Graph:
    """Return how one build came about (PROV-O): from which commit and sources, when, into which files.

    `commit` is the full hash of the repository's commit ("" where there is none), `files` maps the name of
    each written file to its SHA-256.
    """
    graph = Graph(bind_namespaces="none")
    for prefix in ("tsesi", "prov", "dcterms", "rdfs", "xsd"):
        graph.bind(prefix, vocab.PREFIXES[prefix])
    activity = URIRef(f"{vocab.BASE}build/{commit[:12] or 'uncommitted'}")
    software = URIRef(f"{vocab.BASE}software/{version}")
    graph.add((activity, RDF.type, PROV.Activity))
    graph.add((activity, PROV.startedAtTime, Literal(started.isoformat(), datatype=XSD.dateTime)))
    graph.add((activity, PROV.endedAtTime, Literal(ended.isoformat(), datatype=XSD.dateTime)))
    graph.add((activity, PROV.wasAssociatedWith, software))
    graph.add((software, RDF.type, PROV.SoftwareAgent))
    graph.add((software, RDFS.label, Literal(f"tsesi {version}")))
    if commit:
        graph.add((activity, DCTERMS.identifier, Literal(commit)))
    for reading in readings:
        node, source = vocab.source(reading.document.law, "ka"), reading.document.normalized.source
        graph.add((activity, PROV.used, node))
        graph.add((node, RDF.type, PROV.Entity))
        graph.add((node, TSESI.sha256, Literal(source.sha256)))
        graph.add((node, DCTERMS.identifier, Literal(Path(source.path).name)))
    graph.add((vocab.DATASET, RDF.type, PROV.Entity))
    graph.add((vocab.DATASET, PROV.wasGeneratedBy, activity))
    for name, digest in (files or {}).items():
        node = vocab.data(name)
        graph.add((node, RDF.type, PROV.Entity))
        graph.add((node, PROV.wasGeneratedBy, activity))
        graph.add((node, PROV.specializationOf, vocab.DATASET))
        graph.add((node, TSESI.sha256, Literal(digest)))
    return graph
