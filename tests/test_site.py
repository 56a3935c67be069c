"""The site's parts, without a browser: texts with marks, links, rows of prices, words, a whole site of a
small graph.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from rdflib import DCTERMS, RDF, RDFS, SKOS, Graph, Literal, URIRef
from rdflib.term import Node

from tests.corpus import corpus
from tsesi import consistency, queries, site, vocab
from tsesi.site import cost, data, kit, links, pages, search_index, text, tree, view
from tsesi.site.kit import GEORGIAN, Kit, collation, words
from tsesi.site.view import Mark
from tsesi.vocab import ELI, TSESI

ROOT = Path(__file__).parents[1]
CASES = Path(__file__).parent / "cases" / "site"


@pytest.fixture(scope="module")
def graph() -> Graph:
    return corpus().graph


@pytest.fixture(scope="module")
def shown(graph: Graph) -> view.View:
    return view.read(graph)


# --- words ------------------------------------------------------------------------------------------------


def keys(data: dict[str, Any], path: str = "") -> Iterator[str]:
    """Yield all keys with their places."""
    for key, value in data.items():
        here = f"{path}.{key}"
        yield here
        if isinstance(value, dict):
            yield from keys(value, here)


def test_the_interface_is_complete_in_both_languages() -> None:
    ka, en = (dict(words(lang)) for lang in ("ka", "en"))
    assert sorted(keys(ka)) == sorted(keys(en))


def test_each_word_fills_the_same_places() -> None:
    def slots(data: Any) -> Any:
        if isinstance(data, dict):
            return {key: slots(value) for key, value in data.items() if key not in ("source", "lang")}
        return sorted(re.findall(r"\{\w+\}", data)) if isinstance(data, str) else None

    assert slots(dict(words("ka"))) == slots(dict(words("en")))


def test_georgian_words_are_georgian() -> None:
    """Names of formats and keys aside, no word of the Georgian interface is left in English."""
    allowed = re.compile(
        r"IRI|SPARQL|HTML|JavaScript|Turtle|JSON-LD|JSON|N-Triples|CSV|XLSX|TMX|TBX|SRX|OmegaT|Ctrl|Enter|Esc|v\d"
        r"|\.ttl|\.jsonld|\{\w+\}|jarima|offside|foul play"
    )

    def said(data: Any) -> Iterator[str]:
        for key, value in data.items() if isinstance(data, dict) else ():
            if isinstance(value, dict):
                yield from said(value)
            elif isinstance(value, str) and key not in ("lang", "href", "name", "title"):
                yield value

    assert [
        word for word in said(dict(words("ka"))) if re.search(r"[A-Za-z]{2}", allowed.sub("", word))
    ] == []


@pytest.mark.parametrize("case", yaml.safe_load((CASES / "order.yml").read_text(encoding="utf-8")), ids=str)
def test_words_stand_in_their_alphabet(case: dict[str, Any]) -> None:
    mixed = [*case["words"][1::2], *case["words"][::2]]
    assert sorted(mixed, key=collation(case["lang"])) == case["words"]


def test_the_georgian_alphabet_is_whole() -> None:
    assert len(GEORGIAN) == 33 and "".join(GEORGIAN) == "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ"


# --- texts ------------------------------------------------------------------------------------------------


class Plain(HTMLParser):
    """Collects the words of HTML; fails where elements do not nest."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words, self.open = "", list[str]()
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


KINDS = ["alternatives", "alternative", "affix", "gloss", "supplement", "sanction", "term"]


@st.composite
def marked(draw: st.DrawFn) -> tuple[str, list[Mark]]:
    """Give a text with any marks on it, crossing or not."""
    said = draw(st.text(alphabet="აბგ |[]<&\"'x ", min_size=1, max_size=40))
    marks = []
    for i in range(draw(st.integers(0, 8))):
        start = draw(st.integers(0, len(said) - 1))
        end = draw(st.integers(start + 1, len(said)))
        kind = draw(st.sampled_from(KINDS))
        marks.append(
            Mark(start, end, kind, f"mark/{i}", "disjunction" if kind == "alternatives" else "action/x")
        )
    return said, marks


