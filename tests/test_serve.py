"""One address for site and endpoint: the SPARQL protocol, pages, IRIs that lead to pages, and headers."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
import threading
import urllib.parse
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from tests.conftest import serving
from tsesi import serve, vocab

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "protocol.yml").read_text(encoding="utf-8"))
EXPLOSIVE = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
LAW = str(vocab.provision("9", "9.7.b"))


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    text: str


def ask(address: str, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Reply:
    """Send one request as it is: no redirection is followed, no header added."""
    host = urllib.parse.urlsplit(address).netloc
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.putrequest(method, path, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    response = connection.getresponse()
    text = response.read().decode("utf-8", "replace")
    return Reply(response.status, {k.lower(): v for k, v in response.getheaders()}, text)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build with a graph of one law and two pages a language."""
    build = tmp_path_factory.mktemp("build")
    integer = "<http://www.w3.org/2001/XMLSchema#integer>"
    lines = [f'<urn:s{i}> <urn:p> "{i}"^^{integer} .\n' for i in range(2000)]
    (build / "tsesi.nt").write_text("".join(lines) + f'<{LAW}> <urn:p> "რაქი"@ka .\n', encoding="utf-8")
    pages = {"index": "", "law/9/index": "9.7.b", "404": "no page"}
    for lang in ("ka", "en"):
        for name, text in pages.items():
            page = build / "site" / lang / f"{name}.html"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(f"<!doctype html><html lang={lang}><p>{lang} {text}", encoding="utf-8")
    assets = build / "site" / "assets"
    assets.mkdir()
    for name in ("oxigraph.wasm", "bundle.0123abcd.js", "site.css"):
        (assets / name).write_bytes(b"")
    return build


@pytest.fixture(scope="module")
def here(small: Path) -> Iterator[str]:
    with serving(small, seconds=3.0) as address:
        yield address


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_protocol(here: str, case: Mapping[str, Any]) -> None:
    path = "/sparql" + case.get("raw", "")
    if "query" in case:
        path += "?" + urllib.parse.urlencode({"query": case["query"]})
    body = bytes(case["bytes"]) if "bytes" in case else case["body"].encode() if "body" in case else None
    headers = {
        name: case[key] for name, key in (("Accept", "accept"), ("Content_Type", "type")) if key in case
    }
    reply = ask(here, path, case.get("method", "POST" if body is not None else "GET"), body, **headers)
    assert reply.status == case["status"], reply.text
    assert case.get("says", "") in reply.text
    for key, name in (("media", "content-type"), ("allow", "allow"), ("leads", "location")):
        if key in case:
            assert reply.headers[name] == case[key]
    if reply.status >= 400:
        assert reply.text.strip() and reply.headers["content-type"].startswith("text/plain")
    if case.get("empty"):
        assert not reply.text


def test_a_query_that_is_ended_leaves_the_others_alone(here: str) -> None:
    explosive = urllib.parse.urlencode({"query": EXPLOSIVE})
    status: list[int] = []
    thread = threading.Thread(target=lambda: status.append(ask(here, f"/sparql?{explosive}").status))
    thread.start()
    assert ask(here, "/ka/").status == 200
    assert thread.is_alive(), "pages wait for a query"
    thread.join()
    assert status == [408]
    assert ask(here, "/sparql?query=ASK%7B%7D").status == 200


def test_who_finds_the_endpoint_busy_is_told_when_to_come_back(small: Path) -> None:
    explosive = urllib.parse.urlencode({"query": EXPLOSIVE})
    with serving(small, seconds=3.0) as address, ThreadPoolExecutor(60) as crowd:
        replies = [crowd.submit(ask, address, f"/sparql?{explosive}") for _ in range(40)]
        assert ask(address, "/ka/").status == 200
        assert ask(address, "/eli/law/9/7/b").status == 303, "the way to a page waits for queries"
        done = [reply.result() for reply in replies]
    assert {reply.status for reply in done} <= {408, 503}
    busy = [reply for reply in done if reply.status == 503]
    assert busy and all(int(reply.headers["retry-after"]) > 0 for reply in busy)


