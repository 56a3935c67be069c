"""The query page: Oxigraph in the page, examples, table, downloads, link, cancel."""

from __future__ import annotations

import csv
import io
import json
import re
from urllib.parse import parse_qs, urlsplit

import yaml
from playwright.sync_api import expect

from tests.browser.conftest import ROOT, Open, Site

SLOW = """SELECT (COUNT(*) AS ?n) WHERE {
  ?a ?b ?c . ?d ?e ?f . ?g ?h ?i
  FILTER(STRLEN(STR(?a)) + STRLEN(STR(?f)) < STRLEN(STR(?i)))
}"""


def test_the_engine_comes_with_the_first_run_only(desk: Site) -> None:
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url))
    page = desk.go("query/")
    assert not any(url.endswith((".wasm", ".ttl")) for url in asked)
    page.locator("[data-run]").click()
    expect(page.locator("[data-table] table")).to_be_visible(timeout=20000)
    assert any(url.endswith(".wasm") for url in asked)


def test_an_example_answers_what_is_expected(site: Site) -> None:
    page = site.go("query/")
    link = page.locator('[data-name="free-kick"]')
    assert link.inner_text().strip()
    link.click()
    expect(page.locator("[data-table] table")).to_be_visible(timeout=20000)
    expected = yaml.safe_load((ROOT / "ontology" / "queries" / "free-kick.yml").read_text(encoding="utf-8"))[
        "expect"
    ]
    shown = site.inspect("rows")
    assert shown == expected
    page.locator("[data-table] tbody a").first.click()
    page.wait_for_url(re.compile(rf"/{site.lang}/law/\d+/#"))


def test_examples_are_in_the_readers_language(desk: Site) -> None:
    page = desk.go("query/")
    names = page.locator("[data-name]").all_inner_texts()
    assert len(names) >= 30
    georgian = [bool(re.search("[ა-ჰ]", name)) for name in names]
    assert all(georgian) if desk.lang == "ka" else sum(georgian) < 3


def test_downloads_as_csv_and_json(desk: Site) -> None:
    page = desk.go("query/?name=free-kick")
    expect(page.locator("[data-table] table")).to_be_visible(timeout=20000)
    with page.expect_download() as caught:
        page.locator("[data-csv]").click()
    rows = list(csv.reader(io.StringIO(caught.value.path().read_text(encoding="utf-8"))))
    with page.expect_download() as caught:
        page.locator("[data-json]").click()
    answer = json.loads(caught.value.path().read_text(encoding="utf-8"))
    assert rows[0] == answer["head"]["vars"]
    assert len(rows) - 1 == len(answer["results"]["bindings"]) > 0


def write(site: Site, query: str) -> None:
    """Put a query into the editor, as a reader would."""
    editor = site.page.locator("[data-editor] .cm-content")
    editor.click()
    site.page.keyboard.press("Control+a")
    site.page.keyboard.insert_text(query)


def test_a_query_is_written_run_by_keyboard_and_shared(open_site: Open, lang: str) -> None:
    site = open_site(lang, permissions=["clipboard-read", "clipboard-write"])
    page = site.go("query/")
    query = "ASK { ?s a <https://w3id.org/tsesi/ontology#Norm> }"
    write(site, query)
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-status]")).to_have_text(site.words["query"]["answer_yes"], timeout=20000)
    page.locator("[data-link]").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert parse_qs(urlsplit(link).query)["q"] == [query]
    page.goto(link)
    expect(page.locator("[data-status]")).to_have_text(site.words["query"]["answer_yes"], timeout=20000)


def test_keywords_are_highlighted(desk: Site) -> None:
    page = desk.go("query/?name=free-kick")
    spans = page.locator("[data-editor] .cm-line span", has_text=re.compile("^SELECT"))
    expect(spans.first).to_be_visible()
    colours = desk.inspect("colours", "SELECT", "?")
    assert colours[0] != colours[1]


def test_a_long_query_is_cancelled(desk: Site) -> None:
    page = desk.go("query/")
    write(desk, SLOW)
    page.locator("[data-run]").click()
    page.wait_for_timeout(1500)
    page.locator("[data-stop]").click()
    expect(page.locator("[data-status]")).to_have_text(desk.words["query"]["stopped"])
    page.locator('[data-name="free-kick"]').click()  # and the page goes on
    expect(page.locator("[data-table] table")).to_be_visible(timeout=20000)


def test_a_wrong_query_says_what_is_wrong(desk: Site) -> None:
    page = desk.go("query/")
    write(desk, "SELECT WHERE {")
    page.locator("[data-run]").click()
    expect(page.locator("[data-status][data-error]")).to_contain_text(
        desk.words["query"]["error"], timeout=20000
    )


def test_a_graph_is_shown_as_turtle(desk: Site) -> None:
    page = desk.go("query/")
    write(
        desk, "PREFIX tsesi: <https://w3id.org/tsesi/ontology#>\nCONSTRUCT WHERE { ?n a tsesi:Norm } LIMIT 1"
    )
    page.locator("[data-run]").click()
    expect(page.locator("[data-table] pre")).to_contain_text("norm/", timeout=20000)


def test_tables_open_as_queries(desk: Site) -> None:
    for path, name in (("cost/", "cost"), ("sanctions/", "sanctions-from-later"), ("findings/", "repairs")):
        page = desk.go(path)
        page.locator(f'a.action--query[href*="name={name}"]').first.click()
        expect(page.locator("[data-table] tbody tr").first).to_be_visible(timeout=20000)
    page = desk.go("action/charge/")
    page.locator("a.action--query").click()
    expect(page.locator("[data-table] tbody tr").first).to_contain_text("charge", timeout=20000)
    page = desk.go("actor/ball-carrier/")
    page.locator('a.action--query[href*="rules"]').click()
    expect(page.locator("[data-table]")).to_contain_text("9.13", timeout=20000)
    page = desk.go("terms/")
    page.locator("a.action--query").click()
    expect(page.locator("[data-table]")).to_contain_text("ball-carrier", timeout=20000)
    page = desk.go("law/9/")
    unit = page.locator('[data-unit="9.24"]')
    unit.locator(".how > summary").click()
    unit.locator("a.action--query").click()
    expect(page.locator("[data-table]")).to_contain_text("hand-off", timeout=20000)


def test_one_row_of_the_prices_as_a_query(desk: Site) -> None:
    page = desk.go("query/?name=cost&norm=norm/9/5/1")
    expect(page.locator("[data-table] tbody tr").first).to_be_visible(timeout=20000)
    rows = page.locator("[data-table] tbody tr").all_inner_texts()
    assert 1 <= len(rows) <= 2 and all("9/5" in row for row in rows)
