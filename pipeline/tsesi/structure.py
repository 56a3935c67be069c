"""Takes a normalized law in this notation, gives its units, headings and written sanctions in reading order.

Works by form alone: numbers, letters, colons and full stops. Guarantees that every character is in a unit, a
heading, the title or its number, or is white space; what looks wrong (a gap, a number twice, an open bracket,
a sanction without a price) is a finding with its place, and never stops the reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tsesi import layout
from tsesi.layout import LETTER, Marker
from tsesi.model import Document, Finding, Normalized, SanctionClause, Section, Span, Unit, UnitKind

_LONGEST_GAP = 10  # numbers missing in a row that are still named one by one
_DEEPEST = 8  # lists within lists; what is deeper is a list that begins anew, and told as such


@dataclass(slots=True)
class _Draft:
    """A unit while its lines are read. `stop` is where its text begins, after the marker."""

    id: str
    kind: UnitKind
    label: str
    marker: Span | None
    stop: int
    lines: list[Span]
    parent: str | None = None
    children: int = 0
    continued: Span | None = None
    sanction_line: Span | None = None


@dataclass(slots=True)
class _Level:
    """One open list: what its markers are, the last place in it, and the unit that it hangs under."""

    kind: str
    place: int
    parent: str | None
    label: str


@dataclass(slots=True)
class _Reading:
    """The state of one pass over the lines."""

    text: str
    law: str | None
    printed: str | None
    prefixed: bool
    bracketed: bool
    units: list[_Draft] = field(default_factory=list)
    sections: list[tuple[Span, list[str]]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    levels: list[_Level] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    by_id: dict[str, _Draft] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)  # how often an id was wanted
    clause: int = 0
    headed: bool = False  # the last line was a heading

    def note(self, kind: str, span: Span, unit: str | None = None, **values: str) -> None:
        """Record a finding."""
        self.findings.append(Finding(kind, unit, span, span.of(self.text), values))

    def add(self, unit: _Draft) -> None:
        """Take a unit in; its id is made unique."""
        wanted, count = unit.id, self.times.get(unit.id, 1)
        while unit.id in self.ids:
            count += 1
            unit.id = f"{wanted}-{count}"
            if unit.kind == "caption":
                unit.label = f"{layout.layout().labels['caption']} {count}"
        self.times[wanted] = count
        self.ids.add(unit.id)
        self.by_id[unit.id] = unit
        self.units.append(unit)
        self.headed = False
        if unit.parent:
            self.by_id[unit.parent].children += 1
        elif self.sections:
            self.sections[-1][1].append(unit.id)

    def clause_id(self, number: int) -> str:
        """Return the id of a clause."""
        return f"{self.law}.{number}" if self.law else str(number)


def structure(normalized: Normalized) -> Document:
    """Return `normalized` cut into units. The law's number is the source's, else what the text gives."""
    text = normalized.text
    stated = layout.law_number(text)
    law = normalized.source.law or stated
    page = list(layout.lines(text))
    marks = [layout.marker(text, line) for line in page]
    firsts = {str(mark.parts[0]) for mark in marks if mark and len(mark.parts) > 1}
    printed = law if law in firsts else stated or law  # the number that the text itself bears
    prefixed = _prefixed(marks, printed)
    # where no number bears a full stop, brackets open clauses: `1) …`
    bracketed = not prefixed and not any(
        mark and mark.kind == "number" and mark.closed and not mark.bracketed for mark in marks
    )
    reading = _Reading(text, law, printed, prefixed, bracketed)
    if law and printed and law != printed and page:
        reading.note("law-number-differs", page[0], stated=printed, given=law)
    number, title, first = _title(text, page, marks, printed, prefixed)
    for index in range(first, len(page)):
        _read_line(reading, page, marks, index)
    units = tuple(_finish(reading, unit, order) for order, unit in enumerate(reading.units, start=1))
    for heading, ids in reading.sections:
        if not ids:
            reading.note("empty-section", heading)
    _balance(reading, [unit.span for unit in units] + [heading for heading, _ in reading.sections], units)
    sections = tuple(Section(heading, tuple(ids)) for heading, ids in reading.sections)
    findings = sorted(reading.findings, key=lambda one: (one.span or Span(0, 0), one.kind))
    return Document(law, normalized, units, title, sections, tuple(findings), number)


def _prefixed(marks: list[Marker | None], law: str | None) -> bool:
    """Tell whether clauses bear the law's number (`15.6`) and not their own alone (`6.`)."""
    pairs = [mark.parts for mark in marks if mark and len(mark.parts) > 1]
    own = sum(1 for parts in pairs if law is None or str(parts[0]) == law)
    alone = sum(1 for mark in marks if mark and len(mark.parts) == 1 and mark.closed and not mark.bracketed)
    return own > 0 and (own > alone or (len({parts[0] for parts in pairs}) == 1 and own >= alone))


