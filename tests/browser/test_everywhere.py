"""What holds on every page: access, colours, print, keyboard, languages, policy, weight, maps of the site."""

from __future__ import annotations

import gzip
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT, Open, Site
from tsesi.site import links

PAGES = [
    "",
    "law/9/",
    "law/15/",
    "cost/",
    "terms/",
    "action/charge/",
    "actor/ball-carrier/",
    "sanctions/",
    "findings/",
    "consistency/",
    "data/",
    "ontology/",
    "query/?name=free-kick",
    "search/?q=ruck",
    "correction/?unit=9.5",
    "translators/",
    "about/",
]
AXE = """async () => (await axe.run(document, {runOnly: {type: "tag", values:
  ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}})).violations
  .map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" · "))"""


ALL_KINDS = ["", "law/15/", "cost/", "action/charge/", "query/", "search/?q=ruck", "correction/?unit=9.5"]
"""One page of each make, for what a second size and scheme could change."""


@pytest.mark.parametrize(
    ("size", "scheme", "pages"),
    [("desktop", "light", PAGES), ("phone", "dark", ALL_KINDS)],
    ids=["light", "dark"],
)
def test_axe_finds_nothing(open_site: Open, lang: str, size: str, scheme: str, pages: list[str]) -> None:
    axe = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    site = open_site(lang, size, color_scheme=scheme)
    found: dict[str, list[str]] = {}
    for path in pages:
        page = site.go(path)
        page.evaluate("document.querySelectorAll('details.how').forEach((d, i) => { d.open = i < 5 })")
        page.evaluate("document.querySelectorAll('details.key').forEach(d => { d.open = true })")
        page.evaluate(axe)
        if violations := page.evaluate(AXE):
            found[path] = violations
    page = site.go("")
    page.locator("[data-search-open]").first.click()
    page.keyboard.type("ruck")
    page.wait_for_selector(".search__results a")
    page.evaluate(axe)
    if violations := page.evaluate(AXE):
        found["search dialog"] = violations
    assert found == {}


def test_no_page_is_wider_than_a_phone(open_site: Open, lang: str) -> None:
    site = open_site(lang, "phone")
    wide = [
        path
        for path in PAGES
        if not site.go(path).evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    ]
    assert wide == []


def test_no_link_or_anchor_is_dead(built: Path) -> None:
    assert links.dead(built / "site") == []


def test_light_and_dark_are_chosen_and_remembered(desk: Site) -> None:
    page = desk.go("law/9/")
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.locator("form[data-md-component=palette] label:visible").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    dark = page.evaluate(colour)
    assert light != dark
    page = desk.go("law/15/")
    assert page.evaluate(colour) == dark


def test_the_language_switch_keeps_page_place_and_query(site: Site) -> None:
    page = site.go("law/9/#9.7.b")
    page.locator("[data-language]").click()
    page.wait_for_url(re.compile(rf"/{site.other}/law/9/#9\.7\.b$"))
    page = site.go("cost/?law=15")
    page.locator("[data-language]").click()
    page.wait_for_url(re.compile(rf"/{site.other}/cost/\?law=15$"))


def test_the_front_door_leads_to_a_language(open_site: Open) -> None:
    for locale, tree in (("ka-GE", "ka"), ("en-GB", "en"), ("fr-FR", "ka")):
        site = open_site("en", locale=locale)
        site.page.goto(f"{site.address}/")
        site.page.wait_for_url(re.compile(rf"/{tree}/$"))


def test_every_run_of_text_has_its_language(desk: Site) -> None:
    """Georgian letters stand in elements whose language is Georgian, and Latin words on Georgian pages in
    English ones.
    """
    found = {}
    for path in PAGES:
        desk.go(path)
        if wrong := desk.inspect("languages"):
            found[path] = wrong
    assert found == {}


