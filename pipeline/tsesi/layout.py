"""Takes lines of a law, tells what they are by their marks: number, list letter, sanction, heading, quote.

What `normalize` must know to join a wrapped line and `structure` to cut the text into units is told once,
here. Only form is looked at; the words that count are data in `lang/ka/layout.yml`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from tsesi import lang
from tsesi.model import Span

MarkerKind = Literal["number", "letter", "latin", "bullet"]

LETTER = "ა-ჺჽ-ჿ"  # the Georgian letters, as a range for patterns
TERMINAL = ".!?…"
CLOSING = "\"'“”’‘»›)]"
_JOINING_END = (",", ";", "|", "--", "–", "—", "(", "[", "-", "*")
_JOINING_START = ("|", "--", "–", "—", ")", "]", ",", ";")
_ROMAN = {"i": 1, "v": 5, "x": 10}
_HEADING_LENGTH = 70  # code points; the longest heading or title we take a line for


class Marker(NamedTuple):
    """A number, letter or bullet that opens a line.

    `span` is the marker as written, `stop` where the text after it begins. `parts` holds the numbers of
    `15.6`; `letter` the letter as written; `closed` is True where a full stop or bracket follows.
    """

    kind: MarkerKind
    span: Span
    stop: int
    parts: tuple[int, ...] = ()
    letter: str = ""
    closed: bool = False
    bracketed: bool = False

    @property
    def spaced(self) -> bool:
        """True where white space separates the marker from the text."""
        return self.stop > self.span.end


class Layout(NamedTuple):
    """The words of `layout.yml`, ready for use."""

    alphabet: str
    marker: re.Pattern[str]
    label: re.Pattern[str]  # what `sanction` has at its heart
    sanction: re.Pattern[str]
    law_title: re.Pattern[str]
    abbreviations: tuple[str, ...]
    sentence_words: frozenset[str]
    duty_words: frozenset[str]
    place_endings: tuple[str, ...]
    place_words: frozenset[str]
    place_openers: frozenset[str]
    restarts: tuple[str, ...]
    nominative: tuple[str, ...]
    labels: dict[str, str]


@cache
def layout() -> Layout:
    """Return the word data of the Georgian page. Raises `lang.WordDataError` where the file is unusable."""
    data = lang.read("ka", "layout")
    labels = "|".join(sorted(map(re.escape, data["sanction"]), key=len, reverse=True))
    laws = "|".join(map(re.escape, data["law"]))
    return Layout(
        alphabet=data["alphabet"],
        marker=re.compile(
            rf"(?P<number>\d{{1,3}}(?:\.\d{{1,3}})*)(?P<dot>[.)](?!\d))?(?=[\s{LETTER}\[\"'„“«(]|$)"
            rf"|(?P<open>\()?(?:(?P<digit>(?<=\()\d{{1,2}})|(?P<letter>[{LETTER}])|(?P<latin>[A-Za-z]{{1,4}}))"
            rf"(?P<close>[.)])(?=[\s{LETTER}\[\"'„“«(]|$)"
            r"|(?P<bullet>•)"
        ),
        label=re.compile(labels),
        sanction=re.compile(
            rf"(?:(?P<star>(?<!\*)\*+)\s*|(?<!\s)\s+)?"
            rf"(?<![{LETTER}])(?P<label>{labels})\s*(?P<colon>[:：]|--|[–—-](?!\S))[ \t]*"
        ),
        law_title=re.compile(rf"(?:{laws})\s+(?P<number>\d{{1,3}})[.:]?(?:\s*(?:--|[–—]))?\s+"),
        abbreviations=tuple(data["abbreviations"]),
        sentence_words=frozenset(data["sentence-words"]),
        duty_words=frozenset(data["duty-words"]),
        place_endings=tuple(data["place-endings"]),
        place_words=frozenset(data["place-words"]),
        place_openers=frozenset(data["place-openers"]),
        restarts=tuple(data["restarts"]),
        nominative=tuple(data["nominative"]),
        labels=data["labels"],
    )


# Normalizing asks in several passes, most of which change nothing, and structure asks again: the answers of
# the last pages are kept.


@lru_cache(maxsize=4)
def lines(text: str) -> tuple[Span, ...]:
    """Return the lines of `text` that hold more than white space, without the white space around them."""
    found = []
    start = 0
    for line in text.split("\n"):
        inner = line.strip()
        if inner:
            at = start + line.index(inner[0])
            found.append(Span(at, at + len(inner)))
        start += len(line) + 1
    return tuple(found)


@lru_cache(maxsize=1024)
def marker(text: str, line: Span) -> Marker | None:
    """Return the marker that opens `line`, or None. Whether it fits its place is for the caller to say."""
    words = layout()
    found = words.marker.match(text, line.start, line.end)
    if not found or text.startswith(words.abbreviations, line.start):
        return None
    stop = found.end()
    while stop < line.end and text[stop].isspace():
        stop += 1
    span = Span(found.start(), found.end())
    bracketed = found["open"] is not None or found["close"] == ")" or found["dot"] == ")"
    closed = bool(found["dot"] or found["close"])
    if number := found["number"] or found["digit"]:
        parts = tuple(int(part) for part in number.split("."))
        return Marker("number", span, stop, parts, "", closed, bracketed)
    if found["bullet"]:
        return Marker("bullet", span, stop)
    kind: MarkerKind = "letter" if found["letter"] else "latin"
    letter = found["letter"] or found["latin"]
    if kind == "latin" and len(letter) > 1 and not roman(letter):
        return None
    return Marker(kind, span, stop, (), letter, closed, bracketed)


_ODD_NUMBER = re.compile(
    r"(?:[-–—#№§+]\s*)?(?:[0-9]+(?:[.,:/-][0-9]+)*|[\u00b2\u00b3\u00b9\u2070-\u2089\u2150-\u218b\u2460-\u24ff]+)"
    r"[.,:;)\]．]{0,4}(?=\s|$)"
)


def odd_number(text: str, line: Span) -> Span | None:
    """Return what looks like a clause's number at the start of a line, in whatever form, or None.

    A plain number of at most three figures is none: a sentence may go on with it.
    """
    found = _ODD_NUMBER.match(text, line.start, line.end)
    return None if found is None or re.fullmatch("[0-9]{1,3}", found[0]) else Span(*found.span())


def roman(letters: str) -> int:
    """Return the value of a small roman number, 0 where `letters` are none (`iv` 4, `iiii` 0)."""
    values = [_ROMAN.get(letter, 0) for letter in letters.lower()]
    if not values or 0 in values:
        return 0
    total = sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))
    return total if letters.lower() == _to_roman(total) else 0


def _to_roman(value: int) -> str:
    ones = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
    return "x" * (value // 10) + ones[value % 10]


def latin_letter(place: int) -> str:
    """Return the Latin list letter of a place counted from 1: 1 a, 7 g, 26 z, 27 aa."""
    letters = ""
    while place > 0:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def ends_sentence(text: str, line: Span) -> bool:
    """Tell whether `line` ends in a full stop or its like, whatever quotes or brackets close after it."""
    end = line.end
    while end > line.start and text[end - 1] in CLOSING:
        end -= 1
    return end > line.start and text[end - 1] in TERMINAL


def opens_list(text: str, line: Span) -> bool:
    """Tell whether `line` ends in a colon."""
    return text[line.end - 1] in ":："


def joins(text: str, before: Span, after: Span) -> bool:
    """Tell whether the marks at the edges of two lines say that they are one sentence."""
    return text[before.start : before.end].endswith(_JOINING_END) or text.startswith(
        _JOINING_START, after.start
    )


def heading_like(text: str, line: Span, colon: bool = False) -> bool:
    """Tell whether `line` may be a title or a heading: short, no end and no word of a sentence.

    `colon` allows one at the end, where what follows is no list.
    """
    words = text[line.start : line.end].split()
    if line.end - line.start > _HEADING_LENGTH or "--" in words or "—" in words:
        return False
    if ends_sentence(text, line) or text[line.end - 1] in (",;|" if colon else ":：,;|"):
        return False
    return not any(word.strip("„“”\"'«»()[],") in layout().sentence_words for word in words)


_NEXT = re.compile(r"[.!?…](?=\s+\S)")  # where a sentence ends and another follows


def sanctions(text: str, line: Span) -> Iterator[re.Match[str]]:
    """Yield where `line` says what a breach costs, up to the first character of the price.

    A label in the middle of a sentence is none: it stands at the start, after a star or after the end of a
    sentence; one that lacks the full stop before it counts when nothing but its price follows.
    """
    words = layout()
    if not words.label.search(text, line.start, line.end):  # far quicker, and most lines have none
        return
    sentence = max((end.start() for end in _NEXT.finditer(text, line.start, line.end)), default=0)
    for found in words.sanction.finditer(text, line.start, line.end):
        before = found.start() - 1
        while before >= line.start and text[before].isspace():
            before -= 1
        alone = found["colon"] in ":：" and sentence < found.end()  # no other sentence begins after it
        if found["star"] or before < line.start or text[before] in TERMINAL + CLOSING + ":;" or alone:
            yield found


def value_end(text: str, start: int, end: int) -> int:
    """Return where the price that begins at `start` ends: at a full stop outside brackets, or at `end`."""
    depth = 0
    for at in range(start, end):
        char = text[at]
        if char in "([":
            depth += 1
        elif char in ")]":
            if depth == 0:
                return at
            depth -= 1
        elif (
            char in ".;"
            and depth == 0
            and (at + 1 == end or text[at + 1].isspace() or text[at + 1] in CLOSING)
        ):
            return at
    return end


def law_number(text: str) -> str | None:
    """Return the law's number where the text gives it: in its title (`15 რაქი`) or its clauses (`15.6`)."""
    words = layout()
    page = list(lines(text))
    marks = [(line, marker(text, line)) for line in page]
    firsts = Counter(mark.parts[0] for _, mark in marks if mark and len(mark.parts) > 1)
    if page:
        titled = words.law_title.match(text, page[0].start, page[0].end)
        if titled:
            return titled["number"]
        line, first = marks[0]
        if first and len(first.parts) == 1 and heading_like(text, Span(first.stop, line.end)):
            number = first.parts[0]
            later = next((mark.parts for _, mark in marks[1:] if mark and mark.parts), ())
            # a clause follows its number; a law's title is followed by clause 1, or by its own number
            if (
                firsts.get(number)
                or (not first.closed and not firsts)
                or (len(later) == 1 and later[0] <= number)
            ):
                return str(number)
    if firsts:
        number, count = firsts.most_common(1)[0]
        singles = sum(1 for _, mark in marks if mark and len(mark.parts) == 1 and mark.closed)
        if count > singles:
            return str(number)
    return None


