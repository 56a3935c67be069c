"""Takes the graph, gives what pages show as frozen dataclasses; guarantees reading order and that nothing is
added.

This is the only part of the site that speaks RDF: the shape it reads is `ontology/README.md`. Texts in two
languages are mappings with the keys `ka` and `en`; a missing language is a missing key, never an empty text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from rdflib import DCTERMS, OWL, RDF, RDFS, SKOS, Graph, Literal, URIRef
from rdflib.term import Node

from tsesi import vocab
from tsesi.vocab import ELI, OA, ONTOLEX, SCHEMA, TSESI

LANGS = ("ka", "en")
Text = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to draw at `start:end` of a text: `kind` says what, `iri` which, `of` what it belongs to."""

    start: int
    end: int
    kind: str  # alternatives, alternative, affix, gloss, supplement, term, sanction
    iri: str
    of: str = ""  # alternatives: disjunction, synonymy, open; term, alternative: the concept's id
    number: int = 0


@dataclass(frozen=True, slots=True)
class Expression:
    """What a unit says in one language."""

    lang: str
    text: str
    marks: tuple[Mark, ...] = ()
    marker: str = ""
    start: int = 0
    end: int = 0
    source: tuple[int, int] | None = None  # where it stands in the text as received


@dataclass(frozen=True, slots=True)
class Party:
    """Someone or something that a norm names: a concept (`id` is `actor/player`) or words of the text."""

    label: Text
    id: str = ""


def _both(some: tuple[Party, ...], others: tuple[Party, ...]) -> tuple[Party, ...]:
    return tuple({str(party.label): party for party in (*some, *others)}.values())


@dataclass(frozen=True, slots=True)
class Act:
    """One thing done, with all that the norm says about it."""

    action: Party
    verb: str = ""
    patients: tuple[Party, ...] = ()
    themes: tuple[Party, ...] = ()
    instruments: tuple[Party, ...] = ()
    manners: tuple[Party, ...] = ()
    times: tuple[Party, ...] = ()
    places: tuple[Party, ...] = ()
    attempted: bool = False

    def with_(self, other: Act) -> Act:
        """Return this act with what `other` says of the same action as well."""
        return replace(
            self,
            patients=_both(self.patients, other.patients),
            themes=_both(self.themes, other.themes),
            instruments=_both(self.instruments, other.instruments),
            attempted=self.attempted and other.attempted,
            manners=_both(self.manners, other.manners),
            times=_both(self.times, other.times),
            places=_both(self.places, other.places),
        )


@dataclass(frozen=True, slots=True)
class Norm:
    """One rule that a unit states."""

    iri: str
    modality: str  # obligation, prohibition, permission, constitutive
    reading: Text
    bearer: Party | None = None
    acts: tuple[Act, ...] = ()
    combined: str = "each"
    conditions: tuple[Text, ...] = ()
    exceptions: tuple[Text, ...] = ()
    provisos: tuple[Text, ...] = ()
    only: bool = False
    defines: Party | None = None
    members: tuple[Party, ...] = ()
    exhaustive: bool | None = None
    orders: tuple[str, ...] = ()
    sanctions: tuple[str, ...] = ()
    limits: tuple[Party, ...] = ()  # of a permission: what its sanction punishes going beyond

    @property
    def deeds(self) -> tuple[Act, ...]:
        """The acts with those that two verbs say (აწიოს | აიყვანოს) as one; what either says of it counts."""
        found: dict[tuple[str, ...], Act] = {}
        for act in self.acts:
            key = (act.action.id, *sorted(act.action.label.values()))
            one = found.get(key)
            found[key] = act if one is None else one.with_(act)
        return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Price:
    """What breaking a unit costs: sanction keys, and where the text says so (`declared`: a unit's anchor)."""

    kinds: tuple[str, ...] = ()
    scope: str = "none"  # own, group, stated, none
    declared: str = ""
    choice: bool = False
    chosen_by: Party | None = None
    rule: str = ""  # IRI of the sanction rule, where there is one