def _title(
    text: str, page: list[Span], marks: list[Marker | None], law: str | None, prefixed: bool
) -> tuple[Span | None, Span | None, int]:
    """Return the law's number in its title, the title, and the index of the line after them."""
    if not page:
        return None, None, 0
    line, mark = page[0], marks[0]
    worded = layout.layout().law_title.match(text, *line)
    if worded:
        return Span(line.start, len(text[: worded.end()].rstrip())), Span(worded.end(), line.end), 1
    if mark is None:
        return (None, line, 1) if layout.heading_like(text, line) else (None, None, 0)
    if (
        mark.kind == "number"
        and len(mark.parts) == 1
        and layout.heading_like(text, Span(mark.stop, line.end))
    ):
        later = next((one.parts for one in marks[1:] if one and one.parts), ())
        if (
            str(mark.parts[0]) == law
            and mark.stop < line.end
            and (prefixed or later[:1] != (mark.parts[0] + 1,))
        ):
            return mark.span, Span(mark.stop, line.end), 1
    return None, None, 0


def _read_line(reading: _Reading, page: list[Span], marks: list[Marker | None], index: int) -> None:
    """Take in one line: a clause, an item, a sanction, a heading, or text without a number."""
    line, mark = page[index], marks[index]
    number = _clause_number(reading, mark) if mark and mark.kind == "number" else None
    if mark and number is not None:
        _add_clause(reading, line, mark, number)
        return
    item = mark and reading.units and (mark.kind != "number" or _nests(reading, mark))
    if mark and item and _add_item(reading, line, mark):
        return
    _unnumbered(reading, page, marks, index)


# --- clauses ----------------------------------------------------------------------------------------------


def _clause_number(reading: _Reading, mark: Marker) -> int | None:
    """Return the clause that a number opens, or None where it opens an item or is part of a sentence."""
    parts = mark.parts
    if mark.bracketed and not reading.bracketed:
        return None
    if len(parts) > 1:
        return parts[1] if len(parts) == 2 and reading.prefixed else None
    if reading.prefixed or not parts:
        return None
    number = parts[0]
    if not mark.closed and number != reading.clause + 1:
        return None
    if _continues(reading, "digit", number) and number != reading.clause + 1:
        return None
    last = reading.units[-1] if reading.units else None
    if number == 1 and reading.clause >= 1 and last and _is_open(reading, last):
        return None
    return number


def _add_clause(reading: _Reading, line: Span, mark: Marker, number: int) -> None:
    reading.levels.clear()
    label = reading.clause_id(number)
    if label in reading.ids:
        reading.note("duplicate-number", mark.span, number=label)
    elif number == 0:
        reading.note("odd-number", mark.span)
    elif reading.clause and number > reading.clause + 1:
        _gap(reading, mark, [reading.clause_id(n) for n in range(reading.clause + 1, number)])
    elif number <= reading.clause:
        reading.note("out-of-order", mark.span, number=label, after=reading.clause_id(reading.clause))
    elif not reading.clause and number > 1:
        reading.note("starts-late", mark.span, number=label)
    if reading.printed and len(mark.parts) > 1 and str(mark.parts[0]) != reading.printed:
        reading.note("law-number-differs", mark.span, stated=str(mark.parts[0]), given=reading.printed)
    reading.clause = max(reading.clause, number)
    reading.add(_Draft(label, "clause", label, mark.span, mark.stop, [line]))


