"""Takes a reading, gives it to the eye: as plain JSON data, or drawn as a tree under the text.

Both say only what the reading says. Offsets in the JSON are code points, end exclusive, of the normalized
text (`span`) and of the text as received (`source`).
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tsesi.model import (
    Act,
    AlternativeSet,
    Bracket,
    Concept,
    Document,
    Finding,
    Markup,
    Mention,
    Norm,
    Reading,
    Repair,
    Span,
    Unit,
    UnitSanction,
)

Data = dict[str, Any]
Message = Callable[[Finding], Mapping[str, str]]
Wider = Mapping[str, Sequence[str]]
Sentences = Mapping[tuple[str, int], Mapping[str, str]]


# --- JSON -------------------------------------------------------------------------------------------------


def data(reading: Reading, message: Message, sentences: Sentences, wider: Wider) -> Data:
    """Return the reading in the form that `tsesi parse --format json` prints.

    `message` gives a finding's text by language, `sentences` what each norm says in a sentence, by unit and
    number, `wider` the approved concepts above a candidate: who is bound as a replaced player is bound as a
    player. Keys that say nothing are left out.
    """
    document = reading.document
    repairs = _repairs_by_unit(document)
    title = dict(document.normalized.source.title)
    if document.title and "ka" not in title:
        title["ka"] = document.title.of(document.text)
    english = document.normalized.source.english
    headings = english.sections if english else ()
    number = document.law
    return {
        "law": int(number) if number and number.isdecimal() else number,
        "title": title,
        "sections": [
            {"ka": section.heading.of(document.text)}
            | ({"en": headings[i]} if i < len(headings) else {})
            | {"units": list(section.units)}
            for i, section in enumerate(document.sections)
        ],
        "findings": [_finding(finding, document, message) for finding in reading.findings],
        "units": [
            _unit(unit, reading, sentences, wider, repairs.get(unit.id, ())) for unit in document.units
        ],
    }


def _said(values: Mapping[str, Any]) -> Data:
    """Return what of `values` says something."""
    return {key: value for key, value in values.items() if value not in (None, "", (), [], {})}


def _one_or_more(values: Iterable[str]) -> str | list[str] | None:
    """Return the different values: one as it is, several as a list, none as None."""
    found = list(dict.fromkeys(values))
    return found[0] if len(found) == 1 else found or None


def _key(mention: Mention) -> str:
    """Return a mention's concept, or its words where the termbase has none."""
    return mention.key or mention.text


def _place(document: Document, span: Span) -> Data:
    return {"span": list(span), "source": list(document.normalized.offsets.to_source(*span))}


def _finding(finding: Finding, document: Document, message: Message) -> Data:
    place = _place(document, finding.span) if finding.span else {}
    said = {"kind": finding.kind, "unit": finding.unit, "text": finding.text, "message": message(finding)}
    return _said({**dict(finding.values), **said}) | place


def _unit(
    unit: Unit, reading: Reading, sentences: Sentences, wider: Wider, repairs: Sequence[Repair]
) -> Data:
    document, markup = reading.document, reading.markup.get(unit.id, Markup())
    sanction = reading.sanctions.get(unit.id)
    return _said(
        {
            "id": unit.id,
            "kind": unit.kind,
            "label": unit.label,
            "text": unit.body.of(document.text),
            **_place(document, unit.span),
            "norms": [
                _norm(norm, document, wider) | _said({"reading": dict(sentences.get((unit.id, number), {}))})
                for number, norm in enumerate(reading.norms.get(unit.id, ()), 1)
            ],
            "sanctions": _sanction(sanction) if sanction else None,
            "alternatives": [_alternatives(found, document) for found in markup.alternatives],
            "brackets": [_bracket(bracket, document) for bracket in markup.brackets],
            "repairs": [_repair(repair) for repair in repairs],
        }
    )


