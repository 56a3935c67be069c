"""Takes texts, gives readings, and of a corpus the build. It alone knows the stages and their order.

Guarantees that a build folder is replaced as a whole or not at all.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, cached_property
from importlib import metadata
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rdflib import Graph, URIRef

from tsesi import (
    align,
    check,
    consistency,
    corpus,
    english,
    export,
    grammar,
    graph,
    lock,
    markup,
    nlp,
    normalize,
    norms,
    provenance,
    sanctions,
    senses,
    serialize,
    site,
    structure,
    termbase,
    terms,
    verbalize,
    verbs,
    view,
    vocab,
)
from tsesi.alternatives import Senses
from tsesi.forms import Region
from tsesi.model import Document, Expression, Finding, Norm, Occurrence, Reading, Source, Span, Termbase

if TYPE_CHECKING:
    from rdflib.term import Node
    from spacy.tokens import Token

Say = Callable[[str], None]
Named = Mapping[str, tuple[Occurrence, ...]]  # by unit
_span_of = attrgetter("span")

STOPS = frozenset(
    {
        "clause-too-long",
        "correction-fits-nowhere",
        "duplicate-number",
        "english-extra",
        "english-notation",
        "law-number-differs",
        "unbalanced-bracket",
        "unbalanced-quote",
        "unknown-sanction",
    }
)
"""Kinds of finding that no build goes past: what follows from them would be wrong."""

LONGEST_CLAUSE = 3_000
"""Characters of one unit's text that are analysed. The time that a sentence takes grows faster than its
length; the longest clause of the laws has some 300. What is longer has lost its numbers or its line ends: a
finding says so and stops a build."""

NON_PLAYER = "non-player"
"""The concept of those who do not play: nobody is punished for a breach of their duties."""


class ProjectError(ValueError):
    """There is no project where one is needed. The message says the way out."""


@dataclass(frozen=True, slots=True)
class Project:
    """Where everything stands."""

    root: Path

    @classmethod
    def at(cls, root: Path | None = None) -> Project:
        """Return the project at `root`, else the one around the current folder, else the package's own.

        Raises ProjectError where there is none.
        """
        if root is not None:
            places = [root]
        else:
            here = Path.cwd()
            places = [here, *here.parents, Path(__file__).parents[2]]
        found = next((place for place in places if (place / "corpus" / corpus.MANIFEST).is_file()), None)
        if found is None:
            raise ProjectError(
                f"{root or Path.cwd()} is not in a Tsesi project (no corpus/{corpus.MANIFEST}): "
                "go to its folder or give --root"
            )
        return cls(found.resolve())

    @property
    def corpus(self) -> Path:
        """The texts as received, with the manifest."""
        return self.root / "corpus"

    @property
    def ontology(self) -> Path:
        """Ontology, termbase, shapes."""
        return self.root / "ontology"

    @property
    def queries(self) -> Path:
        """The stored queries."""
        return self.ontology / "queries"

    @property
    def build(self) -> Path:
        """What a build writes."""
        return self.root / "build"


# --- reading ------------------------------------------------------------------------------------------------


class Reader:
    """Reads texts with the words of one ontology folder. To make one takes a second; to read is fast."""

    def __init__(
        self, ontology: Path | None = None, words: Termbase | None = None, *, without: Iterable[str] = ()
    ) -> None:
        """Load words and concepts; `words` takes the place of the folder's own termbase.

        `without` names verbs (by verbal noun) to leave out of the lexicon.

        Raises TermsError or WordDataError where a word file is at fault.
        """
        self.ontology = ontology or termbase.ontology_folder()
        self.termbase = words or termbase.load(self.ontology / "terms.yml")
        self.nlp = nlp.build(
            termbase.nouns(self.termbase), termbase.verbal_nouns(self.termbase), without=without, lean=True
        )
        self._analyse = nlp.analyser(self.nlp)
        senses.load()
        self.matcher = terms.Matcher(self.termbase, self.nlp, "ka")
        self.grammar = grammar.georgian()
        self.norms = norms.Reader(self.grammar, self.termbase, self._analyse, self.concept_of, nlp.romanize)
        self._latin = _latin_names(self.termbase)
        self._wider = _approved_above(self.termbase)
        self._spared = _narrower(self.termbase, NON_PLAYER)
        self._prices = {
            name: concept.key for concept in self.termbase.of_kind("sanction") for name in concept.names("ka")
        }

    @cached_property
    def english(self) -> terms.Matcher:
        """The matcher for the English rendering, made when a text has one."""
        return terms.Matcher(self.termbase, english.build(), "en")

    def concept_of(self, text: str) -> str | None:
        """Return the one concept that a Georgian text says, None where it says none or several."""
        return self.matcher.names(self._analyse(text), Span(0, len(text)))

    def read(self, source: Source | Path | str, law: str | None = None) -> Reading:
        """Return the reading of one text: a Source, or the path of a file (`-`: standard input).

        `law` gives the number where the text does not. Raises CorpusError where the file cannot be read.
        """
        if not isinstance(source, Source):
            source = corpus.read(source, law)
        normalized = normalize.normalize(source, nlp.knower(self.nlp), self._latin)
        document = structure.structure(normalized)
        regions, prices = self._analysed(document)
        occurrences, every = self._occurrences(document, regions, prices)
        written = {unit: [*regions.get(unit, ()), *prices.get(unit, ())] for unit in {**regions, **prices}}
        notation = markup.read(document, written, every, self.grammar, _SENSES)
        rules, unread = self.norms.read(document, regions, notation, occurrences)
        costs, unpriced = sanctions.resolve(document, rules, self._prices, officials=self._spared)
        findings = [*normalized.findings, *document.findings, *unread, *unpriced]
        findings += [
            Finding(
                "clause-too-long", unit, rest, rest.of(document.text)[:60], {"limit": str(LONGEST_CLAUSE)}
            )
            for unit, _, span in _places(document)
            if (rest := Span(_near_end(document.text, span), span.end)).start < span.end
        ]
        findings += [finding for unit in notation.values() for finding in unit.findings]
        findings += _unknown_words(document, written, findings, self.grammar.own)
        expressions: Mapping[str, Expression] = {}
        if source.english:
            expressions, unlike = align.align(document, notation, source.english, self.english)
            findings += unlike
        findings.sort(key=lambda one: (one.span or Span(0, 0), one.kind))
        inner = {unit: align.inner(found, every[unit]) for unit, found in occurrences.items()}
        return Reading(
            document, notation, occurrences, rules, costs, expressions, tuple(findings), inner=inner
        )

    def _analysed(self, document: Document) -> tuple[Mapping[str, list[Region]], Mapping[str, list[Region]]]:
        """Return each unit's words, analysed: what it rules, and apart from that its sanction clause."""
        places = _places(document)
        texts = [document.text[span.start : _near_end(document.text, span)] for _, _, span in places]
        docs = list(map(self._analyse, texts))
        rules: dict[str, list[Region]] = {}
        prices: dict[str, list[Region]] = {}
        for (unit, ruling, span), doc in zip(places, docs, strict=True):
            (rules if ruling else prices).setdefault(unit, []).append(Region(span.start, doc))
        return rules, prices

    def _occurrences(self, document: Document, *parts: Mapping[str, list[Region]]) -> tuple[Named, Named]:
        """Return the concepts that each unit names, sanction clause included, in order of place.

        First without and then with those inside the names of others, which the reading of a clause may need.
        """
        plain: dict[str, tuple[Occurrence, ...]] = {}
        nested: dict[str, tuple[Occurrence, ...]] = {}
        for unit in document.units:
            regions = [region for part in parts for region in part.get(unit.id, ())]
            found = [self.matcher.both(region.doc, region.start, region.table) for region in regions]
            plain[unit.id] = _by_place([one for one, _ in found])
            nested[unit.id] = _by_place([every for _, every in found])
        return plain, nested

    def coverage(self, reading: Reading) -> Coverage:
        """Return how much of a text was read."""
        document = reading.document
        held = [unit.span for unit in document.units] + [one.heading for one in document.sections]
        held += [span for span in (document.title, document.number) if span]
        inside = {at for span in held for at in range(*span)}
        printed = [at for at, sign in enumerate(document.text) if not sign.isspace()]
        words = [
            token
            for regions in self._analysed(document)[0].values()
            for region in regions
            for token in region.doc
            if any(sign.isalpha() for sign in token.text)
        ]
        norms_ = [norm for unit in reading.norms.values() for norm in unit]
        return Coverage(
            characters=(sum(at in inside for at in printed), len(printed)),
            tokens=(sum(bool(token._.known) for token in words), len(words)),
            norms=(sum(map(_complete, norms_)), len(norms_)),
            unknown=tuple(sorted({token.text for token in words if not token._.known})),
        )

    # --- what can be made of a reading

    def data(self, reading: Reading) -> dict[str, Any]:
        """Return the reading in the form of `tsesi parse --format json`."""
        return view.data(reading, graph.message, verbalize.sentences(reading, self.termbase), self._wider)

    def tree(self, reading: Reading, *, units: Sequence[str] = (), width: int = 100) -> str:
        """Return the reading drawn under its text. Raises KeyError for a unit that is not there."""
        said = verbalize.sentences(reading, self.termbase)
        return view.tree(reading, self.termbase.concepts, graph.message, said, units=units, width=width)

    def graph(self, readings: Iterable[Reading]) -> Graph:
        """Return the graph of some readings, with termbase and ontology."""
        return graph.build(readings, self.termbase, features=self._features, ontology=self.ontology)

    def turtle(self, readings: Iterable[Reading]) -> str:
        """Return the graph of some readings as Turtle."""
        return serialize.turtle(self.graph(readings))

    def _features(self, form: str, lang: str) -> str:
        return str(self.nlp(form)[0].morph) if lang == "ka" and form else ""


