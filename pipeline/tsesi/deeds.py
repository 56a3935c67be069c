"""Takes a sentence; gives its deeds: the words in it that name an act, each with its modality.

An act is named by an optative, by what a word of duty governs as a verbal noun or noun, or, under a chapeau
of duty, by the verbal noun of an item. Guarantees that deeds stand in order of place, and that a denial
counts for the act it stands with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tsesi.clauses import Word
from tsesi.duties import JUSSIVE, Duty
from tsesi.model import Act, Modality, Span
from tsesi.nlp import marked
from tsesi.scene import Scene


@dataclass(slots=True, eq=False)
class Deed:
    """One word that names an act, at place `at` of the main words.

    `word` is the one whose concept counts: the participle beside a light verb, the noun of what is tried.
    """

    at: int
    word: Word
    clause: int
    duty: Duty | None
    modality: Modality
    written: str
    span: Span
    renewed: bool = False  # denied anew, by itself
    domain: list[int] = field(default_factory=list)  # the places of the words that belong to it
    low: int = 0  # where among them its own begin, after those that acts share
    key: str = ""  # of its concept, provisional where it is not `known`
    passive: bool = False  # its subject suffers it
    label: str = ""  # the name of the concept that was found
    known: bool = False
    attempted: bool = False  # it is tried
    same: Deed | None = None  # `არც ამას ეცადოს`: the deed named before, which is tried
    act: Act | None = None  # what it became
    name: str = ""  # in a dictionary, where it is not `known`


def deed(scene: Scene, at: int, duty: Duty | None, modality: Modality) -> Deed:
    """Return the deed that the word at `at` names by itself."""
    word = scene.main[at]
    return Deed(at, word, word.clause, duty, modality, word.token.text, word.span)


def deeds(scene: Scene) -> list[Deed]:
    """Return the deeds of a sentence in order of place, not named yet."""
    found: list[Deed] = []
    for at, word in enumerate(scene.main):
        if word.text in scene.grammar.only:  # `მარტო` is a verb only by its look
            continue
        if at not in scene.taken and word.form.verb and word.form.mood in JUSSIVE and not is_called(word):
            found.append(_optative(scene, at, found))
    for duty in scene.duties:
        if duty.governs("masdar") and not any(one.duty is duty for one in found):
            found.extend(_governed(scene, duty))
    if not found and not scene.duties and scene.passage.shared.modality is not None:
        found = [deed(scene, at, None, scene.passage.shared.modality) for at in _listed(scene)]
    found.sort(key=lambda one: one.at)
    return _tried(scene, [one for one in found if not _is_left(scene, one)])


def _is_left(scene: Scene, one: Deed) -> bool:
    """Tell whether what is ruled is leaving the act: "need not", "may not do", "must not not do".

    Such a rule binds nobody to the act and forbids it to nobody: it is told, and no act is stated.
    """
    duty = one.duty
    if duty is None or duty.clause != one.clause:
        return False
    between = scene.main[duty.at[-1] + 1 : one.at]
    denied = any(word.text in scene.grammar.negations - scene.grammar.carried for word in between)
    first = not any(word.form.verb and word.form.mood in JUSSIVE for word in between)
    twice = denied and first and (duty.negated or duty.modal.modality != "obligation")
    if not twice and not (duty.negated and duty.modal.releases):
        return False
    scene.passage.tell("left-act", one.span, one.written)
    return True


def is_called(word: Word) -> bool:
    """Tell whether a verb is what somebody calls out ("გამოიტანეთ!"), no act of the rule."""
    return word.quoted and not marked(word.token, "Person[subj]", "3")


# --- optatives ----------------------------------------------------------------------------------------------


def _optative(scene: Scene, at: int, before: Sequence[Deed]) -> Deed:
    """Return the deed of the optative at `at`; `before` are those found so far."""
    duty, carried = _duty_of(scene, at)
    denied = _denied(scene, at, before)
    if not denied and (duty is None or carried):  # a denial goes on to the further acts of its clause
        clause = scene.main[at].clause
        denied = any(one.renewed and one.duty is duty and one.clause == clause for one in before)
    modality: Modality
    if denied:
        modality = "prohibition"
    elif duty is None:
        modality = scene.passage.shared.modality or "obligation"
    else:
        modality = (
            duty.modal.modality if carried else duty.modality
        )  # a new clause that is not denied commands
    made = deed(scene, at, duty, modality)
    made.renewed = denied
    participle = _participle(scene, at) if made.word.text in scene.grammar.light else None
    if participle is not None:
        both = sorted((made.word, participle), key=lambda word: word.span)
        made.written = " ".join(word.token.text for word in both)
        made.passive = made.word.text in scene.grammar.passive
        made.word, made.span = participle, participle.span
    return made


def _duty_of(scene: Scene, at: int) -> tuple[Duty | None, bool]:
    """Return the word of duty that governs the verb at `at`, and whether it stands in an earlier clause."""
    governing = [duty for duty in scene.duties if duty.governs("optative")]
    own = [duty for duty in governing if duty.clause == scene.main[at].clause]
    before = [duty for duty in own if duty.at[0] < at]
    if own:
        return (before[-1] if before else own[0]), False
    earlier = [duty for duty in governing if duty.at[0] < at]
    return (earlier[-1], True) if earlier else (None, False)


def _denied(scene: Scene, at: int, before: Sequence[Deed]) -> bool:
    """Tell whether a word of denial stands between the verb at `at` and what came before it in its clause."""
    marks = [one.at for one in before] + [duty.at[-1] for duty in scene.duties if duty.at[-1] < at]
    between = scene.main[max(marks, default=-1) + 1 : at]
    clause = scene.main[at].clause
    if any(word.clause == clause and word.text in scene.grammar.negations for word in between):
        return True
    return bool(between) and between[-1].text in scene.grammar.not_  # "… and not throw it"


def _participle(scene: Scene, at: int) -> Word | None:
    """Return the participle that goes with a light verb (`იყოს შებოჭილი`), the nearest one."""
    for near in (at + 1, at - 1, at + 2, at - 2):
        if 0 <= near < len(scene.main):
            word = scene.main[near]
            if word.form.verb_form == "Part" and word.clause == scene.main[at].clause:
                return word
    return None


# --- verbal nouns and nouns ---------------------------------------------------------------------------------


def _governed(scene: Scene, duty: Duty) -> list[Deed]:
    """Return the acts that a word of duty governs as verbal nouns or nouns."""
    inside = [at for at in scene.clauses[duty.clause] if at not in scene.taken]
    member = scene.main[duty.at[0]].member
    if member is not None:  # of `ჯარიმა ერგება | მისი მოთხოვნა შეუძლია` each rules in its own alternative
        inside = [
            at
            for at in inside
            if (one := scene.main[at].member) is None or one[0] != member[0] or one == member
        ]
    inside = _of_duty(scene, duty, inside)
    places = _acts_among(scene, duty, inside)
    if not places and duty.governs("noun"):
        main, passage = scene.main, scene.passage
        if any(main[at].form.case == "Nom" and not passage.names(main[at], "actor") for at in inside):
            places = [duty.at[0]]  # "ჯარიმა ერგება": the word of duty says itself what is done
    return [deed(scene, at, duty, duty.modality) for at in places]


def _of_duty(scene: Scene, duty: Duty, inside: Sequence[int]) -> list[int]:
    """Return which of the places `inside` are this duty's, where a clause has several that govern nouns.

    Each has what stands between it and the next of them: before it (`აღება შეუძლია, დაჭერა ეკრძალება`), or
    after it, where the first of all goes before its act (`შეუძლია აღება, ეკრძალება დაჭერა`).
    """
    beside = [one for one in scene.duties if one.clause == duty.clause and one.governs("masdar")]
    member = scene.main[duty.at[0]].member
    if len(beside) < 2 or member is not None:
        return list(inside)
    masdars = [at for at in inside if _is_masdar(scene.main[at], "Nom", "")]
    order = beside.index(duty)
    if masdars and masdars[0] < beside[0].at[0]:
        low = beside[order - 1].at[-1] if order else -1
        return [at for at in inside if low < at and (at < duty.at[0] or duty is beside[-1])]
    low = _first_of(beside, order, masdars) if order else -1
    high = _first_of(beside, order + 1, masdars) if order + 1 < len(beside) else len(scene.main)
    return [at for at in inside if low <= at < high]


def _first_of(duties: Sequence[Duty], order: int, masdars: Sequence[int]) -> int:
    """Return from which place on verbal nouns are those of the duty number `order`, where duties go first.

    From its own on; where none follows it, the last before it: `ეკრძალება დაჭერა, აღება კი შეუძლია`.
    """
    own = duties[order].at
    before = [at for at in masdars if duties[order - 1].at[-1] < at < own[0]]
    follows = any(at > own[-1] for at in masdars)
    return own[-1] if follows or len(before) < 2 else before[-2] + 1


def _acts_among(scene: Scene, duty: Duty, inside: Sequence[int]) -> list[int]:
    """Return which of the places `inside` name what a word of duty governs, alternatives to it among them."""
    main = scene.main
    places = [at for at in inside if _is_masdar(main[at], "Nom", "")]
    if not places:  # `თამაშის უფლება აქვს`: the right is a noun, what it is a right to stands before it
        before = [at - 1 for at in duty.at if at and main[at].form.noun and at - 1 in inside]
        places = [at for at in before if _is_masdar(main[at], "Gen")]
    if not places:
        places = [at for at in inside if main[at].form.case == "Nom" and _is_name_of_act(scene, main[at])]
    if not places and not duty.governs("noun"):
        places = _likely(scene, inside)
    return sorted({*places, *_beside(scene, places, inside)})


def _beside(scene: Scene, places: Iterable[int], inside: Iterable[int]) -> list[int]:
    """Return the places of the nouns that are alternatives to those at `places`."""
    main = scene.main
    sets = {member[0] for at in places if (member := main[at].member) is not None}
    return [
        at
        for at in inside
        if (member := main[at].member) is not None
        and member[0] in sets
        and main[at].form.case == "Nom"
        and main[at].form.pos == "NOUN"
    ]


def _is_masdar(word: Word, *cases: str) -> bool:
    return word.form.masdar and word.form.case in cases and not word.form.postposition


def _is_name_of_act(scene: Scene, word: Word) -> bool:
    action = scene.passage.action(word)
    return action is not None and action.span.end == word.span.end


def _listed(scene: Scene) -> list[int]:
    """Return where an item only names its acts ("ა. ბურთის აღება"), under a chapeau of duty."""
    everywhere = range(len(scene.main))
    named = [at for at in everywhere if _is_masdar(scene.main[at], "Nom")] or _likely(scene, everywhere)
    return sorted({*named, *_beside(scene, named, everywhere)})


def _likely(scene: Scene, places: Iterable[int]) -> list[int]:
    """Return which of `places` holds a noun that may name an act: no person, no thing that is known.

    It is the last of them; of nouns that the word data know and others, one that they do not know.
    """
    found = [
        at
        for at in places
        if (form := scene.main[at].form).case == "Nom"
        and form.pos == "NOUN"
        and form.bare
        and not scene.passage.names(scene.main[at], "actor", "place", "term", "time", "sanction")
    ]
    return ([at for at in found if not scene.main[at].known] or found)[-1:]


# --- trying -------------------------------------------------------------------------------------------------


def _tried(scene: Scene, found: Sequence[Deed]) -> list[Deed]:
    """Put what is tried in the place of the trying."""
    main, grammar = scene.main, scene.grammar
    result = []
    for order, one in enumerate(found):
        if grammar.attempts.isdisjoint(one.word.verbs or (one.word.token.lemma_,)):
            result.append(one)
            continue
        low = found[order - 1].at + 1 if order else 0
        high = found[order + 1].at if order + 1 < len(found) else len(main)
        near = main[low:high]
        tried = [word for word in near if word.form.masdar and word.form.case in ("Dat", "Nom")]
        if tried:
            one.word, one.span, one.attempted = tried[-1], tried[-1].span, True
        elif result and any(word.text in grammar.same for word in near):
            one.same, one.attempted = result[-1], True
        result.append(one)
    return result
