"""Terms: reads the termbase and finds its concepts in a text of either language.

`load()` takes the hand-edited `terms.yml` and gives a checked `Termbase`: what breaks a rule is an error with
file, line and the way out. `Matcher` takes a termbase and a spaCy pipeline with lemmas and gives every place
where a text names a concept: inflected, hyphenated or joined, across quotes and brackets, longest first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import yaml
from spacy.language import Language
from spacy.tokens import Doc, Token

from tsesi import english
from tsesi.model import (
    AlternativeKind,
    Concept,
    ConceptKind,
    Finding,
    Label,
    Lang,
    Occurrence,
    Pattern,
    Span,
    Termbase,
)

LANGS: tuple[Lang, ...] = ("ka", "en")

# --- reading the termbase ---------------------------------------------------------------------------------

Place = tuple[str | int, ...]


class TermsError(ValueError):
    """The termbase breaks a rule. Its text has one line a fault: file, line, what is wrong, the way out."""

    def __init__(self, faults: Sequence[str]) -> None:
        """Keep the faults as `faults`, one readable line each."""
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


def ontology_folder() -> Path:
    """Return the folder of the ontology: inside the installed package, else the repository's own."""
    inside = Path(__file__).with_name("_ontology")
    return inside if inside.is_dir() else Path(__file__).parents[2] / "ontology"


def load(path: Path) -> Termbase:
    """Return the termbase of a `terms.yml`.

    Raises `TermsError` with every fault found (each with its line), `OSError` when it cannot be read.
    """
    return parse(path.read_text(encoding="utf-8"), str(path))


def parse(text: str, path: str) -> Termbase:
    """Return the termbase that `text` holds; `path` is what errors call it. Raises `TermsError`."""
    data, lines = _read_yaml(text, path)
    schema = json.loads((ontology_folder() / "terms.schema.json").read_text(encoding="utf-8"))
    faults = [
        (_line(lines, tuple(error.absolute_path)), _schema_message(error, data))
        for error in jsonschema.Draft202012Validator(schema).iter_errors(data)
    ]
    if not faults:
        faults = list(_broken_rules(data, lines))
    if faults:
        raise TermsError([f"{path}:{line}: {message}" for line, message in sorted(faults)])
    concepts = {concept.key: concept for concept in map(_concept, data)}
    return Termbase(concepts=concepts, path=path)


def _read_yaml(text: str, path: str) -> tuple[list[dict[str, Any]], dict[Place, int]]:
    """Return the list in `text` and the line of every value and mapping key in it."""
    loader = yaml.CSafeLoader(text)
    try:
        node = loader.get_single_node()
        lines: dict[Place, int] = {}
        faults: list[str] = []
        if node is not None:
            _note_lines(node, (), lines, faults, path)
        if faults:
            raise TermsError(faults)
        data = loader.construct_document(node) if node is not None else None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise TermsError([f"{path}:{line}: not valid YAML: {error.problem}"]) from error
    finally:
        loader.dispose()
    if not isinstance(data, list):
        raise TermsError([f"{path}:1: the termbase must be a list of concepts, each beginning with `- key:`"])
    return data, lines


def _note_lines(node: yaml.Node, place: Place, lines: dict[Place, int], faults: list[str], path: str) -> None:
    lines[place] = node.start_mark.line + 1
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            _note_lines(item, (*place, index), lines, faults, path)
    elif isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            if key.value in seen:
                line = key.start_mark.line + 1
                faults.append(f"{path}:{line}: `{key.value}` stands twice in one entry; keep one of them")
            seen.add(key.value)
            _note_lines(value, (*place, key.value), lines, faults, path)
            lines[(*place, key.value)] = key.start_mark.line + 1


def _line(lines: Mapping[Place, int], place: Place) -> int:
    while place not in lines:
        place = place[:-1]
    return lines[place]


