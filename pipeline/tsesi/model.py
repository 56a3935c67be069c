"""The facts that pass from stage to stage: frozen dataclasses, no behaviour but what follows from the fields.

Every `Span` counts Unicode code points in the *normalized* text of its document, end exclusive, unless a
field says `source`. Concept keys are the last segment of concept IRIs (`player`, `charge`, `free-kick`).
Two-language texts are `Mapping[str, str]` with the keys `ka` and `en`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from tsesi.offsets import OffsetMap

Lang = Literal["ka", "en"]
Text = Mapping[str, str]

UnitKind = Literal["clause", "principle", "chapeau", "place", "caption"]
ConceptKind = Literal["actor", "action", "sanction", "manner", "time", "place", "term"]
Status = Literal["preferred", "admitted", "deprecated", "candidate"]
AlternativeKind = Literal["disjunction", "synonym", "open"]
BracketKind = Literal["affix", "gloss", "supplement"]
Modality = Literal["obligation", "prohibition", "permission", "constitutive"]
Combined = Literal["each", "together", "choice"]
Scope = Literal["own", "group", "stated", "none"]


class Span(NamedTuple):
    """A half-open range of code points."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return what stands in `text` at this span."""
        return text[self.start : self.end]

    def shift(self, by: int) -> Span:
        """Return the same range, `by` code points later."""
        return Span(self.start + by, self.end + by)

    def holds(self, other: Span) -> bool:
        """Tell whether `other` lies wholly inside."""
        return self.start <= other.start and other.end <= self.end


# --- corpus -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Correction:
    """What no rule can decide, decided by a person: `raw` at its `occurrence`-th place becomes `fixed`."""

    raw: str
    fixed: str
    reason: str
    by: str
    occurrence: int = 1


@dataclass(frozen=True, slots=True)
class Rendering:
    """One law in another language, aligned by unit id. Sets of alternatives stand in braces: `{a | b}`."""

    law: str
    lang: Lang
    title: str
    sections: tuple[str, ...]
    units: Mapping[str, str]
    path: str = ""
    lines: Mapping[str, int] = field(default_factory=dict)  # the line of the file where each unit begins


@dataclass(frozen=True, slots=True)
class Source:
    """One received text. `law` is None where neither the caller nor the file name gives a number."""

    path: str
    text: str
    sha256: str
    law: str | None = None
    title: Text = field(default_factory=dict)
    edition: str | None = None
    origin: str | None = None
    received: str | None = None  # when, as YYYY-MM-DD
    corrections: tuple[Correction, ...] = ()
    english: Rendering | None = None


# --- normalize --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Repair:
    """One recorded change: `raw` as in the source, `fixed` as it should read (whole words around a space)."""

    raw: str
    fixed: str
    kind: str  # entity, missing-space, line-wrap, latin-marker, untranslated-term, no-break-space, …
    source: Span
    span: Span
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a law: `span` indexes the Georgian document, or the English expression of `unit`."""

    law: str | None
    unit: str
    lang: Lang
    span: Span


@dataclass(frozen=True, slots=True)
class Finding:
    """What a person should look at. `kind` is a key of lang/…/findings.yml, which holds the messages."""

    kind: str
    unit: str | None = None
    span: Span | None = None
    text: str = ""
    values: Mapping[str, str] = field(default_factory=dict)  # fills the message; `missing` for a gap
    english: Span | None = None  # where in the English expression of `unit`
    places: tuple[Place, ...] = ()  # where else is said what it is about, in both languages


@dataclass(frozen=True, slots=True)
class Departure:
    """A finding that the data excuse: the texts depart there on purpose, and `reason` says why."""

    finding: Finding
    reason: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Normalized:
    """The text after repairs; `offsets` maps every span of `text` to the source and back."""

    source: Source
    text: str
    offsets: OffsetMap
    repairs: tuple[Repair, ...]
    findings: tuple[Finding, ...] = ()


# --- structure --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SanctionClause:
    """`* სასჯელი: ჯარიმა.` as written: `span` is the whole, `value` what it costs."""

    span: Span
    value: Span
    starred: bool


@dataclass(frozen=True, slots=True)
class Unit:
    """One citable piece of a law, in reading order. `body` is its text without number and sanction."""

    id: str
    kind: UnitKind
    order: int
    span: Span
    body: Span
    marker: Span | None = None  # the number or letter as written: `15.6`, `ბ.`
    label: str = ""  # "9.7 (ბ)" without the law's name: how a Georgian reader cites it
    parent: str | None = None
    sanction: SanctionClause | None = None
    continuation: Span | None = None  # `body` of an unnumbered sentence that continues the clause (9.25)

    @property
    def words(self) -> Span:
        """Where its words stand: from the body to the end of the sanction or the continuation."""
        parts = [self.body, self.sanction.span if self.sanction else None, self.continuation]
        return Span(self.body.start, max(part.end for part in parts if part))


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the units under it."""

    heading: Span
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """One law, cut into units. Every character is in a unit, a heading, the title or white space."""

    law: str | None
    normalized: Normalized
    units: tuple[Unit, ...]
    title: Span | None = None
    sections: tuple[Section, ...] = ()
    findings: tuple[Finding, ...] = ()
    number: Span | None = None  # the law's number before its title, as written (`15`)

    @property
    def text(self) -> str:
        """The normalized text that all spans index."""
        return self.normalized.text


# --- markup -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Alternative:
    """One member of a set; `names` is the concept it says, where the termbase knows one."""

    text: str
    span: Span
    names: str | None = None


