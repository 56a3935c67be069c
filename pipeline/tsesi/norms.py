"""Takes units with their words, markup and concepts; gives their norms: who must, must not or may do what.

Read by form: the word of duty and its denial give the modality, the verb's own case gives the bearer, what
stands around an act belongs to that act. Guarantees that an act whose verb has no concept keeps its verb
under a provisional key and a finding, and that a unit in which no rule was found is a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from spacy.tokens import Doc

from tsesi.acts import Circumstance, act_of_noun, acts, combined, name, orders
from tsesi.clauses import Subordinate, Word, sentences
from tsesi.deeds import Deed, deeds
from tsesi.deeds import deed as deed_at
from tsesi.domains import assign
from tsesi.duties import JUSSIVE, Duty
from tsesi.forms import Region
from tsesi.grammar import Grammar
from tsesi.lookup import lookup
from tsesi.model import Act, Document, Finding, Markup, Mention, Norm, Occurrence, Span, Termbase
from tsesi.parties import actor, bound, names_its_own, spoken_of, subject_of_condition
from tsesi.referents import things
from tsesi.scene import Passage, Scene, Shared, Words, extent, says
from tsesi.statements import definition, statements


class Reader:
    """Reads the norms of documents with one grammar and one termbase."""

    def __init__(
        self,
        grammar: Grammar,
        termbase: Termbase,
        analyse: Callable[[str], Doc],
        names: Callable[[str], str | None],
        romanize: Callable[[str], str],
    ) -> None:
        """Prepare look-ups.

        `analyse` is the Georgian pipeline, `names` gives the concept that a text says, `romanize` a key.
        """
        self.words = Words(grammar, lookup(termbase, analyse), names, romanize)

    def read(
        self,
        document: Document,
        regions: Mapping[str, Sequence[Region]],
        markup: Mapping[str, Markup],
        occurrences: Mapping[str, Sequence[Occurrence]],
    ) -> tuple[Mapping[str, tuple[Norm, ...]], tuple[Finding, ...]]:
        """Return the norms of every clause and principle by id, and what could not be read."""
        norms: dict[str, tuple[Norm, ...]] = {}
        shared: dict[str, Shared] = {}  # by chapeau
        findings: list[Finding] = []
        for unit in document.units:
            passage = Passage(
                self.words,
                document.text,
                unit,
                markup.get(unit.id, Markup()),
                occurrences.get(unit.id, ()),
                shared.get(unit.parent or "", Shared()),
            )
            if unit.kind in ("clause", "principle"):
                norms[unit.id] = tuple(_norms(passage, regions.get(unit.id, ())))
            elif unit.kind == "chapeau":
                shared[unit.id] = _shared(passage, regions.get(unit.id, ()))
            findings.extend(passage.findings)
        return norms, tuple(findings)


def _norms(passage: Passage, regions: Sequence[Region]) -> list[Norm]:
    """Return the norms of a clause."""
    body = passage.unit.body
    if passage.shared.conditional and passage.shared.modality is None:
        return [Norm("constitutive", body, conditions=(body,), inherited=("condition",))]
    found: list[Norm] = []
    for region in regions:
        for sentence in sentences(region, passage.markup, passage.words.grammar):
            found.extend(_stated(Scene(passage, sentence, found)))
    if not found and regions:
        passage.tell("no-norm", body, body.of(passage.text))
    return found


def _stated(scene: Scene) -> list[Norm]:
    """Return the norms of a sentence in order."""
    if (other := next((word for word in scene.main if word.text in scene.grammar.but), None)) is not None:
        whole = extent(scene.main)
        scene.passage.tell("not-but", whole, whole.of(scene.passage.text), word=other.text)
    found: list[tuple[int, Norm]] = []
    every = deeds(scene)
    assign(scene, every)
    for deed in every:
        name(scene, deed)
    for group in _groups(scene, every):
        last = max(
            (one.at for one in every if one.at < group[0].at and one.clause == group[0].clause), default=-1
        )
        found.append((group[0].at, _norm(scene, group, [norm for _, norm in found], last)))
    ruled = {id(deed.duty) for deed in every}
    for duty in scene.duties:
        if id(duty) not in ruled and not any(deed.clause == duty.clause for deed in every):
            found.append((duty.at[0], _without_act(scene, duty)))
        elif id(duty) not in ruled and duty.governs("masdar") and not duty.governs("noun"):
            scene.passage.tell(
                "no-act", duty.cue, duty.cue.of(scene.passage.text)
            )  # what it rules is left out
    shared = scene.passage.shared
    said = any(scene.everything())
    if shared.acts and said and not found and not any(word.form.finite for word in scene.main):
        found.append((0, _again(scene, shared)))
    if shared.told and scene.sentence.conditions and not scene.main and not found:
        found.append((0, Norm("constitutive", scene.sentence.conditions[0].span, inherited=("modality",))))
    elif not (shared.acts and found):
        found.extend(statements(scene, every, [norm for _, norm in found]))
    found.sort(key=lambda pair: pair[0])
    scene.passage.said += scene.everything()
    scene.passage.scenes.append(scene)
    return _limited(scene, found)


# --- one norm -----------------------------------------------------------------------------------------------


def _groups(scene: Scene, every: Sequence[Deed]) -> list[list[Deed]]:
    """Return the deeds that make one norm together."""
    groups: list[list[Deed]] = []
    for deed in every:
        if groups and _continues(scene, groups[-1][-1], deed):
            groups[-1].append(deed)
        else:
            groups.append([deed])
    return groups


def _continues(scene: Scene, last: Deed, deed: Deed) -> bool:
    """Tell whether a deed is ruled with the one before it: in one way, and nobody else is named for it."""
    if last.modality != deed.modality:
        return False
    beside = last.clause == deed.clause
    if beside and last.duty is deed.duty:
        return True
    return not names_its_own(scene, deed, after=last.at if beside else -1)


def _norm(scene: Scene, group: Sequence[Deed], before: Sequence[Norm], after: int) -> Norm:
    """Return the norm of a group of deeds; `before` are those of the sentence so far.

    `after` is the place of the deed before the group in its clause, -1 where there is none.
    """
    first, shared = group[0], scene.passage.shared
    who = bound(scene, first, before, after)
    if who.noun is None:
        earlier = _beside(before[-1:], who.bearers[:1])
        done, together = acts(scene, group, who.bearers, earlier), combined(scene, group, first.modality)
    else:
        done = [act_of_noun(scene, who.noun, deed) for deed in group]
        together = combined(scene, group, first.modality)
    bearer = who.bearers[0] if who.bearers else None
    only = shared.only or says(scene.clause(first.clause), scene.grammar.only)
    if first.modality == "permission":  # `შეუძლია მიაწვეს -- ოღონდაც, მხოლოდ პირდაპირ`
        only = only or any(says(each.words, scene.grammar.only) for each in scene.sentence.provisos)
    clauses = {deed.clause for deed in group}
    inherited = {
        "modality": first.duty is None and shared.modality,
        "bearer": who.inherited,
        "manner": shared.manners,
        "time": shared.times,
        "place": shared.places,
    }
    return Norm(
        modality=first.modality,
        span=extent([word for word in scene.main if word.clause in clauses]),
        bearer=bearer,
        co_bearers=who.bearers[1:],
        acts=tuple(_with_shared(act, shared) for act in done),
        combined=together,
        conditions=shared.conditions,
        exceptions=shared.exceptions,
        only=only and (first.modality != "prohibition" or not scene.duties),
        orders=orders(scene, first.modality, bearer, group),
        cue=first.duty.cue if first.duty else shared.cue,
        inherited=tuple(what for what, there in inherited.items() if there),
    )


def _beside(before: Sequence[Norm], bearers: Sequence[Mention]) -> Sequence[Act]:
    """Return the acts of the norm before, where both bind one person that is named once."""
    for norm in before:
        if norm.bearer in bearers and norm.acts and (norm.acts[-1].patients or norm.acts[-1].themes):
            return norm.acts
    return ()


def _without_act(scene: Scene, duty: Duty) -> Norm:
    """Return the norm of a word of duty that governs nothing known: that it rules is said, what is not."""
    left = [
        at
        for at in scene.clauses[duty.clause]
        if duty.governs("optative") and (form := scene.main[at].form).verb and form.mood in JUSSIVE
    ]
    who = bound(scene, deed_at(scene, left[0] if left else duty.at[0], duty, duty.modality), [])
    words = scene.clause(duty.clause)
    undone = [one.span for one in scene.passage.findings if one.kind == "left-act"]
    if not any(extent(words).holds(span) for span in undone if span):  # else it is told already
        scene.passage.tell("no-act", extent(words), extent(words).of(scene.passage.text))
    return Norm(
        modality=duty.modality,
        span=extent(words),
        bearer=who.bearers[0] if who.bearers else None,
        co_bearers=who.bearers[1:],
        only=says(words, scene.grammar.only),
        cue=duty.cue,
    )


def _again(scene: Scene, shared: Shared) -> Norm:
    """Return the norm of an item that only says how, when or where its chapeau's acts are done."""
    item = Shared(manners=_every(scene, "manner"), times=_every(scene, "time"), places=_every(scene, "place"))
    words = list(scene.everything())
    return Norm(
        modality=shared.modality or "obligation",
        span=extent(sorted(words, key=lambda word: word.span)),
        bearer=shared.bearer,
        co_bearers=shared.co_bearers,
        acts=tuple(_with_shared(act, item) for act in shared.acts),
        combined=shared.combined,
        conditions=shared.conditions,
        exceptions=shared.exceptions,
        only=shared.only or says(scene.main, scene.grammar.only),
        cue=shared.cue,
        inherited=("modality", "bearer", "action"),
    )