@dataclass(frozen=True, slots=True)
class Repair:
    """A recorded change to the received text."""

    iri: str
    kind: str
    raw: str
    fixed: str
    unit: str = ""
    law: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a person should look at."""

    iri: str
    kind: str
    message: Text
    law: str = ""
    unit: str = ""
    text: str = ""
    concepts: tuple[str, ...] = ()
    places: tuple[Use, ...] = ()  # where, in both languages: its own place, then what it is compared with
    reason: Text = field(default_factory=dict)  # of what is so on purpose: why


@dataclass(frozen=True, slots=True)
class Unit:
    """One citable piece of a law. `id` is its anchor on the law's page: `9.7.b`, `9.opening`."""

    id: str
    iri: str
    law: str
    kind: str
    cite: Text
    order: int
    level: int
    parent: str
    section: int
    expressions: Mapping[str, Expression]
    norms: tuple[Norm, ...]
    price: Price
    repairs: tuple[Repair, ...]
    findings: tuple[Finding, ...]

    @property
    def path(self) -> str:
        """The unit's IRI under the base: also the path of its data files."""
        return self.iri.removeprefix(vocab.BASE)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a law and the units under it."""

    number: int
    heading: Text
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Law:
    """One law in reading order; units before the first heading are in a section without one."""

    number: str
    iri: str
    label: Text
    title: Text
    sections: tuple[Section, ...]
    findings: tuple[Finding, ...]
    repairs: tuple[Repair, ...]
    facts: Mapping[str, str]  # of the received text: file, sha256, and what else the graph says

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units in reading order."""
        return tuple(unit for section in self.sections for unit in section.units)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which there is any text of it."""
        return tuple(tag for tag in LANGS if any(tag in unit.expressions for unit in self.units))


@dataclass(frozen=True, slots=True)
class Name:
    """One label of a concept; `status` is preferred, admitted or deprecated."""

    text: str
    status: str = "admitted"


@dataclass(frozen=True, slots=True)
class Use:
    """One occurrence of a concept: words `start:end` of a unit's text in one language."""

    unit: str
    lang: str
    start: int
    end: int
    text: str
    inner: bool = False  # a part of another, longer name
    within: str = ""  # the concept of that name, where it stands in one piece


@dataclass(frozen=True, slots=True)
class Concept:
    """One concept of the termbase. `id` is `action/charge`: also the path of its page."""

    id: str
    kind: str
    key: str
    names: Mapping[str, tuple[Name, ...]]
    definition: Text
    note: Text
    source: str  # unit anchor
    broader: tuple[str, ...]
    narrower: tuple[str, ...]
    related: tuple[str, ...]
    phases: tuple[str, ...]
    candidate: bool
    forms: Mapping[str, tuple[tuple[str, str], ...]]  # written form, UD features
    uses: tuple[Use, ...]
    inner: tuple[Use, ...] = ()  # inside the names of others: the ruck in "during a ruck"

    @property
    def provisional(self) -> bool:
        """Tell whether the texts alone name it: what is in the termbase has names in both languages."""
        return self.candidate and len(self.names) < len(LANGS)

    def label(self, lang: str) -> str:
        """Return the preferred name in `lang`, else any name, else the key."""
        for tag in (lang, *LANGS):
            if self.names.get(tag):
                return self.names[tag][0].text
        return self.key


@dataclass(frozen=True, slots=True)
class Alignment:
    """How a term of ours corresponds to one of another vocabulary, and why."""

    name: str
    other: str
    relation: str
    why: Text


