"""Takes a SPARQL query as text, gives its answer as bytes; guarantees that it only reads and that it ends.

A query is judged by what it *says*, on its parse tree, never by words that occur in it. Then it runs in a
worker process that holds the graph in memory, may open no file and no socket, has bounded memory, and is
killed when the time is up. So a query that two parsers understood differently could still reach nothing.
"""

from __future__ import annotations

import multiprocessing
import queue
import re
import signal
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    import pyoxigraph

Form = Literal["rows", "graph"]

ROWS: Mapping[str, str] = {
    "json": "application/sparql-results+json",
    "xml": "application/sparql-results+xml",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
}
"""Formats of SELECT and ASK: short name to media type (SPARQL 1.1 Query Results JSON / XML / CSV and TSV)."""

GRAPHS: Mapping[str, str] = {
    "ttl": "text/turtle",
    "nt": "application/n-triples",
    "jsonld": "application/ld+json",
    "rdf": "application/rdf+xml",
}
"""Formats of CONSTRUCT and DESCRIBE: short name to media type."""

SECONDS = 10.0
RESULT_BYTES = 16 * 2**20
QUERY_CHARACTERS = 100_000
QUERY_TOKENS = 5_000
QUERY_DEPTH = 100
MEMORY_BYTES = 2 * 2**30
PATIENCE = 2.0
WAITING = 16
_START_SECONDS = 60.0


class QueryError(Exception):
    """Why a query has no answer, in a sentence that says the way out."""


class Malformed(QueryError):
    """The text is not a SPARQL 1.1 query."""


class Refused(QueryError):
    """The query asks for what is not done here: writing, or reading from another host."""


class NotOffered(QueryError):
    """None of the wanted formats can hold this form of answer."""


class TooLarge(QueryError):
    """The query or its answer is larger than the limit."""


class TimedOut(QueryError):
    """The query did not end in time and was stopped."""


class Busy(QueryError):
    """Every worker was taken for as long as a query may run."""


class Failed(QueryError):
    """The query was stopped for another reason, such as its use of memory."""