def _gap(reading: _Reading, mark: Marker, missing: list[str]) -> None:
    """Note each missing number, or the first and last of a long row."""
    if len(missing) > _LONGEST_GAP:
        reading.note("numbering-gap", mark.span, missing=f"{missing[0]}–{missing[-1]}")
        return
    for one in missing:
        reading.note("numbering-gap", mark.span, missing=one)


# --- items ------------------------------------------------------------------------------------------------


def _place(mark: Marker) -> tuple[str, int]:
    """Return the kind of list that a marker belongs to and its place there (0: not known)."""
    if mark.kind == "number":
        return "digit", mark.parts[-1]
    if mark.kind == "letter":
        return "letter", layout.layout().alphabet.find(mark.letter) + 1
    if mark.kind == "latin":
        value = layout.roman(mark.letter)
        return ("roman", value) if value else ("latin", ord(mark.letter[0].lower()) - ord("a") + 1)
    return "bullet", 0


def _continues(reading: _Reading, kind: str, place: int) -> bool:
    return any(level.kind == kind and level.place + 1 == place for level in reading.levels)


def _nests(reading: _Reading, mark: Marker) -> bool:
    """Tell whether a number that opens no clause may open an item."""
    if not reading.units or reading.units[-1].kind in ("principle", "caption"):
        return False
    kind, place = _place(mark)
    last = reading.units[-1]
    return (
        mark.bracketed
        or len(mark.parts) > 1
        or _continues(reading, kind, place)
        or (mark.closed and place == 1 and _is_open(reading, last))
    )


def _is_open(reading: _Reading, unit: _Draft) -> bool:
    """Tell whether a unit's text waits for a list, or is an item itself."""
    line = unit.lines[-1]
    return unit.parent is not None or not layout.ends_sentence(reading.text, line)


def _add_item(reading: _Reading, line: Span, mark: Marker) -> bool:
    """Add a list item under the unit whose list it goes on with or opens; False where there is none."""
    kind, place = _place(mark)
    if kind == "latin" and _continues(reading, "letter", place):
        kind = "letter"  # a letter that nobody could read, in its right place
    if kind == "roman" and not _continues(reading, "roman", place) and place != 1:
        kind, place = "latin", ord(mark.letter[0].lower()) - ord("a") + 1
    if len(mark.parts) > 1 and not _dotted_parent(reading, mark):
        return False
    if kind == "digit" and place == 0:
        reading.note("odd-number", mark.span)
    level = _level(reading, kind, place)
    if kind == "bullet":
        place = level.place + 1
    elif level.place and place <= level.place:
        twice = _item_id(level, kind, place) in reading.ids
        number = _item_id(level, kind, place)
        after = _item_id(level, kind, level.place)
        if twice:
            reading.note("duplicate-number", mark.span, number=number)
        else:
            reading.note("out-of-order", mark.span, number=number, after=after)
    elif place > level.place + 1:
        _gap(reading, mark, [_item_id(level, kind, n) for n in range(level.place + 1, place)])
    level.place = max(level.place, place)
    written = mark.letter or str(place)
    label = f"{level.label} ({written})".strip()
    reading.add(
        _Draft(_item_id(level, kind, place), "clause", label, mark.span, mark.stop, [line], level.parent)
    )
    return True


def _item_id(level: _Level, kind: str, place: int) -> str:
    name = layout.latin_letter(place) if kind in ("letter", "latin") else str(place)
    return f"{level.parent}.{name}" if level.parent else name


def _dotted_parent(reading: _Reading, mark: Marker) -> bool:
    """Open the list of `7.1` under clause 7, of `15.6.1` under 15.6; False where there is no such unit."""
    above = [str(part) for part in mark.parts[:-1]]
    own = above[1:] if above[0] == reading.printed else above
    # the number may bear the law's before it, or another law's by mistake, which is told
    ids = [".".join([*([reading.law] if reading.law else []), *parts]) for parts in (above, own) if parts]
    if len(above) == 2:
        ids.append(reading.clause_id(mark.parts[-2]))
    parent = next((one for one in ids if one in reading.by_id), None)
    if parent is None:
        return False
    if len(above) == 2 and parent == ids[-1] and above[0] not in (reading.printed, reading.law):
        reading.note("law-number-differs", mark.span, stated=above[0], given=reading.printed or "?")
    while reading.levels and reading.levels[-1].parent != parent:
        reading.levels.pop()
    if not reading.levels or reading.levels[-1].kind != "digit":
        reading.levels.append(_Level("digit", 0, parent, reading.by_id[parent].label))
    return True


