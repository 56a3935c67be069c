"""Takes the words of a command line, gives results on standard output and progress on standard error.

Exit 0 is done, 1 findings that stop (or an input that cannot be read), 2 wrong use. Everything heavy is
imported by the command that needs it: `tsesi --help` answers at once.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from tsesi import recipe, sparql
    from tsesi.model import Reading


def _examples(*commands: str, after: str = "") -> str:
    """Return the end of a help text: one example a line."""
    lines = "\n\n".join(f"- `{command}`" for command in commands)
    return f"Examples:\n\n{lines}" + (f"\n\n{after}" if after else "")


app = typer.Typer(
    name="tsesi",
    help="Reads the laws of rugby in Georgian into linked data: text, rules, terms, site.",
    epilog=_examples(
        "tsesi parse my-law.txt --format tree  # how a text is read",
        "tsesi check my-law.txt  # what to look at in it, with file and line",
        "tsesi serve  # build what is out of date, then site and SPARQL at http://127.0.0.1:8000/",
        "tsesi query --list  # what the graph can be asked",
        after="Every command has `--help` with examples.",
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)

DONE, FINDINGS, WRONG_USE = 0, 1, 2


class ParseFormat(StrEnum):
    """How `parse` prints."""

    json = "json"
    ttl = "ttl"
    tree = "tree"


class QueryFormat(StrEnum):
    """How `query` prints."""

    table = "table"
    csv = "csv"
    json = "json"
    ttl = "ttl"


class Language(StrEnum):
    """The two languages."""

    ka = "ka"
    en = "en"


Root = Annotated[
    Path | None,
    typer.Option("--root", metavar="DIR", help="The project's folder. Default: the one we are in."),
]
BuildDir = Annotated[
    Path | None,
    typer.Option("--build", metavar="DIR", envvar="TSESI_BUILD", help="The build to use. Default: build/."),
]
OutDir = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Where to write. Default: build/ of the project."),
]
Host = Annotated[str, typer.Option(help="Where to listen. Other machines reach only other addresses.")]
Port = Annotated[int, typer.Option(help="The port; 0 takes any free one.", min=0, max=65535)]
Seconds = Annotated[float, typer.Option(help="How long a query may run.", min=0.1)]
File = Annotated[
    str, typer.Argument(metavar="FILE", help="A text in the notation; `-` reads standard input.")
]
LawNumber = Annotated[
    str | None, typer.Option("--law", metavar="N", help="The law's number, where the text does not give it.")
]
UnitIds = Annotated[
    list[str] | None,
    typer.Option("--unit", metavar="ID", help="Only this unit (tree and json); may be repeated."),
]
QueryName = Annotated[
    str | None,
    typer.Argument(metavar="NAME|FILE.rq", help="A stored query, or a file with one; `-` reads it."),
]
QueryText = Annotated[
    str | None,
    typer.Option("-e", metavar="TEXT", help="A query as text; the project's prefixes are known."),
]
Lang = Annotated[Language, typer.Option(help="The language.")]


# --- what all commands share --------------------------------------------------------------------------------


def say(text: str) -> None:
    """Report progress."""
    print(text, file=sys.stderr, flush=True)


def put(text: str) -> None:
    """Print a result."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def project(root: Path | None) -> recipe.Project:
    """Return the project at `root`, else the one around the current folder."""
    from tsesi import recipe

    return recipe.Project.at(root)


def wrong(text: str) -> typer.Exit:
    """Report wrong use; the caller raises what this returns."""
    say(f"tsesi: {text}")
    return typer.Exit(WRONG_USE)


def main() -> None:
    """Run the command. An error of Tsesi's own is a message for the user, not a traceback."""
    try:
        app()
    except BrokenPipeError:  # the reader had enough: `tsesi … | head`
        _have_enough()
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # typer met it first and calls it a failure
            _have_enough()
        raise
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        say(f"tsesi: {where}{error.strerror or error}")
        raise SystemExit(WRONG_USE) from error
    except Exception as error:
        # the project's own errors name file, line and way out; any other is a fault of ours: keep its trace
        if not type(error).__module__.startswith("tsesi."):
            raise
        say(f"tsesi: {error}")
        raise SystemExit(_status(error)) from error


