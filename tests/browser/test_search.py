"""The search box in the pages; what it finds is measured by tests/test_search.py."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Open, Site


def test_it_opens_types_and_lands_on_the_clause(site: Site) -> None:
    page = site.go("cost/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert not any("search.json" in url for url in asked)  # nothing is fetched before it is wanted
    page.locator("[data-search-open]").first.click()
    dialog = page.locator("dialog.search-dialog")
    expect(dialog).to_be_visible()
    page.keyboard.type("შუბური ბოჭვა")
    hit = dialog.locator(".search__results a", has_text="9.18")
    expect(hit).to_be_visible()
    expect(hit.locator("mark").first).to_be_visible()
    expect(hit.locator(".hit__why")).to_contain_text("შუბური")
    expect(hit.locator(".sanction")).to_be_visible()
    hit.click()
    page.wait_for_url(
        re.compile(rf"/{site.lang}/law/9/#9\.18$")
    )  # the marks' places are taken out of the address
    expect(page.locator('[data-unit="9.18"]')).to_be_in_viewport()
    assert page.locator('[data-unit="9.18"] mark').count() >= 1


def test_keyboard_alone(desk: Site) -> None:
    page = desk.go("")
    page.keyboard.press("/")
    expect(page.locator("dialog.search-dialog")).to_be_visible()
    page.keyboard.type("spear tackle")
    page.wait_for_selector(".search__results a")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('.search__results') !== null")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.search-dialog")).to_be_hidden()
    page.keyboard.press("Control+k")
    expect(page.locator("dialog.search-dialog")).to_be_visible()


SHOWN = ".search__results[data-shown]"


def test_both_languages_and_scripts_find_each_other(desk: Site) -> None:
    page = desk.go("search/")
    wanted = {"ka": "9.25 (ე)", "en": "9.25(e)"}[desk.lang]
    for query in ("ხარიხა", "crossbar", "xarixa", "ᲮᲐᲠᲘᲮᲐ", "kharikha", "ხარხა"):
        page.locator(".search__input").fill(query)
        page.wait_for_selector(SHOWN)
        assert wanted in page.locator(".hit__cite").all_inner_texts(), query


def test_filters_by_law_and_sanction(site: Site) -> None:
    page = site.go("search/?q=player")
    page.wait_for_selector(SHOWN)
    page.locator("select[name=law]").select_option("15")
    page.wait_for_selector(SHOWN)
    found = page.eval_on_selector_all(".search__results a", "all => all.map(a => new URL(a.href).pathname)")
    assert set(found) == {f"/{site.lang}/law/15/"}
    page.locator("select[name=law]").select_option("")
    page.locator("select[name=sanction]").select_option("free-kick")
    page.wait_for_selector(SHOWN)
    hits = page.locator(".search__results a")
    assert hits.count() >= 1
    for hit in hits.all():
        expect(hit.locator(".sanction[data-sanction=free-kick]")).to_have_count(1)
    assert "sanction=free-kick" in page.url  # a search can be shared


def test_nothing_found_says_so(site: Site) -> None:
    page = site.go("search/?q=helicopter")
    expect(page.locator(".search__status")).to_contain_text("helicopter")
    assert page.locator(".search__results li").count() == 0


def test_a_missing_page_searches_for_what_its_address_says(open_site: Open, lang: str) -> None:
    site = open_site(lang)
    site.go("nowhere/spear-tackle/")
    site.faults.clear()  # the browser reports the 404 itself
    page = site.page
    expect(page.locator("h1")).to_have_text(site.words["notfound"]["title"])
    expect(page.locator(".search__input")).to_have_value("spear tackle")
    expect(page.locator(".search__results a", has_text="9.18").first).to_be_visible()


def test_what_is_typed_is_never_markup(desk: Site) -> None:
    page = desk.go("search/")
    page.locator(".search__input").fill("<img src=x onerror=alert(1)> ruck")
    page.wait_for_selector(SHOWN, state="attached")
    assert page.locator(".search__status img, .search__results img").count() == 0
