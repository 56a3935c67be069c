"""Verbalize: takes a reading and the termbase, gives one plain sentence a norm in Georgian and in English.

Who must, must not or may do what, to whom, how, when and where, on which condition, and at what price. The
sentences are made from the facts of the norm, not copied from the clause, so they show how it was read; only
conditions, exceptions, provisos and definitions are quoted, their notation resolved. Templates and the
words' government are data in `lang/…/readings.yml`. What a fact lacks in a language is left out or said to
be lacking.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tsesi import lang as words
from tsesi.model import Act, Expression, Lang, Markup, Mention, Norm, Reading, Span, Termbase, Unit

_QUOTES = re.compile(r"[„“”\"'‘’«»]")


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
    text = re.sub(r"\s+", " ", _QUOTES.sub("", text)).replace(" -- ", " – ")
    return re.sub(r" ([,.;:])", r"\1", text).strip(" –,;")


def listed(parts: Sequence[str], last: str) -> str:
    """Return `a, b or c`."""
    parts = [part for part in dict.fromkeys(parts) if part]
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


# --- declension ---------------------------------------------------------------------------------------------


def decline(phrase: str, case: str) -> str:
    """Return a Georgian noun phrase, given in the nominative, in `Dat`, `Gen` or with a postposition.

    `case` may carry the postposition: `Dat/ზე`.

    The last word is declined, with what `და` joins to it; an adjective in -ი before a dative loses it.
    """
    case, _, after = case.partition("/")
    *front, head = phrase.split()
    if not front and not head:
        return phrase
    made = [_adjective(word, case) if word != "და" else word for word in front]
    for place, word in enumerate(front[1:], 1):
        if word == "და":  # თავი და ბეჭები: both stand in the case
            made[place - 1] = _noun(front[place - 1], case)
    end = _noun(head, case) + after
    return " ".join([*made, end.replace("სში", "ში").replace("სზე", "ზე") if case == "Dat" else end])


def _noun(word: str, case: str) -> str:
    if word.endswith("ი"):
        return word[:-1] + ("ს" if case == "Dat" else "ის")
    if word.endswith(("ა", "ე")) and case == "Gen":
        return word[:-1] + "ის"
    return word + "ს"


def _adjective(word: str, case: str) -> str:
    return word[:-1] if case == "Dat" and word.endswith("ი") and len(word) > 2 else word


# --- sentences ----------------------------------------------------------------------------------------------


class _Sentence:
    """One norm on its way into a sentence."""

    lang: Lang

    def __init__(self, reading: Reading, termbase: Termbase, unit: Unit, number: int) -> None:
        self.reading = reading
        self.termbase = termbase
        self.unit = unit
        self.number = number
        self.norm: Norm = reading.norms[unit.id][number - 1]
        self.text = reading.document.text
        self.data: Mapping[str, Any] = words.read(self.lang, "readings")

    # --- what each language says in its own way ---

    def bearer(self) -> str:
        raise NotImplementedError

    def acts(self) -> str:
        raise NotImplementedError

    def times(self) -> Iterator[str]:
        raise NotImplementedError

    def qualifications(self, kind: str) -> Iterator[tuple[bool, str]]:
        """Yield (whether it stands before the rule, words)."""
        raise NotImplementedError

    def definition(self) -> str:
        raise NotImplementedError

    def relative(self) -> str:
        """Return the relative clause that narrows the person to whom it is done, with its comma."""
        raise NotImplementedError

    # --- the frame ---

    def sentence(self) -> str:
        """Return the sentence, with what a breach costs."""
        norm = self.norm
        if norm.modality == "constitutive" or not norm.acts:
            said = self.definition()
        else:
            before = list(self.times())
            after: list[str] = []
            for kind in ("exception", "condition", "proviso"):
                for front, text in self.qualifications(kind):
                    (before if front else after).append(text)
            said = self.data["sentence"].format(
                before="".join(f"{one}, " for one in before),
                bearer=self.bearer(),
                modal=self._modal(),
                acts=self.acts(),
                after=self.relative() + "".join(f", {one}" for one in after),
            )
        return " ".join(filter(None, (capital(re.sub(r"\s+", " ", said).strip()), self._price())))

    def _modal(self) -> str:
        table = self.data["modal"] if self.norm.bearer else self.data["nobody"]
        return str(
            table["only" if self.norm.only and self.norm.modality == "permission" else self.norm.modality]
        )

    def _price(self) -> str:
        found = self.reading.sanctions.get(self.unit.id)
        if found is None or found.scope not in ("own", "group") or self.number not in found.breaches:
            return ""
        name = "limit-sanction" if self.norm.modality == "permission" else "sanction"
        if found.scope == "group" and name == "sanction":
            name = "group-sanction"
        costs = [self.label(key) for key in found.kinds]
        joined = listed(costs, self.data["or" if found.choice else "and"])
        return str(self.data[name].format(sanction=joined, where=found.declared_in or self.unit.id))

    def joined(self, acts: Sequence[str]) -> str:
        """Return the acts as the norm combines them."""
        norm = self.norm
        if norm.combined == "together":
            return f" {self.data['together']} ".join(acts)
        every = norm.combined == "each" and norm.modality == "obligation"
        return listed(acts, self.data["and" if every else "or"])

    def label(self, key: str) -> str:
        """Return the preferred name of a concept, or "" where the termbase has none."""
        concept = self.termbase.concepts.get(key)
        return (concept.names(self.lang) or ("",))[0] if concept else ""

    def georgian(self, span: Span) -> str:
        """Return Georgian words with their notation resolved."""
        return resolve(self.text, span, self.reading.markup.values(), words.read("ka", "readings")["or"])


class _Georgian(_Sentence):
    lang = "ka"

    def bearer(self) -> str:
        one = self.norm.bearer
        if one is None:
            return ""
        return (
            decline(self.label(one.key), "Dat")
            if one.key and self.label(one.key)
            else self.georgian(one.span)
        )

    def times(self) -> Iterator[str]:
        yield from dict.fromkeys(self._phrase(one) for act in self.norm.acts for one in act.times)

    def acts(self) -> str:
        shaped = [self._act(act) for act in self.norm.acts]
        made = []
        for around, same in groupby(shaped, key=lambda pair: pair[0]):
            verbs = [verb for _, verb in same]
            together = self.norm.combined == "together"
            verb = f" {self.data['together']} ".join(verbs) if together else listed(verbs, self._joint())
            made.append(" ".join(filter(None, (around, verb))))
        return self.joined(made)

    def _joint(self) -> str:
        every = self.norm.combined == "each" and self.norm.modality == "obligation"
        return str(self.data["and" if every else "or"])

    def _act(self, act: Act) -> tuple[str, str]:
        verb = self.label(act.action) if act.known else ""
        if not verb:
            verb = self.data["unknown-action"].format(verb=_plain(act.verb))
        places = [self.georgian(one.span) for one in act.places]
        manners = listed([self._phrase(one) for one in act.manners], self.data["or"])
        return " ".join(filter(None, (*places, self._object(act, verb), manners))), verb

    def _object(self, act: Act, verb: str) -> str:
        case = self.data["government"].get(verb)
        complete = case is None and any(word.endswith(("ის", "ოს")) for word in verb.split()[:-1])
        if complete or not act.known:
            return ""
        said = []
        for one in (*act.patients, *act.themes):
            name = self.label(one.key) if one.key else ""
            if name and not set(name.split()) & set(verb.split()):
                said.append(decline(name, case or "Gen"))
            elif not name:
                said.append(self.georgian(one.span))
        return listed(said, self.data["or"])

    def _phrase(self, one: Mention) -> str:
        return (self.label(one.key) if one.key else "") or self.georgian(one.span)

    def relative(self) -> str:
        for act in self.norm.acts:
            for one in act.patients:
                if one.key and "რომ" in self.text[one.span.start : one.span.end]:
                    continue  # the clause is a part of the mention itself
                found = re.compile(rf",\s(?:{'|'.join(self.data['relative'])})[^.;:|]*?(?=\s--|[.;:])").match(
                    self.text, one.span.end
                )
                if found and found.end() <= self.unit.span.end:
                    return ", " + self.georgian(Span(found.start() + 1, found.end()))
        return ""

    def qualifications(self, kind: str) -> Iterator[tuple[bool, str]]:
        first = min(act.span.start for act in self.norm.acts)
        for span in getattr(self.norm, f"{kind}s"):
            yield span.start < first, self.georgian(span)

    def definition(self) -> str:
        before = self._same_sentence()
        if before is not None and self.norm.defines:
            term = self.label(self.norm.defines.key or "") or self.georgian(self.norm.defines.span)
            return str(self.data["definition"].format(term=term, acts=before.acts()))
        return self.georgian(self._whole(self.norm.span)) + "."

    def _same_sentence(self) -> _Georgian | None:
        """Return the norm before this one where both stand in one sentence: "… — that is a spear tackle"."""
        if self.number == 1:
            return None
        other = self.reading.norms[self.unit.id][self.number - 2]
        between = self.text[other.span.start : self.norm.span.start]
        if not other.acts or re.search(r"[.;]\s", between):
            return None
        return _Georgian(self.reading, self.termbase, self.unit, self.number - 1)

    def _whole(self, span: Span) -> Span:
        return Span(span.start, span.start + len(span.of(self.text).rstrip(" .;")))


class _English(_Sentence):
    lang = "en"

    @property
    def _expression(self) -> Expression | None:
        return self.reading.english.get(self.unit.id)

    def english(self, span: Span, unit: str | None = None) -> str:
        """Return English words of the unit with their notation resolved."""
        said = self.reading.english[unit or self.unit.id]
        return resolve(said.text, span, (said.markup,), self.data["or"])

    def named(self, key: str) -> str:
        """Return a concept's name with its article."""
        name = self.label(key)
        if not name or key in self.data["bare"]:
            return name
        article = "the" if key in self.data["the"] else "an" if name[0] in self.data["an"] else "a"
        return f"{article} {name}"

    def bearer(self) -> str:
        one = self.norm.bearer
        if one is None:
            return ""
        return self.named(one.key) if one.key and self.label(one.key) else f"“{self.georgian(one.span)}”"

    def times(self) -> Iterator[str]:
        yield from dict.fromkeys(
            self.label(one.key)
            for act in self.norm.acts
            for one in act.times
            if one.key and self.label(one.key)
        )

    def acts(self) -> str:
        shaped = [self._act(act) for act in self.norm.acts]
        made = []
        for around, same in groupby(shaped, key=lambda triple: (triple[0], triple[2])):
            verbs = [verb for _, verb, _ in same]
            every = self.norm.combined == "each" and self.norm.modality == "obligation"
            together = self.norm.combined == "together"
            verb = (
                f" {self.data['together']} ".join(verbs)
                if together
                else listed(verbs, self.data["and" if every else "or"])
            )
            made.append(" ".join(filter(None, (around[0], verb, around[1]))))
        return self.joined(made)

    def _act(self, act: Act) -> tuple[str, str, str]:
        """Return what stands before the verb, the verb, and what stands after it."""
        verb = self.label(act.action) if act.known else ""
        if not verb:
            return "", self.data["unknown-action"].format(verb=_plain(act.verb)), ""
        manners = [self.label(one.key) for one in act.manners if one.key]
        adverb = manners[0] if len(manners) == 1 and re.fullmatch(r"\w+ly", manners[0]) else ""
        after = [self._object(act, verb)]
        if not adverb:
            after.append(listed(manners, self.data["or"]))
        after += [self._place(one) for one in act.places]
        return adverb, _their(verb), _their(" ".join(filter(None, after)))

    def _object(self, act: Act, verb: str) -> str:
        if " " in verb and verb.split()[-1] not in self.data["particles"]:
            return ""
        said = listed(
            [self.named(one.key) for one in (*act.patients, *act.themes) if one.key], self.data["or"]
        )
        before = self.data["prepositions"].get(verb.split()[0], "")
        return f"{before} {said}".strip() if said else ""

    def _place(self, one: Mention) -> str:
        """Return a place as the English has it, with its preposition; else its name where that holds one."""
        said = self._expression
        if said and one.key:
            for found in said.occurrences:
                if found.concept == one.key:
                    start = found.span.start
                    for word in reversed(list(re.finditer(r"[\w-]+", said.text[:start]))):
                        known = word[0].lower() in (*self.data["places"], "the", "a", "an")
                        if not known or "," in said.text[word.end() : start]:
                            break
                        start = word.start()
                    if said.text[start:].split()[0].lower() in self.data["places"]:
                        return self.english(Span(start, found.span.end))
        name = self.label(one.key) if one.key else ""
        return name if name.split()[:1] and name.split()[0] in self.data["places"] else ""

    def relative(self) -> str:
        said = self._expression
        if said is None:
            return ""
        keys = {one.key for act in self.norm.acts for one in act.patients}
        for found in said.occurrences:
            if found.concept in keys:
                clause = re.compile(
                    rf"[”]?\s(?:{'|'.join(self.data['relative'])})\b[^.,;:]*?(?=\s--|[.,;:])"
                ).match(said.text, found.span.end)
                if clause:
                    return " " + self.english(Span(clause.start(), clause.end()))
        return ""

    def qualifications(self, kind: str) -> Iterator[tuple[bool, str]]:
        spans = getattr(self.norm, f"{kind}s")
        said = self._expression
        there = getattr(said, f"{kind}s") if said else ()
        everywhere = sorted(
            {span for norm in self.reading.norms[self.unit.id] for span in getattr(norm, f"{kind}s")}
        )
        for span in spans:
            if said and len(there) == len(everywhere) and span in everywhere:
                english = there[everywhere.index(span)]
                modal = re.search(r"\b(must|may)\b", said.text)
                front = modal is not None and english.start < modal.start()
                yield front, lower(self.english(english)) if not front else self.english(english)
            else:
                yield False, self.data[f"unknown-{kind}"]

    def definition(self) -> str:
        norm, said = self.norm, self._expression
        georgian = _Georgian(self.reading, self.termbase, self.unit, self.number)
        before = georgian._same_sentence()
        if before is not None and norm.defines:
            other = _English(self.reading, self.termbase, self.unit, self.number - 1)
            term = self.label(norm.defines.key or "") or georgian.georgian(norm.defines.span)
            return str(self.data["definition"].format(term=term, acts=other.acts()))
        if said is None:
            return ""
        end = said.sanction.start if said.sanction else len(said.text)
        english = _cut(said.text, Span(0, end))
        body = _cut(self.text, self.unit.body)
        place = next((i for i, one in enumerate(body) if one.end > norm.span.start), 0)
        chosen = english[place] if len(english) == len(body) else Span(0, end)
        return self.english(chosen).rstrip(".") + "."


def _cut(text: str, span: Span) -> list[Span]:
    """Cut a text into sentences."""
    ends = [m.end() for m in re.finditer(r"[.!?]['\"”“]?(?=\s|$)", text[: span.end]) if m.end() > span.start]
    found, at = [], span.start
    for end in [*ends, span.end]:
        if text[at:end].strip(" *"):
            found.append(Span(at, end))
        at = end
    return found


def _their(text: str) -> str:
    return text.replace("one's", "their")


def capital(text: str) -> str:
    """Return `text` with its first letter raised; Georgian has no capitals to begin a sentence with."""
    return text if not text or "Ⴀ" <= text[0] <= "ჿ" else text[0].upper() + text[1:]


def lower(text: str) -> str:
    """Return `text` with its first letter lowered."""
    return text[:1].lower() + text[1:]