def _schema_message(error: jsonschema.ValidationError, data: Sequence[Any]) -> str:
    place = list(error.absolute_path)
    entry = data[int(place[0])] if place else None
    name = f"`{entry['key']}`: " if isinstance(entry, dict) and "key" in entry else ""
    where = "".join(f"{part}: " for part in place[1:] if isinstance(part, str))
    wanted = error.schema.get("description") if isinstance(error.schema, dict) else None
    hint = ""
    if isinstance(error.instance, bool):
        hint = "; YAML reads bare on, off, yes and no as true or false: put the word in quotes"
    message = f"{json.dumps(error.instance, ensure_ascii=False)} is not {wanted}" if wanted else error.message
    return f"{name}{where}{message}{hint}"


def _broken_rules(data: Sequence[dict[str, Any]], lines: Mapping[Place, int]) -> Iterator[tuple[int, str]]:
    """Yield (line, message) for what a JSON schema cannot see: keys that repeat or that lead nowhere."""
    first: dict[str, int] = {}
    for index, entry in enumerate(data):
        key = entry["key"]
        if key in first:
            yield (
                _line(lines, (index, "key")),
                f"`{key}` is already the key of the concept at line {first[key]}; "
                "give one of them another key",
            )
        first.setdefault(key, _line(lines, (index, "key")))
    broader = {entry["key"]: _listed(entry.get("broader")) for entry in data}
    for index, entry in enumerate(data):
        for relation in ("broader", "related", "phases"):
            for target in _listed(entry.get(relation)):
                if target not in first:
                    yield (
                        _line(lines, (index, relation)),
                        f"`{entry['key']}`: {relation} names `{target}`, which is no key here; "
                        "add that concept or take the name out",
                    )
        if entry["key"] in _ancestors(entry["key"], broader):
            yield (
                _line(lines, (index, "broader")),
                f"`{entry['key']}` is its own broader concept; cut the circle",
            )
        for lang in LANGS:
            seen: set[str] = set()
            for number, label in enumerate(entry.get(lang, ())):
                text = label if isinstance(label, str) else label["text"]
                if text in seen:
                    yield (
                        _line(lines, (index, lang, number)),
                        f"`{entry['key']}` has the {lang} label “{text}” twice; keep one",
                    )
                seen.add(text)


def _ancestors(key: str, broader: Mapping[str, Sequence[str]]) -> set[str]:
    found: set[str] = set()
    todo = list(broader.get(key, ()))
    while todo:
        above = todo.pop()
        if above not in found:
            found.add(above)
            todo.extend(broader.get(above, ()))
    return found


