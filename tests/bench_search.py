"""Search: our engine and the one that ships with Material for MkDocs, same site, same queries, side by side.

Recall is that of the right clauses in the first ten, precision that of all clauses found (see
tests/searching.py). The stock index is made by Material's own code from the pages as built, with its defaults
for the language; for its sake headings and texts are first put on one level, where it looks for them, and
drawers are left out.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean, median
from types import SimpleNamespace

import material
import yaml
from lxml import html
from material.plugins.search.plugin import SearchIndex
from rdflib import Graph

from tests import searching
from tests.searching import ROOT, Answer, Pair

_WRAPPERS = ("header", "article", "section", "div", "footer")
_EXTRAS = './/*[contains(@class, "how") or contains(@class, "unit__actions") or contains(@class, "modality")]'


def flat(page: Path) -> str:
    """Return the words of a page with its headings and texts on one level."""
    article = html.parse(str(page), html.HTMLParser(encoding="utf-8")).find(
        './/article[@class="md-content__inner md-typeset"]'
    )
    if article is None:
        return ""
    for extra in article.xpath(_EXTRAS):
        if extra.getparent() is not None:
            extra.drop_tree()
    for wrapper in list(article.iter(*_WRAPPERS)):
        if wrapper is not article:
            wrapper.drop_tag()
    return html.tostring(article, encoding="unicode")


def stock_index(tree: Path, lang: str) -> dict[str, object]:
    """Return the index that Material's search plugin makes of the pages in `tree`."""
    index = SearchIndex(lang=[lang], separator=r"[\s\-]+", pipeline=["stopWordFilter"], fields={})
    for path in sorted(tree.rglob("index.html")):
        url = path.relative_to(tree).as_posix().removesuffix("index.html")
        page = SimpleNamespace(content=flat(path), toc=[], url=url, title=url, meta={})
        index.add_entry_from_context(page)
    fields = {"title": {"boost": 1e3}, "text": {"boost": 1.0}, "tags": {"boost": 1e6}}
    return {
        "config": {"lang": ["en"], "separator": r"[\s\-]+", "pipeline": ["stopWordFilter"], "fields": fields},
        "docs": index.entries,
    }


def ask_stock(index: Path, queries: Sequence[str]) -> tuple[list[Answer], float]:
    """Return the stock engine's answers, and the milliseconds that making its index took."""
    workers = Path(material.__file__).parent / "templates" / "assets" / "javascripts" / "workers"
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("node")),
            str(ROOT / "tests" / "stock_run.mjs"),
            str(next(workers.glob("search.*.min.js"))),
            str(index),
        ],
        input=json.dumps({"queries": list(queries)}),
        capture_output=True,
        text=True,
        check=True,
        timeout=900,
    )
    said = json.loads(done.stdout)
    answers = []
    for one in said["answers"]:
        units = [place.partition("#")[2] for place in one["locations"] if place.startswith("law/")]
        answers.append(Answer(tuple(u for u in units if re.match(r"\d", u)), (), one["ms"]))
    return answers, said["ready"]


def sets(graph: Graph) -> Iterator[tuple[str, list[Pair]]]:
    """Yield the parts of the search set by name."""
    by_kind: dict[str, list[Pair]] = {}
    for pair in searching.pairs(graph):
        by_kind.setdefault(pair.kind, []).append(pair)
    yield from by_kind.items()
    yield "several", list(searching.several(graph))
    yield "misspelt", list(searching.misspelt(graph))
    hand = [Pair(str(one["query"]), frozenset(map(str, one["right"])), "hand") for one in searching.by_hand()]
    yield "by hand", hand


def figures(pairs: Sequence[Pair], answers: Sequence[Answer]) -> str:
    """Return recall, precision and the median time of some answers, for one column."""
    both = list(zip(pairs, answers, strict=True))
    recall = mean(searching.recall(pair, answer.units) for pair, answer in both)
    precision = mean(searching.precision(pair, answer.units) for pair, answer in both)
    return f"{recall:7.3f} {precision:7.3f} {median(a.ms for a in answers):7.2f}"


def compare(build: Path) -> None:
    """Print both engines side by side for the site in `build`."""
    graph = Graph().parse(build / "tsesi.ttl", format="ox-turtle")
    ours = build / "site" / "assets" / "search.json"
    with tempfile.TemporaryDirectory() as folder:
        stock = Path(folder) / "search_index.json"
        stock.write_text(json.dumps(stock_index(build / "site" / "ka", "ka")), encoding="utf-8")
        weights = [len(gzip.compress(path.read_bytes())) / 1024 for path in (ours, stock)]
        print(f"{'':10} {'':>5}  {'ours: recall, precision, ms':>27}   {'stock':>23}")
        ready: Mapping[str, list[float]] = {"ours": [], "stock": []}
        for name, pairs in sets(graph):
            queries = [pair.query for pair in pairs]
            mine, mine_ready = searching.ask(ours, queries)
            theirs, theirs_ready = ask_stock(stock, queries)
            ready["ours"].append(mine_ready)
            ready["stock"].append(theirs_ready)
            print(f"{name:10} {len(pairs):5}  {figures(pairs, mine):>27}   {figures(pairs, theirs):>23}")
        nothing = [
            str(query)
            for query in yaml.safe_load(
                (ROOT / "tests" / "cases" / "search" / "nothing.yml").read_text(encoding="utf-8")
            )
        ]
        both = (searching.ask(ours, nothing), ask_stock(stock, nothing))
        wrong = [sum(bool(answer.units) for answer in answers) for answers, _ in both]
        print(
            f"of {len(nothing)} queries that must find nothing some clause: ours {wrong[0]}, stock {wrong[1]}"
        )
        print(
            f"index: ours {weights[0]:.0f} KB (both languages), ready in {median(ready['ours']):.0f} ms; "
            f"stock {weights[1]:.0f} KB (one tree), ready in {median(ready['stock']):.0f} ms; gzip"
        )


def main() -> None:
    """Build the corpus into a folder of its own, then compare."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "build"
        subprocess.run(
            [sys.executable, "-m", "tsesi", "build", "--out", str(out)],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        compare(out)


if __name__ == "__main__":
    main()