@given(marked())
def test_a_text_with_marks_is_the_same_text(case: tuple[str, list[Mark]]) -> None:
    said, marks = case
    drawn = text.draw(said, marks, words("ka"), "../..", "ka")
    assert Plain(str(drawn)).words == said


@given(marked())
def test_marks_nest(case: tuple[str, list[Mark]]) -> None:
    kept = text.nest(case[1])
    for one in kept:
        for other in kept:
            first, second = sorted((one, other), key=lambda m: (m.start, -m.end))
            assert not first.start < second.start < first.end < second.end


def test_every_text_of_the_laws_is_drawn_whole(shown: view.View) -> None:
    for unit in shown.units.values():
        for lang, expression in unit.expressions.items():
            drawn = Plain(str(text.draw(expression.text, expression.marks, words(lang), "../..", lang)))
            assert drawn.words == expression.text


@settings(deadline=None)  # the first example loads the word data
@given(st.text(max_size=60), st.sampled_from(["ka", "en"]))
def test_marking_languages_changes_no_word(said: str, lang: str) -> None:
    assert (
        Plain(str(text.tongues(said, lang))).words == said.replace("\r\n", "\n").replace("\r", "\n")
        or "\r" in said
    )


# --- facts ------------------------------------------------------------------------------------------------


def test_every_unit_and_norm_of_the_graph_is_shown(graph: Graph, shown: view.View) -> None:
    assert {unit.iri for unit in shown.units.values()} == {
        str(node) for node in graph.subjects(TSESI.provisionKind, None)
    }
    assert {norm.iri for unit in shown.units.values() for norm in unit.norms} == {
        str(node) for node in graph.subjects(RDF.type, TSESI.Norm)
    }
    assert len(shown.findings) == len(set(graph.subjects(RDF.type, TSESI.Finding)))


@pytest.mark.parametrize("lang", ["ka", "en"])
def test_the_report_of_consistency_is_a_page(graph: Graph, shown: view.View, lang: str) -> None:
    """All that was compared is there, each place with its link; so is what is on purpose, with the reason."""
    kinds = words(lang)["consistency"]["kinds"]
    assert set(kinds) == {*consistency.KINDS, "exception-idle"}
    maker = pages.Maker(shown, lang, ROOT / "docs" / "templates")
    html, other = maker.consistency().html, maker.findings().html
    compared = [node for node in graph.subjects(RDF.type, TSESI.Finding) if _kind(graph, node) in kinds]
    assert len(compared) > 5
    for node in [*compared, *graph.subjects(RDF.type, TSESI.Departure)]:
        part = html.partition(f'id="{Kit.path_of(str(node))}"')[2].partition("</section>")[0]
        for anchor in (*graph.objects(node, TSESI.anchor), *graph.objects(node, TSESI.comparedWith)):
            place = vocab.page(str(anchor), lang).fragment
            of = "en" if "/en/" in str(anchor) else "ka"
            assert re.search(rf'/{of}/law/\d+/\?mark={of}\.\d+-\d+#{re.escape(place)}"', part), anchor
        reason = next((str(o) for o in graph.objects(node, TSESI.reason) if o.language == lang), "")  # type: ignore[attr-defined]
        assert reason in Plain(part).words
        assert f'id="{Kit.path_of(str(node))}"' not in other
    for kind in kinds:
        found = sum(_kind(graph, node) == kind for node in compared)
        meant = sum(_kind(graph, node) == kind for node in graph.subjects(RDF.type, TSESI.Departure))
        assert f"<td>{found}</td><td>{meant}</td>" in html.partition(kinds[kind])[2]
    assert 'href="../consistency/"' in other


def _kind(graph: Graph, node: Node) -> str:
    return str(graph.value(node, TSESI.findingKind))


def test_a_term_shows_its_places_inside_longer_names(shown: view.View) -> None:
    ruck = shown.concepts["term/ruck"]
    assert {use.unit for use in ruck.inner if use.lang == "en"} >= {"15.3", "15.5", "15.12"}
    html = pages.Maker(shown, "en", ROOT / "docs" / "templates").concept(ruck).html
    row = html.partition(">15.3</a>")[2].partition("</tr>")[0]
    assert row.count("<mark>ruck</mark>") == 2 and "<mark>რაქის</mark>" in row


