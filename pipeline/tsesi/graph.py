"""Graph: takes readings of laws and the termbase, gives one RDF graph and its files; same facts, same bytes.

Guarantees: no blank node; every norm, act, alternative, bracket, repair, occurrence and finding that has a
place in a text is anchored there, in code points of the normalized and of the received text; the shortcuts
(`tsesi:action` and `tsesi:sanction` on norms) say what their long ways say. The ontology is part of the
graph. What a build depends on beside its input (commit, time) goes into `provenance`, never into the graph.
The shape of the graph is told in `ontology/README.md`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rdflib import DCTERMS, PROV, RDF, RDFS, SKOS, VOID, Graph, Literal, URIRef
from rdflib.term import Node

from tsesi import lang as words
from tsesi import termbase as termbase_file
from tsesi import verbalize, vocab
from tsesi.model import (
    Act,
    AlternativeSet,
    Bracket,
    Concept,
    Finding,
    Lang,
    Markup,
    Mention,
    Norm,
    Occurrence,
    Reading,
    Span,
    Termbase,
    Unit,
    UnitSanction,
)
from tsesi.vocab import ELI, LEXINFO, LIME, OA, ONTOLEX, SKOSXL, TSESI, VARTRANS

LICENCE = "https://creativecommons.org/licenses/by/4.0/"

Features = Callable[[str, Lang], str]
"""Takes a word form and its language, gives its UD features (`Case=Dat|Number=Sing`) or an empty text."""

MODALITY = {
    "obligation": TSESI.Obligation,
    "prohibition": TSESI.Prohibition,
    "permission": TSESI.Permission,
    "constitutive": TSESI.ConstitutiveRule,
}
COMBINED = {"each": TSESI.Each, "together": TSESI.Together, "choice": TSESI.Choice}
PROVISION_KIND = {
    "clause": TSESI.Clause,
    "principle": TSESI.Principle,
    "chapeau": TSESI.Chapeau,
    "place": TSESI.KickPlace,
    "caption": TSESI.Caption,
}
ALTERNATIVE_KIND = {"disjunction": TSESI.Disjunction, "synonym": TSESI.Synonymy, "open": TSESI.Open}
BRACKET_KIND = {"affix": TSESI.Affix, "gloss": TSESI.Gloss, "supplement": TSESI.Supplement}
CONCEPT_KIND = {
    "actor": TSESI.Actor,
    "action": TSESI.Action,
    "sanction": TSESI.Sanction,
    "manner": TSESI.Manner,
    "time": TSESI.Time,
    "place": TSESI.Place,
    "term": TSESI.Term,
}
STATUS = {
    "approved": TSESI.Approved,
    "candidate": TSESI.Candidate,
    "preferred": TSESI.Preferred,
    "admitted": TSESI.Admitted,
    "deprecated": TSESI.Deprecated,
}
SCOPE = {"own": TSESI.Own, "group": TSESI.Group}
QUALIFICATIONS = {
    "condition": (TSESI.condition, TSESI.Condition),
    "exception": (TSESI.exception, TSESI.Exception),
    "proviso": (TSESI.proviso, TSESI.Proviso),
}
LEXINFO_OF = {
    "Case=Nom": (LEXINFO.case, LEXINFO.nominativeCase),
    "Case=Erg": (LEXINFO.case, LEXINFO.ergativeCase),
    "Case=Dat": (LEXINFO.case, LEXINFO.dativeCase),
    "Case=Gen": (LEXINFO.case, LEXINFO.genitiveCase),
    "Case=Ins": (LEXINFO.case, LEXINFO.instrumentalCase),
    "Case=Voc": (LEXINFO.case, LEXINFO.vocativeCase),
    "Number=Sing": (LEXINFO.number, LEXINFO.singular),
    "Number=Plur": (LEXINFO.number, LEXINFO.plural),
}
SCHEMES = {
    "actor": {"ka": "მოქმედი პირები", "en": "Actors"},
    "action": {"ka": "მოქმედებები", "en": "Actions"},
    "sanction": {"ka": "სასჯელები", "en": "Sanctions"},
    "manner": {"ka": "ვითარებები", "en": "Manners"},
    "time": {"ka": "დროები", "en": "Times"},
    "place": {"ka": "ადგილები", "en": "Places"},
    "term": {"ka": "ტერმინები", "en": "Terms"},
}
_LAW_STEP, _UNIT_STEP = 1000, 100  # room for 1000 units in a law and 100 norms in a unit, in tsesi:order


def build(
    readings: Iterable[Reading],
    termbase: Termbase,
    *,
    features: Features | None = None,
    licence: str = LICENCE,
    ontology: Path | None = None,
) -> Graph:
    """Return the graph of all `readings`, with the termbase's concepts and the ontology.

    `features` gives the UD features of word forms; without it forms carry none. `ontology` is the folder that
    holds `tsesi.ttl`. Raises OSError where that cannot be read.
    """
    builder = _Builder(termbase, features)
    readings = sorted(readings, key=lambda one: _number(one.document.law))
    laws = {reading.document.law: _Law(builder, reading) for reading in readings}
    for law in laws.values():
        law.add()
    for law in laws.values():
        law.add_findings(laws)
    builder.concepts()
    # by way of a graph of its own: parsing would bind the ontology file's prefixes here
    for triple in Graph().parse((ontology or termbase_file.ontology_folder()) / "tsesi.ttl"):
        builder.graph.add(triple)
    builder.dataset(readings, licence)
    return builder.graph


def _number(law: str | None) -> tuple[int, str]:
    return (int(law), "") if law and law.isdigit() else (0, law or "")


def _label(graph: Graph, node: URIRef, text: Mapping[str, str], said: URIRef = RDFS.label) -> None:
    for tag in vocab.LANGUAGES:
        if text.get(tag):
            graph.add((node, said, Literal(text[tag], lang=tag)))


class _Builder:
    """The graph in the making, and the concepts that it has named so far."""

    def __init__(self, termbase: Termbase, features: Features | None) -> None:
        self.graph = Graph(bind_namespaces="none")
        for prefix, namespace in vocab.PREFIXES.items():
            self.graph.bind(prefix, namespace)
        self.termbase = termbase
        self.features = features
        self.provisional: dict[str, tuple[str, str]] = {}  # key -> kind, text
        self.forms: dict[tuple[Lang, str], dict[str, None]] = defaultdict(dict)
        self.named: list[tuple[URIRef, Lang, str]] = []  # occurrences with the name that they use
        self.sources: dict[str, URIRef] = {}  # unit id -> provision

    # --- small words ---

    def add(self, subject: URIRef, predicate: URIRef, value: Node) -> None:
        self.graph.add((subject, predicate, value))

    def type(self, node: URIRef, *classes: URIRef) -> None:
        for one in classes:
            self.graph.add((node, RDF.type, one))

    def say(self, subject: URIRef, predicate: URIRef, text: str, tag: str | None = None) -> None:
        self.graph.add((subject, predicate, Literal(text, lang=tag)))

    def count(self, subject: URIRef, predicate: URIRef, number: int) -> None:
        self.graph.add((subject, predicate, Literal(number)))

    def tell(self, subject: URIRef, predicate: URIRef, truth: bool) -> None:
        self.graph.add((subject, predicate, Literal(truth)))

    # --- concepts ---

    def concept(self, key: str, kind: str, text: str = "") -> URIRef:
        """Return the IRI of a concept; one that the termbase lacks becomes a candidate of `kind`."""
        known = self.termbase.concepts.get(key)
        if known is not None:
            return vocab.concept(known.kind, key)
        self.provisional.setdefault(key, (kind, text or key))
        return vocab.concept(kind, key)

    def concepts(self) -> None:
        """Add the concept schemes, every concept, its words and its translations."""
        for kind, title in SCHEMES.items():
            scheme = vocab.scheme(kind)
            self.type(scheme, SKOS.ConceptScheme)
            _label(self.graph, scheme, title)
        entries: dict[tuple[Lang, str], URIRef] = {}
        for concept in self.termbase.concepts.values():
            node = self._concept(concept)
            self._words(concept, node, entries)
        for occurrence, tag, label in self.named:
            if (tag, label) in entries:
                self.add(occurrence, TSESI.entry, entries[tag, label])
        for key, (kind, text) in self.provisional.items():
            node = vocab.concept(kind, key)
            self.type(node, SKOS.Concept, CONCEPT_KIND[kind])
            self.add(node, SKOS.inScheme, vocab.scheme(kind))
            self.add(node, SKOS.topConceptOf, vocab.scheme(kind))
            self.say(node, SKOS.notation, key)
            self.say(node, SKOS.prefLabel, text, "ka")
            self.add(node, TSESI.status, TSESI.Candidate)

    def _concept(self, concept: Concept) -> URIRef:
        node = vocab.concept(concept.kind, concept.key)
        self.type(node, SKOS.Concept, CONCEPT_KIND[concept.kind])
        self.add(node, SKOS.inScheme, vocab.scheme(concept.kind))
        self.say(node, SKOS.notation, concept.key)
        self.add(node, TSESI.status, STATUS[concept.status])
        for tag in vocab.LANGUAGES:
            labels = [label for label in concept.labels if label.lang == tag]
            for number, label in enumerate(labels, 1):
                plain, extended = SKOS.altLabel, SKOSXL.altLabel
                if label.status == "preferred":
                    plain, extended = SKOS.prefLabel, SKOSXL.prefLabel
                elif label.status == "deprecated":  # found when searched for, not offered
                    plain, extended = SKOS.hiddenLabel, SKOSXL.hiddenLabel
                self.say(node, plain, label.text, tag)
                if label.status in ("deprecated", "candidate"):
                    said = vocab.fragment(node, f"label-{tag}-{number}")
                    self.add(node, extended, said)
                    self.type(said, SKOSXL.Label)
                    self.say(said, SKOSXL.literalForm, label.text, tag)
                    self.add(said, TSESI.status, STATUS[label.status])
        _label(self.graph, node, concept.definition, SKOS.definition)
        _label(self.graph, node, concept.note, SKOS.scopeNote)
        if concept.source in self.sources:
            self.add(node, DCTERMS.source, self.sources[concept.source])
        same_kind = False
        for key in concept.broader:
            self.add(node, SKOS.broader, self.concept(key, concept.kind))
            same_kind |= vocab.scheme(concept.kind) == vocab.scheme(self._kind(key, concept.kind))
        if not same_kind:
            self.add(node, SKOS.topConceptOf, vocab.scheme(concept.kind))
        for key in concept.related:
            other = self.concept(key, "term")
            self.add(node, SKOS.related, other)
            self.add(other, SKOS.related, node)
        for key in concept.phases:
            self.add(node, TSESI.phase, self.concept(key, "term"))
        return node

    def _kind(self, key: str, default: str) -> str:
        known = self.termbase.concepts.get(key)
        return known.kind if known else default

    def _words(self, concept: Concept, node: URIRef, entries: dict[tuple[Lang, str], URIRef]) -> None:
        """Add lexical entries, forms, senses and the translation of one concept's names."""
        preferred: dict[str, tuple[URIRef, URIRef]] = {}
        numbers: dict[str, int] = defaultdict(int)
        for label in concept.labels:
            tag: Lang = label.lang
            numbers[tag] += 1
            entry = entries.get((tag, label.text))
            if entry is None:
                entry = vocab.lexical_entry(concept.kind, concept.key, tag, numbers[tag])
                entries[tag, label.text] = entry
                self._entry(entry, tag, label.text)
            sense = vocab.fragment(entry, f"sense-{concept.kind}-{concept.key}")
            self.add(entry, ONTOLEX.evokes, node)
            self.add(entry, ONTOLEX.sense, sense)
            self.type(sense, ONTOLEX.LexicalSense)
            self.add(sense, ONTOLEX.isLexicalizedSenseOf, node)
            if label.status == "preferred":
                preferred.setdefault(tag, (entry, sense))
        if len(preferred) == len(vocab.LANGUAGES):
            translation = vocab.translation(concept.kind, concept.key, 1)
            self.type(translation, VARTRANS.Translation)
            self.add(translation, VARTRANS.source, preferred["ka"][1])
            self.add(translation, VARTRANS.target, preferred["en"][1])
            self.add(preferred["ka"][0], VARTRANS.translatableAs, preferred["en"][0])

    def _entry(self, entry: URIRef, tag: Lang, text: str) -> None:
        several = " " in text.strip()
        self.type(entry, ONTOLEX.LexicalEntry, ONTOLEX.MultiwordExpression if several else ONTOLEX.Word)
        self.say(entry, RDFS.label, text, tag)
        self.say(entry, LIME.language, tag)
        self.add(vocab.lexicon(tag), LIME.entry, entry)
        attested = sorted(form for form in self.forms.get((tag, text), ()) if form != text)
        for number, form in enumerate([text, *attested]):
            node = vocab.fragment(entry, f"form-{number}")
            self.add(entry, ONTOLEX.otherForm if number else ONTOLEX.canonicalForm, node)
            self.type(node, ONTOLEX.Form)
            self.say(node, ONTOLEX.writtenRep, form, tag)
            head = form.split()[-1]  # the last word of a Georgian phrase carries its case and number
            found = self.features(head, tag) if self.features else ""
            if found:
                self.say(node, TSESI.feats, found)
                for one in found.split("|"):
                    if one in LEXINFO_OF:
                        self.add(node, *LEXINFO_OF[one])

    # --- the data set ---

    def dataset(self, readings: Sequence[Reading], licence: str) -> None:
        """Describe the whole (VoID and DCMI terms). Comes last: it counts the triples."""
        for tag, name in {"ka": "ქართული ლექსიკონი", "en": "English lexicon"}.items():
            lexicon = vocab.lexicon(tag)
            self.type(lexicon, LIME.Lexicon)
            self.say(lexicon, LIME.language, tag)
            self.say(lexicon, RDFS.label, name, tag)
        node = vocab.DATASET
        self.type(node, VOID.Dataset)
        about = words.read("ka", "dataset"), words.read("en", "dataset")
        for tag, data in zip(("ka", "en"), about, strict=True):
            self.say(node, DCTERMS.title, data["title"], tag)
            self.say(node, DCTERMS.description, data["description"], tag)
            self.say(node, DCTERMS.rights, data["rights"], tag)
            self.say(node, DCTERMS.language, tag)
        self.add(node, DCTERMS.license, URIRef(licence))
        self.say(node, VOID.uriSpace, vocab.BASE)
        for name in ("tsesi.ttl", "tsesi.nt", "tsesi.jsonld"):
            self.add(node, VOID.dataDump, vocab.data(name))
        for one in (TSESI, ELI, SKOS, SKOSXL, ONTOLEX, VARTRANS, OA, DCTERMS, PROV):
            self.add(node, VOID.vocabulary, URIRef(str(one)))
        for reading in readings:
            self.add(node, DCTERMS.hasPart, vocab.law(reading.document.law))
            self.add(node, DCTERMS.source, vocab.source(reading.document.law, "ka"))
        if readings and readings[0].document.units:
            first = readings[0].document
            self.add(node, VOID.exampleResource, vocab.provision(first.law, first.units[0].id))
        classes = {one for one in self.graph.objects(None, RDF.type) if str(one).startswith(str(TSESI))}
        self.count(node, VOID.classes, len(classes))
        self.count(node, VOID.triples, len(self.graph) + 1)