def _have_enough() -> NoReturn:
    """End well, with nothing more for a reader that has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(DONE) from None


def _status(error: Exception) -> int:
    """Return the exit status of an error: wrong use, or an input that cannot be used."""
    from tsesi import corpus, export, sparql

    if isinstance(error, corpus.CorpusError):
        return FINDINGS if Path(error.path).is_file() or error.path == "-" else WRONG_USE
    misused = sparql.Malformed | sparql.Refused | sparql.NotOffered | export.ExportError
    return WRONG_USE if isinstance(error, misused) else FINDINGS


# --- build and serve ----------------------------------------------------------------------------------------


@app.command(epilog=_examples("tsesi build", "tsesi build --out try && ls try/site/ka"))
def build(
    root: Root = None,
    out: OutDir = None,
) -> None:
    """Read the corpus and write graph, exports and site.

    The folder is replaced only when everything is written: a build that fails leaves the last one as it was.
    Findings that stop (two clauses with one number, a bracket that never closes, a graph against its shapes)
    are printed with file and line; the exit status is then 1. A second build of the project waits for the
    first.
    """
    from tsesi import recipe

    here = project(root)
    built = recipe.build(here, out or here.build, say)
    for one in built.stops:
        say(str(one))
    if built.stops:
        say("Nothing was written: mend what is listed, or add a correction to the corpus.")
        raise typer.Exit(FINDINGS)
    put(f"{out or here.build}: {built.summary}")


@app.command(
    epilog=_examples(
        "tsesi serve --port 8080",
        "curl 127.0.0.1:8080/sparql --data-urlencode 'query=ASK { ?norm tsesi:bearer actor:referee }'",
        "curl 127.0.0.1:8080/sparql -H 'Accept: text/csv' --data-urlencode query@ontology/queries/cost.rq",
    )
)
def serve(
    root: Root = None,
    build_: BuildDir = None,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    seconds: Seconds = 10.0,
) -> None:
    """Serve the site and a read-only SPARQL endpoint (`/sparql`), building first what is out of date.

    Queries come by GET or POST; the prefixes of the project's queries need no declaring. While others wait, a
    query has two seconds; who is turned away (503) is told when to come again.
    """
    from tsesi import recipe
    from tsesi import serve as server

    here = project(root)
    folder = build_ or here.build
    try:
        sock = server.listen(host, port)  # before the build: a port that is taken is told at once
    except OSError as error:
        raise wrong(f"cannot listen at {host}:{port}: {error.strerror}. Try another --port.") from error
    with sock:
        if build_ is None and recipe.is_stale(here, folder):
            build(root=root, out=None)
        if host not in ("127.0.0.1", "::1", "localhost"):
            say(f"Listening at {host}: other machines can reach this server.")
        server.run(folder, sock, seconds=seconds)


# --- parse --------------------------------------------------------------------------------------------------


@app.command(
    epilog=_examples(
        "tsesi parse corpus/law-09-foul-play.ka.txt --format tree --unit 9.7.b",
        "echo '1. მოთამაშემ წესი არ უნდა დაარღვიოს.' | tsesi parse - --law 9 --format ttl",
    )
)
def parse(
    file: File,
    format_: Annotated[ParseFormat, typer.Option("--format", help="How to print.")] = ParseFormat.json,
    law: LawNumber = None,
    unit: UnitIds = None,
) -> None:
    """Read one text and print what it says: units, norms, sanctions, notation, repairs, findings.

    The text need not be in `corpus/`. *json* is for programs, *ttl* is the graph, *tree* is for people: each
    span stands under the text, with what it was read as and why.
    """
    import tsesi
    from tsesi import corpus

    source = corpus.read(file, law)  # before the words are loaded: a wrong name is told at once
    reader = tsesi.reader()
    reading = reader.read(source)
    wanted = unit or []
    known = {one.id for one in reading.document.units}
    if missing := [one for one in wanted if one not in known]:
        raise wrong(f"{file} has no unit {', '.join(missing)}. It has: {', '.join(sorted(known))}")
    if format_ is ParseFormat.tree:
        width = shutil.get_terminal_size((100, 24)).columns
        put(reader.tree(reading, units=wanted, width=max(width, 40)))
    elif format_ is ParseFormat.ttl:
        put(reader.turtle([reading]))
    else:
        data = reader.data(reading)
        if wanted:
            data["units"] = [one for one in data["units"] if one["id"] in wanted]
        put(json.dumps(data, ensure_ascii=False, indent=1))


# --- check --------------------------------------------------------------------------------------------------


@app.command(
    epilog=_examples(
        "tsesi check",
        "tsesi check my-law.txt --lang ka",
        "tsesi check --terms",
        "tsesi check --gold annotated/",
    )
)
def check(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="Texts to check. Default: the corpus.")
    ] = None,
    terms: Annotated[
        bool, typer.Option("--terms", help="Only compare the two languages, term by term.")
    ] = False,
    gold: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Compare with the annotated laws (law-NN*.yml) of a folder, too."),
    ] = None,
    lang: Lang = Language.en,
    root: Root = None,
) -> None:
    """Say what a person should look at: each finding with file and line, then how much was read.

    The graph is asked its shapes. Exit status 1 means that a finding stops a build, a shape is broken, an
    annotated fact is missed or, with --terms, that the two languages differ somewhere.
    """
    import tsesi
    from tsesi import recipe

    if files:
        reader = tsesi.reader()
        readings = [reader.read(file) for file in files]
    else:
        reader, readings = recipe.read_corpus(project(root), say)
    bare = [replace(one, findings=()) for one in readings]
    if terms:
        compared = recipe.compared(project(root), reader, bare)
        unlike = [told for reading in compared for told in recipe.told(reading, lang.value)]
        for one in unlike:
            put(str(one))
        for reading in compared:
            if not reading.english:
                say(f"{reading.document.normalized.source.path} has no English: its Georgian alone was read.")
        say(_counted(unlike, sum(len(reading.departures) for reading in compared)))
        raise typer.Exit(FINDINGS if unlike else DONE)
    stops = 0
    for reading in readings:
        found = recipe.told(reading, lang.value)
        stops += sum(one.stops for one in found)
        for one in found:
            put(str(one))
    if not files:
        for line in recipe.shared_names(reader, lang.value):
            put(line)
    say("Checking the graph against its shapes")
    wrong = recipe.validated(reader.graph(readings), reader.ontology, lang.value, readings)
    stops += sum(one.stops for one in wrong)
    for line in recipe.grouped(wrong):
        put(line)
    for reading in readings:
        put(_coverage(reader, reading))
    missed = sum(_compare(reader, reading, gold) for reading in readings) if gold else 0
    unlike = [one for reading in recipe.compared(project(root), reader, bare) for one in recipe.told(reading)]
    more = f"{len(unlike)} more" if unlike else "none"
    say(f"Findings in the comparison of terms and languages: {more} (`tsesi check --terms` lists them).")
    if stops:
        say(f"{stops} of these findings stop a build.")
    raise typer.Exit(FINDINGS if stops or missed else DONE)


def _counted(found: Sequence[recipe.Told], meant: int) -> str:
    """Return how many findings there are, by kind, and how many the data excuse."""
    kinds = Counter(one.kind for one in found)
    said = f"{len(found)} finding{'' if len(found) == 1 else 's'}"
    if found:
        said += f": {', '.join(f'{kind} {number}' for kind, number in sorted(kinds.items()))}"
    return f"{said}; {meant} more excused in corpus/exceptions.yml" if meant else said


def _coverage(reader: recipe.Reader, reading: Reading) -> str:
    """Return how much of one text was read, in a few lines."""
    covered = reader.coverage(reading)
    document = reading.document
    lines = [f"{document.normalized.source.path}: {len(document.units)} units"]
    pairs = {
        "characters read": (covered.characters, "stand in a unit, a heading or the title"),
        "tokens known": (covered.tokens, "words that the lexicon has"),
        "norms complete": (covered.norms, "their acts and whom they bind are in the termbase"),
    }
    for name, ((read, there), what) in pairs.items():
        share = f" ({100 * read / there:.1f} %)" if there else ""
        lines.append(f"  {name:16} {read} of {there}{share}: {what}")
    if covered.unknown:
        lines.append(f"  not known: {', '.join(covered.unknown)}")
    return "\n".join(lines)


def _compare(reader: recipe.Reader, reading: Reading, folder: Path) -> int:
    """Print how a reading compares with its annotation; return the number of facts missed or added."""
    import yaml

    from tsesi import score

    law = reading.document.law or ""
    paths = [path for path in sorted(folder.glob("law-*.yml")) if path.stem.split("-")[1].lstrip("0") == law]
    if not paths:
        say(f"{folder} has no annotation of law {law or '(no number)'}.")
        return 0
    gold = yaml.safe_load(paths[0].read_text(encoding="utf-8"))
    keys = set(reader.termbase.concepts)
    vocabulary = folder / "concepts.yml"  # the keys that the annotators had, where the folder has them
    if vocabulary.is_file():
        groups = yaml.safe_load(vocabulary.read_text(encoding="utf-8"))
        keys = {key for group in groups.values() for key in group}
    tallies = score.compare(reader.data(reading), gold, keys)
    put(f"law {law} against {paths[0]}\n{score.table(tallies)}")
    whole = score.whole(tallies)
    misses = [f"missing {fact}" for fact in whole.missing] + [f"extra {fact}" for fact in whole.extra]
    for miss in misses:
        put(miss)
    return len(misses)


# --- for translators ----------------------------------------------------------------------------------------


@app.command(
    epilog=_examples(
        "tsesi export tbx > tsesi.tbx",
        "tsesi export tmx --out memory --locale ka-GE,en-GB",
        "tsesi export all --out downloads",
    )
)
def export(
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="tbx, tbx-v2, tmx, srx, glossary, csv, xlsx or all.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write all files of the kind here. Default: the main one is printed."
        ),
    ] = None,
    locale: Annotated[
        str | None,
        typer.Option(metavar="TAGS", help="Tags with regions, where a tool wants them: ka-GE,en-GB."),
    ] = None,
    root: Root = None,
) -> None:
    """Write the termbase and the texts as files that translators' tools open."""
    from tsesi import export as exports
    from tsesi import recipe

    exports.locales(locale)  # wrong use is told before the reading begins
    if kind not in (*exports.KINDS, "all"):
        raise wrong(f"there is no export {kind}. There are: {', '.join(exports.KINDS)} and all.")
    if kind == "all" and out is None:
        raise wrong("all has many files: give --out DIR.")
    reader, readings = recipe.read_corpus(project(root), say)
    made = reader.graph(readings)
    if out is not None:
        for path in exports.write(made, kind, out, locale):
            put(str(path))
        return
    files = exports.files(made, kind, locale)
    name, content = next(iter(files.items()))
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    if others := list(files)[1:]:
        say(f"Printed {name}; with --out DIR there are also {', '.join(others)}.")


