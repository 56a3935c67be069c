"""Takes a sentence and a deed in it; gives who is bound by it, and whom else its words name.

The case that the verb or the word of duty asks for tells who is bound; where its clause names nobody, the
clauses and sentences before it do, the nearest first. Guarantees that nobody is bound in the place of a
thing, and that a subject that the termbase does not know is named as written, with a finding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from tsesi.clauses import Word
from tsesi.deeds import Deed
from tsesi.duties import JUSSIVE
from tsesi.model import Mention, Norm, Span
from tsesi.nlp import marked
from tsesi.scene import Scene, says

SUBJECT = ("Nom", "Erg")


@dataclass(frozen=True, slots=True)
class Bound:
    """Who is bound, or the verbal `noun` that is: `ხელის მოხვევა უნდა უსწრებდეს`."""

    bearers: tuple[Mention, ...] = ()
    noun: Word | None = None
    inherited: bool = False  # from the chapeau


def bound(scene: Scene, deed: Deed, before: Sequence[Norm], after: int = -1) -> Bound:
    """Return who is bound by a deed; `before` are the norms that the sentence stated so far.

    Who is named after the place `after`, where the deed before ends, comes first.
    """
    own = scene.clause(deed.clause)
    if deed.passive or (not deed.word.form.verb and _agents(scene, own)):
        return Bound(_agents(scene, own))
    if _is_nobody(scene, own, deed) or _is_at_large(scene, own, deed):
        return Bound()
    nearer = [scene.main[at] for at in scene.clauses[deed.clause] if at > after]
    if after >= 0 and (bearers := _named(scene, nearer, deed)):
        return Bound(bearers)
    if _pronoun_leads(scene, own, deed):
        last = _named_last(scene, own[0].span.start)
        if leading := (last,) if last is not None else subject_of_condition(scene, deed):
            return Bound(leading)
    if bearers := _named(scene, own, deed):
        return Bound(bearers)
    if (noun := _bound_noun(scene, deed)) is not None:
        return Bound(noun=noun)
    if _is_pronoun(scene, own, deed) and (meant := _named_last(scene, own[0].span.start)) is not None:
        return Bound((meant,))
    if (others := _unknown(scene, own, deed)) is not None:
        return Bound(others)
    if deed.duty is not None and deed.duty.clause < deed.clause:
        earlier = [word for word in scene.main if word.clause < deed.clause]
        if bearers := _named(scene, earlier, deed):
            return Bound(bearers)
    shared = scene.passage.shared
    if shared.bearer is not None:
        return Bound((shared.bearer, *shared.co_bearers), inherited=True)
    if before and before[-1].bearer is not None:
        return Bound((before[-1].bearer, *before[-1].co_bearers))
    if _is_about_thing(scene, deed):
        return Bound()
    if any(word.token.lemma_ in scene.grammar.belonging for word in own) and deed.word.form.masdar:
        return Bound()  # `მისი ბოჭვა`: the one spoken of is whom it is done to
    if bearers := subject_of_condition(scene, deed):
        return Bound(bearers)
    for norm in reversed(scene.stated):
        if norm.bearer is not None:
            return Bound((norm.bearer, *norm.co_bearers))
    if any(word.text in scene.grammar.pronouns and word.form.case in _cases(scene, deed) for word in own):
        for before_it in reversed(scene.passage.scenes):
            if (meant := _named_last(before_it, own[0].span.start)) is not None:
                return Bound((meant,))
        return Bound(shared.spoken)
    return Bound()


def names_its_own(scene: Scene, deed: Deed, after: int) -> bool:
    """Tell whether a deed's clause names who is bound after a place, or has a verbal noun that is bound."""
    own = [scene.main[at] for at in scene.clauses[deed.clause] if at > after]
    return bool(_named(scene, own, deed)) or _bound_noun(scene, deed) is not None


def _agents(scene: Scene, words: Sequence[Word]) -> tuple[Mention, ...]:
    """Return those by whom a passive says that something is done: `მეტოქის მიერ`."""
    return tuple(
        named
        for word, following in pairwise(words)
        if following.text in scene.grammar.agent
        and word.form.case == "Gen"
        and (named := actor(scene, word)) is not None
    )


