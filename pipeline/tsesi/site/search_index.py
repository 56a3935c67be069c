"""Takes the view, gives what the search engine loads and the cards of terms; guarantees that words are the
graph's.

The engine (docs/assets/js/search) folds, stems and ranks; which forms belong to which concept, and where a
concept stands in which clause, it learns from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tsesi.site.kit import cite, other, words
from tsesi.site.view import LANGS, Concept, Law, Section, Unit, View


def build(view: View, pages: Iterable[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Return the index: `docs` (clauses, concepts, laws, other pages), `concepts` (names, forms), in reading
    order.

    A clause has `mentions` (concept number, language, start and end in the text of that language), those
    inside longer names too, and what stands `around` it: its law's title and its heading. `pages` have path,
    cite and text.
    """
    number = {concept: i for i, concept in enumerate(view.concepts)}
    inside: dict[str, list[list[Any]]] = {}
    for concept in view.concepts.values():
        for use in concept.inner:
            inside.setdefault(use.unit, []).append([number[concept.id], use.lang, use.start, use.end])
    return {
        "docs": [
            *(
                _unit(unit, number, law, section, inside.get(unit.id, []))
                for law in view.laws
                for section in law.sections
                for unit in section.units
            ),
            *(_concept_page(concept, i) for i, concept in enumerate(view.concepts.values())),
            *(_law(law) for law in view.laws),
            *({"kind": "page", **page} for page in pages),
        ],
        "concepts": [_concept(concept) for concept in view.concepts.values()],
        "sanctions": {
            concept.key: {lang: concept.label(lang) for lang in LANGS} for concept in view.of_kind("sanction")
        },
    }


def _law(law: Law) -> dict[str, Any]:
    return {
        "kind": "page",
        "id": law.number,
        "law": law.number,
        "path": f"law/{law.number}/",
        "cite": dict(law.label),
        "text": dict(law.title),
    }


def _unit(
    unit: Unit, number: Mapping[str, int], law: Law, section: Section, inside: list[list[Any]]
) -> dict[str, Any]:
    mentions = [
        [number[mark.of], lang, mark.start, mark.end]
        for lang, expression in unit.expressions.items()
        for mark in expression.marks
        if mark.kind == "term" and mark.of in number
    ]
    return {
        "kind": "unit",
        "id": unit.id,
        "law": unit.law,
        "parent": unit.parent,
        "path": f"law/{unit.law}/#{unit.id}",
        "cite": {lang: cite(unit, lang) for lang in unit.cite},
        "text": {lang: expression.text for lang, expression in unit.expressions.items()},
        "around": {
            lang: ". ".join(filter(None, (law.title.get(lang), section.heading.get(lang)))) for lang in LANGS
        },
        "prices": [kind.rpartition("/")[2] for kind in unit.price.kinds],
        "scope": unit.price.scope,
        "mentions": mentions + [mention for mention in inside if mention not in mentions],
    }


def _concept_page(concept: Concept, place: int) -> dict[str, Any]:
    return {
        "kind": "term",
        "path": f"{concept.id}/",
        "concept": place,
        "cite": {lang: concept.label(lang) for lang in LANGS if concept.names.get(lang)},
        "text": dict(concept.definition),
        "source": concept.source,
    }


def _concept(concept: Concept) -> dict[str, Any]:
    return {
        "kind": concept.kind,
        "names": {lang: [name.text for name in names] for lang, names in concept.names.items()},
        "forms": {lang: sorted({form for form, _ in forms}) for lang, forms in concept.forms.items()},
        "source": concept.source,
    }


def cards(view: View, lang: str) -> dict[str, Any]:
    """Return the cards of all terms in one language: what a reader sees on touching one."""
    kinds = words(lang)["terms"]["kinds"]
    found: dict[str, Any] = {}
    for concept in view.concepts.values():
        own = lang if concept.names.get(lang) else other(lang)
        card = {"kind": kinds[concept.kind], "name": concept.label(lang), "lang": own}
        if concept.names.get(other(lang)) and own == lang:
            card |= {"other": concept.label(other(lang)), "otherLang": other(lang)}
        for tag in (lang, other(lang)):
            if concept.definition.get(tag):
                card |= {"definition": concept.definition[tag], "definitionLang": tag}
                break
        found[concept.id] = card
    return found