@app.command(epilog=_examples("tsesi kwic რაქი", "tsesi kwic 'front row' --lang en"))
def kwic(
    term: Annotated[str, typer.Argument(metavar="TERM", help="A word or a term, in any form.")],
    lang: Annotated[
        Language | None, typer.Option(help="Where to look. Default: the language of its letters.")
    ] = None,
    root: Root = None,
) -> None:
    """Print every place of a term in its context, with the other language beneath.

    It is found in all its forms, hyphenated or joined. It stands in ‹ ›, as does what renders it.
    """
    from tsesi import kwic as concordance
    from tsesi import recipe

    reader, readings = recipe.read_corpus(project(root), say)
    found = concordance.lines(
        reader.graph(readings),
        term,
        {"ka": reader.nlp, "en": reader.english.nlp},
        None if lang is None else lang.value,
    )
    if found:
        put(concordance.text(found, max(60, shutil.get_terminal_size((100, 24)).columns)))
    say(f"{len(found)} place{'' if len(found) == 1 else 's'}")


@app.command(
    "import-terms",
    epilog=_examples(
        "tsesi export csv > terms.csv",
        "tsesi import-terms terms.csv --dry-run",
        "tsesi import-terms terms.csv",
    ),
)
def import_terms(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A table of terms, CSV or XLSX.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")] = False,
    root: Root = None,
) -> None:
    """Bring an edited table of terms back into the termbase, and show what changes.

    A table that breaks a rule changes nothing: each fault is told with its line and the reason (exit
    status 1). Of `ontology/terms.yml` only the values that changed are written anew.
    """
    from tsesi import recipe, revise

    revision = revise.revise(file, project(root).ontology / "terms.yml", recipe.lacks(project(root)))
    for note in revision.left:
        say(note)
    for change in revision.changes:
        say(str(change))
    if not revision.changes:
        say("Nothing changes; nothing was written.")
        return
    put(revision.diff)
    changes = f"{len(revision.changes)} change{'' if len(revision.changes) == 1 else 's'}"
    if dry_run:
        say(f"{changes}; nothing was written. Without --dry-run they go into {revision.path}.")
    else:
        revision.write()
        say(f"{changes}, written into {revision.path}.")


