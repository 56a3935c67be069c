"""Takes a text of the laws, gives its sentences by the rules of `lang/…/segments.yml`; and the rules as SRX.

What a translation tool cuts with the exported file is what the exported memory holds. Guarantees that the
sentences, in order, hold every character of the text but white space between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree as ET

from tsesi import lang as words
from tsesi.model import Lang, Span

SRX = "http://www.lisa.org/srx20"  # SRX 2.0, LISA OSCAR 2008
_NAMES: Mapping[Lang, str] = {"ka": "Georgian laws", "en": "English laws"}


class Rule(NamedTuple):
    """At a place with `before` on its left and `after` on its right: does a sentence end there?"""

    ends: bool
    before: str
    after: str


@cache
def rules(lang: Lang) -> tuple[Rule, ...]:
    """Return the rules of a language; the first that fits a place decides."""
    return tuple(
        Rule(rule["break"], rule["before"], rule["after"]) for rule in words.read(lang, "segments")["rules"]
    )


def split(text: str, lang: Lang) -> tuple[Span, ...]:
    """Return the sentences of `text`, without the white space around them."""
    decided: dict[int, bool] = {}
    for rule, pattern in zip(rules(lang), _patterns(lang), strict=True):
        at = 0
        while match := pattern.search(text, at):
            decided.setdefault(match.end(), rule.ends)
            at = match.start() + 1
    cuts = [place for place, ends in sorted(decided.items()) if ends]
    spans = []
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        piece = text[start:end]
        if piece.strip():
            begin = start + len(piece) - len(piece.lstrip())
            spans.append(Span(begin, start + len(piece.rstrip())))
    return tuple(spans)


@cache
def _patterns(lang: Lang) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(f"(?:{rule.before})(?={rule.after})") for rule in rules(lang))


def srx(locales: Mapping[Lang, str]) -> ET.Element:
    """Return the rules of both languages as an SRX 2.0 document; `locales` gives the tag of each."""
    root = ET.Element("srx", {"xmlns": SRX, "version": "2.0"})
    header = ET.SubElement(root, "header", segmentsubflows="yes", cascade="no")
    for kind, include in (("start", "no"), ("end", "yes"), ("isolated", "no")):
        ET.SubElement(header, "formathandle", type=kind, include=include)
    body = ET.SubElement(root, "body")
    listed = ET.SubElement(body, "languagerules")
    for lang in locales:
        named = ET.SubElement(listed, "languagerule", languagerulename=_NAMES[lang])
        for rule in rules(lang):
            one = ET.SubElement(named, "rule", {"break": "yes" if rule.ends else "no"})
            ET.SubElement(one, "beforebreak").text = rule.before
            ET.SubElement(one, "afterbreak").text = rule.after
    maps = ET.SubElement(body, "maprules")
    for lang in locales:
        ET.SubElement(
            maps,
            "languagemap",
            languagepattern=f"(?i){lang}([-_].*)?",
            languagerulename=_NAMES[lang],
        )
    return root


def sentences(text: str, lang: Lang) -> Iterator[str]:
    """Yield the words of each sentence."""
    for span in split(text, lang):
        yield span.of(text)
