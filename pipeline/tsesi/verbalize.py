"""Verbalize: takes a reading and the termbase, gives one plain sentence a norm in Georgian and in English.

Who must, must not or may do what, to whom, how, when and where, on which condition, and at what price. The
sentences are made from the facts of the norm, not copied from the clause, so they show how it was read; only
conditions, exceptions, provisos and definitions are quoted, their notation resolved. Templates and the
words' government are data in `lang/…/readings.yml`. What a fact lacks in a language is left out or said to
be lacking.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any

from tsesi import lang as words
from tsesi.model import Act, Expression, Lang, Markup, Mention, Norm, Reading, Span, Termbase, Unit

_QUOTES = re.compile(r"[„“”\"«»]|(?<!\w)['‘’]|['‘’](?!\w)")  # not the apostrophe inside a word


# what somebody calls out keeps its quotes
_UTTERANCE = re.compile(r"[„“\"][^„“”\"]*[!?][“”\"]")
_KEPT = {ord("„"): "\ue000", ord("“"): "\ue001", ord("”"): "\ue002"}
_BACK = {ord(kept): chr(quote) for quote, kept in _KEPT.items()}


def sentences(reading: Reading, termbase: Termbase) -> Mapping[tuple[str, int], Mapping[str, str]]:
    """Return the sentences of all norms, by unit id and number of the norm, each by language.

    A reading without English gives English sentences too, as far as the termbase has the words.
    """
    made = {}
    units = {unit.id: unit for unit in reading.document.units}
    for unit, norms in reading.norms.items():
        if unit not in units:
            continue
        for number in range(1, len(norms) + 1):
            made[unit, number] = {
                "ka": _Georgian(reading, termbase, units[unit], number).sentence(),
                "en": _English(reading, termbase, units[unit], number).sentence(),
            }
    return made


# --- resolving the notation ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Piece:
    span: Span
    parts: tuple[Span, ...]  # the members of a set, or the inside of a bracket; none to leave it out
    synonyms: bool = False


def resolve(text: str, span: Span, markups: Iterable[Markup], either: str) -> str:
    """Return the words at `span` as one would say them: of synonyms the first, of choices all, no gloss.

    An affix and a supplement stay, without brackets; quotes go; `either` joins the last two choices (“or”).
    """
    pieces: list[_Piece] = []
    for markup in markups:
        for one in markup.alternatives:
            members = tuple(member.span for member in one.alternatives)
            pieces.append(_Piece(one.span, members, one.kind == "synonym"))
        for bracket in markup.brackets:
            inside = Span(bracket.span.start + 1, bracket.span.end - 1)
            pieces.append(_Piece(bracket.span, () if bracket.kind == "gloss" else (inside,)))
    pieces.sort(key=lambda piece: (piece.span.start, -piece.span.end))
    return _plain(_said(text, span, pieces, either))


def _said(text: str, span: Span, pieces: Sequence[_Piece], either: str) -> str:
    out, at = [], span.start
    for piece in pieces:
        if piece.span.start < at or not span.holds(piece.span) or (piece.span == span and not piece.parts):
            continue
        if piece.span == span and piece.parts == (span,):
            continue
        out.append(text[at : piece.span.start])
        inner = [one for one in pieces if one is not piece and piece.span.holds(one.span)]
        parts = [_said(text, part, inner, either) for part in piece.parts]
        out.append(parts[0] if piece.synonyms else listed(parts, either))
        at = piece.span.end
    out.append(text[at : span.end])
    return "".join(out)


def _plain(text: str) -> str:
    text = _UTTERANCE.sub(lambda said: said[0].translate(_KEPT), text)
    text = re.sub(r"\s+", " ", _QUOTES.sub("", text)).replace("--", "–").translate(_BACK)
    return re.sub(r" ([,.;:])", r"\1", re.sub(r"[\[\]]", "", text)).strip(" –,;*")


def listed(parts: Sequence[str], last: str) -> str:
    """Return `a, b or c`."""
    parts = [part for part in dict.fromkeys(parts) if part]
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


# --- declension ---------------------------------------------------------------------------------------------


def decline(phrase: str, case: str) -> str:
    """Return a Georgian noun phrase, given in the nominative, in `Dat`, `Gen`, `Ins` or with a postposition.

    `case` may carry the postposition: `Dat/ზე`.

    The last word is declined, with what `და` joins to it; an adjective in -ი before a dative loses it.
    """
    case, _, after = case.partition("/")
    *front, head = phrase.split()
    if not front and not head:
        return phrase
    made = [_adjective(word, case) if word != "და" else word for word in front]
    if front[1:] == ["და"]:  # თავი და ბეჭები: both stand in the case
        made[0] = _noun(front[0], case)
    end = _noun(head, case) + after
    return " ".join([*made, end.replace("სში", "ში").replace("სზე", "ზე") if case == "Dat" else end])


def _noun(word: str, case: str) -> str:
    ending = {"Dat": "ს", "Gen": "ის", "Ins": "ით"}[case]
    if word.endswith("ი") or (word.endswith(("ა", "ე")) and case != "Dat"):
        return word[:-1] + ending
    return word + ("თი" if case == "Ins" else "ს")


def _adjective(word: str, case: str) -> str:
    return word[:-1] if case == "Dat" and word.endswith("ი") and len(word) > 2 else word


# --- what stands where --------------------------------------------------------------------------------------


def cut(text: str, span: Span, breaks: str = r"[.!?]['\"”“]?(?=\s|$)") -> list[Span]:
    """Cut the text at `span` into sentences, or at what else `breaks` matches, which stays with the left."""
    ends = [m.end() for m in re.finditer(breaks, text[: span.end]) if m.end() > span.start]
    found, at = [], span.start
    for end in [*ends, span.end]:
        if text[at:end].strip(" *-"):
            found.append(Span(at, end))
        at = end
    return found


_SEGMENT = r"\s--\s|,(?=\s(?:but|მაგრამ)\s)"
_SIGNS = frozenset("„“”'\"|")  # what may stand inside a phrase
_OPENING = {"“": "„", "”": "“", "’": "‘", "»": "«", '"': '"', "'": "'"}


def citation(unit: Unit, law: str | None) -> Mapping[str, str]:
    """Return how a unit is cited in each language: `9.7 (ბ)`, `9.7(b)`."""
    parts = unit.id.split(".")
    if unit.kind == "caption":
        english = f"{law or ''} {parts[-1]}".strip()
        return {"ka": unit.label or f"{law or ''} წარწერა".strip(), "en": english}
    letters = [part for part in parts if not part.isdigit()]
    numbers = [part for part in parts if part.isdigit()]
    english = ".".join(numbers) + "".join(f"({letter})" for letter in letters)
    return {"ka": unit.label or unit.id, "en": english or unit.id}


# --- sentences ----------------------------------------------------------------------------------------------


class _Sentence:
    """One norm on its way into a sentence of one language."""

    lang: Lang

    def __init__(self, reading: Reading, termbase: Termbase, unit: Unit, number: int) -> None:
        self.reading, self.termbase = reading, termbase
        self.unit, self.number = unit, number
        self.norm: Norm = reading.norms[unit.id][number - 1]
        self.text = reading.document.text
        self.data: Mapping[str, Any] = words.read(self.lang, "readings")
        self.markup = reading.markup.get(unit.id, Markup())
        self.done = _merged(self.norm.acts, self._name_of)

    def _name_of(self, act: Act) -> str:
        """Return what tells apart two acts of one action, where this language has two names for them."""
        del act
        return ""

    def _joint(self) -> str:
        """Return what joins those who are bound: “or” where `|` or a word for it stands between them."""
        named = [one.span for one in (self.norm.bearer, *self.norm.co_bearers) if one]
        whole = Span(min(one.start for one in named), max(one.end for one in named)) if named else Span(0, 0)
        ors = words.read("ka", "readings")["ors"]
        between = self.text[named[0].end : named[-1].start] if named else ""
        either = any(one.span.holds(whole) for one in self.markup.alternatives)
        return "or" if either or any(re.search(rf"\b{one}\b", between) for one in ors) else "and"

    def _mutual(self, one: Mention) -> bool:
        """Tell whether those who are bound do it to each other."""
        stem = str(words.read("ka", "readings")["each-other"])[:-1]
        return one.text.startswith(stem)

    def _each_to_other(self) -> bool:
        return any(self._mutual(one) for act in self.norm.acts for one in act.patients)

    # --- what each language says in its own way

    def _bearer(self, before: str) -> str:
        raise NotImplementedError

    def _shaped(self, act: Act, before: str) -> tuple[str, str, str]:
        """Return what stands before the verb, the verb, and what stands after it."""
        raise NotImplementedError

    def _time(self, one: Mention) -> str:
        raise NotImplementedError

    def _qualifications(self, kind: str) -> Iterator[tuple[bool, str]]:
        """Yield (whether it stands before the rule, words)."""
        raise NotImplementedError

    def _quoted(self) -> str:
        """Return the sentence of the text that states the norm, its notation resolved."""
        raise NotImplementedError

    def _relative(self) -> str:
        """Return the relative clause that narrows the person to whom it is done, with what joins it."""
        raise NotImplementedError

    # --- the frame

    def sentence(self) -> str:
        """Return the sentence, with what a breach costs."""
        norm = self.norm
        said = ""
        if norm.modality == "constitutive" or not norm.acts:
            said = self._definition() or self._quoted()
        elif norm.bearer is None or (
            self.lang == "ka" and not (norm.bearer.key and all(act.known for act in norm.acts))
        ):
            # a passive, or a rule about an act: no one to begin the sentence with; or an act without a name
            said = self._quoted()
        if not said and norm.modality != "constitutive" and not norm.acts:
            said = self._nothing_known()
        if not said and (norm.modality == "constitutive" or not norm.acts):
            return ""  # nobody has said it in this language yet
        said = capital(said or self._rule())
        return " ".join(filter(None, (re.sub(r"\s+", " ", said).strip(), self._price())))

    def _nothing_known(self) -> str:
        """Return what is said of a rule without an act that no words of this language tell."""
        return ""

    def _rule(self) -> str:
        times = dict.fromkeys(filter(None, (self._time(t) for act in self.norm.acts for t in act.times)))
        before = [self.data["before"]["time"].format(time) for time in times]
        after = [] if self._parted() else [self._relative()]
        when = self._only() == "condition"
        for kind in ("exception", "condition", "proviso"):
            for front, text in self._qualifications(kind):
                place = "after" if kind == "condition" and when else "before" if front else "after"
                shape = self.data["only-when"] if kind == "condition" and when else self.data[place][kind]
                (before if place == "before" else after).append(shape.format(text))
        known = " ".join(before)
        nobody, bearer = self.norm.bearer is None, self._whoever(known)
        several = (
            "they-modal"
            if (self.norm.co_bearers and self._joint() == "and") or self._each_to_other()
            else "modal"
        )
        modal = self.data["nobody" if nobody else several][self._modality()]
        return str(
            self.data["sentence"].format(
                before="".join(before),
                bearer=bearer,
                modal=lower(modal) if nobody and before else modal,
                acts=self.acts(known),
                after="".join([*after, self._listed_places()]),
            )
        )

    def _parted(self) -> bool:
        """Tell whether the relative clause has been said with the first acts."""
        return False

    def _listed_places(self) -> str:
        """Return where the items below the unit stand, if it is they that name the places of this norm."""
        units = self.reading.document.units
        below = [one for one in units if one.parent == self.unit.id and one.kind == "place"]
        if not below or self.unit.body.holds(self.norm.acts[0].span):
            return ""
        first, last = (citation(one, self.reading.document.law)[self.lang] for one in (below[0], below[-1]))
        last = last.split(self.unit.id)[-1].strip()
        return str(self.data["listed-places"].format(first=first, last=last))

    def _whoever(self, before: str) -> str:
        """Return who is bound, with the relative clause that narrows them and an “only” that is theirs."""
        said = self._bearer(before)
        if self._only() == "bearer":
            said = str(self.data["only-who"]).format(said)
        clause = self._of_bearer()
        return str(self.data["who"]).format(said, self.georgian(clause)) if clause else said

    def _of_bearer(self) -> Span | None:
        """Return the relative clause right after the one who is bound, None where there is none."""
        bearer = self.norm.bearer
        if bearer is None or not self.unit.body.holds(bearer.span):
            return None
        stems = "|".join(words.read("ka", "readings")["relative"])
        found = re.compile(rf"[“”'\"]?,\s(?=(?:{stems}))[^.;:,|]*(?=,)").match(self.text, bearer.span.end)
        return Span(found.start() + found[0].index(",") + 2, found.end()) if found else None

    def _only(self) -> str:
        """Return what “only” says of: the one bound, the condition, or the act; "" where nothing is said."""
        if not self.norm.only:
            return ""
        data = words.read("ka", "readings")["only"]
        sentence = next(
            (one for one in cut(self.text, self.unit.body) if self.norm.span.start < one.end), None
        )
        said = self.text[sentence.start : sentence.end] if sentence else ""
        found = re.search(rf"\b(?:{'|'.join(data['words'])})\s+(\w+)", said)
        if sentence is None or found is None:
            return "act"
        if found[1] == data["then"] and self.norm.conditions:
            return "condition"
        follows = sentence.start + found.start(1)
        bearers = [one.span for one in (self.norm.bearer, *self.norm.co_bearers) if one]
        return "bearer" if any(one.start <= follows < one.end for one in bearers) else "act"

    def _modality(self) -> str:
        only = self._only() == "act" and self.norm.modality == "permission"
        return "only" if only else self.norm.modality

    def _price(self) -> str:
        found = self.reading.sanctions.get(self.unit.id)
        norm = self.norm
        if found is None or found.scope not in ("own", "group") or self.number not in found.breaches:
            return ""
        name = "sanction" if found.scope == "own" else "group-sanction"
        if norm.modality == "permission":
            if not limited(norm):
                return ""  # what is allowed costs nothing
            name = "limit-sanction"
        units = {unit.id: unit for unit in self.reading.document.units}
        where = units.get(found.declared_in or "", self.unit)
        costs = listed([self.label(key) for key in found.kinds], self.data["or" if found.choice else "and"])
        cited = citation(where, self.reading.document.law)[self.lang]
        return str(self.data[name].format(sanction=costs, where=cited))

    def acts(self, before: str = "") -> str:
        """Return all acts as the norm combines them; what several share is said once."""
        shaped = [(act, self._shaped(act, before)) for act in self.done]
        groups: list[str] = []
        longer = False
        for (front, back), same in groupby(shaped, key=lambda one: (one[1][0], one[1][2])):
            members = list(same)
            verbs = list(dict.fromkeys(shape[1] for _, shape in members))
            longer |= len(verbs) > 1
            front = self._again(members[0][0], front) if groups else front
            groups.append(" ".join(filter(None, (front, self._combined(verbs), back))))
        groups = [*dict.fromkeys(groups), *self._attempts()]
        if longer and len(groups) > 1 and self.norm.combined == "each":
            first, *others = groups
            return str(self.data["also"]).join([first + self._narrowed(), *others])
        if len(groups) > 1 and self._narrowed():
            groups[0] += self._narrowed() + ","
        return self._combined(groups)

    def _again(self, act: Act, front: str) -> str:
        """Return what stands before a verb whose object the act before it has already named."""
        del act
        return front

    def _attempts(self) -> Sequence[str]:
        """Return the attempt at the acts, where the text names it beside them."""
        return ()

    def _narrowed(self) -> str:
        """Return the relative clause where it follows the first acts and not the last."""
        return ""

    def _combined(self, said: Sequence[str]) -> str:
        norm = self.norm
        if norm.combined == "together":
            together, back = self.data["together"], self.data.get("back", [])
            joints = [self.data["and"] if one.split()[0] in back else together for one in said[1:]]
            return " ".join(
                [*said[:1], *(f"{joint} {one}" for joint, one in zip(joints, said[1:], strict=True))]
            )
        every = norm.combined == "each" and norm.modality == "obligation"
        return listed(said, self.data["and" if every else "or"])

    def _definition(self) -> str:
        """Return what "… — that is a spear tackle" says: the term, then the acts of the norm before it."""
        term = self.norm.defines
        if term is None or self.number == 1:
            return ""
        other = self.reading.norms[self.unit.id][self.number - 2]
        between = self.text[other.span.start : self.norm.span.start]
        if not other.acts or re.search(r"[.;]\s", between):
            return ""
        name = self.label(term.key or "") or self.georgian(term.span)
        acts = type(self)(self.reading, self.termbase, self.unit, self.number - 1)._defining()
        return str(self.data["definition"].format(term=name, acts=acts))

    def _defining(self) -> str:
        return self.acts()

    def verb(self, act: Act) -> str:
        """Return the name of an action."""
        return self.label(act.action) if act.known else ""

    def label(self, key: str) -> str:
        """Return the preferred name of a concept, or "" where the termbase has none."""
        concept = self.termbase.concepts.get(key)
        return (concept.names(self.lang) or ("",))[0] if concept else ""

    def georgian(self, span: Span) -> str:
        """Return Georgian words with their notation resolved."""
        return resolve(self.text, span, (self.markup,), words.read("ka", "readings")["or"])

    def _grouped(self, places: Sequence[Mention]) -> list[list[Mention]]:
        """Return places in groups: those that are alternatives of one set stand together."""

        def of_set(one: Mention) -> Span:
            sets = [each.span for each in self.markup.alternatives if each.span.holds(one.span)]
            return max(sets, key=lambda span: span.start, default=one.span)

        return [list(same) for _, same in groupby(places, key=of_set)]

    def _modifier(self, theme: Mention, places: Sequence[Mention]) -> tuple[Mention, Span] | None:
        """Return the place that belongs to the thing, and the participle between: რაქიდან გამომავალ ბურთს."""
        for one in places:
            between = Span(one.span.end, theme.span.start)
            participle = re.fullmatch(
                rf"[\s\]]*(\w*(?:{'|'.join(_participles())})ი?)\s*", between.of(self.text)
            )
            if participle:
                return one, Span(between.start + participle.start(1), between.start + participle.end(1))
        return None

    def _place_of(self, norm: Norm) -> tuple[int, int, int]:
        """Return in which sentence of the body the norm stands, and from which part of it to which.

        Parts stand between dashes. A norm outside the body is in no sentence of it.
        """
        sentences = cut(self.text, self.unit.body)
        at = norm.acts[0].span.start if norm.acts else norm.span.start
        place = next((i for i, one in enumerate(sentences) if at < one.end), -1)
        if place < 0:
            return -1, 0, 0
        parts = cut(self.text, sentences[place], _SEGMENT)
        starts = [at, *(one.start for one in (*norm.conditions, *norm.exceptions, *norm.provisos))]
        held = [i for i, one in enumerate(parts) for start in starts if one.start <= start < one.end]
        return place, min(held, default=0), max(held, default=0)

    def _others(self) -> list[tuple[int, int, int]]:
        norms = enumerate(self.reading.norms[self.unit.id], 1)
        return [self._place_of(one) for i, one in norms if i != self.number]

    def _alone(self) -> bool:
        """Tell whether no other norm stands in the sentence of this one."""
        own = self._place_of(self.norm)[0]
        return all(place != own for place, _, _ in self._others())

    def _own_part(self) -> bool:
        """Tell whether the norm has its sentence, or its parts of one, for itself."""
        own, first, last = self._place_of(self.norm)
        return all(place != own or end < first or last < start for place, start, end in self._others())

    def _sentence_of(self, text: str, body: Span) -> Span | None:
        """Return the norm's sentence in `text`, or the parts that are its own; None where there is none."""
        sentences = cut(text, body)
        place, first, last = self._place_of(self.norm)
        here = cut(self.text, self.unit.body)
        if len(sentences) != len(here) or place < 0:
            return body
        if self._alone():
            return sentences[place]
        parts = cut(text, sentences[place], _SEGMENT)
        if len(parts) != len(cut(self.text, here[place], _SEGMENT)):
            return sentences[place]
        if last >= len(parts):
            return sentences[place]
        return Span(parts[first].start, parts[last].end)


