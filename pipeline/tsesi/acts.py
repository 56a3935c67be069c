"""Takes a sentence and its deeds with their domains; gives the acts with all that is said of them.

That is the concept, to whom and to what it is done, how, when and where; and how several acts go together.
Guarantees that an act whose verb has no concept keeps its verb under a provisional key and a finding.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from tsesi.clauses import Word
from tsesi.deeds import Deed
from tsesi.duties import JUSSIVE, Duty
from tsesi.model import Act, Combined, Markup, Mention, Modality, Span
from tsesi.parties import actor, subject_of_condition
from tsesi.referents import WITHIN, is_pronoun, meant, person
from tsesi.scene import OBJECT, Scene, says

Circumstance = Literal["manner", "time", "place"]
CIRCUMSTANCES: tuple[Circumstance, ...] = ("manner", "time", "place")
EITHER_BEFORE = 6  # how many words before the first act the "either" of "either … or …" may stand


def name(scene: Scene, deed: Deed) -> None:
    """Set the key of a deed: the concept of its word, else of the verb it stands for, else a new one."""
    word = deed.word
    if deed.same is not None:
        deed.key, deed.label, deed.known = deed.same.key, deed.same.label, deed.same.known
        return
    action = scene.passage.action(word) or scene.passage.action(scene.main[deed.at])
    verbs = word.verbs
    if action is not None and not _has_words(scene, deed, action.label):
        concept = scene.lookup.termbase.concepts.get(
            scene.passage.words.names(verbs[0] if verbs else "") or ""
        )
        deed.known = concept is not None and concept.kind == "action"
        if concept is not None and deed.known:
            deed.key, deed.label = concept.key, verbs[0]
            return
    deed.known = action is not None
    if action is not None:
        deed.key, deed.label = action.concept, action.label
        return
    deed.name = verbs[0] if verbs else word.token.lemma_ or word.token.text
    deed.key = scene.passage.words.romanize(deed.name)
    scene.passage.tell("unknown-action", deed.span, deed.written, key=deed.key)


def _has_words(scene: Scene, deed: Deed, label: str) -> bool:
    """Tell whether the words that the name of an act needs are its own, not another deed's."""
    lemmas = [scene.main[at].token.lemma_ for at in deed.domain]
    lemmas.append(deed.word.token.lemma_)
    needed = label.split()[:-1]
    return not any(at for at in deed.domain) or all(
        any(part.startswith(lemma[:-1] or lemma) for lemma in lemmas) for part in needed
    )


def acts(
    scene: Scene, deeds: Sequence[Deed], bearers: Sequence[Mention], earlier: Sequence[Act] = ()
) -> list[Act]:
    """Return the acts of one norm in order; `earlier` are those of the norm before it in its clause."""
    found: list[Act] = []
    for deed in deeds:
        if deed.same is not None and deed.same.act is not None:
            deed.act = replace(deed.same.act, verb=deed.written, span=deed.span, attempted=True)
        else:
            deed.act = _act(scene, deed, bearers, found or earlier)
        found.append(deed.act)
    return found


def act_of_noun(scene: Scene, noun: Word, deed: Deed) -> Act:
    """Return the act that a verbal noun names which is itself bound; the verb of `deed` says how."""
    scene.passage.forget("unknown-action", deed.span)  # the verb names no act
    action = scene.passage.action(noun)
    key = action.concept if action else scene.passage.words.romanize(noun.token.lemma_)
    if action is None:
        scene.passage.tell("unknown-action", noun.span, noun.token.text, key=key)
    return Act(key, deed.written, deed.span, known=action is not None, name=noun.token.lemma_)


# --- one act ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Around:
    """What the words of a deed say besides the act."""

    patients: list[Mention] = field(default_factory=list)
    themes: list[Mention] = field(default_factory=list)
    within_name: list[Mention] = field(default_factory=list)  # things that the name of the act takes in
    instruments: list[Mention] = field(default_factory=list)
    pronouns: list[Word] = field(
        default_factory=list
    )  # of somebody or something named before, in an object's case
    circumstances: dict[Circumstance, list[Mention]] = field(
        default_factory=lambda: {"manner": [], "time": [], "place": []}
    )
    pronoun: bool = False  # somebody or something named before is meant
    nominative: bool = False  # somebody or something is named in the nominative