def _places(document: Document) -> list[tuple[str, bool, Span]]:
    """Return what is to be analysed: unit, whether it is what rules and no sanction clause, and its place."""
    return [
        (unit.id, ruling, span)
        for unit in document.units
        for ruling, span in (
            (True, unit.body),
            (True, unit.continuation),
            (False, unit.sanction.span if unit.sanction else None),
        )
        if span
    ]


def _near_end(text: str, span: Span) -> int:
    """Return where the part of a unit that is analysed ends: with the unit, or between words at the limit."""
    limit = span.start + LONGEST_CLAUSE
    if span.end <= limit:
        return span.end
    space = max(text.rfind(sign, span.start, limit) for sign in " \n")
    return space if space > span.start else limit


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much was read: pairs of what was and what there is. White space does not count.

    `characters` are in a unit, a heading or the title; `tokens` are words that the lexicon has; `norms` are
    complete where each act and the one bound have a concept.
    """

    characters: tuple[int, int]
    tokens: tuple[int, int]
    norms: tuple[int, int]
    unknown: tuple[str, ...]


def _by_place(parts: Sequence[tuple[Occurrence, ...]]) -> tuple[Occurrence, ...]:
    """Return the occurrences of all parts of a unit in order of place."""
    return tuple(sorted(chain.from_iterable(parts), key=_span_of))


def _complete(norm: Norm) -> bool:
    if norm.modality == "constitutive":
        return norm.defines is None or norm.defines.key is not None
    bound = norm.bearer is None or norm.bearer.key is not None
    return bound and bool(norm.acts) and all(act.known for act in norm.acts)


def _meaning(token: Token) -> frozenset[str]:
    """Return what a token may mean: the senses that the word data has of it.

    A participle says of its verb's senses only one side: who is tackled is neither the tackler nor one who
    is still to be tackled.
    """
    own = senses.meaning((token.lemma_, token.lower_))
    made_of = nlp.stored(token)[3]
    if not made_of or not nlp.marked(token, "VerbForm", "Part"):
        return own | senses.meaning(made_of)
    return own.union(
        f"{sense} ({verbs.side_of(token.lemma_, verb)})"
        for verb in made_of
        for sense in senses.meaning([verb])
    )


_SENSES = Senses(_meaning, senses.differ)


def _too_long(document: Document) -> list[Finding]:
    """Return a finding for each unit that is not analysed to its end, with the place of the rest."""
    return [
        Finding("clause-too-long", unit, rest, rest.of(document.text)[:60], {"limit": str(LONGEST_CLAUSE)})
        for unit, _, span in _places(document)
        if (rest := Span(_near_end(document.text, span), span.end)).start < span.end
    ]


def _unknown_words(
    document: Document,
    regions: Mapping[str, Sequence[Region]],
    told: Sequence[Finding],
    own: Collection[str],
) -> list[Finding]:
    """Return a finding for each word that lexicon and grammar (`own`) lack, if nothing is told of it yet."""
    places = {one.span for one in told if one.span}
    return [
        Finding("unknown-word", unit, span, span.of(document.text))
        for unit, parts in regions.items()
        for region in parts
        for first, last in nlp.unknown(region.doc, region.table.stored)
        if (span := Span(region.start + first, region.start + last)) not in places
        and span.of(document.text) not in own
    ]


def _narrower(words: Termbase, key: str) -> frozenset[str]:
    """Return the keys of a concept and of all that are narrower."""
    found = {key}
    while more := {one.key for one in words.concepts.values() if found & {*one.broader}} - found:
        found |= more
    return frozenset(found)


def _approved_above(words: Termbase) -> Mapping[str, Sequence[str]]:
    """Return for each candidate the nearest approved concepts that are wider."""

    def above(key: str) -> list[str]:
        concept = words.concepts[key]
        return [key] if concept.status == "approved" else [up for one in concept.broader for up in above(one)]

    return {one.key: above(one.key) for one in words.concepts.values() if one.status == "candidate"}


def _latin_names(words: Termbase) -> Mapping[str, str]:
    """Return the Georgian for each English name that has one Georgian and no other."""
    meant: dict[str, set[str]] = {}
    for concept in words.concepts.values():
        for name in concept.names("en"):
            meant.setdefault(name.casefold(), set()).update(concept.names("ka")[:1])
    return {name: georgian.pop() for name, georgian in meant.items() if len(georgian) == 1}


# --- the build ----------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """A finding with its place in the text as received, for a person to go to."""

    where: str
    kind: str
    message: str
    stops: bool

    def __str__(self) -> str:
        """Return `FILE:LINE: kind: message`."""
        return f"{self.where}: {self.kind}: {self.message}"


def told(reading: Reading, lang: str = "en") -> list[Told]:
    """Return the findings of a reading in a language, each with file and line."""
    document = reading.document
    return [
        Told(
            _where(document, one),
            one.kind,
            graph.message(one)[lang],
            one.kind in STOPS,
        )
        for one in reading.findings
    ]


def _where(document: Document, one: Finding) -> str:
    """Return file and line of a finding, of the English rendering too where it has a place there."""
    if "where" in one.values:
        return one.values["where"]
    units = {unit.id: unit.span for unit in document.units}
    span = one.span or units.get(one.unit or "")
    here = view.where(document, span) if span else document.normalized.source.path
    english = document.normalized.source.english
    line = english.lines.get(one.unit or "") if english and one.english else None
    return f"{here}, {english.path}:{line}" if english and line else here


def validated(made: Graph, ontology: Path, lang: str = "en", readings: Sequence[Reading] = ()) -> list[Told]:
    """Return what the shapes of an ontology folder find in a graph.

    Each has file and line in the texts of `readings` or in the termbase, else the IRI of what it is about.
    """
    report = check.validate(made, ontology / "shapes.ttl")
    located = _Located(made, readings, ontology / "terms.yml")
    return [
        Told(
            located.where(one.node),
            one.shape,
            one.ka if lang == "ka" else one.en,
            one.severity == "violation",
        )
        for one in report.results
    ]


def grouped(found: Iterable[Told]) -> Iterator[str]:
    """Yield the lines that tell what was found: what is the same in several lines of a file, once."""
    places: dict[tuple[str, str, str, bool], list[str]] = {}
    for one in found:
        file, colon, line = one.where.rpartition(":")
        key = (
            (file, one.kind, one.message, True) if colon and line.isdigit() else (one.where, *one[1:3], False)
        )
        places.setdefault(key, []).append(line)
    for (file, kind, message, lined), lines in places.items():
        first, *others = sorted(set(lines), key=int) if lined else ("",)
        where = f"{file}:{first}" if lined else file
        again = f" (and in line{'s' if others[1:] else ''} {', '.join(others)})" if others else ""
        yield f"{where}: {kind}: {message}{again}"


def shared_names(reader: Reader, lang: str = "en") -> Iterator[str]:
    """Yield a line for each name that two concepts of one kind have, with its place in the termbase."""
    located = _Located(Graph(), (), reader.ontology / "terms.yml")
    for one in termbase.homonyms(reader.termbase):
        second = reader.termbase.concepts[one.values["second"]]
        where = located.where(str(vocab.concept(second.kind, second.key)))
        yield f"{where}: {one.kind}: {graph.message(one)[lang]}"


def lacks(project: Project) -> Callable[[str], bool]:
    """Return what tells of a unit's id that its law is in the corpus and has no such unit.

    The corpus is read when it is first asked.
    """

    @cache
    def units() -> Mapping[str, frozenset[str]]:
        _, readings = read_corpus(project, lambda _: None)
        return {
            one.document.law or "": frozenset(
                name for unit in one.document.units for name in (unit.id, f"{one.document.law}.{unit.id}")
            )
            for one in readings
        }

    def asked(unit: str) -> bool:
        law = unit.split(".")[0]
        return law in units() and unit not in units()[law]

    return asked


class _Located:
    """Knows in which file and line stands what a node of the graph is about."""

    def __init__(self, made: Graph, readings: Sequence[Reading], terms_: Path) -> None:
        self.graph = made
        self.texts: dict[Node | None, Reading] = {vocab.text(one.document.law, "ka"): one for one in readings}
        self.english: dict[Node | None, tuple[Reading, str]] = {
            vocab.expression(vocab.provision(one.document.law, unit), "en"): (one, unit)
            for one in readings
            for unit in one.english
        }
        self.terms = terms_

    def where(self, iri: str) -> str:
        """Return `FILE:LINE` of a node or of what it is a part of; else its IRI without the base."""
        local = iri.removeprefix(vocab.BASE)
        kind, _, key = local.partition("#")[0].partition("/")
        if kind in vocab.CONCEPT_KINDS and (line := self._line_of(key)):
            return f"{self.terms.parent.name}/{self.terms.name}:{line}"
        parts = local.partition("#")[0].split("/")
        for count in range(len(parts), 1, -1):
            node = URIRef(vocab.BASE + "/".join(parts[:count]))
            for holder in (node, vocab.expression(node, "ka")):
                for anchor in sorted(self.graph.objects(holder, vocab.TSESI.anchor), key=str):
                    if found := self._place(anchor):
                        return found
        return local

    def _place(self, anchor: Node) -> str | None:
        source = self.graph.value(anchor, vocab.OA.hasSource)
        if source in self.texts:
            start, end, _ = check.place(self.graph, anchor)
            return view.where(self.texts[source].document, Span(start, end))
        if source in self.english:
            reading, unit = self.english[source]
            english = reading.document.normalized.source.english
            if english and unit in english.lines:
                return f"{english.path}:{english.lines[unit]}"
        return None

    def _line_of(self, key: str) -> int | None:
        try:
            lines = self.terms.read_text(encoding="utf-8").splitlines()
        except OSError:
            return None
        wanted = f"key: {key}"
        return next(
            (n for n, line in enumerate(lines, 1) if line.strip("-{ ").split(",")[0].rstrip() == wanted), None
        )


@dataclass(frozen=True, slots=True)
class Built:
    """How a build went. Where `stops` is not empty nothing was written."""

    stops: tuple[Told, ...] = ()
    summary: str = ""


def read_corpus(project: Project, say: Say) -> tuple[Reader, list[Reading]]:
    """Return the reader and the readings of all laws of the corpus.

    Raises CorpusError, TermsError or WordDataError where a file is at fault.
    """
    sources = corpus.load(project.corpus)
    for path in corpus.unlisted(project.corpus):
        say(
            f"{path.relative_to(project.root)}: is not in corpus/{corpus.MANIFEST}, so nothing is "
            "made of it; list it there, or move it away (corpus/README.md says how)"
        )
    reader = Reader(project.ontology)
    readings = []
    for source in sources:
        say(f"Reading law {source.law}: {source.path}")
        readings.append(reader.read(source))
    return reader, readings


def compared(project: Project, reader: Reader, readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings with what the comparison of the two languages found added to their findings.

    What `corpus/exceptions.yml` says is meant so is among their departures. Raises ExceptionsError where
    that file is at fault.
    """
    excused = consistency.exceptions(project.corpus / "exceptions.yml")
    found = consistency.report(readings, reader.termbase, reader.matcher, reader.english, excused)
    return [
        replace(
            one,
            findings=(*one.findings, *found.findings.get(one.document.law, ())),
            departures=found.departures.get(one.document.law, ()),
        )
        for one in readings
    ]