@dataclass(frozen=True, slots=True)
class AlternativeSet:
    """What `|` stands between. `span` runs from the first alternative to the last."""

    kind: AlternativeKind
    span: Span
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """`[ ]`: `span` includes the brackets, `text` does not; `of` is what it belongs to, as written."""

    kind: BracketKind
    text: str
    span: Span
    of: str = ""
    of_span: Span | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted term. `span` includes the quotes, `inner` does not."""

    span: Span
    inner: Span


@dataclass(frozen=True, slots=True)
class Markup:
    """The translator's notation in one unit."""

    alternatives: tuple[AlternativeSet, ...] = ()
    brackets: tuple[Bracket, ...] = ()
    quotes: tuple[Quote, ...] = ()
    dashes: tuple[Span, ...] = ()
    findings: tuple[Finding, ...] = ()


# --- terms ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Label:
    """One name of a concept. `status` is its standing among the names of that language."""

    text: str
    lang: Lang
    status: Status = "preferred"


@dataclass(frozen=True, slots=True)
class Pattern:
    """Another way a concept shows itself: its `verb` (verbal noun) in a clause that holds all of `with_`.

    `with_` lists lemmas; for an actor `head` is the actor whose relative clause says the action `relative`.
    """

    verb: str = ""
    with_: tuple[str, ...] = ()
    head: str = ""
    relative: str = ""


@dataclass(frozen=True, slots=True)
class Concept:
    """One entry of the termbase."""

    key: str
    kind: ConceptKind
    labels: tuple[Label, ...]
    definition: Text = field(default_factory=dict)
    source: str | None = None  # id of the unit that defines or first uses it
    status: Literal["approved", "candidate"] = "approved"
    broader: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    note: Text = field(default_factory=dict)
    phases: tuple[str, ...] = ()  # phases of play (keys of terms) it belongs to

    def names(self, lang: Lang) -> tuple[str, ...]:
        """Return its labels in `lang`, the preferred one first."""
        return tuple(label.text for label in self.labels if label.lang == lang)


@dataclass(frozen=True, slots=True)
class Termbase:
    """All concepts by key, in the order of the hand-edited file."""

    concepts: Mapping[str, Concept]
    path: str = ""

    def of_kind(self, kind: ConceptKind) -> tuple[Concept, ...]:
        """Return the concepts of one kind, in file order."""
        return tuple(c for c in self.concepts.values() if c.kind == kind)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A concept named in the text: `concept` is its key, `label` the name of the termbase that matched."""

    concept: str
    kind: ConceptKind
    span: Span
    label: str = ""


# --- norms ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mention:
    """Someone or something that the clause names. `key` is None where the termbase has no concept for it."""

    text: str
    span: Span
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """One thing done. `known` is False where `action` is a provisional key made from the verb; `name` is then
    what a dictionary calls it.
    """

    action: str
    verb: str
    span: Span
    known: bool = True
    patients: tuple[Mention, ...] = ()
    themes: tuple[Mention, ...] = ()
    manners: tuple[Mention, ...] = ()
    times: tuple[Mention, ...] = ()
    places: tuple[Mention, ...] = ()
    instruments: tuple[Mention, ...] = ()  # with what, or on what part of the body (by hand, on the head)
    attempted: bool = False  # to try it is what is ruled
    name: str = ""


@dataclass(frozen=True, slots=True)
class Norm:
    """One rule that a unit states."""

    modality: Modality
    span: Span
    bearer: Mention | None = None
    acts: tuple[Act, ...] = ()
    combined: Combined = "each"
    conditions: tuple[Span, ...] = ()
    exceptions: tuple[Span, ...] = ()
    provisos: tuple[Span, ...] = ()
    only: bool = False
    defines: Mention | None = None
    members: tuple[Mention, ...] = ()
    exhaustive: bool | None = None
    orders: tuple[str, ...] = ()  # sanction keys that it tells the referee to give
    cue: Span | None = None  # the modal word that says so
    inherited: tuple[str, ...] = ()  # what came from the chapeau: "modality", "bearer", "manner", …
    co_bearers: tuple[Mention, ...] = ()  # the others where `|` stands between bearers


# --- sanctions --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitSanction:
    """What breaking one unit costs. `breaches` are the 1-based numbers of the norms that it reaches."""

    kinds: tuple[str, ...] = ()
    scope: Scope = "none"
    declared_in: str | None = None
    choice: bool = False
    chosen_by: str | None = None
    breaches: tuple[int, ...] = ()


# --- align ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expression:
    """One unit in English: spans index `text`, in which the braces of the rendering are gone."""

    unit: str
    text: str
    markup: Markup
    occurrences: tuple[Occurrence, ...] = ()
    inner: tuple[Occurrence, ...] = ()  # inside the names of others: the ruck in "during a ruck"
    sanction: Span | None = None  # the closing "Sanction: penalty." with its star
    conditions: tuple[Span, ...] = ()
    exceptions: tuple[Span, ...] = ()
    provisos: tuple[Span, ...] = ()


# --- the whole --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reading:
    """All that one law says: what the graph is built from. Mappings go by unit id."""

    document: Document
    markup: Mapping[str, Markup]
    occurrences: Mapping[str, tuple[Occurrence, ...]]
    norms: Mapping[str, tuple[Norm, ...]]
    sanctions: Mapping[str, UnitSanction]
    english: Mapping[str, Expression] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    departures: tuple[Departure, ...] = ()
    inner: Mapping[str, tuple[Occurrence, ...]] = field(default_factory=dict)  # inside the names of others