def test_a_large_request_is_refused(here: str) -> None:
    body = b"ASK {} #" + b"x" * serve.BODY_BYTES
    assert ask(here, "/sparql", "POST", body, Content_Type="application/sparql-query").status == 413


PAGES: list[tuple[str, dict[str, str], int, str]] = [
    # path, request headers, status, location or part of the text
    ("/", {}, 303, "/ka/"),
    ("/", {"Accept_Language": "en-GB,en;q=0.9"}, 303, "/en/"),
    ("/", {"Accept_Language": "ka-GE"}, 303, "/ka/"),
    ("/", {"Accept_Language": "en;q=0.5, ka;q=0.8"}, 303, "/ka/"),
    ("/", {"Accept_Language": "fr"}, 303, "/en/"),
    ("/ka", {}, 308, "/ka/"),
    ("/ka/law/9/", {}, 200, "ka 9.7.b"),
    ("/en/law/99/", {}, 404, "en no page"),
    ("/nothing", {}, 404, "ka no page"),
    ("/nothing", {"Accept_Language": "en"}, 404, "en no page"),
    ("/eli/law/9/7/b", {}, 303, "/ka/law/9/#9.7.b"),
    ("/eli/law/9/7/b", {"Accept": "text/html", "Accept_Language": "en"}, 303, "/en/law/9/#9.7.b"),
    ("/eli/law/9/7/b", {"Accept": "text/html, */*;q=0.8"}, 303, "/ka/law/9/#9.7.b"),
    (
        "/eli/law/9/7/b",
        {"Accept": "text/turtle"},
        303,
        f"/sparql?query=DESCRIBE+%3C{urllib.parse.quote(LAW, '')}%3E",
    ),
    ("/eli/law/9/7/c", {}, 404, "ka no page"),
    ("/eli/law/9/7/b%3E%20?p=1", {}, 404, "ka no page"),
    ("/../tsesi.nt", {}, 404, "no page"),
    ("/%2e%2e/tsesi.nt", {}, 404, "no page"),
    ("/ka/..%2f..%2ftsesi.nt", {}, 404, "no page"),
    ("/ka/%00", {}, 404, ""),
    ("/" + "x" * 4000, {}, 404, ""),
    ("//example.org/%2f..", {}, 404, ""),
    # what would lead a browser to another host if it came back as it went
    ("//example.org/%2e%2e%2fka", {}, 308, "/example.org/../ka/"),
    ("/%5cexample.org/..%2fka", {}, 308, "/%5Cexample.org/../ka/"),
    ("/\\example.org", {}, 404, ""),
    ("//example.org", {}, 404, ""),
    ("///example.org/..%2f..%2fka", {}, 404, ""),
]


@pytest.mark.parametrize(("path", "headers", "status", "where"), PAGES)
def test_pages(here: str, path: str, headers: dict[str, str], status: int, where: str) -> None:
    reply = ask(here, path, **headers)
    assert reply.status == status, reply
    to = reply.headers.get("location", "/")
    assert to.startswith("/") and not to.startswith(("//", "/\\")), "the way leads to another host"
    assert where in (reply.headers["location"] if status in (303, 308) else reply.text)


def test_the_description_of_an_iri_is_there(here: str) -> None:
    where = ask(here, "/eli/law/9/7/b", Accept="text/turtle").headers["location"]
    assert "რაქი" in ask(here, where, Accept="text/turtle").text


def test_pages_only_read(here: str) -> None:
    reply = ask(here, "/ka/", "POST", b"")
    assert (reply.status, reply.headers["allow"]) == (405, "GET, HEAD")


