"""schema.org: what search engines are told of laws, provisions, concepts and the data."""

from __future__ import annotations

import json

import pytest
from rdflib import URIRef

from tests.corpus import corpus
from tsesi import schemaorg, vocab

SITE = "https://example.org/"


def test_a_law_with_its_provisions() -> None:
    made = schemaorg.describe(corpus().graph, vocab.law("9"), "en", SITE)
    assert made is not None
    assert made["@type"] == "Legislation"
    assert made["name"] == "Law 9. Foul play"
    assert made["inLanguage"] == ["ka", "en"]
    assert made["url"] == SITE + "en/law/9/"
    assert len(made["hasPart"]) == 42
    part = next(one for one in made["hasPart"] if one["legislationIdentifier"] == "9.7.b")
    assert part["name"] == "9.7(b)"
    assert part["url"] == SITE + "en/law/9/#9.7.b"
    assert part["isPartOf"] == {"@id": str(vocab.law("9"))}


def test_a_provision_in_georgian() -> None:
    made = schemaorg.describe(corpus().graph, vocab.provision("9", "9.6"), "ka")
    assert made is not None
    assert made["text"].startswith("ბურთის უქმობის დროს")
    assert "url" not in made


def test_a_term() -> None:
    made = schemaorg.describe(corpus().graph, vocab.concept("actor", "ball-carrier"), "ka", SITE)
    assert made is not None
    assert (made["@type"], made["name"], made["termCode"]) == (
        "DefinedTerm",
        "ბურთიანი მოთამაშე",
        "ball-carrier",
    )
    assert "ball-carrier" in made["alternateName"]
    assert made["inDefinedTermSet"]["name"] == "მოქმედი პირები"


def test_the_data_set() -> None:
    made = schemaorg.describe(corpus().graph, vocab.DATASET, "en", SITE)
    assert made is not None
    assert made["license"].startswith("https://creativecommons.org/")
    assert [one["contentUrl"] for one in made["distribution"]] == [
        SITE + f"data/tsesi.{ending}" for ending in ("jsonld", "nt", "ttl")
    ]


@pytest.mark.parametrize("iri", [vocab.norm("9", "9.6", 1), URIRef(vocab.BASE + "nothing")])
def test_what_schema_org_has_no_word_for(iri: URIRef) -> None:
    assert schemaorg.describe(corpus().graph, iri, "en") is None


def test_it_is_plain_json() -> None:
    graph = corpus().graph
    for iri in (vocab.law("15"), vocab.concept("action", "charge"), vocab.DATASET):
        for lang in ("ka", "en"):
            made = schemaorg.describe(graph, iri, lang, SITE)
            assert json.loads(json.dumps(made)) == made
