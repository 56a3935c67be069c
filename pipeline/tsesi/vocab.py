"""Takes keys, unit ids and numbers, gives the IRIs of the graph and, back again, the page that shows each.

The base stands here and nowhere else. Every IRI is made from what it names, never from a counter over the
whole data set: a new clause does not rename an old one. Slash IRIs in lower case; what is only a part of a
description (a selector, a sense) is a fragment of the IRI it belongs to.

Unit ids are those of `tsesi.model.Unit`: `9.7.b`, `9` for an opening sentence, `caption`; with law None (a
text without a number) they start with the clause, and the law's place in the path is taken by `x`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

from rdflib import DCTERMS, OWL, PROV, RDF, RDFS, SH, SKOS, VOID, XSD, Namespace, URIRef

BASE = "https://w3id.org/tsesi/"
ONTOLOGY = URIRef(BASE + "ontology")

TSESI = Namespace(BASE + "ontology#")
ELI = Namespace("http://data.europa.eu/eli/ontology#")
LANGUAGE = Namespace("http://publications.europa.eu/resource/authority/language/")
LRMLMM = Namespace("http://docs.oasis-open.org/legalruleml/ns/v1.0/metamodel#")
SKOSXL = Namespace("http://www.w3.org/2008/05/skos-xl#")
ONTOLEX = Namespace("http://www.w3.org/ns/lemon/ontolex#")
LIME = Namespace("http://www.w3.org/ns/lemon/lime#")
VARTRANS = Namespace("http://www.w3.org/ns/lemon/vartrans#")
LEXINFO = Namespace("http://www.lexinfo.net/ontology/3.0/lexinfo#")
OA = Namespace("http://www.w3.org/ns/oa#")
SCHEMA = Namespace("https://schema.org/")

PREFIXES: Mapping[str, str] = {
    "tsesi": str(TSESI),
    "actor": BASE + "actor/",
    "action": BASE + "action/",
    "sanction": BASE + "sanction/",
    "manner": BASE + "manner/",
    "time": BASE + "time/",
    "place": BASE + "place/",
    "term": BASE + "term/",
    "dcterms": str(DCTERMS),
    "eli": str(ELI),
    "lexinfo": str(LEXINFO),
    "lime": str(LIME),
    "lrmlmm": str(LRMLMM),
    "oa": str(OA),
    "ontolex": str(ONTOLEX),
    "owl": str(OWL),
    "prov": str(PROV),
    "rdf": str(RDF),
    "rdfs": str(RDFS),
    "schema": str(SCHEMA),
    "sh": str(SH),
    "skos": str(SKOS),
    "skosxl": str(SKOSXL),
    "vartrans": str(VARTRANS),
    "void": str(VOID),
    "xsd": str(XSD),
}
"""Prefix to namespace, as in every file of the project."""

ASKED: Mapping[str, str] = {**PREFIXES, "language": str(LANGUAGE)}
"""Prefixes that a query need not declare: those of the files, and those of the stored queries."""

CONCEPT_KINDS = ("actor", "action", "sanction", "manner", "time", "place", "term")
LANGUAGES: Mapping[str, URIRef] = {"ka": LANGUAGE.KAT, "en": LANGUAGE.ENG}
UNNUMBERED = "x"
DATASET = URIRef(BASE + "dataset")


def unit_path(law: str | None, unit: str) -> str:
    """Return a unit's path under `eli/law/`: `9/7/b`, `9/opening`, `15/caption`."""
    number = law or UNNUMBERED
    parts = unit.split(".")
    if law is not None and parts[0] == law:
        parts = parts[1:]
    return "/".join([number, *(parts if parts and parts != [""] else ["opening"])])


def unit_anchor(law: str | None, unit: str) -> str:
    """Return the fragment that shows a unit on its law's page: `9.7.b`, `9.opening`, `15.caption`."""
    return unit_path(law, unit).replace("/", ".")


def law(number: str | None) -> URIRef:
    """Return `eli/law/9`."""
    return URIRef(f"{BASE}eli/law/{number or UNNUMBERED}")


def provision(law: str | None, unit: str) -> URIRef:
    """Return `eli/law/9/7/b`."""
    return URIRef(f"{BASE}eli/law/{unit_path(law, unit)}")


def expression(work: URIRef, lang: str) -> URIRef:
    """Return `eli/law/9/7/b/ka`: the law or provision `work` in one language."""
    return URIRef(f"{work}/{lang}")


def section(law: str | None, number: int) -> URIRef:
    """Return `section/15/2`, the second heading of Law 15."""
    return URIRef(f"{BASE}section/{law or UNNUMBERED}/{number}")


def text(law: str | None, lang: str) -> URIRef:
    """Return `text/9/ka`: the whole normalized text of a law, which anchors index."""
    return URIRef(f"{BASE}text/{law or UNNUMBERED}/{lang}")


def source(law: str | None, lang: str) -> URIRef:
    """Return `source/9/ka`: the file exactly as received."""
    return URIRef(f"{BASE}source/{law or UNNUMBERED}/{lang}")


def norm(law: str | None, unit: str, number: int) -> URIRef:
    """Return `norm/9/10/2`, the second norm of 9.10."""
    return URIRef(f"{BASE}norm/{unit_path(law, unit)}/{number}")


def part(of: URIRef, kind: str, number: int) -> URIRef:
    """Return `norm/9/5/1/act/2`, `alternatives/9/7/b/1/alternative/2`: a part; `kind` is in PARTS."""
    return URIRef(f"{of}/{kind}/{number}")


