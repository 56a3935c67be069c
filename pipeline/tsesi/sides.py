"""Takes a level of nesting; gives what each `|` in it stands between: chains of alternatives, left to right.

An alternative after `|` ends at the word whose form is like that of the word before `|`; the one before
begins where it holds as much as those after bring themselves. Guarantees that alternatives never cross a
boundary, a quote or a bracket, that a name of the termbase is kept whole, and that each `|` is in a chain or
told.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from tsesi.forms import BAR, Form, agrees, like, modifies
from tsesi.level import Level, Side

SHORT = 3  # words after a bar that are an alternative as they stand, where a quote or bracket ends with them
WHOLE = frozenset({"actor", "place", "term", "time", "sanction"})  # the kinds whose names no `|` cuts

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
        right, sure = _right(level, bar, stop, before) if before is not None else (None, False)
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
        sides.append([_left(level, chain, floor), *chain.rights])
        floor = chain.rights[-1].last + 1
    return sides, faults


# --- after the bar ------------------------------------------------------------------------------------------


def _head_before(level: Level, bar: int, stop: int) -> int | None:
    """Return the head before `bar`: the last word, or the verb before it where a verb follows too."""
    index = _over_brackets(level, bar - 1)
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


def _over_brackets(level: Level, index: int) -> int:
    while index >= 0 and level.is_bracket(index):
        index -= 1
    return index


def _right(level: Level, bar: int, stop: int, left: int) -> tuple[Side | None, bool]:
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
            side = _with_predicate(level, Side(bar + 1, index, head), end)
            if index == bar + 1 and wanted.verb and level.heads[_over_brackets(level, bar - 1)] != left:
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
        if own.case != "Gen" or own.postposition or not (after.noun or after.masdar):
            break
        first, head = index, following
    return Side(bar + 1, first, head), sure


def _with_predicate(level: Level, side: Side, end: int) -> Side:
    """Return a clause with what follows its copula, where that ends it: `სხვითაა შეცვლილი`."""
    if level.form(side.head).postposition == "თან":  # `მასთან ყველაზე ახლოს`
        last = side.last + 1
        while last < end and level.texts[last] in level.grammar.degrees:
            last += 1
        near = level.heads[last] if last + 1 == end else None
        return (
            Side(side.first, last, side.head) if near is not None and level.form(near).pos == "ADP" else side
        )
    following = level.heads[side.last + 1] if side.last + 2 == end else None
    copula = level.form(side.head)
    if following is None or not copula.copula or copula.case in ("", "Nom"):
        return side
    own = level.form(following)
    ends = own.case == "Nom" and own.bare and not own.finite
    return Side(side.first, side.last + 1, side.head) if ends else side


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
    if own.pos in ("ADJ", "DET", "NUM") or own.verb_form == "Part":
        if after.pos == "ADP" and own.pos in ("ADJ", "DET"):
            return True  # `ნებისმიერ ადგილას`
        return (after.noun or after.pos == "ADJ") and not after.finite and agrees(own, after)
    if own.pos == "PRON" and own.case in ("Nom", "Gen", "Dat"):
        return level.word(token) in level.grammar.possessives
    return False


def _is_done_to(level: Level, index: int, end: int, wanted: Form) -> bool:
    """Tell whether a genitive says to what a verbal noun after it is done: `აღების | ბურთის გაუქმების`."""
    head = level.heads[index]
    following = level.heads[index + 1] if index + 1 < end else None
    if head is None or following is None or not wanted.masdar:
        return False
    own, after = level.form(head), level.form(following)
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


# --- before the bar -----------------------------------------------------------------------------------------


def _left(level: Level, chain: _Chain, floor: int) -> Side:
    """Return the alternative before a chain's first bar: as much as those after it bring themselves."""
    grammar, rights, head = level.grammar, chain.rights, chain.head
    last = chain.bar - 1
    start = next((index + 1 for index in range(last, floor - 1, -1) if level.bounds(index)), floor)
    anchor = _over_brackets(level, last)
    inner = [
        each
        for right in rights
        for each in level.heads_in(range(right.first, right.last + 1))
        if each != right.head
    ]
    words = {level.word(each) for each in inner}
    opens = level.heads[rights[0].first]
    if opens == rights[0].head:
        opens = None
    own_subject = any(map(level.own_subject, rights))
    carried = opens is not None and level.word(opens) in grammar.carried
    if own_subject or carried or not words.isdisjoint(grammar.modal_words):
        first = start
        opening = level.texts[rights[0].first] in grammar.conditions
        while first < anchor and (
            level.joins(first) or (level.texts[first] in grammar.conditions and not opening)
        ):
            first += 1
        dative = level.token(head)._.subject == "dat" and not any(
            level.form(each).case == "Dat" and level.form(each).bare for each in inner
        )  # `მოთამაშეს შერყევა აქვს | ნიშნები ემჩნევა`: one person has both
        if not own_subject or dative:
            first = _after_subject(level, first, anchor, head)
        return Side(_after_object(level, first, anchor, rights), last, head)
    before = range(anchor - 1, start - 1, -1)
    relative = _relative(level, rights[0].first)
    if relative:  # `რომელსაც ბურთი უჭირავს | რომელიც მას ეხება`
        for index in before:
            if _relative(level, index):
                return Side(index, last, head)
    if not words.isdisjoint(grammar.negations):
        for index in before:
            if level.texts[index] in grammar.negations:
                return Side(_modifiers(level, index, start, head, inner, rights), last, head)
    if opens is not None and level.form(opens).verb:
        for index in before:  # `მოუგრიხოს კისერი | გადაუგრიხოს მკლავი`
            token = level.heads[index]
            if token is not None and level.form(token).verb:
                return Side(index, last, head)
    first = anchor
    if level.heads[anchor] != head:  # the verb before what it is done to
        first = next(index for index in before if level.heads[index] == head)
        return Side(_modifiers(level, first, start, head, inner, rights), last, head)
    if level.atoms[anchor].kind == "token":
        first = _whole_name(level, first, start)
        # what a participle is done with cannot belong to an adjective: `სისხლით დასვრილი | სისხლიანი`
        alone = level.form(head).verb_form == "Part" and not any(
            level.form(right.head).verb_form == "Part" for right in rights
        )
        if inner or alone or any(_long_quote(level, right.last) for right in rights):
            first = _modifiers(level, first, start, head, inner, rights)
    return Side(first, last, head)


