"""Takes a level of nesting; gives what each `|` in it stands between: chains of alternatives, left to right.

An alternative after `|` ends at the word whose form is like that of the word before `|`; the one before
begins where it holds as much as those after bring themselves. Guarantees that alternatives never cross a
boundary, a quote or a bracket, that a name of the termbase is kept whole, and that each `|` is in a chain or
told.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, NamedTuple

from tsesi import ends, starts
from tsesi.forms import BAR, like
from tsesi.level import Level, Side

Fault = tuple[Literal["alternative-missing", "alternatives-unlike"], int]  # and the atom that is the `|`


class _Chain(NamedTuple):
    """`|` after `|`: the first of them, the head before it, and what follows each."""

    bar: int
    head: int
    rights: list[Side]


def chains(level: Level) -> tuple[list[list[Side]], list[Fault]]:
    """Return the alternatives of each set on a level, and the `|` with something amiss."""
    found: list[_Chain] = []
    faults: list[Fault] = []
    for bar, stop in pairwise([*level.bars, len(level.atoms)]):
        before = _head_before(level, bar, stop)
        right, sure = ends.after_bar(level, bar, stop, before) if before is not None else (None, False)
        if before is None or right is None:
            faults.append(("alternative-missing", bar))
            continue
        if not sure:
            faults.append(("alternatives-unlike", bar))
        if found and found[-1].rights[-1].last == bar - 1:
            found[-1].rights.append(right)
        else:
            found.append(_Chain(bar, before, [right]))
    sides = []
    floor = 0
    for chain in found:
        sides.append([starts.before_bar(level, chain.bar, chain.head, chain.rights, floor), *chain.rights])
        floor = chain.rights[-1].last + 1
    return sides, faults


def _head_before(level: Level, bar: int, stop: int) -> int | None:
    """Return the head before `bar`: the last word, or the verb before it where a verb follows too."""
    index = level.over_brackets(bar - 1)
    if index < 0 or level.bounds(index):
        return None
    head = level.heads[index]
    if head is not None and not level.form(head).finite:
        # `მიაწოდოს გუნდელს | მიწაზე დადოს`: of a clause that has its verb, another verb is another act
        verb = _verb(level, range(index - 1, -1, -1))
        skipped = level.grammar.negations | level.grammar.modal_words
        begin = bar + 1
        while begin < stop and level.texts[begin] in skipped:
            begin += 1
        other = _verb(level, range(begin + 1, stop))  # where a verb comes first, its noun is compared
        if verb is not None and other is not None and like(level.form(verb), level.form(other)) == 2:
            return verb
        if verb is not None and begin == bar + 1 and _goes_first(level, begin, stop, verb, head):
            return verb
    return head


def _goes_first(level: Level, begin: int, stop: int, verb: int, head: int) -> bool:
    """Tell whether a verb like `verb` opens what follows, and nothing after it is like its noun `head`.

    `შეუერთდეს მოლს | გავიდეს ხაზის უკან`, but `მოუგრიხოს კისერი | გადაუგრიხოს მკლავი`.
    """
    first = level.heads[begin] if begin < stop else None
    if first is None or not level.form(first).verb or like(level.form(verb), level.form(first)) != 2:
        return False
    for index in range(begin + 1, stop):
        other = level.heads[index]
        if level.bounds(index):
            break
        if other is not None and like(level.form(head), level.form(other)) == 2:
            return False
    return True


def _verb(level: Level, indices: range) -> int | None:
    """Return the first finite verb among some atoms, before a phrase ends; words of duty are none."""
    for index in indices:
        head = level.heads[index]
        if level.bounds(index) or level.texts[index] == BAR or level.joins(index):
            return None
        if head is not None and level.form(head).verb and level.word(head) not in level.grammar.modal_words:
            return head
    return None
