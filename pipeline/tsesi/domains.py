"""Takes a sentence and its deeds; gives each deed the words that belong to it.

What stands before all acts on one word of duty is shared, the rest is each act's own: from where the words of
the act before it end to where those of the next begin. Guarantees that no act gets words of another clause
that rules or tells something, nor of an alternative to itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from tsesi.deeds import Deed
from tsesi.scene import Scene


def assign(scene: Scene, deeds: Sequence[Deed]) -> None:
    """Set the domain of each deed."""
    main = scene.main
    told = {word.clause for word in main if word.form.finite or word.text in scene.grammar.modals}
    for one in deeds:
        member = one.word.member
        stretches = _stretches(scene, deeds, one)
        shares = any(
            each.duty is one.duty
            and each.clause == one.clause
            and each.at < one.at
            and not _in_one_set(each, one)
            for each in deeds
        )
        one.low = stretches[-1].start if shares else 0
        one.domain = [
            at
            for span in stretches
            for at in span
            if (main[at].clause == one.clause or main[at].clause not in told)
            and not _is_alternative(main[at].member, member)
        ]


def _is_alternative(one: tuple[int, int] | None, other: tuple[int, int] | None) -> bool:
    """Tell whether two words stand in different alternatives of one set."""
    return one is not None and other is not None and one[0] == other[0] and one[1] != other[1]


def _stretches(scene: Scene, deeds: Sequence[Deed], one: Deed) -> list[range]:
    """Return the places of the words that belong to a deed: before all of its group, its own, after them."""
    group = [each for each in deeds if each.duty is one.duty and each.clause == one.clause]
    first, last = group[0], group[-1]
    block = [each for each in group if each is one or _in_one_set(each, one)]  # one set of alternatives
    before, after = group.index(block[0]) - 1, group.index(block[-1]) + 1
    earlier = [each.at for each in deeds if each.at < first.at]
    later = [each.at for each in deeds if each.at > last.at]
    begin = _border(scene, earlier[-1], first.at) if earlier else 0
    begin = max(begin, _after_told(scene, begin, first.at))
    end = _border(scene, last.at, later[0]) if later else len(scene.main)
    split = _either(scene, begin, first.at)  # `ან რაქში ჩაებას, ანაც …`: what follows "either" is not shared
    low = _border(scene, group[before].at, block[0].at) if before >= 0 else split
    high = _border(scene, block[-1].at, group[after].at) if after < len(group) else end
    return [range(begin, split), range(max(low, split), high)]


def _after_told(scene: Scene, begin: int, end: int) -> int:
    """Return where, between two places, the words begin after a verb that tells and has its own words."""
    for at in range(end - 1, begin - 1, -1):
        word = scene.main[at]
        tells = word.form.verb and word.form.mood == "Ind" and word.clause == scene.main[end].clause
        if tells and at not in scene.taken and word.text not in scene.grammar.own:
            return at + 1
    return begin


def _either(scene: Scene, begin: int, end: int) -> int:
    """Return where between two places the first "either" stands, `end` where there is none."""
    return next((at for at in range(begin, end) if scene.main[at].text in scene.grammar.either), end)


def _in_one_set(one: Deed, other: Deed) -> bool:
    a, b = one.word.member, other.word.member
    return a is not None and b is not None and a[0] == b[0]


def _border(scene: Scene, left: int, right: int) -> int:
    """Return where, between two acts, the words of the right one begin."""
    main = scene.main
    sets = {member[0] for at in (left, right) if (member := main[at].member) is not None}
    for at in range(left + 1, right + 1):
        word, before = main[at], main[at - 1]
        if word.clause != main[left].clause or word.text in scene.grammar.conjunctions:
            return at
        # an act in a set of alternatives ends with its alternative
        if _is_alternative(word.member, before.member) and word.member and word.member[0] in sets:
            return at
    return left + 1