def _norm(norm: Norm, document: Document, wider: Wider) -> Data:
    def persons(mentions: Iterable[Mention]) -> str | list[str] | None:
        keys = [_key(mention) for mention in mentions]
        return _one_or_more([one for key in keys for one in (key, *wider.get(key, ()))])

    def texts(spans: Sequence[Span]) -> list[str]:
        return [span.of(document.text) for span in spans]

    acts = norm.acts
    said = {
        "modality": norm.modality,
        "bearer": persons(m for m in (norm.bearer, *norm.co_bearers) if m),
        "actions": list(dict.fromkeys(act.action for act in acts)),
        "verbs": list(dict.fromkeys(act.verb for act in acts)),
        "patient": persons(m for act in acts for m in act.patients),
        "manner": _one_or_more(_key(m) for act in acts for m in act.manners),
        "time": _one_or_more(_key(m) for act in acts for m in act.times),
        "place": _one_or_more(_key(m) for act in acts for m in act.places),
        "defines": _key(norm.defines) if norm.defines else None,
        "members": list(dict.fromkeys(map(_key, norm.members))),
        "orders": list(norm.orders),
        "inherited": list(norm.inherited),
        "condition_text": texts(norm.conditions),
        "exception_text": texts(norm.exceptions),
        "proviso_text": texts(norm.provisos),
        "cue": norm.cue.of(document.text) if norm.cue else None,
    }
    flags = {
        "condition": bool(norm.conditions),
        "exception": bool(norm.exceptions),
        "proviso": bool(norm.provisos),
        "choice": norm.modality == "obligation"
        and norm.combined == "choice"
        and (len(acts) < 2 or len({act.action for act in acts}) > 1),  # not two ways to do one thing
        "only": norm.only,
    }
    result = _said(said) | {name: True for name, holds in flags.items() if holds}
    if norm.exhaustive is not None:
        result["exhaustive"] = norm.exhaustive
    if acts:
        result["acts"] = [_act(act, document) for act in acts]
        result["combined"] = norm.combined
    return result | _place(document, norm.span)


def _act(act: Act, document: Document) -> Data:
    said = {
        "action": act.action,
        "verb": act.verb,
        "patient": _one_or_more(map(_key, act.patients)),
        "theme": _one_or_more(map(_key, act.themes)),
        "instrument": _one_or_more(map(_key, act.instruments)),
        "manner": _one_or_more(map(_key, act.manners)),
        "time": _one_or_more(map(_key, act.times)),
        "place": _one_or_more(map(_key, act.places)),
    }
    attempted = {"attempted": True} if act.attempted else {}
    return _said(said) | attempted | ({} if act.known else {"known": False}) | _place(document, act.span)


def _sanction(sanction: UnitSanction) -> Data:
    said = {
        "declared_in": sanction.declared_in,
        "choice": sanction.choice or None,
        "chosen_by": sanction.chosen_by,
        "breaches": list(sanction.breaches),
    }
    return {"kinds": list(sanction.kinds), "scope": sanction.scope} | _said(said)


def _alternatives(found: AlternativeSet, document: Document) -> Data:
    names = [alternative.names for alternative in found.alternatives]
    said = {"names": names if any(names) else None}
    texts = [alternative.text for alternative in found.alternatives]
    return {"of": texts, "kind": found.kind} | _said(said) | _place(document, found.span)


def _bracket(bracket: Bracket, document: Document) -> Data:
    said = {"text": bracket.text, "kind": bracket.kind, "of": bracket.of}
    return _said(said) | _place(document, bracket.span)


def _repair(repair: Repair) -> Data:
    said = {"raw": repair.raw, "fixed": repair.fixed, "kind": repair.kind, "reason": repair.reason}
    return _said(said) | {"span": list(repair.span), "source": list(repair.source)}


def _repairs_by_unit(document: Document) -> Mapping[str, list[Repair]]:
    """Give each repair to the smallest unit whose text or number it touches, the later one of two equals.

    A repair around the white space before a number (`…დააგდოს.⏎15.6მოთამაშეს`) touches the unit that follows.
    """
    given: dict[str, list[Repair]] = {}
    for repair in document.normalized.repairs:
        touched = [
            u for u in document.units if u.span.start < repair.span.end and repair.span.start < u.span.end
        ]
        if not touched and repair.span.start == repair.span.end:
            touched = [u for u in document.units if u.span.start <= repair.span.start <= u.span.end]
        if touched:
            unit = min(reversed(touched), key=lambda u: u.span.end - u.span.start)
            given.setdefault(unit.id, []).append(repair)
    return given


# --- the tree ---------------------------------------------------------------------------------------------


class _Mark(NamedTuple):
    """One row of the legend: where in the text, what it is, what it says, why."""

    span: Span | None
    role: str
    value: str
    because: str = ""


def tree(
    reading: Reading,
    concepts: Mapping[str, Concept],
    message: Message,
    sentences: Sentences,
    *,
    units: Sequence[str] = (),
    width: int = 100,
) -> str:
    """Return what the reader made of each unit, drawn under its text, with where each fact comes from.

    `units` are the ids wanted, all if none; the units under a chapeau come with it. `width` counts columns.
    Raises KeyError for an id that the document does not have.
    """
    document = reading.document
    known = {unit.id: unit for unit in document.units}
    for wanted in units:
        if wanted not in known:
            raise KeyError(wanted)
    drawn = [
        "\n".join(_draw(unit, reading, known, concepts, message, sentences, width))
        for unit in document.units
        if not units or unit.id in units or unit.parent in units
    ]
    return "\n\n".join(drawn) + "\n"


