"""Takes the pages of one language, gives its tree of HTML by MkDocs; guarantees a strict build and a tight
policy.

MkDocs reads the pages written by hand from `docs/ka` and `docs/en`; the others come from memory. Every page
gets a Content-Security-Policy with the hashes of exactly the inline scripts that it has.
"""

from __future__ import annotations

import base64
import hashlib
import logging
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import mkdocs.exceptions
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config.base import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink, TableOfContents

from tsesi.site.assets import Assets
from tsesi.site.errors import SiteError
from tsesi.site.kit import other, words
from tsesi.site.pages import Entry, Page

LINKS = dict.fromkeys(("not_found", "anchors", "absolute_links", "unrecognized_links"), "warn")
SIBLINGS = ("data/", "ontology/", "findings/", "consistency/")
"""Pages without contents of their own that keep the side navigation: it leads to their siblings."""
NEEDS_WASM = ("query/",)
_INLINE = re.compile(r"<script(?![^>]*\bsrc=)(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
_EARLY = (
    'document.documentElement.classList.replace("no-js","js");'
    'try{const r=localStorage.getItem("tsesi.reading");if(r)document.documentElement.dataset.reading=r}'
    "catch{}"
)
"""Before the first paint: scripts are there, and which language the reader chose."""


def policy(html: str, *, wasm: bool = False) -> str:
    """Return the Content-Security-Policy that lets exactly this page's own scripts run."""
    hashes = dict.fromkeys(
        "'sha256-" + base64.b64encode(hashlib.sha256(found["text"].encode()).digest()).decode() + "'"
        for found in _INLINE.finditer(html)
        if "application/" not in found["attributes"]
    )
    scripts = " ".join(["'self'", *hashes, *(["'wasm-unsafe-eval'"] if wasm else [])])
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
    )


def secure(html: str, *, wasm: bool = False) -> str:
    """Return the page with its policy, right after its character set is known."""
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy(html, wasm=wasm)}">'
    out, times = re.subn(
        r'<meta charset="?utf-8"?>', lambda m: f"{m[0]}\n      {tag}", html, count=1, flags=re.I
    )
    if not times:
        raise SiteError("a page has no <meta charset>: the theme has changed")
    return out


def _contents(entries: tuple[Entry, ...], level: int = 2) -> list[AnchorLink]:
    links = []
    for entry in entries:
        link = AnchorLink(entry.title, entry.anchor, level)
        link.children = _contents(entry.below, level + 1)
        links.append(link)
    return links


