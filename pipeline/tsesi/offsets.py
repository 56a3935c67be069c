"""Takes edits of a text, gives an exact map between the edited text and its source, span by span, both ways.

A map is a run-length list: copied runs, where characters pair one to one, and changed runs, where every
character of the text stands for one whole range of the source (empty for what was inserted). It composes:
`a.then(b)` maps the text after `b` to the source before `a`. Nothing outside a text has a place in the other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple


class Edit(NamedTuple):
    """Source range `start:end` is replaced by `new`."""

    start: int
    end: int
    new: str


class Run(NamedTuple):
    """Characters `start:end` of the text stand for `source:source_end`, one to one where `copied`."""

    start: int
    end: int
    source: int
    source_end: int
    copied: bool


_BY_END = attrgetter("end")
_BY_SOURCE = attrgetter("source")
_BY_SOURCE_END = attrgetter("source_end")


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Where each of `length` characters of a text stands in a source of `source_length` characters.

    `runs` cover the text in order and without gaps; their source ends never step back. Hashable; equal maps
    that were made by the same steps compare equal.
    """

    source_length: int
    length: int
    runs: tuple[Run, ...]

    @classmethod
    def identity(cls, length: int) -> OffsetMap:
        """Return the map of an unchanged text of `length` characters."""
        return cls.from_edits(length, ())

    @classmethod
    def from_edits(cls, source_length: int, edits: Iterable[tuple[int, int, int]]) -> OffsetMap:
        """Return the map after `edits`, each (start, end, length of what replaces it), in rising order.

        Raises ValueError where edits overlap, run backwards or leave the source.
        """
        runs: list[Run] = []
        at = done = 0
        for start, end, new in (*edits, (source_length, source_length, 0)):
            if not done <= start <= end <= source_length or new < 0:
                raise ValueError(
                    f"edit {start}:{end} does not follow {done} in a source of {source_length} characters"
                )
            if start == end < source_length and not new:
                continue
            if start > done:
                runs.append(Run(at, at + start - done, done, start, True))
                at += start - done
            if new:
                runs.append(Run(at, at + new, start, end, False))
                at += new
            done = end
        return cls(source_length, at, tuple(runs))

    def start(self, index: int) -> int:
        """Return where the source of character `index` of the text begins. Raises IndexError outside."""
        run = self._run(index)
        return run.source + index - run.start if run.copied else run.source

    def end(self, index: int) -> int:
        """Return where the source of character `index` of the text ends. Raises IndexError outside."""
        run = self._run(index)
        return run.source + index - run.start + 1 if run.copied else run.source_end

    def to_source(self, start: int, end: int) -> tuple[int, int]:
        """Return the source range of the text range `start:end`: first character's start, last one's end.

        An empty range gives what the source has between its two neighbours: nothing, or what was removed
        there. Raises IndexError outside the text and ValueError for a range that runs backwards.
        """
        _check(start, end, self.length)
        if start < end:
            return self.start(start), self.end(end - 1)
        before = self.end(start - 1) if start else 0
        after = self.start(start) if start < self.length else self.source_length
        return min(before, after), max(before, after)

    def to_text(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of all characters of the text that come from the source range `start:end`.

        An empty range gives what was inserted there. A range of which nothing is left gives the empty range
        where it was. Raises IndexError outside the source and ValueError for a range that runs backwards.
        """
        _check(start, end, self.source_length)
        if start < end:
            first = bisect_right(self.runs, start, key=_BY_SOURCE_END)
            if first == len(self.runs):
                return self.length, self.length
            run = self.runs[first]
            begin = run.start + max(0, start - run.source) if run.copied else run.start
            last = self.runs[bisect_right(self.runs, end - 1, key=_BY_SOURCE) - 1]
            finish = min(last.end, last.start + end - last.source) if last.copied else last.end
            return begin, max(begin, finish)
        before = self.to_text(start - 1, start)[1] if start else 0
        after = self.to_text(start, start + 1)[0] if start < self.source_length else self.length
        return min(before, after), max(before, after)

    def then(self, later: OffsetMap) -> OffsetMap:
        """Return the map of the text that `later` made from this one.

        It says what the two maps say one after the other; only where a character was inserted at the very
        place of a removed one does it add the removed one. Raises ValueError if `later` is of another text.
        """
        if later.source_length != self.length:
            raise ValueError(
                f"a map of {later.source_length} characters cannot follow a text of {self.length}"
            )
        runs: list[Run] = []
        for run in later.runs:
            if run.copied:
                pieces = self._cut(run.source, run.source_end, run.start - run.source)
            else:
                pieces = iter((Run(run.start, run.end, *self.to_source(run.source, run.source_end), False),))
            for piece in pieces:
                if runs and piece.copied and runs[-1].copied and runs[-1].source_end == piece.source:
                    runs[-1] = runs[-1]._replace(end=piece.end, source_end=piece.source_end)
                else:
                    runs.append(piece)
        return OffsetMap(self.source_length, later.length, tuple(runs))

    def _cut(self, start: int, end: int, shift: int) -> Iterator[Run]:
        """Yield the runs within `start:end` of the text, moved by `shift`."""
        for run in self.runs[bisect_right(self.runs, start, key=_BY_END) :]:
            low, high = max(start, run.start), min(end, run.end)
            if low >= high:
                return
            source = run.source + low - run.start if run.copied else run.source
            source_end = source + high - low if run.copied else run.source_end
            yield Run(low + shift, high + shift, source, source_end, run.copied)

    def _run(self, index: int) -> Run:
        if not 0 <= index < self.length:
            raise IndexError(f"character {index} is outside a text of {self.length} characters")
        return self.runs[bisect_right(self.runs, index, key=_BY_END)]


def rewrite(text: str, edits: Iterable[Edit]) -> tuple[str, OffsetMap]:
    """Return `text` with `edits` made (in rising order) and the map back. Raises ValueError as from_edits."""
    edits = tuple(edits)
    offsets = OffsetMap.from_edits(len(text), ((edit.start, edit.end, len(edit.new)) for edit in edits))
    parts: list[str] = []
    done = 0
    for edit in edits:
        parts += text[done : edit.start], edit.new
        done = edit.end
    return "".join((*parts, text[done:])), offsets


def _check(start: int, end: int, length: int) -> None:
    if start > end:
        raise ValueError(f"range {start}:{end} runs backwards")
    if start < 0 or end > length:
        raise IndexError(f"range {start}:{end} is outside a text of {length} characters")