_ERRORS = {kind.__name__: kind for kind in (Malformed, Refused, NotOffered, TooLarge, TimedOut, Busy, Failed)}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its form, the short name of its format and the bytes."""

    form: Form
    format: str
    body: bytes

    @property
    def media_type(self) -> str:
        """The media type of `body`."""
        return (ROWS if self.form == "rows" else GRAPHS)[self.format]


# --- judging ----------------------------------------------------------------------------------------------


def canonical(text: str) -> str:
    """Return the query with line ends and code point escapes resolved, so that all parsers read the same.

    SPARQL 1.1 (19.2) resolves `\\u0041` before anything else, and ends a comment at CR as well as at LF.
    Raises Malformed for an escape that makes another escape.
    """
    from rdflib.plugins.sparql.parser import expandUnicodeEscapes

    text = re.sub(r"\r\n?", "\n", text)
    try:
        text = expandUnicodeEscapes(text)
    except ValueError as error:
        raise Malformed(f"{error}. Write the character itself.") from None
    if re.search(r"\\[uU]|\r", text):
        raise Malformed(
            r"An escape (\u…) that yields another escape or a line end. Write the character itself."
        )
    return text


_ASIDE = re.compile(  # strings, IRIs, comments
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|' + r"'''(?:[^'\\]|\\.|'(?!''))*'''|"
    r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'|<[^<>\"{}|^`\\\x00-\x20]*>|#[^\n]*",
    re.DOTALL,
)


_TOO_DEEP = "The query is nested too deeply, or too long for one. Ask in several queries."


def _bound(text: str) -> None:
    """Raise Malformed or TooLarge for what no parser should be given: too deep, or of too many words."""
    bare = _ASIDE.sub(" ", text)
    depth = 0
    for found in re.finditer(r"[(\[{)\]}]", bare):
        depth = depth + 1 if found[0] in "([{" else max(0, depth - 1)
        if depth > QUERY_DEPTH:
            raise Malformed(f"The query is nested too deeply: more than {QUERY_DEPTH} brackets are open.")
    if re.search(rf"(?:[!+^-]\s*+){{{QUERY_DEPTH + 1}}}", bare):
        raise Malformed(f"The query is nested too deeply: more than {QUERY_DEPTH} signs stand in a row.")
    if sum(1 for _ in re.finditer(r"\w+|[^\w\s]", bare)) > QUERY_TOKENS:
        raise TooLarge(f"The query has more than {QUERY_TOKENS} words and signs. Ask in several queries.")


def declarations(text: str, known: Mapping[str, str]) -> str:
    """Return a line that declares what `known` prefixes a query uses and does not declare, "" where none."""
    bare = _ASIDE.sub(" ", text)
    declared = set(re.findall(r"(?i)\bprefix\s+([\w.-]*)\s*:", bare))
    used = set(re.findall(r"(?<![\w.-])([A-Za-z][\w.-]*):", bare)) - declared
    line = " ".join(f"PREFIX {name}: <{iri}>" for name, iri in known.items() if name in used)
    return line and line + "\n"


def _unexpected(text: str, at: int) -> str:
    word = re.match(r"[^\s(){}<>]+|\S", text[at : at + 40])
    return f"“{word[0]}” is not expected here" if word else "the query ends too early"


def _at(text: str, line: int, column: int, why: str) -> str:
    """Return why a query does not parse, with the place: in words, and under a sign that points at it."""
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return f"Not a SPARQL 1.1 query: {why}"
    shown, at = lines[line - 1].replace("\t", " "), max(0, column - 1)
    if len(shown) > _SHOWN:
        first = max(0, min(at - _SHOWN // 2, len(shown) - _SHOWN))
        shown, at = shown[first : first + _SHOWN], at - first
    return f"Not a SPARQL 1.1 query: line {line}, column {column}: {why}\n  {shown}\n  {' ' * at}^"


_SHOWN = 100  # characters of a line in an error


def judge(text: str, own: int = 0) -> Form:
    """Return the form of the answer to a canonical query, of which the first `own` lines are ours.

    Raises Malformed where it does not parse, Refused where it would write or read from another host.
    """
    from pyparsing import ParseBaseException
    from rdflib.plugins.sparql.parser import parseQuery

    try:
        tree = parseQuery(text)
    except RecursionError:
        raise Malformed(_TOO_DEEP) from None
    except ParseBaseException as error:
        if _is_update(text):
            raise Refused("Read-only: INSERT, DELETE, LOAD, CLEAR and the like are refused.") from None
        theirs = text.split("\n", own)[-1]
        line, column, why = _explain(text) or (error.lineno, error.column, _unexpected(text, error.loc))
        raise Malformed(_at(theirs, line - own, column, why)) from None
    except Exception as error:
        # rdflib's parse actions raise their own errors (an undeclared function, a misplaced aggregate …)
        raise Malformed(f"Not a SPARQL 1.1 query: {error}") from None
    kinds = _node_kinds(tree)
    if "ServiceGraphPattern" in kinds:
        raise Refused("SERVICE would send the query to another host: refused. Ask this graph alone.")
    if "DatasetClause" in kinds:
        raise Refused("FROM names another data set: refused. There is one graph here; leave FROM out.")
    if not kinds & {"SelectQuery", "AskQuery", "ConstructQuery", "DescribeQuery"}:
        raise Malformed("Not a SPARQL 1.1 query.")
    return "rows" if kinds & {"SelectQuery", "AskQuery"} else "graph"


def _node_kinds(tree: object) -> set[str]:
    """Return the names of all nodes of rdflib's parse tree."""
    from pyparsing import ParseResults
    from rdflib.plugins.sparql.parserutils import CompValue

    kinds: set[str] = set()
    stack: list[object] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, CompValue):
            kinds.add(node.name)
            stack.extend(node.values())
        elif isinstance(node, ParseResults | list | tuple | set):
            stack.extend(node)  # a ParseResults is a Mapping too, but of its named parts alone
        elif isinstance(node, Mapping):
            stack.extend(node.values())
    return kinds