# --- query --------------------------------------------------------------------------------------------------


@app.command(
    epilog=_examples(
        "tsesi query --list",
        "tsesi query front-row --format csv",
        "tsesi query -e 'SELECT ?n WHERE { ?n a tsesi:Prohibition } LIMIT 3'",
    )
)
def query(
    name: QueryName = None,
    text: QueryText = None,
    format_: Annotated[QueryFormat, typer.Option("--format", help="How to print.")] = QueryFormat.table,
    list_: Annotated[bool, typer.Option("--list", help="List the stored queries.")] = False,
    lang: Lang = Language.en,
    root: Root = None,
    build_: BuildDir = None,
    seconds: Seconds = 60.0,
) -> None:
    """Ask the graph, with a stored query or one of your own, on Oxigraph."""
    from tsesi import sparql, vocab

    here = project(root)
    if list_:
        for stored in _queries(here):
            put(f"{stored.name:28} {stored.question[lang.value]}")
        return
    if (name is None) == (text is None):
        raise wrong("give the name of a query, a file, or -e TEXT. `tsesi query --list` shows the names.")
    asked = text if text is not None else _query_text(here, name or "")
    folder = build_ or here.build
    if build_ is None:
        _warn_if_stale(here)
    wanted = _WANTED[format_]
    with sparql.Pool(folder / "tsesi.nt", prefixes=vocab.ASKED, workers=1, seconds=seconds) as pool:
        answer = pool.run(asked, wanted)
    if format_ is QueryFormat.table:
        _print_table(answer)
    else:
        put(answer.body.decode("utf-8"))


