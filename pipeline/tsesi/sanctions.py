"""Takes a document and its norms, gives what breaking each unit costs: own, of a group, stated, or nothing.

A sanction without a star is its own unit's alone. One with a star is also that of every earlier unit since
the last star, at its level or below, that puts a duty on a player or a team and has no sanction of its own;
an item's star closes its own list only. Guarantees: nothing is inferred where nothing is written, a duty of
an official takes no sanction, and a price that the termbase does not name is a finding, its key provisional.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

from tsesi import lang
from tsesi.model import Document, Finding, Norm, SanctionClause, Span, Unit, UnitSanction
from tsesi.nlp import romanize

_QUOTES = "„“”«»‚‘’\"'"
_EDGE = _QUOTES + " \t.,:;()[]*"


class Price(NamedTuple):
    """What a sanction clause says: the keys, whether one of them is picked and by whom, what nobody knows."""

    kinds: tuple[str, ...]
    choice: bool
    chosen_by: str | None
    unknown: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    chooser_unknown: str | None = None


class _Words(NamedTuple):
    split: re.Pattern[str]
    choice: frozenset[str]
    chooses: tuple[str, ...]
    choosers: tuple[tuple[tuple[str, ...], str], ...]
    restarts: frozenset[str]
    officials: frozenset[str]
    official_words: tuple[str, ...]
    duty_words: frozenset[str]


@cache
def _words() -> _Words:
    data = lang.read("ka", "sanctions")
    marks = "|".join(re.escape(mark) for mark in (*data["choice"], *data["joined"]))
    choosers = [(tuple(stems.split()), key) for key, rows in data["choosers"].items() for stems in rows]
    return _Words(
        re.compile(rf"(?:(?<=\s)|^)(?P<mark>{marks})(?=\s|$)|(?P<sign>[|,])"),
        frozenset(data["choice"]),
        tuple(data["chooses"]),
        tuple(sorted(choosers, key=lambda one: -len(one[0]))),
        frozenset(data["restarts"]),
        frozenset(data["officials"]),
        tuple(data["official-words"]),
        frozenset(data["duty-words"]),
    )


def resolve(
    document: Document,
    norms: Mapping[str, tuple[Norm, ...]],
    words: Mapping[str, str],
    *,
    officials: Collection[str] | None = None,
) -> tuple[Mapping[str, UnitSanction], tuple[Finding, ...]]:
    """Return the sanction of every unit by id, and the findings.

    `words` maps the Georgian names of sanctions to their keys; `officials` are the keys of actors for whose
    duties nobody is punished (by default those of the word data). A name that `words` lacks gets a
    provisional key.
    """
    known = {_plain(name): key for name, key in words.items()}
    by_id = {unit.id: unit for unit in document.units}
    keys = _words().officials if officials is None else frozenset(officials)
    duties = _Duties(norms, keys, document.text, by_id)
    found: dict[str, UnitSanction] = {}
    findings: list[Finding] = []
    waiting: list[Unit] = []  # units with a duty and no sanction yet
    for unit in document.units:
        found[unit.id] = duties.stated(unit)
        if unit.sanction is None:
            if found[unit.id].scope == "none" and duties.binds(unit):
                above = next(
                    (one for one in _above(unit, by_id) if one.kind == "chapeau" and one.sanction), None
                )
                if above:  # what a chapeau costs, its items cost
                    found[unit.id] = _reached(found[above.id], above, duties.breaches(unit))
                else:
                    waiting.append(unit)
            continue
        price = read_price(unit.sanction.value.of(document.text), known)
        findings += _price_findings(unit, unit.sanction, price, document.text)
        own = UnitSanction(price.kinds, "own", None, price.choice, price.chosen_by, duties.breaches(unit))
        found[unit.id] = own
        if unit.kind != "chapeau" and norms.get(unit.id) and not own.breaches:
            span = unit.sanction.span
            findings.append(Finding("sanction-without-duty", unit.id, span, span.of(document.text)))
        if unit.sanction.starred:
            reached = [one for one in waiting if unit.parent is None or _within(one, unit.parent, by_id)]
            for one in reached:
                found[one.id] = _reached(own, unit, duties.breaches(one))
            waiting = [one for one in waiting if one not in reached]
    return found, tuple(findings)


def _reached(price: UnitSanction, by: Unit, breaches: tuple[int, ...]) -> UnitSanction:
    return replace(price, scope="group", declared_in=by.id, breaches=breaches)


def _above(unit: Unit, by_id: Mapping[str, Unit]) -> list[Unit]:
    """Return the units that `unit` hangs under, the nearest first."""
    above: list[Unit] = []
    while unit.parent is not None and unit.parent in by_id:
        unit = by_id[unit.parent]
        above.append(unit)
    return above


def _within(unit: Unit, parent: str, by_id: Mapping[str, Unit]) -> bool:
    """Tell whether `unit` is in the list under `parent`, or in a list within that list."""
    return any(one.id == parent for one in _above(unit, by_id))


# --- who is bound -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Duties:
    """What the norms put on whom."""

    norms: Mapping[str, tuple[Norm, ...]]
    officials: frozenset[str]
    text: str
    by_id: Mapping[str, Unit]

    def binds(self, unit: Unit) -> bool:
        """Tell whether `unit` puts a duty on a player or a team.

        Where no norm could be read in it, its words and those of its chapeaus decide.
        """
        if unit.kind in ("chapeau", "place", "caption"):
            return False
        norms = self.norms.get(unit.id, ())
        if norms:
            return any(self._duty(norm) for norm in norms)
        above = (one.body.of(self.text) for one in _above(unit, self.by_id) if one.kind == "chapeau")
        words = " ".join((*above, unit.body.of(self.text))).split()
        return not _words().duty_words.isdisjoint(word.strip(_EDGE) for word in words) and not _official(
            words
        )

    def breaches(self, unit: Unit) -> tuple[int, ...]:
        """Return the numbers of the norms whose breach costs something: duties, and limits of permissions."""
        rows = enumerate(self.norms.get(unit.id, ()), start=1)
        return tuple(number for number, norm in rows if self._duty(norm) or self._limited(norm))

    def stated(self, unit: Unit) -> UnitSanction:
        """Return what the unit itself orders the referee to give somebody; a restart punishes nobody."""
        kinds: list[str] = []
        choice = False
        for norm in self.norms.get(unit.id, ()):
            orders = [key for key in norm.orders if key not in _words().restarts]
            kinds += (key for key in orders if key not in kinds)
            said = norm.span.of(self.text).split()
            choice = choice or (len(orders) > 1 and not _words().choice.isdisjoint(said))
        return UnitSanction(tuple(kinds), "stated", choice=choice) if kinds else UnitSanction()

    def _duty(self, norm: Norm) -> bool:
        return norm.modality in ("obligation", "prohibition") and not self._bound_official(norm)

    def _limited(self, norm: Norm) -> bool:
        if norm.modality != "permission" or self._bound_official(norm):
            return False
        places = any(act.places for act in norm.acts)
        return bool(norm.only or norm.provisos or norm.conditions or places)

    def _bound_official(self, norm: Norm) -> bool:
        """Tell whether a norm binds or allows an official, with a key in the termbase or without."""
        if norm.bearer is None:
            return _official(norm.span.of(self.text).split())
        if norm.bearer.key is not None:
            return norm.bearer.key in self.officials
        return any(word.strip(_EDGE).startswith(_words().official_words) for word in norm.bearer.text.split())


_SUBJECT = ("მა", "მ")  # the ergative: who does what stands in the optative


def _official(words: Sequence[str]) -> bool:
    """Tell whether an official is the one who acts in a sentence of `words`."""
    bare = [word.strip(_EDGE) for word in words]
    return any(word.startswith(_words().official_words) and word.endswith(_SUBJECT) for word in bare)


# --- what a clause says -----------------------------------------------------------------------------------


_LONGEST_PRICE = 1_000  # characters that are read of one; what follows is told as not understood
_LONGEST_NAME = 8  # words of a sanction's name


def read_price(text: str, known: Mapping[str, str]) -> Price:
    """Return what the price `text` of a sanction clause says; `known` maps plain names to keys."""
    text, beyond = text[:_LONGEST_PRICE], text[_LONGEST_PRICE : _LONGEST_PRICE + 60].strip()
    body, chosen_by, chooser_unknown = _chooser(text)
    kinds: list[str] = []
    unknown: list[str] = []
    unread = [f"{beyond}…"] if beyond else []
    choice = False
    at = 0
    parts: list[str] = []
    for mark in _words().split.finditer(body):
        if _depth(body, mark.start()):
            continue
        part = body[at : mark.start()]
        if part.strip(_EDGE):
            parts.append(part)
        choice = choice or (mark["mark"] or mark["sign"]) in _words().choice
        at = mark.end()
    parts.append(body[at:])
    for part in parts:
        name = part.strip(_EDGE)
        if not name:
            continue
        key, rest = _key(part, known)
        if rest:
            unread.append(rest)
        if key is None:
            unknown.append(name)
            key = romanize(_plain(re.sub(r"\[[^\]]*\]|\([^)]*\)", "", part)) or _plain(part))
        if key not in kinds:
            kinds.append(key)
    return Price(
        tuple(kinds), choice and len(kinds) > 1, chosen_by, tuple(unknown), tuple(unread), chooser_unknown
    )


def _depth(text: str, at: int) -> int:
    return sum(text.count(sign, 0, at) for sign in "[(") - sum(text.count(sign, 0, at) for sign in "])")


@lru_cache(maxsize=1024)  # the names of the sanctions are asked for with every text
def _plain(name: str) -> str:
    """Return a name without quotes, brackets and doubled spaces."""
    return " ".join(
        "".join(char for char in name if char not in _QUOTES + "[]()").strip(_EDGE).split()
    ).casefold()


def _key(part: str, known: Mapping[str, str]) -> tuple[str | None, str]:
    """Return the key of one price, and the words after the name when it only begins with one.

    The name may be the whole text, or the text without what is bracketed.
    """
    outside = re.sub(r"\[[^\]]*\]|\([^)]*\)", " ", part)
    for said in (_plain(part), _plain(outside)):
        if said in known:
            return known[said], ""
    words = _plain(outside).split()
    for count in range(min(len(words) - 1, _LONGEST_NAME), 0, -1):
        name = " ".join(words[:count])
        if name in known:
            return known[name], " ".join(words[count:])
    return None, ""


_SEGMENT = re.compile(r"\[[^\]]*\]|\([^)]*\)|(?:\s(?:--|[–—])\s).*$|,[^,|]*$")


_FIRST_MARK = re.compile(r"(--|[–—:])")


def _chooser(text: str) -> tuple[str, str | None, str | None]:
    """Return `text` without the words about who picks, the key of the one who does, and who has no key."""
    for found in _SEGMENT.finditer(text):
        if _chooses(found[0]) is not None:
            key = _actor(found[0])
            return (
                text[: found.start()] + text[found.end() :],
                key,
                None if key else found[0].strip(_EDGE + "-–—"),
            )
    before, mark, price = _FIRST_MARK.split(text, 1) if _FIRST_MARK.search(text) else (text, "", "")
    if mark and price.strip() and _chooses(before) is not None:  # `მართალი გუნდის არჩევით -- შერკინება`
        key = _actor(before)
        return price, key, None if key else before.strip(_EDGE + "-–—")
    at = _chooses(text)
    if at is None:
        return text, None, None
    # no mark between the price and the one who picks: the words from the actor on are about the choice
    words = list(re.finditer(r"\S+", text))
    cue = next(i for i, word in enumerate(words) if word.start() == at)
    for stems, key in _words().choosers:
        for first in range(len(words) - len(stems) + 1):
            said = [words[first + i][0].strip(_EDGE) for i in range(len(stems))]
            if all(word.startswith(stem) for word, stem in zip(said, stems, strict=True)):
                return text[: words[min(first, cue)].start()], key, None
    return text[:at], None, text[at:].strip(_EDGE)


def _chooses(text: str) -> int | None:
    """Return where `text` has a word of choosing, None where it has none."""
    for word in re.finditer(r"\S+", text):
        bare = word[0].lstrip(_EDGE)
        if bare.startswith(_words().chooses):
            return word.start()
    return None


def _actor(text: str) -> str | None:
    words = [word.strip(_EDGE) for word in text.split()]
    for stems, key in _words().choosers:
        for first in range(len(words) - len(stems) + 1):
            if all(words[first + i].startswith(stem) for i, stem in enumerate(stems)):
                return key
    return None


def _price_findings(unit: Unit, clause: SanctionClause, price: Price, text: str) -> Sequence[Finding]:
    findings: list[Finding] = []
    for name in price.unknown:
        at = text.find(name, *clause.value)
        span = Span(at, at + len(name)) if at >= 0 else clause.value
        findings.append(Finding("unknown-sanction", unit.id, span, name, {"name": name}))
    findings += (
        Finding("sanction-unread", unit.id, clause.value, rest, {"rest": rest}) for rest in price.unread
    )
    if price.chooser_unknown:
        findings.append(Finding("unknown-chooser", unit.id, clause.value, price.chooser_unknown))
    return findings