def _act(scene: Scene, deed: Deed, bearers: Sequence[Mention], before: Sequence[Act]) -> Act:
    around = _around(scene, deed, bearers)
    carried = deed.renewed and deed.duty is not None and deed.duty.clause < deed.clause
    if carried and deed.duty and not around.circumstances["manner"]:
        # "must not by intent charge him -- nor obstruct him": intent counts on
        around.circumstances["manner"] += _over(scene, deed.duty)
    if not (scene.main[deed.at].verbs or deed.word.verbs) and not _binds(scene, deed, bearers):
        around.patients.clear()  # the case in which an unknown verb has its subject is not known either
    patients = _patients(scene, deed, bearers, before, around)
    if not patients and not around.themes:
        patients = _persons_meant(scene, deed, bearers, around)
    if not patients and not around.nominative:
        around.themes += around.within_name
    named = patients or around.themes or around.nominative or around.pronouns
    transitive = scene.main[deed.at].subject == "erg" and deed.word is scene.main[deed.at]
    if before and transitive and not named:
        around.themes += before[-1].themes  # "may pick up the ball, but must not roll"
    around.themes += _things_meant(scene, deed, bearers, patients, around)
    return Act(
        action=deed.key,
        verb=deed.written,
        span=deed.span,
        known=deed.known,
        name=deed.name,
        patients=_unique(patients),
        themes=_unique(around.themes),
        manners=_unique(around.circumstances["manner"]),
        times=_unique(around.circumstances["time"]),
        places=_unique(around.circumstances["place"]),
        instruments=_unique(around.instruments),
        attempted=deed.attempted,
    )


def _over(scene: Scene, duty: Duty) -> list[Mention]:
    """Return how, as said before a word of duty: that counts for all that it rules."""
    before = (at for at in scene.clauses[duty.clause] if at < duty.at[0])
    told = (_circumstance(scene, at) for at in before)
    return [one[1] for one in told if one is not None and one[0] == "manner"]


def _binds(scene: Scene, deed: Deed, bearers: Sequence[Mention]) -> bool:
    """Tell whether the clause of a deed itself, or its chapeau, names who is bound."""
    return scene.passage.shared.bearer is not None or any(
        each.span.holds(scene.main[at].span) for each in bearers for at in scene.clauses[deed.clause]
    )