def _is_nobody(scene: Scene, words: Sequence[Word], deed: Deed) -> bool:
    """Tell whether "nobody" stands where the one bound would: the ban binds all."""
    wanted = _cases(scene, deed)[0]
    return any(
        word.token.lemma_ in scene.grammar.nobody and word.form.case == wanted and word.form.bare
        for word in words
    )


def _is_at_large(scene: Scene, words: Sequence[Word], deed: Deed) -> bool:
    """Tell whether "they" at large do what is done to the one named: `მოთამაშე უნდა გაიყვანონ`.

    Where that one does something too (`ჩაითრიონ | თავად ჩაებას`), it is bound.
    """
    word = scene.main[deed.at]
    if deed.duty is not None and deed.duty.modal.bearer != "verb":
        return False
    if word.subjects != ("erg",) or not marked(word.token, "Number[subj]", "Plur"):
        return False
    if scene.passage.shared.bearer is not None:
        return False
    if any(one.form.mood in JUSSIVE and "erg" not in one.subjects for one in words):
        return False
    before = [one for one in scene.main if one.clause <= deed.clause]
    if any(one.form.case == "Erg" and one.form.bare for one in before):
        return False
    others = [
        one for one in words if one.form.case == "Nom" and one.form.bare and actor(scene, one) is not None
    ]
    pronouns = [one for one in words if one.text in scene.grammar.pronouns and one.form.case == "Nom"]
    return bool(others or pronouns) and not any(marked(one.token, "Number", "Plur") for one in others)


# --- persons ------------------------------------------------------------------------------------------------


def actor(scene: Scene, word: Word) -> Mention | None:
    """Return the person that a main word names, by itself or by a relation ("მისი მონაწილე")."""
    if word.token.i not in scene.actors:
        scene.actors[word.token.i] = _actor(scene, word)
    return scene.actors[word.token.i]


def _actor(scene: Scene, word: Word) -> Mention | None:
    found = scene.passage.named(word, "actor")
    if found is not None and found.key is not None:
        return Mention(found.text, found.span, _narrowed(scene, word, found.key))
    return _member(scene, word)


def _member(scene: Scene, word: Word) -> Mention | None:
    """Return whom "მისი მონაწილე" means: a participant of what was named before."""
    for lemma, key in scene.lookup.members.get(word.token.lemma_, ()):
        place = scene.place(word)
        if place and scene.main[place - 1].text in scene.grammar.possessives:
            before = chain(scene.passage.said, scene.main[: place - 1])
            if any(one.token.lemma_ == lemma for one in before):
                span = Span(scene.main[place - 1].span.start, word.span.end)
                return Mention(span.of(scene.passage.text), span, key)
    return None


def _narrowed(scene: Scene, word: Word, key: str) -> str:
    """Return the narrower actor that the relative clause after `word` makes of an actor."""
    for relative in scene.sentence.relatives:
        if relative.before is word and relative.words and relative.words[0].form.case != "Gen":
            for inside in relative.words:
                action = scene.passage.action(inside)
                if action is not None and action.concept in scene.lookup.narrower:
                    broader, narrower = scene.lookup.narrower[action.concept]
                    if scene.lookup.is_a(key, broader):
                        return narrower
    return key


def subject(scene: Scene, words: Sequence[Word]) -> Mention | None:
    """Return who does what a clause in the indicative tells; a pronoun means the subject named last."""
    for case in SUBJECT:
        for word in words:
            if word.form.case == case and word.form.bare and (found := actor(scene, word)) is not None:
                return found
    if any(word.text in scene.grammar.pronouns and word.form.case in SUBJECT for word in words):
        return _named_last(scene, words[0].span.start)
    return None