def _relative(level: Level, index: int) -> bool:
    """Tell whether an atom is a relative pronoun."""
    text = level.texts[index]
    return text in level.grammar.relatives or text.startswith(level.grammar.relative_stems)


def _after_subject(level: Level, first: int, last: int, head: int) -> int:
    """Return where the clause from `first` on begins after a subject that all alternatives share."""
    shared = {"Erg", "Nom"} if _takes_nominative(level, head) else {"Erg"}
    if level.token(head)._.subject == "dat":
        shared = {"Dat"}
    for index in range(first, last):
        token = level.heads[index]
        if token is None:
            break
        own = level.form(token)
        following = level.heads[index + 1] if index + 1 < last else None
        if own.postposition and following is not None:  # `შერკინებაში ჩაბმულმა`
            after = level.form(following)
            if after.verb_form == "Part" and after.case == "Erg":
                noun = level.heads[index + 2] if index + 2 < last else None
                named = noun is not None and level.form(noun).noun and level.form(noun).case == "Erg"
                return index + 2 + named
        if own.noun:
            return index + 1 if own.case in shared and not own.postposition else first
        if own.pos not in ("ADJ", "DET", "NUM") and own.verb_form != "Part" and own.case != "Gen":
            break
    return first


def _after_object(level: Level, first: int, last: int, rights: Sequence[Side]) -> int:
    """Return where the clause from `first` on begins after an object that all alternatives share.

    Where each other alternative has a verb that wants an object, and none, it stands here: `ბურთი გავიდა |
    მცველმა აიღო`, `ბურთი ხელით არ უნდა აიღოს | ფეხით არ უნდა აწიოს`. What follows it must be like theirs.
    """
    for right in rights:
        own = level.form(right.head)
        if not own.verb or own.tense == "Pres" or level.token(right.head)._.subject != "erg":
            return first
        brought = level.heads_in(range(right.first, right.last))
        if any(_is_object(level, each, "Nom", "Dat") for each in brought):
            return first
    index = next((at for at in range(first, last) if level.heads[at] is not None), last)
    token, opens = level.heads[index], level.heads[rights[0].first]
    following = level.heads[index + 1] if index + 1 < last else None
    if token is None or opens is None or following is None or not _is_object(level, token, "Nom"):
        return first
    after, wanted = level.form(following), level.form(opens)
    return index + 1 if wanted.case == "Erg" or like(after, wanted) == 2 else first


def _is_object(level: Level, head: int, *cases: str) -> bool:
    """Tell whether a word may be what a verb in the past or the optative is done to, in one of `cases`."""
    own = level.form(head)
    return own.bare and ((own.noun and own.case in cases) or level.word(head) in level.grammar.pronouns)


def _takes_nominative(level: Level, head: int) -> bool:
    """Tell whether a verb has its subject in the nominative, as far as is known."""
    return level.form(head).verb and level.token(head)._.subject in ("nom", "")


def _long_quote(level: Level, index: int) -> bool:
    """Tell whether an atom is a quote of several words."""
    atom = level.atoms[index]
    return atom.kind == "quote" and atom.last - atom.first > 2


def _whole_name(level: Level, first: int, start: int) -> int:
    """Grow to the left over a fixed phrase, or the whole name of somebody or something, that ends here."""
    for phrase in level.grammar.phrases:
        begin = first - len(phrase) + 1
        if begin >= start and tuple(level.texts[begin : first + 1]) == phrase:
            return begin
    name = level.names.ending(level.atoms[first].first)
    if name is not None and name.kind in WHOLE:
        starts = level.region.starts
        while first > start and starts[level.atoms[first - 1].first] >= name.span.start:
            first -= 1
    return first