def _merged(acts: Sequence[Act], name_of: Callable[[Act], str]) -> list[Act]:
    """Return the acts, those of one action and name as one: აწიოს | აიყვანოს is to lift, once."""

    def both(one: Sequence[Mention], other: Sequence[Mention]) -> tuple[Mention, ...]:
        return tuple({(mention.key, mention.span): mention for mention in (*one, *other)}.values())

    made: dict[tuple[str, str, bool], Act] = {}
    for act in acts:
        key = act.action, name_of(act), act.attempted
        old = made.get(key, act)
        made[key] = replace(
            old,
            patients=both(old.patients, act.patients),
            themes=both(old.themes, act.themes),
            manners=both(old.manners, act.manners),
            times=both(old.times, act.times),
            places=both(old.places, act.places),
            instruments=both(old.instruments, act.instruments),
        )
    return list(made.values())


def _participles() -> Sequence[str]:
    return tuple(words.read("ka", "readings")["participles"])


class _Georgian(_Sentence):
    lang = "ka"

    def __init__(self, reading: Reading, termbase: Termbase, unit: Unit, number: int) -> None:
        super().__init__(reading, termbase, unit, number)
        whole = {act.action for act in self.done if not act.attempted}
        self.tried = [act for act in self.done if act.attempted and act.action in whole]
        self.done = [act for act in self.done if act not in self.tried]

    def _name_of(self, act: Act) -> str:
        return self._by_pattern(act)

    def _by_pattern(self, act: Act) -> str:
        """Return the verbal noun of the pattern that found an act, where there is one and no name."""
        concept = self.termbase.concepts.get(act.action)
        verbs = [one.verb for one in concept.patterns if one.verb] if concept else []
        meeting = [
            one
            for one in self.reading.occurrences.get(self.unit.id, ())
            if one.concept == act.action and one.span.start < act.span.end and act.span.start < one.span.end
        ]
        free = meeting and not any(one.label for one in meeting) and not act.attempted
        sets = [
            one for one in self.markup.alternatives if one.kind == "disjunction" and one.span.holds(act.span)
        ]
        return verbs[0] if free and sets and len(verbs) == 1 else ""

    def _bearer(self, before: str) -> str:
        said = []
        if before and self._each_other() and self.norm.bearer:
            return str(self.data["they"])  # თუ ორი მეტოქე გარბის, მათ ეკრძალებათ
        for one in filter(None, (self.norm.bearer, *self.norm.co_bearers)):
            name = self.label(one.key) if one.key else ""
            if name and self._each_to_other():
                name = (name[:-1] if name.endswith(("ი", "ა")) else name) + "ები"
            said.append(decline(name, "Dat") if name else self.georgian(one.span))
            said[-1] = self._before(one.span, "determiners") + said[-1]
        return listed(said, self.data[self._joint()])

    def _time(self, one: Mention) -> str:
        return self._before(one.span, "since") + self._phrase(one)

    def _phrase(self, one: Mention) -> str:
        return (self.label(one.key) if one.key else "") or self.georgian(one.span)

    def _before(self, span: Span, kind: str) -> str:
        """Return the word that stands right before `span`, with a space, if it is one of a kind; else ""."""
        found = re.search(r"(\w+)\s[„“\"']?$", self.text[self.unit.span.start : span.start])
        return f"{found[1]} " if found and found[1] in self.data[kind] else ""

    def _person(self, one: Mention, before: str) -> str:
        """Return a person with what points at them, and in the plural where the text has several."""
        if self._mutual(one):
            return str(self.data["each-other"])
        name = self._head(one) or self._phrase(one)
        if re.fullmatch(re.escape(name.removesuffix("ი")) + "ები", self.georgian(one.span)):
            name = name.removesuffix("ი") + "ები"
        spoken_of = re.search(rf"\b{re.escape(name.removesuffix('ი'))}(?:მა|მ|ი)?\b", before)
        return (
            self._before(one.span, "determiners") or (f"{self.data['this']} " if spoken_of else "")
        ) + name

    def _head(self, one: Mention) -> str:
        """Return who it is that a relative clause makes the kicker: the clause says more than the name."""
        concept = self.termbase.concepts.get(one.key or "")
        heads = [self.label(each.head) for each in concept.patterns if each.relative] if concept else []
        found = [name for name in heads if name and said_in(name, self.georgian(one.span))]
        return found[0] if found and self._relative() else ""

    def verb(self, act: Act) -> str:
        """Return the verbal noun that the text itself uses, where it is a full name of the action."""
        name = super().verb(act)
        if found := self._by_pattern(act):
            return found
        if act.attempted:
            return f"{decline(self._named_by_text(act, name), 'Gen')} {self.data['attempt']['word']}"
        name = self._named_by_text(act, name)
        return str(self.data["befalls"].get(name, name))

    def _named_by_text(self, act: Act, name: str) -> str:
        concept = self.termbase.concepts.get(act.action)
        for one in self.reading.occurrences.get(self.unit.id, ()):
            meets = (
                one.concept == act.action and one.span.start < act.span.end and act.span.start < one.span.end
            )
            if meets and concept and one.label in concept.names("ka") and one.label not in self.data["short"]:
                return one.label if " " in one.label else self._object_of_set(act) + one.label
        return name

    def _object_of_set(self, act: Act) -> str:
        """Return the object that acts beside it in a set have: ბურთის გადადება, [ბურთის] გადაგორება."""
        beside = [
            one for one in self.markup.alternatives if one.span.holds(act.span) and one.kind != "synonym"
        ]
        for other in self.reading.occurrences.get(self.unit.id, ()):
            words_ = other.label.split()
            if (
                len(words_) == 2
                and words_[0].endswith("ის")
                and any(one.span.holds(other.span) or other.span.holds(act.span) for one in beside)
                and any(other.concept == one.action for one in self.done)
                and other.label not in self.data["government"]
            ):
                return f"{words_[0]} "
        return ""

    def _shaped(self, act: Act, before: str) -> tuple[str, str, str]:
        verb = self.verb(act)
        if not verb:
            return "", self.data["unknown-action"].format(verb=_plain(act.verb)), ""
        shorter = [one for one in act.manners if one.key or "," not in one.text]  # clauses come later
        how = listed([self._phrase(one) for one in shorter], self.data["or"])
        such = self._such(act)
        if such:
            return how, such, ""
        places = list(act.places)
        things = []
        for theme in act.themes:
            modified = self._modifier(theme, places)
            if modified:
                places.remove(modified[0])
                name, participle = self._phrase(theme), modified[1].of(self.text)
                participle += "" if participle.endswith("ი") else "ი"
                things.append(f"{self.georgian(modified[0].span)} {participle} {name}")
            elif not self._in_name(theme, verb):
                things.append(self._thing(theme))
        case = self.data["government"].get(verb) or self.data["government"].get(self.label(act.action))
        persons = [self._person(one, before) if one.key else "" for one in act.patients]
        that = f"{self.data['that']} " if self._relative() else ""
        persons = persons or [self._nobody(verb)]
        named = [f"{that}{one}" for one in persons if one]
        whose, verb = self._objects(named, verb, case) if named and things else ("", verb)
        front, verb = self._objects(things if named and things else [*named, *things], verb, case)
        front = " ".join(filter(None, (whose, front)))  # მეტოქის მაისურის
        verb = self._with_attributes(act, verb)
        if " " in verb:  # მოედნის დატოვება has its place already
            bare = [
                one
                for one in places
                if not self._where(one).removesuffix("ვე").endswith(tuple(self.data["ties"]))
            ]
            places = [one for one in places if one not in bare or self._where(one)[:3] != verb[:3]]
        where = [
            listed([self._where(one) for one in group], self.data["or"])
            for group in self._grouped(places)
            if not all(said_in(self._where(one), verb) or said_in(self._where(one), front) for one in group)
        ]
        # რაქში ბურთის აწევა, but ბურთის რაქშივე მიბრუნება
        near = [one for one in where if one.endswith(tuple(self.data["close"]))]
        far = [one for one in where if one not in near]
        *own, last = verb.split(" ")
        ends = self.data["parted"]["always"] + ([] if case else self.data["parted"]["objects"])
        splits = own and own[-1].endswith(tuple(ends))
        rest = self._rest(act)
        tools = [self.georgian(one.span) for one in act.instruments]
        rest += [one for one in dict.fromkeys(tools) if not any(one in said for said in [*rest, how, verb])]
        inner = [*near, *rest, how]
        around = [*self._pointing(act), *dict.fromkeys(far), front]
        around += [*own, *inner] if splits else inner
        so = self._so(act)
        verb = last if splits else verb
        said = verb + (f": {so}" if so[:1] in _OPENING.values() else f" {so}" if so else "")
        return " ".join(filter(None, around)), said, ""

    def _again(self, act: Act, front: str) -> str:
        """Return the words before the verb with a pronoun for whom the act before it names already."""
        at = next(i for i, one in enumerate(self.done) if one is act)
        keys = [[one.key for one in each.patients] for each in (act, self.done[at - 1])]
        if len(keys[0]) != 1 or keys[0] != keys[1] or act.themes or self._mutual(act.patients[0]):
            return front
        verb = self.verb(act)
        case = self.data["government"].get(verb) or self.data["government"].get(self.label(act.action), "Gen")
        name = self._person(act.patients[0], "")
        that = f"{self.data['that']} " if self._relative() else ""
        return front.replace(decline(f"{that}{name}", case), self.data["pronoun"][case], 1)

    def _attempts(self) -> Sequence[str]:
        """Return the attempt at the acts, where the text adds it: არც ამას ეცადოს."""
        data = self.data["attempt"]
        return [f"{data['its']} {data['word']}"] if self.tried else []

    def _parted(self) -> bool:
        return bool(self._narrowed()) and self._narrowed() in self.acts("")

    def _narrowed(self) -> str:
        return self._relative()

    def _such(self, act: Act) -> str:
        """Return "to do such a thing that …", where the text tells the act by what comes of it."""
        data = self.data["such"]
        if act.verb not in data["verbs"]:
            return ""
        body = self.unit.body
        clause = re.compile(rf"[^,.;:]*(,\s{data['clause']}\b[^.;:]*)").match(
            self.text, act.span.end, body.end
        )
        if not clause or data["word"] not in self.text[body.start : clause.start(1)]:
            return ""
        return f"{data['said']}, {self.georgian(Span(clause.start(1) + 1, clause.end()))}"

    def _pointing(self, act: Act) -> list[str]:
        """Return words that point back to what was said: ასე, მათში (not where the place itself is named)."""
        low, high = self._range(act)
        named = [one for one in (*act.places, *act.themes) if one.span.of(self.text).endswith("ში")]
        found = re.findall(r"(?<![\w\[])\w+(?![\w\]])", self.text[low:high])
        back = [one for one in found if one in self.data["back"]]
        return back + [one for one in found if one in self.data["pointing"] and not named]

    def _with_attributes(self, act: Act, verb: str) -> str:
        """Return the verbal noun with what the text says of its own object: ზოგადი შენიშვნის მიცემა."""
        noun, _, others = verb.partition(" ")
        named = all(self._in_name(theme, verb) for theme in act.themes)
        if not others or not noun.endswith(("ის", "ოს")) or not named:
            return verb
        low, high = self._range(act)
        # the last consonants may differ from case to case only in their ending
        heads = re.finditer(rf"\b{re.escape(noun[:-2])}(ები|ი|ა|ს|ის|ების|ებს)?(?!\w)", self.text[low:high])
        told = self._told()
        for head in heads:
            start = low + head.start()
            words_: list[str] = []
            for word in reversed(list(re.finditer(r"\S+", self.text[low:start]))):
                span = Span(low + word.start(), low + word.end())
                bare = word[0].strip("[]")
                if not re.fullmatch(r"[\w-]+", bare) or not self._left(bare, span, told, act):
                    break
                words_.insert(0, bare)
            if (head[1] or "").startswith("ებ"):
                noun = noun.removesuffix("ის") + "ების"
            return " ".join([*words_, noun, others])
        return verb

    def _in_name(self, theme: Mention, verb: str) -> bool:
        """Tell whether the verbal noun begins with a thing: წესის დარღვევა."""
        first, _, others = verb.partition(" ")
        return bool(others) and first == decline(self._phrase(theme), "Gen")

    def _nobody(self, verb: str) -> str:
        """Return the word for whom an act is done to, where the text names no one: each other, or others."""
        if self._each_other():
            return str(self.data["each-other"])
        return str(self.data["others"]["word"]) if verb in self.data["others"]["verbs"] else ""

    def _each_other(self) -> bool:
        """Tell whether the sentence says "each other"."""
        span = next(
            (one for one in cut(self.text, self.unit.body) if self.norm.acts[0].span.start < one.end), None
        )
        return span is not None and str(self.data["each-other"])[:-1] in span.of(self.text)

    def _thing(self, theme: Mention) -> str:
        """Return a thing by name; qualities with the noun that they are of: ერთი და იგივე ან მსგავსი წესი."""
        for one in self.markup.alternatives:
            noun = re.match(r"[“”'\"]?\s(\w+ი)(?=[\s.,;])", self.text[one.span.end :])
            if one.span.holds(theme.span) and noun:
                return self.georgian(Span(one.span.start, one.span.end + noun.end()))
        return self._phrase(theme)

    def _so(self, act: Act) -> str:
        """Return the clause that says how far the last act is meant (ისე, რომ …), or what is called out."""
        span = self._so_span(act)
        if span:
            return self.georgian(span)
        called = _UTTERANCE.search(self.text, act.span.end, self.unit.span.end)
        near = called and not re.search(r"\w", self.text[act.span.end : called.start()])
        return called[0] if called and near else ""

    def _so_span(self, act: Act) -> Span | None:
        if act is not self.done[-1]:
            return None
        openers = "|".join(map(re.escape, self.data["so-that"]))
        found = re.compile(rf"(?:{openers})[^.;]*?(?=\s--|[.;])").search(
            self.text, act.span.end, self.unit.span.end
        )
        return Span(*found.span()) if found else None

    def _rest(self, act: Act) -> list[str]:
        """Return the phrases around an act that no fact has but that narrow it: თავით, ბურთიანის შებოჭვაში.

        Of the words that nothing else in the sentence tells, those stay whose phrase ends in a case or a
        postposition that ties it to a verb. What stands before the first act is its own.
        """
        acts, text = self.done, self.text
        at = next(i for i, one in enumerate(acts) if one is act)
        members = [one for one in self.markup.alternatives if one.span.holds(act.span)]
        if at + 1 < len(acts) and any(
            one.span.holds(acts[at + 1].span) for one in members if one.kind != "synonym"
        ):
            return self._rest(acts[at + 1])  # დააგდოს | გადადოს ბურთი ხელით: what follows the set is of all
        low, high = self._range(act)
        told = self._told()
        found: list[str] = []
        group: list[Span] = []
        for word in re.finditer(r"[\w\[\]-]+|[^\w\s]|$", text[:high]):
            if word.start() < low:
                continue
            span = Span(*word.span())
            if self._left(word[0], span, told, act):
                group.append(span)
            elif word[0] not in _SIGNS:
                while group and self._is_thing(group[0]):
                    group = group[1:]  # a thing that the norm does not tell of, not a part of the phrase
                if group and group[-1].of(text).rstrip("]").endswith(tuple(self.data["ties"])):
                    found.append(self._with_set(Span(group[0].start, group[-1].end), act))
                group = []
        return list(dict.fromkeys(found))

    def _range(self, act: Act) -> Span:
        """Return where in its sentence the text speaks of this act and of no other."""
        acts = self.done
        at = next(i for i, one in enumerate(acts) if one is act)
        own = next(
            (one for one in cut(self.text, self.unit.body) if one.start <= act.span.start < one.end), None
        )
        if own is None:
            return Span(act.span.start, act.span.start)
        ends = [self._end_of(acts[i], acts[i + 1].span.start) for i in range(len(acts) - 1)] + [own.end]
        return Span(ends[at - 1] if at else own.start, ends[at])

    def _end_of(self, act: Act, following: int) -> int:
        """Return where what belongs to an act ends, before the next: at a dash, comma, bar or „და“."""
        found = re.search(r"\||--|,|\b(?:და|არც|ან|ანაც)\b", self.text[act.span.end : following])
        return act.span.end + found.start() if found else act.span.end

    def _left(self, word: str, span: Span, told: Sequence[Span], act: Act) -> bool:
        """Tell whether nothing says a word yet."""
        return (
            re.match(r"[\w\[]", word) is not None
            and word.strip("[]") not in self.data["small"]
            and not any(one.start < span.end and span.start < one.end for one in told)
            and not any(
                said_in(form, self.verb(act)) for form in (_plain(word), re.sub(r"\[.*?\]", "", word))
            )
        )

    def _is_thing(self, span: Span) -> bool:
        named = self.reading.occurrences.get(self.unit.id, ())
        return span.of(self.text).endswith("ი") and any(one.span == span for one in named)

    def _with_set(self, span: Span, act: Act) -> str:
        """Return the words at `span`; where they are alternatives of one set, the whole set."""
        for one in self.markup.alternatives:
            if not one.span.holds(act.span) and one.span.start < span.end and span.start < one.span.end:
                span = Span(min(span.start, one.span.start), max(span.end, one.span.end))
        return self.georgian(span)

    def _told(self) -> list[Span]:
        """Return the places of what the sentence says already, of glosses and of other norms."""
        norm = self.norm
        told = [*norm.conditions, *norm.exceptions, *norm.provisos]
        told += [one.span for one in (norm.bearer, *norm.co_bearers) if one]
        told += [one for one in (norm.cue, self._relative_clause(), self._so_span(self.done[-1])) if one]
        which = rf",\s(?:{'|'.join(self.data['clauses'])})[^.;,]*?(?=\s--|[.;,])"
        body = self.unit.body
        told += [Span(*found.span()) for found in re.compile(which).finditer(self.text, body.start, body.end)]
        for act in norm.acts:
            mentions = (*act.patients, *act.themes, *act.manners, *act.times)
            told += [act.span, *(one.span for one in mentions), *map(self._whole_place, act.places)]
        told += [one.span for one in self.markup.brackets if one.kind == "gloss"]
        told += [other.span for other in self.reading.norms[self.unit.id] if other is not norm]
        return told

    def _objects(self, names: Sequence[str], verb: str, case: str | None) -> tuple[str, str]:
        """Return the objects in their case, and the verb: a modifier may go before the object it holds."""
        said = []
        for name in dict.fromkeys(filter(None, names)):
            head = re.sub("ები$", "ი", name.split()[-1])
            first, _, others = verb.partition(" ")
            inside = next((one for one in ("Gen", "Ins") if others and first == decline(head, one)), None)
            if inside:  # ბურთის მიბრუნება: the verb's own words have the object
                verb = f"{decline(name, inside)} {others}"
            elif not said_in(head, verb):
                said.append(decline(name, case or "Gen"))
        holds_object = case is None and any(word.endswith(("ის", "ოს")) for word in verb.split()[:-1])
        return ("" if holds_object else listed(said, self.data["or"])), verb

    def _where(self, one: Mention) -> str:
        return self.georgian(self._whole_place(one))

    def _whole_place(self, one: Mention) -> Span:
        """Return a place with the words that its postposition rules: თამაშ-გარეს ხაზის უკან, გავაზე დაბლა."""
        (start, end), text = one.span, self.text
        after = re.match(r"(?:\s\[[^\]]*\])?\s(\w+)", text[end:])
        if after and after[1] in self.data["postpositions"]:
            end += after.end()
        if one.span.of(text) in self.data["postpositions"]:
            front = text[self.unit.span.start : start].rstrip()
            opening = _OPENING.get(front[-1:])
            begin = front.rfind(opening, 0, -1) if opening else max(front.rfind(" "), front.rfind("[")) + 1
            if begin >= 0 and front[begin:].rstrip("“”'\"").endswith("ს"):
                start = self.unit.span.start + begin
        own = self._before(Span(start, end), "own")
        return Span(start - len(own), end)

    def _relative(self) -> str:
        clause = self._relative_clause()
        return ", " + self.georgian(Span(clause.start + 1, clause.end)) if clause else ""

    def _relative_clause(self) -> Span | None:
        pattern = re.compile(rf"[“”'\"]?,\s(?:{'|'.join(self.data['relative'])})[^.;:|]*?(?=\s--|[.;:])")
        for act in self.norm.acts:
            for one in act.patients:
                found = pattern.match(self.text, one.span.end)
                if found and found.end() <= self.unit.span.end:
                    return Span(found.start(), found.end())
        return None

    def _qualifications(self, kind: str) -> Iterator[tuple[bool, str]]:
        first = min(act.span.start for act in self.norm.acts)
        for span in getattr(self.norm, f"{kind}s"):
            yield span.start < first, self.georgian(span)

    def _quoted(self) -> str:
        span = self._sentence_of(self.text, self.unit.body)
        return _ended(self.georgian(span)) if span else ""