def _named_last(scene: Scene, end: int) -> Mention | None:
    """Return the subject named last before a place; what hangs on another clause counts only by itself."""
    sentence = scene.sentence
    groups: list[tuple[list[Word], tuple[str, ...]]] = [(scene.main, SUBJECT)]
    for each in (*sentence.conditions, *sentence.relatives, *sentence.exceptions):
        words = each.words
        hangs = (
            at
            for at, word in enumerate(words)
            if at
            and (word.text in scene.grammar.relatives or word.text.startswith(scene.grammar.relative_stems))
        )
        groups.append((words[: next(hangs, len(words))], _subject_cases(words)))
    subjects = [
        (word.span, named)
        for words, cases in groups
        for word in words
        if word.span.start < end
        and word.form.case in cases
        and not word.form.postposition
        and (named := scene.passage.named(word, "actor")) is not None
    ]
    return max(subjects, key=lambda pair: pair[0])[1] if subjects else None


def _subject_cases(words: Sequence[Word]) -> tuple[str, ...]:
    """Return the cases in which the subject of a clause may stand: `თუ გუნდს მოთამაშე აღარ ჰყავს`."""
    return ("Dat",) if any(word.form.verb and word.subject == "dat" for word in words) else SUBJECT


def subject_of_condition(scene: Scene, deed: Deed) -> tuple[Mention, ...]:
    """Return the subject of the nearest condition before a deed: who falls is who must rise."""
    return spoken_of(scene, scene.main[deed.at].span.start)


def spoken_of(scene: Scene, end: int) -> tuple[Mention, ...]:
    """Return the subject of the nearest condition that begins before a place."""
    for condition in reversed(scene.sentence.conditions):
        if condition.words and condition.words[0].text in scene.grammar.whoever:
            return ()  # `ვინც მეტოქეს დაარტყამს`: whoever it is, no one named
        if condition.words and condition.words[0].span.start < end:
            for case in dict.fromkeys((*reversed(_subject_cases(condition.words)), "Erg", "Nom", "Dat")):
                for word in condition.words:
                    if word.form.case == case and not word.form.postposition:
                        named = scene.passage.named(word, "actor")
                        if named is not None:
                            return (named,)
    return ()


def _pronoun_leads(scene: Scene, words: Sequence[Word], deed: Deed) -> bool:
    """Tell whether a pronoun is the first word in the case of the one bound: `მას შეუძლია მსაჯს …`."""
    if not _is_pronoun(scene, words, deed) or deed.duty is None:
        return False
    wanted = deed.duty.modal.bearer
    first = next(
        (
            word
            for word in words
            if word.form.case == wanted
            and word.form.bare
            and (word.text in scene.grammar.pronouns or actor(scene, word) is not None)
        ),
        None,
    )
    return first is not None and first.text in scene.grammar.pronouns and _is_alone(scene, first)


def _is_alone(scene: Scene, word: Word) -> bool:
    """Tell whether a pronoun stands by itself, before no noun in its case."""
    following = scene.main[scene.place(word) + 1 : scene.place(word) + 2]
    return not any(one.form.noun and one.form.case == word.form.case for one in following)


def _is_pronoun(scene: Scene, words: Sequence[Word], deed: Deed) -> bool:
    """Tell whether a pronoun stands where the word of duty wants the one bound: `მას შეუძლია`."""
    return deed.duty is not None and any(
        word.text in scene.grammar.pronouns and word.form.case == deed.duty.modal.bearer for word in words
    )


# --- who is bound -------------------------------------------------------------------------------------------


def _cases(scene: Scene, deed: Deed) -> list[str]:
    """Return the cases in which the one bound may stand, the likeliest first."""
    duty = deed.duty
    if duty is None or duty.modal.bearer == "verb":
        return _cases_by_verb(scene, deed)
    if duty.governs("optative") and deed.word.form.verb:
        return [duty.modal.bearer, *_cases_by_verb(scene, deed)]
    return [duty.modal.bearer]


def _cases_by_verb(scene: Scene, deed: Deed) -> list[str]:
    """Return the cases that the verb itself asks for; a plural that names nobody may mean "they" at large."""
    word = scene.main[deed.at]
    cases = [case.capitalize() for case in word.subjects]
    if not cases:  # of an unknown verb only an ergative is surely the subject, where a chapeau names another
        cases = ["Erg"] if scene.passage.shared.bearer is not None else ["Erg", "Nom"]
    if word.subjects == ("erg",) and marked(word.token, "Number[subj]", "Plur"):
        cases.append("Nom")
    return cases if "Erg" in cases else [*cases, "Erg"]


