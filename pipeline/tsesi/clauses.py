"""Takes one analysed region and its markup; gives its sentences, cut into main words and subordinate parts.

Guarantees that every word of the region stands in exactly one of: main words, a condition, an exception, a
proviso, a relative clause, a gloss. Quotes and brackets count as nothing; what a gloss says again is set aside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from spacy.tokens import Token

from tsesi.forms import Form, Region, form, nest
from tsesi.grammar import Grammar, Phrase
from tsesi.model import Markup, Span


@dataclass(slots=True)
class Word:
    """One word of a sentence: `clause` counts the clauses of the sentence, `part` the parts between dashes."""

    token: Token
    form: Form
    text: str
    span: Span
    clause: int = 0
    part: int = 0
    member: tuple[int, int] | None = None  # (set of alternatives, which of its alternatives), the outermost
    quoted: bool = False

    @property
    def i(self) -> int:
        """The token's index in the region."""
        return self.token.i


@dataclass(slots=True)
class Subordinate:
    """A clause or phrase that is not the rule itself. `before` is the word it follows, for relatives."""

    words: list[Word]
    before: Word | None = None

    @property
    def span(self) -> Span:
        """From its first word to its last."""
        return Span(self.words[0].span.start, self.words[-1].span.end)


@dataclass(slots=True)
class Sentence:
    """One sentence. `listed` holds the words after a colon; `opens_list` tells that the colon ends it."""

    main: list[Word] = field(default_factory=list)
    conditions: list[Subordinate] = field(default_factory=list)
    exceptions: list[Subordinate] = field(default_factory=list)
    provisos: list[Subordinate] = field(default_factory=list)
    relatives: list[Subordinate] = field(default_factory=list)
    asides: list[Subordinate] = field(default_factory=list)
    listed: list[list[Word]] = field(default_factory=list)
    hanging: Word | None = None  # the word that opens a condition which the items of a list complete
    span: Span = Span(0, 0)
    ended: bool = False  # by a full stop or the like


COMMA, DASH, COLON = ",", "--", ":"
ENDS = frozenset({".", "!", "?", "…", ";"})
Item = Word | str


def sentences(region: Region, markup: Markup, grammar: Grammar) -> list[Sentence]:
    """Return the sentences of `region` in order."""
    found: list[Sentence] = []
    run: list[Item] = []
    for item in _items(region, markup, grammar):
        if isinstance(item, str) and item in ENDS:
            if run:
                found.append(_sentence(run, grammar, ended=True))
            run = []
        else:
            run.append(item)
    if any(isinstance(item, Word) for item in run):
        found.append(_sentence(run, grammar, ended=False))
    return found


def _items(region: Region, markup: Markup, grammar: Grammar) -> list[Item]:
    """Return the words that count and, between them, the marks of the outermost level."""
    doc = region.doc
    glosses = [b.span for b in markup.brackets if b.kind == "gloss"]
    members = _members(markup)
    outer = {atom.first for atom in nest(doc).inside if atom.kind == "token"}
    quoted: set[int] = set()
    for atom in nest(doc).inside:
        if atom.kind == "quote":
            quoted.update(range(atom.first, atom.last + 1))
    items: list[Item] = []
    for token in doc:
        text = token.text
        span = region.span(token.i, token.i)
        if any(gloss.holds(span) for gloss in glosses):
            continue
        if not any(map(str.isalnum, text)):
            if token.i in outer:
                if text in grammar.dashes:
                    items.append(DASH)
                elif text in ENDS or text in (COMMA, COLON):
                    items.append(text)
            elif text == COMMA:
                items.append(text)
            continue
        member = next((m for s, m in members if s.holds(span)), None)
        items.append(Word(token, form(token), token.lower_, span, member=member, quoted=token.i in quoted))
    return items


def _members(markup: Markup) -> list[tuple[Span, tuple[int, int]]]:
    """Return the spans of alternatives, the outermost sets first."""
    found = []
    for number, each in enumerate(markup.alternatives):
        for order, alternative in enumerate(each.alternatives):
            found.append((alternative.span, (number, order)))
    return sorted(found, key=lambda pair: pair[0].start - pair[0].end)