def _modifiers(
    level: Level, first: int, start: int, head: int, inner: Sequence[int], rights: Sequence[Side]
) -> int:
    """Grow to the left over what belongs to the head, since the other side brings its own (`inner`)."""
    grammar, forms = level.grammar, [level.form(each) for each in inner]
    cases = {form.case for form in forms if (form.noun or form.pos == "PRON") and not form.postposition}
    obliques = any(form.postposition for form in forms) or any(
        level.form(right.head).copula and level.form(right.head).postposition for right in rights
    )
    # in the present and future a verb with an object has its subject in the nominative too
    own = level.form(head)
    intransitive = own.verb and level.token(head)._.subject == "nom" and own.tense not in ("Pres", "Fut")
    brought = intransitive and any(map(_is_adjunct, forms))
    adverbs = any(_says_how(level, each) for each in inner)
    lemmas = {level.token(each).lemma_ for each in inner if level.form(each).noun}
    whence = any(form.postposition in grammar.directions for form in forms)
    apart = any(_has_other_subject(level, head, each) for each in rights)
    if _takes_nominative(level, head) and not apart:
        cases.discard("Nom")  # what stands beside it is its subject, which all share
    elif level.form(head).verb and _takes_nominative(level, head):
        cases.add("Nom")
    after = of = level.form(head)
    while first > start:
        token = level.heads[first - 1]
        if token is None or level.joins(first - 1):
            break
        own, word = level.form(token), level.word(token)
        how = level.heads[first - 2] if first - 2 >= start else None
        if (
            word in grammar.negations
            and adverbs
            and after is of
            and how is not None
            and _says_how(level, how)
        ):
            first -= 2  # `ჯერ არ უჭირავს | უკვე დადებული აქვს`
            break
        if own.finite or word in grammar.negations or word in grammar.modal_words:
            break
        if own.pos == "ADP" and own.postposition and after.noun and not (adverbs or whence or after.masdar):
            break  # `ზემოდან მტევანი`: it says whence the act is done
        if own.noun and of.verb and level.token(token).lemma_ in lemmas:
            after = own  # `ბურთით გაირბინა | ბურთი გადასცა`: each speaks of it
            first -= 1
            continue
        if own.pos == "PART" and of.verb and after is of and how is not None:
            object_ = level.form(how)  # `5 მეტრი მაინც გაირბინა`: the particle stands between
            if object_.noun and object_.bare and object_.case in cases:
                first -= 1
                continue
        argument = after is not of and after.noun and modifies(level.token(token), own, after)
        argument = argument and not (own.case == "Gen" and own.postposition)
        if not argument and not _belongs(level, token, of, after, cases, obliques=obliques):
            beside = (brought and _is_adjunct(own)) or (adverbs and _says_how(level, token))
            if not (beside and of.verb and after is of):
                break
        after = own
        first -= 1
        if apart and own.noun and own.case == "Nom":
            break
    return first


def _has_other_subject(level: Level, head: int, right: Side) -> bool:
    """Tell whether the verb of another alternative cannot share the subject of the verb `head`.

    It cannot where it has its subject in the dative, or is in the other number: `სისხლი სდის | ჭრილობა აქვს`,
    `სისხლი არ შეუჩერდება | ჭრილობას არ შეუხვევენ`.
    """
    if not level.form(right.head).verb or not level.form(head).verb:
        return False
    ours, theirs = level.token(head), level.token(right.head)
    if theirs._.subject == "dat":
        return bool(ours._.subject != "dat")
    number = "Number[subj]=Plur"
    return (number in str(ours.morph)) != (number in str(theirs.morph))


def _says_how(level: Level, head: int) -> bool:
    """Tell whether a word says how, where or since when: an adverb, or what stands as one."""
    own = level.form(head)
    if own.pos == "PART":
        return (
            level.word(head) not in level.grammar.negations | level.grammar.modal_words | level.grammar.only
        )
    return own.adverbial or own.pos == "ADP"


def _is_adjunct(own: Form) -> bool:
    """Tell whether a word is what a verb without an object is done to, with or at."""
    return (own.noun or own.pos == "PRON") and (bool(own.postposition) or own.case in ("Ins", "Dat"))


def _belongs(level: Level, token: int, of: Form, after: Form, cases: set[str], *, obliques: bool) -> bool:
    """Tell whether a word left of an alternative, before `after`, belongs to its head rather than to all.

    `cases` and `obliques` tell in what cases, and whether with postpositions, the other sides bring nouns.
    """
    own = level.form(token)
    oblique = bool(own.postposition) and own.postposition not in level.grammar.limits
    if of.verb or (of.copula and not of.postposition):
        if oblique:
            return obliques
        if not own.noun or own.postposition:
            return False
        told = of.tense in ("Pres", "Fut")  # the dative is then what is done to, said once for all
        return own.case in cases & {"Nom", "Dat"} or (own.case == "Dat" and obliques and not told)
    if (of.masdar or (of.verb_form == "Part" and not of.finite)) and (
        oblique or (own.case == "Ins" and not own.adverbial)
    ):
        return True
    whole = after.noun and "PronType=Tot" in str(level.token(token).morph)  # `ყველა კუთხეში`
    return whole or modifies(level.token(token), own, after)