def _level(reading: _Reading, kind: str, place: int) -> _Level:
    """Return the list that an item belongs to, opening one under the last unit where none fits."""
    last = reading.units[-1]
    for depth in range(len(reading.levels) - 1, -1, -1):
        level = reading.levels[depth]
        same = level.kind == kind or {level.kind, kind} == {"letter", "latin"}
        if not same:
            continue
        nested = place == 1 and kind != "bullet" and _opens(reading, last) and not last.children
        if not nested or len(reading.levels) >= _DEEPEST:
            del reading.levels[depth + 1 :]
            return level
        break
    level = _Level(kind, 0, last.id, last.label)
    reading.levels.append(level)
    return level


def _opens(reading: _Reading, unit: _Draft) -> bool:
    """Tell whether a unit's text ends in a colon, or has no end at all."""
    line = unit.continued or unit.lines[-1]
    return not layout.ends_sentence(reading.text, line) and not list(layout.sanctions(reading.text, line))


# --- lines without a number -------------------------------------------------------------------------------


def _unnumbered(reading: _Reading, page: list[Span], marks: list[Marker | None], index: int) -> None:
    text, line = reading.text, page[index]
    last = reading.units[-1] if reading.units else None
    price = next(layout.sanctions(text, line), None)
    if last and price and price.start() == line.start and not reading.headed:
        if last.sanction_line is None and not any(True for _ in layout.sanctions(text, last.lines[-1])):
            last.sanction_line = line
        last.lines.append(line)
        return
    more = index + 1 < len(page)
    following = marks[index + 1] if more else None
    lists = following is not None and (
        following.kind != "number" or (following.bracketed and not reading.bracketed)
    )
    goes_on = last and last.kind == "clause" and not (last.parent or last.children or last.continued)
    if last and goes_on and not reading.headed and lists and layout.opens_list(text, line):
        last.continued = line
        last.lines.append(line)
        return
    numbered = following is not None and following.kind == "number" and not lists
    if more and layout.heading_like(text, line, numbered) and not lists:
        reading.sections.append((line, []))
        reading.headed = True
        reading.levels.clear()
        return
    if odd := layout.odd_number(text, line):
        reading.note("odd-number", odd)
    reading.levels.clear()
    if reading.clause == 0 and not any(unit.kind == "principle" for unit in reading.units):
        opening = reading.law or "opening"
        label = reading.law or layout.layout().labels["opening"]
        reading.add(_Draft(opening, "principle", label, None, line.start, [line]))
    elif last and last.kind == "principle" and not reading.headed:
        last.lines.append(line)
    else:
        label = layout.layout().labels["caption"]
        reading.add(_Draft("caption", "caption", label, None, line.start, [line]))


# --- finishing --------------------------------------------------------------------------------------------


def _finish(reading: _Reading, draft: _Draft, order: int) -> Unit:
    """Return the unit of a draft: where its sanction stands, what its text is, of what kind it is."""
    text = reading.text
    span = Span(draft.lines[0].start, draft.lines[-1].end)
    prices = list(layout.sanctions(text, Span(draft.stop, span.end)))
    sanction = None
    body = Span(draft.stop, span.end)
    rest: list[Span] = []
    if draft.continued:
        body = Span(draft.stop, _end(text, draft.stop, draft.continued.start))
        rest = [draft.continued]
    if prices:
        sanction, stop = _sanction(reading, draft, prices[0], span.end)
        body = Span(draft.stop, _end(text, draft.stop, sanction.span.start))
        if text[stop : span.end].strip():
            begin = stop + len(text[stop : span.end]) - len(text[stop : span.end].lstrip())
            end = prices[1].start() if len(prices) > 1 else span.end
            rest = [Span(begin, _end(text, begin, end))] if text[begin:end].strip() else []
        ends = [price.start() for price in prices[2:]] + [span.end]
        for other, end in zip(prices[1:], ends, strict=False):
            reading.note("second-sanction", Span(other.start(), _end(text, other.start(), end)), draft.id)
    unit = Unit(
        draft.id,
        draft.kind,
        order,
        span,
        body,
        draft.marker,
        draft.label,
        draft.parent,
        sanction,
        rest[0] if rest else None,
    )
    if draft.kind == "clause":
        unit = replace(unit, kind=_kind(reading, draft, unit))
    if not unit.body.of(text).strip() and draft.kind == "clause":
        reading.note("empty-unit", span, draft.id)
    return unit