def _draw(
    unit: Unit,
    reading: Reading,
    known: Mapping[str, Unit],
    concepts: Mapping[str, Concept],
    message: Message,
    sentences: Sentences,
    width: int,
) -> Iterator[str]:
    document = reading.document
    marks = list(_marks(unit, reading, known, concepts, message, sentences))
    yield f"{unit.label or unit.id}  ({unit.kind})  {where(document, unit.span)}"
    numbers: dict[Span, int] = {}
    for mark in marks:
        if mark.span and unit.span.holds(mark.span):
            numbers.setdefault(mark.span, len(numbers) + 1)
    yield from _underlined(document.text, unit.span, numbers, width)
    for mark in marks:
        number = str(numbers.get(mark.span, "")) if mark.span else ""
        because = f"  ← {mark.because}" if mark.because else ""
        row = f"  {number:>3}  {mark.role:14} {mark.value}{because}"
        yield from textwrap.wrap(
            row, width, subsequent_indent=" " * 22, break_long_words=False, break_on_hyphens=False
        )


def where(document: Document, span: Span) -> str:
    """Return `FILE:LINE` of a span, by the text as received."""
    source = document.normalized.source
    start = document.normalized.offsets.to_source(*span)[0]
    return f"{source.path}:{source.text.count(chr(10), 0, start) + 1}"


def _underlined(text: str, span: Span, numbers: Mapping[Span, int], width: int) -> Iterator[str]:
    """Yield the text in lines of `width`, each with its marks under it: `╰─ 3 ─╯`, as many rows as needed."""
    for line in _lines(text, span, width - 4):
        yield "    " + line.of(text).replace("\n", " ").rstrip()
        rows: list[list[str]] = []
        for mark, number in sorted(numbers.items(), key=lambda item: (item[0].start, -item[0].end)):
            start, end = max(mark.start, line.start), min(mark.end, line.end)
            if start >= end:
                continue
            stroke = _stroke(end - start, str(number), mark.start == start, mark.end == end)
            left = start - line.start
            row = next(
                (r for r in rows if all(c == " " for c in r[max(left - 1, 0) : left + len(stroke)])), None
            )
            if row is None:
                row = [" "] * (len(line.of(text)) + 8)
                rows.append(row)
            row[left : left + len(stroke)] = stroke
        for row in rows:
            yield "    " + "".join(row).rstrip()


def _stroke(length: int, number: str, opens: bool, closes: bool) -> str:
    """Return a line of about `length` columns with `number` in it; open where the span goes on."""
    if length < len(number) + 2:
        return number
    inner = f" {number} " if length >= len(number) + 4 else number
    return ("╰" if opens else "─") + inner.center(length - 2, "─") + ("╯" if closes else "─")


def _lines(text: str, span: Span, width: int) -> Iterator[Span]:
    """Cut a span into lines of at most `width` columns, between words where there is a space."""
    start = span.start
    while start < span.end:
        end = min(start + width, span.end)
        if end < span.end:
            cut = max(text.rfind(" ", start + 1, end), text.rfind("\n", start + 1, end))
            end = cut + 1 if cut > start else end
        yield Span(start, end)
        start = end


def _marks(
    unit: Unit,
    reading: Reading,
    known: Mapping[str, Unit],
    concepts: Mapping[str, Concept],
    message: Message,
    sentences: Sentences,
) -> Iterator[_Mark]:
    """Yield the rows of a unit's legend: norms with their parts, sanction, notation, repairs, findings."""
    document = reading.document

    def named(key: str | None, text: str = "") -> str:
        concept = concepts.get(key or "")
        names = concept.names("ka") + concept.names("en")[:1] if concept else ()
        label = f" ({names[0]} / {names[-1]})" if names else ""
        return f"{key}{label}" if key else f"„{text}“, not in the termbase"

    chapeau = f"from {unit.parent}" if unit.parent else "inherited"
    for number, norm in enumerate(reading.norms.get(unit.id, ()), 1):
        yield from _norm_marks(number, norm, document, named, chapeau)
        for sentence in sentences.get((unit.id, number), {}).values():
            yield _Mark(None, "  reads", sentence)
    sanction = reading.sanctions.get(unit.id)
    if sanction:
        yield from _sanction_marks(unit, sanction, document, known, named)
    markup = reading.markup.get(unit.id, Markup())
    for found in markup.alternatives:
        names = [named(a.names) if a.names else a.text for a in found.alternatives]
        yield _Mark(found.span, "alternatives", f"{found.kind}: " + " | ".join(names))
    for bracket in markup.brackets:
        yield _Mark(bracket.span, "bracket", f"{bracket.kind} of „{bracket.of}“")
    for repair in _repairs_by_unit(document).get(unit.id, ()):
        shown = f"{_visible(repair.raw)} → {_visible(repair.fixed)}"
        yield _Mark(repair.span, "repair", f"{repair.kind}: {shown}", repair.reason)
    for finding in reading.findings:
        if finding.unit == unit.id:
            said = message(finding)
            yield _Mark(finding.span, "finding", f"{finding.kind}: {said.get('en') or finding.text}")