def _unique(mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    return tuple(dict.fromkeys(mentions) if len(mentions) > 1 else mentions)


def _around(scene: Scene, deed: Deed, bearers: Sequence[Mention]) -> _Around:
    around = _Around()
    spans = {each.span for each in bearers}
    foreign = _foreign_cases(scene, deed, spans)
    for at in deed.domain:
        word = scene.main[at]
        if at == deed.at or word is deed.word or at in scene.taken:
            continue
        if at < deed.low and word.form.case in foreign and word.form.noun and word.form.bare:
            continue
        if _only_says_which(scene, at) or _is_of_participle(scene, at):
            continue
        person = actor(scene, word)
        if person is not None:
            if person.span not in spans and _suffers(scene, word, deed, at):
                around.patients.append(person)
                around.nominative |= word.form.case == "Nom"
        elif word.token.lemma_ in scene.grammar.reciprocals:
            if _suffers(scene, word, deed, at):  # each of those bound does it to the other
                around.patients += [Mention(word.token.text, word.span, each.key) for each in bearers]
        elif word.text in scene.grammar.so and (clause := _clause_after(scene, word)) is not None:
            around.circumstances["manner"].append(clause)
        elif word.token.lemma_ in scene.grammar.belonging and _is_object_of_noun(scene, at, deed):
            around.pronouns.append(word)  # მისი შებოჭვა
        elif is_pronoun(scene, word):
            _stand_in(scene, word, deed, bearers, around)
        elif word.text in scene.grammar.pronouns and word.form.case in ("Nom", "Dat", ""):
            around.pronoun |= word.text not in scene.grammar.possessives
        elif (told := _circumstance(scene, at)) is not None:
            around.circumstances[told[0]].append(told[1])
        else:
            _thing(scene, at, deed, around)
    return around


def _foreign_cases(scene: Scene, deed: Deed, bearers: Collection[Span]) -> frozenset[str]:
    """Return the cases in which nouns before all acts of a word of duty are not what this one is done to.

    These are the case of its verb's subject, and those in which it has a noun of its own.
    """
    if not deed.low:
        return frozenset()
    found = set()
    verb = scene.main[deed.at]
    if verb.form.verb and verb.subjects[:1] == ("nom",) and deed.word is verb:
        found.add("Nom")
    for at in deed.domain:
        word = scene.main[at]
        if (
            at >= deed.low
            and at != deed.at
            and word.form.noun
            and word.form.bare
            and word.span not in bearers
        ):
            found.add(word.form.case)
    return frozenset(found & {*OBJECT, "Ins"})


def _is_of_participle(scene: Scene, at: int) -> bool:
    """Tell whether a word says where of a person's own participle: რაქში ჩაბმულ მოთამაშეს."""
    own, following = scene.main[at].form, scene.main[at + 1 : at + 3]
    return (
        bool(own.postposition)
        and len(following) == 2
        and following[0].form.verb_form == "Part"
        and scene.passage.names(following[1], "actor")
    )


def _only_says_which(scene: Scene, at: int) -> bool:
    """Tell whether a person's name stands before another's without an ending of its own: დამჭერ მეტოქეს."""
    word = scene.main[at]
    following = scene.main[at + 1] if at + 1 < len(scene.main) else None
    return (
        following is not None
        and word.form.case == "Dat" == following.form.case
        and word.form.bare
        and not word.text.endswith(("ს", "თ"))
        and scene.passage.names(word, "actor")
        and scene.passage.names(following, "actor")
    )


def _stand_in(scene: Scene, word: Word, deed: Deed, bearers: Sequence[Mention], around: _Around) -> None:
    """Note a pronoun: where it has a postposition or is an instrumental, with what it means."""
    form = word.form
    if form.postposition or form.case == "Ins":
        if _says(deed.label, word):
            return
        somebody = None
        if form.postposition and form.postposition not in WITHIN:
            somebody = person(scene, word, bearers)
        found = meant(scene, word) if somebody is None else ()
        if found:
            said = around.circumstances["place"] if form.postposition else around.instruments
            said += [one for one in found if one.key not in {each.key for each in said}]
        elif form.postposition in scene.grammar.upon:
            around.patients += [somebody] if somebody else []
            around.pronoun |= somebody is None
        elif somebody is None:
            scene.passage.tell("unresolved-pronoun", word.span, word.token.text)
    elif form.case in ("Nom", "Dat") or word.text == "მათ":
        around.pronoun = True
        around.pronouns.append(word)


def _thing(scene: Scene, at: int, deed: Deed, around: _Around) -> None:
    """Note what a noun says: where, with what or to what an act is done."""
    word, passage = scene.main[at], scene.passage
    form = word.form
    thing = passage.named(word, "term")
    is_object = form.case in OBJECT or _is_object_of_noun(scene, at, deed)
    if thing is None and form.noun and form.bare and is_object:
        part = _left_in_name(scene, word, deed)
        around.within_name += [part] if part else []
    elif thing is None:
        how = form.noun and form.case == "Ins" and form.bare and not _says(deed.label, word)
        if how and not passage.inside(word, "manner", "time", "place", "term", "actor"):
            around.circumstances["manner"].append(_with_genitive(scene, at))
    elif form.postposition:
        if word.text not in deed.label.split():  # `თამაშში ჩარევა` says by its name where
            around.circumstances["place"].append(thing)
    elif form.case == "Ins":
        if not _says(deed.label, word):
            around.instruments.append(thing)
    elif is_object:
        around.themes.append(thing)
        around.nominative |= form.case == "Nom"


def _with_genitive(scene: Scene, at: int) -> Mention:
    """Return what a noun says with the genitive or number right before it: ხელის კვრით, 10 მეტრით."""
    before = scene.main[at - 1] if at else None
    first = scene.main[at]
    if before is not None and before.clause == first.clause:
        first = before if before.form.case == "Gen" or before.form.pos == "NUM" else first
    span = Span(first.span.start, scene.main[at].span.end)
    return Mention(span.of(scene.passage.text), span)


def _says(label: str, word: Word) -> bool:
    """Tell whether the name of an act has a word already, in whichever number."""
    lemma = word.token.lemma_
    return any(part.startswith(lemma[:-1] or lemma) for part in label.split()[:-1])


def _left_in_name(scene: Scene, word: Word, deed: Deed) -> Mention | None:
    """Return the thing that a noun names which only stands for a part of the name of an act.

    It is one where the act has that name without it too: ბურთის აღება is აღება, ხელის მოხვევა no მოხვევა.
    """
    passage = scene.passage
    key = scene.lookup.things.get(word.token.lemma_)
    concept = scene.lookup.termbase.concepts.get(key or "")
    if (
        key is None
        or concept is None
        or concept.kind != "term"
        or passage.inside(word, "actor", "manner", "time", "place", "term")
    ):
        return None
    names = scene.lookup.termbase.concepts[deed.key].names("ka") if deed.known else ()
    first, _, rest = deed.label.partition(" ")
    if _says(deed.label, word) and not (rest in names and first.startswith(word.token.lemma_[:-1])):
        return None
    return Mention(word.token.text, word.span, key)


def _is_object_of_noun(scene: Scene, at: int, deed: Deed) -> bool:
    """Tell whether a genitive is what the verbal noun of a deed is done to: ბურთის ხელით აღება."""
    noun = scene.place(deed.word)
    owned = scene.main[at].form.case == "Gen" or scene.main[at].token.lemma_ in scene.grammar.belonging
    if not owned or not deed.word.form.masdar or at >= noun:
        return False
    between = [one.form for one in scene.main[at + 1 : noun]]
    if between and between[0].pos == "ADP":
        return False
    return all(form.postposition or form.case == "Ins" or form.adverbial for form in between)


def _clause_after(scene: Scene, word: Word) -> Mention | None:
    """Return the clause that says how, after "so": `ისე, რომ სხვას არ შეეკრას`."""
    for relative in scene.sentence.relatives:
        if relative.before is word:
            span = Span(word.span.start, relative.span.end)
            return Mention(span.of(scene.passage.text), span)
    return None


def _circumstance(scene: Scene, at: int) -> tuple[Circumstance, Mention] | None:
    """Return what the word at `at` says of how, when or where, whether the termbase names it or not."""
    word = scene.main[at]
    for kind in CIRCUMSTANCES:
        if (named := scene.passage.named(word, kind)) is not None:
            if kind == "manner" and (until := _end_of_something(scene, at)) is not None:
                return "time", until
            return kind, named
    if at and word.token.lemma_ in scene.grammar.time_units:  # `10 წამში`
        before = scene.main[at - 1]
        if before.form.pos == "NUM" or before.text[0].isdigit():
            last = word
            if word.form.case == "Gen" and word.form.bare and at + 1 < len(scene.main):
                last = scene.main[at + 1]  # `5 წამის განმავლობაში`
            span = Span(before.span.start, last.span.end)
            return "time", Mention(span.of(scene.passage.text), span)
    names_time = word.text in scene.grammar.time_words or (
        word.form.masdar and word.form.postposition == "მდე"
    )
    if at and names_time and scene.main[at - 1].token.lemma_ not in scene.grammar.time_units:
        first = at  # `რაქის დასრულების შემდეგ`, `რაქის დასრულებამდე`
        while first and scene.main[first - 1].form.case == "Gen":
            first -= 1
        if first < at and scene.main[first].clause == word.clause:
            span = Span(scene.main[first].span.start, word.span.end)
            return "time", Mention(span.of(scene.passage.text), span)
    if word.form.case == "Ess" and word.form.pos in ("ADJ", "ADV") and not word.form.postposition:
        return "manner", Mention(word.token.text, word.span)
    return None


def _end_of_something(scene: Scene, at: int) -> Mention | None:
    """Return what the word at `at` says with the noun before it: `შერკინების ბოლომდე` is not "for good"."""
    word, before = scene.main[at], scene.main[at - 1] if at else None
    if before is None or before.clause != word.clause or not word.text.endswith(tuple(scene.grammar.limits)):
        return None
    if before.form.case != "Gen" or not before.form.bare or not before.form.noun:
        return None
    span = Span(before.span.start, word.span.end)
    return Mention(span.of(scene.passage.text), span)


def _suffers(scene: Scene, word: Word, deed: Deed, at: int) -> bool:
    """Tell whether the person named at `at` is the one to whom the act is done."""
    form = word.form
    if form.postposition:
        return form.postposition in scene.grammar.upon
    following = scene.main[at + 1].text if at + 1 < len(scene.main) else ""
    if form.case == "Gen" and following in scene.grammar.agent:
        return False  # by whom it is done
    if form.case == "Gen" and deed.word.form.masdar:  # of the next verbal noun, or of the one before
        if at > deed.at:
            after = scene.main[at + 1 : at + 2]
            return not any(each.form.noun or each.form.pos == "ADP" for each in after)
        owned = next((one for one in scene.main[at + 1 : deed.at] if one.form.noun), deed.word)
        if owned is not deed.word and actor(scene, owned) is not None:
            return False  # `გუნდის არცერთ მოთამაშეს`: whose player it is
        own = deed.word.member
        return not any(
            each.form.masdar and (own is None or each.member is None or each.member[0] != own[0])
            for each in scene.main[at + 1 : deed.at]
        )
    if form.case == "Nom" and deed.word.form.verb and deed.word.form.mood in JUSSIVE:
        return "erg" in deed.word.subjects or not deed.word.subjects
    return form.case in OBJECT and not form.copula


def _patients(
    scene: Scene, deed: Deed, bearers: Sequence[Mention], before: Sequence[Act], around: _Around
) -> Sequence[Mention]:
    """Return to whom an act is done: named by its words, else by the act before it or a condition."""
    found = around.patients + _in_relatives(scene, deed)
    if found:
        return found
    takes_object = scene.main[deed.at].subject == "erg" and scene.grammar.objectless.isdisjoint(
        deed.word.verbs
    )
    if before:
        return before[-1].patients if around.pronoun or (takes_object and not around.nominative) else ()
    bound = {each.key for each in bearers}
    ruled = bool(bound) and bound <= scene.lookup.officials  # who broke a law is who an official deals with
    if takes_object and ruled and (around.pronoun or not _has_object(scene, deed)):
        return [each for each in subject_of_condition(scene, deed) if each.key not in bound]
    return ()


def _persons_meant(scene: Scene, deed: Deed, bearers: Sequence[Mention], around: _Around) -> list[Mention]:
    """Return the persons that pronouns mean to whom an act is done, where nothing nearer tells."""
    objects = [word for word in around.pronouns if _is_object(scene, word, deed, bearers)]
    return [found for word in objects if (found := person(scene, word, bearers)) is not None]


def _things_meant(
    scene: Scene, deed: Deed, bearers: Sequence[Mention], patients: Sequence[Mention], around: _Around
) -> list[Mention]:
    """Return the things that pronouns mean to which an act is done, where no person is meant."""
    if patients and not around.patients:
        return []  # somebody named before is meant
    found: list[Mention] = []
    for word in around.pronouns:
        direct = word.form.case == "Nom" and word.token.lemma_ not in scene.grammar.belonging
        taken = around.nominative if direct else bool(around.patients or around.themes)
        if taken or not _is_object(scene, word, deed, bearers):
            continue
        things = meant(scene, word)
        if not things and not around.patients and not around.themes:
            scene.passage.tell("unresolved-pronoun", word.span, word.token.text)
        found += things
    return found


def _is_object(scene: Scene, word: Word, deed: Deed, bearers: Sequence[Mention]) -> bool:
    """Tell whether a pronoun stands in a case in which a deed's verb has its object, and not who is bound."""
    if word.token.lemma_ in scene.grammar.belonging and deed.word.form.masdar:
        return True
    subjects = scene.main[deed.at].subjects
    if not subjects or any(each.span == word.span for each in bearers):
        return False
    if deed.duty is not None and deed.duty.modal.bearer == word.form.case:
        return False
    if word.form.case == "Erg":  # `მათ` may be the one or the other
        return subjects[0] != "erg" or _binds(scene, deed, bearers)
    return bool(word.form.case.lower() != subjects[0])


def _in_relatives(scene: Scene, deed: Deed) -> list[Mention]:
    """Return those that the patterns of the deed's concept speak of and a relative clause names."""
    wanted = scene.lookup.done_to.get(deed.key, ())
    named = [
        person
        for relative in scene.sentence.relatives
        for word in relative.words
        if wanted and (person := scene.passage.named(word, "actor")) is not None
    ]
    firsts = (next((each for each in named if each.key == key), None) for key in wanted)
    return [each for each in firsts if each is not None]


def _has_object(scene: Scene, deed: Deed) -> bool:
    """Tell whether a noun of the clause is what the act is done to or with."""
    return any(
        at != deed.at
        and at not in scene.taken
        and (form := scene.main[at].form).case in OBJECT
        and (form.noun or form.pos == "PRON")
        and not form.postposition
        and not scene.passage.names(scene.main[at], "manner", "time")
        for at in deed.domain
    )


# --- several acts -------------------------------------------------------------------------------------------


def combined(scene: Scene, deeds: Sequence[Deed], modality: Modality) -> Combined:
    """Return how the acts of one norm go together: each by itself, all at once, or one of them by choice."""
    main, grammar = scene.main, scene.grammar
    clauses = {deed.clause for deed in deeds}
    said = sum(word.text in grammar.either for word in main if word.clause in clauses)
    if said > 1 and modality == "obligation":
        return "choice"
    if modality == "obligation" and scene.passage.shared.modality and main and main[0].text in grammar.either:
        return "choice"  # an item that begins with "either" is one of several ways
    if len(deeds) < 2:
        return "each"
    first, last = deeds[0].at, deeds[-1].at
    either = says(main[max(first - EITHER_BEFORE, 0) : last], grammar.either)
    sets = [deed.word.member[0] for deed in deeds if deed.word.member is not None]
    shared = {number for number in sets if sets.count(number) > 1}
    choice = any(_is_choice(scene.passage.markup, number) for number in shared)
    if modality == "obligation" and (either or choice) and len({deed.key for deed in deeds}) > 1:
        return "choice"
    if either or any(deed.renewed for deed in deeds[1:] if not _beside(deeds[0], deed)):
        return "each"
    other = next(
        (deed for deed in deeds[1:] if not _beside(deeds[0], deed)), None
    )  # no alternative to the first
    if other is not None and (other.duty is not deeds[0].duty or other.word.form.verb_form != "Fin"):
        return "each"  # each has its own word of duty, or they are named in a list
    return "together" if other is not None and says(main[first : other.at], grammar.also) else "each"


def _is_choice(markup: Markup, number: int) -> bool:
    """Tell whether a set of alternatives parts duties: different things, not two words for one act."""
    return markup.alternatives[number].kind == "disjunction"


def _beside(one: Deed, other: Deed) -> bool:
    """Tell whether two deeds are alternatives of one set."""
    a, b = one.word.member, other.word.member
    return a is not None and b is not None and a[0] == b[0]


def orders(
    scene: Scene, modality: Modality, bearer: Mention | None, deeds: Sequence[Deed]
) -> tuple[str, ...]:
    """Return what a duty of the referee orders: the sanctions that its words name."""
    lookup = scene.lookup
    if modality != "obligation" or bearer is None or bearer.key not in lookup.officials:
        return ()
    found: list[str] = []
    for deed in deeds:
        for at in (*deed.domain, deed.at):
            form = scene.main[at].form
            if at == deed.at or (form.case in OBJECT and not form.postposition):
                found += scene.passage.sanctions(scene.main[at])
    return tuple(dict.fromkeys(one for one in found if one not in lookup.restarts))
