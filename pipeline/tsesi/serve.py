"""Takes a finished build, gives its site and a SPARQL endpoint at one address; guarantees that it only reads.

`/sparql` follows the SPARQL 1.1 Protocol for queries and describes itself where no query is given; a browser
without one is led to the page where queries are written. All else
is the static site; a path that is an IRI of the graph without its base leads to the page that shows the
thing, or to its description where the client asks for RDF.
"""

from __future__ import annotations

import mimetypes
import re
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

import anyio.to_thread
import pyoxigraph
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tsesi import sparql, vocab

BODY_BYTES = 4 * sparql.QUERY_CHARACTERS

_STATUS: Mapping[type[sparql.QueryError], int] = {
    sparql.Malformed: 400,
    sparql.Refused: 403,
    sparql.NotOffered: 406,
    sparql.TimedOut: 408,
    sparql.TooLarge: 413,
    sparql.Failed: 500,
    sparql.Busy: 503,
}

_ACCEPTED: Mapping[str, tuple[str, ...]] = {
    **{name: (media,) for name, media in {**sparql.ROWS, **sparql.GRAPHS}.items()},
    "json": (sparql.ROWS["json"], "application/json"),
}

for _end, _media in {
    ".ttl": sparql.GRAPHS["ttl"],
    ".nt": sparql.GRAPHS["nt"],
    ".jsonld": sparql.GRAPHS["jsonld"],
    ".rdf": sparql.GRAPHS["rdf"],
    ".rq": "application/sparql-query",
    ".wasm": "application/wasm",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".woff2": "font/woff2",
    ".csv": "text/csv",
    ".utf8": "text/tab-separated-values",
    ".tbx": "application/x-tbx",
    ".tmx": "application/x-tmx+xml",
    ".srx": "application/xml",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".webmanifest": "application/manifest+json",
}.items():
    mimetypes.add_type(_media, _end)


# --- negotiation ------------------------------------------------------------------------------------------


def preferred(header: str | None, offered: Mapping[str, Sequence[str]], *, cut: str = "/") -> list[str]:
    """Return the offered names that an Accept or Accept-Language header wants, the most wanted first.

    `offered` maps a name to the values that mean it; equal wishes keep its order. A header that is not there
    wants everything. `cut` is `/` for media types, `-` for languages (RFC 9110, 12.5).
    """
    if not header or not header.strip():
        return list(offered)
    wishes: dict[str, float] = {}
    for item in header.split(","):
        value, *parameters = (part.strip().lower() for part in item.split(";"))
        quality = next((p.removeprefix("q=") for p in parameters if p.startswith("q=")), "1")
        try:
            wishes[value] = float(quality)
        except ValueError:
            wishes[value] = 0.0

    def wanted(value: str) -> float:
        start = value.partition(cut)[0]
        regions = [q for wish, q in wishes.items() if cut == "-" and wish.startswith(f"{value}-")]
        for wish in (value, f"{start}/*", "*/*" if cut == "/" else "*"):
            if wish in wishes:
                return max([wishes[wish], *(regions if wish == value else [])])
        return max(regions, default=0.0)

    scores = {name: max(wanted(value.lower()) for value in values) for name, values in offered.items()}
    return sorted((name for name in offered if scores[name] > 0), key=lambda name: -scores[name])


def language(headers: Headers) -> str:
    """Return the reader's language: Georgian unless the browser asks for others, of which English is one."""
    wish = headers.get("accept-language")
    return next(iter(preferred(wish, {"ka": ["ka"], "en": ["en"]}, cut="-")), "en" if wish else "ka")


def _wants_rdf(headers: Headers) -> bool:
    pages = {"html": ["text/html", "application/xhtml+xml"]}
    order = preferred(headers.get("accept"), pages | {name: [m] for name, m in sparql.GRAPHS.items()})
    return bool(order) and order[0] != "html"


