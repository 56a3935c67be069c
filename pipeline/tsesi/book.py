"""Takes the graph, gives what a translator needs of it: concepts with their names, units in both languages.

The exports and the concordance read this and nothing else of the graph. Guarantees one order whatever the
order of the triples (concepts by kind and key, units in reading order), and spans that count the code points
of a unit's own text: `span.of(side.text)` is what stands there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from rdflib import DCTERMS, RDF, RDFS, SKOS, Graph, Literal, URIRef
from rdflib.term import Node

from tsesi import vocab
from tsesi.model import (
    Alternative,
    AlternativeKind,
    AlternativeSet,
    Bracket,
    BracketKind,
    ConceptKind,
    Lang,
    Markup,
    Span,
    Status,
)
from tsesi.vocab import ELI, OA, ONTOLEX, SKOSXL, TSESI

LANGS: tuple[Lang, ...] = ("ka", "en")

_ALTERNATIVES: Mapping[Node, AlternativeKind] = {
    TSESI.Disjunction: "disjunction",
    TSESI.Synonymy: "synonym",
    TSESI.Open: "open",
}
_BRACKETS: Mapping[Node, BracketKind] = {
    TSESI.Affix: "affix",
    TSESI.Gloss: "gloss",
    TSESI.Supplement: "supplement",
}


@dataclass(frozen=True, slots=True)
class Name:
    """One name of a concept."""

    text: str
    lang: Lang
    status: Status


@dataclass(frozen=True, slots=True)
class Entry:
    """One concept. `broader` and `related` hold IRIs of others; `source` is the id of a unit of the book."""

    iri: str
    key: str
    kind: ConceptKind
    names: tuple[Name, ...]
    definition: Mapping[str, str]
    note: Mapping[str, str]
    source: str | None
    candidate: bool
    broader: tuple[str, ...]
    related: tuple[str, ...]

    def of(self, lang: Lang) -> tuple[Name, ...]:
        """Return its names in one language, the preferred one first."""
        return tuple(name for name in self.names if name.lang == lang)


@dataclass(frozen=True, slots=True)
class Named:
    """A place where a unit's text names the concept `iri`; `form` is the words there, without notation."""

    iri: str
    span: Span
    form: str


@dataclass(frozen=True, slots=True)
class Side:
    """One language of a unit: its words, their notation and the concepts that they name."""

    text: str
    markup: Markup
    named: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class BookUnit:
    """One unit. `id` is unique in the book (`9.7.b`, `15.caption`); `label` is how it is cited."""

    iri: str
    id: str
    law: str
    order: int
    label: Mapping[str, str]
    sides: Mapping[Lang, Side]

    def text(self, lang: Lang) -> str:
        """Return its words in one language; empty where it has none in it."""
        side = self.sides.get(lang)
        return side.text if side else ""


@dataclass(frozen=True, slots=True)
class Book:
    """All concepts and all units.

    `titles`: law → language → title; `naming`: concept IRI and language → the units that name it; `forms`:
    language and name → the other forms of it that the laws attest.
    """

    entries: tuple[Entry, ...]
    units: tuple[BookUnit, ...]
    titles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    naming: Mapping[tuple[str, Lang], tuple[BookUnit, ...]] = field(default_factory=dict)
    forms: Mapping[tuple[Lang, str], tuple[str, ...]] = field(default_factory=dict)


def read(graph: Graph) -> Book:
    """Return the book of a graph that `tsesi.graph` has built, or that was read from one of its files."""
    units = tuple(sorted(_units(graph), key=lambda unit: (unit.order, unit.iri)))
    naming: dict[tuple[str, Lang], list[BookUnit]] = defaultdict(list)
    for unit in units:
        for lang, side in unit.sides.items():
            for iri in dict.fromkeys(named.iri for named in side.named):
                naming[iri, lang].append(unit)
    return Book(
        entries=tuple(sorted(_entries(graph), key=lambda e: (vocab.CONCEPT_KINDS.index(e.kind), e.key))),
        units=units,
        titles=dict(sorted(_titles(graph))),
        naming={place: tuple(found) for place, found in naming.items()},
        forms=_forms(graph),
    )