class _Law:
    """One law on its way into the graph."""

    def __init__(self, builder: _Builder, reading: Reading) -> None:
        self.to = builder
        self.reading = reading
        self.document = reading.document
        self.number = reading.document.law
        self.node = vocab.law(self.number)
        self.text = reading.document.text
        self.units: Mapping[str, Unit] = {unit.id: unit for unit in reading.document.units}
        self._by_start = sorted(reading.document.units, key=lambda unit: (unit.span.start, unit.order))
        self._starts = [unit.span.start for unit in self._by_start]
        self.orders: dict[str, int] = {}

    def add(self) -> None:
        """Add everything that the reading says."""
        self._law()
        self._sections()
        for unit in self.document.units:
            self._unit(unit)
        for unit in self.document.units:
            self._in_words(unit)
        limits = {}
        for unit in self.document.units:
            for number, norm in enumerate(self.reading.norms.get(unit.id, ()), 1):
                limits[unit.id, number] = self._norm(unit, number, norm)
        for unit in self.document.units:
            self._sanction(unit, limits)
        self._readings()
        self._repairs()

    # --- places ---

    def unit_at(self, span: Span) -> str | None:
        """Return the id of the innermost unit that holds `span`, else of the first it touches, else None."""
        last = bisect_right(self._starts, span.start)
        for unit in reversed(self._by_start[:last]):
            if unit.span.holds(span):
                return unit.id
        for unit in self._by_start[max(0, last - 1) :]:
            if unit.span.start < span.end and span.start < unit.span.end:
                return unit.id
        return None

    def anchor(self, node: URIRef, unit: str | None, span: Span, said: URIRef = TSESI.anchor) -> URIRef:
        """Anchor `node` in the Georgian text."""
        made = vocab.anchor(self.number, unit, "ka", *span)
        self.to.add(node, said, made)
        if (made, RDF.type, OA.SpecificResource) not in self.to.graph:
            self._selectors(made, vocab.text(self.number, "ka"), span, span.of(self.text), "ka")
            begin, end = self.document.normalized.offsets.to_source(*span)
            received = vocab.fragment(made, "source")
            self.to.add(made, TSESI.inSource, received)
            exact = self.document.normalized.source.text[begin:end]
            self._selectors(
                received, vocab.source(self.number, "ka"), Span(begin, end), exact, "ka", "source-"
            )
        return made

    def anchor_en(self, node: URIRef, unit: str, span: Span, said: URIRef = TSESI.anchor) -> URIRef:
        """Anchor `node` in the English text of `unit`."""
        made = vocab.anchor(self.number, unit, "en", *span)
        self.to.add(node, said, made)
        if (made, RDF.type, OA.SpecificResource) not in self.to.graph:
            whole = vocab.expression(vocab.provision(self.number, unit), "en")
            self._selectors(made, whole, span, span.of(self.reading.english[unit].text), "en")
        return made

    def _selectors(
        self, node: URIRef, source: URIRef, span: Span, exact: str, tag: str, before: str = ""
    ) -> None:
        to, base = self.to, URIRef(str(node).partition("#")[0])
        to.type(node, OA.SpecificResource)
        to.add(node, OA.hasSource, source)
        place, quote = vocab.fragment(base, before + "position"), vocab.fragment(base, before + "quote")
        to.add(node, OA.hasSelector, place)
        to.type(place, OA.TextPositionSelector)
        to.count(place, OA.start, span.start)
        to.count(place, OA.end, span.end)
        to.add(node, OA.hasSelector, quote)
        to.type(quote, OA.TextQuoteSelector)
        to.say(quote, OA.exact, exact, tag)

    # --- the law and its units ---

    def _law(self) -> None:
        to, node, source = self.to, self.node, self.document.normalized.source
        to.type(node, ELI.LegalResource)
        to.say(node, ELI.id_local, self.number or vocab.UNNUMBERED)
        to.count(node, TSESI.order, _number(self.number)[0])
        title = dict(source.title)
        if self.document.title and "ka" not in title:
            title["ka"] = self.document.title.of(self.text)
        if source.english and "en" not in title:
            title["en"] = source.english.title
        named = {"ka": "წესი", "en": "Law"}
        for tag in vocab.LANGUAGES:
            if tag == "en" and not self.reading.english and "en" not in title:
                continue
            name = f"{named[tag]} {self.number}" if self.number else ""
            whole = ". ".join(filter(None, (name, title.get(tag, "")))) or named[tag]
            to.say(node, RDFS.label, whole, tag)
            if title.get(tag):
                to.say(node, DCTERMS.title, title[tag], tag)
            if tag == "en" and not self.reading.english:
                continue
            said = vocab.expression(node, tag)
            to.type(said, ELI.LegalExpression)
            to.add(said, ELI.realizes, node)
            to.add(said, ELI.language, vocab.LANGUAGES[tag])
            to.say(said, ELI.title, title.get(tag) or whole, tag)
            if tag == "ka" and self.document.title:
                self.anchor(said, None, self.document.title)
        text, received = vocab.text(self.number, "ka"), vocab.source(self.number, "ka")
        to.type(text, TSESI.NormalizedText, PROV.Entity)
        to.say(text, TSESI.text, self.text, "ka")
        to.add(text, PROV.wasDerivedFrom, received)
        to.add(text, DCTERMS.isVersionOf, node)
        to.type(received, TSESI.ReceivedText, PROV.Entity)
        to.say(received, TSESI.sha256, source.sha256)
        to.say(received, DCTERMS.identifier, Path(source.path).name)
        to.say(received, DCTERMS.language, "ka")
        if source.edition:
            to.say(received, DCTERMS.hasVersion, source.edition)
        if source.origin:
            to.say(received, DCTERMS.provenance, source.origin)
        if source.received:
            to.say(received, DCTERMS.dateSubmitted, source.received)

    def _sections(self) -> None:
        english = self.document.normalized.source.english
        names = english.sections if english else ()
        for number, section in enumerate(self.document.sections, 1):
            node = vocab.section(self.number, number)
            self.to.type(node, TSESI.Section, ELI.LegalResourceSubdivision)
            self.to.add(node, ELI.is_part_of, self.node)
            self.to.add(node, TSESI.law, self.node)
            self.to.count(node, TSESI.order, _number(self.number)[0] * _LAW_STEP + number)
            self.to.say(node, RDFS.label, section.heading.of(self.text), "ka")
            if len(names) == len(self.document.sections):
                self.to.say(node, RDFS.label, names[number - 1], "en")
            self.anchor(node, None, section.heading)
            for unit in section.units:
                self.to.add(vocab.provision(self.number, unit), TSESI.inSection, node)

    def _unit(self, unit: Unit) -> None:
        to, node = self.to, vocab.provision(self.number, unit.id)
        to.sources[unit.id] = to.sources[f"{self.number}.{unit.id}"] = node
        to.type(node, TSESI.Provision, ELI.LegalResourceSubdivision)
        above = self.node
        if unit.parent and unit.parent in self.units:
            above = vocab.provision(self.number, unit.parent)
        to.add(node, ELI.is_part_of, above)
        to.add(node, TSESI.law, self.node)
        to.say(node, ELI.id_local, unit.id)
        to.add(node, TSESI.provisionKind, PROVISION_KIND[unit.kind])
        self.orders[unit.id] = (_number(self.number)[0] * _LAW_STEP + unit.order) * _UNIT_STEP
        to.count(node, TSESI.order, self.orders[unit.id])
        _label(to.graph, node, verbalize.citation(unit, self.number))
        said = vocab.expression(node, "ka")
        span = unit.words
        to.type(said, ELI.LegalExpression)
        to.add(said, ELI.realizes, node)
        to.add(said, ELI.language, vocab.LANGUAGES["ka"])
        to.say(said, TSESI.text, span.of(self.text), "ka")
        self.anchor(said, unit.id, span)
        if unit.marker:
            to.say(said, TSESI.marker, unit.marker.of(self.text))
        english = self.reading.english.get(unit.id)
        if english:
            said = vocab.expression(node, "en")
            to.type(said, ELI.LegalExpression)
            to.add(said, ELI.realizes, node)
            to.add(said, ELI.language, vocab.LANGUAGES["en"])
            to.say(said, TSESI.text, english.text, "en")
            self.anchor_en(said, unit.id, Span(0, len(english.text)))

    # --- in the words ---

    def _in_words(self, unit: Unit) -> None:
        read = self.reading
        self._markup(unit.id, "ka", read.markup.get(unit.id, Markup()))
        plain_ = read.occurrences.get(unit.id, ())
        self._occurrences(unit.id, "ka", plain_, self.text)
        self._inner(unit.id, "ka", plain_, read.inner.get(unit.id, ()), self.text)
        english = read.english.get(unit.id)
        if english:
            self._markup(unit.id, "en", english.markup)
            self._occurrences(unit.id, "en", english.occurrences, english.text)
            self._inner(unit.id, "en", english.occurrences, english.inner, english.text)

    def _place(self, node: URIRef, unit: str, tag: str, span: Span, said: URIRef = TSESI.anchor) -> None:
        if tag == "ka":
            self.anchor(node, unit, span, said)
        else:
            self.anchor_en(node, unit, span, said)

    def _belongs(self, node: URIRef, unit: str, tag: str, number: int) -> None:
        self.to.add(node, TSESI.inExpression, vocab.expression(vocab.provision(self.number, unit), tag))
        self.to.count(node, TSESI.order, number)

    def _markup(self, unit: str, tag: str, markup: Markup) -> None:
        for number, one in enumerate(markup.alternatives, 1):
            self._alternatives(unit, tag, number, one)
        for number, bracket in enumerate(markup.brackets, 1):
            self._bracket(unit, tag, number, bracket)

    def _alternatives(self, unit: str, tag: str, number: int, one: AlternativeSet) -> None:
        to, node = self.to, vocab.in_text("alternatives", self.number, unit, tag, number)
        to.type(node, TSESI.AlternativeSet)
        to.add(node, TSESI.alternativeKind, ALTERNATIVE_KIND[one.kind])
        self._belongs(node, unit, tag, number)
        self._place(node, unit, tag, one.span)
        for position, member in enumerate(one.alternatives, 1):
            part = vocab.part(node, "alternative", position)
            to.add(node, TSESI.alternative, part)
            to.type(part, TSESI.Alternative)
            to.count(part, TSESI.position, position)
            to.say(part, TSESI.text, member.text, tag)
            if member.names:
                to.add(part, TSESI.names, to.concept(member.names, "term", member.text))
            self._place(part, unit, tag, member.span)

    def _bracket(self, unit: str, tag: str, number: int, bracket: Bracket) -> None:
        to, node = self.to, vocab.in_text("bracket", self.number, unit, tag, number)
        to.type(node, TSESI.Bracket)
        to.add(node, TSESI.bracketKind, BRACKET_KIND[bracket.kind])
        to.say(node, TSESI.text, bracket.text, tag)
        self._belongs(node, unit, tag, number)
        self._place(node, unit, tag, bracket.span)
        if bracket.of:
            to.say(node, TSESI.of, bracket.of, tag)
        if bracket.of_span:
            self._place(node, unit, tag, bracket.of_span, TSESI.ofAnchor)

    def _occurrences(self, unit: str, tag: Lang, found: Sequence[Occurrence], text: str) -> None:
        to = self.to
        for number, one in enumerate(found, 1):
            node = vocab.in_text("occurrence", self.number, unit, tag, number)
            to.type(node, TSESI.Occurrence)
            to.add(node, TSESI.names, to.concept(one.concept, one.kind))
            to.say(node, TSESI.text, one.span.of(text), tag)
            self._belongs(node, unit, tag, number)
            self._place(node, unit, tag, one.span)
            if one.label:
                form = plain(one.span.of(text))
                if form:
                    to.forms[tag, one.label].setdefault(form)
                to.named.append((node, tag, one.label))

    def _inner(
        self, unit: str, tag: Lang, outer: Sequence[Occurrence], found: Sequence[Occurrence], text: str
    ) -> None:
        """Add the names inside the names of others, numbered after those."""
        to = self.to
        for number, one in enumerate(found, len(outer) + 1):
            node = vocab.in_text("occurrence", self.number, unit, tag, number)
            to.type(node, TSESI.InnerOccurrence)
            to.add(node, TSESI.names, to.concept(one.concept, one.kind))
            to.say(node, TSESI.text, one.span.of(text), tag)
            self._belongs(node, unit, tag, number)
            self._place(node, unit, tag, one.span)
            for place, other in enumerate(outer, 1):
                if other.span.holds(one.span):
                    to.add(node, TSESI.within, vocab.in_text("occurrence", self.number, unit, tag, place))

    # --- norms ---

    def _norm(self, unit: Unit, number: int, norm: Norm) -> _Named:
        to, node = self.to, vocab.norm(self.number, unit.id, number)
        to.type(node, TSESI.Norm, MODALITY[norm.modality])
        to.add(node, TSESI.statedIn, vocab.provision(self.number, unit.id))
        to.count(node, TSESI.order, self.orders[unit.id] + number)
        self.anchor(node, self.unit_at(norm.span) or unit.id, norm.span)
        mentions = _Counter()
        for bearer in (norm.bearer, *norm.co_bearers):
            if bearer:
                to.add(node, TSESI.bearer, self._mention(node, mentions, bearer, "actor"))
        for position, act in enumerate(norm.acts, 1):
            self._act(node, position, act)
        if norm.acts:
            to.add(node, TSESI.actsCombined, COMBINED[norm.combined])
        for kind, spans in (
            ("condition", norm.conditions),
            ("exception", norm.exceptions),
            ("proviso", norm.provisos),
        ):
            for position, span in enumerate(spans, 1):
                self._qualification(node, kind, position, span)
        if norm.modality == "constitutive":
            if norm.defines:
                to.add(node, TSESI.defines, self._mention(node, mentions, norm.defines, "term"))
            for member in norm.members:
                to.add(node, TSESI.member, self._mention(node, mentions, member, "action"))
            if norm.exhaustive is not None:
                to.tell(node, TSESI.exhaustive, norm.exhaustive)
        else:
            to.tell(node, TSESI.only, norm.only)
        for key in norm.orders:
            to.add(node, TSESI.orders, to.concept(key, "sanction"))
        if norm.orders:
            stated = self.reading.sanctions.get(unit.id, UnitSanction())
            to.tell(node, TSESI.sanctionChoice, stated.choice and len(norm.orders) > 1)
        if norm.cue:
            self.anchor(node, self.unit_at(norm.cue) or unit.id, norm.cue, TSESI.cue)
        for name in norm.inherited:
            to.say(node, TSESI.inherits, name)
        limits = self._limits(node, norm) if norm.modality == "permission" else ()
        return _Named(node, norm, tuple(limits))

    def _act(self, norm: URIRef, position: int, act: Act) -> None:
        to, node = self.to, vocab.part(norm, "act", position)
        to.add(norm, TSESI.act, node)
        to.type(node, TSESI.Act)
        to.count(node, TSESI.order, position)
        action = to.concept(act.action, "action", act.name or act.verb)
        to.add(node, TSESI.action, action)
        to.add(norm, TSESI.action, action)
        to.say(node, TSESI.verb, act.verb, "ka")
        mentions = _Counter()
        for said, found, kind in (
            (TSESI.patient, act.patients, "actor"),
            (TSESI.theme, act.themes, "term"),
            (TSESI.instrument, act.instruments, "term"),
            (TSESI.manner, act.manners, "manner"),
            (TSESI.time, act.times, "time"),
            (TSESI.place, act.places, "place"),
        ):
            for one in found:
                to.add(node, said, self._mention(node, mentions, one, kind))
        if act.attempted:
            to.tell(node, TSESI.attempted, True)
        unit = self.unit_at(act.span)
        alternatives = list(self._expressing(unit, act.span)) if unit else []
        for alternative in alternatives:
            to.add(node, TSESI.expressedBy, alternative)
        if not alternatives:
            self.anchor(node, unit, act.span, TSESI.expressedBy)

    def _expressing(self, unit: str, span: Span) -> Iterator[URIRef]:
        """Yield the alternatives that say what stands at `span`: the narrowest and its synonyms."""
        best: tuple[int, int, AlternativeSet, int] | None = None
        for number, one in enumerate(self.reading.markup.get(unit, Markup()).alternatives, 1):
            for position, member in enumerate(one.alternatives, 1):
                size = member.span.end - member.span.start
                if member.span.holds(span) and (best is None or size < best[0]):
                    best = size, number, one, position
        if best:
            _, number, one, position = best
            node = vocab.in_text("alternatives", self.number, unit, "ka", number)
            count = len(one.alternatives)
            same = range(1, count + 1) if one.kind == "synonym" else (position,)
            for each in same:
                yield vocab.part(node, "alternative", each)

    def _mention(self, owner: URIRef, numbers: _Counter, one: Mention, kind: str) -> URIRef:
        """Return the concept that is mentioned or, where the termbase has none, a node with the words."""
        if one.key:
            return self.to.concept(one.key, kind, one.text)
        node = vocab.part(owner, "mention", numbers.next())
        self.to.type(node, TSESI.Mention)
        self.to.say(node, TSESI.text, one.text, "ka")
        self.anchor(node, self.unit_at(one.span), one.span)
        return node

    def _qualification(self, norm: URIRef, kind: str, position: int, span: Span) -> None:
        said, sort = QUALIFICATIONS[kind]
        node = vocab.part(norm, kind, position)
        self.to.add(norm, said, node)
        self.to.type(node, TSESI.Qualification, sort)
        self.to.say(node, TSESI.text, span.of(self.text), "ka")
        unit = self.unit_at(span)
        self.anchor(node, unit, span)
        english = self._english_of(unit, kind, span) if unit else None
        if unit and english:
            self.to.say(node, TSESI.text, english.of(self.reading.english[unit].text), "en")
            self.anchor_en(node, unit, english)

    def _english_of(self, unit: str, kind: str, span: Span) -> Span | None:
        """Return the English of a qualification: the one with its number, where both sides have as many."""
        english = self.reading.english.get(unit)
        if english is None:
            return None
        there = sorted(getattr(english, f"{kind}s"))
        here = self._qualifications.get((unit, kind), ())
        return there[here.index(span)] if len(here) == len(there) else None

    @cached_property
    def _qualifications(self) -> Mapping[tuple[str, str], Sequence[Span]]:
        """The places of all qualifications by unit and kind: what two norms share counts once."""
        found: dict[tuple[str, str], set[Span]] = defaultdict(set)
        for norm in (one for norms in self.reading.norms.values() for one in norms):
            for kind in QUALIFICATIONS:
                for span in getattr(norm, f"{kind}s"):
                    unit = self.unit_at(span)
                    if unit:
                        found[unit, kind].add(span)
        return {place: sorted(spans) for place, spans in found.items()}

    def _limits(self, node: URIRef, norm: Norm) -> Iterator[URIRef]:
        """Add and yield what a permission does not reach beyond.

        Its provisos, the places of its acts and "only"; where it has none of these, its conditions.
        """
        to = self.to
        kinds = ["proviso"] * len(norm.provisos)
        own = [place for act in norm.acts for place in act.places]
        if norm.only:
            manners = [manner for act in norm.acts for manner in act.manners]
            own += manners or ([Mention(norm.cue.of(self.text), norm.cue)] if norm.cue else [])
        if not kinds and not own:
            kinds = ["condition"] * len(norm.conditions)
        for position, kind in enumerate(kinds, 1):
            limit = vocab.part(node, kind, position)
            to.type(limit, TSESI.Limit)
            to.add(node, TSESI.limit, limit)
            yield limit
        for position, mention in enumerate(own, 1):
            limit = vocab.part(node, "limit", position)
            to.type(limit, TSESI.Limit)
            to.add(node, TSESI.limit, limit)
            to.say(limit, TSESI.text, mention.span.of(self.text), "ka")
            self.anchor(limit, self.unit_at(mention.span), mention.span)
            yield limit

    # --- sanctions ---

    def _sanction(self, unit: Unit, named: Mapping[tuple[str, int], _Named]) -> None:
        found = self.reading.sanctions.get(unit.id)
        if found is None or not found.kinds or found.scope not in SCOPE:
            return
        to, node = self.to, vocab.sanction_rule(self.number, unit.id)
        declared = found.declared_in or unit.id
        to.type(node, TSESI.SanctionRule)
        to.add(node, TSESI.ofProvision, vocab.provision(self.number, unit.id))
        to.add(node, TSESI.sanctionScope, SCOPE[found.scope])
        to.add(node, TSESI.sanctionDeclaredIn, vocab.provision(self.number, declared))
        to.tell(node, TSESI.sanctionChoice, found.choice)
        costs = [to.concept(key, "sanction") for key in found.kinds]
        for cost in costs:
            to.add(node, TSESI.imposes, cost)
        if found.chosen_by:
            to.add(node, TSESI.chosenBy, to.concept(found.chosen_by, "actor"))
        for number in found.breaches:
            norm = named.get((unit.id, number))
            if norm is None:
                continue
            reached = norm.limits if norm.norm.modality == "permission" else (norm.node,)
            for one in reached:
                to.add(node, TSESI.onBreachOf, one)
            for cost in costs if reached else ():
                to.add(norm.node, TSESI.sanction, cost)
        written = self.units.get(declared)
        if written and written.sanction:
            self.anchor(node, declared, written.sanction.span)
        english = self.reading.english.get(declared)
        if english and english.sanction:
            self.anchor_en(node, declared, english.sanction)

    def _readings(self) -> None:
        for (unit, number), sentences in verbalize.sentences(self.reading, self.to.termbase).items():
            _label(self.to.graph, vocab.norm(self.number, unit, number), sentences, TSESI.reading)

    # --- repairs and findings ---

    def _repairs(self) -> None:
        numbers: dict[str | None, int] = defaultdict(int)
        for one in self.document.normalized.repairs:
            unit = self.unit_at(one.span)
            numbers[unit] += 1
            node = vocab.in_text("repair", self.number, unit, "ka", numbers[unit])
            self.to.type(node, TSESI.Repair)
            self._about(node, unit, numbers[unit])
            self.to.say(node, TSESI.repairKind, one.kind)
            self.to.say(node, TSESI.raw, one.raw)
            self.to.say(node, TSESI.fixed, one.fixed)
            if one.reason:
                self.to.say(node, TSESI.reason, one.reason)
            self.anchor(node, unit, one.span)

    def _about(self, node: URIRef, unit: str | None, number: int) -> None:
        self.to.add(node, TSESI.inLaw, self.node)
        if unit:
            self.to.add(node, TSESI.inProvision, vocab.provision(self.number, unit))
        self.to.count(node, TSESI.order, number)

    def add_findings(self, laws: Mapping[str | None, _Law]) -> None:
        """Add what was found and what the data excuse; `laws` are all: a finding may be about several."""
        numbers: dict[str | None, int] = defaultdict(int)
        for one in self.reading.findings:
            self._found("finding", TSESI.Finding, one, numbers, laws)
        numbers.clear()
        for departure in self.reading.departures:
            node = self._found("departure", TSESI.Departure, departure.finding, numbers, laws)
            _label(self.to.graph, node, departure.reason, TSESI.reason)

    def _found(
        self,
        name: str,
        kind: URIRef,
        one: Finding,
        numbers: dict[str | None, int],
        laws: Mapping[str | None, _Law],
    ) -> URIRef:
        to = self.to
        unit = one.unit if one.unit in self.units else self.unit_at(one.span) if one.span else None
        numbers[unit] += 1
        node = vocab.in_text(name, self.number, unit, "ka", numbers[unit])
        to.type(node, kind)
        self._about(node, unit, numbers[unit])
        to.say(node, TSESI.findingKind, one.kind)
        if one.text:
            to.say(node, TSESI.text, one.text)
        for key in (one.values.get("concept", ""), one.values.get("other", "")):
            if key in to.termbase.concepts:
                to.add(node, TSESI.names, to.concept(key, "term"))
        _label(to.graph, node, message(one), TSESI.message)
        if one.span:
            self.anchor(node, unit, one.span)
        if one.english and unit and unit in self.reading.english:
            self.anchor_en(node, unit, one.english)
        for place in one.places:
            laws[place.law]._place(node, place.unit, place.lang, place.span, TSESI.comparedWith)
        return node


