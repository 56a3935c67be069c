"""«What does it cost?», the terms, the sanctions, the findings: tables of the site."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Site


def test_cost_is_filtered_and_shared_by_its_address(site: Site) -> None:
    page = site.go("cost/")
    rows = page.locator("table.cost tbody tr")
    total = rows.count()
    page.locator("select[name=sanction]").select_option("sanction/free-kick")
    shown = page.locator("table.cost tbody tr:visible")
    assert 0 < shown.count() < total
    for row in shown.all():
        expect(row.locator(".sanction[data-sanction=free-kick]")).to_have_count(1)
    assert "sanction=sanction%2Ffree-kick" in page.url
    page.reload()
    assert 0 < page.locator("table.cost tbody tr:visible").count() < total
    page.locator("button[type=reset]").click()
    expect(page.locator("table.cost tbody tr:visible")).to_have_count(total)


def test_cost_by_actor_law_phase_and_word(desk: Site) -> None:
    page = desk.go("cost/?actor=actor/front-row-player")
    cites = page.locator("table.cost tbody tr:visible .cite:first-child").all_inner_texts()
    assert cites and all(cite.startswith("9.19") for cite in cites)
    page = desk.go("cost/?actor=actor/player")  # whoever is a player: the wider circle has them all
    assert page.locator("table.cost tbody tr:visible").count() > 30
    page = desk.go("cost/?law=15&phase=term/ruck")
    laws = page.eval_on_selector_all(
        "table.cost tbody tr", "rows => rows.filter(r => !r.hidden).map(r => r.dataset.law)"
    )
    assert set(laws) == {"15"}
    page = desk.go("cost/?q=zzz")
    expect(page.locator("[data-empty]")).to_be_visible()


def test_each_row_leads_to_both_texts_and_its_query(desk: Site) -> None:
    page = desk.go("cost/")
    row = page.locator("table.cost tbody tr", has=page.locator(".cite", has_text="9.24")).first
    hrefs = row.locator("td:last-child a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert hrefs[0].endswith("/law/9/#9.24") and f"/{desk.other}/law/9/#9.24" in hrefs[1]
    assert "query/?name=cost" in hrefs[2]


def test_not_stated_is_said(site: Site) -> None:
    page = site.go("cost/?sanction=none")
    shown = page.locator("table.cost tbody tr:visible")
    assert shown.count() >= 1
    for row in shown.all():
        expect(row).to_contain_text(site.words["sanction"]["none_short"])


def test_cost_reads_on_a_phone_without_scrolling_sideways(site: Site) -> None:
    page = site.go("cost/")
    if site.size == "phone":
        assert page.evaluate(
            "document.querySelector('.cost tbody tr').getBoundingClientRect().right <= innerWidth"
        )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


def test_terms_in_the_order_of_both_alphabets(desk: Site) -> None:
    page = desk.go("terms/")
    listed = {
        tag: page.eval_on_selector_all(
            f".terms__letter li > a[lang={tag}]", "all => all.map(a => a.textContent.toLowerCase())"
        )
        for tag in ("ka", "en")
    }
    alphabet = "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ"
    firsts = [word[0] for word in listed["ka"] if word[0] in alphabet]
    assert firsts == sorted(firsts, key=alphabet.index)
    assert [w[0] for w in listed["en"] if w[0].isalpha()] == sorted(
        w[0] for w in listed["en"] if w[0].isalpha()
    )
    assert (
        page.locator(
            ".terms--tree ul ul a", has_text={"ka": "ბურთიანი მოთამაშე", "en": "ball-carrier"}[desk.lang]
        ).count()
        >= 1
    )


def test_terms_are_found_by_any_name(site: Site) -> None:
    page = site.go("terms/")
    page.locator("input[name=q]").fill("spear")
    links = page.locator(".terms li:visible a")
    assert links.count() >= 1
    assert all("spear" in (href or "") for href in links.evaluate_all("all => all.map(a => a.href)"))


def test_a_concept_shows_its_uses_in_both_languages(site: Site) -> None:
    page = site.go("action/charge/")
    expect(page.locator("h1")).to_contain_text({"ka": "დაჯახება", "en": "charge"}[site.lang])
    row = page.locator(".kwics tr", has=page.locator(".cite", has_text=re.compile(r"^9\.1$")))
    marks = row.locator("mark").all_inner_texts()
    assert "დაეჯახონ" in marks and "charge" in marks
    for tag in ("ka", "en"):
        expect(page.locator(f".definition p[lang={tag}]")).to_be_visible()
    assert page.locator(".forms span", has_text="დაეჯახოს").count() == 1
    row.locator(".cite").click()
    page.wait_for_url(re.compile(r"/law/9/#9\.1$"))


def test_what_binds_a_ball_carrier_and_every_player(desk: Site) -> None:
    page = desk.go("actor/ball-carrier/")
    rules = page.locator(".rules li").all_inner_texts()
    assert any(rule.startswith("9.5") for rule in rules) and any(rule.startswith("9.13") for rule in rules)
    broader = desk.words["term"]["rules_broader"].format(who={"ka": "მოთამაშე", "en": "player"}[desk.lang])
    assert any(broader in rule for rule in rules)


def test_sanctions_by_where_they_are_stated(desk: Site) -> None:
    page = desk.go("sanctions/")
    row = page.locator(".sanctions__table tr", has=page.locator("th .cite", has_text="9.24")).first
    assert "9.13" in row.inner_text()
    expect(page.locator("#none")).to_be_visible()
    expect(page.locator(".cites")).to_contain_text("15.14")


def test_findings_and_repairs(desk: Site) -> None:
    page = desk.go("findings/")
    expect(page.locator("main")).to_contain_text("15.18")
    expect(page.locator("del", has_text="&ქუოტ;").first).to_be_visible()


def test_what_was_compared_leads_to_its_places(desk: Site) -> None:
    page = desk.go("consistency/")
    expect(page.locator(".counts")).to_be_visible()
    row = page.locator(".found tr", has=page.locator("th .cite", has_text="15.16")).first
    for lang in ("ka", "en"):
        place = row.locator(f'.kwic[lang="{lang}"] mark a').first
        page.goto(place.evaluate("a => a.href"))
        marked = page.locator(f'.unit__text[lang="{lang}"] mark')
        expect(marked.first).to_be_visible()
        page.go_back()


def test_downloads_are_there(desk: Site, built: Path) -> None:
    page = desk.go("data/")
    hrefs = page.locator("table.files a").evaluate_all("all => all.map(a => a.href)")
    assert {"tsesi.ttl", "tsesi.nt", "tsesi.jsonld"} <= {href.rpartition("/")[2] for href in hrefs}
    for href in hrefs:
        assert page.request.head(href).ok
    assert page.request.get(hrefs[0]).body() == (built / hrefs[0].rpartition("/")[2]).read_bytes()