def _titles(graph: Graph) -> Iterator[tuple[str, Mapping[str, str]]]:
    for law in graph.subjects(RDF.type, ELI.LegalResource):
        said = {lang: graph.value(vocab.expression(_iri(law), lang), ELI.title) for lang in LANGS}
        yield str(graph.value(law, ELI.id_local)), {k: str(v) for k, v in said.items() if v is not None}


def _forms(graph: Graph) -> Mapping[tuple[Lang, str], tuple[str, ...]]:
    found: dict[tuple[Lang, str], set[str]] = defaultdict(set)
    for word, form in graph.subject_objects(ONTOLEX.otherForm):
        name, written = graph.value(word, RDFS.label), graph.value(form, ONTOLEX.writtenRep)
        if isinstance(name, Literal) and name.language in LANGS:
            found[name.language, str(name)].add(str(written))
    return {name: tuple(sorted(forms)) for name, forms in sorted(found.items())}


def _iri(node: Node | None) -> URIRef:
    return cast(URIRef, node)


def _by_language(graph: Graph, node: Node, said: URIRef) -> Mapping[str, str]:
    found = {o.language: str(o) for o in graph.objects(node, said) if isinstance(o, Literal) and o.language}
    return {lang: found[lang] for lang in LANGS if lang in found}


# --- concepts ---------------------------------------------------------------------------------------------


def _entries(graph: Graph) -> Iterator[Entry]:
    for iri in graph.subjects(RDF.type, SKOS.Concept):
        kind = str(iri).removeprefix(vocab.BASE).partition("/")[0]
        if kind in vocab.CONCEPT_KINDS:
            source = graph.value(iri, DCTERMS.source)
            yield Entry(
                iri=str(iri),
                key=str(graph.value(iri, SKOS.notation)),
                kind=cast(ConceptKind, kind),
                names=tuple(_names(graph, iri)),
                definition=_by_language(graph, iri, SKOS.definition),
                note=_by_language(graph, iri, SKOS.scopeNote),
                source=_unit_id(graph, source) if source is not None else None,
                candidate=(iri, TSESI.status, TSESI.Candidate) in graph,
                broader=tuple(sorted(map(str, graph.objects(iri, SKOS.broader)))),
                related=tuple(sorted(map(str, graph.objects(iri, SKOS.related)))),
            )


def _names(graph: Graph, iri: Node) -> Iterator[Name]:
    """Yield the names of a concept, Georgian first, the preferred one first, then in the termbase's order."""
    candidates = {
        graph.value(label, SKOSXL.literalForm)
        for label in graph.objects(iri, SKOSXL.altLabel)
        if (label, TSESI.status, TSESI.Candidate) in graph
    }
    numbers = {graph.value(word, RDFS.label): _number(word) for word in graph.subjects(ONTOLEX.evokes, iri)}
    found = []
    for said, status in (
        (SKOS.prefLabel, "preferred"),
        (SKOS.altLabel, "admitted"),
        (SKOS.hiddenLabel, "deprecated"),
    ):
        for label in graph.objects(iri, said):
            if isinstance(label, Literal) and label.language in LANGS:
                lang = label.language
                standing = cast(Status, "candidate" if label in candidates else status)
                place = LANGS.index(lang), said != SKOS.prefLabel, numbers.get(label, 0), str(label)
                found.append((place, Name(str(label), lang, standing)))
    for _, name in sorted(found, key=lambda pair: pair[0]):
        yield name


def _number(node: Node) -> int:
    """Return the number that an IRI ends with."""
    last = str(node).rpartition("/")[2]
    return int(last) if last.isdigit() else 0


