"""Takes lang/ka/clauses.yml; gives the small words of Georgian that build a rule, ready for look-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tsesi import lang
from tsesi.model import Modality

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Modal:
    """A word of duty: `bearer` is the case of the person bound, or "verb" where the verb decides."""

    words: Phrase
    modality: Modality
    bearer: str
    governs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """A word that says what something is; `term` tells where the thing defined stands."""

    word: str
    term: str


@dataclass(frozen=True, slots=True)
class Grammar:
    """The word lists of clauses.yml. Sets hold words as written, phrases are tuples of words."""

    modals: Mapping[str, tuple[Modal, ...]]  # by first word, the longest first
    negations: frozenset[str]
    carried: frozenset[str]
    cannot: frozenset[str]
    conditions: Mapping[str, tuple[Phrase, ...]]
    exceptions: frozenset[str]
    exception_openers: Mapping[str, tuple[Phrase, ...]]
    asides: frozenset[Phrase]
    provisos: Mapping[str, tuple[Phrase, ...]]
    concessions: frozenset[str]
    only: frozenset[str]
    relative_stems: tuple[str, ...]
    relatives: frozenset[str]
    that: frozenset[str]
    contrast: frozenset[str]
    conjunctions: frozenset[str]
    either: frozenset[str]
    also: frozenset[str]
    definitions: Mapping[str, Definition]
    open_lists: frozenset[str]
    attempts: frozenset[str]
    same: frozenset[str]
    pronouns: frozenset[str]
    possessives: frozenset[str]
    light: frozenset[str]
    time_units: frozenset[str]
    phrases: tuple[Phrase, ...]
    boundaries: frozenset[str]
    dashes: frozenset[str]

    @property
    def modal_words(self) -> frozenset[str]:
        """Every first word of a word of duty."""
        return frozenset(self.modals)

    @property
    def clause_openers(self) -> frozenset[str]:
        """Words that open a further denied clause of its own."""
        return self.carried


def _by_first(entries: Iterable[str]) -> Mapping[str, tuple[Phrase, ...]]:
    found: dict[str, list[Phrase]] = {}
    for entry in entries:
        words = tuple(entry.split())
        found.setdefault(words[0], []).append(words)
    return {first: tuple(sorted(phrases, key=len, reverse=True)) for first, phrases in found.items()}


def _modals(entries: Iterable[Mapping[str, Any]]) -> Mapping[str, tuple[Modal, ...]]:
    found: dict[str, list[Modal]] = {}
    for entry in entries:
        for text in entry["words"]:
            words = tuple(text.split())
            modal = Modal(words, entry["modality"], entry["bearer"], tuple(entry["governs"]))
            found.setdefault(words[0], []).append(modal)
    return {first: tuple(sorted(all_, key=lambda m: -len(m.words))) for first, all_ in found.items()}


@cache
def georgian() -> Grammar:
    """Return the grammar words of Georgian. Raises `lang.WordDataError` when the file is damaged."""
    data = lang.read("ka", "clauses")
    return Grammar(
        modals=_modals(data["modals"]),
        negations=frozenset(data["negations"]["words"]),
        carried=frozenset(data["carried"]),
        cannot=frozenset(data["cannot"]),
        conditions=_by_first(data["conditions"]["words"]),
        exceptions=frozenset(data["exceptions"]["words"]),
        exception_openers=_by_first(data["exceptions"]["openers"]),
        asides=frozenset(tuple(text.split()) for text in data["exceptions"]["asides"]),
        provisos=_by_first(data["provisos"]["words"]),
        concessions=frozenset(data["concessions"]),
        only=frozenset(data["only"]),
        relative_stems=tuple(data["relatives"]["stems"]),
        relatives=frozenset(data["relatives"]["words"]),
        that=frozenset(data["relatives"]["that"]),
        contrast=frozenset(data["contrast"]),
        conjunctions=frozenset(data["conjunctions"]),
        either=frozenset(data["either"]),
        also=frozenset(data["also"]),
        definitions={
            word: Definition(word, entry["term"]) for entry in data["definitions"] for word in entry["words"]
        },
        open_lists=frozenset(data["open_lists"]),
        attempts=frozenset(data["attempts"]["verbs"]),
        same=frozenset(data["attempts"]["same"]),
        pronouns=frozenset(data["pronouns"]),
        possessives=frozenset(data["possessives"]),
        light=frozenset(data["light"]),
        time_units=frozenset(data["time_units"]),
        phrases=tuple(tuple(text.split()) for text in data["phrases"]),
        boundaries=frozenset(data["boundaries"]),
        dashes=frozenset(data["dashes"]),
    )
