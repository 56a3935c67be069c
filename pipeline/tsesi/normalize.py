"""Takes a received text, gives it as it should read, with every change recorded and mapped back exactly.

Repairs follow rules that the file itself or the lexicon decides; where neither does, the text stays and a
finding says so. Guarantees: nothing is removed without a character standing for it, so every span of the
source has its place; `raw` and `fixed` of a repair hold whole words where white space changed. Each pass is
a function from a text to edits; `_Draft` makes them and keeps the map.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from html.entities import html5
from itertools import accumulate, pairwise
from typing import NamedTuple

from tsesi import guess, lang, layout
from tsesi.guess import LONGEST_WORD
from tsesi.layout import LETTER
from tsesi.model import Finding, Normalized, Repair, Source, Span
from tsesi.offsets import Edit, OffsetMap, rewrite

Known = Callable[[str], bool]
_WORDS = frozenset(
    {"missing-space", "line-wrap", "no-break-space", "double-space", "odd-space", "space-before-mark"}
)
_OUTER_MARKS = ".,:;!?"
_QUOTE_STYLES = (("„", "“"), ("‚", "‘"))  # outer, inner; deeper ones take turns


class Change(NamedTuple):
    """One edit of a pass. `span` widens what the repair shows; `fixed` overrides what it says it became."""

    edit: Edit
    kind: str
    reason: str
    fixed: str | None = None
    span: Span | None = None


@dataclass(slots=True)
class _Draft:
    """A text on its way, with its map to the source, and what was done and noticed so far."""

    text: str
    offsets: OffsetMap
    repairs: list[tuple[Change, Span]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def make(self, changes: Iterable[Change]) -> None:
        """Make the changes of one pass (in rising order) and carry what is recorded along."""
        made = [change for change in changes if change.edit.start < change.edit.end or change.edit.new]
        if not made:
            return
        text, step = rewrite(self.text, _kept(self.text, [change.edit for change in made]))
        self.repairs = [(change, Span(*step.to_text(*span))) for change, span in self.repairs]
        for change in made:
            at = change.span or Span(change.edit.start, change.edit.end)
            self.repairs.append((change, Span(*step.to_text(*at))))
        self.findings = [
            Finding(one.kind, one.unit, one.span and Span(*step.to_text(*one.span)), one.text, one.values)
            for one in self.findings
        ]
        self.text, self.offsets = text, self.offsets.then(step)

    def fold(self, runs: re.Pattern[str], written: Callable[[str], str], kind: str, reason: str) -> None:
        """Write each run of characters with others, one for one: no place moves."""
        found = list(runs.finditer(self.text))
        for one in found:
            span = Span(*one.span())
            self.repairs.append((Change(Edit(*span, written(one[0])), kind, reason), span))
        if found:
            self.text = runs.sub(lambda one: written(one[0]), self.text)

    def note(self, kind: str, span: Span, **values: str) -> None:
        """Record what a person should look at."""
        self.findings.append(Finding(kind, None, span, span.of(self.text), values))


def normalize(source: Source, known: Known, latin: Mapping[str, str]) -> Normalized:
    """Return `source` as it should read.

    `known` tells whether a word form is in the lexicon; `latin` gives the preferred Georgian name for a name
    in Latin script (case-folded). A correction that fits nowhere is a finding. Raises nothing of its own.
    """
    draft = _Draft(source.text, OffsetMap.identity(len(source.text)))
    draft.make(_corrections(source, draft))
    draft.make(_characters(draft.text))
    draft.fold(_CAPITALS, _in_mkhedruli, "capital-letters", "one alphabet, so that words are found")
    draft.fold(_DIGITS, _in_ascii, "other-digit", "digits of another script say the same number")
    draft.make(_entities(draft))
    draft.make(_characters(draft.text))  # what the entities stood for
    _lost(draft)
    draft.make(_wraps(draft.text, known))
    draft.make(_list_letters(draft))
    draft.make(_terms(draft, latin))
    draft.make(_missing_spaces(draft.text, known))
    draft.make(_glued_words(draft, known))
    draft.make(_needless_spaces(draft.text))
    draft.make(_quotes(draft.text))
    findings = sorted(draft.findings, key=lambda one: (one.span or Span(0, 0), one.kind))
    return Normalized(source, draft.text, draft.offsets, tuple(_repairs(draft, source)), tuple(findings))


# --- what stands for another character ---------------------------------------------------------------------


def _corrections(source: Source, draft: _Draft) -> Iterator[Change]:
    """Yield what a person decided for this text."""
    found: list[Change] = []
    for one in source.corrections:
        at = -1
        for _ in range(one.occurrence):
            at = source.text.find(one.raw, at + 1)
            if at < 0:
                draft.note("correction-fits-nowhere", Span(0, 0), raw=one.raw, fixed=one.fixed)
                break
        else:
            found.append(
                Change(Edit(at, at + len(one.raw), one.fixed), "correction", f"{one.reason} ({one.by})")
            )
    found.sort(key=lambda change: change.edit.start)
    last = 0
    for change in found:
        if change.edit.start < last:
            draft.note(
                "correction-fits-nowhere", Span(0, 0), raw=source.text[change.edit.start : change.edit.end]
            )
        else:
            last = change.edit.end
            yield change


@cache
def _keyboard() -> dict[int, str]:
    """Return the table that reads Georgian letters as the Latin keys that typed them."""
    data = lang.read("ka", "keyboard")
    return {ord(letter): key for part in ("keys", "shift") for key, letter in data[part].items()}


_NO_BREAK = "\u00a0\u202f\u2007"
_ODD_SPACES = "\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000"
# Joiners, marks of direction, selectors of variants, fillers, tags: what Unicode lets nobody see.
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
)
_UNSEEN = re.compile(f"[{_INVISIBLE}]")
_CONTROL = "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff"  # all but white space
_ENTITY = re.compile(rf"&(?:#[xXხ]?[0-9A-Fa-f{LETTER}]{{1,8}}|[A-Za-z{LETTER}][A-Za-z0-9{LETTER}]{{1,31}});")


_UNCLOSED = re.compile(rf"&[{LETTER}]{{2,31}}(?![{LETTER};])")


def entity(written: str) -> str | None:
    """Return the character that an entity names, typed in Latin or through the Georgian keyboard, or None."""
    name = written[1:-1].translate(_keyboard())
    if name.startswith("#"):
        character = html.unescape(f"&{name};")
        # Python gives U+FFFD, nothing or the text itself for a number that is no character
        good = len(character) == 1 and (
            character.isprintable() or character in _NO_BREAK or _UNSEEN.match(character) is not None
        )
        good = good and character != "\ufffd"
        return character if good else None
    return html5.get(f"{name};")


def _entities(draft: _Draft) -> Iterator[Change]:
    for found in _UNCLOSED.finditer(draft.text):
        draft.note("unknown-entity", Span(*found.span()))
    for found in _ENTITY.finditer(draft.text):
        meant = entity(found[0])
        if meant is None:
            draft.note("unknown-entity", Span(*found.span()))
            continue
        typed = (
            "typed through the Georgian keyboard layout"
            if re.search(f"[{LETTER}]", found[0])
            else "an entity"
        )
        plain = " " if meant in _NO_BREAK else "" if _UNSEEN.fullmatch(meant) else meant
        yield Change(Edit(*found.span(), plain), "entity", typed, fixed=plain)


# Each pattern that begins with what stands before its match is tried only where its first character stands.
_MAY_BE_ODD = re.compile(f"[\r{_NO_BREAK}{_INVISIBLE}{_CONTROL}\u2028\u2029\u0085\x0b\x0c{_ODD_SPACES}]")
_ODD = re.compile(
    # a text that went from system to system ends its lines in more than one way
    rf"(?P<again>(?<=\n)\r(?!\n))|(?P<line>\r{{1,4}}\n|[\r\u2028\u2029\u0085\x0b\x0c])|(?P<whole>[{_NO_BREAK}])"
    rf"|(?P<broken>\u00ad(?=[ \t\r]*\n))|(?P<unseen>[{_INVISIBLE}]+)"
    rf"|(?P<control>[{_CONTROL}]+)|[{_ODD_SPACES}]"
)
_CHANGED = {
    "again": ("", "line-ending", "a line ends in a line feed"),
    "line": ("\n", "line-ending", "a line ends in a line feed"),
    "whole": (" ", "no-break-space", "a space that does not break"),
    "broken": ("-", "invisible-character", "a hyphen where a word is broken"),
    "unseen": ("", "invisible-character", "nobody can see it"),
    "control": ("", "control-character", "no sign of any script"),
    None: (" ", "odd-space", "a space of another width"),
}
_OLD = "Ⴀ-Ⴥⴀ-ⴥᲐ-ᲺᲽ-Ჿ"  # capitals as in headings (Mtavruli), and the two scripts of the church
_CAPITALS = re.compile(rf"[{_OLD}]+(?:[^\w\n]+[{_OLD}]+)*")
_MKHEDRULI = {
    first + i: 0x10D0 + i for first, count in ((0x10A0, 38), (0x2D00, 38), (0x1C90, 48)) for i in range(count)
}
_DIGITS = re.compile(r"(?:(?![0-9])\d)+")
_LOST = re.compile("[\ue000-\uf8ff\ufffc\ufffd]+")
_MAY_BE_DASH = re.compile("[-—]")
_DASHES = re.compile(
    rf"(?<=[{LETTER}\])“\"'])(?:--|—)(?=[{LETTER}\[(„\"'\s])|(?<=\s)(?:--|—)(?=[{LETTER}\[(„\"'])"
)


def _matches(pattern: re.Pattern[str], beginning: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield what `pattern.finditer` would, where each match begins with a match of `beginning`."""
    at = 0
    while begins := beginning.search(text, at):
        at = begins.start()
        found = pattern.match(text, at)
        at = max(found.end(), at + 1) if found else at + 1
        if found:
            yield found


