"""Takes a `|` and the word before it; gives the alternative after it: where that ends, and which word counts.

It ends at the word whose form is like that of the word before `|`. Guarantees that it ends before the next
boundary, and tells whether its form says so.
"""

from __future__ import annotations

from itertools import pairwise

from tsesi.forms import Form, agrees, like
from tsesi.level import Level, Side
from tsesi.nlp import marked

SHORT = 3  # words after a bar that are an alternative as they stand, where a quote or bracket ends with them


def after_bar(level: Level, bar: int, stop: int, left: int) -> tuple[Side | None, bool]:
    """Return the alternative after `bar`, given the head `left` before it, and whether its form says so."""
    end = next((index for index in range(bar + 1, stop) if level.bounds(index)), stop)
    candidates = [(index, head) for index in range(bar + 1, end) if (head := level.heads[index]) is not None]
    if not candidates:
        return None, False
    grammar, wanted = level.grammar, level.form(left)
    fits = [
        (2 if level.word(head) == level.word(left) else like(wanted, level.form(head)), index, head)
        for index, head in candidates
        if not _only_modifies(level, index, end, wanted) and not _is_done_to(level, index, end, wanted)
    ]
    if level.asks(bar + 1) and any(map(level.asks, range(bar - 1, -1, -1))):
        return Side(bar + 1, *candidates[-1]), True  # `სად გავიდა ბურთი | ვინ დაარღვია წესი`
    attribute = _attribute(level, bar, end, wanted)
    if attribute is not None:
        return attribute, True
    if wanted.finite:  # a clause with `is` on its last word, and one with a verb: no noun between ends it
        fits = [each for each in fits if each[0] == 2 or level.form(each[2]).finite] or fits
    for enough in (2, 1):
        for fit, index, head in fits:
            if fit != enough:
                continue
            if any(map(level.joins, range(bar + 1, index))):
                break
            if enough == 1 and wanted.adverbial and level.form(head).finite:
                continue
            if enough == 1 and wanted.pos == "ADV" and level.form(head).noun and index > bar + 2:
                continue  # too far to say where: `ცალკე | თითო ხაზი ივლება მთელ სიგანეზე`
            side = _with_near(level, _with_predicate(level, Side(bar + 1, index, head), end), end)
            if index == bar + 1 and wanted.verb and level.heads[level.over_brackets(bar - 1)] != left:
                side = _with_rest(level, side, end)  # the verb goes first on both sides
            return side, True
    first, head = candidates[0]
    rules = any(level.word(each) in grammar.modal_words for _, each in candidates)
    if level.word(head) in grammar.negations or (rules and _rules_before(level, bar)):
        return Side(bar + 1, *candidates[-1]), True
    if level.closed and stop == len(level.atoms) and len(candidates) <= SHORT:
        return Side(bar + 1, *candidates[-1]), False  # a quote or bracket holds what is said otherwise
    sure = _named_alike(level, left, head) or (wanted.adverbial and not level.form(head).finite)
    for (_, here), (index, following) in pairwise(candidates):  # on to the noun that the first words modify
        own, after = level.form(here), level.form(following)
        modifier = own.pos in ("ADJ", "DET", "NUM") or marked(level.token(here), "PronType", "Ind")
        modifies = own.case == "Gen" or (modifier and wanted.noun and not own.finite)
        if not modifies or own.postposition or not (after.noun or after.masdar):
            break
        first, head = index, following
    return Side(bar + 1, first, head), sure


def _with_predicate(level: Level, side: Side, end: int) -> Side:
    """Return a clause with what follows its copula, where that ends it: `სხვითაა შეცვლილი`."""
    following = level.heads[side.last + 1] if side.last + 2 == end else None
    copula = level.form(side.head)
    if following is None or not copula.copula or copula.case in ("", "Nom"):
        return side
    own = level.form(following)
    ends = own.case == "Nom" and own.bare and not own.finite
    return Side(side.first, side.last + 1, side.head) if ends else side