def _end(text: str, start: int, end: int) -> int:
    """Return the end of `text[start:end]` without the white space after it, never before `start`."""
    return max(start, start + len(text[start:end].rstrip()))


def _sanction(reading: _Reading, draft: _Draft, found: re.Match[str], end: int) -> tuple[SanctionClause, int]:
    """Return the sanction that begins at `found`, and where the text after it begins."""
    text = reading.text
    line_end = next(line.end for line in draft.lines if found.start() < line.end)
    stop = layout.value_end(text, found.end(), line_end)
    value = Span(found.end(), max(found.end(), _end(text, found.end(), stop)))
    while stop < line_end and text[stop] in layout.TERMINAL + layout.CLOSING + ";":
        stop += 1
    start = found.start("star") if found["star"] else found.start("label")
    if not value.of(text).strip():
        reading.note("empty-sanction", Span(start, stop), draft.id)
    return SanctionClause(Span(start, stop), value, found["star"] is not None), stop


def _kind(reading: _Reading, draft: _Draft, unit: Unit) -> UnitKind:
    """Tell a chapeau and a place from other clauses and items."""
    text = reading.text
    if draft.children and not unit.continuation and not re.search(r"[.!?…](?:\s|$)", unit.body.of(text)):
        return "chapeau"
    if draft.parent and not draft.children:
        above = reading.by_id[draft.parent]
        opener = above.continued or Span(above.lines[0].start, above.lines[0].end)
        if unit.sanction is None and place_like(opener.of(text), unit.body.of(text)):
            return "place"
    return "clause"


def place_like(opener: str, item: str) -> bool:
    """Tell whether an item only names a place where what its opening words award is taken."""
    words = layout.layout()
    said = [word.strip("„“‚‘\"'.,:;()[]«»") for word in item.split()]
    said = [word for word in said if word and word not in ("|", "--", "–", "—")]
    if not said or words.duty_words & set(said):
        return False
    if said[0].startswith(words.restarts) and said[0].endswith(words.nominative):
        return False  # `შერკინება მოედნის ცენტრში`: what is given, not where
    if not any(re.search(rf"(?<![{LETTER}]){stem}", opener) for stem in words.restarts):
        return False
    named = said[-1] in words.place_words or said[-1].endswith(words.place_endings)
    return named or said[0] in words.place_openers


_PAIRS = {"[": "]", "(": ")"}
_BRACKET = re.compile(r"[\[\]()]")


def _balance(reading: _Reading, spans: list[Span], units: tuple[Unit, ...]) -> None:
    """Note brackets and quotes that have no partner within a unit or a heading."""
    for index, span in enumerate(spans):
        unit = units[index] if index < len(units) else None
        name = unit.id if unit else None
        for at in _open_brackets(reading.text, span, unit.marker if unit else None):
            reading.note("unbalanced-bracket", Span(at, at + 1), name, sign=reading.text[at])
        for at in layout.quotes(reading.text, *span).strays:
            reading.note("unbalanced-quote", Span(at, at + 1), name, sign=reading.text[at])


def _open_brackets(text: str, span: Span, marker: Span | None) -> Iterator[int]:
    """Yield the places of brackets without a partner; the bracket of a list marker (`ა)`) needs none."""
    stack: list[int] = []
    for found in _BRACKET.finditer(text, marker.end if marker else span.start, span.end):
        at = found.start()
        if found[0] in _PAIRS:
            stack.append(at)
        elif stack and _PAIRS[text[stack[-1]]] == found[0]:
            stack.pop()
        else:
            yield at
    yield from stack