# --- units ------------------------------------------------------------------------------------------------


def _unit_id(graph: Graph, provision: Node) -> str:
    """Return a unit's id with its law's number before it, where the id itself does not begin with that."""
    own = str(graph.value(provision, ELI.id_local))
    law = str(graph.value(graph.value(provision, TSESI.law), ELI.id_local))
    return own if own == law or own.startswith(f"{law}.") else f"{law}.{own}"


def _units(graph: Graph) -> Iterator[BookUnit]:
    in_expression: dict[Node, list[Node]] = defaultdict(list)
    for node, expression in graph.subject_objects(TSESI.inExpression):
        in_expression[expression].append(node)
    for provision in graph.subjects(TSESI.provisionKind):
        sides: dict[Lang, Side] = {}
        for lang in LANGS:
            expression = vocab.expression(_iri(provision), lang)
            text = graph.value(expression, TSESI.text)
            if text is not None:
                nodes = sorted(in_expression[expression], key=lambda n: (_order(graph, n), str(n)))
                sides[lang] = _side(graph, expression, str(text), nodes)
        yield BookUnit(
            iri=str(provision),
            id=_unit_id(graph, provision),
            law=str(graph.value(graph.value(provision, TSESI.law), ELI.id_local)),
            order=_order(graph, provision),
            label=_by_language(graph, provision, RDFS.label),
            sides=sides,
        )


def _side(graph: Graph, expression: URIRef, text: str, nodes: Iterable[Node]) -> Side:
    start = _place(graph, expression, 0).start
    sets: list[AlternativeSet] = []
    brackets: list[Bracket] = []
    named: list[Named] = []
    for node in nodes:
        kinds = set(graph.objects(node, RDF.type))
        span = _place(graph, node, start)
        if TSESI.AlternativeSet in kinds:
            members = sorted(
                graph.objects(node, TSESI.alternative), key=lambda m: _order(graph, m, TSESI.position)
            )
            sets.append(
                AlternativeSet(
                    _ALTERNATIVES[_iri(graph.value(node, TSESI.alternativeKind))],
                    span,
                    tuple(_alternative(graph, member, start) for member in members),
                )
            )
        elif TSESI.Bracket in kinds:
            has_owner = (node, TSESI.ofAnchor, None) in graph
            of = _place(graph, node, start, TSESI.ofAnchor) if has_owner else None
            kind = _BRACKETS[_iri(graph.value(node, TSESI.bracketKind))]
            inner = str(graph.value(node, TSESI.text))
            brackets.append(Bracket(kind, inner, span, of.of(text) if of else "", of))
        elif TSESI.Occurrence in kinds:
            named.append(Named(str(graph.value(node, TSESI.names)), span, _plain(span.of(text))))
    return Side(text, Markup(alternatives=tuple(sets), brackets=tuple(brackets)), tuple(named))


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[\[\]„“”\"'‘’«»]", "", text).split())


def _alternative(graph: Graph, node: Node, start: int) -> Alternative:
    names = graph.value(node, TSESI.names)
    key = str(graph.value(names, SKOS.notation)) if names is not None else None
    return Alternative(str(graph.value(node, TSESI.text)), _place(graph, node, start), key)


def _order(graph: Graph, node: Node, said: URIRef = TSESI.order) -> int:
    value = graph.value(node, said)
    return int(value.value) if isinstance(value, Literal) else 0


def _place(graph: Graph, node: Node, start: int, said: URIRef = TSESI.anchor) -> Span:
    """Return where a node is anchored, counted from `start` of the text that its anchor is in."""
    for selector in graph.objects(graph.value(node, said), OA.hasSelector):
        if (selector, OA.start, None) in graph:
            begin, end = _order(graph, selector, OA.start), _order(graph, selector, OA.end)
            return Span(begin - start, end - start)
    raise ValueError(f"{node} has no place in a text ({said}): build the graph again")