def _listed(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def _concept(entry: Mapping[str, Any]) -> Concept:
    labels = []
    for lang in LANGS:
        for number, label in enumerate(entry.get(lang, ())):
            standing = "preferred" if number == 0 else "admitted"
            if isinstance(label, str):
                labels.append(Label(label, lang, standing))  # type: ignore[arg-type]
            else:
                labels.append(Label(label["text"], lang, label.get("status", standing)))
    note = entry.get("note") or {}
    return Concept(
        key=entry["key"],
        kind=entry["kind"],
        labels=tuple(labels),
        definition=dict(entry.get("definition") or {}),
        source=entry.get("source"),
        status=entry.get("status", "approved"),
        broader=_listed(entry.get("broader")),
        related=_listed(entry.get("related")),
        patterns=tuple(
            Pattern(
                verb=pattern.get("verb", ""),
                with_=_listed(pattern.get("with")),
                head=pattern.get("head", ""),
                relative=pattern.get("relative", ""),
            )
            for pattern in entry.get("patterns") or ()
        ),
        note={"en": note} if isinstance(note, str) else dict(note),
        phases=_listed(entry.get("phases")),
    )


# --- what others ask of a termbase ------------------------------------------------------------------------


def homonyms(termbase: Termbase) -> tuple[Finding, ...]:
    """Return a `term-homonym` finding for each label that two concepts of one kind share."""
    found = []
    owners: dict[tuple[ConceptKind, Lang, str], str] = {}
    for concept in termbase.concepts.values():
        for label in concept.labels:
            name = (concept.kind, label.lang, joined(label.text))
            owner = owners.setdefault(name, concept.key)
            if owner != concept.key:
                values = {"label": label.text, "first": owner, "second": concept.key}
                found.append(Finding("term-homonym", text=label.text, values=values))
    return tuple(found)


def nouns(termbase: Termbase) -> tuple[str, ...]:
    """Return the Georgian nouns and adjectives of the names, in nominative, each once; none of actions."""
    words = [
        word
        for concept in termbase.concepts.values()
        if concept.kind not in ("action", "manner", "time")
        for name in concept.names("ka")
        for word in _words(name)
        if word[-1] in "აეიოუ"
    ]
    return tuple(dict.fromkeys(words))


def verbal_nouns(termbase: Termbase) -> tuple[str, ...]:
    """Return the Georgian verbal nouns that head the names and patterns of actions, each once."""
    actions = termbase.of_kind("action")
    heads = [_words(name)[-1] for concept in actions for name in concept.names("ka")]
    verbs = [pattern.verb for concept in termbase.concepts.values() for pattern in concept.patterns]
    relatives = [pattern.relative for concept in termbase.concepts.values() for pattern in concept.patterns]
    keys = termbase.concepts
    return tuple(dict.fromkeys(word for word in heads + verbs + relatives if word and word not in keys))


def kind_of_set(members: Sequence[str | None]) -> AlternativeKind:
    """Return what `|` between texts that name these concepts means (None: the termbase knows none).

    All on one concept: they say one thing twice. On two or more: different things. One unknown: not known.
    """
    if not members or None in members:
        return "open"
    return "synonym" if len(set(members)) == 1 else "disjunction"


def joined(text: str) -> str:
    """Return one spelling for what differs in hyphens, spaces, quotes, brackets and case only."""
    return re.sub(r"[\W_]+", "", text.casefold())


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", name)


# --- finding concepts in a text ---------------------------------------------------------------------------

Mark = tuple[str, ...]  # case, number and postposition of a form that is no nominative

_BREAKS = frozenset(".,:;!?|{}*()–—") | {"--", "...", "…"}
_CLAUSE_ENDS = frozenset(",;:–—") | {"--"}
_SENTENCE_ENDS = frozenset(".!?;:")
_LONGEST_REACH = 10  # words between an English verb and its particle: "send the player who did it off"


class _Name(NamedTuple):
    """A name of a concept as the index keeps it: `marks` hold what each of its words insists on."""

    concept: Concept
    label: str
    marks: tuple[Mark | None, ...]
    verbal: bool


class _Needed(NamedTuple):
    """A word that must stand near a verb: its key, and its marks where the case matters."""

    key: str
    mark: Mark | None
    object: bool  # a genitive in the name ("ხელის შეშლა") is the object of the finite verb ("ხელი შეუშალოს")


class _Deed(NamedTuple):
    concept: Concept
    label: str
    needed: tuple[_Needed, ...]


@dataclass(slots=True)
class _Word:
    """One token of the text as the matcher sees it."""

    keys: tuple[str, ...]
    mark: Mark | None = None
    verb: bool = False
    finite: bool = False
    stop: bool = False  # no name runs across it
    skip: bool = False  # a name may run across it
    opens: int = -1  # for `[`: the index of its `]`
    clause: bool = False  # a clause may end here
    end: bool = False  # a sentence ends here


@dataclass(frozen=True, slots=True)
class _Index:
    names: dict[str, list[_Name]] = field(default_factory=dict)
    beginnings: set[str] = field(default_factory=set)
    deeds: dict[str, list[_Deed]] = field(default_factory=dict)


class Matcher:
    """Finds the concepts of a termbase in documents of one language, by dictionary look-ups.

    `nlp` must give tokens with `lemma_`; for Georgian also `pos_`, `morph` and `_.postposition`. The names of
    the termbase go through the same pipeline once, so a name and its forms in a text meet in one lemma.
    """

    def __init__(self, termbase: Termbase, nlp: Language, lang: Lang) -> None:
        """Index the names that `termbase` has in `lang`."""
        self.termbase = termbase
        self.nlp = nlp
        self.lang: Lang = lang
        self._index = _Index()
        for concept in termbase.concepts.values():
            for name in concept.names(lang):
                self._add(concept, name)
            if lang == "ka" and concept.kind == "action":
                for pattern in concept.patterns:
                    self._add_pattern(concept, pattern)

    def occurrences(self, doc: Doc, *, nested: bool = False) -> tuple[Occurrence, ...]:
        """Return every concept that `doc` names, in order of place; spans count characters of `doc.text`.

        The longest name wins: "player" inside "offside player" is none, unless `nested` asks for such too.
        A name that two concepts share gives an occurrence of each. An action whose words stand apart
        (ხელი არ უნდა შეუშალოს) has the span of its verb.
        """
        words = self._read(doc)
        found = self._named(doc, words, nested=nested, deeds=False)
        taken = [(first, last) for first, last, _ in found]
        for token, occurrence in self._verbal(doc, words):
            if nested or not any(a <= token <= b and a < b for a, b in taken):
                found.append((token, token, occurrence))
        unique = dict.fromkeys(occurrence for _, _, occurrence in found)
        return tuple(sorted(unique, key=lambda o: (o.span.start, -o.span.end, o.kind, o.concept)))

    def names(self, doc: Doc, span: Span) -> str | None:
        """Return the key of the one concept that the whole text at `span` says; None where none or several.

        That is the concept whose name covers all its words; else, where it holds a single deed, that deed.
        """
        words = self._read(doc)
        for token in doc:
            if not span.holds(Span(token.idx, token.idx + len(token))):
                words[token.i] = _Word((), stop=True, skip=True)
        content = [i for i, word in enumerate(words) if word.keys and not word.skip]
        if not content:
            return None
        whole = {
            occurrence.concept
            for first, last, occurrence in self._named(doc, words, nested=False, deeds=True)
            if first <= content[0] and content[-1] <= last
        }
        if not whole:
            whole = {o.concept for o in self.occurrences(doc) if o.kind == "action" and span.holds(o.span)}
        return whole.pop() if len(whole) == 1 else None

    def kind(self, doc: Doc, spans: Sequence[Span]) -> AlternativeKind:
        """Return what `|` between the texts at `spans` means.

        By the concept that each says (see `names`); where that is not known of all, texts that speak of
        different concepts altogether are still different things.
        """
        names = [self.names(doc, span) for span in spans]
        kind = self.kind_of_set(names)
        if kind != "open":
            return kind
        found = self.occurrences(doc, nested=True)
        spoken = [{o.concept for o in found if span.holds(o.span)} for span in spans]
        apart = all(spoken) and sum(map(len, spoken)) == len(set().union(*spoken))
        return "disjunction" if apart else "open"

    def kind_of_set(self, members: Sequence[str | None]) -> AlternativeKind:
        """Return what `|` means between texts that say these concepts (see the function of this name)."""
        return kind_of_set(members)

    # --- index

    def _add(self, concept: Concept, name: str) -> None:
        doc = self.nlp(name)
        words = [(t, w) for t, w in zip(doc, self._read(doc), strict=True) if w.keys and not w.skip]
        if not words:
            return
        entry = _Name(concept, name, tuple(w.mark for _, w in words), words[-1][1].finite)
        for key in _chains([w.keys for _, w in words]):
            self._index.names.setdefault(key, []).append(entry)
            self._index.beginnings.update(key[:end] for end in range(1, len(key) + 1))
        if concept.kind == "action":
            head, rest = self._head([w for _, w in words])
            needed = tuple(_Needed(w.keys[0], w.mark, bool(w.mark and w.mark[0] == "Gen")) for w in rest)
            self._add_deed(head.keys, _Deed(concept, name, needed))

    def _head(self, words: list[_Word]) -> tuple[_Word, list[_Word]]:
        """Return the verb of an action's name and its other words: Georgian ends with it, English begins."""
        if self.lang == "ka":
            return words[-1], [w for w in words[:-1] if w.keys[0] != "და"]
        light = len(words) > 1 and words[0].keys[0] in english.words().light
        return words[light], words[light + 1 :]

    def _add_pattern(self, concept: Concept, pattern: Pattern) -> None:
        if not pattern.verb:
            return
        head = self._read(self.nlp(pattern.verb))[-1]
        needed = []
        for lemma in pattern.with_:
            words = [w for w in self._read(self.nlp(lemma)) if w.keys]
            needed += [_Needed(w.keys[0], w.mark, False) for w in words]
        self._add_deed(head.keys, _Deed(concept, pattern.verb, tuple(needed)))

    def _add_deed(self, keys: Iterable[str], deed: _Deed) -> None:
        for key in keys:
            self._index.deeds.setdefault(key, []).append(deed)

    # --- reading tokens

    def _read(self, doc: Doc) -> list[_Word]:
        read = self._read_georgian if self.lang == "ka" else self._read_english
        words = [read(token) for token in doc]
        opened: list[int] = []
        for token in doc:
            if token.text == "[":
                opened.append(token.i)
            elif token.text == "]" and opened:
                words[opened.pop()].opens = token.i
        return words

    def _read_georgian(self, token: Token) -> _Word:
        text = token.text
        if not any(map(str.isalnum, text)):
            return _mark_of(text)
        keys = [joined(token.lemma_)]
        if Token.has_extension("verbs"):
            keys += [joined(verb) for verb in token._.verbs or ()]
        keys.append(joined(text))
        case = token.morph.get("Case", [])
        mark: Mark | None = None
        if case and case[0] != "Nom":
            post = token._.postposition if Token.has_extension("postposition") else None
            mark = (case[0], "".join(token.morph.get("Number", [])), post or "")
        finite = token.pos_ in ("VERB", "AUX") and "Vnoun" not in token.morph.get("VerbForm", [])
        return _Word(tuple(dict.fromkeys(keys)), mark, token.pos_ == "VERB", finite)

    def _read_english(self, token: Token) -> _Word:
        text = token.lower_
        if not any(map(str.isalnum, text)):
            if text == "-" and not token.whitespace_ and token.i and not token.nbor(-1).whitespace_:
                return _Word((), skip=True)
            return _mark_of(token.text)
        data = english.words()
        if text in data.possessives or (
            text == "one" and token.i + 1 < len(token.doc) and _is_s(token.nbor())
        ):
            return _Word(("~",))
        if text in data.skipped or _is_s(token):
            return _Word((joined(text),), skip=True)
        return _Word(tuple(dict.fromkeys((joined(token.lemma_), joined(text)))), verb=True)

    # --- names

    def _named(
        self, doc: Doc, words: list[_Word], *, nested: bool, deeds: bool
    ) -> list[tuple[int, int, Occurrence]]:
        """Return (first token, last token, occurrence) for the names found, leftmost longest.

        Without `deeds` those of actions are left to `_verbal`: they may stand apart, and what is named inside
        them ("ball" in "lift the ball") counts by itself.
        """
        found: list[tuple[int, int, Occurrence]] = []
        i = 0
        while i < len(words):
            best: dict[int, list[tuple[bool, _Name]]] = {}
            if words[i].keys and not words[i].skip:
                for last, exact, name in self._names_from(words, i, i, "", ()):
                    if name.concept.kind == "action" and not deeds:
                        continue
                    best.setdefault(last, []).append((exact, name))
            for last in sorted(best, reverse=True) if nested else [max(best)] if best else []:
                matches = best[last]
                exact_only = any(exact for exact, _ in matches)  # დროებით is the adverb, not time's plural
                span = Span(doc[i].idx, doc[last].idx + len(doc[last]))
                for exact, name in matches:
                    if exact or not exact_only:
                        occurrence = Occurrence(name.concept.key, name.concept.kind, span, name.label)
                        if not any(
                            o.concept == occurrence.concept and (a, b) == (i, last) for a, b, o in found
                        ):
                            found.append((i, last, occurrence))
            i = max(best) + 1 if best and not nested else i + 1
        return found

    def _names_from(
        self, words: list[_Word], first: int, at: int, text: str, path: tuple[int, ...]
    ) -> Iterator[tuple[int, bool, _Name]]:
        """Yield (last token, whether its case was asked for, name) for the names that begin at `first`."""
        if at >= len(words):
            return
        word = words[at]
        if word.skip or not word.keys:
            if word.stop or not path:
                return
            yield from self._names_from(words, first, at + 1, text, path)
            if word.opens > at:
                yield from self._names_from(words, first, word.opens + 1, text, path)
            return
        for key in word.keys:
            longer = text + key
            if longer not in self._index.beginnings:
                continue
            steps = (*path, at)
            for name in self._index.names.get(longer, ()):
                if self._agrees(name, [words[step] for step in steps]):
                    yield at, name.marks[-1] is not None, name
            yield from self._names_from(words, first, at + 1, longer, steps)

    def _agrees(self, name: _Name, words: list[_Word]) -> bool:
        """Tell whether the forms fit: the words of a name that are no nominatives stand so in the text."""
        if words[-1].finite and not (name.verbal or name.concept.kind == "action"):
            return False
        if len(words) != len(name.marks):  # joined or hyphenated otherwise: the last word decides
            return name.marks[-1] is None or name.marks[-1] == words[-1].mark
        return all(mark is None or mark == w.mark for mark, w in zip(name.marks, words, strict=True))

    # --- deeds

    def _verbal(self, doc: Doc, words: list[_Word]) -> Iterator[tuple[int, Occurrence]]:
        """Yield (verb token, occurrence) for actions whose needed words stand near their verb."""
        for i, word in enumerate(words):
            if word.skip or not word.keys:
                continue
            deeds = [deed for key in word.keys for deed in self._index.deeds.get(key, ())]
            if not deeds:
                continue
            window = list(self._window(words, i))
            met = []
            for deed in deeds:
                places = self._places(words, window, deed.needed, word.finite)
                if places is not None:
                    met.append((deed, places))
            for deed, places in met:
                fuller = any(
                    set(deed.needed) < set(other.needed) and other.concept != deed.concept for other, _ in met
                )
                if not fuller:
                    yield (
                        i,
                        Occurrence(
                            deed.concept.key, "action", self._span_of(doc, words, i, places), deed.label
                        ),
                    )

    def _window(self, words: list[_Word], i: int) -> Iterator[int]:
        """Yield the tokens where the words that a verb needs may stand, nearest first."""
        if self.lang == "en":
            for at in range(i + 1, min(len(words), i + 1 + _LONGEST_REACH)):
                if words[at].end:
                    return
                yield at
            return
        finite = words[i].finite
        for at in range(i - 1, -1, -1):
            if words[at].end or (words[at].clause and not finite):
                break
            yield at
        if finite:
            for at in range(i + 1, len(words)):
                if words[at].end:
                    return
                yield at

    def _places(
        self, words: list[_Word], window: list[int], needed: tuple[_Needed, ...], finite: bool
    ) -> list[int] | None:
        places: list[int] = []
        for need in needed:
            after = places[-1] if places and self.lang == "en" else -1
            at = next(
                (
                    a
                    for a in window
                    if a > after and need.key in words[a].keys and _fits(need, words[a], finite)
                ),
                None,
            )
            if at is None:
                return None
            places.append(at)
        return places

    def _span_of(self, doc: Doc, words: list[_Word], verb: int, places: list[int]) -> Span:
        own = {verb, *places}
        first, last = min(own), max(own)
        together = all(i in own or (words[i].skip and not words[i].stop) for i in range(first, last + 1))
        if not together:
            first = last = verb
        return Span(doc[first].idx, doc[last].idx + len(doc[last]))


def _is_s(token: Token) -> bool:
    return token.text in ("'s", "’s")


def _mark_of(text: str) -> _Word:
    if text in _BREAKS:
        return _Word((), stop=True, skip=True, clause=text in _CLAUSE_ENDS, end=text in _SENTENCE_ENDS)
    return _Word((), skip=True)


def _fits(need: _Needed, word: _Word, finite: bool) -> bool:
    """Tell whether the case is right: an object's case changes with the verb form, another's never does."""
    if need.mark is None:
        return True
    if need.object and finite:
        return word.mark is None or word.mark[0] in ("Dat", "Gen", "Erg")
    return word.mark is not None and word.mark[0] == need.mark[0]


def _chains(keys: list[tuple[str, ...]]) -> Iterator[str]:
    """Yield the one string that the words of a name make by their lemmas."""
    yield "".join(options[0] for options in keys)