def build(project: Project, out: Path, say: Say) -> Built:
    """Read the corpus, write graph, site and exports to `out`, and say how it went.

    `out` is replaced as the last step. Where a finding stops, or anything raises, it stays as it was. A
    second build of the same project waits for the first.
    """

    def busy() -> None:
        say("Another build of this project is running: waiting for it to end")

    with lock.held(project.root / LOCK, busy):
        if out.parent.resolve() == project.root:
            _tidy(out)
        return _build(project, out, say)


def _build(project: Project, out: Path, say: Say) -> Built:
    started = datetime.now(UTC)
    inputs = fingerprint(project)
    reader, readings = read_corpus(project, say)
    if stops := [one for reading in readings for one in told(reading) if one.stops]:
        return Built(tuple(stops))
    say("Making the graph")
    made = reader.graph(compared(project, reader, readings))
    say("Checking the graph against its shapes")
    wrong = validated(made, project.ontology, readings=readings)
    if any(one.stops for one in wrong):
        return Built(tuple(wrong))
    with _replacing(out) as folder:
        files = serialize.write(made, folder)
        digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
        offered = folder / "data"
        offered.mkdir()
        for path in files:
            shutil.copyfile(path, offered / path.name)
        say("Writing what translators' tools open")
        export.write(made, "all", offered)
        say("Making the site")
        site.build(made, folder / "site", root=project.root, files=offered)
        shutil.rmtree(offered)
        origin = provenance.provenance(
            readings,
            commit=_commit(project.root),
            started=started,
            ended=datetime.now(UTC),
            version=metadata.version("tsesi"),
            files=digests,
        )
        (folder / "provenance.ttl").write_text(serialize.turtle(origin), encoding="utf-8")
        (folder / INPUTS).write_text(inputs + "\n", encoding="utf-8")
    units = sum(len(reading.document.units) for reading in readings)
    return Built(summary=f"{len(readings)} laws, {units} units, {len(made)} triples")