def _with_shared(act: Act, shared: Shared) -> Act:
    """Return an act with what its chapeau says of how, when and where."""
    if not (shared.manners or shared.times or shared.places):
        return act

    def merged(one: tuple[Mention, ...], other: tuple[Mention, ...]) -> tuple[Mention, ...]:
        return tuple(dict.fromkeys(one + other))

    return replace(
        act,
        manners=merged(shared.manners, act.manners),
        times=merged(shared.times, act.times),
        places=merged(shared.places, act.places),
    )


# --- what limits a norm -------------------------------------------------------------------------------------


def _limited(scene: Scene, found: Sequence[tuple[int, Norm]]) -> list[Norm]:
    """Return the norms of a sentence with its conditions, exceptions and provisos, each where it counts."""
    norms = [norm for _, norm in found]
    places = [scene.main[at].span.start if scene.main else norm.span.start - 1 for at, norm in found]

    def limits(each: Subordinate) -> Iterator[int]:
        """Yield the norms that a condition limits: all after it, else the last."""
        start = each.span.start
        after = [i for i, norm in enumerate(norms) if places[i] > start and norm.span.end > start]
        yield from after or range(len(norms))[-1:]

    for each in scene.sentence.conditions:
        for i in limits(each):
            norms[i] = replace(norms[i], conditions=(*norms[i].conditions, scene.passage.whole(each.span)))
    for each in scene.sentence.exceptions:
        for i in limits(each):
            norms[i] = replace(norms[i], exceptions=(*norms[i].exceptions, each.span))
    for each in scene.sentence.provisos:
        if norms:  # it limits the last norm that begins before it
            i = max((i for i, norm in enumerate(norms) if norm.span.start < each.span.start), default=0)
            norms[i] = replace(norms[i], provisos=(*norms[i].provisos, each.span))
    return norms