def starts(items: Sequence[Item], at: int, phrases: Mapping[str, tuple[Phrase, ...]]) -> int:
    """Return how many items from `at` on make one of `phrases` (commas inside are allowed), 0 for none."""
    first = items[at]
    if not isinstance(first, Word):
        return 0
    for phrase in phrases.get(first.text, ()):
        position = at
        for word in phrase:
            while position < len(items) and items[position] == COMMA and position > at:
                position += 1
            if position >= len(items):
                break
            item = items[position]
            if not isinstance(item, Word) or item.text != word:
                break
            position += 1
        else:
            return position - at
    return 0


def is_relative(item: Item, grammar: Grammar) -> bool:
    """Tell whether a word opens a relative or reported clause."""
    return isinstance(item, Word) and (
        item.text in grammar.relatives or item.text.startswith(grammar.relative_stems)
    )


def _sentence(items: list[Item], grammar: Grammar, *, ended: bool) -> Sentence:
    sentence = Sentence(ended=ended)
    words = [item for item in items if isinstance(item, Word)]
    sentence.span = Span(words[0].span.start, words[-1].span.end) if words else Span(0, 0)
    if COLON in items:
        colon = items.index(COLON)
        items, rest = items[:colon], items[colon + 1 :]
        sentence.listed = _list(rest)
    part = 0
    clause = 0
    at = 0
    while at < len(items):
        end = at
        while end < len(items) and items[end] != DASH:
            end += 1
        clause = _part(items[at:end], sentence, grammar, part, clause, more=end < len(items))
        at = end + 1
        part += 1
        clause += 1
    return sentence


def _list(items: Sequence[Item]) -> list[list[Word]]:
    found: list[list[Word]] = [[]]
    for item in items:
        if isinstance(item, Word):
            found[-1].append(item)
        elif found[-1]:
            found.append([])
    return [each for each in found if each]


def _part(
    items: list[Item], sentence: Sentence, grammar: Grammar, part: int, clause: int, *, more: bool
) -> int:
    """Sort one part between dashes; return the number of its last clause. `more`: a dash follows it."""
    at = 0
    fresh = True  # at the start of a clause
    while at < len(items):
        item = items[at]
        if isinstance(item, str):
            fresh = True
            at += 1
            if at < len(items) and is_relative(items[at], grammar):
                opener = items[at]
                told = bool(sentence.main) and sentence.main[-1].text in grammar.modal_words
                if told and isinstance(opener, Word) and opener.text in grammar.that:
                    at += 1  # "it is necessary that …": the clause that follows is the rule
                else:
                    at = _relative(items, at, sentence, grammar)
            continue
        item.part, item.clause = part, clause
        if fresh or not sentence.main:
            if length := starts(items, at, grammar.provisos):
                sentence.provisos.append(Subordinate(_words(items[at:])))
                _number(items[at:], part, clause)
                return clause + (length > 0)
            if item.text in grammar.concessions:
                end = _comma(items, at)
                sentence.asides.append(Subordinate(_words(items[at:end])))
                at = end
                continue
        if starts(items, at, grammar.conditions) and (fresh or not _only_or(items, at, grammar)):
            if not more and at + starts(items, at, grammar.conditions) >= len(items):
                sentence.hanging = item
                at = len(items)
                continue
            at, clause = _condition(items, at, sentence, grammar, part, clause, more=more)
            fresh = True
            continue
        if item.text in grammar.contrast:
            clause += 1
            fresh = True
            at += 1
            continue
        if item.text in grammar.exceptions:
            _exception(items, at, sentence, grammar)
            at += 1
            continue
        item.clause = clause
        sentence.main.append(item)
        fresh = item.text in grammar.conjunctions
        at += 1
    return clause


def _number(items: Sequence[Item], part: int, clause: int) -> None:
    for item in items:
        if isinstance(item, Word):
            item.part, item.clause = part, clause