LOCK = ".lock-build"
INPUTS = "inputs.sha256"
_READ_BY_BUILDS = (
    "corpus",
    "ontology",
    "pipeline",
    "docs",
    "mkdocs.yml",
    "package-lock.json",
    "requirements/run.txt",
)


def fingerprint(project: Project) -> str:
    """Return a digest of all that a build reads: names and bytes."""
    digest = hashlib.sha256()
    for name in _READ_BY_BUILDS:
        place = project.root / name
        files = sorted(place.rglob("*")) if place.is_dir() else [place]
        for path in files:
            if path.is_file() and "__pycache__" not in path.parts:
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                digest.update(f"{path.relative_to(project.root).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def is_stale(project: Project, build: Path) -> bool:
    """Tell whether `build` is missing, or was made from other inputs than those there are now."""
    made = build / INPUTS
    return not made.is_file() or made.read_text(encoding="utf-8").strip() != fingerprint(project)


def _tidy(out: Path) -> None:
    """Put away what a build that was killed left beside `out`; what it had just set aside goes back."""
    for left in sorted(out.parent.glob(".build-*"), reverse=True):  # what was set aside (…-old) first
        if left.name.endswith("-old") and not out.exists():
            left.rename(out)
        else:
            shutil.rmtree(left, ignore_errors=True)


@contextmanager
def _replacing(out: Path) -> Iterator[Path]:
    """Give an empty folder beside `out` that takes its place when the block ends well."""
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=".build-", dir=out.parent))
    try:
        yield fresh
        fresh.chmod(0o755)
        old = fresh.with_name(fresh.name + "-old")
        if out.exists():
            out.rename(old)
        try:
            fresh.rename(out)
        except OSError:
            if old.exists():
                old.rename(out)
            raise
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _commit(root: Path) -> str:
    """Return the commit that is checked out, "" where this is no repository."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
