"""Takes the view, gives the rows of «What does it cost?»: every act that a norm demands, forbids or limits.

A duty or prohibition gives a row an act (one for acts that count together, one for a choice); a permission
one row for its limits: going beyond them is what can cost something. Definitions are not in it. A price is
what the graph says of that norm, or nothing: «not stated» is never inferred away.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tsesi.site.view import Act, Norm, Party, Unit, View


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; the sets of concept ids are for its filters."""

    unit: Unit
    norm: Norm
    acts: tuple[Act, ...]
    whom: tuple[Party, ...]
    circumstances: tuple[Party, ...]  # besides what it must not go beyond
    beyond: tuple[Party, ...]  # a permission's limits: its price is for going beyond them
    prices: tuple[str, ...]
    actors: frozenset[str]  # the bearer and all wider concepts
    actions: frozenset[str]
    phases: frozenset[str]


def wider(view: View, concept: str) -> frozenset[str]:
    """Return a concept and all its broader ones."""
    seen: set[str] = set()
    todo = [concept]
    while todo:
        one = todo.pop()
        if one in view.concepts and one not in seen:
            seen.add(one)
            todo += view.concepts[one].broader
    return frozenset(seen)


def rows(view: View) -> Iterator[Row]:
    """Yield the rows in reading order."""
    phases = Phases(view)
    for unit in view.units.values():
        for norm in unit.norms:
            for acts in _lines(norm):
                bearer = norm.bearer.id if norm.bearer else ""
                beyond = norm.limits if norm.modality == "permission" else ()
                around = _once(
                    p for act in acts for p in (*act.instruments, *act.manners, *act.times, *act.places)
                )
                actions = [act.action.id for act in acts if act.action.id]
                yield Row(
                    unit,
                    norm,
                    acts,
                    whom=_once(p for act in acts for p in (*act.patients, *act.themes)),
                    circumstances=tuple(party for party in around if party not in beyond),
                    beyond=beyond,
                    prices=norm.sanctions,
                    actors=wider(view, bearer),
                    actions=frozenset(actions),
                    phases=phases.of(unit, [bearer, *actions]),
                )


def _lines(norm: Norm) -> Iterator[tuple[Act, ...]]:
    if norm.modality == "constitutive" or (norm.modality == "permission" and not norm.limits):
        return
    if norm.modality != "permission" and norm.combined == "each":
        yield from ((deed,) for deed in norm.deeds)
    elif norm.deeds:
        yield norm.deeds


def _once(parties: Iterable[Party]) -> tuple[Party, ...]:
    return tuple({(p.id, *sorted(p.label.items())): p for p in parties}.values())


class Phases:
    """Tells in which phase of play a rule holds: from its concepts, its chapeau, its law's subject."""

    def __init__(self, view: View) -> None:
        """Learn what names a phase."""
        self.view = view
        self.known = {
            phase for concept in view.concepts.values() for phase in concept.phases if phase in view.concepts
        }
        self.named: dict[str, set[str]] = defaultdict(set)  # unit -> phases that it names
        self.called: dict[str, set[str]] = defaultdict(set)  # name -> phases that have it
        for phase in self.known:
            concept = view.concepts[phase]
            for use in concept.uses:
                self.named[use.unit].add(phase)
            for names in concept.names.values():
                for name in names:
                    self.called[name.text.casefold()].add(phase)

    def of(self, unit: Unit, concepts: Iterable[str]) -> frozenset[str]:
        """Return the phases of a rule of `unit` that names `concepts`."""
        law = next(law for law in self.view.laws if law.number == unit.law)
        found = set(self.named[unit.id]) | set(self.named[unit.parent])
        for title in law.title.values():
            found |= self.called[title.casefold()]
        for concept in concepts:
            if concept in self.view.concepts:
                found |= set(self.view.concepts[concept].phases) & self.known
        return frozenset(found)
