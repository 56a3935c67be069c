"""Queries: every stored query on both laws, in rdflib and in Oxigraph (in memory), side by side.

The median of the rounds counts; the first, in which both engines read what they need, is left out.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import pyoxigraph
from rdflib import Graph

from tests.corpus import corpus
from tsesi import check, queries, serialize, termbase

ROUNDS = 5


def median(run: Callable[[], object]) -> float:
    """Return the median time of some runs in milliseconds."""
    times = []
    for _ in range(ROUNDS + 1):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times[1:])


def main() -> None:
    """Print a line a query, then the geometric mean and what building and checking the graph takes."""
    found = corpus()
    start = time.perf_counter()
    made = found.reader.graph(found.readings)
    built = time.perf_counter()
    lines = serialize.ntriples(made)
    written = time.perf_counter()
    store = pyoxigraph.Store()
    store.bulk_load(lines.encode(), format=pyoxigraph.RdfFormat.N_TRIPLES)
    loaded = time.perf_counter()
    slow = Graph().parse(data=lines, format="nt")
    parsed = time.perf_counter()
    report = check.validate(made)
    checked = time.perf_counter()
    print(f"{len(made)} triples: built in {built - start:.1f} s, N-Triples in {written - built:.1f} s")
    print(f"loaded: Oxigraph {loaded - written:.2f} s, rdflib {parsed - loaded:.2f} s")
    wrong, doubtful = len(report.violations), len(report.warnings)
    print(f"SHACL: {checked - parsed:.1f} s, {wrong} violations, {doubtful} warnings")
    print(f"{'query':28} {'rows':>5} {'rdflib ms':>10} {'Oxigraph ms':>12} {'times':>7}")
    ratios = []
    for query in queries.load(termbase.ontology_folder() / "queries"):
        text = query.text
        rows = len(list(store.query(text)))  # type: ignore[arg-type]
        one = median(lambda text=text: list(slow.query(text)))  # type: ignore[misc]
        other = median(lambda text=text: list(store.query(text)))  # type: ignore[misc]
        ratios.append(one / other)
        print(f"{query.name:28} {rows:5} {one:10.2f} {other:12.2f} {one / other:7.1f}")
    print(f"geometric mean: Oxigraph is {statistics.geometric_mean(ratios):.0f} times as fast")


if __name__ == "__main__":
    main()
