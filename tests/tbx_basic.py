"""The rules of TBX-Basic (ISO 30042:2019, DCA style) that the core schema does not have.

The core schema lets any data category through at any level. Here are the categories of TBX-Basic, the levels
where each may stand and, where they are fixed, its values; after the public TBX-Basic dialect, version 1.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lxml import etree

XML = "{http://www.w3.org/XML/1998/namespace}"
CONCEPT, LANGUAGE, TERM = "concept", "language", "term"
ANY = frozenset({CONCEPT, LANGUAGE, TERM})


class Category(NamedTuple):
    """A data category: the element that carries it, the levels where it may stand, its values if fixed."""

    element: str
    levels: frozenset[str]
    values: frozenset[str] = frozenset()


CATEGORIES = {
    "administrativeStatus": Category(
        "termNote",
        frozenset({TERM}),
        frozenset(
            f"{one}-admn-sts" for one in ("admittedTerm", "deprecatedTerm", "supersededTerm", "preferredTerm")
        ),
    ),
    "context": Category("descrip", frozenset({TERM})),
    "crossReference": Category("ref", frozenset({CONCEPT, TERM})),
    "customerSubset": Category("admin", frozenset({TERM})),
    "definition": Category("descrip", frozenset({CONCEPT, LANGUAGE})),
    "externalCrossReference": Category("xref", frozenset({CONCEPT, TERM})),
    "geographicalUsage": Category("termNote", frozenset({TERM})),
    "grammaticalGender": Category(
        "termNote", frozenset({TERM}), frozenset({"masculine", "feminine", "neuter", "other"})
    ),
    "partOfSpeech": Category(
        "termNote", frozenset({TERM}), frozenset({"adjective", "noun", "other", "verb", "adverb"})
    ),
    "projectSubset": Category("admin", frozenset({TERM})),
    "source": Category("admin", ANY),
    "subjectField": Category("descrip", frozenset({CONCEPT})),
    "termType": Category(
        "termNote",
        frozenset({TERM}),
        frozenset({"fullForm", "acronym", "abbreviation", "shortForm", "variant", "phrase"}),
    ),
    "transactionType": Category("transac", ANY, frozenset({"origination", "modification"})),
    "xGraphic": Category("xref", frozenset({CONCEPT})),
}
LEVELS = {
    "conceptEntry": CONCEPT,
    "langSec": LANGUAGE,
    "termSec": TERM,
    "termEntry": CONCEPT,
    "langSet": LANGUAGE,
    "tig": TERM,
}
CARRIERS = frozenset({"termNote", "descrip", "admin", "ref", "xref", "transac", "descripNote", "adminNote"})


def faults(root: etree._Element) -> Iterator[str]:
    """Yield what breaks a rule of TBX-Basic, with its line."""
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    yield from (f"id {one} stands twice" for one in {one for one in ids if ids.count(one) > 1})
    for node in root.iter(etree.Element):
        name = etree.QName(node).localname
        where = f"line {node.sourceline}: {name}"
        if name in CARRIERS:
            yield from _category(node, name, where)
        if node.get("target") and name == "ref" and node.get("target") not in ids:
            yield f"{where}: target {node.get('target')} is nowhere"
        if LEVELS.get(name) == LANGUAGE and not node.get(f"{XML}lang"):
            yield f"{where}: no language"
        if LEVELS.get(name) == TERM and not "".join(node[0].itertext()).strip():
            yield f"{where}: no term"
        if LEVELS.get(name) == CONCEPT:
            tags = [child.get(f"{XML}lang") for child in node if child.get(f"{XML}lang")]
            if len(tags) != len(set(tags)) or not tags:
                yield f"{where}: its languages are {tags}"


def _category(node: etree._Element, name: str, where: str) -> Iterator[str]:
    kind = node.get("type")
    category = CATEGORIES.get(kind or "")
    if category is None:
        yield f"{where}: {kind} is no data category of TBX-Basic"
        return
    if category.element != name:
        yield f"{where}: {kind} belongs to {category.element}"
    level = next(LEVELS[n] for n in (etree.QName(up).localname for up in node.iterancestors()) if n in LEVELS)
    if level not in category.levels:
        yield f"{where}: {kind} may not stand at the level of the {level}"
    if category.values and node.text not in category.values:
        yield f"{where}: {kind} may not be {node.text}"
