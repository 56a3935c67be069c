"""A law's page: cards, languages, alternatives, terms, drawer, copying."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from rdflib import Graph

from tests.browser.conftest import Open, Site
from tsesi.vocab import ELI, TSESI


def test_every_unit_is_a_card_with_citation_and_permalink(desk: Site, built: Path) -> None:
    graph = Graph().parse(built / "tsesi.ttl", format="ox-turtle")
    page = desk.go("law/9/")
    shown = page.eval_on_selector_all(
        ".unit", "all => all.map(u => [u.dataset.unit, u.querySelector('.unit__cite').textContent.trim()])"
    )
    law = next(node for node in graph.subjects(ELI.id_local, None) if str(node).endswith("/law/9"))
    cited = {
        ".".join(str(node).split("/")[-(len(str(node).split("/law/")[1].split("/"))) :]): str(label)
        for node in graph.subjects(TSESI.law, law)
        if (node, TSESI.provisionKind, None) in graph
        for label in graph.objects(node, None)
        if getattr(label, "language", None) == desk.lang
    }
    assert dict(shown) == cited
    assert cited["9.7.b"] == {"ka": "9.7 (ბ)", "en": "9.7(b)"}[desk.lang]
    link = page.locator('[data-unit="9.7.b"] .unit__cite a')
    link.click()
    assert page.url.endswith("#9.7.b")
    expect(page.locator('[data-unit="9.7.b"]')).to_be_in_viewport()


@pytest.mark.parametrize("anchor", ["9.7.b", "9.opening"])
def test_an_address_leads_to_its_unit(site: Site, anchor: str) -> None:
    page = site.go(f"law/9/#{anchor}")
    expect(page.locator(f'[data-unit="{anchor}"] .unit__cite')).to_be_in_viewport()


def test_the_sanction_says_whose_it_is(site: Site) -> None:
    page = site.go("law/9/")
    own = page.locator('[data-unit="9.6"] .sanction')
    expect(own).to_have_class(re.compile("sanction--own"))
    group = page.locator('[data-unit="9.1"] .sanction')
    expect(group).to_contain_text("9.6")
    group.click()
    assert page.url.endswith("#9.6")
    stated = page.locator('[data-unit="9.10"] .sanction')
    expect(stated).to_contain_text(site.words["sanction"]["stated"])
    # icon and word, never the colour alone
    for badge in page.locator(".unit .sanction").all():
        assert badge.locator("svg").count() >= 1 and badge.inner_text().strip()


def test_where_no_sanction_is_stated_it_says_so(desk: Site) -> None:
    page = desk.go("law/15/")
    expect(page.locator('[data-unit="15.14"]')).to_contain_text(desk.words["sanction"]["none"])
    assert page.locator('[data-unit="15.1"] .sanction').count() == 0  # a definition has no price to state


def test_languages_side_by_side_or_one_by_choice(site: Site) -> None:
    page = site.go("law/15/")
    ka, en = (page.locator(f'[data-unit="15.5"] .unit__text[lang="{tag}"]') for tag in ("ka", "en"))
    if site.size == "desktop":
        expect(ka).to_be_visible()
        expect(en).to_be_visible()
        assert abs(ka.bounding_box()["y"] - en.bounding_box()["y"]) < 8  # type: ignore[index]
    else:
        expect(ka).to_be_visible(visible=site.lang == "ka")
        expect(en).to_be_visible(visible=site.lang == "en")
    page.locator(f'.reading input[value="{site.other}"]').check(force=True)
    expect(ka).to_be_visible(visible=site.other == "ka")
    expect(en).to_be_visible(visible=site.other == "en")
    page = site.go("law/9/")  # it is remembered
    expect(page.locator(f'[data-unit="9.1"] .unit__text[lang="{site.lang}"]')).to_be_hidden()
    expect(page.locator(f'[data-unit="9.1"] .unit__text[lang="{site.other}"]')).to_be_visible()


def test_alternatives_are_chosen_and_the_sentence_reads_with_them(site: Site) -> None:
    page = site.go("law/9/")
    text = page.locator(f'[data-unit="9.1"] .unit__text[lang="{site.lang}"]')
    expect(text.locator(".alts--disjunction")).to_have_count(1)
    first, second = text.locator(".alt").all()
    one, two = first.inner_text(), second.inner_text()
    second.click()
    expect(first).to_be_hidden()
    assert one not in text.inner_text() and two in text.inner_text()
    text.locator(".alts__next").click()
    expect(first).to_be_visible()


def test_alternatives_by_keyboard(desk: Site) -> None:
    page = desk.go("law/9/")
    text = page.locator(f'[data-unit="9.1"] .unit__text[lang="{desk.lang}"]')
    button = text.locator(".alts__next")
    button.focus()
    before = button.get_attribute("aria-label")
    page.keyboard.press("Enter")
    expect(text.locator(".alt").nth(1)).to_be_hidden()
    assert button.get_attribute("aria-label") != before
    page.keyboard.press("Enter")
    expect(text.locator(".alt").nth(0)).to_be_hidden()
    page.keyboard.press("Enter")
    expect(text.locator(".alt").nth(0)).to_be_visible()
    expect(text.locator(".alt").nth(1)).to_be_visible()


def test_a_choice_inside_a_choice(desk: Site) -> None:
    page = desk.go("law/9/")
    text = page.locator('[data-unit="9.25.b"] .unit__text[lang="ka"]')
    expect(text.locator(".alts .alts")).to_have_count(1)
    inner = text.locator(".alts .alts > .alt").first
    inner.click()
    expect(text.locator(".alts .alts > .alt").nth(1)).to_be_hidden()
    expect(text.locator(".alts").first.locator(":scope > .alt").first).to_be_visible()


def test_synonyms_differ_from_choices_and_brackets_from_each_other(desk: Site) -> None:
    page = desk.go("law/15/")
    synonym = page.locator('[data-unit="15.2"] .unit__text[lang="ka"] .alts')
    expect(synonym).to_have_class(re.compile("alts--synonymy"))
    synonymy, disjunction = desk.inspect("look", "synonymy"), desk.inspect("look", "disjunction")
    assert synonymy[0] != disjunction[0] and synonymy[1] != disjunction[1]
    for kind in ("affix", "gloss", "supplement"):
        assert page.locator(f'.unit__text[lang="ka"] .mark--{kind}').count() >= 1


def test_a_term_has_a_card_on_hover_and_focus(desk: Site) -> None:
    page = desk.go("law/9/")
    term = page.locator(f'[data-unit="9.6"] .unit__text[lang="{desk.lang}"] .term').first
    term.hover()
    card = page.locator("#term-card")
    expect(card).to_be_visible()
    assert len(card.locator("p").inner_text()) > 5
    assert term.get_attribute("aria-describedby") == "term-card"
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.mouse.move(0, 0)
    page.locator('[data-unit="9.6"] .unit__cite a').focus()
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.matches('.term')"):
        page.keyboard.press("Tab")
    expect(card).to_be_visible()


def test_a_term_has_a_card_on_tap(open_site: Open, lang: str) -> None:
    site = open_site(lang, "phone")
    page = site.go("law/9/")
    term = page.locator(f'[data-unit="9.6"] .unit__text[lang="{lang}"] .term').first
    term.tap()
    card = page.locator("#term-card")
    expect(card).to_be_visible()
    card.locator("a").tap()
    page.wait_for_url(re.compile(rf"/{lang}/(actor|action|term|time|manner|place|sanction)/"))


def test_the_drawer_says_how_it_was_read(site: Site) -> None:
    page = site.go("law/9/")
    unit = page.locator('[data-unit="9.8"]')
    unit.locator(".how > summary").click()
    body = unit.locator(".how__body")
    expect(body.locator(".norm__reading")).to_have_count(1)
    expect(body.locator("figure:visible svg")).to_have_count(1)
    expect(body.locator("del", has_text="&ქუოტ;").first).to_be_visible()
    expect(body).to_contain_text(re.compile(r"\d+-\d+"))
    body.locator(".triples > summary").click()
    code = body.locator(".triples code")
    expect(code).to_contain_text("tsesi:statedIn")
    data = body.locator(".how__links a", has_text="Turtle").get_attribute("href")
    answer = page.request.get(str(page.evaluate("href => new URL(href, location.href).href", data)))
    assert answer.ok and Graph().parse(data=answer.text(), format="turtle")


def test_copy_with_citation_and_link(open_site: Open, lang: str) -> None:
    site = open_site(lang, "desktop", permissions=["clipboard-read", "clipboard-write"])
    page = site.go("law/9/")
    page.locator('[data-unit="9.7.b"] [data-copy]').click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert {"ka": "9.7 (ბ)", "en": "9.7(b)"}[lang] in copied
    assert f"/{lang}/law/9/#9.7.b" in copied
    assert {"ka": "გადადოს", "en": "place"}[lang] in copied and " | " in copied
    expect(page.locator(".toast")).to_contain_text(site.words["unit"]["copied"])


def test_share_uses_the_device_or_copies(open_site: Open, lang: str) -> None:
    site = open_site(lang, "phone")
    site.page.add_init_script("navigator.share = data => { window.shared = data; return Promise.resolve() }")
    page = site.go("law/9/")
    page.locator('[data-unit="9.6"] [data-share]').click()
    shared = page.evaluate("window.shared")
    assert shared["url"].endswith("#9.6") and len(shared["text"]) > 20


def test_a_correction_is_prepared(site: Site) -> None:
    page = site.go("law/9/")
    page.locator('[data-unit="9.5"] a[href*="correction"]').click()
    page.wait_for_selector("[data-correction]")
    assert page.locator("select[name=unit]").input_value() == "9.5"
    page.locator("input[value=en]").check()
    expect(page.locator("[data-now]")).to_contain_text("ball-carrier")
    page.locator("textarea[name=better]").fill("better words")
    page.locator("textarea[name=why]").fill("because")
    ready = page.locator("textarea[name=ready]").input_value()
    assert 'fixed: "better words"' in ready and 'reason: "because"' in ready and "unit: 9.5" in ready
    assert (page.locator("[data-mail]").get_attribute("href") or "").startswith("mailto:?subject=")


def test_unofficial_edition_and_date_are_seen(site: Site) -> None:
    page = site.go("law/15/")
    note = page.locator(".provenance")
    expect(note).to_be_visible()
    expect(note).to_contain_text(site.words["law"]["unofficial"])
    expect(note).to_contain_text(site.words["law"]["edition"])
    expect(page.locator("footer.md-footer")).to_contain_text(site.words["footer"]["unofficial"])


def test_large_type_holds(open_site: Open, lang: str, size: str) -> None:
    """With letters twice as large nothing runs out of the page."""
    site = open_site(lang, size)
    page = site.go("law/9/")
    page.evaluate("document.documentElement.style.fontSize = '250%'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


def test_figures_are_text(desk: Site) -> None:
    page = desk.go("law/9/")
    groups = page.locator(".law__groups figure:visible svg")
    assert "9.24" in (groups.get_attribute("aria-label") or "")
    assert "9.6" in groups.text_content()  # type: ignore[operator]
    assert groups.locator("a").count() > 20