def _words(items: Sequence[Item]) -> list[Word]:
    return [item for item in items if isinstance(item, Word)]


def _only_or(items: Sequence[Item], at: int, grammar: Grammar) -> bool:
    """Tell whether `თუ` here is "or" or stands before a negation at the end (`თუ არა`)."""
    rest = items[at + 1 :]
    return not any(isinstance(item, Word) and (item.form.finite or item.form.verb_form) for item in rest)


def _comma(items: Sequence[Item], at: int) -> int:
    while at < len(items) and items[at] != COMMA:
        at += 1
    return at


def _relative(items: list[Item], at: int, sentence: Sentence, grammar: Grammar) -> int:
    """Set aside the clause that begins at `at`, with the clauses that hang on it; return where it ends."""
    end = at
    while True:
        end = _comma(items, end)
        if end + 1 < len(items) and is_relative(items[end + 1], grammar):
            end += 1
            continue
        break
    before = sentence.main[-1] if sentence.main else None
    if before is None and sentence.conditions:
        sentence.conditions[-1].words.extend(_words(items[at:end]))
    else:
        sentence.relatives.append(Subordinate(_words(items[at:end]), before))
    return end


def _condition(
    items: list[Item], at: int, sentence: Sentence, grammar: Grammar, part: int, clause: int, *, more: bool
) -> tuple[int, int]:
    """Set aside the condition whose opening word is at `at`; return where it ends and the clause number."""
    begin = at
    # `მიწოლის გამო მეტოქე თუ უკან დაიხევს`: the opening word may stand inside its clause
    own = [w for w in sentence.main if w.part == part and w.clause == clause]
    after_comma = at == 0 or isinstance(items[at - 1], str)
    pulled: list[Word] = []
    if own and not after_comma and not any(_rules(w, grammar) for w in own):
        pulled = own
        sentence.main = [w for w in sentence.main if w not in own]
    end = begin
    while True:
        end = _comma(items, end)
        if end + 1 < len(items) and is_relative(items[end + 1], grammar):
            end += 1
            continue
        inside = _words(items[begin:end])
        if end < len(items) and not any(w.form.finite for w in inside):
            end += 1  # a comma inside a list
            continue
        break
    taken = items[begin:end]
    rest = [i for i in items[end:] if isinstance(i, Word)]
    if more:  # the consequence stands after the dash
        alone = not any(_rules(i, grammar) for i in rest)
    else:
        alone = not any(_rules(i, grammar) or i.form.finite for i in rest)
    if end < len(items) and alone:
        taken, end = items[begin:], len(items)
    _number(taken, part, clause)
    sentence.conditions.append(Subordinate(pulled + _words(taken)))
    return end, clause + 1


def _rules(word: Word, grammar: Grammar) -> bool:
    return word.text in grammar.modal_words or word.form.mood in ("Opt", "Sub")


def _exception(items: list[Item], at: int, sentence: Sentence, grammar: Grammar) -> None:
    """Move the phrase before `გარდა` out of the main words."""
    word = items[at]
    assert isinstance(word, Word)
    taken: list[Word] = [word]
    part_words = [w for w in sentence.main if w.part == word.part and w.clause == word.clause]
    if part_words and (part_words[-1].text, word.text) in grammar.asides:
        taken.insert(0, sentence.main.pop())
        sentence.asides.append(Subordinate(taken))
        return
    alone = at == len(items) - 1 and not any(w.form.verb_form == "Fin" for w in part_words)
    while part_words:
        last = part_words[-1]
        genitive = (
            last.form.case == "Gen"
            or last.text in grammar.conjunctions
            or last.form.pos
            in (
                "ADJ",
                "DET",
                "NUM",
            )
        )
        if not (alone or genitive or last.member is not None and last.form.case in ("Gen", "")):
            break
        if last.form.verb_form == "Fin":
            break
        taken.insert(0, part_words.pop())
        sentence.main.pop()
    sentence.exceptions.append(Subordinate(taken))