# --- chapeaus -----------------------------------------------------------------------------------------------


def _shared(passage: Passage, regions: Sequence[Region]) -> Shared:
    """Return what a chapeau shares with its items, over what the chapeau above it shares."""
    shared = passage.shared
    for region in regions:
        for sentence in sentences(region, passage.markup, passage.words.grammar):
            shared = _shared_by(Scene(passage, sentence), shared)
    return shared


def _shared_by(scene: Scene, above: Shared) -> Shared:
    """Return what one sentence of a chapeau shares, over what is shared already."""
    duty = scene.duties[-1] if scene.duties else None
    cases = ("Erg", "Nom", "Dat") if duty is None or duty.modal.bearer == "verb" else (duty.modal.bearer,)
    bearers = next(filter(None, (_in_case(scene, case) for case in cases)), ())
    if not bearers and duty is not None and duty.modal.bearer == "verb":
        bearers = subject_of_condition(scene, deed_at(scene, duty.at[0], duty, duty.modality))
    defined = definition(scene, scene.main) if scene.main else None
    own = [one for one in deeds(scene) if one.word.form.verb or one.word.form.masdar]
    assign(scene, own)
    for deed in own:
        name(scene, deed)
    return Shared(
        acts=tuple(acts(scene, own, bearers)) or above.acts,
        combined=combined(scene, own, own[0].modality) if own else above.combined,
        modality=duty.modality if duty else above.modality,
        bearer=bearers[0] if bearers else above.bearer,
        co_bearers=bearers[1:] if bearers else above.co_bearers,
        manners=above.manners + _every(scene, "manner"),
        times=above.times + _every(scene, "time"),
        places=above.places + _every(scene, "place"),
        conditions=above.conditions + _spans(scene.sentence.conditions),
        exceptions=above.exceptions + _spans(scene.sentence.exceptions),
        defines=defined.defines if defined else above.defines,
        only=above.only or says(scene.main, scene.grammar.only),
        cue=duty.cue if duty else above.cue,
        things=(*above.things, *things(scene)),
        spoken=spoken_of(scene, scene.passage.unit.body.end) or above.spoken,
        conditional=above.conditional or scene.sentence.hanging is not None,
        told=duty is None
        and defined is None
        and scene.sentence.hanging is None
        and any(word.form.finite for word in scene.main),
    )


def _in_case(scene: Scene, case: str) -> tuple[Mention, ...]:
    """Return the persons that a sentence names in one case."""
    words: list[Word] = [word for word in scene.main if word.form.case == case and word.form.bare]
    return tuple(named for word in words if (named := actor(scene, word)) is not None)


def _every(scene: Scene, kind: Circumstance) -> tuple[Mention, ...]:
    named = (scene.passage.named(word, kind) for word in scene.main)
    return tuple(each for each in named if each is not None)


def _spans(parts: Sequence[Subordinate]) -> tuple[Span, ...]:
    return tuple(each.span for each in parts)