def _wants_page(headers: Headers) -> bool:
    """Tell whether a page is wanted most, as a browser wants it; without a header, data is."""
    wish = headers.get("accept", "").lower()
    return ("text/html" in wish or "xhtml" in wish) and not _wants_rdf(headers)


# --- the endpoint -----------------------------------------------------------------------------------------


class _Problem(Exception):
    """A request that the protocol does not allow: a status, a text that says the way out, headers."""

    def __init__(self, status: int, text: str, **headers: str) -> None:
        super().__init__(text)
        self.response = PlainTextResponse(text + "\n", status, headers)


async def _body(request: Request) -> str:
    parts, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > BODY_BYTES:
            raise _Problem(413, f"The request is larger than {BODY_BYTES} bytes.")
        parts.append(chunk)
    try:
        return b"".join(parts).decode("utf-8")
    except UnicodeDecodeError:
        raise _Problem(400, "The request is not UTF-8.") from None


async def _parameters(request: Request) -> list[tuple[str, str]]:
    """Return the protocol's parameters from all three ways of sending a query. Raises _Problem."""
    pairs = request.query_params.multi_items()
    if request.method in ("GET", "HEAD"):
        return pairs
    if request.method != "POST":
        raise _Problem(405, "Send a query by GET or POST.", Allow="GET, HEAD, POST, OPTIONS")
    kind, _, rest = request.headers.get("content-type", "").partition(";")
    charset = re.search(r"charset\s*=\s*\"?([\w-]+)", rest, re.IGNORECASE)
    if charset and charset.group(1).lower() not in ("utf-8", "utf8", "us-ascii"):
        raise _Problem(415, "Send the query in UTF-8.")
    match kind.strip().lower():
        case "application/x-www-form-urlencoded":
            try:
                return parse_qsl(await _body(request), keep_blank_values=True, errors="strict")
            except ValueError:
                raise _Problem(400, "The form is not percent-encoded UTF-8.") from None
        case "application/sparql-query":
            if any(name == "query" for name, _ in pairs):
                raise _Problem(400, "Send the query in the body or in the address, not in both.")
            return [*pairs, ("query", await _body(request))]
        case "application/sparql-update":
            raise _Problem(403, "This endpoint is read-only.")
        case _:
            raise _Problem(
                415,
                "Send a query as application/sparql-query or as application/x-www-form-urlencoded.",
                **{"Accept-Post": "application/sparql-query, application/x-www-form-urlencoded"},
            )


def _query(pairs: Iterable[tuple[str, str]]) -> str | None:
    """Return the one query among the parameters, None where there is none. Raises _Problem."""
    queries = [value for name, value in pairs if name == "query"]
    names = {name for name, _ in pairs}
    if names & {"update", "using-graph-uri", "using-named-graph-uri"}:
        raise _Problem(403, "This endpoint is read-only.")
    if names & {"default-graph-uri", "named-graph-uri"}:
        raise _Problem(400, "There is one graph here: leave default-graph-uri and named-graph-uri out.")
    if len(queries) > 1:
        raise _Problem(400, "Send one query at a time.")
    return queries[0] if queries else None


def endpoint(pool: Callable[[], sparql.Pool]) -> Callable[[Request], Any]:
    """Return the handler of `/sparql`; `pool` is asked for at every request."""
    threads = anyio.CapacityLimiter(2 * sparql.WAITING)  # of its own: pages never wait for queries

    async def handle(request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"Allow": "GET, HEAD, POST, OPTIONS"})
        wanted = preferred(request.headers.get("accept"), _ACCEPTED)
        try:
            text = _query(await _parameters(request))
            if text is None and request.method == "POST":
                raise _Problem(400, "There is no query in the request: send one as `query`.")
            if text is None and _wants_page(request.headers):
                return _see(f"/{language(request.headers)}/query/")
            if text is None:
                return _description(str(request.url.replace(query="", fragment="")), wanted)
            answer = await anyio.to_thread.run_sync(lambda: pool().run(text, wanted), limiter=threads)
        except _Problem as problem:
            return problem.response
        except sparql.QueryError as error:
            return _refusal(error)
        return _bytes(answer.body, answer.media_type)

    return handle