@dataclass(frozen=True, slots=True)
class _Named:
    """A norm with its IRI and, of a permission, its limits'."""

    node: URIRef
    norm: Norm
    limits: tuple[URIRef, ...]


class _Counter:
    def __init__(self) -> None:
        self.last = 0

    def next(self) -> int:
        self.last += 1
        return self.last


# --- small facts that others may ask for ------------------------------------------------------------------


def message(finding: Finding) -> Mapping[str, str]:
    """Return what a finding says in each language; the words are data in `lang/…/findings.yml`.

    A kind without words says its name, so that it is not lost.
    """
    said = {}
    known = {"kind": finding.kind, "text": finding.text, "unit": finding.unit or "", **finding.values}
    for tag in vocab.LANGUAGES:
        template = words.read(tag, "findings")["messages"].get(finding.kind, "{kind}: {text}")
        said[tag] = _SLOT.sub(lambda slot: known.get(slot[1], ""), template).strip()
    return said


_SLOT = re.compile(r"\{([\w-]+)\}")
_NOTATION = re.compile(r"[\[\]„“”\"'‘’«»]")


def plain(text: str) -> str:
    """Return an attested form without brackets and quotes; empty where `|` leaves open which it is."""
    return "" if "|" in text else re.sub(r"\s+", " ", _NOTATION.sub("", text)).strip()
