"""Takes the graph, gives its pieces as files under `data/`: one a law, a unit and a concept, in Turtle and
JSON-LD.
"""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox
from rdflib import Graph, Literal, URIRef
from rdflib.term import Node

from tsesi import vocab
from tsesi.site.errors import SiteError
from tsesi.site.view import View

FORMATS = {"ttl": ox.RdfFormat.TURTLE, "jsonld": ox.RdfFormat.JSON_LD}


@dataclass(frozen=True, slots=True)
class File:
    """One file to download: `path` under the site's root."""

    path: str
    size: int


def pieces(graph: Graph, shown: View) -> dict[str, list[ox.Triple]]:
    """Return path (`eli/law/9/7/b`, `action/charge`) → what the graph says of all that belongs there, in
    order.

    A triple belongs where its subject is shown: `vocab.page` says it. A law has all of its units.
    """
    by_place: dict[tuple[str, str], list[ox.Triple]] = defaultdict(list)
    for subject in sorted(set(graph.subjects()), key=_reading_order):
        try:
            place = vocab.page(str(subject), "")
        except ValueError:
            continue  # what the graph says of other vocabularies
        said = sorted(graph.predicate_objects(subject), key=lambda po: (po[0], str(po[1]), str(_lang(po[1]))))
        by_place[place.path, place.fragment] += [
            ox.Triple(ox.NamedNode(str(subject)), ox.NamedNode(str(predicate)), _term(value))
            for predicate, value in said
        ]
    found: dict[str, list[ox.Triple]] = {}
    for law in shown.laws:
        page = f"/law/{law.number}/"
        found[law.iri.removeprefix(vocab.BASE)] = [
            triple for (path, _), triples in by_place.items() if path == page for triple in triples
        ]
        for unit in law.units:
            found[unit.path] = by_place[page, unit.id]
    for concept in shown.concepts:
        found[concept] = by_place[f"/{concept}/", ""]
    return found


_KINDS = ("eli", "norm", "sanction-rule", "alternatives", "bracket", "occurrence", "repair", "finding")


def _reading_order(subject: Node) -> tuple[int, str]:
    """Put a clause first, then what is said of it, and the places in its text last."""
    head = str(subject).removeprefix(vocab.BASE).partition("/")[0]
    last = len(_KINDS) + (head == "anchor")
    return (_KINDS.index(head) if head in _KINDS else last), str(subject)


def _lang(node: Node) -> str | None:
    return node.language if isinstance(node, Literal) else None


def _term(node: Node) -> ox.NamedNode | ox.Literal:
    if isinstance(node, URIRef):
        return ox.NamedNode(str(node))
    if not isinstance(node, Literal):
        raise SiteError(f"the graph has a blank node ({node}): give what it stands for an IRI of its own")
    if node.language:
        return ox.Literal(str(node), language=node.language)
    return ox.Literal(str(node), datatype=ox.NamedNode(str(node.datatype)) if node.datatype else None)


def serialize(triples: Iterable[ox.Triple], suffix: str) -> bytes:
    """Return triples in the format of a suffix, with the project's prefixes in order."""
    text = ox.serialize(triples, format=FORMATS[suffix], prefixes=dict(vocab.PREFIXES)) or b""
    lines = text.splitlines(keepends=True)
    head = [line for line in lines if line.startswith(b"@prefix ")]
    return b"".join([*sorted(head), *lines[len(head) :]])


def write(graph: Graph, shown: View, out: Path, files: Path | None) -> tuple[File, ...]:
    """Write `out/data`; return what the page of downloads offers, the whole graph first."""
    folder = out / "data"
    folder.mkdir()
    if files is not None:
        shutil.copytree(files, folder, dirs_exist_ok=True)
    if not (folder / "tsesi.ttl").exists():
        (folder / "tsesi.ttl").write_text(graph.serialize(format="turtle"), encoding="utf-8")
    offered = tuple(
        File(path.relative_to(out).as_posix(), path.stat().st_size)
        for path in sorted(
            folder.rglob("*"), key=lambda p: (p.stem != "tsesi", p.suffix != ".ttl", p.as_posix())
        )
        if path.is_file()
    )
    for path, piece in pieces(graph, shown).items():
        for suffix in FORMATS:
            target = folder / f"{path}.{suffix}"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(serialize(piece, suffix))
    return offered