class Tree(BasePlugin):  # type: ignore[no-untyped-call, type-arg]  # MkDocs leaves the class without types
    """The plugin that gives MkDocs the pages made from the graph."""

    def __init__(
        self,
        lang: str,
        pages: tuple[Page, ...],
        bundled: Assets,
        icons: str,
        facts: Mapping[str, Any],
        address: str,
    ) -> None:
        """Take what `build` has."""
        super().__init__()
        self.lang, self.bundled, self.icons, self.facts, self.address = lang, bundled, icons, facts, address
        self.pages = {f"{page.path}index.md": page for page in pages}

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add the pages from memory."""
        for source in self.pages:
            if files.get_file_from_path(source):
                raise SiteError(
                    f"docs/{self.lang}/{source} is made from the graph: remove the one written by hand"
                )
            files.append(File.generated(config, source, content=""))
        return files

    def on_page_markdown(self, markdown: str, page: MkDocsPage, **_: Any) -> str:
        """Give a page from memory its title before navigation is made."""
        made = self.pages.get(page.file.src_uri)
        if made:
            page.meta = {
                "title": made.title,
                "description": made.description,
                "jsonld": made.jsonld,
                "data": dict(made.data),
                "hide": [] if made.contents or made.path in SIBLINGS else ["navigation"],
            }
        return markdown

    def on_page_content(self, html: str, page: MkDocsPage, **_: Any) -> str:
        """Give a page from memory its article and contents."""
        made = self.pages.get(page.file.src_uri)
        if made is None:
            return html
        page.toc = TableOfContents(_contents(made.contents))
        page.present_anchor_ids = set(re.findall(r'\bid="([^"]+)"', made.html))
        return made.html

    def on_page_context(self, context: Any, page: MkDocsPage, **_: Any) -> Any:
        """Give the theme what our overrides use."""
        return {**context, **self._context(page.url)}

    def on_template_context(self, context: Any, template_name: str, **_: Any) -> Any:
        """Give the same to 404.html and the sitemap."""
        return {**context, **self._context(None), "address": self.address}

    def _context(self, url: str | None) -> dict[str, Any]:
        if url is None:  # a page without a place of its own: links from the site's address
            root = re.sub(r"^https?://[^/]+", "", self.address).rstrip("/")
            twin = f"{root}/{other(self.lang)}/"
        else:
            root = "/".join([".."] * (url.count("/") + 1))
            twin = f"{root}/{other(self.lang)}/{url}"
        config = {"lang": self.lang, "root": root, **self.facts}
        config["assets"] = {key: path for key, path in self.bundled.paths.items() if "worker" in key}
        return {
            "words": words(self.lang),
            "assets": {**self.bundled.paths, "preload": self.bundled.preload},
            "icons": self.icons,
            "early": _EARLY,
            "root": root,
            "twin": twin,
            "script_config": config,
        }

    def on_post_page(self, output: str, page: MkDocsPage, **_: Any) -> str:
        """Close the page to everything that it does not need."""
        return secure(output, wasm=page.url.startswith(NEEDS_WASM))

    def on_post_template(self, output_content: str, template_name: str, **_: Any) -> str:
        """Do the same for 404.html."""
        return secure(output_content) if template_name == "404.html" else output_content


def navigation(lang: str, pages: tuple[Page, ...], folder: Path) -> list[dict[str, Any]]:
    """Return the navigation: what is there of the plan, in its order. Terms stay out: they have an index."""
    w = words(lang)["nav"]
    here = {page.path: page.title for page in pages}
    here |= {path.relative_to(folder).with_suffix("").as_posix() + "/": "" for path in folder.glob("*.md")}

    def place(path: str, name: str) -> list[dict[str, Any]]:
        source = f"{path}index.md" if path in {p.path for p in pages} else f"{path.rstrip('/')}.md"
        return [{name: source}] if path in here else []

    laws = [{page.title: f"{page.path}index.md"} for page in pages if page.path.startswith("law/")]
    plan: list[tuple[str, list[dict[str, Any]]]] = [
        (w["home"], place("", w["home"])),
        (w["laws"], laws),
        (w["cost"], place("cost/", w["cost"])),
        (w["sanctions"], place("sanctions/", w["sanctions"])),
        (w["terms"], place("terms/", w["terms"])),
        (w["query"], place("query/", w["query"])),
        (w["translators"], place("translators/", w["translators"])),
        (
            w["data"],
            place("data/", w["downloads"])
            + place("ontology/", w["ontology"])
            + place("findings/", w["findings"])
            + place("consistency/", w["consistency"]),
        ),
        (w["about"], place("about/", w["about"])),
    ]
    return [
        found[0] if len(found) == 1 and name != w["laws"] else {name: found} for name, found in plan if found
    ]


class _Heard(logging.Handler):
    """Keeps what MkDocs warned of, for the error's text."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


def settings(root: Path, address: str | None) -> tuple[str, str]:
    """Return where corrections are collected (empty: nowhere yet) and where the site will stand.

    Both are in `mkdocs.yml`; `address` goes before what stands there.
    """
    config = load_config(str(root / "mkdocs.yml"))
    stands = address or config.site_url or "/"
    return str(config.extra.get("corrections") or ""), stands.rstrip("/") + "/"


def build(
    root: Path,
    out: Path,
    lang: str,
    pages: tuple[Page, ...],
    bundled: Assets,
    facts: Mapping[str, Any],
    address: str,
) -> None:
    """Write `out/<lang>`. Raises SiteError where MkDocs warns of anything."""
    folder = root / "docs" / lang
    w = words(lang)
    config = load_config(
        str(root / "mkdocs.yml"),
        docs_dir=str(folder),
        site_dir=str(out / lang),
        site_name=w["site"]["name"],
        site_description=w["site"]["description"],
        nav=navigation(lang, pages, folder),
        validation={"nav": {"omitted_files": "ignore"}, "links": LINKS},
        strict=True,
        site_url=f"{address}{lang}/",
    )
    config.theme["language"] = lang
    config.theme["favicon"] = "assets/favicon.svg"
    for option in config.theme["palette"]:
        option["toggle"]["name"] = w["theme"][option["toggle"]["name"]]
    icons = (root / "docs" / "assets" / "icons.svg").read_text(encoding="utf-8")
    icons = re.sub(r"<!--.*?-->|\n", "", icons, flags=re.DOTALL)
    config.plugins["tsesi"] = Tree(lang, pages, bundled, icons, facts, address)
    heard, log = _Heard(), logging.getLogger("mkdocs")
    log.addHandler(heard)
    log.propagate, before = False, log.propagate
    try:
        mkdocs_build(config)
    except (mkdocs.exceptions.MkDocsException, mkdocs.exceptions.Abort) as error:
        raise SiteError("\n".join([f"the {lang} pages do not build: {error}", *heard.said])) from error
    finally:
        log.removeHandler(heard)
        log.propagate = before
    for unused in ("lunr", "workers"):  # of Material's own search, which is not used
        shutil.rmtree(out / lang / "assets" / "javascripts" / unused, ignore_errors=True)
    for source_map in (out / lang / "assets").rglob("*.map"):
        source_map.unlink()