def test_reading_order(shown: view.View) -> None:
    ids = [unit.id for unit in shown.units.values()]
    assert ids.index("9.2") < ids.index("9.10") < ids.index("9.19.a") < ids.index("15.opening")


def test_prices_are_those_of_the_stored_query(graph: Graph, shown: view.View) -> None:
    """The table and «open as query» say the same, a permission's acts without a limit aside."""
    text_ = next(q.text for q in queries.load(ROOT / "ontology" / "queries") if q.name == "cost")
    asked = {(str(r.provision), str(r.action), str(r.sanction or "")) for r in graph.query(text_)}  # type: ignore[union-attr]
    made = {
        (row.unit.iri, vocab.BASE + act.action.id, vocab.BASE + price if price else "")
        for row in cost.rows(shown)
        for act in row.acts
        for price in (row.prices or ("",))
    }
    assert made <= asked
    missing = {iri for iri, _, price in asked - made}
    free = {
        u.iri for u in shown.units.values() for n in u.norms if n.modality == "permission" and not n.limits
    }
    assert missing <= free


def test_no_price_for_what_cannot_be_broken(shown: view.View) -> None:
    for row in cost.rows(shown):
        assert row.norm.modality != "constitutive"
        if row.norm.modality == "permission":
            assert row.beyond
        if row.norm.bearer and row.norm.bearer.id == "actor/referee":
            assert not row.prices


@pytest.mark.parametrize("case", yaml.safe_load((CASES / "cost.yml").read_text(encoding="utf-8")), ids=str)
def test_rows_read_as_the_text_says(shown: view.View, case: dict[str, Any]) -> None:
    rows = [row for row in cost.rows(shown) if row.unit.id == case["unit"]]
    said = [[act.action.id.removeprefix("action/") for act in row.acts] for row in rows]
    assert said == case["acts"]
    for row in rows:
        assert [price.removeprefix("sanction/") for price in row.prices] == case["price"]


def test_a_limit_is_the_term_that_stands_there(shown: view.View) -> None:
    """What a permission must not go beyond is shown in the reader's language, and once."""
    for row in cost.rows(shown):
        for limit in row.beyond:
            assert limit.label.keys() == {"ka", "en"} or not limit.id, row.unit.id
            assert limit not in row.circumstances
    pushed = [row for row in cost.rows(shown) if row.unit.id == "9.1" and row.beyond]
    assert [limit.id for row in pushed for limit in row.beyond] == ["manner/shoulder-to-shoulder"]


def test_what_has_no_number_is_cited_with_its_law(shown: view.View) -> None:
    for unit in shown.units.values():
        for lang in ("ka", "en"):
            assert kit.cite(unit, lang).startswith(unit.law)
    assert kit.cite(shown.units["15.caption"], "ka") == "15 წარწერა"


@pytest.mark.parametrize("lang", ["ka", "en"])
def test_each_norm_is_drawn_for_wide_and_narrow_pages(shown: view.View, lang: str) -> None:
    k = Kit(shown, lang, "law/9/")
    drawn = 0
    for unit in shown.units.values():
        for norm in unit.norms:
            html = unescape(str(k.figure(norm)))
            if not html:
                assert norm.modality == "constitutive" or not norm.acts
                continue
            drawn += 1
            wide, narrow = html.split('<figure class="figure figure--narrow"')
            assert '"figure figure--wide"' in wide
            for word in " ".join(k.plain(act.action.label) for act in norm.deeds).split():
                assert word in wide and word in narrow
            beyond = k.w["sanction"]["beyond"]
            if norm.modality == "permission" and norm.sanctions:
                assert beyond in narrow
            else:
                assert beyond not in narrow
    assert drawn > 50
    groups = str(k.groups(shown.laws[0]))
    assert groups.count("<figure") == 2 and groups.count("#9.13") == 2


@given(st.text(alphabet="ა -|x<", max_size=30), st.sampled_from(["ka", "en"]))
def test_no_line_ends_inside_a_dash(said: str, lang: str) -> None:
    html = re.sub('<span lang="(?:ka|en)">|(?<!--)</span>', "", str(text.tongues(said, lang)))
    assert "--" not in html.replace('<span class="dash">--</span>', "")