def _with_near(level: Level, side: Side, end: int) -> Side:
    """Return a phrase with the word that says how near, where that ends it: `მასთან ყველაზე ახლოს`."""
    if level.form(side.head).postposition not in level.grammar.beside:
        return side
    last = side.last + 1
    while last < end and level.texts[last] in level.grammar.degrees:
        last += 1
    near = level.heads[last] if last + 1 == end else None
    return Side(side.first, last, side.head) if near is not None and level.form(near).pos == "ADP" else side


def _with_rest(level: Level, side: Side, end: int) -> Side:
    """Return a clause whose verb goes first with all that follows it, up to another verb or a conjunction."""
    last = side.last
    while last + 1 < end and not level.joins(last + 1):
        head = level.heads[last + 1]
        if head is not None and level.form(head).finite:
            break
        last += 1
    return Side(side.first, last, side.head)


def _attribute(level: Level, bar: int, end: int, wanted: Form) -> Side | None:
    """Return the genitive that stands for an adjective: `გვერდითი | ხაზის მსაჯი`, `ერთნაირი | ერთი ფერის`."""
    if wanted.pos != "ADJ" or wanted.copula or wanted.postposition or wanted.adverbial:
        return None
    index = bar + 1
    while index < end and level.heads[index] is not None and _plain_modifier(level, index):
        index += 1
    head = level.heads[index] if index < end else None
    if head is None:
        return None
    own = level.form(head)
    following = level.heads[index + 1] if index + 1 < end else None
    if own.noun and own.case == "Gen" and not own.postposition and following is not None:
        after = level.form(following)
        if (after.noun and agrees(wanted, after)) or (after.pos in ("ADJ", "NUM") and not after.finite):
            return Side(bar + 1, index, head)
    return None


def _plain_modifier(level: Level, index: int) -> bool:
    """Tell whether a word stands as an adjective or a number before another."""
    head = level.heads[index]
    return head is not None and level.form(head).pos in ("ADJ", "NUM", "DET") and not level.form(head).finite


def _only_modifies(level: Level, index: int, end: int, wanted: Form) -> bool:
    """Tell whether a word stands before the noun that it modifies, where one is `wanted`, or a pronoun."""
    if level.atoms[index].kind != "token" or index + 1 >= end:
        return False
    if level.texts[index] in level.grammar.degrees:
        return True  # `ყველაზე ახლოს`
    if not (wanted.noun or wanted.pos == "PRON"):
        return False
    following = level.heads[index + 1]
    if following is None:
        return False
    token = level.atoms[index].first
    own, after = level.form(token), level.form(following)
    if own.pos == "ADP" and after.noun and like(wanted, after) == 2:
        return True  # `შუა ხაზზე`
    if own.pos in ("ADJ", "DET", "NUM") or own.verb_form == "Part":
        if after.pos == "ADP" and own.pos in ("ADJ", "DET"):
            return True  # `ნებისმიერ ადგილას`
        return (after.noun or after.pos == "ADJ") and not after.finite and agrees(own, after)
    if own.pos == "PRON" and own.case in ("Nom", "Gen", "Dat"):
        return level.word(token) in level.grammar.possessives
    return False


def _is_done_to(level: Level, index: int, end: int, wanted: Form) -> bool:
    """Tell whether the verbal noun after a word is done to it, or there: `აღების | ბურთის გაუქმების`."""
    head = level.heads[index]
    following = level.heads[index + 1] if index + 1 < end else None
    if head is None or following is None or not wanted.masdar:
        return False
    own, after = level.form(head), level.form(following)
    if own.noun and own.postposition and not own.masdar and after.masdar:
        return bool(wanted.postposition)  # `გაშვებისას | მიწაზე დადგმის მერე`: where it is done
    return own.case == "Gen" and own.noun and not own.masdar and after.masdar and like(wanted, after) == 2


def _rules_before(level: Level, bar: int) -> bool:
    """Tell whether the clause before `bar` has a word of duty of its own: then so has the one after it."""
    for index in range(bar - 1, -1, -1):
        if level.bounds(index):
            return False
        if level.texts[index] in level.grammar.modal_words:
            return True
    return False


def _named_alike(level: Level, left: int, right: int) -> bool:
    """Tell whether the termbase names both words, as things of one kind."""
    one, other = level.names.ending(left), level.names.ending(right)
    return one is not None and other is not None and one.kind == other.kind
