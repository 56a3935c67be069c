"""Takes a termbase; gives what the reading of norms asks of it: who is an official, who is meant how.

Guarantees that each answer follows from the termbase alone. Three of its keys are known here, `OFFICIAL`,
`RESTART` and `PHASE`: the one who orders, what an order may be without punishing, and what one can be in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from spacy.tokens import Doc

from tsesi.model import Termbase

OFFICIAL, RESTART, PHASE = "match-official", "restart-of-play", "phase-of-play"


@dataclass(frozen=True, slots=True)
class Lookup:
    """A termbase as the reading of norms sees it. What is named by its key is a concept."""

    termbase: Termbase
    approved: frozenset[str]
    officials: frozenset[str]
    restarts: frozenset[str]
    members: Mapping[str, Sequence[tuple[str, str]]]  # "მონაწილე" -> ("რაქი", actor): said as "მისი მონაწილე"
    narrower: Mapping[str, tuple[str, str]]  # action -> (actor, the narrower one who does it)
    things: Mapping[str, str]  # name -> the term or place that has it
    done_to: Mapping[str, Sequence[str]]  # action -> actors that its patterns name: to whom it is done

    def is_a(self, key: str, broader: str) -> bool:
        """Tell whether a concept is `broader`, or under it."""
        return _is_a(self.termbase, key, broader)

    def is_phase(self, key: str) -> bool:
        """Tell whether a concept is a phase of play: a ruck, a maul."""
        return self.is_a(key, PHASE)


def lookup(termbase: Termbase, analyse: Callable[[str], Doc]) -> Lookup:
    """Return what reading asks of `termbase`; `analyse` is the Georgian pipeline."""
    concepts = termbase.concepts.values()
    return Lookup(
        termbase=termbase,
        approved=frozenset(one.key for one in concepts if one.status == "approved"),
        officials=frozenset(one.key for one in concepts if _is_a(termbase, one.key, OFFICIAL)),
        restarts=frozenset(
            one.key
            for one in termbase.of_kind("sanction")
            if one.key != RESTART and _is_a(termbase, one.key, RESTART)
        ),
        members=_members(termbase, analyse),
        narrower={
            pattern.relative: (pattern.head, actor.key)
            for actor in termbase.of_kind("actor")
            for pattern in actor.patterns
            if pattern.relative
        },
        things={
            name: one.key
            for one in reversed([*termbase.of_kind("term"), *termbase.of_kind("place")])
            for name in one.names("ka")
        },
        done_to=_done_to(termbase, analyse),
    )


def _is_a(termbase: Termbase, key: str, broader: str) -> bool:
    seen: set[str] = set()
    todo = [key]
    while todo:
        one = todo.pop()
        if one == broader:
            return True
        if one not in seen and one in termbase.concepts:
            seen.add(one)
            todo.extend(termbase.concepts[one].broader)
    return False


def _members(termbase: Termbase, analyse: Callable[[str], Doc]) -> dict[str, list[tuple[str, str]]]:
    """Return the actors that are named by a genitive and a head, by the lemma of the head."""
    found: dict[str, list[tuple[str, str]]] = {}
    for actor in termbase.of_kind("actor"):
        for name in actor.names("ka"):
            if len(name.split()) == 2:
                first, head = analyse(name)[:2]
                if "Gen" in first.morph.get("Case", []):
                    found.setdefault(head.lemma_, []).append((first.lemma_, actor.key))
    return found


def _done_to(termbase: Termbase, analyse: Callable[[str], Doc]) -> dict[str, list[str]]:
    actors = {name: actor.key for actor in termbase.of_kind("actor") for name in actor.names("ka")[:1]}
    found: dict[str, list[str]] = {}
    for action in termbase.of_kind("action"):
        for pattern in action.patterns:
            for word in pattern.with_:
                actor = actors.get(analyse(word)[0].lemma_)
                if actor is not None:
                    found.setdefault(action.key, []).append(actor)
    return found
