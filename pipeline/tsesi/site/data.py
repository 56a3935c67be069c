"""Takes the graph, gives its pieces as files under `data/`: one a law, a unit and a concept, in Turtle and JSON-LD."""

from __future__ import annotations

import shutil
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from rdflib import Graph
from rdflib.term import Node

from tsesi import vocab
from tsesi.site.view import View

FORMATS = {"ttl": "turtle", "jsonld": "json-ld"}


@dataclass(frozen=True, slots=True)
class File:
    """One file to download: `path` under the site's root."""

    path: str
    size: int


def pieces(graph: Graph, shown: View) -> dict[str, Graph]:
    """Return path (`eli/law/9/7/b`, `action/charge`) → what the graph says of all that belongs there.

    A triple belongs where its subject is shown: `vocab.page` says it. A law has all of its units.
    """
    by_place: dict[tuple[str, str], list[tuple[Node, Node, Node]]] = defaultdict(list)
    places: dict[Node, tuple[str, str]] = {}
    for triple in graph:
        subject = triple[0]
        if subject not in places:
            try:
                place = vocab.page(str(subject), "")
                places[subject] = (place.path, place.fragment)
            except ValueError:
                places[subject] = ("", "")
        by_place[places[subject]].append(triple)
    found: dict[str, Graph] = {}

    def piece(path: str) -> Graph:
        if path not in found:
            found[path] = Graph()
            for prefix, namespace in vocab.PREFIXES.items():
                found[path].bind(prefix, namespace)
        return found[path]

    for law in shown.laws:
        page = f"/law/{law.number}/"
        whole = piece(law.iri.removeprefix(vocab.BASE))
        for (path, _), triples in by_place.items():
            if path == page:
                for triple in triples:
                    whole.add(triple)
        for unit in law.units:
            part = piece(unit.path)
            for triple in by_place.get((page, unit.id), ()):
                part.add(triple)
    for concept in shown.concepts:
        part = piece(concept)
        for triple in by_place.get((f"/{concept}/", ""), ()):
            part.add(triple)
    return found


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
        for path in sorted(folder.rglob("*"), key=lambda p: (p.stem != "tsesi", p.suffix != ".ttl", p.as_posix()))
        if path.is_file()
    )
    for path, piece in pieces(graph, shown).items():
        for suffix, form in FORMATS.items():
            target = folder / f"{path}.{suffix}"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_serialize(piece, form), encoding="utf-8")
    return offered


def _serialize(piece: Graph, form: str) -> str:
    if form == "json-ld":
        used = {prefix: str(namespace) for prefix, namespace in vocab.PREFIXES.items()}
        return piece.serialize(format=form, context=used, sort_keys=True, indent=1)
    return piece.serialize(format=form)
