"""Takes the brackets of a region; gives each with its kind and what it belongs to.

Guarantees that every bracket has a kind: an affix inside one word, a gloss where its last word is in the form
of the word before it or says the same, a supplement otherwise. A supplement belongs to the whole that it adds
to: a modifier to its noun with what stands between, a word of how, when or where to its verb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from spacy.tokens import Token

from tsesi.forms import BAR, Atom, Form, Region, like
from tsesi.grammar import Grammar
from tsesi.model import Bracket, BracketKind, Occurrence, Span


def affixes(region: Region, token: int) -> Iterable[Bracket]:
    """Yield the bracketed parts inside one word (`გა[და]აგოროს`)."""
    word, span = region.doc[token].text, region.span(token, token)
    begin = word.find("[")
    while begin >= 0:
        end = word.find("]", begin)
        if end < 0:
            return
        inner = Span(begin, end + 1).shift(span.start)
        yield Bracket("affix", word[begin + 1 : end], inner, word, span)
        begin = word.find("[", end)


def bracket(
    text: str,
    region: Region,
    level: Atom,
    index: int,
    grammar: Grammar,
    occurrences: Sequence[Occurrence],
    meaning: Callable[[Token], frozenset[str]],
) -> Bracket:
    """Return the bracket of whole words that is number `index` of a level; `meaning` gives senses."""
    atom = level.inside[index]
    before = _neighbour(region, level, index, -1, grammar)
    after = _neighbour(region, level, index, +1, grammar)
    kind, of = _kind(region, atom, before, after, occurrences, grammar, meaning)
    span = region.span(atom.first, atom.last)
    written = text[span.start + 1 : span.end - 1]
    if of is None:
        return Bracket(kind, written, span)
    last = of
    if kind == "supplement" and of is after:
        following = _following(region, level, index, grammar)
        of, last = _added_to(region, atom, following, grammar) or (of, of)
    of_span = region.span(of.first, last.last)
    return Bracket(kind, written, span, of_span.of(text), of_span)


def _kind(
    region: Region,
    atom: Atom,
    before: Atom | None,
    after: Atom | None,
    occurrences: Sequence[Occurrence],
    grammar: Grammar,
    meaning: Callable[[Token], frozenset[str]],
) -> tuple[BracketKind, Atom | None]:
    """Return what a bracket is, and to which of its neighbours it belongs."""
    head = region.head(atom)
    if head is None:
        return "supplement", before or after
    opening = region.words[atom.first + 1]
    if before is not None and (
        opening in grammar.conditions
        or opening in grammar.either
        or opening.startswith(grammar.relative_stems)
    ):
        return "supplement", before  # უნდა დადოს [თუ იგი დამრტყმელია]
    own = region.forms[head]
    said = _form(region, before)
    follows = _form(region, after)
    adjective = own.pos in ("ADJ", "NUM", "DET") or own.verb_form == "Part" or own.case == "Gen"
    agrees = adjective and follows is not None and (follows.noun or follows.pos == "ADJ") and not follows.verb
    if before is not None and said is not None:
        if _same_concept(region, atom, before, occurrences):
            return "gloss", before
        word = region.doc[region.head(before) or before.last]
        if not meaning(region.doc[head]).isdisjoint(meaning(word)):
            return "gloss", before  # ბოლო [უკანასკნელ] ფეხთან
        if word.lemma_ in grammar.time_units or region.words[word.i] in grammar.quantities:
            return "supplement", after or before  # 15 წუთში [თამაშში], მეტი [ერთდროულად]
        gives_noun = (
            own.noun and not own.copula and said.pos in ("ADJ", "NUM") and before.kind == "token"
        )  # ორ ათ-წუთიანს [ტაიმს]
        if gives_noun and like(own, said) == 2:
            return "supplement", before
        if like(own, said) == 2 and not (agrees and said.pos == "NOUN"):
            return "gloss", before
        if agrees and said.pos == "ADJ" and own.case == "Gen" and own.noun:
            return "gloss", before  # განივი [სიგანის] ხაზი
        if like(own, said) and not agrees and {said.pos, own.pos} <= {"ADV", "ADP"}:
            return "gloss", before  # გასწვრივ [პარალელურად]
        if said.pos == "ADV" and own.postposition and region.words[before.last].endswith(own.postposition):
            return "gloss", before  # მანამდე [ბოლო დაძახებამდე]
        if said.noun and _from_to(region, atom, own):
            return "gloss", before  # ტანის წინა ნაწილი [კისრიდან წელამდე]
        if before.kind == "quote" and not own.postposition and own.pos in ("ADV", "ADJ") and not agrees:
            return "gloss", before  # an uninflected word after a quoted phrase says it otherwise
        unknown = before.kind == "token" and not region.table.stored[before.last][0]
        if (own.finite or region.words[head] in grammar.modal_words) and (said.finite or unknown):
            return "gloss", before  # a verb stands for a verb, known or not
        if follows is not None and _where(own) and _where(said) and not _is_way(said, own):
            return "gloss", before  # in one place before the verb: ჰაერშივე [მიწამდე]
    if agrees or (after is not None and not (own.place and before is not None and follows is None)):
        return "supplement", after
    return "supplement", before


def _from_to(region: Region, atom: Atom, own: Form) -> bool:
    """Tell whether a bracket says from where to where something reaches: that is how far its name goes."""
    first = region.forms[atom.first + 1]
    return own.postposition == "მდე" and first.postposition == "დან" and atom.last - atom.first == 3


def _where(form: Form) -> bool:
    """Tell whether a word says where, whence or whither."""
    return not form.verb_form and not form.copula and (bool(form.postposition) or form.pos == "ADP")


def _is_way(one: Form, other: Form) -> bool:
    """Tell whether two words say whence and whither: not one place, but the way between two."""
    return (
        bool(one.postposition)
        and bool(other.postposition)
        and "დან" in (one.postposition, other.postposition)
    )


def _following(region: Region, level: Atom, index: int, grammar: Grammar) -> list[Atom]:
    """Return the words and quotes after a bracket, up to where its phrase ends."""
    found: list[Atom] = []
    for atom in level.inside[index + 1 :]:
        text = region.words[atom.first] if atom.kind == "token" else ""
        if text == BAR or text in grammar.boundaries:
            break
        if atom.kind != "bracket":
            found.append(atom)
    return found


def _added_to(
    region: Region, bracket: Atom, following: Sequence[Atom], grammar: Grammar
) -> tuple[Atom, Atom] | None:
    """Return the first and last atom of what a supplement adds to, None where nothing fits."""
    head = region.head(bracket)
    if head is None or not following:
        return None
    own = region.forms[head]
    first = _form(region, following[0])
    if first is None or first.pos == "NUM":
        return None
    # a noun in -ო or -უ has one form for the genitive and the dative: ლელოს
    dative = own.case == "Dat" and own.bare and region.doc[head].lemma_.endswith(("ო", "უ"))
    if dative or own.case == "Gen" or own.pos in ("ADJ", "NUM", "DET"):
        for atom in following:
            form = _form(region, atom)
            if form is None or form.verb or not (form.noun or form.pos in ("ADJ", "NUM", "DET")):
                return None
            if form.noun:
                return following[0], atom
        return None
    if not (own.postposition or own.adverbial or own.case == "Ins" or own.pos in ("ADP", "PART")):
        return None
    noun: Atom | None = None  # `თამაში განაგრძოს`: a verbal noun that is the object of the verb after it
    for atom in following:
        form = _form(region, atom)
        if form is None or region.words[atom.last] in grammar.modal_words:
            continue
        if form.masdar and form.case in ("Nom", "Dat") and form.bare:
            noun = noun or atom
        elif form.finite or form.verb_form:
            return noun or atom, atom
    return (noun, noun) if noun is not None else None


def _form(region: Region, atom: Atom | None) -> Form | None:
    head = region.head(atom) if atom else None
    return None if head is None else region.forms[head]


def _same_concept(region: Region, atom: Atom, before: Atom, occurrences: Sequence[Occurrence]) -> bool:
    inside = region.span(atom.first + 1, atom.last - 1)
    outside = region.span(before.first, before.last)
    ours = {one.concept for one in occurrences if inside.holds(one.span)}
    return any(one.concept in ours for one in occurrences if outside.holds(one.span))


def _neighbour(region: Region, level: Atom, index: int, step: int, grammar: Grammar) -> Atom | None:
    """Return the nearest word or quote on one side, over other brackets, inside the clause."""
    at = index + step
    while 0 <= at < len(level.inside):
        atom = level.inside[at]
        text = region.words[atom.first] if atom.kind == "token" else ""
        if text == BAR or text in grammar.boundaries:
            return None
        if atom.kind != "bracket":
            return atom
        at += step
    return None