def test_headers(here: str) -> None:
    page = ask(here, "/ka/").headers
    assert page["content-type"] == "text/html; charset=utf-8"
    assert "frame-ancestors 'none'" in page["content-security-policy"]
    assert page["x-content-type-options"] == "nosniff"
    assert page["cache-control"] == "no-cache"
    assert ask(here, "/assets/oxigraph.wasm").headers["content-type"] == "application/wasm"
    assert "immutable" in ask(here, "/assets/bundle.0123abcd.js").headers["cache-control"]
    assert ask(here, "/assets/site.css").headers["cache-control"] == "no-cache"
    assert ask(here, "/ka/", If_None_Match=page["etag"]).status == 304
    assert ask(here, "/sparql", Origin="http://a.example").headers["access-control-allow-origin"] == "*"
    asked = {"Origin": "http://a.example", "Access_Control_Request_Method": "POST"}
    assert ask(here, "/sparql", "OPTIONS", **asked).headers["access-control-allow-origin"] == "*"
    packed = ask(here, "/sparql", Accept_Encoding="gzip", Accept="application/ld+json").headers
    assert packed["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        (None, ["a", "b"]),
        ("", ["a", "b"]),
        ("x/b", ["b"]),
        ("x/a;q=0.1, x/b;q=0.2", ["b", "a"]),
        ("X/A ; Q=0.1 , */*", ["b", "a"]),
        ("x/*;q=0.5, x/a;q=0", ["b"]),
        ("x/a;q=what", []),
        (",;,", []),
    ],
)
def test_negotiation(header: str | None, wanted: list[str]) -> None:
    assert serve.preferred(header, {"a": ["x/a"], "b": ["x/b"]}) == wanted


def test_the_command_serves_on_loopback_and_prints_both_addresses(small: Path) -> None:
    command = [sys.executable, "-m", "tsesi", "serve", "--build", str(small), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        lines = [process.stdout.readline(), process.stdout.readline()]
        site, endpoint = (re.search(r"http://127\.0\.0\.1:\d+\S*", line) for line in lines)
        assert site and endpoint and endpoint.group().endswith("/sparql")
        assert ask(site.group(), "/ka/").status == 200
        process.terminate()
        assert process.wait(20) in (0, -15, 143)


def test_a_port_that_is_taken_is_told_before_anything_is_built(small: Path) -> None:
    with serve.listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "tsesi", "serve", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "Try another --port" in done.stderr and "Reading" not in done.stderr


# --- the corpus as it is built ----------------------------------------------------------------------------


def test_the_built_corpus_is_served(address: str, built: Path) -> None:
    assert ask(address, "/").status in (200, 303)
    for path in ("/ka/", "/en/", "/ka/law/9/", "/en/law/15/", "/data/tsesi.ttl"):
        assert ask(address, path).status == 200, path
    count = urllib.parse.urlencode({"query": "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"})
    triples = (built / "tsesi.nt").read_text(encoding="utf-8").count("\n")
    assert ask(address, f"/sparql?{count}", Accept="text/csv").text.split() == ["n", str(triples)]
    for wasm in (built / "site").rglob("*.wasm"):
        reply = ask(address, f"/{wasm.relative_to(built / 'site').as_posix()}")
        assert reply.headers["content-type"] == "application/wasm"
        assert "immutable" in reply.headers["cache-control"]


@pytest.mark.parametrize("lang", ["ka", "en"])
@pytest.mark.parametrize("iri", ["eli/law/9/7/b", "eli/law/15/caption", "norm/9/5/1/act/2", "actor/referee"])
def test_an_iri_leads_to_the_page_that_has_it(address: str, iri: str, lang: str) -> None:
    reply = ask(address, f"/{iri}", Accept="text/html", Accept_Language=lang)
    page, _, fragment = reply.headers["location"].partition("#")
    assert page.startswith(f"/{lang}/")
    shown = ask(address, page)
    assert shown.status == 200
    assert not fragment or f'id="{fragment}"' in shown.text.replace(f"id={fragment}", f'id="{fragment}"')


def test_the_ontology_is_to_be_had_as_rdf(address: str) -> None:
    where = ask(address, "/ontology", Accept="text/turtle").headers["location"]
    assert "owl:Class" in ask(address, where, Accept="text/turtle").text