def _refusal(error: sparql.QueryError) -> Response:
    headers = {"Vary": "Accept"}
    if isinstance(error, sparql.Busy):
        headers["Retry-After"] = str(round(sparql.PATIENCE) + 1)
    return PlainTextResponse(f"{error}\n", _STATUS[type(error)], headers)


def _bytes(body: bytes, media: str) -> Response:
    charset = "; charset=utf-8" if media.startswith("text/") else ""
    headers = {"Content-Type": media + charset, "Vary": "Accept", "Cache-Control": "no-cache"}
    return Response(body, headers=headers)


def _description(address: str, wanted: Sequence[str]) -> Response:
    """Return what the endpoint says about itself (SPARQL 1.1 Service Description)."""
    chosen = next((name for name in wanted if name in sparql.GRAPHS), None)
    if chosen is None:
        offered = ", ".join(sparql.GRAPHS.values())
        raise _Problem(
            406,
            f"There is no query; a description of the endpoint is to be had as {offered}. "
            "Queries are written in a browser at /en/query/ and /ka/query/.",
        )
    terms, formats = "http://www.w3.org/ns/sparql-service-description#", "http://www.w3.org/ns/formats/"
    node, kind = pyoxigraph.NamedNode, pyoxigraph.NamedNode(vocab.PREFIXES["rdf"] + "type")
    service, dataset = node(address), node(address + "#dataset")
    said = [
        (service, kind, node(terms + "Service")),
        (service, node(terms + "endpoint"), service),
        (service, node(terms + "supportedLanguage"), node(terms + "SPARQL11Query")),
        (service, node(terms + "defaultDataset"), dataset),
        (dataset, kind, node(terms + "Dataset")),
        (dataset, node(terms + "defaultGraph"), node(str(vocab.DATASET))),
    ]
    names = [f"SPARQL_Results_{name.upper()}" for name in sparql.ROWS]
    names += ["Turtle", "N-Triples", "JSON-LD", "RDF_XML"]
    said += [(service, node(terms + "resultFormat"), node(formats + name)) for name in names]
    body = pyoxigraph.serialize(
        (pyoxigraph.Triple(*triple) for triple in said),
        format=sparql.rdf_format(chosen),
        prefixes={"sd": terms, "format": formats},
    )
    return _bytes(body or b"", sparql.GRAPHS[chosen])


# --- the site ---------------------------------------------------------------------------------------------


class Site(StaticFiles):
    """The static pages, the IRIs that lead to them, and a 404 page in the reader's language."""

    def __init__(self, directory: Path, things: frozenset[str]) -> None:
        """Serve `directory`; `things` are the IRIs that lead somewhere."""
        super().__init__(directory=directory, html=False, check_dir=False)
        self.things = things

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, a directory's index, a redirection from an IRI, or the 404 page."""
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse(
                "Pages are read by GET. Queries go to /sparql.\n", 405, {"Allow": "GET, HEAD"}
            )
        headers = Headers(scope=scope)
        asked: str = scope["path"]
        try:
            full, found = self.lookup_path(path)
            if found and Path(full).is_dir():
                full, found = self.lookup_path(str(Path(path) / "index.html"))
                if found and not asked.endswith("/"):
                    return RedirectResponse(quote(f"/{asked.strip('/')}/"), 308)
            if found:
                return self.file_response(full, found, scope)
        except (OSError, ValueError):
            raise HTTPException(404) from None
        if asked == "/":
            return _see(f"/{language(headers)}/")
        return await self._thing(asked.strip("/"), headers) or self._missing(asked, headers, scope)

    async def _thing(self, local: str, headers: Headers) -> Response | None:
        """Return the way to what the IRI `local` names, None where it names nothing."""
        iri = vocab.BASE + local
        if not re.fullmatch(r"[\w./~-]+", local):
            return None
        try:
            place = vocab.page(iri, language(headers))
        except (ValueError, LookupError):
            return None
        if iri not in self.things:
            return None
        if not _wants_rdf(headers):
            return _see(f"/{place}")
        query = f"DESCRIBE <{iri}>"
        if iri == str(vocab.ONTOLOGY):
            query = f'CONSTRUCT {{ ?s ?p ?o }} {{ ?s ?p ?o FILTER(STRSTARTS(STR(?s), "{iri}")) }}'
        return _see("/sparql?" + urlencode({"query": query}))

    def _missing(self, asked: str, headers: Headers, scope: Scope) -> Response:
        first = asked.strip("/").partition("/")[0]
        tree = first if first in ("ka", "en") else language(headers)
        for name in (f"{tree}/404.html", "404.html"):
            full, found = self.lookup_path(name)
            if found:
                return self.file_response(full, found, {**scope, "headers": []}, status_code=404)
        return PlainTextResponse("There is no such page.\n", 404)