def _characters(text: str) -> Iterator[Change]:
    """Yield white space that is not plain, and characters that nobody can see."""
    for found in _matches(_ODD, _MAY_BE_ODD, text):
        new, kind, reason = _CHANGED[found.lastgroup]
        yield Change(Edit(*found.span(), new), kind, reason)


def _in_mkhedruli(text: str) -> str:
    return text.translate(_MKHEDRULI)


def _in_ascii(digits: str) -> str:
    return "".join(str(int(digit)) for digit in digits)


def _lost(draft: _Draft) -> None:
    """Note the signs that stand where a system could not write a character, with the word they are in."""
    for found in _LOST.finditer(draft.text):
        draft.note("lost-character", _widened(draft.text, Span(*found.span())))


def _kept(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Return edits that leave a character for what they remove: the next one, at the end the one before."""
    kept: list[Edit] = []
    for edit in edits:
        if kept and not kept[-1].new and kept[-1].end == edit.start:
            kept[-1] = Edit(kept[-1].start, edit.end, edit.new)
        else:
            kept.append(edit)
    for index, (start, end, new) in enumerate(kept):
        if new or start == end:
            continue
        if end < len(text):
            kept[index] = Edit(start, end + 1, text[end])
        elif start > (kept[index - 1].end if index else 0):
            kept[index] = Edit(start - 1, end, text[start - 1])
        else:  # there is nothing else
            kept[index] = Edit(start, end, " ")
    return kept


# --- lines ------------------------------------------------------------------------------------------------


class _Habits(NamedTuple):
    """How a text is typed: blank lines between paragraphs, and the width at which its lines are broken."""

    blanks: bool = False
    width: int | None = None

    def full(self, text: str, before: Span, after: Span) -> bool:
        """Tell whether the first word of `after` had no room in the line `before`."""
        return self.width is not None and _needed(text, before, after) > self.width


_LEAST_WRAPS = 3  # so many broken sentences show that a text is broken at a width
_WIDEST = 120
_NEAR = 2_000  # characters of a paragraph that are looked back on: far more than a clause has


def _needed(text: str, before: Span, after: Span) -> int:
    first = text[after.start : after.end].split(None, 1)[0]
    return before.end - before.start + 1 + len(first)


def _wraps(text: str, known: Known) -> Iterator[Change]:
    """Yield the line ends that fall inside a sentence, or inside a paragraph where the typing shows it."""
    page = list(layout.lines(text))
    if len(page) < 2:
        return
    plain = _Habits(blanks=_blanks(text, page))
    wrapped = _wrapped_lines(text, page, plain)
    width = max(line.end - line.start for line in page)
    tight = [index for index in wrapped if _needed(text, page[index], page[index + 1]) > width]
    if len(wrapped) >= _LEAST_WRAPS and width <= _WIDEST and len(tight) * 5 >= len(wrapped) * 4:
        wrapped = _wrapped_lines(text, page, plain._replace(width=width))
    for index in wrapped:
        before, after = page[index], page[index + 1]
        edit = Edit(before.end, after.start, " ")
        word = re.search(rf"[{LETTER}]+-$", text[before.start : before.end])
        if word:
            rest = re.match(rf"[{LETTER}]+", text[after.start : after.end])
            divided = rest and known(word[0][:-1] + rest[0])
            edit = Edit(before.end - bool(divided), after.start, "")
        yield Change(edit, "line-wrap", "the line ends inside a sentence")


def _blanks(text: str, page: list[Span]) -> bool:
    """Tell whether blank lines stand between the paragraphs."""
    gaps = [text.count("\n", before.end, after.start) for before, after in pairwise(page)]
    opening = [gap for gap, line in zip(gaps, page[1:], strict=True) if layout.marker(text, line)]
    return len(opening) > 1 and sum(gap > 1 for gap in opening) * 5 >= len(opening) * 4


def _wrapped_lines(text: str, page: list[Span], habits: _Habits) -> list[int]:
    """Return the lines whose sentence goes on in the next line."""
    found: list[int] = []
    paragraph = 0  # the line on which the paragraph in hand begins
    near = 0  # the line on which that part of it begins which is near enough to matter
    clause = 0  # the number of the clause in hand
    for index, (before, after) in enumerate(pairwise(page)):
        if paragraph == index:
            opening = layout.marker(text, before)
            clause = opening.parts[-1] if opening and opening.parts else clause
        near = max(near, paragraph)
        while before.end - page[near].start > _NEAR and near < index:
            near += 1
        whole = Span(page[near].start, before.end)
        if text.count("\n", before.end, after.start) == 1 and _wrapped(
            text, whole, before, after, clause, habits
        ):
            found.append(index)
        else:
            paragraph = index + 1
    return found


def _wrapped(text: str, paragraph: Span, before: Span, after: Span, clause: int, habits: _Habits) -> bool:
    """Tell whether `after` goes on with the sentence of the line `before` it."""
    ended = layout.ends_sentence(text, before)
    full = habits.full(text, before, after)
    if _starts_unit(text, after, clause, ended, full):
        return False
    mark = layout.marker(text, before)
    alone = mark is not None and mark.span.end == before.end
    if alone or full or layout.joins(text, before, after) or _inside(text, paragraph):
        return True
    price = list(layout.sanctions(text, paragraph))
    if price and not ended:
        # `სასჯელი:` alone waits for its price; a price without a full stop ends here, unless few words end it
        empty = not text[price[-1].end() : paragraph.end].strip()
        few = len(text[after.start : after.end].split()) <= 3
        return empty or (few and layout.ends_sentence(text, after))
    titled = paragraph.start == layout.lines(text)[0].start and _title_like(text, paragraph)
    numbered = layout.marker(text, paragraph) is not None
    if titled or (not numbered and layout.heading_like(text, paragraph)):
        return False
    if ended:
        return habits.blanks and not price
    return numbered or not layout.opens_list(text, before)


def _title_like(text: str, line: Span) -> bool:
    """Tell whether a line may be a title, after a number or without one (`15 რაქი`)."""
    mark = layout.marker(text, line)
    return layout.heading_like(text, Span(mark.stop, line.end) if mark else line)


def _starts_unit(text: str, line: Span, clause: int, ended: bool, full: bool) -> bool:
    """Tell whether a line opens with a number, a list letter or a sanction that may stand here."""
    first = next(layout.sanctions(text, line), None)
    if first and first.start() == line.start:
        return not full
    mark = layout.marker(text, line)
    if mark is None:
        return False
    if mark.kind != "number" or (ended and not full):
        return True
    # a number in the middle of a sentence (`მინიმუმ⏎15 მეტრზე`) opens no clause unless it is the next
    return (mark.closed or len(mark.parts) > 1) and (mark.parts[-1] == 1 or 0 < mark.parts[-1] - clause <= 3)


def _inside(text: str, span: Span) -> bool:
    """Tell whether a quote or bracket is open at the end of `span`."""
    part = span.of(text)
    if any(part.count(one) > part.count(other) for one, other in ("[]", "()")):
        return True
    strays = layout.quotes(text, *span).strays
    return bool(strays) and span.end - strays[-1] < 200 and not text[strays[-1] + 1].isspace()


# --- marks and terms in Latin letters -----------------------------------------------------------------------


def _list_letters(draft: _Draft) -> Iterator[Change]:
    """Yield Latin letters that stand in a Georgian list, read by what the list needs next."""
    text = draft.text
    alphabet = layout.layout().alphabet
    keys = {key: chr(letter) for letter, key in _keyboard().items()}
    place = roman = 0
    for line in layout.lines(text):
        mark = layout.marker(text, line)
        if mark is None or mark.kind == "bullet":
            continue
        if mark.kind == "number":
            place = 0 if not mark.bracketed else place
            roman = 0
        elif mark.kind == "letter":
            place, roman = alphabet.find(mark.letter) + 1, 0
        else:
            needed = alphabet[place : place + 1]
            by_place = alphabet["abcdefghijklmnopqrstuvwxyz".find(mark.letter.lower()) :][:1]
            by_key = keys.get(mark.letter) or keys.get(mark.letter.lower(), "")
            if len(mark.letter) == 1 and needed and needed in (by_place, by_key):
                at = text.index(mark.letter, mark.span.start)
                yield Change(
                    Edit(at, at + 1, needed),
                    "latin-marker",
                    "a Latin letter in a Georgian list",
                    span=mark.span,
                )
                place += 1
            elif layout.roman(mark.letter) == roman + 1:
                roman += 1
            else:
                draft.note("latin-letter", mark.span, letter=mark.letter)


_LATIN = re.compile(r"(?<![^\W_])[A-Za-z]{2,}(?:[-' ’][A-Za-z]+)*(?![^\W_])")


@lru_cache(maxsize=4)
def _most_words(names: frozenset[str]) -> int:
    """Return how many words the longest of some names has; it is asked of the same names for every text."""
    return max((len(re.findall("[a-z]+", name)) for name in names), default=1)


def _terms(draft: _Draft, latin: Mapping[str, str]) -> Iterator[Change]:
    """Yield terms in Latin script with a Georgian name; what has none, or bears an ending, is a finding."""
    text = draft.text
    longest = 0  # words of a name, counted when there is something to name
    for found in _LATIN.finditer(text):
        longest = longest or _most_words(frozenset(latin))
        words = list(re.finditer(r"[A-Za-z]+", found[0]))
        at = 0
        while at < len(words):
            for stop in range(min(len(words), at + longest), at, -1):
                start, end = found.start() + words[at].start(), found.start() + words[stop - 1].end()
                name = latin.get(" ".join(text[start:end].casefold().replace("-", " ").split())) or latin.get(
                    text[start:end].casefold()
                )
                if name:
                    break
            else:
                stop, name = len(words), None
                start, end = found.start() + words[at].start(), found.end()
            if name and not re.match(rf"-?[{LETTER}]", text[end : end + 2]):
                yield Change(Edit(start, end, name), "untranslated-term", "the termbase has a Georgian name")
            elif not layout.roman(text[start:end]):
                draft.note("latin-word", Span(start, end), word=text[start:end])
            at = stop


# --- spaces -----------------------------------------------------------------------------------------------

_AFTER_NUMBER = re.compile(
    rf"^[ \t]*(?:(?:\d{{1,3}}(?:\.\d{{1,3}})*[.)]?|[{LETTER}][.)])(?=[{LETTER}])"
    rf"|(?:\d{{1,3}}(?:\.\d{{1,3}})+[.)]?|\d{{1,3}}[.)]|[{LETTER}][.)])(?=[„“\"'«‘\[][{LETTER}]))",
    re.MULTILINE,
)
_AFTER_MARK = re.compile(rf"(?<=[{LETTER}\])\"'“”’»])[.,:;!?](?=[{LETTER}*])")
_NUMBER_WORD = re.compile(rf"(?<![\w.-])\d+(?=[{LETTER}]{{3}})|(?<=[{LETTER}]{{3}})(?=\d+(?!\w))")


_MAY_BE_NUMBER = re.compile(r"\d")
_LETTERS = re.compile(rf"[{LETTER}]+")
_LAST_LETTERS = re.compile(rf"[{LETTER}]+$")


def _missing_spaces(text: str, known: Known) -> Iterator[Change]:
    """Yield the places where a mark or a number runs into the next word."""
    places: set[int] = set()
    abbreviations = layout.layout().abbreviations
    for found in _AFTER_NUMBER.finditer(text):
        if not text.startswith(abbreviations, found.start() + len(found[0]) - len(found[0].lstrip())):
            places.add(found.end())
    for found in _AFTER_MARK.finditer(text):
        word = re.search(rf"[{LETTER}.]*$", text[max(0, found.start() - 8) : found.start()])
        if found[0] != "." or not (word and _abbreviated(word[0], text, found.start())):
            places.add(found.end())
    for found in _matches(_NUMBER_WORD, _MAY_BE_NUMBER, text):
        if found[0]:
            word = _LETTERS.match(text, found.end())
        else:
            word = _LAST_LETTERS.search(text[max(0, found.start() - LONGEST_WORD - 1) : found.start()])
        if word and known(word[0]):
            places.add(found.end())
    changes = [Edit(at, at, " ") for at in places]
    for found in _matches(_DASHES, _MAY_BE_DASH, text):
        before, after = ("" if text[at].isspace() else " " for at in (found.start() - 1, found.end()))
        changes.append(Edit(*found.span(), f"{before}{found[0]}{after}"))
    for edit in sorted(changes):
        yield Change(edit, "missing-space", "two words run together")


def _abbreviated(word: str, text: str, stop: int) -> bool:
    """Tell whether the full stop at `stop` after `word` is one of an abbreviation's (`ა.შ.`, `მაგ.`)."""
    if len(word.rpartition(".")[2]) == 1:
        return True
    return any(
        text.startswith(one, stop - at)
        for one in layout.layout().abbreviations
        for at in range(len(one))
        if one[at] == "." and stop >= at
    )


class _Spacing(NamedTuple):
    least: int
    together: frozenset[str]
    openers: frozenset[str]
    enclitics: frozenset[str]
    prefixes: frozenset[str]
    whole: tuple[str, ...]
    future: re.Pattern[str]


@cache
def _spacing() -> _Spacing:
    data = lang.read("ka", "spacing")
    together, openers, enclitics, prefixes = (
        frozenset(data[key]) for key in ("together", "openers", "enclitics", "prefixes")
    )
    # a participle of the future begins with a preverb and this, whatever its verb
    preverbs = "|".join(map(re.escape, lang.read("ka", "paradigms")["preverbs"]))
    future = re.compile(rf"(?:{preverbs}){data['future']}")
    return _Spacing(data["least"], together, openers, enclitics, prefixes, tuple(data["whole"]), future)


_OPENED = 6  # letters of a word that may follow an opener


_RUN = re.compile(rf"[{LETTER}\[\]]+")


def _glued_words(draft: _Draft, known: Known) -> Iterator[Change]:
    """Yield the one place where an unknown word divides into two known ones; several places are a finding."""
    known = cache(known)
    sure = cache(partial(_places, known=known))
    for found in _RUN.finditer(draft.text):
        word = found[0].lstrip("]")
        start = found.end() - len(word)
        word = word.rstrip("[")
        if not 5 <= len(word) <= LONGEST_WORD or ("[" not in word and known(word)):  # most are
            continue
        end = start + len(word)
        if "-" in (draft.text[start - 1 : start], draft.text[end : end + 1]):
            continue
        if word[0] == "[" and word[-1] == "]" and word.count("[") == 1:
            continue
        places = sure(word)
        if len(places) == 1:
            at = start + places[0]
            yield Change(Edit(at, at, " "), "missing-space", "an unknown word made of two known ones")
        elif places:
            ways = " / ".join(f"{word[:at]} {word[at:]}" for at in places)
            draft.note("doubtful-space", Span(start, end), ways=ways)


def _places(word: str, known: Known) -> tuple[int, ...]:
    """Return where `word` divides, unless it is a compound that a general list of words has."""
    places = splits(word, known)
    if places != _after_bracket(word, known) and any(map(_attested, (_bare(word), _unbracketed(word)))):
        return ()
    return places


def splits(word: str, known: Known) -> tuple[int, ...]:
    """Return where `word`, if the lexicon lacks it, divides into two words that the lexicon has.

    Letters in brackets may belong to a word or not; a place inside brackets divides nothing.
    """
    rules = _spacing()
    if word.startswith(rules.whole) or rules.future.match(word):
        return ()
    if found := _after_bracket(word, known):
        return found
    if _reads(word, known):
        return ()
    if "[" not in word and "]" not in word:
        spots: Iterable[int] = range(2, len(word) - 1)
    else:
        depths = accumulate((char == "[") - (char == "]") for char in word)
        spots = [at for at, depth in enumerate(depths, start=1) if depth == 0]
    return tuple(at for at in spots if _divides(word[:at], word[at:], rules, known))


_OPENING_BRACKET = re.compile(rf"\[([{LETTER}]{{3,}})\]([{LETTER}]{{3,}})$")


def _after_bracket(word: str, known: Known) -> tuple[int, ...]:
    """Return where a word in brackets runs into the next (`[ლელოს]უკანა`), no place where it is an affix."""
    found = _OPENING_BRACKET.match(word)
    if found and known(found[1]) and known(found[2]) and not known(found[1] + found[2]):
        return (found.end(1) + 1,)
    return ()


def _divides(first: str, second: str, rules: _Spacing, known: Known) -> bool:
    """Tell whether two parts are known words, long enough and none that is always written on another."""
    one, other = _bare(first), _bare(second)
    if f"{one} {other}" in rules.together:
        return True
    if one in rules.prefixes or other in rules.enclitics or first.count("[") != first.count("]"):
        return False
    if min(len(one), len(other)) < rules.least and not (one in rules.openers and len(other) >= _OPENED):
        return False
    return _reads(first, known) and _reads(second, known)


def _bare(word: str) -> str:
    return word.replace("[", "").replace("]", "")


def _attested(word: str) -> bool:
    """Tell whether a general list of words has `word`, or the nominative that its ending points to."""
    likely = guess.nominal(word)
    return guess.attested(word) or (likely is not None and guess.attested(likely[0]))


def _unbracketed(word: str) -> str:
    return re.sub(r"\[[^\]]*\]|[\[\]]", "", word)


def _reads(word: str, known: Known) -> bool:
    """Tell whether the lexicon has `word`, with what its brackets hold or without."""
    if "[" not in word and "]" not in word:
        return known(word)
    return known(_bare(word)) or known(_unbracketed(word))


_MAY_BE_NEEDLESS = re.compile(r"[ \t](?=[ \t:;,.!?])|\t")
_NEEDLESS = re.compile(r"(?<=\S)[ \t]+(?=[:;,.!?](?:\s|$))|(?<=\S)(?:[ \t]{2,}|\t)(?=\S)")


def _needless_spaces(text: str) -> Iterator[Change]:
    """Yield spaces before a mark and spaces that are too many."""
    for found in _matches(_NEEDLESS, _MAY_BE_NEEDLESS, text):
        following = text[found.end()]
        if following in ":;,.!?" and not (following == "." and text.startswith("...", found.end())):
            yield Change(Edit(*found.span(), ""), "space-before-mark", "no space stands before this mark")
        else:
            yield Change(Edit(*found.span(), " "), "double-space", "one space is enough")


def _quotes(text: str) -> Iterator[Change]:
    """Yield the quotation marks that are not „“, or ‚‘ within those, one pair a repair."""
    changes: list[Change] = []
    for line in layout.lines(text):
        for start, end, depth in layout.quotes(text, *line).pairs:
            marks = _QUOTE_STYLES[depth % 2]
            if (text[start], text[end]) != marks:
                whole = Span(start, end + 1)
                reason = "quotes are written in one style"
                changes.append(Change(Edit(start, start + 1, marks[0]), "quote-style", reason, span=whole))
                changes.append(Change(Edit(end, end + 1, marks[1]), "quote-style", reason, span=whole))
    yield from sorted(changes, key=lambda change: change.edit.start)


# --- what is recorded ---------------------------------------------------------------------------------------


def _repairs(draft: _Draft, source: Source) -> Iterator[Repair]:
    """Yield the repairs in the order of the source, each once."""
    seen: set[tuple[str, Span]] = set()
    rows: list[Repair] = []
    for change, place in draft.repairs:
        span = _widened(draft.text, place) if change.kind in _WORDS else place
        if (change.kind, span) in seen:  # the two signs of one pair of quotes
            continue
        seen.add((change.kind, span))
        at = Span(*draft.offsets.to_source(*span))
        fixed = change.fixed if change.fixed is not None else span.of(draft.text)
        rows.append(Repair(at.of(source.text), fixed, change.kind, at, span, change.reason))
    yield from sorted(rows, key=lambda repair: (repair.source, repair.kind))


def _widened(text: str, span: Span) -> Span:
    """Return `span` with the whole words on its two sides, without the marks around those."""
    start, end = span
    first, last = max(0, start - LONGEST_WORD), min(len(text), end + LONGEST_WORD)
    while start > first and not text[start - 1].isspace():
        start -= 1
    while end < last and not text[end].isspace():
        end += 1
    while end > span.end and text[end - 1] in _OUTER_MARKS:
        end -= 1
    while start < span.start and text[start] in _OUTER_MARKS:
        start += 1
    return Span(start, end)
