"""Takes the view and a language, gives the pages that are made from the graph; guarantees the paths of `vocab.page`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from tsesi.site.data import File
from tsesi.site.kit import Kit
from tsesi.site.view import Law, View


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a page's table of contents."""

    title: str
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


@cache
def templates(folder: Path) -> Environment:
    """Return the templates in `folder`."""
    return Environment(
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
        queries: Mapping[str, Mapping[str, Any]] | None = None,
        files: tuple[File, ...] = (),
    ) -> None:
        self.view, self.lang, self.folder, self.files = view, lang, folder, files
        self.kit = Kit(view, lang, "", queries or {})

    def render(self, template: str, path: str, title: str, **facts: Any) -> Page:
        """Return the page that `template` makes at `path`."""
        kit = replace(self.kit, path=path)
        html = templates(self.folder).get_template(template).render(k=kit, **facts)
        return Page(path, title, html)

    def home(self) -> Page:
        """Return the front page."""
        w = self.kit.w
        page = self.render("home.html", "", w["home"]["title"])
        return replace(page, description=w["site"]["description"])

    def law(self, law: Law) -> Page:
        """Return a law."""
        w = self.kit.w
        title = w["law"]["title"].format(number=law.number, title=self.kit.law_title(law))
        page = self.render("law.html", f"law/{law.number}/", title, law=law)
        return replace(
            page,
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
                yield Entry(self.kit.plain(section.heading), f"section-{section.number}", entries)
            else:
                yield from entries

    def _gist(self, unit: str) -> str:
        """Return a unit's number and the acts it speaks of: what a table of contents has room for."""
        norms = self.view.units[unit].norms
        below = [u for u in self.view.units.values() if u.parent == unit]
        acts = dict.fromkeys(
            self.kit.plain(act.action.label)
            for norm in [*norms, *(n for u in below for n in u.norms)]
            for act in norm.acts
        )
        defined = dict.fromkeys(self.kit.plain(n.defines.label) for n in norms if n.defines)
        said = [*acts, *defined][:2]
        return " ".join([self.kit.cite(unit), *([", ".join(said)] if said else [])])

    def script_facts(self) -> dict[str, Any]:
        """Return what scripts need on every page: words, laws and sanctions to filter by."""
        w = self.kit.w
        return {
            "words": {name: w[name] for name in ("search", "alternatives", "unit", "card", "sanction")},
            "laws": {law.number: self.kit.law_title(law) for law in self.view.laws},
            "sanctions": {c.key: c.label(self.lang) for c in self.view.of_kind("sanction")},
        }

    def all(self) -> Iterator[Page]:
        """Yield every page."""
        yield self.home()
        for law in self.view.laws:
            yield self.law(law)


def ld(data: Mapping[str, Any]) -> str:
    """Return JSON-LD that is safe inside a script element."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True).replace("</", "<\\/")