def _is_update(text: str) -> bool:
    from rdflib.plugins.sparql.parser import parseUpdate

    try:
        return _node_kinds(parseUpdate(text)) != {"Update"}  # which an empty text is, too
    except Exception:
        return False


_PLACE = re.compile(r"error at (\d+):(\d+): expected (?:one of )?(.*)", re.DOTALL)
_NEWER = {"{|", "~", "<<", "<<("}  # what is not of SPARQL 1.1


def _explain(text: str) -> tuple[int, int, str] | None:
    """Return line, column and reason of a syntax error by Oxigraph, where they are better than rdflib's."""
    import pyoxigraph

    try:
        pyoxigraph.Store().query(text)
    except SyntaxError as error:
        found = _PLACE.match(str(error))
        if found is None:
            return 1, 1, textwrap.shorten(str(error), 300, placeholder=" …")
        line, column = int(found[1]), int(found[2])
        reason = _reason(text, line, column, found[3])
        return (line, column, reason) if reason else None
    except Exception:
        return None
    return None


def _reason(text: str, line: int, column: int, expected: str) -> str:
    """Return in words what Oxigraph expected: the sentence if it has one, else the signs; "" for neither."""
    if "Prefix not found" in expected:
        before = text.split("\n")[line - 1][: column - 1]
        name = re.search(r"[\w.-]*:[^\s:]*$", before)
        prefix = name[0].partition(":")[0] + ":" if name else "a prefix"
        return f"{prefix} is not declared. Put `PREFIX {prefix} <…>` before the query."
    for sentence in re.findall(r"[A-Za-z]+(?: [\w()-]+){2,}", expected):
        return str(sentence)
    wanted = [one for one in dict.fromkeys(re.findall('"([^"]+)"', expected)) if one not in _NEWER]
    wanted = [one for one in wanted if not one.startswith("\\")][:10]
    return "expected " + " or ".join(f"“{one}”" for one in wanted) if wanted else ""


# --- answering --------------------------------------------------------------------------------------------


class _Bounded(BytesIO):
    """A buffer that refuses to grow beyond a limit."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit

    def write(self, data: Any, /) -> int:
        if self.tell() + len(data) > self.limit:
            raise TooLarge(f"The answer is larger than {self.limit // 2**20} MB. Ask for less, or add LIMIT.")
        return super().write(data)


def rdf_format(name: str) -> pyoxigraph.RdfFormat:
    """Return Oxigraph's format for a key of GRAPHS."""
    import pyoxigraph

    found = pyoxigraph.RdfFormat.from_media_type(GRAPHS[name])
    assert found is not None, name
    return found


def answer(
    store: pyoxigraph.Store,
    text: str,
    wanted: Sequence[str],
    *,
    prefixes: Mapping[str, str] | None = None,
    limit: int = RESULT_BYTES,
) -> Answer:
    """Judge a query, run it on `store` and return its answer in the first of the `wanted` formats that fits.

    `wanted` holds keys of ROWS and GRAPHS; `prefixes` need no declaring, and are used to write Turtle. There
    is no time limit here: see Pool.
    Raises a QueryError.
    """
    import pyoxigraph

    if len(text) > QUERY_CHARACTERS:
        raise TooLarge(f"The query is longer than {QUERY_CHARACTERS} characters.")
    text = canonical(text)
    _bound(text)
    added = declarations(text, prefixes or {})
    text = added + text
    form = judge(text, bool(added))
    offered = ROWS if form == "rows" else GRAPHS
    chosen = next((name for name in wanted if name in offered), None)
    if chosen is None:
        what = "SELECT and ASK" if form == "rows" else "CONSTRUCT and DESCRIBE"
        raise NotOffered(f"Not a format for this query. {what} give " + ", ".join(offered.values()) + ".")
    buffer = _Bounded(limit)
    output = cast("IO[bytes]", buffer)
    try:
        results = store.query(text)
        if isinstance(results, pyoxigraph.QueryTriples):
            # sorted: the same answer has the same bytes, and Turtle keeps a subject together
            triples = sorted(results, key=str)
            written = "".join(map(str, triples))
            used = {short: iri for short, iri in (prefixes or {}).items() if f"<{iri}" in written}
            pyoxigraph.serialize(triples, output, format=rdf_format(chosen), prefixes=used)
        elif isinstance(results, pyoxigraph.QueryBoolean) and chosen in ("csv", "tsv"):
            # the CSV and TSV formats know no boolean answer; the bare word is what endpoints send
            buffer.write(b"true\n" if results else b"false\n")
        else:
            results.serialize(output, format=getattr(pyoxigraph.QueryResultsFormat, chosen.upper()))
    except SyntaxError as error:
        line, column, why = _explain(text) or (0, 0, str(error))
        raise Malformed(_at(text.split("\n", bool(added))[-1], line - bool(added), column, why)) from None
    except QueryError:
        raise
    except Exception as error:
        raise Failed(f"The query could not be answered: {error}") from None
    body = buffer.getvalue()
    if chosen == "xml" and re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]", body):
        raise NotOffered(f"The answer has signs of control, which XML cannot hold. Ask for {ROWS['json']}.")
    return Answer(form, chosen, body)