_WANTED = {
    QueryFormat.table: ["json", "nt"],
    QueryFormat.csv: ["csv"],
    QueryFormat.json: ["json", "jsonld"],
    QueryFormat.ttl: ["ttl"],
}


def _queries(here: recipe.Project) -> Iterable[Any]:
    from tsesi import queries

    return queries.load(here.queries)


def _query_text(here: recipe.Project, name: str) -> str:
    """Return the text of a stored query, of a file, or of standard input. Raises typer.Exit."""
    if name == "-":
        return sys.stdin.read()
    if name.endswith(".rq") or os.sep in name:
        return Path(name).read_text(encoding="utf-8")
    stored = {one.name: one for one in _queries(here)}
    if name not in stored:
        import difflib

        near = difflib.get_close_matches(name, stored, 3)
        hint = f"Did you mean {' or '.join(near)}?" if near else "`tsesi query --list` shows the names."
        raise wrong(f"there is no query named {name}. {hint}")
    return str(stored[name].text)


def _print_table(answer: sparql.Answer) -> None:
    """Print rows or triples in columns, IRIs by their short names."""
    if answer.form == "graph":
        import pyoxigraph

        triples = pyoxigraph.parse(answer.body, format=pyoxigraph.RdfFormat.N_TRIPLES)
        rows = [[_short_term(str(part)) for part in (t.subject, t.predicate, t.object)] for t in triples]
        _columns(["subject", "predicate", "object"], rows)
        return
    data = json.loads(answer.body)
    if "boolean" in data:
        put("yes" if data["boolean"] else "no")
        return
    names = data["head"]["vars"]
    rows = [[_short(found.get(name)) for name in names] for found in data["results"]["bindings"]]
    _columns(names, rows)


def _short(term: dict[str, str] | None) -> str:
    if term is None:
        return ""
    return _short_iri(term["value"]) if term["type"] == "uri" else str(term["value"])


def _short_term(term: str) -> str:
    return _short_iri(term[1:-1]) if term.startswith("<") else term


def _short_iri(iri: str) -> str:
    from tsesi import vocab

    prefixes = sorted(vocab.PREFIXES.items(), key=lambda one: -len(one[1]))
    for name, start in prefixes:
        local = iri.removeprefix(start)
        if local != iri and "/" not in local:
            return f"{name}:{local}"
    return iri.removeprefix(vocab.BASE)


def _columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: fitted to the terminal, or in full width where standard output is none."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(*names, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    wide = None if sys.stdout.isatty() else 10_000
    Console(width=wide, markup=False, highlight=False, emoji=False).print(table)
    say(f"{len(rows)} row{'' if len(rows) == 1 else 's'}")


def _warn_if_stale(here: recipe.Project) -> None:
    from tsesi import recipe

    if here.build.exists() and recipe.is_stale(here, here.build):
        say(f"{here.build} is older than its inputs: `tsesi build` renews it.")
