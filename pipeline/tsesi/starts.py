"""Takes the alternatives after a `|`; gives where the one before it begins.

It begins where it holds as much as those after bring themselves: what they lack, all share. Guarantees that
it begins after the boundary before it, and never inside a name of the termbase.
"""

from __future__ import annotations

from collections.abc import Sequence

from tsesi.forms import Form, like, modifies
from tsesi.level import Level, Side
from tsesi.nlp import marked

WHOLE = frozenset({"actor", "place", "term", "time", "sanction"})  # the kinds whose names no `|` cuts


def before_bar(level: Level, bar: int, head: int, rights: Sequence[Side], floor: int) -> Side:
    """Return the alternative before a chain's first bar: as much as those after it bring themselves."""
    grammar = level.grammar
    last = bar - 1
    begin = next((index + 1 for index in range(last, floor - 1, -1) if level.bounds(index)), floor)
    anchor = level.over_brackets(last)
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
        first = begin
        opening = level.opens(rights[0].first)
        while first < anchor and (level.joins(first) or (level.opens(first) and not opening)):
            first += 1
        dative = level.subject(head) == "dat" and not any(
            level.form(each).case == "Dat" and level.form(each).bare for each in inner
        )  # `მოთამაშეს შერყევა აქვს | ნიშნები ემჩნევა`: one person has both
        if not own_subject or dative:
            first = _after_subject(level, first, anchor, head)
        return Side(_after_object(level, first, anchor, rights), last, head)
    before = range(anchor - 1, begin - 1, -1)
    for opens_clause in (_relative, Level.asks):  # `რომელსაც ბურთი უჭირავს | რომელიც მას ეხება`
        if opens_clause(level, rights[0].first):
            for index in before:
                if opens_clause(level, index):
                    return Side(index, last, head)
    if not words.isdisjoint(grammar.negations):
        for index in before:
            if level.texts[index] in grammar.negations:
                return Side(_modifiers(level, index, begin, head, inner, rights), last, head)
    if opens is not None and level.form(opens).verb:
        for index in before:  # `მოუგრიხოს კისერი | გადაუგრიხოს მკლავი`
            token = level.heads[index]
            if token is not None and level.form(token).verb:
                return Side(index, last, head)
    first = anchor
    if level.heads[anchor] != head:  # the verb before what it is done to
        first = next(index for index in before if level.heads[index] == head)
        return Side(_modifiers(level, first, begin, head, inner, rights), last, head)
    if level.atoms[anchor].kind == "token":
        first = _whole_name(level, first, begin)
        # what a participle is done with cannot belong to an adjective: `სისხლით დასვრილი | სისხლიანი`
        alone = level.form(head).verb_form == "Part" and not any(
            level.form(right.head).verb_form == "Part" for right in rights
        )
        if inner or alone or any(_long_quote(level, right.last) for right in rights):
            first = _modifiers(level, first, begin, head, inner, rights)
    return Side(first, last, head)


def _relative(level: Level, index: int) -> bool:
    """Tell whether an atom is a relative pronoun."""
    text = level.texts[index]
    return text in level.grammar.relatives or text.startswith(level.grammar.relative_stems)


def _after_subject(level: Level, first: int, last: int, head: int) -> int:
    """Return where the clause from `first` on begins after a subject that all alternatives share."""
    shared = {"Erg", "Nom"} if _takes_nominative(level, head) else {"Erg"}
    if level.subject(head) == "dat":
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
        if own.noun and own.case != "Gen":
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
        if not own.verb or own.tense == "Pres" or level.subject(right.head) != "erg":
            return first
        if not level.grammar.objectless.isdisjoint(level.token(right.head)._.verbs):
            return first
        brought = level.heads_in(range(right.first, right.last))
        if any(_is_object(level, each, "Nom", "Dat") for each in brought):
            return first
    index = next((at for at in range(first, last) if level.heads[at] is not None), last)
    token, opens = level.heads[index], level.heads[rights[0].first]
    following = level.heads[index + 1] if index + 1 < last else None
    if token is None or opens is None or following is None or not _is_object(level, token, "Nom"):
        return first
    if level.form(opens).case == "Erg":  # where it does it to is not told either: `ხაზზე დააბიჯა`
        alone = all(right.head in level.heads[right.first + 1 : right.first + 2] for right in rights)
        return index + 1 if alone else first
    return index + 1 if like(level.form(following), level.form(opens)) == 2 else first


def _is_object(level: Level, head: int, *cases: str) -> bool:
    """Tell whether a word may be what a verb in the past or the optative is done to, in one of `cases`."""
    own = level.form(head)
    return own.bare and ((own.noun and own.case in cases) or level.word(head) in level.grammar.pronouns)


def _takes_nominative(level: Level, head: int) -> bool:
    """Tell whether a verb has its subject in the nominative, as far as is known."""
    return level.form(head).verb and level.subject(head) in ("nom", "")


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
    if first > start and level.texts[first - 1] in level.grammar.degrees:
        return first - 1  # `ყველაზე ადრე | პირველმა`
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
    intransitive = own.verb and level.subject(head) == "nom" and own.tense not in ("Pres", "Fut")
    brought = intransitive and any(map(_is_adjunct, forms))
    adverbs = any(_says_how(level, each) for each in inner)
    lemmas = {level.token(each).lemma_ for each in inner if level.form(each).noun}
    whence = any(form.postposition in grammar.directions for form in forms)
    apart = any(_has_other_subject(level, head, each) for each in rights)
    if _takes_nominative(level, head):  # what stands beside it is its subject, which all share or none
        cases = cases | {"Nom"} if apart else cases - {"Nom"}
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
            further = level.form(how)  # `5 მეტრი მაინც გაირბინა`: the particle stands between
            if further.noun and further.bare and further.case in cases:
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
    if level.subject(right.head) == "dat":
        return level.subject(head) != "dat"
    ours, theirs = (marked(level.token(one), "Number[subj]", "Plur") for one in (head, right.head))
    return ours != theirs


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
    whole = after.noun and marked(level.token(token), "PronType", "Tot")  # `ყველა კუთხეში`
    return whole or modifies(level.token(token), own, after)