# --- workers ----------------------------------------------------------------------------------------------


def _shut_in(memory: int) -> None:
    """Take from this process the right to open files and sockets, and all but `memory` bytes to grow by."""
    try:
        import resource
    except ImportError:  # not on Windows: there the judgement on the parse tree stands alone
        return
    statm = Path("/proc/self/statm")
    if statm.exists():
        pages = int(statm.read_text().split()[0])
        limit = pages * resource.getpagesize() + memory
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


def _work(pipe: Connection, graph: str, prefixes: Mapping[str, str], seconds: float, memory: int) -> None:
    """Load the graph, then answer queries from `pipe` one after another until it closes."""
    import pyoxigraph

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    sys.setrecursionlimit(10_000)  # rdflib's parser takes some fifty calls for each pair of parentheses
    try:
        store = pyoxigraph.Store()
        store.bulk_load(path=graph, format=pyoxigraph.RdfFormat.N_TRIPLES)
        for warm in ("SELECT * { ?s ?p ?o } LIMIT 1", "not a query"):  # imports what must be imported
            _try(store, warm, ["json"], prefixes)
        _shut_in(memory)
    except Exception as error:
        pipe.send((None, "Failed", f"{graph}: {error}. Run `tsesi build`."))
        return
    pipe.send((None, "ready", ""))
    while True:
        try:
            text, wanted = pipe.recv()
        except (EOFError, OSError):
            return
        if hasattr(signal, "setitimer"):
            # the alarm ends the process even if the parent is gone by then
            signal.setitimer(signal.ITIMER_REAL, seconds + 1)
        reply = _try(store, text, wanted, prefixes)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        pipe.send(reply)


def _try(
    store: pyoxigraph.Store, text: str, wanted: Sequence[str], prefixes: Mapping[str, str]
) -> tuple[Answer | None, str, str]:
    try:
        return answer(store, text, wanted, prefixes=prefixes), "", ""
    except QueryError as error:
        return None, type(error).__name__, str(error)
    except MemoryError:
        return None, "Failed", "The query needs more memory than it may have. Ask for less, or add LIMIT."


