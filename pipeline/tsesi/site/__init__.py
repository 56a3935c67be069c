"""Takes the graph, gives the site: `ka/`, `en/`, `data/`, `assets/`; guarantees a strict build with no dead
link.

The facts come from the graph alone. What is written by hand stands in `docs/` (pages, templates, theme,
styles, scripts) and in `lang/…/interface.yml` (the interface's words).
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rdflib import Graph, URIRef

os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

from tsesi import queries, schemaorg
from tsesi.site import assets, data, links, search_index, tree, view
from tsesi.site.errors import SiteError
from tsesi.site.kit import words
from tsesi.site.pages import Maker

__all__ = ["SiteError", "build"]

ROOT = Path(__file__).resolve().parents[3]


def build(
    graph: Graph, out: Path, *, root: Path = ROOT, files: Path | None = None, address: str | None = None
) -> None:
    """Write the whole site of `graph` into the folder `out`, which must be empty or new.

    `root` is the project's folder (`docs/`, `mkdocs.yml`, `ontology/queries/`, `package-lock.json`). What
    stands in `files` (the graph's files, the exports) is copied to `data/` and offered on the page of
    downloads. `address` is where the site will stand, default `site_url` of `mkdocs.yml`. Raises SiteError
    with the way out.
    """
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise SiteError(f"{out} is not empty: the site is written into a new folder")
    try:
        bundled = assets.bundle(root, out)
    except assets.AssetError as error:
        raise SiteError(str(error)) from error
    shown = view.read(graph)
    stored = {query.name: query for query in queries.load(root / "ontology" / "queries")}
    offered = data.write(graph, shown, out, files)
    tracker, stands = tree.settings(root, address)
    known = "" if stands.startswith("http://127.") else stands

    def describe(iri: str, lang: str) -> Mapping[str, Any] | None:
        return schemaorg.describe(graph, URIRef(iri), lang, known)

    for lang in ("ka", "en"):
        maker = Maker(shown, lang, root / "docs" / "templates", stored, offered, bundled, tracker, describe)
        tree.build(root, out, lang, tuple(maker.all()), bundled, maker.script_facts(), stands)
    _words_for_scripts(shown, out)
    _front_door(out, root)
    links.check(out)


def _words_for_scripts(shown: view.View, out: Path) -> None:
    """Write what scripts fetch when they need it: the search index, the cards of terms."""
    pages = [
        {
            "path": f"{path}/",
            "cite": {lang: words(lang)["nav"][name] for lang in ("ka", "en")},
            "text": {lang: words(lang)[name]["lead"] for lang in ("ka", "en")},
        }
        for path, name in (
            ("cost", "cost"),
            ("sanctions", "sanctions"),
            ("terms", "terms"),
            ("query", "query"),
        )
    ]
    (out / "assets" / "search.json").write_text(as_json(search_index.build(shown, pages)), encoding="utf-8")
    for lang in ("ka", "en"):
        cards = as_json(search_index.cards(shown, lang))
        (out / "assets" / f"terms.{lang}.json").write_text(cards, encoding="utf-8")


def as_json(facts: Mapping[str, Any]) -> str:
    """Return compact JSON with Georgian as it is."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _front_door(out: Path, root: Path) -> None:
    """Write the page at the root, which leads to a language, and the root's own 404 page."""
    page = (root / "docs" / "templates" / "front-door.html").read_text(encoding="utf-8")
    names: dict[str, Any] = {lang: words(lang)["site"] for lang in ("ka", "en")}
    page = page.replace("{ka}", names["ka"]["name"]).replace("{en}", names["en"]["name"])
    (out / "index.html").write_text(tree.secure(page), encoding="utf-8")
    shutil.copyfile(out / "ka" / "404.html", out / "404.html")
