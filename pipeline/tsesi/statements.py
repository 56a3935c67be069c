"""Takes a sentence and its deeds; gives the norms of the clauses without one: definitions and what is told.

Guarantees that such a sentence states one fact, however many clauses it has, besides its definitions and what
it tells of the referee; and that a member of a definition without concept is a finding.
"""

from __future__ import annotations

from collections.abc import Sequence

from tsesi.acts import acts, combined, name, orders
from tsesi.clauses import AND, Word
from tsesi.deeds import Deed, deed, is_called
from tsesi.domains import assign
from tsesi.model import ConceptKind, Mention, Modality, Norm
from tsesi.parties import subject, subject_of_condition
from tsesi.scene import Scene, extent, says


def statements(scene: Scene, deeds: Sequence[Deed], before: Sequence[Norm]) -> list[tuple[int, Norm]]:
    """Return the norms of the clauses without a deed, each with the place of its first word.

    `before` are the norms that the sentence states by deeds.
    """
    carried = next((norm.bearer for norm in reversed(before) if norm.bearer is not None), None)
    ruled = {one.clause for one in deeds} | {duty.clause for duty in scene.duties}
    rules = bool(deeds or scene.duties)
    found: list[tuple[int, Norm]] = []
    verbless: list[int] = []
    for clause, places in scene.clauses.items():
        if clause in ruled:
            continue
        words = scene.clause(clause)
        norm = definition(scene, words)
        if norm is None:
            if not any(word.form.finite for word in words):
                verbless += places
                continue
            told = not rules or _is_beside(scene, places)
            norm = _told(scene, places, carried) or (_fact(scene, words) if told else None)
        if norm is not None:
            found.append((places[0], norm))
    if verbless and not found and not rules and (scene.sentence.ended or scene.sentence.conditions):
        found.append((verbless[0], _fact(scene, [scene.main[at] for at in verbless])))
    first = next((norm for _, norm in found if _says_nothing_of_terms(norm)), None)
    return [(at, norm) for at, norm in found if norm is first or not _says_nothing_of_terms(norm)]


def _is_beside(scene: Scene, places: Sequence[int]) -> bool:
    """Tell whether a clause stands beside a rule: "play stops and the referee must …"."""
    following = places[-1] + 1
    return following < len(scene.main) and scene.main[following].text == AND


def _says_nothing_of_terms(norm: Norm) -> bool:
    return norm.modality == "constitutive" and norm.defines is None


# --- what is told -------------------------------------------------------------------------------------------


def _is_subject(word: Word) -> bool:
    return word.form.noun and word.form.case in ("Nom", "Erg") and word.form.bare


def _told(scene: Scene, places: Sequence[int], carried: Mention | None) -> Norm | None:
    """Return what a clause in the indicative rules: a duty of the referee, or a ban (`ვერ`); else None.

    `carried` is who was bound in the sentence before, for a clause that names no subject.
    """
    words = [scene.main[at] for at in places]
    verbs = [at for at in places if scene.main[at].form.verb and not is_called(scene.main[at])]
    if not verbs or scene.main[verbs[0]].form.tense == "Past":
        return None
    bearer = subject(scene, words)
    if bearer is None and not any(_is_subject(word) for word in words):
        # `თუ … მსაჯი ბურთს ხედავს -- უძახის`: an official spoken of in the condition
        spoken = subject_of_condition(scene, deed(scene, verbs[0], None, "obligation"))
        shared = scene.passage.shared.bearer  # `მსაჯი: ა. დროს აღრიცხავს.`
        spoken = (*spoken, shared) if shared is not None else spoken
        bearer = next((one for one in spoken if one.key in scene.lookup.officials), None)
    cannot = says(words, scene.grammar.cannot)
    nobody = cannot and says(words, scene.grammar.nobody)
    if bearer is None and cannot and not nobody and not any(_is_subject(word) for word in words):
        # "… may ask the referee, but cannot threaten him"
        bearer = carried or next(
            iter(subject_of_condition(scene, deed(scene, verbs[0], None, "prohibition"))), None
        )
    if nobody:
        bearer = None
    elif bearer is None or (bearer.key not in scene.lookup.officials and not cannot):
        return None
    modality: Modality = "prohibition" if says(words, scene.grammar.negations) else "obligation"
    deeds = [deed(scene, at, None, modality) for at in verbs]
    assign(scene, deeds)
    for one in deeds:
        name(scene, one)
    return Norm(
        modality,
        extent(words),
        bearer,
        tuple(acts(scene, deeds, [bearer] if bearer else [])),
        combined(scene, deeds, modality),
        orders=orders(scene, modality, bearer, deeds),
    )


def _fact(scene: Scene, words: Sequence[Word]) -> Norm:
    """Return the norm of a clause that says what is."""
    only = says(words, scene.grammar.only)
    return Norm("constitutive", extent(words), defines=_subject_defined(scene, words), only=only)