class _Worker:
    """One process with the graph in memory."""

    def __init__(self, graph: Path, prefixes: Mapping[str, str], seconds: float, memory: int) -> None:
        context = multiprocessing.get_context("spawn")  # forking a server that has threads is not safe
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_work,
            args=(theirs, str(graph), dict(prefixes), seconds, memory),
            daemon=True,
            name="tsesi-query",
        )
        self.process.start()
        theirs.close()
        self.ready = False

    def wait_ready(self) -> None:
        """Wait until the graph is loaded. Raises Failed."""
        if self.ready:
            return
        try:
            if not self.pipe.poll(_START_SECONDS):
                raise Failed("The query worker did not start.")
            _, kind, message = self.pipe.recv()
        except (EOFError, OSError):
            raise Failed("The query worker ended while it was loading the graph.") from None
        if kind != "ready":
            raise Failed(message)
        self.ready = True

    def ask(
        self, text: str, wanted: Sequence[str], seconds: float, awaited: Callable[[], bool]
    ) -> tuple[Answer | None, str, str]:
        """Return the worker's reply. Raises TimedOut, Busy or Failed: the worker is then of no more use.

        A query that is `awaited`, since others wait for the worker, has PATIENCE seconds only.
        """
        start = time.monotonic()
        try:
            self.pipe.send((text, list(wanted)))
            while not self.pipe.poll(min(0.2, max(0.0, start + seconds - time.monotonic()))):
                took = time.monotonic() - start
                if took >= seconds:
                    raise TimedOut(f"Stopped after {seconds:g} s. Ask for less, or add LIMIT.")
                if took > PATIENCE and awaited():
                    raise Busy(f"Stopped after {took:.0f} s, since others wait. Ask for less, or try later.")
            return cast("tuple[Answer | None, str, str]", self.pipe.recv())
        except (EOFError, OSError):
            self.process.join(1)
            if self.process.exitcode == -signal.SIGSEGV:  # the parser ran out of stack
                raise Malformed(_TOO_DEEP) from None
            raise Failed(
                "The query was stopped: it needed more memory than it may have. Ask for less, or add LIMIT."
            ) from None

    def end(self) -> None:
        """Kill the process and wait until it is gone."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Pool:
    """A few workers on one N-Triples file. Safe to use from several threads."""

    def __init__(
        self,
        graph: Path,
        *,
        prefixes: Mapping[str, str] | None = None,
        workers: int = 2,
        seconds: float = SECONDS,
        memory: int = MEMORY_BYTES,
    ) -> None:
        """Start `workers` processes that load `graph`; a query has `seconds` and `memory` bytes.

        Raises Failed where the file is not there; what else is wrong with it, the first query tells.
        """
        if not graph.is_file():
            raise Failed(f"{graph} is not there. Run `tsesi build`.")
        self.graph, self.prefixes = graph, dict(prefixes or {})
        self.seconds, self.memory = seconds, memory
        self._closed = False
        self._waiting = 0
        self._counting = threading.Lock()
        self._idle: queue.Queue[_Worker] = queue.Queue()
        for _ in range(workers):
            self._idle.put(self._start())

    def _start(self) -> _Worker:
        return _Worker(self.graph, self.prefixes, self.seconds, self.memory)

    def run(self, text: str, wanted: Sequence[str]) -> Answer:
        """Answer a query in the first of the `wanted` formats that fits it. Raises a QueryError.

        Where all workers are busy it waits, but not behind more than WAITING others. While it waits, no other
        query has more than PATIENCE seconds: slow ones cannot keep quick ones out.
        """
        worker = self._free()
        try:
            worker.wait_ready()
            reply, kind, message = worker.ask(text, wanted, self.seconds, lambda: self._waiting > 0)
        except BaseException:
            worker.end()
            if not self._closed:
                worker = self._start()
            raise
        finally:
            self._idle.put(worker)
        if reply is None:
            raise _ERRORS[kind](message)
        return reply

    def _free(self) -> _Worker:
        """Return an idle worker. Raises Busy where none is to be had in time."""
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            pass
        with self._counting:
            if self._waiting >= WAITING:
                raise Busy("Too many queries wait already. Try again in a moment.")
            self._waiting += 1
        try:
            return self._idle.get(timeout=self.seconds)
        except queue.Empty:
            raise Busy("All workers are busy with other queries. Try again in a moment.") from None
        finally:
            with self._counting:
                self._waiting -= 1

    def close(self) -> None:
        """End all workers."""
        self._closed = True
        while True:
            try:
                self._idle.get_nowait().end()
            except queue.Empty:
                return

    def __enter__(self) -> Pool:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End all workers."""
        self.close()
