"""Takes a graph, gives it as Turtle, N-Triples and JSON-LD; the same triples give the same bytes.

rdflib's own writers keep the order in which triples come out of a hash table. Oxigraph writes what is sorted
here, and is forty times as fast.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyoxigraph
from rdflib import RDF, XSD, Graph, Literal, URIRef
from rdflib.term import Node

from tsesi import vocab


def write(graph: Graph, folder: Path) -> tuple[Path, ...]:
    """Write `tsesi.ttl`, `tsesi.nt` and `tsesi.jsonld` into `folder`; return their paths.

    The bytes follow from the triples alone. Raises ValueError where the graph has a blank node (its name
    would differ from run to run), OSError where a file cannot be written.
    """
    blank = next(
        (node for triple in graph for node in triple if not isinstance(node, URIRef | Literal)), None
    )
    if blank is not None:
        raise ValueError(f"the graph has a blank node ({blank}): give what it stands for an IRI of its own")
    lines = ntriples(graph)
    files = {
        "tsesi.ttl": _turtle(lines, graph),
        "tsesi.nt": lines,
        "tsesi.jsonld": _jsonld(lines),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8", newline="\n")
    return tuple(folder / name for name in files)


def turtle(graph: Graph) -> str:
    """Return the graph as Turtle, subjects and properties in order."""
    return _turtle(ntriples(graph), graph)


def _turtle(lines: str, graph: Graph) -> str:
    # Oxigraph keeps the order of the triples, not that of the prefixes
    triples = pyoxigraph.parse(lines, format=pyoxigraph.RdfFormat.N_TRIPLES)
    used = {prefix: str(namespace) for prefix, namespace in graph.namespaces()}
    written = pyoxigraph.serialize(triples, format=pyoxigraph.RdfFormat.TURTLE, prefixes=used) or b""
    head, body = [], written.decode("utf-8").splitlines(keepends=True)
    while body and body[0].startswith("@prefix"):
        head.append(body.pop(0))
    return "".join([*sorted(head), "\n", *body])


def ntriples(graph: Graph) -> str:
    """Return the graph as sorted N-Triples, what a thing is before what else is said of it."""
    return "".join(sorted((f"<{s}> <{p}> {_n3(o)} .\n" for s, p, o in graph), key=_typed_first))


_TYPE = f" <{RDF.type}> "


def _typed_first(line: str) -> tuple[str, bool, str]:
    subject, _, rest = line.partition(" ")
    return subject, not line.startswith(_TYPE, len(subject)), rest


def _n3(node: Node) -> str:
    if not isinstance(node, Literal):
        return f"<{node}>"
    text = str(node).replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace('"', '\\"')
    if node.language:
        return f'"{text}"@{node.language}'
    kind = node.datatype
    return f'"{text}"' if kind is None or kind == XSD.string else f'"{text}"^^<{kind}>'


def jsonld(graph: Graph) -> str:
    """Return the graph as JSON-LD: a context of prefixes, then one object and line a subject, in order."""
    return _jsonld(ntriples(graph))


def _jsonld(triples_: str) -> str:
    triples = pyoxigraph.parse(triples_, format=pyoxigraph.RdfFormat.N_TRIPLES)
    expanded = json.loads(pyoxigraph.serialize(triples, format=pyoxigraph.RdfFormat.JSON_LD) or b"[]")
    nodes = expanded["@graph"] if isinstance(expanded, dict) else expanded
    context = json.dumps(dict(sorted(vocab.PREFIXES.items())), indent=1)
    lines = ",\n".join(json.dumps(_compact(one), ensure_ascii=False, separators=(",", ":")) for one in nodes)
    return f'{{"@context": {context},\n"@graph": [\n{lines}\n]}}\n'


def _compact(node: Mapping[str, Any]) -> dict[str, Any]:
    """Return one subject of expanded JSON-LD with IRIs shortened by the context and single values bare."""
    made: dict[str, Any] = {"@id": _short(node["@id"])}
    for key, values in node.items():
        if key == "@id":
            continue
        if key in ("@type", str(RDF.type)):
            key = "@type"
            said = [_short(value if isinstance(value, str) else value["@id"]) for value in values]
        else:
            said = [_value(value) for value in values]
        made[_short(key)] = said[0] if len(said) == 1 else said
    return made


def _value(value: Mapping[str, Any]) -> Any:
    if "@id" in value:
        return {"@id": _short(value["@id"])}
    if "@language" in value:
        return dict(value)
    kind, text = value.get("@type"), value["@value"]
    if kind == str(XSD.integer):
        return int(text)
    if kind == str(XSD.boolean):
        return text in (True, "true")
    return {"@type": _short(kind), "@value": text} if kind and kind != str(XSD.string) else text


def _short(iri: str) -> str:
    for prefix, namespace in _LONGEST_FIRST:
        if iri.startswith(namespace) and len(iri) > len(namespace):
            return f"{prefix}:{iri[len(namespace) :]}"
    return iri


_LONGEST_FIRST = sorted(vocab.PREFIXES.items(), key=lambda pair: (-len(pair[1]), pair[0]))
