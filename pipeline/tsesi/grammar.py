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
    """A word of duty: `bearer` is the case of the person bound, or "verb" where the verb decides.

    `governs` tells what names the act: "optative", "masdar" or "noun".
    """

    words: Phrase
    modality: Modality
    bearer: str
    governs: tuple[str, ...]
    releases: bool = False  # denied, it takes a duty away


@dataclass(frozen=True, slots=True)
class Grammar:
    """The word lists of clauses.yml, which tells what each is for. Phrases are tuples of words."""

    modals: Mapping[str, tuple[Modal, ...]]  # by first word, the longest first
    modals_backwards: Mapping[str, tuple[Modal, ...]]  # those of several words by their last: "აქვს უფლება"
    modal_words: frozenset[str]  # the first words of all
    modal_ends: frozenset[str]  # the first and last words of all
    own: frozenset[str]  # words that the grammar itself knows
    negations: frozenset[str]
    carried: frozenset[str]
    not_: frozenset[str]
    but: frozenset[str]
    cannot: frozenset[str]
    nobody: frozenset[str]
    conditions: Mapping[str, tuple[Phrase, ...]]  # by first word, the longest first
    exceptions: frozenset[str]
    asides: frozenset[Phrase]
    provisos: Mapping[str, tuple[Phrase, ...]]  # by first word, the longest first
    concessions: frozenset[str]
    only: frozenset[str]
    relative_stems: tuple[str, ...]
    relatives: frozenset[str]
    that: frozenset[str]
    questions: frozenset[str]
    whoever: frozenset[str]
    why: frozenset[str]
    so: frozenset[str]
    contrast: frozenset[str]
    conjunctions: frozenset[str]
    either: frozenset[str]
    also: frozenset[str]
    definitions: Mapping[str, str]  # word -> where the thing defined stands: a case, or "after" the word
    open_lists: frozenset[str]
    attempts: frozenset[str]
    objectless: frozenset[str]
    same: frozenset[str]
    pronouns: frozenset[str]
    reciprocals: frozenset[str]
    belonging: frozenset[str]
    possessives: frozenset[str]
    light: frozenset[str]
    passive: frozenset[str]
    agent: frozenset[str]
    degrees: frozenset[str]
    quantities: frozenset[str]
    time_units: frozenset[str]
    time_words: frozenset[str]
    phrases: tuple[Phrase, ...]
    boundaries: frozenset[str]
    dashes: frozenset[str]
    copulas: tuple[str, ...]
    directions: tuple[str, ...]
    locatives: frozenset[str]
    upon: frozenset[str]
    for_whom: frozenset[str]
    beside: frozenset[str]
    limits: frozenset[str]


def _by_first(entries: Iterable[str]) -> Mapping[str, tuple[Phrase, ...]]:
    found: dict[str, list[Phrase]] = {}
    for entry in entries:
        words = tuple(entry.split())
        found.setdefault(words[0], []).append(words)
    return {first: tuple(sorted(phrases, key=len, reverse=True)) for first, phrases in found.items()}


def _modals(entries: Iterable[Mapping[str, Any]]) -> list[Modal]:
    return [
        Modal(
            tuple(text.split()),
            entry["modality"],
            entry["bearer"],
            tuple(entry["governs"]),
            entry.get("releases", False),
        )
        for entry in entries
        for text in entry["words"]
    ]


def _by_word(modals: Iterable[Modal], at: int) -> Mapping[str, tuple[Modal, ...]]:
    found: dict[str, list[Modal]] = {}
    for modal in modals:
        found.setdefault(modal.words[at], []).append(modal)
    return {word: tuple(sorted(some, key=lambda one: -len(one.words))) for word, some in found.items()}


@cache
def georgian() -> Grammar:
    """Return the grammar words of Georgian. Raises `lang.WordDataError` when the file is damaged."""
    data = lang.read("ka", "clauses")
    modals = _modals(data["modals"])
    postpositions = data["postpositions"]
    return Grammar(
        modals=_by_word(modals, 0),
        modals_backwards=_by_word((one for one in modals if len(one.words) > 1), -1),
        modal_words=frozenset(one.words[0] for one in modals),
        modal_ends=frozenset(word for one in modals for word in (one.words[0], one.words[-1])),
        own=frozenset(
            [
                *(word for one in modals for word in one.words),
                *(
                    word
                    for name in ("light", "passive", "agent", "pronouns", "possessives")
                    for word in data[name]
                ),
                *data["negations"]["words"],
            ]
        ),
        negations=frozenset(data["negations"]["words"]),
        carried=frozenset(data["carried"]),
        not_=frozenset(data["not"]),
        but=frozenset(data["but"]),
        cannot=frozenset(data["cannot"]),
        nobody=frozenset(data["nobody"]),
        conditions=_by_first(data["conditions"]["words"]),
        exceptions=frozenset(data["exceptions"]["words"]),
        asides=frozenset(tuple(text.split()) for text in data["exceptions"]["asides"]),
        provisos=_by_first(data["provisos"]["words"]),
        concessions=frozenset(data["concessions"]),
        only=frozenset(data["only"]),
        relative_stems=tuple(data["relatives"]["stems"]),
        relatives=frozenset(data["relatives"]["words"]),
        that=frozenset(data["relatives"]["that"]),
        questions=frozenset(data["questions"]),
        whoever=frozenset(data["relatives"]["whoever"]),
        why=frozenset(data["relatives"]["why"]),
        so=frozenset(data["so"]),
        contrast=frozenset(data["contrast"]),
        conjunctions=frozenset(data["conjunctions"]),
        either=frozenset(data["either"]),
        also=frozenset(data["also"]),
        definitions={word: entry["term"] for entry in data["definitions"] for word in entry["words"]},
        open_lists=frozenset(data["open_lists"]),
        attempts=frozenset(data["attempts"]["verbs"]),
        objectless=frozenset(data["objectless"]),
        same=frozenset(data["attempts"]["same"]),
        pronouns=frozenset(data["pronouns"]),
        reciprocals=frozenset(data["reciprocals"]),
        belonging=frozenset(data["belonging"]),
        possessives=frozenset(data["possessives"]),
        light=frozenset(data["light"]),
        passive=frozenset(data["passive"]),
        agent=frozenset(data["agent"]),
        quantities=frozenset(data["quantities"]),
        degrees=frozenset(data["degrees"]),
        time_units=frozenset(data["time_units"]),
        time_words=frozenset(data["time_words"]),
        phrases=tuple(tuple(text.split()) for text in data["phrases"]),
        boundaries=frozenset(data["boundaries"]),
        dashes=frozenset(data["dashes"]),
        copulas=tuple(data["copulas"]),
        directions=tuple(postpositions["directions"]),
        locatives=frozenset(postpositions["locatives"]),
        upon=frozenset(postpositions["upon"]),
        for_whom=frozenset(postpositions["for"]),
        beside=frozenset(postpositions["beside"]),
        limits=frozenset(postpositions["limits"]),
    )
