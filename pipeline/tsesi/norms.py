"""Takes units with their clauses, markup and concepts; gives the rules they state: who must, must not or may do what.

Read by form: the word of duty and its denial give the modality, the verb's own case gives the bearer, what
stands around an act belongs to that act. Guarantees that an act whose verb has no concept keeps its verb under
a provisional key and a finding, and that a unit in which no rule was found is a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from spacy.tokens import Doc

from tsesi.clauses import Sentence, Subordinate, Word, sentences
from tsesi.forms import Region
from tsesi.grammar import Grammar, Modal
from tsesi.model import (
    Act,
    Combined,
    Concept,
    Document,
    Finding,
    Markup,
    Mention,
    Modality,
    Norm,
    Occurrence,
    Span,
    Termbase,
    Unit,
)

JUSSIVE = frozenset({"Opt", "Sub"})
FLIP: Mapping[Modality, Modality] = {
    "obligation": "prohibition",
    "prohibition": "permission",
    "permission": "prohibition",
    "constitutive": "constitutive",
}
TOWARDS = frozenset({"კენ", "ზე"})
OBJECT = frozenset({"Nom", "Dat"})
# Concepts that the rules of reading speak of: the one who orders, and what an order may be without punishing.
OFFICIAL, RESTART = "match-official", "restart-of-play"


@dataclass(frozen=True, slots=True)
class Shared:
    """What a chapeau gives to its items."""

    modality: Modality | None = None
    bearer: Mention | None = None
    co_bearers: tuple[Mention, ...] = ()
    manners: tuple[Mention, ...] = ()
    times: tuple[Mention, ...] = ()
    places: tuple[Mention, ...] = ()
    conditions: tuple[Span, ...] = ()
    exceptions: tuple[Span, ...] = ()
    defines: Mention | None = None
    only: bool = False
    cue: Span | None = None
    conditional: bool = False  # it ends in "if": each item is a condition


@dataclass(slots=True)
class _Modal:
    """A word of duty in a sentence: `at` are places in the main words."""

    modal: Modal
    at: tuple[int, ...]
    clause: int
    negated: bool
    cue: Span

    @property
    def modality(self) -> Modality:
        return FLIP[self.modal.modality] if self.negated else self.modal.modality


@dataclass(slots=True)
class _Deed:
    """One verb or verbal noun that names an act, at place `at` of the main words."""

    at: int
    word: Word
    modal: _Modal | None
    modality: Modality
    written: str
    span: Span
    renewed: bool = False  # denied anew, by itself
    subject: bool = False  # a verbal noun that is itself bound ("ხელის მოხვევა უნდა უსწრებდეს")
    domain: list[int] = field(default_factory=list)
    concept: str | None = None
    key: str = ""


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
        """Prepare look-ups. `analyse` is the Georgian pipeline, `names` gives the concept that a text says."""
        self.grammar, self.termbase = grammar, termbase
        self.analyse, self.names, self.romanize = analyse, names, romanize
        self.officials = frozenset(c.key for c in termbase.concepts.values() if self._is_a(c, OFFICIAL))
        self.restarts = frozenset(
            c.key for c in termbase.of_kind("sanction") if self._is_a(c, RESTART) and c.key != RESTART
        )
        self.approved = frozenset(c.key for c in termbase.concepts.values() if c.status == "approved")
        self._participants = self._possessed_actors()
        self._relatives = {
            pattern.relative: (pattern.head, c.key)
            for c in termbase.of_kind("actor")
            for pattern in c.patterns
            if pattern.relative
        }
        self._pattern_actors = self._actors_in_patterns()

    # --- look-ups

    def _is_a(self, concept: Concept, key: str) -> bool:
        seen: set[str] = set()
        todo = [concept.key]
        while todo:
            one = todo.pop()
            if one == key:
                return True
            if one not in seen and one in self.termbase.concepts:
                seen.add(one)
                todo.extend(self.termbase.concepts[one].broader)
        return False

    def _possessed_actors(self) -> dict[str, list[tuple[str, str]]]:
        """Return head lemma -> (lemma of the genitive, actor), for "რაქის მონაწილე" said as "მისი მონაწილე"."""
        found: dict[str, list[tuple[str, str]]] = {}
        for concept in self.termbase.of_kind("actor"):
            for name in concept.names("ka"):
                words = name.split()
                if len(words) == 2:
                    first, head = self.analyse(name)[:2]
                    if "Gen" in first.morph.get("Case", []):
                        found.setdefault(head.lemma_, []).append((first.lemma_, concept.key))
        return found

    def _actors_in_patterns(self) -> dict[str, list[str]]:
        """Return action -> actors that its patterns name: the one to whom it is done."""
        by_name = {name: c.key for c in self.termbase.of_kind("actor") for name in c.names("ka")[:1]}
        found: dict[str, list[str]] = {}
        for concept in self.termbase.of_kind("action"):
            for pattern in concept.patterns:
                for word in pattern.with_:
                    key = by_name.get(self.analyse(word)[0].lemma_)
                    if key is not None:
                        found.setdefault(concept.key, []).append(key)
        return found

    # --- documents

    def read(
        self,
        document: Document,
        regions: Mapping[str, Sequence[Region]],
        markup: Mapping[str, Markup],
        occurrences: Mapping[str, Sequence[Occurrence]],
    ) -> tuple[Mapping[str, tuple[Norm, ...]], tuple[Finding, ...]]:
        """Return the norms of every unit by id, and what could not be read."""
        norms: dict[str, tuple[Norm, ...]] = {}
        shared: dict[str, Shared] = {}
        findings: list[Finding] = []
        parents = {unit.parent for unit in document.units}
        for unit in document.units:
            above = shared.get(unit.parent or "", Shared())
            reading = _Unit(
                self,
                document.text,
                unit,
                regions.get(unit.id, ()),
                markup.get(unit.id, Markup()),
                occurrences.get(unit.id, ()),
                above,
            )
            if unit.kind in ("clause", "principle"):
                norms[unit.id] = reading.norms()
            elif unit.kind == "chapeau":
                shared[unit.id] = reading.chapeau()
            if unit.id in parents and unit.kind == "clause":
                shared[unit.id] = Shared()
            findings.extend(reading.findings)
        return norms, tuple(findings)


class _Unit:
    """The reading of one unit."""

    def __init__(
        self,
        reader: Reader,
        text: str,
        unit: Unit,
        regions: Sequence[Region],
        markup: Markup,
        occurrences: Sequence[Occurrence],
        shared: Shared,
    ) -> None:
        self.reader, self.text, self.unit, self.shared, self.markup = reader, text, unit, shared, markup
        self.grammar = reader.grammar
        self.regions = regions
        self.ending: dict[int, list[Occurrence]] = {}
        self.actions: list[Occurrence] = []
        for each in occurrences:
            self.ending.setdefault(each.span.end, []).append(each)
            if each.kind == "action":
                self.actions.append(each)
        self.findings: list[Finding] = []
        self.lemmas: set[str] = set()  # of the words read so far, for "მისი"

    # --- the two ways in

    def norms(self) -> tuple[Norm, ...]:
        """Return the norms of a clause."""
        found: list[Norm] = []
        if self.shared.conditional and self.shared.modality is None:
            body = self.unit.body
            return (Norm("constitutive", body, conditions=(body,), inherited=("condition",)),)
        for region in self.regions:
            for sentence in sentences(region, self.markup, self.grammar):
                found.extend(_Sentence(self, sentence, found).norms())
        if not found and self.regions:
            self.findings.append(
                Finding("no-norm", self.unit.id, self.unit.body, self.unit.body.of(self.text))
            )
        return tuple(found)

    def chapeau(self) -> Shared:
        """Return what a chapeau shares."""
        above = self.shared
        for region in self.regions:
            for sentence in sentences(region, self.markup, self.grammar):
                above = _Sentence(self, sentence, []).shared(above)
        return above

    # --- concepts at a word

    def at(self, word: Word, kind: str) -> Occurrence | None:
        """Return the longest concept of `kind` whose name ends at `word`."""
        best = [o for o in self.ending.get(word.span.end, ()) if o.kind == kind]
        return max(best, key=lambda o: o.span.end - o.span.start, default=None)

    def action(self, word: Word) -> Occurrence | None:
        """Return the action that `word` names, the one whose name says most."""
        best = [o for o in self.actions if o.span.holds(word.span)]
        approved = self.reader.approved
        return max(
            best,
            key=lambda o: (o.concept in approved, len(o.label.split()), len(o.label)),
            default=None,
        )


class _Sentence:
    """The reading of one sentence: `before` are the norms that the unit stated so far."""

    def __init__(self, unit: _Unit, sentence: Sentence, before: Sequence[Norm]) -> None:
        self.unit, self.sentence, self.before = unit, sentence, before
        self.reader, self.grammar, self.text = unit.reader, unit.grammar, unit.text
        self.main = sentence.main
        if sentence.listed and any(w.text in self.grammar.modals for w in self.main):
            self.main = [*self.main, *(word for item in sentence.listed for word in item)]
        self.modals = self._modals()
        self.taken = {at for modal in self.modals for at in modal.at}

    # --- words of duty

    def _modals(self) -> list[_Modal]:
        found: list[_Modal] = []
        used: set[int] = set()
        for at, word in enumerate(self.main):
            if at in used:
                continue
            for modal in self.grammar.modals.get(word.text, ()):
                places = self._places(at, modal.words)
                if places:
                    used.update(places)
                    negated = self._negated(places, found)
                    found.append(_Modal(modal, places, word.clause, negated, word.span))
                    break
            else:
                # "აქვს უფლება": the words of one entry in any order
                for modals in self.grammar.modals.values():
                    for modal in modals:
                        if len(modal.words) > 1 and modal.words[-1] == word.text and at not in used:
                            places = self._places(at, modal.words[::-1])
                            if places:
                                used.update(places)
                                negated = self._negated(places, found)
                                found.append(_Modal(modal, places, word.clause, negated, word.span))
        return found

    def _places(self, at: int, words: Sequence[str]) -> tuple[int, ...]:
        places = [at]
        for wanted in words[1:]:
            following = range(places[-1] + 1, min(places[-1] + 4, len(self.main)))
            place = next((i for i in following if self.main[i].text == wanted), None)
            if place is None or self.main[place].clause != self.main[at].clause:
                return ()
            places.append(place)
        return tuple(places)

    def _negated(self, places: Sequence[int], before: Sequence[_Modal]) -> bool:
        """Tell whether a word of denial stands before the word of duty, or inside it."""
        first = places[0]
        for at in range(places[0], places[-1]):
            if self.main[at].text in self.grammar.negations:
                return True
        floor = max((modal.at[-1] for modal in before), default=-1)
        for at in range(first - 1, floor, -1):
            word = self.main[at]
            if word.clause != self.main[first].clause or word.form.mood in JUSSIVE:
                return False
            if word.text in self.grammar.negations:
                return True
        return False

    # --- acts

    def _deeds(self) -> list[_Deed]:
        deeds: list[_Deed] = []
        for at, word in enumerate(self.main):
            if at in self.taken or word.form.verb_form != "Fin" or word.form.mood not in JUSSIVE:
                continue
            if _called(word):
                continue
            deeds.append(self._deed(at, word, deeds))
        for modal in self.modals:
            if "masdar" in modal.modal.governs and not any(d.modal is modal for d in deeds):
                deeds.extend(self._named(modal))
        if not deeds and not self.modals and self.unit.shared.modality:
            deeds.extend(self._listed())
        deeds.sort(key=lambda d: d.at)
        return self._attempts(deeds)

    def _modal_of(self, at: int) -> tuple[_Modal | None, bool]:
        """Return the word of duty that governs the verb at `at`, and whether it stands in an earlier clause."""
        word = self.main[at]
        own = [m for m in self.modals if m.clause == word.clause and "optative" in m.modal.governs]
        before = [m for m in own if m.at[0] < at]
        if before:
            return before[-1], False
        if own:
            return own[0], False
        earlier = [m for m in self.modals if m.at[0] < at and "optative" in m.modal.governs]
        return (earlier[-1], True) if earlier else (None, False)

    def _deed(self, at: int, word: Word, before: Sequence[_Deed]) -> _Deed:
        modal, carried = self._modal_of(at)
        floor = max([d.at for d in before] + [m.at[-1] for m in self.modals if m.at[-1] < at], default=-1)
        own = [
            self.main[i].text
            for i in range(floor + 1, at)
            if self.main[i].clause == word.clause and self.main[i].text in self.grammar.negations
        ]
        denied = (
            bool(own)
            or any(d.renewed and d.modal is modal and self.main[d.at].clause == word.clause for d in before)
            and (modal is None or carried)
        )
        base: Modality
        if modal is not None:
            base = modal.modality
            if carried and not denied and modal.negated:
                base = modal.modal.modality  # a new clause that is not denied again commands
        else:
            base = self.unit.shared.modality or "obligation"
        if denied:
            base = "prohibition"
        written, span, verb = word.token.text, word.span, word
        if word.text in self.grammar.light:
            participle = self._participle(at)
            if participle is not None:
                first, last = sorted((word, participle), key=lambda w: w.span)
                written = f"{first.token.text} {last.token.text}"
                span, verb = participle.span, participle
        return _Deed(at, verb, modal, base, written, span, renewed=denied)

    def _participle(self, at: int) -> Word | None:
        for near in (at + 1, at - 1, at + 2, at - 2):
            if 0 <= near < len(self.main):
                word = self.main[near]
                if word.form.verb_form == "Part" and word.clause == self.main[at].clause:
                    return word
        return None

    def _named(self, modal: _Modal) -> list[_Deed]:
        """Return the acts that a word of duty governs as verbal nouns or nouns."""
        inside = [
            (at, word)
            for at, word in enumerate(self.main)
            if word.clause == modal.clause and at not in self.taken
        ]
        masdars = [
            (at, w)
            for at, w in inside
            if w.form.masdar and w.form.case in ("Nom", "") and not w.form.postposition
        ]
        if not masdars:
            masdars = [
                (at, w)
                for at, w in inside
                if w.form.case == "Nom" and (o := self.unit.action(w)) and o.span.end == w.span.end
            ]
        if not masdars and "noun" not in modal.modal.governs:
            masdars = self._names_of_acts(at for at, _ in inside)
        sets = {w.member[0] for _, w in masdars if w.member is not None}
        known = {at for at, _ in masdars}
        masdars += [
            (at, w)
            for at, w in inside
            if at not in known
            and w.member is not None
            and w.member[0] in sets
            and w.form.case == "Nom"
            and w.form.pos == "NOUN"
        ]
        deeds = [
            _Deed(at, word, modal, modal.modality, word.token.text, word.span) for at, word in sorted(masdars)
        ]
        if not deeds and "noun" in modal.modal.governs:
            nouns = [(at, w) for at, w in inside if w.form.case == "Nom" and not self.unit.at(w, "actor")]
            if nouns:
                at = modal.at[0]
                word = self.main[at]
                deeds.append(_Deed(at, word, modal, modal.modality, word.token.text, word.span))
        return deeds

    def _listed(self) -> list[_Deed]:
        """Return the act of an item that only names it ("ა. ბურთის აღება") under a chapeau of duty."""
        modality = self.unit.shared.modality
        assert modality is not None
        found = []
        for at, word in enumerate(self.main):
            if word.form.masdar and word.form.case == "Nom" and not word.form.postposition:
                found.append(_Deed(at, word, None, modality, word.token.text, word.span))
        if not found:  # an act that no word data know, named by a noun
            found = [
                _Deed(at, word, None, modality, word.token.text, word.span)
                for at, word in self._names_of_acts(range(len(self.main)))
            ]
        return found

    def _names_of_acts(self, places: Iterable[int]) -> list[tuple[int, Word]]:
        """Return the nominative nouns among `places` that may name an act: no person, no thing that is known."""
        found = [
            (at, self.main[at])
            for at in places
            if self.main[at].form.case == "Nom"
            and self.main[at].form.pos == "NOUN"
            and not self.main[at].form.postposition
            and not self.main[at].form.copula
            and not any(
                self.unit.at(self.main[at], kind) for kind in ("actor", "place", "term", "time", "sanction")
            )
        ]
        unknown = [pair for pair in found if not pair[1].token._.known]
        return (unknown or found)[-1:]

    def _attempts(self, deeds: list[_Deed]) -> list[_Deed]:
        """Put what is tried in the place of the trying."""
        result = []
        for order, deed in enumerate(deeds):
            if not self.grammar.attempts & set(deed.word.token._.verbs or (deed.word.token.lemma_,)):
                result.append(deed)
                continue
            low = deeds[order - 1].at if order else -1
            high = deeds[order + 1].at if order + 1 < len(deeds) else len(self.main)
            near = range(low + 1, high)
            tried = [i for i in near if self.main[i].form.masdar and self.main[i].form.case in ("Dat", "Nom")]
            if tried:
                deed.word = self.main[tried[-1]]
                deed.span = deed.word.span
                result.append(deed)
            elif order and any(self.main[i].text in self.grammar.same for i in near):
                continue  # trying the act just named is no other act
            else:
                result.append(deed)
        return result

    def _domains(self, deeds: list[_Deed]) -> None:
        """Give each act the words that belong to it: what stands before all is shared, the rest is its own."""
        if not deeds:
            return
        told = {w.clause for w in self.main if w.form.finite or w.text in self.grammar.modals}
        for order, deed in enumerate(deeds):
            deed.domain = []
            clausal = self._clausal(deed)
            clause = self.main[deed.at].clause
            for at, word in enumerate(self.main):
                if word.clause != clause and word.clause in told:
                    continue
                if word.member is not None and deed.word.member is not None:
                    same_set = word.member[0] == deed.word.member[0]
                    if same_set and word.member[1] != deed.word.member[1]:
                        continue
                if self._owner(deeds, order, at, clausal):
                    deed.domain.append(at)

    def _clausal(self, deed: _Deed) -> bool:
        return False

    def _owner(self, deeds: list[_Deed], order: int, at: int, clausal: bool) -> bool:
        """Tell whether the word at `at` belongs to the act number `order`."""
        deed = deeds[order]
        first = next(d for d in deeds if self._together(d, deed, deeds))
        group = [d for d in deeds if self._together(d, deed, deeds)]
        if at < group[0].at:
            # before the first act of the group: shared, unless it belongs to an earlier group
            earlier = [d for d in deeds if d.at < first.at]
            if not earlier:
                return True
            return self._split(earlier[-1].at, first.at) <= at
        if at > group[-1].at:
            later = [d for d in deeds if d.at > group[-1].at]
            limit = self._split(group[-1].at, later[0].at) if later else len(self.main)
            return at < limit and self._alternatives(deed, group[-1])
        # between acts of one group
        position = group.index(deed)
        if at <= deed.at:
            if position == 0:
                return True
            return self._split(group[position - 1].at, deed.at) <= at
        following = group[position + 1] if position + 1 < len(group) else None
        return following is None or at < self._split(deed.at, following.at)

    def _alternatives(self, one: _Deed, last: _Deed) -> bool:
        if one is last:
            return True
        a, b = one.word.member, last.word.member
        return a is not None and b is not None and a[0] == b[0]

    def _together(self, one: _Deed, other: _Deed, deeds: Sequence[_Deed]) -> bool:
        """Tell whether two acts hang on one word of duty in one part of the sentence."""
        return one.modal is other.modal and self.main[one.at].clause == self.main[other.at].clause

    def _split(self, left: int, right: int) -> int:
        """Return where, between two acts, the words of the right one begin."""
        for at in range(left + 1, right + 1):
            word = self.main[at]
            if word.clause != self.main[left].clause:
                return at
            if word.text in self.grammar.conjunctions:
                return at
            before = self.main[at - 1].member
            ends = {m[0] for i in (left, right) if (m := self.main[i].member) is not None}
            if word.member is not None and before is not None and word.member[0] in ends:
                if word.member[0] == before[0] and word.member != before:
                    return at
        return left + 1

    # --- norms

    def norms(self) -> list[Norm]:
        """Return the norms of the sentence in order."""
        deeds = self._deeds()
        self._domains(deeds)
        for deed in deeds:
            self._name(deed)
        groups: list[list[_Deed]] = []
        for deed in deeds:
            if groups and self._continues(groups[-1], deed):
                groups[-1].append(deed)
            else:
                groups.append([deed])
        found: list[tuple[int, Norm]] = []
        for group in groups:
            previous = [norm for _, norm in found]
            found.append((group[0].at, self._norm(group, previous)))
        found.extend(self._statements(deeds))
        self.unit.lemmas.update(w.token.lemma_ for w in self._all_words())
        found.sort(key=lambda pair: pair[0])
        return self._attach([(at, norm) for at, norm in found])

    def _all_words(self) -> Iterable[Word]:
        yield from self.main
        for group in (self.sentence.conditions, self.sentence.relatives, self.sentence.exceptions):
            for each in group:
                yield from each.words

    def _name(self, deed: _Deed) -> None:
        concept = self.unit.action(deed.word)
        if concept is None and deed.word is not self.main[deed.at]:
            concept = self.unit.action(self.main[deed.at])
        if concept is not None:
            deed.concept = deed.key = concept.concept
            return
        token = deed.word.token
        verbs = token._.verbs
        deed.key = self.reader.romanize(verbs[0] if verbs else token.lemma_ or token.text)
        self.unit.findings.append(
            Finding("unknown-action", self.unit.unit.id, deed.span, deed.written, {"key": deed.key})
        )

    def _continues(self, group: Sequence[_Deed], deed: _Deed) -> bool:
        last = group[-1]
        if last.modality != deed.modality:
            return False
        if last.modal is deed.modal and self.main[last.at].clause == self.main[deed.at].clause:
            return True
        return not self._explicit(deed, after=last.at if self.main[last.at].clause == self.main[deed.at].clause else -1)

    def _explicit(self, deed: _Deed, after: int) -> bool:
        """Tell whether the act's own clause names its bearer after a place, or a verbal noun that is bound."""
        clause = self.main[deed.at].clause
        own = [w for at, w in enumerate(self.main) if w.clause == clause and at > after]
        if self._bearers(own, deed):
            return True
        return self._bound_noun(deed) is not None

    def _bound_noun(self, deed: _Deed) -> Word | None:
        """Return the verbal noun that is the subject of the act, where no person is: `ხელის მოხვევა უნდა უსწრებდეს`."""
        if deed.word.form.verb_form != "Fin" or deed.word.token._.subject == "erg":
            return None
        clause = self.main[deed.at].clause
        for at, word in enumerate(self.main):
            if word.clause == clause and at < deed.at and word.form.masdar and word.form.case == "Nom":
                return word
        return None

    def _bearers(self, words: Sequence[Word], deed: _Deed | None) -> list[Mention]:
        """Return the persons bound, named among `words` in the case that the verb or word of duty asks for."""
        actors = [(w, o) for w in words if (o := self._actor(w)) is not None]
        if not actors:
            return []
        wanted = self._wanted(deed)
        for cases in wanted:
            fits = [
                (w, o)
                for w, o in actors
                if w.form.case in cases and not w.form.postposition and not w.form.copula
            ]
            if fits:
                found = fits[:1]
                for word, mention in fits[1:]:
                    if self._beside(found[-1][0], word):
                        found.append((word, mention))
                return [mention for _, mention in found]
        return []

    def _beside(self, one: Word, other: Word) -> bool:
        """Tell whether two persons stand in one set of alternatives, or side by side with "and" between."""
        if one.member is not None and other.member is not None and one.member[0] == other.member[0]:
            return True
        between = [w for w in self.main if one.span.end <= w.span.start and w.span.end <= other.span.start]
        joins = [w for w in between if w.text in self.grammar.conjunctions]
        rest = [w for w in between if w not in joins and w.form.case not in ("Gen", other.form.case)]
        return bool(joins) and all(w.form.pos in ("ADJ", "DET", "NUM") for w in rest)

    def _stranger(self, words: Sequence[Word], deed: _Deed) -> tuple[bool, Mention | None]:
        """Tell whether a subject is named that is no known person, and who it is unless it is a known thing."""
        wanted = self._wanted(deed)
        cases = {"Erg"} if ("Erg",) in wanted else set()
        if wanted[0] == ("Dat",):
            cases.add("Dat")
        for word, following in zip(words, [*words[1:], None], strict=True):
            if following is not None and word.form.case == "Dat" and following.form.pos in ("NOUN", "ADP", "ADJ"):
                continue
            if (
                word.form.case in cases
                and word.form.pos in ("NOUN", "PROPN")
                and not word.form.postposition
                and not word.form.verb_form
                and word.text not in self.grammar.pronouns
                and self._actor(word) is None
            ):
                if any(self.unit.at(word, kind) for kind in ("term", "place", "time", "manner", "action")):
                    if word.form.case == "Erg":
                        return True, None
                    continue
                if word.form.case == "Dat" and self._wanted(deed)[0] != ("Dat",):
                    continue
                self.unit.findings.append(
                    Finding("unknown-actor", self.unit.unit.id, word.span, word.token.text)
                )
                return True, Mention(word.token.text, word.span)
        return False, None

    def _wanted(self, deed: _Deed | None) -> list[tuple[str, ...]]:
        """Return the cases in which the bearer may stand, the likeliest first."""
        if deed is None:
            return [("Erg",), ("Nom",)]
        if deed.modal is not None and deed.modal.modal.bearer != "verb":
            if "optative" in deed.modal.modal.governs and deed.word.form.verb_form == "Fin":
                return [(deed.modal.modal.bearer,), *self._by_verb(deed)]
            return [(deed.modal.modal.bearer,)]
        return self._by_verb(deed)

    def _by_verb(self, deed: _Deed) -> list[tuple[str, ...]]:
        """Return the cases that the verb itself asks for; a plural that names nobody may mean "they" at large."""
        token = self.main[deed.at].token
        cases = [(case.capitalize(),) for case in token._.subjects] or [("Erg",), ("Nom",)]
        if token._.subjects == ("erg",) and "Plur" in token.morph.get("Number[subj]", []):
            cases.append(("Nom",))
        if ("Erg",) not in cases:
            cases.append(("Erg",))
        return cases

    def _actor(self, word: Word) -> Mention | None:
        found = self.unit.at(word, "actor")
        if found is not None:
            key = self._by_relative(word, found.concept)
            return Mention(found.span.of(self.text), found.span, key)
        for lemma, key in self.reader._participants.get(word.token.lemma_, ()):
            before = self.main.index(word) if word in self.main else -1
            if before > 0 and self.main[before - 1].text in self.grammar.possessives:
                known = self.unit.lemmas | {w.token.lemma_ for w in self.main[: before - 1]}
                if lemma in known:
                    span = Span(self.main[before - 1].span.start, word.span.end)
                    return Mention(span.of(self.text), span, key)
        return None

    def _by_relative(self, word: Word, key: str) -> str:
        """Return the narrower actor that the relative clause after `word` makes of it."""
        for relative in self.sentence.relatives:
            if relative.before is None or relative.before.span != word.span:
                continue
            for inside in relative.words:
                action = self.unit.action(inside)
                if action is not None and action.concept in self.reader._relatives:
                    head, narrower = self.reader._relatives[action.concept]
                    if self.reader._is_a(self.reader.termbase.concepts[key], head):
                        return narrower
        return key

    def _norm(self, group: Sequence[_Deed], previous: Sequence[Norm]) -> Norm:
        first = group[0]
        shared = self.unit.shared
        inherited: list[str] = []
        if first.modal is None and shared.modality:
            inherited.append("modality")
        clause = self.main[first.at].clause
        words = [w for w in self.main if w.clause == clause]
        bearers = self._bearers(words, first)
        bound = self._bound_noun(first) if not bearers else None
        if not bearers and bound is None:
            named, stranger = self._stranger(words, first)
            if stranger is not None:
                bearers = [stranger]
            elif named:
                return self._made(group, [], None, inherited)
        if not bearers and bound is None:
            earlier = [w for w in self.main if w.clause < clause]
            if (
                any(d.modal is first.modal for d in group)
                and first.modal is not None
                and first.modal.clause < clause
            ):
                bearers = self._bearers(earlier, first)
        if not bearers and bound is None and shared.bearer is not None:
            bearers = [shared.bearer, *shared.co_bearers]
            inherited.append("bearer")
        if not bearers and bound is None and previous and previous[-1].bearer is not None:
            bearers = [previous[-1].bearer, *previous[-1].co_bearers]
        if not bearers and bound is None and not self._thing(first):
            bearers = self._from_condition(first)
        if not bearers and bound is None and self.before and not self._thing(first):
            last = next((n for n in reversed(self.before) if n.bearer is not None), None)
            if last is not None and last.bearer is not None and first.modality != "constitutive":
                bearers = [last.bearer, *last.co_bearers]
        return self._made(group, bearers, bound, inherited)

    def _made(
        self, group: Sequence[_Deed], bearers: Sequence[Mention], bound: Word | None, inherited: list[str]
    ) -> Norm:
        """Return the norm of a group of acts whose bearers are known."""
        first, shared = group[0], self.unit.shared
        words = [w for w in self.main if w.clause == self.main[first.at].clause]
        acts: list[Act] = []
        for deed in group:
            acts.append(self._act(deed, bearers, acts))
        if bound is not None:
            acts = [self._bound(bound, first)]
        if shared.manners:
            acts = [replace(a, manners=_merge(shared.manners, a.manners)) for a in acts]
            inherited.append("manner")
        if shared.times:
            acts = [replace(a, times=_merge(shared.times, a.times)) for a in acts]
            inherited.append("time")
        if shared.places:
            acts = [replace(a, places=_merge(shared.places, a.places)) for a in acts]
            inherited.append("place")
        modality = first.modality
        only = shared.only or any(w.text in self.grammar.only for w in words)
        norm = Norm(
            modality=modality,
            span=self._extent(group),
            bearer=bearers[0] if bearers else None,
            co_bearers=tuple(bearers[1:]),
            acts=tuple(acts),
            combined="each" if bound is not None else self._combined(group, modality),
            conditions=shared.conditions,
            exceptions=shared.exceptions,
            only=only and modality != "prohibition" or only and not self.modals,
            cue=first.modal.cue if first.modal else shared.cue,
            inherited=tuple(inherited),
        )
        orders = self._orders(norm, group)
        return replace(norm, orders=orders) if orders else norm

    def _thing(self, deed: _Deed) -> bool:
        """Tell whether the act's subject is a thing: then nobody else's duty is meant."""
        token = self.main[deed.at].token
        if token._.subject != "nom":
            return False
        clause = self.main[deed.at].clause
        near = [self.main[at] for at in deed.domain if at != deed.at and self.main[at].clause == clause]
        return any(
            w.form.case == "Nom"
            and not w.form.postposition
            and not w.form.verb_form
            and w.form.pos in ("NOUN", "PROPN")
            and not any(self.unit.at(w, kind) for kind in ("actor", "time", "manner"))
            for w in near
        )

    def _from_condition(self, deed: _Deed) -> list[Mention]:
        """Return the subject of the nearest condition before the act: who falls is who must rise."""
        at = self.main[deed.at].span.start
        for condition in reversed(self.sentence.conditions):
            if condition.words and condition.words[0].span.start < at:
                actors = [(w, o) for w in condition.words if (o := self._actor_in(w)) is not None]
                for case in ("Erg", "Nom", "Dat"):
                    for word, mention in actors:
                        if word.form.case == case and not word.form.postposition:
                            return [mention]
        return []

    def _actor_in(self, word: Word) -> Mention | None:
        found = self.unit.at(word, "actor")
        return Mention(found.span.of(self.text), found.span, found.concept) if found else None

    def _extent(self, group: Sequence[_Deed]) -> Span:
        clauses = {self.main[d.at].clause for d in group}
        words = [w for w in self.main if w.clause in clauses]
        return Span(min(w.span.start for w in words), max(w.span.end for w in words))

    def _combined(self, group: Sequence[_Deed], modality: Modality) -> Combined:
        clauses = {self.main[d.at].clause for d in group}
        said = sum(w.text in self.grammar.either for w in self.main if w.clause in clauses)
        if said > 1 and modality == "obligation":
            return "choice"
        if len(group) < 2:
            return "each"
        low, high = group[0].at, group[-1].at
        distinct = {d.key for d in group}
        either = any(w.text in self.grammar.either for w in self.main[max(low - 6, 0) : high])
        sets = [d.word.member[0] for d in group if d.word.member is not None]
        shared = {number for number in sets if sets.count(number) > 1}
        joined = bool(shared)
        choices = any(self.unit.markup.alternatives[number].kind == "disjunction" for number in shared)
        if modality == "obligation" and len(distinct) > 1 and (either or choices):
            return "choice"
        if joined or either:
            return "each"
        if any(d.renewed for d in group[1:]):
            return "each"
        between = [w.text for w in self.main[low:high]]
        return "together" if any(t in self.grammar.also for t in between) else "each"

    def _bound(self, noun: Word, deed: _Deed) -> Act:
        concept = self.unit.action(noun)
        self.unit.findings[:] = [
            f for f in self.unit.findings if not (f.kind == "unknown-action" and f.span == deed.span)
        ]
        key = concept.concept if concept else self.reader.romanize(noun.token.lemma_)
        if concept is None:
            self.unit.findings.append(
                Finding("unknown-action", self.unit.unit.id, noun.span, noun.token.text, {"key": key})
            )
        return Act(key, deed.written, deed.span, known=concept is not None)

    def _act(self, deed: _Deed, bearers: Sequence[Mention], before: Sequence[Act]) -> Act:
        held = {b.span for b in bearers}
        patients: list[Mention] = []
        themes: list[Mention] = []
        manners: list[Mention] = []
        times: list[Mention] = []
        places: list[Mention] = []
        pronoun = False
        own_object = False
        masdar = deed.word.form.masdar
        for at in deed.domain:
            word = self.main[at]
            if at == deed.at or at in self.taken:
                continue
            actor = self._actor(word)
            if actor is not None:
                if actor.span not in held and self._suffers(word, deed, masdar, at):
                    patients.append(actor)
                    own_object = own_object or word.form.case == "Nom"
                continue
            if word.text in self.grammar.pronouns and word.form.case in ("Nom", "Dat", ""):
                pronoun = pronoun or word.text not in self.grammar.possessives
                continue
            for kind, into in (("manner", manners), ("time", times), ("place", places)):
                found = self.unit.at(word, kind)
                if found is not None:
                    into.append(Mention(found.span.of(self.text), found.span, found.concept))
                    break
            else:
                if (free := self._measured(at)) is not None:
                    times.append(free)
                    continue
                if word.form.case == "Ess" and word.form.pos in ("ADJ", "ADV") and not word.form.postposition:
                    manners.append(Mention(word.token.text, word.span))
                    continue
                term = self.unit.at(word, "term")
                if term is None:
                    continue
                mention = Mention(term.span.of(self.text), term.span, term.concept)
                if word.form.postposition:
                    places.append(mention)
                elif word.form.case in OBJECT:
                    themes.append(mention)
                    own_object = own_object or word.form.case == "Nom"
        for actor_key in self.reader._pattern_actors.get(deed.key, ()):
            where = next(
                (
                    m
                    for r in self.sentence.relatives
                    for w in r.words
                    if (m := self._actor_in(w)) is not None and m.key == actor_key
                ),
                None,
            )
            if where is not None:
                patients.append(where)
        if not patients and before and (pronoun or (not own_object and self._takes_object(deed))):
            patients = list(before[-1].patients)
        if (
            not patients
            and not before
            and self._takes_object(deed)
            and (pronoun or not self._has_object(deed))
        ):
            patients = [m for m in self._from_condition(deed) if m.key not in {b.key for b in bearers}]
        return Act(
            action=deed.key,
            verb=deed.written,
            span=deed.span,
            known=deed.concept is not None,
            patients=tuple(_unique(patients)),
            themes=tuple(_unique(themes)),
            manners=tuple(_unique(manners)),
            times=tuple(_unique(times)),
            places=tuple(_unique(places)),
        )

    def _measured(self, at: int) -> Mention | None:
        """Return a stretch of time that the termbase does not name: `10 წამში`."""
        word = self.main[at]
        if at and word.token.lemma_ in self.grammar.time_units:
            before = self.main[at - 1]
            if before.form.pos == "NUM" or before.text[0].isdigit():
                span = Span(before.span.start, word.span.end)
                return Mention(span.of(self.text), span)
        return None

    def _takes_object(self, deed: _Deed) -> bool:
        return self.main[deed.at].token._.subject == "erg"

    def _has_object(self, deed: _Deed) -> bool:
        """Tell whether a noun of the clause is what the act is done to or with."""
        return any(
            self.main[at].form.case in OBJECT
            and self.main[at].form.pos in ("NOUN", "PROPN", "PRON")
            and not self.main[at].form.postposition
            and at != deed.at
            and not any(self.unit.at(self.main[at], kind) for kind in ("manner", "time"))
            for at in deed.domain
            if at not in self.taken
        )

    def _suffers(self, word: Word, deed: _Deed, masdar: bool, at: int) -> bool:
        """Tell whether the person named at `word` is the one to whom the act is done."""
        if word.form.postposition:
            return word.form.postposition in TOWARDS
        if masdar and word.form.case == "Gen":
            return at < deed.at and not any(self.main[i].form.masdar for i in range(at + 1, deed.at))
        if word.form.case == "Gen" and word is not self.main[deed.at] and deed.word is not self.main[deed.at]:
            return False
        return word.form.case in OBJECT and not word.form.copula

    def _orders(self, norm: Norm, group: Sequence[_Deed]) -> tuple[str, ...]:
        """Return what a duty of the referee orders: the sanctions that its words name."""
        if (
            norm.modality != "obligation"
            or norm.bearer is None
            or norm.bearer.key not in self.reader.officials
        ):
            return ()
        found: list[str] = []
        for deed in group:
            for at in (*deed.domain, deed.at):
                word = self.main[at]
                found += [
                    one.concept
                    for one in self.unit.ending.get(word.span.end, ())
                    if one.kind == "sanction"
                    and one.concept not in self.reader.restarts
                    and (at == deed.at or word.form.case in OBJECT and not word.form.postposition)
                ]
        return tuple(dict.fromkeys(found))

    # --- statements and definitions

    def _statements(self, deeds: Sequence[_Deed]) -> list[tuple[int, Norm]]:
        """Return the norms of the clauses that hold no act: what something is, what the referee does."""
        ruled = {self.main[d.at].clause for d in deeds} | {m.clause for m in self.modals}
        clauses: dict[int, list[int]] = {}
        for at, word in enumerate(self.main):
            clauses.setdefault(word.clause, []).append(at)
        found: list[tuple[int, Norm]] = []
        open_ = [c for c in clauses if c not in ruled]
        merged: list[int] = []
        for clause in open_:
            words = [self.main[at] for at in clauses[clause]]
            definition = self._definition(words)
            finite = [at for at in clauses[clause] if self.main[at].form.finite]
            if definition is not None:
                found.append((clauses[clause][0], definition))
            elif finite:
                statement = self._stated(clauses[clause], finite)
                if statement.modality != "constitutive" or not (deeds or self.modals):
                    found.append((clauses[clause][0], statement))
            else:
                merged.extend(clauses[clause])
        if not found and not deeds and not self.modals and (merged or self.sentence.conditions):
            if merged and self.sentence.ended or self.sentence.conditions:
                words = [self.main[at] for at in merged]
                if words:
                    span = Span(words[0].span.start, words[-1].span.end)
                    only = self._only(words)
                    found.append(
                        (merged[0], Norm("constitutive", span, defines=self._quoted(words), only=only))
                    )
        plain = [pair for pair in found if pair[1].modality == "constitutive" and pair[1].defines is None]
        if len(plain) > 1:  # one sentence, one statement, however many clauses
            keep = plain[0]
            found = [pair for pair in found if pair is keep or pair not in plain]
        return found

    def _stated(self, places: Sequence[int], finite: Sequence[int]) -> Norm:
        """Return what a clause in the indicative says: a duty of the referee, a ban (`ვერ`), or a fact."""
        words = [self.main[at] for at in places]
        span = Span(words[0].span.start, words[-1].span.end)
        verbs = [at for at in finite if self.main[at].form.verb_form == "Fin" and not _called(self.main[at])]
        if verbs:
            at = verbs[0]
            word = self.main[at]
            denied = any(w.text in self.grammar.negations for w in words)
            cannot = any(w.text in self.grammar.cannot for w in words)
            past = word.form.tense == "Past"
            deed = _Deed(at, word, None, "obligation", word.token.text, word.span)
            bearers = self._subject(words)
            official = bool(bearers) and bearers[0].key in self.reader.officials
            if bearers and not past and (official or cannot):
                deeds = []
                for each in verbs:
                    w = self.main[each]
                    deeds.append(
                        _Deed(each, w, None, "prohibition" if denied else "obligation", w.token.text, w.span)
                    )
                self._domains(deeds)
                for deed in deeds:
                    self._name(deed)
                acts: list[Act] = []
                for deed in deeds:
                    acts.append(self._act(deed, bearers, acts))
                norm = Norm(
                    modality="prohibition" if denied else "obligation",
                    span=span,
                    bearer=bearers[0],
                    co_bearers=tuple(bearers[1:]),
                    acts=tuple(acts),
                    combined=self._combined(deeds, "prohibition" if denied else "obligation"),
                )
                return replace(norm, orders=self._orders(norm, deeds))
        return Norm("constitutive", span, defines=self._quoted(words), only=self._only(words))

    def _only(self, words: Sequence[Word]) -> bool:
        return any(w.text in self.grammar.only for w in words)

    def _subject(self, words: Sequence[Word]) -> list[Mention]:
        for case in ("Nom", "Erg"):
            for word in words:
                if word.form.case == case and not word.form.postposition and not word.form.copula:
                    actor = self._actor(word)
                    if actor is not None:
                        return [actor]
        if any(w.text in self.grammar.pronouns and w.form.case in ("Nom", "Erg") for w in words):
            return self._meant(words[0])
        return []

    def _meant(self, word: Word) -> list[Mention]:
        """Return who a pronoun subject at `word` means: the subject named last before it."""
        before = [
            (w, o)
            for w in self._all_words()
            if w.span.start < word.span.start and (o := self._actor_in(w)) is not None
        ]
        subjects = [(w, o) for w, o in before if w.form.case in ("Nom", "Erg") and not w.form.postposition]
        return [max(subjects, key=lambda pair: pair[0].span)[1]] if subjects else []

    def _quoted(self, words: Sequence[Word]) -> Mention | None:
        """Return the term that a statement defines: a copula by itself (`რაქია -- თუ`), or a quoted subject."""
        if len(words) == 1 and words[0].form.copula and not words[0].form.postposition:
            return self._term(words[0])
        for word in words:
            if word.quoted and word.form.case == "Nom" and not word.form.copula:
                term = self.unit.at(word, "term")
                if term is not None:
                    return Mention(term.span.of(self.text), term.span, term.concept)
        return None

    def _term(self, word: Word) -> Mention:
        found = self.unit.at(word, "term") or self.unit.at(word, "action") or self.unit.at(word, "place")
        if found is not None:
            return Mention(found.span.of(self.text), found.span, found.concept)
        return Mention(word.token.text, word.span, None)

    def _definition(self, words: Sequence[Word]) -> Norm | None:
        at = next((i for i, w in enumerate(words) if w.text in self.grammar.definitions), None)
        if at is None:
            return None
        rule = self.grammar.definitions[words[at].text]
        span = Span(words[0].span.start, words[-1].span.end)
        term = self._defined(words, at, rule)
        members: list[Mention] = []
        exhaustive: bool | None = None
        listed = self.sentence.listed
        if rule == "Ess" and term is not None:
            if not listed:
                rest = [w for i, w in enumerate(words) if i > at]
                listed = _cut(rest, self.grammar) if rest else []
                tail = [w for w in self.main if w.clause > words[0].clause]
                tail += [w for a in self.sentence.asides for w in a.words]
                open_ended = any(self._opens(w) for w in rest + tail)
            else:
                open_ended = any(self._opens(w) for each in listed for w in each)
            members = self._members(listed)
            if listed:
                exhaustive = not open_ended
        return Norm(
            "constitutive",
            span,
            defines=term,
            members=tuple(members),
            exhaustive=exhaustive,
            only=self._only(words),
            cue=words[at].span,
        )

    def _opens(self, word: Word) -> bool:
        return word.text.rstrip(".") in self.grammar.open_lists

    def _defined(self, words: Sequence[Word], at: int, rule: str) -> Mention | None:
        if rule == "after":
            candidates = list(words[at + 1 :])
        elif rule == "Ess":
            candidates = [w for w in words if w.form.case in ("Ess", "Adv")]
        else:
            candidates = [w for w in words[:at] if w.form.case == "Nom"] or list(words[at + 1 :])
        for word in candidates:
            term = self.unit.at(word, "term") or self.unit.at(word, "action")
            if term is not None:
                return Mention(term.span.of(self.text), term.span, term.concept)
        quoted = [w for w in candidates if w.quoted]
        if quoted:
            span = Span(quoted[0].span.start, quoted[-1].span.end)
            return Mention(span.of(self.text), span, None)
        return None

    def _members(self, listed: Sequence[Sequence[Word]]) -> list[Mention]:
        """Return what a definition lists, each alternative by itself, each with its concept."""
        found: list[Mention] = []
        for item in listed:
            words = [w for w in item if not (self._opens(w) or w.text in self.grammar.also)]
            if not words:
                continue
            for variant in _variants(words):
                text = " ".join(w.token.text for w in variant)
                span = Span(words[0].span.start, words[-1].span.end)
                head = self.unit.action(variant[-1])
                key = self.reader.names(text) or (head.concept if head else None)
                if key is None:
                    self.unit.findings.append(Finding("unknown-member", self.unit.unit.id, span, text))
                found.append(Mention(text, span, key))
        return found

    # --- conditions and the like

    def _attach(self, found: list[tuple[int, Norm]]) -> list[Norm]:
        """Give each condition, exception and proviso to the norms that it limits."""
        if not found:
            return []
        norms = [norm for _, norm in found]
        places = [self.main[at].span.start if at < len(self.main) else norm.span.start for at, norm in found]

        def following(each: Subordinate, *, last: bool) -> list[int]:
            begin = each.span.start
            after = [i for i, norm in enumerate(norms) if norm.span.end > begin and places[i] > begin]
            if after:
                clause = each.words[0].clause
                same = [i for i in after]
                return same if clause >= 0 else after
            return [len(norms) - 1] if last else list(range(len(norms)))

        for each in self.sentence.conditions:
            for i in following(each, last=True):
                norms[i] = replace(norms[i], conditions=(*norms[i].conditions, each.span))
        for each in self.sentence.exceptions:
            for i in following(each, last=True):
                norms[i] = replace(norms[i], exceptions=(*norms[i].exceptions, each.span))
        for each in self.sentence.provisos:
            i = max((k for k, norm in enumerate(norms) if norm.span.start < each.span.start), default=0)
            norms[i] = replace(norms[i], provisos=(*norms[i].provisos, each.span))
        return norms

    # --- chapeaus

    def shared(self, above: Shared) -> Shared:
        """Return what this sentence, a chapeau, gives to its items, over what `above` gives already."""
        modal = self.modals[-1] if self.modals else None
        deed = (
            _Deed(
                len(self.main) - 1,
                self.main[-1],
                modal,
                modal.modality if modal else "obligation",
                "",
                Span(0, 0),
            )
            if self.main
            else None
        )
        bearers: list[Mention] = []
        actors = [(w, o) for w in self.main if (o := self._actor(w)) is not None]
        cases = (
            ["Erg", "Nom", "Dat"] if modal is None or modal.modal.bearer == "verb" else [modal.modal.bearer]
        )
        for case in cases:
            bearers = [
                o for w, o in actors if w.form.case == case and not w.form.postposition and not w.form.copula
            ]
            if bearers:
                break
        collected: dict[str, list[Mention]] = {"manner": [], "time": [], "place": []}
        for word in self.main:
            for kind, into in collected.items():
                found = self.unit.at(word, kind)
                if found is not None:
                    into.append(Mention(found.span.of(self.text), found.span, found.concept))
        definition = self._definition(self.main) if self.main else None
        del deed
        return Shared(
            modality=modal.modality if modal else above.modality,
            bearer=bearers[0] if bearers else above.bearer,
            co_bearers=tuple(bearers[1:]) if bearers else above.co_bearers,
            manners=(*above.manners, *collected["manner"]),
            times=(*above.times, *collected["time"]),
            places=(*above.places, *collected["place"]),
            conditions=(*above.conditions, *(c.span for c in self.sentence.conditions)),
            exceptions=(*above.exceptions, *(c.span for c in self.sentence.exceptions)),
            defines=definition.defines if definition else above.defines,
            only=above.only or any(w.text in self.grammar.only for w in self.main),
            cue=modal.cue if modal else above.cue,
            conditional=above.conditional or self.sentence.hanging is not None,
        )