def _subject_defined(scene: Scene, words: Sequence[Word]) -> Mention | None:
    """Return the term that a statement defines: a copula by itself (`რაქია -- თუ`), or a quoted subject."""
    passage = scene.passage
    if len(words) == 1 and words[0].form.copula and not words[0].form.postposition:
        word = words[0]
        return passage.named(word, "term", "action", "place") or Mention(word.token.text, word.span)
    for word in words:
        if word.quoted and word.form.case == "Nom" and not word.form.copula and passage.names(word, "term"):
            return passage.named(word, "term")
    return None


# --- definitions --------------------------------------------------------------------------------------------


def definition(scene: Scene, words: Sequence[Word]) -> Norm | None:
    """Return the definition that a clause states, None where it holds no word that defines."""
    grammar = scene.grammar
    at = next((i for i, word in enumerate(words) if word.text in grammar.definitions), None)
    if at is None or (subject(scene, words) or Mention("", words[0].span)).key in scene.lookup.officials:
        return None  # the referee who `ნიშნავს` awards, and means nothing
    where = grammar.definitions[words[at].text]
    term = _defined(scene, words, at, where)
    members: list[Mention] = []
    exhaustive: bool | None = None
    if where == "Ess" and term is not None:
        listed, said = _listed(scene, words, at)
        members = _members(scene, listed)
        exhaustive = not any(_opens(scene, word) for word in said) if listed else None
    return Norm(
        "constitutive",
        extent(words),
        defines=term,
        members=tuple(members),
        exhaustive=exhaustive,
        only=says(words, grammar.only),
        cue=words[at].span,
    )


def _defined(scene: Scene, words: Sequence[Word], at: int, where: str) -> Mention | None:
    """Return the thing defined, given the defining word at `at` and where the thing stands to it."""
    after = words[at + 1 :]
    if where == "after":
        candidates = after
    elif where == "Ess":
        candidates = [word for word in words if word.form.case in ("Ess", "Adv")]
    else:
        candidates = [word for word in words[:at] if word.form.case == "Nom"] or after
    for word in candidates:
        kinds: tuple[ConceptKind, ...] = ("term", "action") if word.quoted else ("term",)
        if (named := scene.passage.named(word, *kinds)) is not None:
            return named
    quoted = [word for word in candidates if word.quoted]
    if quoted:
        span = extent(quoted)
        return Mention(span.of(scene.passage.text), span)
    return None


def _listed(scene: Scene, words: Sequence[Word], at: int) -> tuple[list[list[Word]], list[Word]]:
    """Return the items that a definition lists, after its colon or its word, and what may leave it open."""
    listed = scene.sentence.listed
    if listed:
        return listed, [word for item in listed for word in item]
    rest = list(words[at + 1 :])
    further = [word for word in scene.main if word.clause > words[0].clause]
    further += [word for aside in scene.sentence.asides for word in aside.words]
    return _cut(rest, scene.grammar.also), rest + further


def _cut(words: Sequence[Word], conjunctions: frozenset[str]) -> list[list[Word]]:
    """Cut a list without a colon at its conjunctions."""
    found: list[list[Word]] = [[]]
    for word in words:
        if word.text in conjunctions:
            found.append([])
        else:
            found[-1].append(word)
    return [each for each in found if each]


def _opens(scene: Scene, word: Word) -> bool:
    """Tell whether a word says that a list goes on."""
    return word.text.rstrip(".") in scene.grammar.open_lists


def _members(scene: Scene, listed: Sequence[Sequence[Word]]) -> list[Mention]:
    """Return what a definition lists, each alternative by itself, each with its concept."""
    found: list[Mention] = []
    for item in listed:
        words = [word for word in item if not _opens(scene, word) and word.text not in scene.grammar.also]
        if not words:
            continue
        span = extent(words)
        for variant in _variants(words):
            text = " ".join(word.token.text for word in variant)
            action = scene.passage.action(variant[-1])
            key = scene.passage.words.names(text) or (action.concept if action else None)
            if key is None:
                scene.passage.tell("unknown-member", span, text)
            found.append(Mention(text, span, key))
    return found


def _variants(words: Sequence[Word]) -> list[list[Word]]:
    """Return `words` once for each alternative in them, the outermost sets chosen in turn."""
    sets: dict[int, set[int]] = {}
    for word in words:
        if word.member is not None:
            sets.setdefault(word.member[0], set()).add(word.member[1])
    variants = [list(words)]
    for number, members in sets.items():
        variants = [
            [
                word
                for word in variant
                if word.member is None or word.member[0] != number or word.member[1] == one
            ]
            for variant in variants
            for one in sorted(members)
        ]
    return variants