def test_every_page_of_a_term_and_of_a_law_offers_the_exports(built: Path) -> None:
    for lang in ("ka", "en"):
        termbase, memory = (list(words(lang)["download"][kind]) for kind in ("terms", "texts"))
        folder = built / "site" / lang
        for path in sorted(folder.rglob("index.html")):
            place = path.relative_to(folder).parts
            if len(place) != 3 or place[0] not in (*vocab_kinds(), "law"):
                continue
            html = path.read_text(encoding="utf-8")
            for name in (*termbase, *(memory if place[0] == "law" else ())):
                assert re.search(rf'<a href="../../../data/{name}" download', html), (path, name)
                assert (built / "site" / "data" / name).is_file()


def vocab_kinds() -> tuple[str, ...]:
    return tuple(words("en")["terms"]["kinds"])


def test_an_actor_is_also_each_wider_actor(shown: view.View) -> None:
    assert cost.wider(shown, "actor/ball-carrying-opponent") >= {
        "actor/ball-carrying-opponent",
        "actor/ball-carrier",
        "actor/opponent",
        "actor/player",
    }


def test_pieces_hold_every_triple_of_a_law_once(graph: Graph, shown: view.View) -> None:
    found = data.pieces(graph, shown)
    law = found["eli/law/9"]
    units = [triple for unit in shown.laws[0].units for triple in found[unit.path]]
    assert len(set(law)) == len(law)
    assert set(units) <= set(law)
    assert all("/9" in str(triple.subject) for triple in law)


def test_the_index_says_of_each_mention_what_stands_there(shown: view.View) -> None:
    index = search_index.build(shown)
    for doc in index["docs"]:
        for concept, lang, start, end in doc.get("mentions", ()):
            assert 0 <= start < end <= len(doc["text"][lang])
            assert 0 <= concept < len(index["concepts"])


def test_every_card_has_a_name_and_its_language(shown: view.View) -> None:
    for lang in ("ka", "en"):
        for card in search_index.cards(shown, lang).values():
            assert card["name"] and card["kind"] and card["lang"] in ("ka", "en")


# --- links and policy -------------------------------------------------------------------------------------


def test_dead_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text(
        '<a href="a/">ok</a> <a href="a/#here">ok</a> <a href="a/#gone">1</a> <a href="b/">2</a> '
        '<img src="x.png"> <a href="https://example.org/">far</a> <script>"<a href=\'no/\'>"</script>'
    )
    (tmp_path / "a" / "index.html").write_text('<h1 id="here">a</h1><a href="../index.html">ok</a>')
    assert links.dead(tmp_path) == ["index.html: a/#gone", "index.html: b/", "index.html: x.png"]
    with pytest.raises(site.SiteError, match="lead nowhere"):
        links.check(tmp_path)


def test_the_policy_knows_a_pages_own_scripts_only() -> None:
    page = (
        '<head><meta charset="utf-8"><script>let a</script><script type="application/json">{}</script></head>'
    )
    found = tree.policy(page)
    assert found.count("'sha256-") == 1 and "unsafe" not in found
    assert tree.secure(page).index("Content-Security-Policy") < tree.secure(page).index("<script")
    with pytest.raises(site.SiteError, match="charset"):
        tree.secure("<head></head>")


def test_words_in_scripts_cannot_end_them() -> None:
    said = str(pages.in_script({"text": "</script><b>"}))
    assert "<" not in said and json.loads(said) == {"text": "</script><b>"}


def test_relative_links_fit_every_depth(shown: view.View) -> None:
    assert Kit(shown, "ka", "").href("law/9/") == "./law/9/"
    deep = Kit(shown, "ka", "action/charge/")
    assert deep.href("law/9/") == "../../law/9/" and deep.root == "../../.."
    assert deep.unit_href("9.7.b", "en") == "../../../en/law/9/#9.7.b"
    assert Kit(shown, "ka", "law/9/").unit_href("9.7.b") == "#9.7.b"


# --- the whole --------------------------------------------------------------------------------------------