def _called(word: Word) -> bool:
    """Tell whether a verb is what somebody calls out ("გამოიტანეთ!"), no act of the rule."""
    return word.quoted and "3" not in word.token.morph.get("Person[subj]")


def _cut(words: Sequence[Word], grammar: Grammar) -> list[list[Word]]:
    """Cut a list without a colon at its conjunctions."""
    found: list[list[Word]] = [[]]
    for word in words:
        if word.text in grammar.also:
            found.append([])
        else:
            found[-1].append(word)
    return [each for each in found if each]


def _variants(words: Sequence[Word]) -> list[list[Word]]:
    """Return `words` once for each alternative in them, the outermost sets chosen in turn."""
    sets = {w.member[0]: set() for w in words if w.member is not None}  # type: dict[int, set[int]]
    for word in words:
        if word.member is not None:
            sets[word.member[0]].add(word.member[1])
    variants = [list(words)]
    for number, members in sets.items():
        grown = []
        for variant in variants:
            for member in sorted(members):
                grown.append(
                    [w for w in variant if w.member is None or w.member[0] != number or w.member[1] == member]
                )
        variants = grown
    return variants


def _merge(first: Sequence[Mention], second: Sequence[Mention]) -> tuple[Mention, ...]:
    return tuple(_unique([*first, *second]))


def _unique(mentions: Iterable[Mention]) -> list[Mention]:
    return list(dict.fromkeys(mentions))