class QuotePairs(NamedTuple):
    """Places of the opening and closing sign of each quote with its depth, and signs without a partner."""

    pairs: tuple[tuple[int, int, int], ...]
    strays: tuple[int, ...]


_FAMILIES = ('"„“”«»', "'‚‘’‹›")
_MARK = re.compile(f"[{''.join(_FAMILIES)}]")
_ONLY_OPEN, _ONLY_CLOSE = "„«‚‹", "»›"


@lru_cache(maxsize=1024)
def quotes(text: str, start: int, end: int) -> QuotePairs:
    """Pair the quotation marks of `text[start:end]`, whatever their style.

    An apostrophe within a word and the sign of feet or inches after a digit are no quotation marks.
    """
    stack: list[int] = []
    open_: tuple[list[int], list[int]] = [], []  # of each family the places in the stack
    pairs: list[tuple[int, int, int]] = []
    strays: list[int] = []
    marks = [found.start() for found in _MARK.finditer(text, start, end)]
    left = [sum(text[at] in family for at in marks) for family in _FAMILIES]  # how many signs follow
    for at in marks:
        which = 0 if text[at] in _FAMILIES[0] else 1
        family = _FAMILIES[which]
        left[which] -= 1
        before = text[at - 1] if at > start else " "
        after = text[at + 1] if at + 1 < end else " "
        if "'" in family and before.isalnum() and after.isalnum():
            continue
        match = open_[which][-1] if open_[which] else None
        fits = before.isspace() or before in "([|-–—" or before in _ONLY_OPEN or before in "\"'“‘"
        opens = text[at] not in _ONLY_CLOSE and not after.isspace() and after not in ".,;:!?)]|"
        opens = opens and (fits or (match is None and after.isalnum()))
        closes = match is not None and text[at] not in _ONLY_OPEN
        if opens and closes:  # a quote within a quote, if enough signs follow to close both
            opens = left[which] > len(open_[which])
        if opens:
            open_[which].append(len(stack))
            stack.append(at)
        elif match is not None and closes:
            strays += stack[match + 1 :]
            pairs.append((stack[match], at, match))
            del stack[match:]
            for places in open_:
                while places and places[-1] >= match:
                    places.pop()
        elif not before.isdigit():
            strays.append(at)
    return QuotePairs(tuple(sorted(pairs)), tuple(sorted(strays + stack)))
