"""Which Georgian words mean the same: takes words by their lemmas, gives their senses and how two relate.

Guarantees that all it says stands in lang/ka/senses.yml: nothing is guessed from form. Hyphens do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tsesi import lang
from tsesi.model import AlternativeKind

NOTHING: frozenset[str] = frozenset()


def load() -> None:
    """Read the word data before the first question. Raises `lang.WordDataError` where they are at fault."""
    _senses()
    _places()


def meaning(words: Iterable[str]) -> frozenset[str]:
    """Return all senses of one word that is given by its names: lemma, verbal nouns, the form itself.

    A sense is named by its English gloss, which is unique in the word data. The set is empty for an unknown
    word. Raises `lang.WordDataError` where the word data are at fault.
    """
    known = _senses()
    return NOTHING.union(*(known.get(_key(word), NOTHING) for word in words))


def differ(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """Tell whether the word data say of two words, by all their senses, that they are different acts.

    They are where some group of the list `different` holds senses of both, and never two that are near. So a
    word that has senses on both sides of a contrast is not told apart by it. Raises `lang.WordDataError`
    where the word data are at fault.
    """
    places = _places()
    one, other = (
        frozenset().union(*(places.get(sense, frozenset()) for sense in words)) for words in (ours, theirs)
    )
    return any(
        frozenset(corner for at, corner in one if at == group).isdisjoint(
            corner for at, corner in other if at == group
        )
        for group in {at for at, _ in one} & {at for at, _ in other}
    )


def related(a: str, b: str) -> AlternativeKind:
    """Return how two words, given by lemma, relate.

    `synonym` where they share a sense, `disjunction` where both are known and share none, else `open`.
    Raises `lang.WordDataError` where the word data are at fault.
    """
    ours, theirs = meaning([a]), meaning([b])
    if ours & theirs:
        return "synonym"
    return "disjunction" if ours and theirs else "open"


def _key(word: str) -> str:
    return word.replace("-", "")


@cache
def _senses() -> Mapping[str, frozenset[str]]:
    return index(lang.read("ka", "senses"), lang.path_of("ka", "senses"))


@cache
def _places() -> Mapping[str, frozenset[tuple[int, int]]]:
    return contrasts(lang.read("ka", "senses"), lang.path_of("ka", "senses"))


def contrasts(data: Mapping[str, Any], path: Path) -> Mapping[str, frozenset[tuple[int, int]]]:
    """Return by sense where it stands in the groups of `different`: number of the group, of the part in it.

    A part is a sense, or a list of senses that are near. Raises `lang.WordDataError` for a group that has no
    two parts, an empty part, a sense twice, or one that is no sense of the file.
    """
    known = {sense["en"] for sense in data["senses"]}
    found: dict[str, set[tuple[int, int]]] = {}
    for number, group in enumerate(data.get("different", ())):
        if not isinstance(group, list) or len(group) < 2 or not all(group):
            raise lang.WordDataError(path, f"different: {group!r} is no group; write [SENSE, [SENSE, …], …]")
        inside = set()
        for place, part in enumerate(group):
            for sense in part if isinstance(part, list) else [part]:
                if sense not in known:
                    raise lang.WordDataError(path, f"different: “{sense}” is no sense of the list `senses`")
                if sense in inside:
                    raise lang.WordDataError(path, f"different: “{sense}” stands twice in {group!r}")
                inside.add(sense)
                found.setdefault(sense, set()).add((number, place))
    return {sense: frozenset(places) for sense, places in found.items()}


def index(data: Mapping[str, Any], path: Path) -> Mapping[str, frozenset[str]]:
    """Return the senses of every word of `data`, by word without hyphens; `path` is the file that holds it.

    Raises `lang.WordDataError` with the line of a sense that lacks gloss or words, of a gloss that stands
    twice, or of a word that stands twice in one sense.
    """
    found: dict[str, set[str]] = {}
    first: dict[str, int] = {}  # gloss -> its place in the list
    for place, sense in enumerate(data["senses"]):
        match sense:
            case {"en": str(gloss), "words": [_, *_] as words} if len(sense) == 2 and gloss:
                pass
            case _:
                raise _fault(path, place, f"{sense!r} is no sense; write {{en: GLOSS, words: [WORD, …]}}")
        if gloss in first:
            other = _line(path, first[gloss])
            raise _fault(path, place, f"“{gloss}” names a sense in line {other} too: merge or tell apart")
        first[gloss] = place
        for word in words:
            if not isinstance(word, str):
                raise _fault(path, place, f"{word!r} is no word: put it in quotes")
            senses = found.setdefault(_key(word), set())
            if gloss in senses:
                raise _fault(
                    path, place, f"“{word}” stands twice in “{gloss}”: keep one, hyphens do not count"
                )
            senses.add(gloss)
    return {word: frozenset(senses) for word, senses in found.items()}


def _fault(path: Path, place: int, message: str) -> lang.WordDataError:
    return lang.WordDataError(path, f"line {_line(path, place)}: {message}")


def _line(path: Path, place: int) -> int:
    """Return the line of the file at which the sense at `place` of the list begins."""
    root: Any = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    senses = next(value for key, value in root.value if key.value == "senses")
    return int(senses.value[place].start_mark.line) + 1