def test_every_iri_of_the_graph_has_its_place_in_the_site(built: Path) -> None:
    graph = Graph().parse(built / "tsesi.ttl", format="ox-turtle")
    anchors: dict[Path, set[str]] = {}
    lost = []
    for node in sorted({n for triple in graph for n in triple if isinstance(n, URIRef)}):
        if not str(node).startswith(vocab.BASE):
            continue
        for lang in ("ka", "en"):
            place = vocab.page(str(node), lang)
            path = built / "site" / place.path
            path = path / "index.html" if place.path.endswith("/") else path
            if path not in anchors:
                found = path.is_file()
                anchors[path] = (
                    set(re.findall(r'\sid="([^"]+)"', path.read_text(encoding="utf-8"))) if found else set()
                )
            if not path.is_file() or (place.fragment and place.fragment not in anchors[path]):
                lost.append(str(node))
    assert lost[:20] == []


def test_a_small_graph_makes_a_whole_site(tmp_path: Path) -> None:
    """One law with one unit in Georgian alone: the site is made from the graph, whatever the graph."""
    graph = Graph()
    law, unit = vocab.law("7"), vocab.provision("7", "7.1")
    graph.add((law, RDF.type, ELI.LegalResource))
    graph.add((law, ELI.id_local, Literal("7")))
    graph.add((law, RDFS.label, Literal("წესი 7", lang="ka")))
    norm, act, unknown = URIRef(vocab.BASE + "norm/7/1/1"), URIRef(vocab.BASE + "norm/7/1/1/act/1"), "gakelva"
    action = vocab.concept("action", unknown)
    for triple in (
        (law, DCTERMS.title, Literal("სავარჯიშო", lang="ka")),
        (law, DCTERMS.title, Literal("Practice", lang="en")),
        (norm, RDF.type, TSESI.Prohibition),
        (norm, TSESI.statedIn, unit),
        (norm, TSESI.act, act),
        (act, TSESI.action, action),
        (action, RDF.type, SKOS.Concept),
        (action, SKOS.prefLabel, Literal("გაქელვა", lang="ka")),
        (action, TSESI.status, TSESI.Candidate),
        (unit, TSESI.law, law),
        (unit, TSESI.provisionKind, TSESI.Clause),
        (unit, TSESI.order, Literal(1)),
        (unit, ELI.is_part_of, law),
        (unit, RDFS.label, Literal("7.1", lang="ka")),
        (vocab.expression(unit, "ka"), ELI.realizes, unit),
        (
            vocab.expression(unit, "ka"),
            TSESI.text,
            Literal("რაქში ბურთი | ფეხი <მიწაზეა> & მორჩა.", lang="ka"),
        ),
    ):
        graph.add(triple)
    files = tmp_path / "files"
    files.mkdir()
    page = (ROOT / "docs" / "en" / "translators.md").read_text(encoding="utf-8")
    for name in re.findall(r'data/([\w.-]+)"', page):
        (files / name).write_text("x")
    out = tmp_path / "site"
    site.build(graph, out, files=files)
    for lang in ("ka", "en"):
        html = (out / lang / "law" / "7" / "index.html").read_text(encoding="utf-8")
        assert 'id="7.1"' in html and "ფეხი &lt;მიწაზეა&gt; &amp; მორჩა." in html
        assert {"ka": "სავარჯიშო</h1>", "en": "Practice</h1>"}[lang] in html
        assert words(lang)["law"]["unofficial_alone"] in unescape(html)
        assert words(lang)["law"]["unofficial_more"] not in unescape(html)
        assert "data-reading" not in html.partition("<main")[2]  # there is no choice of languages
        prices = (out / lang / "cost" / "index.html").read_text(encoding="utf-8")
        name = {"ka": ">გაქელვა<", "en": '><span lang="ka">გაქელვა</span><'}[lang]
        assert f'href="../action/gakelva/" data-term="action/gakelva"{name}' in prices
        assert words(lang)["term"]["provisional"] in prices
        index = (out / lang / "terms" / "index.html").read_text(encoding="utf-8")
        assert 'id="ka-გ"' in index and 'id="en-გ"' not in index
    with pytest.raises(site.SiteError, match="not empty"):
        site.build(graph, out)
