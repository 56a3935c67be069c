"""Takes a document and its analysed regions; gives each unit's alternatives, brackets, quotes and dashes.

Everything is found by form: like endings at the edges, quotes and brackets never crossed, a name of the
termbase kept whole. Guarantees that every `|` between words is in a set, every bracket has a kind, and what
could not be matched by form is a finding, not a silent guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tsesi.alternatives import Senses, sets
from tsesi.brackets import affixes, bracket
from tsesi.forms import BAR, Region, walk
from tsesi.grammar import Grammar
from tsesi.level import Level, Names
from tsesi.model import AlternativeSet, Bracket, Document, Finding, Markup, Occurrence, Quote, Span


def read(
    document: Document,
    regions: Mapping[str, Sequence[Region]],
    occurrences: Mapping[str, Sequence[Occurrence]],
    grammar: Grammar,
    senses: Senses,
) -> Mapping[str, Markup]:
    """Return the markup of every unit by id.

    `occurrences` names the concepts in the text (document spans), those inside the names of others too;
    `grammar` holds the words that bound a phrase; `senses` tell what words mean, for pairs that the
    termbase does not name.
    """
    return {
        unit.id: _unit(
            document.text, unit.id, regions.get(unit.id, ()), occurrences.get(unit.id, ()), grammar, senses
        )
        for unit in document.units
    }


def _unit(
    text: str,
    unit: str,
    regions: Sequence[Region],
    occurrences: Sequence[Occurrence],
    grammar: Grammar,
    senses: Senses,
) -> Markup:
    alternatives: list[AlternativeSet] = []
    brackets: list[Bracket] = []
    quotes: list[Quote] = []
    dashes: list[Span] = []
    findings: list[Finding] = []
    for region in regions:
        names = Names(region, occurrences) if BAR in region.words else None
        for level in walk(region.root):
            if names is not None and any(region.words[inner.first] == BAR for inner in level.inside):
                found, told = sets(Level(region, level, names, grammar), text, unit, senses)
                alternatives += found
                findings += told
            if level.kind == "quote":
                outer = region.span(level.first, level.last)
                quotes.append(Quote(outer, Span(outer.start + 1, outer.end - 1)))
            brackets += [
                bracket(text, region, level, index, grammar, occurrences, senses.meaning)
                for index, inner in enumerate(level.inside)
                if inner.kind == "bracket"
            ]
        for token, word in enumerate(region.words):
            if word in grammar.dashes:
                dashes.append(region.span(token, token))
            elif len(word) > 1 and "[" in word:
                brackets += affixes(region, token)
    alternatives.sort(key=lambda each: (each.span.start, -each.span.end))
    brackets.sort(key=lambda each: each.span)
    return Markup(tuple(alternatives), tuple(brackets), tuple(quotes), tuple(dashes), tuple(findings))