def _parts(act: Act) -> list[tuple[str, Mention]]:
    """Return what an act has besides its verb, each with its role."""
    roles = ("to whom", "what", "with what", "manner", "time", "place")
    mentions = (act.patients, act.themes, act.instruments, act.manners, act.times, act.places)
    return [(role, one) for role, several in zip(roles, mentions, strict=True) for one in several]


_COMBINED = {"each": "each by itself", "together": "all together", "choice": "one of them is enough"}


def _norm_marks(
    number: int,
    norm: Norm,
    document: Document,
    named: Callable[[str | None, str], str],
    chapeau: str,
) -> Iterator[_Mark]:
    def because(fact: str) -> str:
        return chapeau if fact in norm.inherited else ""

    cue = f"„{norm.cue.of(document.text)}“" if norm.cue else "no modal word"
    yield _Mark(norm.cue, f"norm {number}", norm.modality, because("modality") or cue)
    if norm.bearer:
        yield _Mark(norm.bearer.span, "  who", named(norm.bearer.key, norm.bearer.text), because("bearer"))
    if norm.only:
        yield _Mark(None, "  only", "nothing else is allowed")
    parts = [_parts(act) for act in norm.acts]
    shared = [part for part in parts[0] if all(part in other for other in parts)] if len(parts) > 1 else []
    for act, own in zip(norm.acts, parts, strict=True):
        unknown = "" if act.known else "not in the termbase: a provisional key"
        tried = "to try: " if act.attempted else ""
        yield _Mark(act.span, "  act", f"{tried}{named(act.action, act.verb)}  „{act.verb}“", unknown)
        for role, mention in own:
            if (role, mention) not in shared:
                yield _Mark(mention.span, f"    {role}", named(mention.key, mention.text), because(role))
    if len(norm.acts) > 1:
        yield _Mark(None, "  all acts", _COMBINED[norm.combined])
    for role, mention in shared:
        yield _Mark(mention.span, f"    {role}", named(mention.key, mention.text), because(role))
    if norm.defines:
        yield _Mark(norm.defines.span, "  defines", named(norm.defines.key, norm.defines.text))
    for member in norm.members:
        yield _Mark(member.span, "    member", named(member.key, member.text))
    if norm.exhaustive is not None:
        yield _Mark(None, "    list", "complete" if norm.exhaustive else "open: “and the like”")
    for role, spans in (("if", norm.conditions), ("except", norm.exceptions), ("provided", norm.provisos)):
        for span in spans:
            yield _Mark(
                span, f"  {role}", span.of(document.text), because("condition") if role == "if" else ""
            )
    for key in norm.orders:
        yield _Mark(None, "  orders", named(key, key))


def _sanction_marks(
    unit: Unit,
    sanction: UnitSanction,
    document: Document,
    known: Mapping[str, Unit],
    named: Callable[[str | None, str], str],
) -> Iterator[_Mark]:
    kinds = (" or " if sanction.choice else ", ").join(named(kind, kind) for kind in sanction.kinds)
    reached = ", ".join(f"norm {n}" for n in sanction.breaches)
    chosen = f"; chosen by {named(sanction.chosen_by, '')}" if sanction.chosen_by else ""
    reach = f" for breach of {reached}" if reached else ""
    if sanction.scope == "none":
        yield _Mark(None, "sanction", "not stated")
    elif sanction.scope == "stated":
        yield _Mark(None, "sanction", f"{kinds}{chosen}", "the unit itself tells the referee to give it")
    elif sanction.scope == "own":
        clause = unit.sanction
        because = f"written here: „{clause.span.of(document.text)}“" if clause else "written here"
        yield _Mark(clause.span if clause else None, "sanction", f"{kinds}{reach}{chosen}", because)
    else:
        later = known.get(sanction.declared_in or "")
        clause = later.sanction if later else None
        because = f"from {sanction.declared_in}"
        if clause:
            because += f": „{clause.span.of(document.text)}“ {where(document, clause.span)}"
        yield _Mark(None, "sanction", f"{kinds}{reach}{chosen}", because)


def _visible(text: str) -> str:
    """Return text with its white space shown: a no-break space, a line end."""
    return text.replace("\u00a0", "⍽").replace("\n", "⏎")
