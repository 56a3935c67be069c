"""Takes a text and the marks on it, gives HTML; guarantees that the text without tags is the text given.

Alternatives, brackets and the sanction nest as the notation does. Terms may cross them: a term is cut at the
edges it crosses, and its pieces carry the same concept. What a script needs is in `data-` attributes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from markupsafe import Markup, escape

from tsesi.site.view import Mark

STRUCTURE = ("alternatives", "alternative", "affix", "gloss", "supplement", "sanction")
_RANK = {kind: rank for rank, kind in enumerate((*STRUCTURE, "term"))}


_RUNS = {
    "en": ("ka", re.compile(r"[ა-ჰ](?:[ა-ჰ\s|\[\]-]*[ა-ჰ])?")),
    "ka": ("en", re.compile(r"[A-Za-z]{2}(?:[A-Za-z\s'’-]*[A-Za-z])?")),
}


def tongues(text: str, lang: str) -> Markup:
    """Return `text` of one language with runs in the other script marked as of the other language, and with
    dashes that do not break.
    """
    other, runs = _RUNS[lang]
    out, at = Markup(), 0
    for run in runs.finditer(text):
        marked = Markup('<span lang="{}">{}</span>').format(other, dashes(run[0]))
        out += dashes(text[at : run.start()]) + marked
        at = run.end()
    return out + dashes(text[at:])


def dashes(text: str) -> Markup:
    """Return `text` in which no line ends inside the notation's dash, `--`."""
    return Markup('<span class="dash">--</span>').join(escape(piece) for piece in text.split("--"))


def nest(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks that can be drawn, outermost first: none crosses another.

    A term that crosses a mark of structure is cut in pieces at its edges. Of two marks of structure that
    cross, the one that starts later is left out; of two terms that cross, the shorter.
    """
    kept: list[Mark] = []
    for mark in sorted((m for m in marks if m.kind != "term"), key=_outermost):
        if not any(_cross(mark, other) for other in kept):
            kept.append(mark)
    structure = list(kept)
    for mark in sorted((m for m in marks if m.kind == "term"), key=lambda m: (m.start - m.end, m.start)):
        edges = {mark.start, mark.end}
        for other in structure:
            if _cross(mark, other):
                edges |= {edge for edge in (other.start, other.end) if mark.start < edge < mark.end}
        cuts = sorted(edges)
        for start, end in pairwise(cuts):
            piece = replace(mark, start=start, end=end)
            if not any(_cross(piece, o) or (o.kind == "term" and _touch(piece, o)) for o in kept):
                kept.append(piece)
    return sorted(kept, key=_outermost)


def _outermost(mark: Mark) -> tuple[int, int, int, str]:
    return mark.start, -mark.end, _RANK[mark.kind], mark.iri


def _cross(a: Mark, b: Mark) -> bool:
    first, second = sorted((a, b), key=lambda m: (m.start, -m.end))
    return first.start < second.start < first.end < second.end


def _touch(a: Mark, b: Mark) -> bool:
    return a.start < b.end and b.start < a.end


def draw(text: str, marks: Sequence[Mark], words: Mapping[str, Any], to_root: str, lang: str) -> Markup:
    """Return `text` as HTML with its marks.

    `words` is the interface in the reader's language, `to_root` the way from the page to the site's root,
    `lang` the tree that terms link into.
    """
    drawn = nest(marks)
    sizes = {
        m.iri: sum(1 for a in drawn if a.kind == "alternative" and a.iri.startswith(m.iri + "/"))
        for m in drawn
        if m.kind == "alternatives"
    }
    return _Pen(text, drawn, words, f"{to_root}/{lang}", sizes).all()


class _Pen:
    """Writes one text from left to right."""

    def __init__(
        self, text: str, marks: list[Mark], words: Mapping[str, Any], tree: str, sizes: Mapping[str, int]
    ) -> None:
        self.text, self.marks, self.words, self.tree, self.sizes = text, marks, words, tree, sizes
        self.next = 0

    def all(self) -> Markup:
        return self.inside(0, len(self.text), "")

    def inside(self, start: int, end: int, around: str) -> Markup:
        """Write `start:end` with the marks that lie in it."""
        out = Markup()
        while self.next < len(self.marks) and self.marks[self.next].end <= end:
            mark = self.marks[self.next]
            if mark.start < start:
                break
            self.next += 1
            out += self.plain(start, mark.start, around)
            before, after = self.tags(mark)
            out += before + self.inside(mark.start, mark.end, mark.kind) + after
            start = mark.end
        return out + self.plain(start, end, around)

    def plain(self, start: int, end: int, around: str) -> Markup:
        """Write what carries no mark; between alternatives, the bar."""
        words = self.text[start:end]
        if around == "alternatives" and "|" in words:
            left, _, right = words.partition("|")
            return escape(left) + Markup('<span class="alts__bar">|</span>') + escape(right)
        return dashes(words)

    def tags(self, mark: Mark) -> tuple[Markup, Markup]:
        """Return what stands before and after a mark."""
        match mark.kind:
            case "alternatives":
                kind = escape(mark.of)
                size = self.sizes[mark.iri]
                label = self.words["alternatives"]["label"].format(n=size)
                button = Markup(
                    '<button type="button" class="alts__next" data-size="{}" aria-label="{}, {}: {}. {}">'
                    "<span aria-hidden=true></span></button></span>"
                ).format(
                    size,
                    label,
                    self.words["alternatives"].get(mark.of, ""),
                    self.words["alternatives"]["all"],
                    self.words["alternatives"]["next"],
                )
                return Markup('<span class="alts alts--{}">').format(kind), button
            case "alternative":
                return Markup('<span class="alt" data-n="{}">').format(mark.number), Markup("</span>")
            case "term" if mark.of:
                opening = Markup('<a class="term" href="{}/{}/" data-term="{}">')
                return opening.format(self.tree, mark.of, mark.of), Markup("</a>")
            case kind:
                return Markup('<span class="mark mark--{}">').format(kind), Markup("</span>")
