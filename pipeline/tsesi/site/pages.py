"""Takes the view and a language, gives the pages that are made from the graph; guarantees the paths of
`vocab.page`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from rdflib import SKOS

from tsesi import vocab
from tsesi.queries import Query
from tsesi.site import cost, figures
from tsesi.site.assets import Assets
from tsesi.site.data import File
from tsesi.site.kit import Kit
from tsesi.site.view import Concept, Finding, Law, Norm, Repair, Term, Unit, Use, View


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a page's table of contents."""

    title: str  # HTML
    anchor: str
    below: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One page: `path` under its language's root (`law/9/`), `html` of its article."""

    path: str
    title: str
    html: str
    contents: tuple[Entry, ...] = ()
    description: str = ""
    jsonld: str = ""
    data: Mapping[str, str] = field(default_factory=dict)  # media type -> path under the site's root


TEMPLATES = {
    "unit": f"""PREFIX tsesi: <{vocab.TSESI}>

SELECT ?subject ?property ?value WHERE {{
  {{ BIND(<IRI> AS ?subject) }}
  UNION {{ ?subject tsesi:statedIn <IRI> }}
  UNION {{ ?norm tsesi:statedIn <IRI> ; tsesi:act ?subject }}
  UNION {{ ?subject tsesi:ofProvision <IRI> }}
  ?subject ?property ?value .
}}
ORDER BY ?subject ?property ?value
""",
    "term": f"""PREFIX eli: <{vocab.ELI}>
PREFIX tsesi: <{vocab.TSESI}>

SELECT ?provision ?text ?words WHERE {{
  ?occurrence tsesi:names <IRI> ;
    tsesi:text ?words ;
    tsesi:inExpression ?expression .
  ?expression eli:realizes ?provision ; tsesi:text ?text .
  ?provision tsesi:order ?order .
}}
ORDER BY ?order LANG(?text) ?occurrence
""",
    "rules": f"""PREFIX skos: <{SKOS}>
PREFIX tsesi: <{vocab.TSESI}>

SELECT ?provision ?bearer ?reading WHERE {{
  <IRI> skos:broader* ?bearer .
  ?norm tsesi:bearer ?bearer ;
    tsesi:statedIn ?provision ;
    tsesi:reading ?reading ;
    tsesi:order ?order .
}}
ORDER BY ?order LANG(?reading)
""",
    "terms": f"""PREFIX skos: <{SKOS}>
PREFIX tsesi: <{vocab.TSESI}>

SELECT ?concept ?georgian ?english ?status WHERE {{
  ?concept a skos:Concept ; tsesi:status ?status .
  OPTIONAL {{ ?concept skos:prefLabel ?georgian . FILTER(LANG(?georgian) = "ka") }}
  OPTIONAL {{ ?concept skos:prefLabel ?english . FILTER(LANG(?english) = "en") }}
}}
ORDER BY ?concept
""",
}
"""Queries about one IRI, for «open as query» where no stored one fits: what is said of a clause, a term in
context.
"""


Describe = Callable[[str, str], Mapping[str, Any] | None]
"""Takes an IRI and a language, gives what search engines are told about it (schema.org), None for nothing."""


class Templates(Environment):
    """Jinja in which `words.copy` is the word called copy and not a method of the mapping."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an item of a mapping before an attribute."""
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