def sanction_rule(law: str | None, unit: str, number: int = 1) -> URIRef:
    """Return `sanction-rule/9/24/1`."""
    return URIRef(f"{BASE}sanction-rule/{unit_path(law, unit)}/{number}")


def in_text(kind: str, law: str | None, unit: str | None, lang: str, number: int) -> URIRef:
    """Return `alternatives/9/7/b/1`, `bracket/…`, `repair/…`, `occurrence/…`, `finding/…`, `departure/…`.

    In a language other than Georgian its tag stands before the number: `alternatives/9/7/b/en/1`. What is in
    no unit (a heading, the title, a gap between clauses) has `text` in the place of the unit's path.
    """
    path = f"{law or UNNUMBERED}/text" if unit is None else unit_path(law, unit)
    tag = "" if lang == "ka" else f"{lang}/"
    return URIRef(f"{BASE}{kind}/{path}/{tag}{number}")


def anchor(law: str | None, unit: str | None, lang: str, start: int, end: int) -> URIRef:
    """Return `anchor/9/7/b/ka/1220-1235`: code points `start:end` of the text that the anchor is in."""
    path = f"{law or UNNUMBERED}/text" if unit is None else unit_path(law, unit)
    return URIRef(f"{BASE}anchor/{path}/{lang}/{start}-{end}")


def fragment(of: URIRef, name: str) -> URIRef:
    """Return `of#name`: a node that only helps to describe `of`."""
    return URIRef(f"{of}#{name}")


def data(name: str) -> URIRef:
    """Return `data/tsesi.ttl`: a file to download."""
    return URIRef(f"{BASE}data/{name}")


def slug(key: str) -> str:
    """Return a key as it stands in IRIs. A provisional key may hold the apostrophes of a romanization."""
    return quote(re.sub(r"['’]", "-", key), safe="-_.~")


def concept(kind: str, key: str) -> URIRef:
    """Return `actor/player`."""
    return URIRef(f"{BASE}{kind}/{slug(key)}")


def scheme(kind: str) -> URIRef:
    """Return `actor`: the concept scheme of one kind."""
    return URIRef(BASE + kind)


def lexical_entry(kind: str, key: str, lang: str, number: int) -> URIRef:
    """Return `lexicon/ka/actor/player/1`: the entry of the first concept's label that needs it."""
    return URIRef(f"{BASE}lexicon/{lang}/{kind}/{slug(key)}/{number}")


def lexicon(lang: str) -> URIRef:
    """Return `lexicon/ka`."""
    return URIRef(f"{BASE}lexicon/{lang}")


def translation(kind: str, key: str, number: int) -> URIRef:
    """Return `translation/actor/player/1`."""
    return URIRef(f"{BASE}translation/{kind}/{slug(key)}/{number}")


class Place(NamedTuple):
    """Where a page shows something: the page's path under the site's root, and the fragment, if any."""

    path: str
    fragment: str = ""

    def __str__(self) -> str:
        """Return `ka/law/9/#9.7.b`."""
        return f"{self.path}#{self.fragment}" if self.fragment else self.path


PARTS = ("act", "alternative", "condition", "exception", "proviso", "limit", "mention")
"""Kinds of numbered parts: the words that `part` puts between an IRI and the number."""

_PARTS = re.compile(rf"(?:/(?:{'|'.join(PARTS)})/\d+)+$")
_NUMBERED = {
    "norm",
    "sanction-rule",
    "alternatives",
    "bracket",
    "repair",
    "occurrence",
    "finding",
    "departure",
}


def page(iri: str, lang: str) -> Place:
    """Return the page and fragment that show `iri` to a reader of `lang`.

    The rules in `ontology/w3id/.htaccess` say the same to web servers. Raises ValueError for an IRI that is
    not under the base or is of no kind above.
    """
    if not iri.startswith(BASE):
        raise ValueError(f"{iri} is not under {BASE}")
    local, _, mark = iri.removeprefix(BASE).partition("#")
    head, _, rest = local.partition("/")
    words = rest.split("/")
    match head:
        case "":
            return Place(f"{lang}/")
        case "ontology" if not rest:
            return Place(f"{lang}/ontology/", mark)
        case "dataset" if not rest:
            return Place(f"{lang}/data/")
        case "data":
            return Place(local)
        case _ if head in CONCEPT_KINDS:
            return Place(f"{lang}/{local}/") if rest else Place(f"{lang}/terms/", head)
        case "lexicon":
            return Place(f"{lang}/{words[1]}/{words[2]}/") if len(words) > 2 else Place(f"{lang}/terms/")
        case "translation":
            return Place(f"{lang}/{words[0]}/{words[1]}/")
        case "section":
            return Place(f"{lang}/law/{words[0]}/", f"section-{words[1]}")
        case "text" | "source":
            return Place(f"{lang}/law/{words[0]}/")
        case "eli":
            unit = words[1:]
        case "anchor":
            unit = words[:-1]
        case _ if head in _NUMBERED:
            unit = _PARTS.sub("", rest).split("/")[:-1]
        case _:
            raise ValueError(f"{iri} has no page")
    if unit[-1] in LANGUAGES:
        unit = unit[:-1]
    number, *below = unit
    if not below or below == ["text"]:
        return Place(f"{lang}/law/{number}/")
    return Place(f"{lang}/law/{number}/", ".".join(unit))