def _named(scene: Scene, words: Sequence[Word], deed: Deed) -> tuple[Mention, ...]:
    """Return the persons bound that `words` name: one, and those beside it."""
    actors = [(word, named) for word in words if word.form.bare and (named := actor(scene, word)) is not None]
    for case in _cases(scene, deed):
        fits = [(word, named) for word, named in actors if word.form.case == case]
        if fits:
            found = fits[:1]
            for word, named in fits[1:]:
                if _beside(scene, found[-1][0], word):
                    found.append((word, named))
            return tuple(named for _, named in found)
    if deed.duty is not None and deed.duty.modal.bearer == "Dat":  # `მოთამაშისთვის აკრძალულია`
        for word in words:
            if word.form.postposition in scene.grammar.for_whom and (named := actor(scene, word)) is not None:
                return (named,)
    return ()


def _beside(scene: Scene, one: Word, other: Word) -> bool:
    """Tell whether two persons stand in one set of alternatives, or side by side with "and" between."""
    if one.member is not None and other.member is not None and one.member[0] == other.member[0]:
        return True
    between = [
        word for word in scene.main if one.span.end <= word.span.start and word.span.end <= other.span.start
    ]
    return says(between, scene.grammar.conjunctions) and all(
        word.text in scene.grammar.conjunctions
        or word.form.case in ("Gen", other.form.case)
        or word.form.pos in ("ADJ", "DET", "NUM")
        for word in between
    )


def _bound_noun(scene: Scene, deed: Deed) -> Word | None:
    """Return the verbal noun that is the subject of a deed, where no person is."""
    subject = deed.word.subject
    if (
        not deed.word.form.verb
        or subject == "erg"
        or (not subject and scene.passage.shared.bearer is not None)
    ):
        return None
    if any(
        duty is not deed.duty and duty.clause == deed.clause and duty.governs("masdar")
        for duty in scene.duties
    ):
        return None  # another word of duty rules it
    for at in scene.clauses[deed.clause]:
        word = scene.main[at]
        if at < deed.at and word.form.masdar and word.form.case == "Nom":
            return word
    return None


def _unknown(scene: Scene, words: Sequence[Word], deed: Deed) -> tuple[Mention, ...] | None:
    """Return the subject among `words` that is no known person; nobody where it is a known thing.

    None where there is no such subject. An ergative is always one, a dative where the one bound stands in it.
    """
    wanted = _cases(scene, deed)
    cases = ({"Erg"} & {*wanted}) | ({"Dat"} & {wanted[0]})
    for number, word in enumerate(words):
        form = word.form
        if form.case not in cases or form.postposition or form.verb_form:
            continue
        follows = words[number + 1].form.pos if number + 1 < len(words) else ""
        alone = form.case == "Erg" and form.pos in ("ADJ", "NUM") and follows not in ("NOUN", "ADJ", "NUM")
        if not form.noun and not alone:  # `უკანასკნელმა` stands for somebody
            continue
        if form.case == "Dat" and follows in ("NOUN", "ADP", "ADJ"):
            continue  # it belongs to the noun after it
        if word.text in scene.grammar.pronouns or actor(scene, word) is not None:
            continue
        if not scene.passage.names(word, "term", "place", "time", "manner", "action"):
            scene.passage.tell("unknown-actor", word.span, word.token.text)
            return (Mention(word.token.text, word.span),)
        if form.case == "Erg":
            return ()
    return None


def _is_about_thing(scene: Scene, deed: Deed) -> bool:
    """Tell whether a deed's subject is a thing: then nobody else's duty is meant."""
    if scene.main[deed.at].subject != "nom":
        return False
    return any(
        (word := scene.main[at]).clause == deed.clause
        and at != deed.at
        and word.form.case == "Nom"
        and word.form.noun
        and not word.form.postposition
        and not word.form.verb_form
        and not scene.passage.names(word, "actor", "time", "manner")
        for at in deed.domain
    )