@cache
def templates(folder: Path) -> Templates:
    """Return the templates in `folder`."""
    return Templates(
        loader=FileSystemLoader(folder),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class Maker:
    """Makes the pages of one language."""

    def __init__(
        self,
        view: View,
        lang: str,
        folder: Path,
        queries: Mapping[str, Query] | None = None,
        files: tuple[File, ...] = (),
        bundled: Assets | None = None,
        tracker: str = "",
        describe: Describe = lambda iri, lang: None,
    ) -> None:
        """Take what all pages share."""
        self.script = bundled["query_js"] if bundled else ""
        self.megabytes = bundled.wasm_bytes / 3 / 2**20 if bundled else 0.0  # it travels compressed
        self.tracker, self.describe = tracker, describe
        self.view, self.lang, self.folder, self.files = view, lang, folder, files
        self.kit = Kit(view, lang, "", queries or {}, tuple(file.path for file in files))

    def render(self, template: str, path: str, title: str, **facts: Any) -> Page:
        """Return the page that `template` makes at `path`."""
        kit = replace(self.kit, path=path)
        html = templates(self.folder).get_template(template).render(k=kit, **facts)
        return Page(path, title, html)

    def home(self) -> Page:
        """Return the front page."""
        w = self.kit.w
        ways = [
            (f"{path}/", icon, w["home"][f"{name}_title"], w["home"][f"{name}_text"])
            for path, icon, name in (
                ("cost", "price", "cost"),
                ("terms", "term", "terms"),
                ("query", "query", "query"),
                *((("translators", "translate", "translators"),) if self.has("translators") else ()),
            )
        ]
        units = list(self.view.units.values())
        numbers = {
            "units": len(units),
            "norms": sum(len(unit.norms) for unit in units),
            "concepts": len(self.view.concepts),
        }
        page = self.render(
            "home.html",
            "",
            w["home"]["title"],
            laws=self.view.laws,
            ways=ways,
            numbers=numbers,
            sample=self._sample(),
        )
        return replace(page, description=w["site"]["description"])

    def _sample(self) -> Unit | None:
        """Return a short unit that shows much: alternatives, a sanction from a later unit, one norm."""

        def fits(unit: Unit) -> bool:
            ka = unit.expressions.get("ka")
            if ka is None or len(ka.text) > 110 or len(unit.norms) != 1:
                return False
            return any(mark.kind == "alternatives" for mark in ka.marks)

        fitting = [unit for unit in self.view.units.values() if fits(unit) and unit.price.scope == "group"]
        return min(fitting, key=lambda unit: len(unit.expressions["ka"].text), default=None)

    def has(self, name: str) -> bool:
        """Tell whether a page of that name was written by hand."""
        return (self.folder.parent / self.lang / f"{name}.md").exists()

    def law(self, law: Law) -> Page:
        """Return a law."""
        w = self.kit.w
        title = w["law"]["title"].format(number=law.number, title=self.kit.law_title(law))
        page = self.render("law.html", f"law/{law.number}/", title, law=law)
        return replace(
            page,
            jsonld=self._linked(law.iri),
            contents=tuple(self._contents(law)),
            description=f"{title}. {w['law']['unofficial']}. {w['site']['tagline']}.",
            data={
                "text/turtle": f"data/{self.kit.path_of(law.iri)}.ttl",
                "application/ld+json": f"data/{self.kit.path_of(law.iri)}.jsonld",
            },
        )

    def _contents(self, law: Law) -> Iterator[Entry]:
        for section in law.sections:
            entries = tuple(Entry(self._gist(unit.id), unit.id) for unit in section.units if not unit.level)
            if section.heading:
                yield Entry(self.kit.tagged(section.heading), f"section-{section.number}", entries)
            else:
                yield from entries

    def _gist(self, unit: str) -> Markup:
        """Return a unit's number and the acts it speaks of: what a table of contents has room for."""
        norms = self.view.units[unit].norms
        below = [u for u in self.view.units.values() if u.parent == unit]
        acts = dict.fromkeys(
            self.kit.tagged(act.action.label)
            for norm in [*norms, *(n for u in below for n in u.norms)]
            for act in norm.acts
        )
        defined = dict.fromkeys(self.kit.tagged(n.defines.label) for n in norms if n.defines)
        said = [*acts, *defined][:2]
        return Markup(" ").join([self.kit.cite(unit), *([Markup(", ").join(said)] if said else [])])

    def cost(self) -> Page:
        """Return «What does it cost?»."""
        w, k = self.kit.w, self.kit
        rows = list(cost.rows(self.view))

        def options(ids: Iterable[str]) -> list[tuple[str, str]]:
            known = [self.view.concepts[one] for one in dict.fromkeys(ids) if one in self.view.concepts]
            return [(c.id, c.label(self.lang)) for c in k.in_order(known, self.lang)]

        stated = options(one for row in rows for one in row.prices)
        none = [("none", w["sanction"]["none_short"])] if any(not row.prices for row in rows) else []
        filters = [
            ("actor", w["cost"]["who"], options(one for row in rows for one in row.actors)),
            ("action", w["cost"]["act"], options(one for row in rows for one in row.actions)),
            ("sanction", w["cost"]["price"], [*stated, *none]),
            (
                "law",
                w["cost"]["law"],
                [(law.number, f"{law.number}. {k.law_title(law)}") for law in self.view.laws],
            ),
            ("phase", w["cost"]["phase"], options(one for row in rows for one in row.phases)),
        ]
        return self.render("cost.html", "cost/", w["cost"]["title"], rows=rows, filters=filters)

    def terms(self) -> Page:
        """Return the index of terms."""
        w = self.kit.w
        kinds = [
            (
                kind,
                self.kit.in_order([c for c in self.view.of_kind(kind) if not self._same_kind(c)], self.lang),
            )
            for kind in w["terms"]["kinds"]
        ]
        page = self.render(
            "terms.html",
            "terms/",
            w["terms"]["title"],
            concepts=tuple(self.view.concepts.values()),
            candidates=sum(concept.candidate for concept in self.view.concepts.values()),
            kinds=[(kind, tops) for kind, tops in kinds if tops],
        )
        tree = tuple(Entry(w["terms"]["kinds_many"][kind], kind) for kind, tops in kinds if tops)
        contents = (
            *(Entry(w["terms"][f"by_{lang}"], lang) for lang in self.kit.langs),
            Entry(w["terms"]["by_tree"], "tree", tree),
        )
        return replace(page, contents=contents)

    def _same_kind(self, concept: Concept) -> list[str]:
        return [
            b
            for b in concept.broader
            if b in self.view.concepts and self.view.concepts[b].kind == concept.kind
        ]

    def concept(self, concept: Concept) -> Page:
        """Return the page of one concept."""
        uses: dict[str, list[Use]] = {}
        for use in sorted((*concept.uses, *concept.inner), key=lambda one: one.start):
            uses.setdefault(use.unit, []).append(use)
        ordered = sorted(uses, key=lambda unit: self.view.units[unit].order)
        page = self.render(
            "concept.html",
            f"{concept.id}/",
            concept.label(self.lang),
            c=concept,
            uses=[(self.view.units[unit], uses[unit]) for unit in ordered],
            rules=self._rules(concept),
        )
        about = self.kit.plain(concept.definition)
        return replace(
            page,
            jsonld=self._linked(vocab.BASE + concept.id),
            description=about or f"{concept.label('ka')} - {concept.label('en')}",
            data={
                "text/turtle": f"data/{concept.id}.ttl",
                "application/ld+json": f"data/{concept.id}.jsonld",
            },
        )

    def _rules(self, concept: Concept) -> list[tuple[Unit, Norm, str]]:
        """Return the norms that bind an actor, directly or as one of a wider circle; for others none."""
        if concept.kind != "actor":
            return []
        circle = cost.wider(self.view, concept.id)
        bound = [
            (unit, norm, norm.bearer.id)
            for unit in self.view.units.values()
            for norm in unit.norms
            if norm.bearer and norm.bearer.id in circle and norm.modality != "constitutive"
        ]
        return sorted(bound, key=lambda found: found[2] != concept.id)

    def sanctions(self) -> Page:
        """Return the page of sanctions."""
        listed = []
        for concept in self.kit.in_order(self.view.of_kind("sanction"), self.lang):
            groups: dict[tuple[str, str], list[str]] = {}
            for unit in self.view.units.values():
                if concept.id in unit.price.kinds:
                    scope = {"own": "own", "group": "reaches"}.get(unit.price.scope, "stated")
                    declared = unit.price.declared if scope == "reaches" else ""
                    groups.setdefault((declared, scope), []).append(unit.id)
            own_first = sorted(groups.items(), key=lambda group: group[0][0] != "")
            listed.append((concept, [(*group, units) for group, units in own_first]))
        listed.sort(key=lambda found: -sum(len(units) for _, _, units in found[1]))
        return self.render(
            "sanctions.html",
            "sanctions/",
            self.kit.w["sanctions"]["title"],
            sanctions=listed,
            unpriced=[
                u.id for u in self.view.units.values() if u.price.scope == "none" and self.kit.breakable(u)
            ],
            laws=self.view.laws,
        )

    def consistency(self) -> Page:
        """Return the comparison of the two languages: what was found, and what is so on purpose."""
        w = self.kit.w["consistency"]
        counts = [
            (
                kind,
                name,
                *(sum(one.kind == kind for one in all_) for all_ in (self._compared, self.view.departures)),
            )
            for kind, name in w["kinds"].items()
        ]

        def by_kind(found: Iterable[Finding]) -> list[tuple[str, str, list[tuple[Finding, Any]]]]:
            listed = {
                kind: [(one, self._by_unit(one)) for one in found if one.kind == kind] for kind in w["kinds"]
            }
            return [(kind, w["kinds"][kind], ones) for kind, ones in listed.items() if ones]

        page = self.render(
            "consistency.html",
            "consistency/",
            w["title"],
            counts=counts,
            found=by_kind(self._compared),
            meant=by_kind(self.view.departures),
            translators=self.has("translators"),
        )
        contents = (
            Entry(w["counts"], "counts"),
            *(
                Entry(w[part], part, tuple(Entry(name, f"{part}-{kind}") for kind, name, _ in by_kind(found)))
                for part, found in (("found", self._compared), ("meant", self.view.departures))
            ),
        )
        return replace(page, contents=contents, description=w["lead"])

    @property
    def _compared(self) -> tuple[Finding, ...]:
        """What the comparison of the two languages found."""
        kinds = self.kit.w["consistency"]["kinds"]
        return tuple(one for one in self.view.findings if one.kind in kinds)

    def _by_unit(self, finding: Finding) -> list[tuple[Unit, list[Use]]]:
        """Return the places of a finding by unit: its own first, then the others in reading order."""
        found: dict[str, list[Use]] = {}
        for use in finding.places:
            found.setdefault(use.unit, []).append(use)
        order = sorted(found, key=lambda unit: (unit != finding.unit, self.view.units[unit].order))
        return [(self.view.units[unit], found[unit]) for unit in order]

    def findings(self) -> Page:
        """Return the page of findings, and of repairs by their kind, the rarest first."""
        kinds: dict[str, list[Repair]] = {}
        for repair in (repair for law in self.view.laws for repair in law.repairs):
            kinds.setdefault(repair.kind, []).append(repair)
        return self.render(
            "findings.html",
            "findings/",
            self.kit.w["findings"]["title"],
            findings=[one for one in self.view.findings if one not in self._compared],
            compared=len(self._compared),
            repairs=sorted(kinds.items(), key=lambda kind: len(kind[1])),
            total=sum(map(len, kinds.values())),
        )

    def data(self) -> Page:
        """Return the page of downloads."""
        units = list(self.view.units.values())
        figures = [
            ("laws", len(self.view.laws)),
            ("units", len(units)),
            ("norms", sum(len(unit.norms) for unit in units)),
            ("concepts", len(self.view.concepts)),
            ("triples", self.view.triples),
        ]
        page = self.render(
            "data.html",
            "data/",
            self.kit.w["data"]["title"],
            files=self.files,
            laws=self.view.laws,
            figures=figures,
            rights=self.view.rights,
        )
        return replace(page, description=self.kit.w["data"]["lead"], jsonld=self._linked(str(vocab.DATASET)))

    def _linked(self, iri: str) -> str:
        """Return the JSON-LD of what a page is about, empty where there is none."""
        told = self.describe(iri, self.lang)
        return str(in_script(told)) if told else ""

    def search(self) -> Page:
        """Return the search as a page of its own: for a link to what was found, and without a script."""
        return self.render("search.html", "search/", self.kit.w["search"]["title"])

    def query(self) -> Page:
        """Return the query page."""
        w = self.kit.w
        named = sorted(self.kit.queries.values(), key=lambda query: query.question[self.lang])
        facts = {
            "words": w["query"],
            "texts": {query.name: query.text for query in named},
            "templates": TEMPLATES,
            "cites": {unit: self.kit.cite(unit) for unit in self.view.units},
            "base": vocab.BASE,
            "prefixes": dict(vocab.PREFIXES),
        }
        return self.render(
            "query.html",
            "query/",
            w["query"]["title"],
            queries=named,
            facts=in_script(facts),
            script=self.script,
            mb=f"{self.megabytes:.1f}",
        )

    def correction(self) -> Page:
        """Return the form that prepares a correction."""
        texts = {
            unit.id: {lang: expression.text for lang, expression in unit.expressions.items()}
            for unit in self.view.units.values()
        }
        return self.render(
            "correction.html",
            "correction/",
            self.kit.w["correction"]["title"],
            laws=self.view.laws,
            texts=in_script(texts),
            tracker=self.tracker,
        )

    def ontology(self) -> Page:
        """Return the reference of the ontology."""
        here = replace(self.kit, path="ontology/")
        page = self.render(
            "ontology.html",
            "ontology/",
            self.kit.w["ontology"]["title"],
            classes=[self._term(term) for term in self.view.ontology if term.kind == "class"],
            properties=[self._term(term) for term in self.view.ontology if term.kind == "property"],
            individuals=[self._term(term) for term in self.view.ontology if term.kind == "individual"],
            diagram=figures.ontology(self.view, here),
            example=figures.worked(sample, here) if (sample := self._sample()) else "",
            sample=sample,
        )
        w = self.kit.w["ontology"]
        parts = {"class": "classes", "property": "properties", "individual": "individuals"}
        there = dict.fromkeys(parts[term.kind] for term in self.view.ontology)
        return replace(page, contents=tuple(Entry(w[name], name) for name in there))

    def _term(self, term: Term) -> dict[str, Any]:
        own = {f"tsesi:{other.name}" for other in self.view.ontology}
        return {
            "name": term.name,
            "label": term.label,
            "definition": term.definition,
            "alignments": term.alignments,
            "facts": [
                (name, [(one, f"#{one.removeprefix('tsesi:')}" if one in own else "") for one in found])
                for name, found in term.facts.items()
            ],
        }

    def script_facts(self) -> dict[str, Any]:
        """Return what scripts need on every page: words, laws and sanctions to filter by."""
        w = self.kit.w
        used = {kind for unit in self.view.units.values() for kind in unit.price.kinds}
        return {
            "words": {name: w[name] for name in ("search", "alternatives", "unit", "card", "sanction")},
            "laws": {law.number: self.kit.law_title(law) for law in self.view.laws},
            "sanctions": {kind.rpartition("/")[2]: self.kit.label(kind) for kind in sorted(used)},
        }

    def all(self) -> Iterator[Page]:
        """Yield every page."""
        yield self.home()
        for law in self.view.laws:
            yield self.law(law)
        yield self.cost()
        yield self.terms()
        for concept in self.view.concepts.values():
            yield self.concept(concept)
        yield self.sanctions()
        yield self.findings()
        yield self.consistency()
        yield self.data()
        yield self.search()
        yield self.query()
        yield self.correction()
        yield self.ontology()


def in_script(data: Mapping[str, Any]) -> Markup:
    """Return JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))