@dataclass(frozen=True, slots=True)
class Term:
    """A class, property or individual of the ontology; `facts` are compact IRIs by kind of fact."""

    name: str
    kind: str  # class, property, individual
    label: Text
    definition: Text
    facts: Mapping[str, tuple[str, ...]]
    alignments: tuple[Alignment, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """All that the site shows."""

    laws: tuple[Law, ...]
    concepts: Mapping[str, Concept]
    findings: tuple[Finding, ...]
    departures: tuple[Finding, ...]  # what the comparison would find, but the data say why it is so
    ontology: tuple[Term, ...]
    units: Mapping[str, Unit]
    rights: Text
    triples: int

    def of_kind(self, kind: str) -> tuple[Concept, ...]:
        """Return the concepts of one kind, in the order of their keys."""
        return tuple(c for c in self.concepts.values() if c.kind == kind)


def local(iri: Node | None) -> str:
    """Return what stands after the base, or after `#` for an ontology term; empty for None."""
    text = str(iri or "")
    return text.removeprefix(str(TSESI)).removeprefix(vocab.BASE)


class Reader:
    """Reads one graph. Use `read(graph)`."""

    def __init__(self, graph: Graph) -> None:
        """Take the graph; nothing is read yet."""
        self.graph = graph
        self.anchors: dict[str, str] = {}  # provision IRI -> anchor

    # --- small steps ----------------------------------------------------------------------------------

    def all(self, subject: Node, predicate: Node) -> list[Node]:
        """Return the objects, sorted: the graph has no order of its own."""
        return sorted(self.graph.objects(subject, predicate), key=str)

    def one(self, subject: Node, predicate: Node) -> Node | None:
        """Return the first object, or None."""
        return next(iter(self.all(subject, predicate)), None)

    def string(self, subject: Node, predicate: Node) -> str:
        """Return the object as text; empty where there is none."""
        value = self.one(subject, predicate)
        return "" if value is None else str(value)

    def number(self, subject: Node, predicate: Node) -> int:
        """Return the object as an integer, 0 where there is none."""
        value = self.one(subject, predicate)
        return int(value) if isinstance(value, Literal) else 0

    def flag(self, subject: Node, predicate: Node) -> bool | None:
        """Return a boolean object, None where there is none."""
        value = self.one(subject, predicate)
        return bool(value.toPython()) if isinstance(value, Literal) else None

    def text(self, subject: Node, predicate: Node) -> dict[str, str]:
        """Return the language-tagged objects by language."""
        return {
            o.language: str(o)
            for o in self.all(subject, predicate)
            if isinstance(o, Literal) and o.language in LANGS
        }

    def ordered(self, nodes: Iterable[Node], by: Node = TSESI.order) -> list[Node]:
        """Return the nodes by their order, then by IRI with its numbers as numbers."""
        return sorted(nodes, key=lambda n: (self.number(n, by), natural(str(n))))

    def span(self, anchor: Node) -> tuple[int, int]:
        """Return the position that an anchor selects."""
        for selector in self.graph.objects(anchor, OA.hasSelector):
            if (selector, OA.start, None) in self.graph:
                return self.number(selector, OA.start), self.number(selector, OA.end)
        return 0, 0

    def unit(self, provision: Node | None) -> str:
        """Return the anchor of a provision: `9.7.b`."""
        return self.anchors.get(str(provision or ""), "")

    # --- texts ----------------------------------------------------------------------------------------

    @cached_property
    def by_expression(self) -> dict[Node, list[Node]]:
        """Marks of each expression."""
        found: dict[Node, list[Node]] = defaultdict(list)
        for mark, expression in self.graph.subject_objects(TSESI.inExpression):
            found[expression].append(mark)
        return found

    @cached_property
    def sanction_anchors(self) -> dict[str, list[Node]]:
        """Anchors of the words that declare a sanction, by the text they stand in."""
        found: dict[str, list[Node]] = defaultdict(list)
        for rule in self.graph.subjects(RDF.type, TSESI.SanctionRule):
            for anchor in self.graph.objects(rule, TSESI.anchor):
                found[self.string(anchor, OA.hasSource)].append(anchor)
        return {source: sorted(set(nodes), key=str) for source, nodes in found.items()}

    def anchor_in(self, node: Node, source: str) -> Node | None:
        """Return the anchor of `node` that stands in `source`."""
        for anchor in self.all(node, TSESI.anchor):
            if self.string(anchor, OA.hasSource) == source:
                return anchor
        return None

    def expression(self, node: Node, lang: str) -> Expression:
        """Return one expression with all its marks, offsets counted from its own start."""
        whole = self.one(node, TSESI.anchor)
        start, end = self.span(whole) if whole is not None else (0, len(self.string(node, TSESI.text)))
        source = self.string(whole, OA.hasSource) if whole is not None else str(node)
        received = self.one(whole, TSESI.inSource) if whole is not None else None
        marks = sorted(
            (m for m in self._marks(node, source, start) if 0 <= m.start < m.end <= end - start),
            key=lambda m: (m.start, -m.end, m.kind, m.iri),
        )
        return Expression(
            lang=lang,
            text=self.string(node, TSESI.text),
            marks=tuple(marks),
            marker=self.string(node, TSESI.marker),
            start=start,
            end=end,
            source=self.span(received) if received is not None else None,
        )

    def _marks(self, node: Node, source: str, base: int) -> Iterator[Mark]:
        def mark(of: Node, kind: str, belongs: str = "", number: int = 0) -> Iterator[Mark]:
            anchor = self.anchor_in(of, source)
            if anchor is not None:
                start, end = self.span(anchor)
                yield Mark(start - base, end - base, kind, str(of), belongs, number)

        for found in sorted(self.by_expression.get(node, ()), key=str):
            if (found, RDF.type, TSESI.AlternativeSet) in self.graph:
                kind = local(self.one(found, TSESI.alternativeKind)).lower()
                yield from mark(found, "alternatives", kind)
                for member in self.all(found, TSESI.alternative):
                    names = local(self.one(member, TSESI.names))
                    yield from mark(member, "alternative", names, self.number(member, TSESI.position))
            elif (found, RDF.type, TSESI.Bracket) in self.graph:
                yield from mark(found, local(self.one(found, TSESI.bracketKind)).lower())
            elif (found, RDF.type, TSESI.Occurrence) in self.graph:
                yield from mark(found, "term", local(self.one(found, TSESI.names)))
        for anchor in self.sanction_anchors.get(source, ()):
            start, end = self.span(anchor)
            yield Mark(start - base, end - base, "sanction", str(anchor))

    # --- norms ----------------------------------------------------------------------------------------

    def party(self, node: Node) -> Party:
        """Return a concept by its label, or a mention by its words."""
        if (node, RDF.type, SKOS.Concept) in self.graph:
            return Party(self.text(node, SKOS.prefLabel), local(node))
        return Party(self.text(node, TSESI.text))

    def parties(self, subject: Node, predicate: Node) -> tuple[Party, ...]:
        """Return all parties that stand at `predicate`."""
        return tuple(self.party(o) for o in self.all(subject, predicate))

    def norm(self, node: Node) -> Norm:
        """Return one norm."""
        modality = next(
            name
            for name, kind in (
                ("obligation", TSESI.Obligation),
                ("prohibition", TSESI.Prohibition),
                ("permission", TSESI.Permission),
                ("constitutive", TSESI.ConstitutiveRule),
            )
            if (node, RDF.type, kind) in self.graph
        )
        bearer, defines = self.one(node, TSESI.bearer), self.one(node, TSESI.defines)
        acts = tuple(
            Act(
                action=self.parties(act, TSESI.action)[0],
                verb=self.string(act, TSESI.verb),
                patients=self.parties(act, TSESI.patient),
                themes=self.parties(act, TSESI.theme),
                instruments=self.parties(act, TSESI.instrument),
                attempted=bool(self.flag(act, TSESI.attempted)),
                manners=self.parties(act, TSESI.manner),
                times=self.parties(act, TSESI.time),
                places=self.parties(act, TSESI.place),
            )
            for act in self.ordered(self.all(node, TSESI.act))
            if self.one(act, TSESI.action) is not None
        )
        return Norm(
            iri=str(node),
            modality=modality,
            reading=self.text(node, TSESI.reading),
            bearer=self.party(bearer) if bearer is not None else None,
            acts=acts,
            combined=local(self.one(node, TSESI.actsCombined)).lower() or "each",
            conditions=self._limits(node, TSESI.condition),
            exceptions=self._limits(node, TSESI.exception),
            provisos=self._limits(node, TSESI.proviso),
            only=bool(self.flag(node, TSESI.only)),
            defines=self.party(defines) if defines is not None else None,
            members=self.parties(node, TSESI.member),
            exhaustive=self.flag(node, TSESI.exhaustive),
            orders=tuple(local(o) for o in self.all(node, TSESI.orders)),
            sanctions=tuple(local(o) for o in self.all(node, TSESI.sanction)),
            limits=tuple(self._limit(o) for o in self.ordered(self.all(node, TSESI.limit))),
        )

    def _limits(self, node: Node, predicate: Node) -> tuple[Text, ...]:
        return tuple(self.text(o, TSESI.text) for o in self.ordered(self.all(node, predicate)))

    def _limit(self, node: Node) -> Party:
        """Return a limit: the concept that stands at its place in the text, else its words."""
        for anchor in self.all(node, TSESI.anchor):
            for found in sorted(self.graph.subjects(TSESI.anchor, anchor), key=str):
                concept = self.one(found, TSESI.names)
                if (found, RDF.type, TSESI.Occurrence) in self.graph and concept is not None:
                    return self.party(concept)
        return Party(self.text(node, TSESI.text))

    def price(self, provision: Node, norms: tuple[Norm, ...]) -> Price:
        """Return what breaking `provision` costs, or what it orders the referee to give."""
        rules = self.ordered(self.graph.subjects(TSESI.ofProvision, provision))
        if rules:
            first = rules[0]
            chosen = self.one(first, TSESI.chosenBy)
            kinds = dict.fromkeys(local(k) for rule in rules for k in self.all(rule, TSESI.imposes))
            return Price(
                kinds=tuple(kinds),
                scope=local(self.one(first, TSESI.sanctionScope)).lower() or "own",
                declared=self.unit(self.one(first, TSESI.sanctionDeclaredIn)),
                choice=bool(self.flag(first, TSESI.sanctionChoice)),
                chosen_by=self.party(chosen) if chosen is not None else None,
                rule=str(first),
            )
        stated = dict.fromkeys(kind for norm in norms for kind in norm.orders)
        choice = any(self.flag(URIRef(norm.iri), TSESI.sanctionChoice) for norm in norms if norm.orders)
        return Price(tuple(stated), "stated", self.unit(provision), choice) if stated else Price()

    # --- laws -----------------------------------------------------------------------------------------

    def repair(self, node: Node) -> Repair:
        """Return one repair."""
        return Repair(
            str(node),
            self.string(node, TSESI.repairKind),
            self.string(node, TSESI.raw),
            self.string(node, TSESI.fixed),
            self.unit(self.one(node, TSESI.inProvision)),
            local(node).split("/")[1],
            self.string(node, TSESI.reason),
        )

    def finding(self, node: Node) -> Finding:
        """Return one finding."""
        return Finding(
            str(node),
            self.string(node, TSESI.findingKind),
            self.text(node, TSESI.message),
            local(node).split("/")[1],
            self.unit(self.one(node, TSESI.inProvision)),
            self.string(node, TSESI.text),
            tuple(local(o) for o in self.all(node, TSESI.names)),
            tuple(use for p in (TSESI.anchor, TSESI.comparedWith) for use in self._uses(node, p)),
            self.text(node, TSESI.reason),
        )

    def _uses(self, node: Node, predicate: Node) -> list[Use]:
        """Return the places in texts of units that stand at `predicate`, in reading order."""
        units = {anchor: URIRef(provision) for provision, anchor in self.anchors.items()}
        found = []
        for anchor in self.all(node, predicate):
            unit = vocab.page(str(anchor), "ka").fragment
            if unit not in units:
                continue  # in a heading or between units
            english = vocab.expression(units[unit], "en")
            lang = "en" if self.one(anchor, OA.hasSource) == english else "ka"
            expression = vocab.expression(units[unit], lang)
            whole = self.one(expression, TSESI.anchor)
            base = self.span(whole)[0] if whole is not None else 0
            start, end = (at - base for at in self.span(anchor))
            words = self.string(expression, TSESI.text)[max(start, 0) : end]
            if 0 <= start < end and words:
                found.append(Use(unit, lang, start, end, words))
        return sorted(found, key=lambda use: (LANGS.index(use.lang), natural(use.unit), use.start))

    def _inner(self) -> dict[str, tuple[Use, ...]]:
        """Return the uses of each concept inside the names of others."""
        found: dict[str, list[Use]] = defaultdict(list)
        for node in self.graph.subjects(RDF.type, TSESI.InnerOccurrence):
            outer = self.all(node, TSESI.within)
            within = local(self.one(outer[0], TSESI.names)) if outer else ""
            found[local(self.one(node, TSESI.names))] += (
                replace(use, inner=True, within=within) for use in self._uses(node, TSESI.anchor)
            )
        return {key: tuple(sorted(uses, key=lambda u: (u.lang, u.start))) for key, uses in found.items()}

    def law(self, node: Node) -> Law:
        """Return one law with its units in reading order."""
        number = self.string(node, ELI.id_local) or vocab.UNNUMBERED
        provisions = self.ordered(
            p for p in self.graph.subjects(TSESI.law, node) if (p, TSESI.provisionKind, None) in self.graph
        )
        sections: list[tuple[Node | None, list[Unit]]] = []
        for provision in provisions:
            section = self.one(provision, TSESI.inSection)
            if not sections or (section is not None and sections[-1][0] != section):
                sections.append((section, []))
            sections[-1][1].append(self.provision(provision, number, len(sections)))
        titles = self.text(node, DCTERMS.title)
        return Law(
            number=number,
            iri=str(node),
            label=self.text(node, RDFS.label),
            title=titles,
            sections=tuple(
                Section(i, self.text(s, RDFS.label) if s is not None else {}, tuple(units))
                for i, (s, units) in enumerate(sections, 1)
            ),
            findings=tuple(f for f in self.findings if f.law == number),
            repairs=tuple(r for r in self.repairs if r.law == number),
            facts=self._facts(vocab.source(None if number == vocab.UNNUMBERED else number, "ka")),
        )

    def _facts(self, source: URIRef) -> dict[str, str]:
        names = {
            "file": DCTERMS.identifier,
            "sha256": TSESI.sha256,
            "edition": DCTERMS.hasVersion,
            "origin": DCTERMS.provenance,
            "received": DCTERMS.dateSubmitted,
        }
        return {name: value for name, p in names.items() if (value := self.string(source, p))}

    @cached_property
    def repairs(self) -> list[Repair]:
        """All repairs, in reading order."""
        nodes = sorted(self.graph.subjects(RDF.type, TSESI.Repair), key=lambda n: natural(str(n)))
        return [self.repair(n) for n in nodes]

    @cached_property
    def findings(self) -> list[Finding]:
        """All findings, in reading order."""
        nodes = sorted(self.graph.subjects(RDF.type, TSESI.Finding), key=lambda n: natural(str(n)))
        return [self.finding(n) for n in nodes]

    @cached_property
    def departures(self) -> list[Finding]:
        """All that is so on purpose, in reading order."""
        nodes = sorted(self.graph.subjects(RDF.type, TSESI.Departure), key=lambda n: natural(str(n)))
        return [self.finding(n) for n in nodes]

    def provision(self, node: Node, law: str, section: int) -> Unit:
        """Return one unit."""
        anchor = self.anchors[str(node)]
        parent = self.unit(self.one(node, ELI.is_part_of))
        norms = tuple(self.norm(n) for n in self.ordered(self.graph.subjects(TSESI.statedIn, node)))
        expressions = {}
        for lang in LANGS:
            expression = vocab.expression(URIRef(str(node)), lang)
            if (expression, TSESI.text, None) in self.graph:
                expressions[lang] = self.expression(expression, lang)
        kind = local(self.one(node, TSESI.provisionKind))
        return Unit(
            id=anchor,
            iri=str(node),
            law=law,
            kind={"KickPlace": "place"}.get(kind, kind.lower()) or "clause",
            cite=self.text(node, RDFS.label),
            order=self.number(node, TSESI.order),
            level=1 if parent else 0,
            parent=parent,
            section=section,
            expressions=expressions,
            norms=norms,
            price=self.price(node, norms),
            repairs=tuple(r for r in self.repairs if r.unit == anchor),
            findings=tuple(f for f in self.findings if f.unit == anchor),
        )

    # --- concepts -------------------------------------------------------------------------------------

    def concept(
        self, node: Node, uses: Mapping[str, tuple[Use, ...]], inner: Mapping[str, tuple[Use, ...]]
    ) -> Concept:
        """Return one concept with its words and uses."""
        own = local(node)
        kind, _, key = own.partition("/")
        names: dict[str, tuple[Name, ...]] = {}
        for lang in LANGS:
            listed = [
                Name(str(o), status)
                for predicate, status in (
                    (SKOS.prefLabel, "preferred"),
                    (SKOS.altLabel, "admitted"),
                    (SKOS.hiddenLabel, "deprecated"),
                )
                for o in self.all(node, predicate)
                if isinstance(o, Literal) and o.language == lang
            ]
            if listed:
                names[lang] = tuple(listed)
        return Concept(
            id=own,
            kind=kind,
            key=key,
            names=names,
            definition=self.text(node, SKOS.definition),
            note=self.text(node, SKOS.scopeNote),
            source=self.unit(self.one(node, DCTERMS.source)),
            broader=tuple(local(o) for o in self.all(node, SKOS.broader)),
            narrower=tuple(sorted(local(s) for s in self.graph.subjects(SKOS.broader, node))),
            related=self._related(node),
            phases=tuple(local(o) for o in self.all(node, TSESI.phase)),
            candidate=(node, TSESI.status, TSESI.Candidate) in self.graph,
            forms=self._forms(node),
            uses=uses.get(own, ()),
            inner=inner.get(own, ()),
        )

    def _related(self, node: Node) -> tuple[str, ...]:
        both = {*self.graph.objects(node, SKOS.related), *self.graph.subjects(SKOS.related, node)}
        return tuple(sorted(local(o) for o in both))

    def _forms(self, node: Node) -> dict[str, tuple[tuple[str, str], ...]]:
        forms: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for entry in self.graph.subjects(ONTOLEX.evokes, node):
            for predicate in (ONTOLEX.canonicalForm, ONTOLEX.otherForm):
                for form in self.graph.objects(entry, predicate):
                    for lang, written in self.text(form, ONTOLEX.writtenRep).items():
                        forms[lang].add((written, self.string(form, TSESI.feats)))
        return {lang: tuple(sorted(found)) for lang, found in sorted(forms.items())}

    # --- ontology -------------------------------------------------------------------------------------

    def compact(self, node: Node) -> str:
        """Return `tsesi:Norm`, `eli:LegalResource`: an IRI by its prefix."""
        for prefix, namespace in vocab.PREFIXES.items():
            name = str(node).removeprefix(namespace)
            if name != str(node) and "/" not in name and "#" not in name:
                return f"{prefix}:{name}"
        return str(node)

    def ontology(self) -> Iterator[Term]:
        """Yield what the ontology defines, by name."""
        kinds = (
            ("class", (OWL.Class,)),
            ("property", (OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty)),
            ("individual", (OWL.NamedIndividual,)),
        )
        said = {
            "subclass": (RDFS.subClassOf, RDFS.subPropertyOf),
            "domain": (RDFS.domain, SCHEMA.domainIncludes),
            "range": (RDFS.range, SCHEMA.rangeIncludes),
            "disjoint": (OWL.disjointWith,),
        }
        for kind, types in kinds:
            nodes = {
                n for t in types for n in self.graph.subjects(RDF.type, t) if str(n).startswith(str(TSESI))
            }
            for node in sorted(nodes, key=str):
                if (node, RDF.type, TSESI.Alignment) in self.graph:
                    continue  # shown with the term that it aligns
                facts = {
                    name: tuple(dict.fromkeys(self.compact(o) for p in predicates for o in self.all(node, p)))
                    for name, predicates in said.items()
                }
                yield Term(
                    local(node),
                    kind,
                    self.text(node, RDFS.label),
                    self.text(node, SKOS.definition),
                    {name: found for name, found in facts.items() if found},
                    tuple(
                        Alignment(
                            local(one),
                            self.compact(self.all(one, TSESI.alignedWith)[0]),
                            self.compact(self.all(one, TSESI.alignmentRelation)[0]),
                            self.text(one, SKOS.note),
                        )
                        for one in sorted(self.graph.subjects(TSESI.aligns, node), key=str)
                    ),
                )

    def read(self) -> View:
        """Read everything."""
        for provision in self.graph.subjects(TSESI.provisionKind, None):
            self.anchors[str(provision)] = ".".join(local(provision).split("/")[2:])
        laws = tuple(self.law(n) for n in self.ordered(self.graph.subjects(RDF.type, ELI.LegalResource)))
        units = {unit.id: unit for law in laws for unit in law.units}
        uses: dict[str, list[Use]] = defaultdict(list)
        for unit in units.values():
            for lang, expression in unit.expressions.items():
                for mark in expression.marks:
                    if mark.kind == "term":
                        words = expression.text[mark.start : mark.end]
                        uses[mark.of].append(Use(unit.id, lang, mark.start, mark.end, words))
        inner = self._inner()
        frozen = {key: tuple(found) for key, found in uses.items()}
        nodes = sorted(set(self.graph.subjects(RDF.type, SKOS.Concept)), key=str)
        concepts = {local(n): self.concept(n, frozen, inner) for n in nodes if str(n).startswith(vocab.BASE)}
        return View(
            laws,
            concepts,
            tuple(self.findings),
            tuple(self.departures),
            tuple(self.ontology()),
            units,
            self.text(vocab.DATASET, DCTERMS.rights),
            len(self.graph),
        )


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that takes the numbers in `text` as numbers."""
    parts: list[tuple[int, int, str]] = []
    for piece in text.replace("#", "/").split("/"):
        parts.append((0, int(piece), "") if piece.isdigit() else (1, 0, piece))
    return tuple(parts)


def read(graph: Graph) -> View:
    """Return what the site shows of `graph`. Raises KeyError where the graph lacks what its shapes demand."""
    return Reader(graph).read()