class _English(_Sentence):
    lang = "en"

    def _rule(self) -> str:
        rendered = self._rendered()
        if rendered or all(act.known for act in self.norm.acts):
            return rendered or super()._rule()
        return self._nothing_known()

    def _rendered(self) -> str:
        """Return the rendering's own sentence, where it is this norm's alone and says its facts; else "".

        It must have the bearer, the word of duty and every act of the norm: then nothing is lost by using it,
        and what no fact has ("in tackling the ball-carrier") is kept. An item goes on from its chapeau.
        """
        said, norm = self._expression, self.norm
        if said is None or not self._own_part() or not self.unit.body.holds(norm.acts[0].span):
            return ""
        end = said.sanction.start if said.sanction else len(said.text)
        span = self._sentence_of(said.text, Span(0, end))
        text = self._english(span) if span else ""
        above = self.reading.english.get(self.unit.parent or "")
        if above and above.text.rstrip().endswith(":"):
            chapeau = resolve(above.text, Span(0, len(above.text)), (above.markup,), self.data["or"])
            text = f"{chapeau.rstrip(':')} {text}"
        text = re.sub(rf"^(?:{'|'.join(self.data['joints'])}) ", "", text)
        # two whole prohibitions hold both: to keep one is not enough
        text = text.replace(f" {self.data['or']} must not ", f" {self.data['and']} must not ")
        named = {one.concept for one in said.occurrences}
        if not all(act.action in named for act in self.done if act.known):
            return ""
        if not re.search(self.data["duty"][norm.modality], text):
            return ""
        if norm.bearer is None or self.label(norm.bearer.key or "-") not in text.lower():
            return ""
        return _ended(re.sub(r" – (\w+)", partial(self._dash, text), text))

    def _nothing_known(self) -> str:
        """Return who must or may, and the Georgian words, for a rule of which no act is told."""
        clause = _Georgian(self.reading, self.termbase, self.unit, self.number)._quoted().rstrip(".")
        modal = self.data["modal" if self.norm.bearer else "nobody"][self._modality()]
        return str(
            self.data["unknown-rule"].format(bearer=self._whoever(""), modal=modal, clause=clause)
        ).strip()

    def _dash(self, text: str, found: re.Match[str]) -> str:
        """Return what stands for a dash: a comma, or nothing between the verbs and their object."""
        inside = re.search(r"\b(?:must|may)\b", text[: found.start()]) and found[1] not in self.data["joints"]
        return f" {found[1]}" if inside else f", {found[1]}"

    @property
    def _expression(self) -> Expression | None:
        return self.reading.english.get(self.unit.id)

    def _english(self, span: Span) -> str:
        said = self.reading.english[self.unit.id]
        return resolve(said.text, span, (said.markup,), self.data["or"])

    def _named(self, key: str, before: str) -> str:
        """Return a concept's name with its article: `the` also for what was spoken of before."""
        name = self.label(key)
        if not name or key in self.data["bare"]:
            return name
        known = key in self.data["the"] or re.search(rf"\b{re.escape(name)}\b", before)
        return f"{'the' if known else 'an' if name[0] in self.data['an'] else 'a'} {name}"

    def _bearer(self, before: str) -> str:
        said = []
        if self.norm.bearer and self._each_to_other():
            return self.label(self.norm.bearer.key or "") + "s"  # opponents … each other
        for one in filter(None, (self.norm.bearer, *self.norm.co_bearers)):
            named = self._named(one.key, before) if one.key else ""
            said.append(named or f"“{self.georgian(one.span)}”")
        return listed(said, self.data[self._joint()])

    def _time(self, one: Mention) -> str:
        return (self.label(one.key) if one.key else "") or str(self.data["unknown-time"])

    def _shaped(self, act: Act, before: str) -> tuple[str, str, str]:
        verb = self.label(act.action) if act.known else ""
        if not verb:
            return "", self.data["unknown-action"].format(verb=_plain(act.verb)), ""
        manners = [self.label(one.key) for one in act.manners if one.key]
        adverb = manners[0] if len(manners) == 1 and re.fullmatch(r"\w+ly", manners[0]) else ""
        places = list(act.places)
        more = []
        for theme in act.themes:
            modified = self._modifier(theme, places)
            if modified:
                places.remove(modified[0])
                more.append(self._participle_clause(theme))
        where = [
            listed([self._where(one) for one in group], self.data["or"]) for group in self._grouped(places)
        ]
        after = [
            self._object(act, verb, before),
            *more,
            self._instrument(act, verb),
            "" if adverb else listed(manners, self.data["or"]),
            *(self._without_twice(verb, one) for one in dict.fromkeys(where) if one and one not in verb),
        ]
        hoisted = self._hoisted(adverb)
        if act.attempted:
            hoisted = f"{self.data['attempt']} {hoisted}".strip()
        return hoisted, _their(verb), _their(" ".join(filter(None, after)))

    def _without_twice(self, verb: str, place: str) -> str:
        """Return a place without the preposition that its verb ends in: fall on, the ball."""
        first, _, rest = place.partition(" ")
        return rest if first == verb.split()[-1] else place

    def _instrument(self, act: Act, verb: str) -> str:
        """Return with what an act is done, where its verb does not say so."""
        named = [
            self._named(one.key, "") for one in act.instruments if one.key and self.label(one.key) not in verb
        ]
        data = self.data["instrument"]
        front = data["on"] if verb in data["verbs"] else data["with"]
        return f"{front} {listed(named, self.data['or'])}" if named else ""

    def _hoisted(self, adverb: str) -> str:
        """Return an adverb to stand before the verb; "" where all acts share it: it stands before all."""
        return "" if adverb and adverb == self._shared() else adverb

    def _shared(self) -> str:
        found = {tuple(one.key for one in act.manners) for act in self.norm.acts}
        if len(found) != 1 or len(self.norm.acts) < 2:
            return ""
        keys = next(iter(found))
        name = self.label(keys[0] or "") if len(keys) == 1 else ""
        return name if re.fullmatch(r"\w+ly", name) else ""

    def acts(self, before: str = "") -> str:
        return " ".join(filter(None, (self._shared(), super().acts(before))))

    def _object(self, act: Act, verb: str, before: str) -> str:
        if " " in verb and verb.split()[-1] not in self.data["particles"]:
            return ""
        if any(map(self._mutual, act.patients)):
            front = self.data["prepositions"].get(verb.split()[0], "")
            return f"{front} {self.data['each-other']}".strip()
        groups = [
            listed([self._named(key, before) for key in keys if self.label(key) not in verb], self.data["or"])
            for keys in ([one.key for one in some if one.key] for some in (act.themes, act.patients))
        ]
        said = f" {self.data['as-regards']} ".join(filter(None, groups)) or (
            self.data["anyone"]["word"]
            if verb in self.data["anyone"]["verbs"]
            and self.norm.modality == "prohibition"
            and not any(each.patients for each in self.norm.acts)
            else ""
        )
        front = self.data["prepositions"].get(verb.split()[0], "")
        return f"{front} {said}".strip() if said else ""

    def _found(self, key: str | None) -> Iterator[Span]:
        """Yield the places of a concept in the English of the unit."""
        if self._expression and key:
            yield from (one.span for one in self._expression.occurrences if one.concept == key)

    def _participle_clause(self, theme: Mention) -> str:
        """Return "coming out of the ruck" after "the ball", as the English has it."""
        said = self._expression
        for span in self._found(theme.key):
            clause = re.compile(r"[”]?,?\s(?:\w+ing|once)\b[^.,;:]*?(?=\s--|[.,;:])").match(
                said.text if said else "", span.end
            )
            if clause:
                return self._english(Span(clause.start(), clause.end()))
        return ""

    def _where(self, one: Mention) -> str:
        """Return a place as the English has it, with its preposition; else its name where that holds one."""
        said = self._expression
        known = self.data["places"]
        for found in self._found(one.key):
            text = said.text if said else ""
            start, end = found
            for word in reversed(list(re.finditer(r"[\w-]+", text[:start]))):
                small = word[0].lower() in (*known, "the", "a", "an")
                if not small or re.search(r"[.,;:|-]", text[word.end() : start]):
                    break
                start = word.start()
            start = next(m.start() for m in re.finditer(r"\w", text[start:end])) + start
            if text[found.start : found.end].lower() in known:
                following = [o.span for o in said.occurrences if found.end <= o.span.start] if said else []
                if following and re.fullmatch(
                    r"[\s“”]*(?:the|a|an)?[\s“”]*", text[found.end : following[0].start]
                ):
                    end = following[0].end
            if text[start:end].split()[0].lower() in known:
                return self._english(Span(start, end))
        return self._put(one)

    def _put(self, one: Mention) -> str:
        """Return a place by its name, with the preposition that its Georgian ending asks for."""
        name = self.label(one.key) if one.key else ""
        if name.split()[:1] and name.split()[0] in self.data["places"]:
            named = [
                other
                for other in self.reading.occurrences.get(self.unit.id, ())
                if other.kind in ("term", "place")
                and not self.text[other.span.end : one.span.start].strip("“”’' ")
                and other.span.end < one.span.start
            ]
            return f"{name} {self._named(named[-1].concept, '')}" if named and " " not in name else name
        word = re.sub(r"[^\w]+$", "", self.text[one.span.start : one.span.end])
        for ending, preposition in self.data["endings"].items():
            if name and word.removesuffix("ვე").endswith(ending):
                return f"{preposition} {self._named(one.key or '', '')}"
        return ""

    def _relative(self) -> str:
        said = self._expression
        if said is None:
            return ""
        pattern = re.compile(rf"[”]?\s(?:{'|'.join(self.data['relative'])})\b[^.,;:]*?(?=\s--|[.,;:])")
        for key in {one.key for act in self.norm.acts for one in act.patients}:
            for span in self._found(key):
                clause = pattern.match(said.text, span.end)
                if clause:
                    return " " + self._english(Span(clause.start(), clause.end()))
        return ""

    def _qualifications(self, kind: str) -> Iterator[tuple[bool, str]]:
        said = self._expression
        there = sorted(getattr(said, f"{kind}s")) if said else []
        everywhere = sorted(
            {span for norm in self.reading.norms[self.unit.id] for span in getattr(norm, f"{kind}s")}
        )
        for span in getattr(self.norm, f"{kind}s"):
            if said is None or len(there) != len(everywhere) or span not in everywhere:
                yield False, self.data[f"unknown-{kind}"]
                continue
            english = there[everywhere.index(span)]
            sentence = next(one for one in cut(said.text, Span(0, len(said.text))) if english.start < one.end)
            front = not re.search(r"\b(must|may)\b", said.text[sentence.start : english.start])
            words_ = self._english(english)
            yield front, words_ if front else lower(words_)

    def _quoted(self) -> str:
        said = self._expression
        if said is None:
            return ""
        end = said.sanction.start if said.sanction else len(said.text)
        span = self._sentence_of(said.text, Span(0, end))
        return _ended(re.sub(r" – (\w+)", self._comma, self._english(span))) if span else ""

    def _comma(self, found: re.Match[str]) -> str:
        return f" {found[1]}" if found[1] in self.data["closers"] else f", {found[1]}"

    def _defining(self) -> str:
        """Return the acts in the words of the rendering, else as they are said here."""
        found = re.search(r"\bmust not (.*?)\.?$", self._rendered())
        return found[1] if found else super()._defining()


def limited(norm: Norm) -> bool:
    """Tell whether a permission has a limit that can be passed: a proviso, a place, “only” or a condition."""
    return bool(norm.provisos or norm.only or norm.conditions or any(act.places for act in norm.acts))


def said_in(words_: str, phrase: str) -> bool:
    """Tell whether a phrase already has the (Georgian) words, in whichever case."""
    stems = [word[:-1] if len(word) > 3 else word for word in words_.split()]
    return bool(stems) and all(any(word.startswith(stem) for word in phrase.split()) for stem in stems)


def _ended(text: str) -> str:
    return text if re.search(r"[.!?][“”\"]?$", text) else text + "."


def _their(text: str) -> str:
    return text.replace("one's", "their")


def capital(text: str) -> str:
    """Return `text` with its first Latin letter raised; Georgian has no capitals to begin a sentence with."""
    return re.sub(r"^([“”\"]?)([a-z])", lambda m: m[1] + m[2].upper(), text)


def lower(text: str) -> str:
    """Return `text` with its first letter lowered."""
    return text[:1].lower() + text[1:]
