"""Takes a sentence and a pronoun in it; gives the things that the pronoun means: the ruck, the ball.

That is the nearest thing named before it, in its sentence, in those before or in the chapeau: one that can be
gone into where the pronoun says "into it", two or a set of alternatives where it says "them". Guarantees that
persons are never among things, and that a person meant is none of those who are bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from tsesi.clauses import Word
from tsesi.model import Mention
from tsesi.nlp import marked
from tsesi.scene import Scene, Thing

WITHIN = ("ში",)  # the postpositions of what one can be in


def is_pronoun(scene: Scene, word: Word) -> bool:
    """Tell whether a word stands for somebody or something named before, and is no word before a noun."""
    if word.form.pos != "PRON" or not marked(word.token, "PronType", "Prs"):
        return False
    if word.text in scene.grammar.possessives and word.text not in scene.grammar.pronouns:
        return False
    if word.form.case == "Gen" and not word.form.postposition:
        return False
    if word.form.postposition:
        return True
    following = scene.main[scene.place(word) + 1 : scene.place(word) + 2]
    return not any(
        one.clause == word.clause and one.form.noun and one.form.case == word.form.case for one in following
    )


def things(scene: Scene) -> list[Thing]:
    """Return the things that a sentence names, in order."""
    words = sorted({id(word): word for word in scene.everything()}.values(), key=lambda word: word.span)
    return [thing for word in words if (thing := _thing(scene, word)) is not None]


def meant(scene: Scene, word: Word) -> tuple[Mention, ...]:
    """Return what a pronoun means, each as a mention at its own place; nothing where no thing fits."""
    plural = marked(word.token, "Number", "Plur")
    within = word.form.postposition in WITHIN
    for known in _sources(scene, word):
        fitting = [one for one in known if one.enters or not within]
        if not within and any(one.bare for one in fitting):
            fitting = [one for one in fitting if one.bare]
        if found := _nearest(fitting, plural=plural):
            return tuple(Mention(word.token.text, word.span, one.key) for one in found)
    return ()


def _sources(scene: Scene, word: Word) -> Iterator[Sequence[Thing]]:
    """Yield the things named before a word: in its sentence, in those before it, in the chapeau."""
    yield [one for one in things(scene) if one.span.end <= word.span.start]
    for earlier in reversed(scene.passage.scenes):
        yield things(earlier)
    yield scene.passage.shared.things


def person(scene: Scene, word: Word, bearers: Sequence[Mention]) -> Mention | None:
    """Return the person named last before a pronoun who is not bound; None where a thing is named after."""
    keys = {each.key for each in bearers}
    before = sorted(
        (one for one in scene.everything() if one.span.end <= word.span.start), key=lambda one: one.span
    )
    if word.form.case == "Nom":  # what was spoken of goes on in its place
        spoken = [one for one in before if one.form.case in ("Nom", "Erg")]
        before = spoken or before
    for one in reversed(before):
        named = scene.passage.named(one, "actor")
        if named is not None and named.key not in keys and one.form.bare:
            return named
        if one.form.bare and (thing := _thing(scene, one)) is not None and thing.bare:
            return None
    subjects = (
        named
        for condition in scene.sentence.conditions
        for one in condition.words
        if word.form.case == "Nom" and one.form.case == "Dat" and one.form.bare
        if condition.words[0].span.start < word.span.start
        if any(each.form.verb and "dat" in each.subjects for each in condition.words)
        if (named := scene.passage.named(one, "actor")) is not None and named.key not in keys
    )
    shared = (one for one in scene.passage.shared.spoken if one.key not in keys)
    return next(chain(subjects, shared), None)


def _nearest(fitting: Sequence[Thing], *, plural: bool) -> Sequence[Thing]:
    """Return the nearest thing, with those beside it in its set of alternatives; for a plural, several."""
    for at in range(len(fitting) - 1, -1, -1):
        last = fitting[at]
        beside = [one for one in fitting if one.of is not None and one.of == last.of]
        unique = list({one.key: one for one in beside or [last]}.values())
        pair = fitting[at - 1 : at + 1] if at and fitting[at - 1].joined == last.span.start else []
        if len(pair) == 2 and pair[0].key != last.key and (plural or pair[0].either):
            return pair
        if not plural or len(unique) > 1 or last.plural:
            return unique
    return ()


def _thing(scene: Scene, word: Word) -> Thing | None:
    """Return the thing that a noun names, by itself where it is a part of another's name."""
    form, passage = word.form, scene.passage
    if not form.noun or form.verb_form:
        return None
    named = passage.named(word, "term", "place")
    key = named.key if named is not None else None
    if key is None and not passage.names(word, "actor"):
        key = scene.lookup.things.get(word.token.lemma_)
    concept = scene.lookup.termbase.concepts.get(key or "")
    if concept is None or concept.kind not in ("term", "place") or key is None:
        return None
    return Thing(
        key,
        word.span,
        enters=concept.kind == "place" or scene.lookup.is_phase(key),
        plural=marked(word.token, "Number", "Plur"),
        bare=form.bare and form.case in ("Nom", "Dat", "Erg", "Gen"),
        of=word.member[0] if word.member is not None else None,
        joined=(beside := _joined(scene, word))[0],
        either=beside[1],
    )


def _joined(scene: Scene, word: Word) -> tuple[int, bool]:
    """Return where the word begins that "and" or "or" joins to one, -1 for none; whether it was "or"."""
    for group in _groups(scene):
        for at, one in enumerate(group[:-2]):
            joint = group[at + 1].text
            if one is word and (joint in scene.grammar.also or joint in scene.grammar.either):
                return group[at + 2].span.start, joint in scene.grammar.either
    return -1, False


def _groups(scene: Scene) -> Iterator[Sequence[Word]]:
    yield scene.main
    sentence = scene.sentence
    yield from (each.words for each in chain(sentence.conditions, sentence.relatives, sentence.exceptions))
