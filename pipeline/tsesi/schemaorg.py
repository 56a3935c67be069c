"""Takes the graph and the IRI of a law, provision, concept or data set; gives it as schema.org JSON-LD.

For search engines: the words of the page that shows the thing, no more than the graph says. Guarantees plain
JSON values in a fixed order; `address`, where the site stands, gives `url`s, without it there are none.
"""

from __future__ import annotations

from typing import Any

from rdflib import DCTERMS, RDF, RDFS, SKOS, VOID, Graph, Literal, URIRef
from rdflib.term import Node

from tsesi import vocab
from tsesi.vocab import ELI, TSESI

CONTEXT = "https://schema.org"


def describe(graph: Graph, iri: URIRef, lang: str, address: str = "") -> dict[str, Any] | None:
    """Return the JSON-LD of `iri` for the page in `lang`, None for a thing that schema.org has no word for.

    A law and a provision are `Legislation`, a concept is a `DefinedTerm`, the data set a `Dataset`.
    """
    kinds = set(graph.objects(iri, RDF.type))
    if VOID.Dataset in kinds:
        made = _dataset(graph, iri, lang, address)
    elif SKOS.Concept in kinds:
        made = _term(graph, iri, lang, address)
    elif TSESI.Provision in kinds:
        made = _provision(graph, iri, lang, address)
    elif ELI.LegalResource in kinds:
        made = _law(graph, iri, lang, address)
    else:
        return None
    return {"@context": CONTEXT, **made}


def _law(graph: Graph, iri: URIRef, lang: str, address: str) -> dict[str, Any]:
    parts = sorted(graph.subjects(TSESI.law, iri), key=lambda one: int(str(graph.value(one, TSESI.order))))
    provisions = [one for one in parts if (one, RDF.type, TSESI.Provision) in graph]
    return _filled(
        {
            "@type": "Legislation",
            "@id": str(iri),
            "name": _said(graph, iri, RDFS.label, lang),
            "legislationIdentifier": str(graph.value(iri, ELI.id_local)),
            "inLanguage": _languages(graph, iri),
            "url": _url(iri, lang, address),
            "hasPart": [
                _provision(graph, one, lang, address) for one in provisions if isinstance(one, URIRef)
            ],
        }
    )


def _provision(graph: Graph, iri: URIRef, lang: str, address: str) -> dict[str, Any]:
    text = graph.value(vocab.expression(iri, lang), TSESI.text)
    return _filled(
        {
            "@type": "Legislation",
            "@id": str(iri),
            "name": _said(graph, iri, RDFS.label, lang),
            "legislationIdentifier": str(graph.value(iri, ELI.id_local)),
            "text": str(text) if text is not None else None,
            "inLanguage": _languages(graph, iri),
            "isPartOf": {"@id": str(graph.value(iri, TSESI.law))},
            "url": _url(iri, lang, address),
        }
    )


def _term(graph: Graph, iri: URIRef, lang: str, address: str) -> dict[str, Any]:
    other = [_said(graph, iri, SKOS.prefLabel, tag) for tag in vocab.LANGUAGES if tag != lang]
    also = sorted(str(one) for one in graph.objects(iri, SKOS.altLabel) if _tag(one) == lang)
    scheme = graph.value(iri, SKOS.inScheme)
    return _filled(
        {
            "@type": "DefinedTerm",
            "@id": str(iri),
            "name": _said(graph, iri, SKOS.prefLabel, lang),
            "alternateName": [*filter(None, other), *also],
            "description": _said(graph, iri, SKOS.definition, lang),
            "termCode": str(graph.value(iri, SKOS.notation)),
            "inLanguage": lang,
            "inDefinedTermSet": _filled(
                {
                    "@type": "DefinedTermSet",
                    "@id": str(scheme),
                    "name": _said(graph, scheme, RDFS.label, lang) if scheme is not None else None,
                }
            ),
            "url": _url(iri, lang, address),
        }
    )


def _dataset(graph: Graph, iri: URIRef, lang: str, address: str) -> dict[str, Any]:
    formats = {"ttl": "text/turtle", "nt": "application/n-triples", "jsonld": "application/ld+json"}
    dumps = sorted(str(one) for one in graph.objects(iri, VOID.dataDump))
    return _filled(
        {
            "@type": "Dataset",
            "@id": str(iri),
            "name": _said(graph, iri, DCTERMS.title, lang),
            "description": _said(graph, iri, DCTERMS.description, lang),
            "license": str(graph.value(iri, DCTERMS.license)),
            "inLanguage": list(vocab.LANGUAGES),
            "url": _url(iri, lang, address),
            "distribution": [
                {
                    "@type": "DataDownload",
                    "contentUrl": _url(URIRef(one), lang, address) or one,
                    "encodingFormat": formats[one.rpartition(".")[2]],
                }
                for one in dumps
            ],
        }
    )


def _languages(graph: Graph, iri: URIRef) -> list[str]:
    return [tag for tag in vocab.LANGUAGES if (vocab.expression(iri, tag), ELI.realizes, iri) in graph]


def _said(graph: Graph, iri: Node, said: URIRef, lang: str) -> str | None:
    return min((str(one) for one in graph.objects(iri, said) if _tag(one) == lang), default=None)


def _tag(value: Node) -> str | None:
    return value.language if isinstance(value, Literal) else None


def _url(iri: URIRef, lang: str, address: str) -> str | None:
    return f"{address.rstrip('/')}/{vocab.page(str(iri), lang)}" if address else None


def _filled(made: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in made.items() if value not in (None, [], "")}