def _see(address: str) -> Response:
    return RedirectResponse(address, 303, {"Vary": "Accept, Accept-Language"})


# --- the whole --------------------------------------------------------------------------------------------

_HASHED = re.compile(r"[.-][0-9a-zA-Z]{8,}\.(min\.)?(js|css|woff2|wasm)$")

_SAFE: Mapping[str, str] = {
    # each page states its own policy for scripts; only the header can forbid frames
    "Content-Security-Policy": "frame-ancestors 'none'; object-src 'none'; base-uri 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class _SafeHeaders:
    """Adds the headers that keep a page in its place, and says how long each answer may be kept."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _SAFE.items():
                    headers.setdefault(name, value)
                ever = _HASHED.search(scope["path"]) and message["status"] == 200
                headers.setdefault(
                    "Cache-Control", "public, max-age=31536000, immutable" if ever else "no-cache"
                )
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


def _subjects(graph: Path) -> frozenset[str]:
    """Return the IRIs of ours that an N-Triples file says something about."""
    start = f"<{vocab.BASE}"
    with graph.open(encoding="utf-8") as lines:
        return frozenset(line[1 : line.index(">")] for line in lines if line.startswith(start))


def application(build: Path, *, seconds: float = sparql.SECONDS, workers: int = 2) -> Starlette:
    """Return the server for the build in `build`. Its workers start and end with it.

    `seconds` is how long a query may run. Raises sparql.Failed where the graph is not there.
    """
    graph = build / "tsesi.nt"
    if not graph.is_file():
        raise sparql.Failed(f"{graph} is not there. Run `tsesi build`.")
    pools: list[sparql.Pool] = []

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        pools.append(sparql.Pool(graph, prefixes=vocab.ASKED, workers=workers, seconds=seconds))
        try:
            yield
        finally:
            pools.pop().close()

    def pool() -> sparql.Pool:
        return pools[-1]

    methods = ["GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"]
    return Starlette(
        routes=[
            Route("/sparql", endpoint(pool), methods=methods),
            Mount("/", Site(build / "site", _subjects(graph))),
        ],
        middleware=[
            Middleware(_SafeHeaders),
            Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=methods[:4], allow_headers=["*"]),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
        ],
        lifespan=life,
    )


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at `host` and `port` (0: any free one). Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=128)


def run(build: Path, sock: socket.socket, *, seconds: float = sparql.SECONDS) -> None:
    """Serve at a listening socket until interrupted; print the two addresses when ready.

    Raises sparql.Failed where the graph is not there.
    """
    import uvicorn

    app = application(build, seconds=seconds)
    host, port = sock.getsockname()[:2]
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            print(f"Site    {address}/\nSPARQL  {address}/sparql", flush=True)
            print("Stop with Ctrl-C.", file=sys.stderr, flush=True)

    config = uvicorn.Config(app, log_level="warning", server_header=False, lifespan="on")
    Server(config).run(sockets=[sock])