def test_the_keyboard_reaches_everything_in_a_card(desk: Site) -> None:
    page = desk.go("law/9/")
    page.locator('[data-unit="9.8"] .unit__cite a').focus()
    reached = []
    for _ in range(60):
        page.keyboard.press("Tab")
        here = desk.inspect("focused", "9.8")
        if here is None:
            break
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
        reached.append(here)
    assert {"term", "choice", "drawer", "copy", "share", "sanction", "link"} <= set(reached)


def test_the_menu_of_a_phone_works_by_keyboard(open_site: Open, lang: str) -> None:
    page = open_site(lang, "phone").go("")
    button = page.locator("[data-menu]")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".md-nav--primary")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-expanded", "false")


def test_a_law_on_paper(desk: Site) -> None:
    page = desk.go("law/9/")
    page.emulate_media(media="print")
    for hidden in (".md-header", ".md-sidebar", ".unit__actions", ".how", ".alts__next", ".reading"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator('[data-unit="9.6"] .sanction')).to_be_visible()
    page.set_viewport_size({"width": 670, "height": 1000})  # as wide as a sheet between its margins
    for text in page.locator('[data-unit="9.6"] .unit__text').all():
        expect(text).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert len(page.pdf(format="A4")) > 20_000


def test_without_a_script_the_law_reads(open_site: Open, lang: str) -> None:
    site = open_site(lang, "phone", java_script_enabled=False)
    site.page.goto(f"{site.address}/{lang}/law/9/")
    for tag in ("ka", "en"):
        assert site.page.locator(f'[data-unit="9.7.b"] .unit__text[lang="{tag}"]').is_visible()
    assert not site.page.locator(".reading").is_visible()


def test_the_policy_is_strict_everywhere(built: Path) -> None:
    for path in sorted((built / "site").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)"', text)
        assert found, path
        policy = found[1]
        assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
        assert policy.startswith("default-src 'none'") and "http" not in policy
        assert ("wasm-unsafe-eval" in policy) == (path.parent.name == "query"), path
        assert text.index("Content-Security-Policy") < text.index("<script")


def test_fonts_are_ours_and_georgian_is_set_in_them(desk: Site) -> None:
    page = desk.go("law/9/")
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
    assert len(loaded) >= 2 and all("Noto Sans Georgian" in family for family in loaded)


def test_what_is_loaded_before_typing_is_light(open_site: Open, lang: str) -> None:
    """Our own styles, scripts and data, compressed, beyond the page itself, Material's files and the fonts:
    80 KB at most.
    """
    site = open_site(lang)
    ours: dict[str, int] = {}

    def weigh(response: object) -> None:
        url = response.url  # type: ignore[attr-defined]
        if "/assets/" in url and not url.endswith(".woff2") and f"/{lang}/assets/" not in url:
            ours[url] = len(gzip.compress(response.body()))  # type: ignore[attr-defined]

    site.page.on("response", weigh)
    site.go("law/9/")
    assert 0 < sum(ours.values()) <= 80 * 1024, ours
    assert not any(url.endswith((".wasm", "search.json")) for url in ours)


def test_the_map_names_each_page_in_both_languages(built: Path) -> None:
    spaces = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    for lang in ("ka", "en"):
        tree = ET.parse(built / "site" / lang / "sitemap.xml")
        urls = tree.findall("s:url", spaces)
        assert len(urls) > 100
        for url in urls:
            twins = {link.get("hreflang"): link.get("href") for link in url.findall("x:link", spaces)}
            assert set(twins) == {"ka", "en"}
            assert twins[lang] == url.findtext("s:loc", namespaces=spaces)
            for tag, href in twins.items():
                path = str(href).partition(f"/{tag}/")[2]
                assert (built / "site" / tag / path / "index.html").is_file(), href


def test_search_engines_are_told_what_pages_are_about(built: Path) -> None:
    for path, kind in (("law/9", "Legislation"), ("action/charge", "DefinedTerm"), ("data", "Dataset")):
        for lang in ("ka", "en"):
            text = (built / "site" / lang / path / "index.html").read_text(encoding="utf-8")
            found = re.search(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)
            assert found and json.loads(found[1])["@type"] == kind
            assert re.search(r'<meta name="description" content="[^"]{10,}"', text)
