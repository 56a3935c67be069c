"""Queries only read, reach no other host, and end: judged, run in workers, cut off in time."""

from __future__ import annotations

import json
import multiprocessing
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import yaml

from tsesi import queries, sparql, vocab

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "sparql.yml").read_text(encoding="utf-8"))
EXPLOSIVE = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
ERRORS = {"refused": sparql.Refused, "malformed": sparql.Malformed}


def identity(case: dict[str, str]) -> str:
    return f"{case['verdict']}: {case['query'][:60]}"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("graph") / "tsesi.nt"
    path.write_text("".join(f'<urn:s{i}> <urn:p> "{i}"@ka .\n' for i in range(2000)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def pool(graph: Path) -> Iterator[sparql.Pool]:
    # a patient pool: what is tested is not how fast this machine is just now
    with sparql.Pool(graph, prefixes=vocab.ASKED, workers=1, seconds=60, memory=256 * 2**20) as made:
        yield made


@pytest.fixture
def listener() -> Iterator[tuple[int, list[object]]]:
    """A port of this machine, and the connections that were made to it."""
    calls: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept() -> None:
            while True:
                try:
                    calls.append(server.accept()[1])
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        yield server.getsockname()[1], calls
        server.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("case", CASES, ids=identity)
def test_a_query_is_judged_by_what_it_says(
    case: dict[str, str], pool: sparql.Pool, listener: tuple[int, list[object]]
) -> None:
    port, calls = listener
    query = case["query"].replace("127.0.0.1", f"127.0.0.1:{port}")
    error = ERRORS.get(case["verdict"])
    if error:
        with pytest.raises(error) as caught:
            pool.run(query, ["json", "ttl"])
        assert str(caught.value).strip()
        assert case.get("says", "") in str(caught.value)
    else:
        assert pool.run(query, ["json", "ttl"]).form == case["verdict"]
    assert not calls


UNJUDGED = """
import sys, pyoxigraph
from tsesi import queries, sparql, vocab
store = pyoxigraph.Store()
sparql._shut_in(2**28)
try:
    list(store.query(sys.argv[1]))
except OSError as error:
    print(error)
"""


def test_a_worker_reaches_no_one_even_if_the_judgement_failed(listener: tuple[int, list[object]]) -> None:
    port, calls = listener
    query = f"SELECT * {{ SERVICE <http://127.0.0.1:{port}/> {{ ?s ?p ?o }} }}"
    done = subprocess.run([sys.executable, "-c", UNJUDGED, query], capture_output=True, text=True, timeout=60)
    assert "open files" in done.stdout, done.stderr
    assert not calls


def test_the_time_limit_ends_the_query(graph: Path) -> None:
    others = set(multiprocessing.active_children())
    with sparql.Pool(graph, workers=1, seconds=2) as pool:
        pool.run("ASK {}", ["json"])
        [worker] = set(multiprocessing.active_children()) - others
        start = time.perf_counter()
        with pytest.raises(sparql.TimedOut):
            pool.run(EXPLOSIVE, ["json"])
        assert time.perf_counter() - start < 4
        assert worker not in multiprocessing.active_children(), "the process lives on"
        answer = pool.run("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", ["json"])
    assert json.loads(answer.body)["results"]["bindings"][0]["n"]["value"] == "2000"


def test_a_client_that_waits_for_a_worker_is_told(graph: Path) -> None:
    with sparql.Pool(graph, workers=1, seconds=0.5) as pool, ThreadPoolExecutor(3) as threads:
        pool.run("ASK {}", ["json"])
        waits = [threads.submit(pool.run, EXPLOSIVE, ["json"]) for _ in range(3)]
        kinds = {type(wait.exception()) for wait in waits}
    assert kinds <= {sparql.TimedOut, sparql.Busy}


def test_a_query_has_bounded_memory(graph: Path) -> None:
    greedy = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?c ?f ?i"
    with sparql.Pool(graph, workers=1, seconds=20, memory=64 * 2**20) as pool:
        with pytest.raises(sparql.Failed, match="memory"):
            pool.run(greedy, ["json"])
        assert pool.run("ASK {}", ["csv"]).body == b"true\n"


def test_an_answer_has_bounded_size(pool: sparql.Pool) -> None:
    with pytest.raises(sparql.TooLarge):
        pool.run("SELECT * { ?a ?b ?c . ?d ?e ?f }", ["json"])
    with pytest.raises(sparql.TooLarge):
        pool.run("ASK {} #" + "x" * sparql.QUERY_CHARACTERS, ["json"])


def test_nesting_is_no_way_to_hurt(pool: sparql.Pool) -> None:
    deep = "SELECT ({} AS ?x) {{ {} }}"
    assert pool.run(deep.format("(" * 50 + "1" + ")" * 50, "{" * 50 + "}" * 50), ["json"]).form == "rows"


@pytest.mark.parametrize("times", [200, 50_000])
@pytest.mark.parametrize(
    "query",
    [
        "SELECT ({1}1{2} AS ?x) {{}}",
        "ASK {3}{4}",
        "ASK {{ ?s ?p {5}{6} }}",
        "ASK {{ FILTER({0}true) }}",
        "ASK {{ ?s {7}<urn:p> ?o }}",
        "{0}",
        "{1}",
    ],
)
def test_what_nests_without_end_is_a_fault_of_the_query(pool: sparql.Pool, query: str, times: int) -> None:
    text = query.format(*(sign * times for sign in "!(){}[]^"))
    with pytest.raises((sparql.Malformed, sparql.TooLarge) if len(text) > 99_999 else sparql.Malformed):
        pool.run(text, ["json"])
    assert pool.run("ASK {}", ["csv"]).body == b"true\n"


def test_signs_in_strings_do_not_nest(pool: sparql.Pool) -> None:
    signs = "([{!" * 300
    assert pool.run(f"SELECT ('{signs}' AS ?x) {{}} # {signs}", ["csv"]).body.count(b"(") == 300


def test_a_query_of_too_many_words_is_refused(pool: sparql.Pool) -> None:
    with pytest.raises(sparql.TooLarge, match="words and signs"):
        pool.run("ASK {" + "?s <urn:p> ?o . " * 2_000 + "}", ["json"])


def test_the_prefixes_of_the_stored_queries_are_known() -> None:
    for query in queries.load(Path(__file__).parents[1] / "ontology" / "queries"):
        declared = dict(re.findall(r"PREFIX (\w+): <(.+)>", query.text))
        assert declared.items() <= dict(vocab.ASKED).items(), query.name


def test_slow_queries_do_not_keep_quick_ones_out(graph: Path) -> None:
    with sparql.Pool(graph, workers=1, seconds=30) as pool, ThreadPoolExecutor(6) as threads:
        pool.run("ASK {}", ["json"])
        slow = [threads.submit(pool.run, EXPLOSIVE, ["json"]) for _ in range(2)]
        time.sleep(0.5)
        start = time.perf_counter()
        assert pool.run("ASK {}", ["csv"]).body == b"true\n"
        assert time.perf_counter() - start < 25
        assert {type(wait.exception()) for wait in slow} <= {sparql.Busy, sparql.TimedOut}


def test_only_so_many_queries_wait(graph: Path) -> None:
    crowd = sparql.WAITING + 6
    with sparql.Pool(graph, workers=1, seconds=4) as pool, ThreadPoolExecutor(crowd) as threads:
        pool.run("ASK {}", ["json"])
        waits = [threads.submit(pool.run, EXPLOSIVE, ["json"]) for _ in range(crowd)]
        errors = [wait.exception() for wait in waits]
    assert any("wait already" in str(error) for error in errors)
    assert {type(error) for error in errors} <= {sparql.Busy, sparql.TimedOut}


def test_xml_is_not_given_what_it_cannot_hold(pool: sparql.Pool) -> None:
    with pytest.raises(sparql.NotOffered, match="json"):
        pool.run(r"SELECT ('a\u0001' AS ?x) {}", ["xml"])


def test_a_format_that_cannot_hold_the_answer_is_refused(pool: sparql.Pool) -> None:
    with pytest.raises(sparql.NotOffered, match="text/turtle"):
        pool.run("DESCRIBE <urn:s1>", ["csv"])
    with pytest.raises(sparql.NotOffered, match="text/csv"):
        pool.run("ASK {}", ["ttl"])


def test_the_same_query_has_the_same_bytes(graph: Path) -> None:
    query = "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o } LIMIT 500"
    bodies = []
    for _ in range(2):
        with sparql.Pool(graph, workers=1, prefixes={"x": "urn:"}) as pool:
            bodies.append([pool.run(query, [name]).body for name in sparql.GRAPHS])
    assert bodies[0] == bodies[1]


def test_a_graph_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(sparql.Failed, match=r"tsesi build"):
        sparql.Pool(tmp_path / "tsesi.nt")
    broken = tmp_path / "broken.nt"
    broken.write_text("<urn:a> <urn:b>", encoding="utf-8")
    with sparql.Pool(broken, workers=1) as pool, pytest.raises(sparql.Failed, match=r"broken\.nt"):
        pool.run("ASK {}", ["json"])
