"""Takes one analysed region and its markup; gives its sentences, cut into main words and subordinate parts.

Guarantees that every word of the region stands in exactly one of: main words, a list, a condition, an
exception, a proviso, a relative clause, an aside, a gloss. Quotes and brackets count as nothing; what a gloss
says again is set aside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from spacy.tokens import Token

from tsesi.forms import Form, Region
from tsesi.grammar import Grammar, Phrase
from tsesi.model import Markup, Span
from tsesi.nlp import Stored

COMMA, DASH, COLON = ",", "--", ":"
AND = "და"
ENDS = frozenset({".", "!", "?", "…", ";"})
REACH = 4  # of how many words a word of duty before "that" may be: `არ არის აუცილებელი, რომ`
MARKS = ENDS | {COMMA, COLON}


@dataclass(slots=True, eq=False)
class Word:
    """One word of a sentence: `clause` counts the clauses of the sentence, for its main words."""

    token: Token
    form: Form
    text: str  # in small letters
    span: Span
    analysis: Stored  # what `token._` reads
    clause: int = 0
    member: tuple[int, int] | None = None  # (set of alternatives, which of its alternatives), the outermost
    quoted: bool = False

    @property
    def known(self) -> bool:
        """True for a word of the lexicon."""
        return self.analysis[0]

    @property
    def verbs(self) -> tuple[str, ...]:
        """The keys of the verbs that it is a form of."""
        return self.analysis[3]

    @property
    def subjects(self) -> tuple[str, ...]:
        """The cases that its subject may take, the likeliest first."""
        return self.analysis[4]

    @property
    def subject(self) -> str:
        """The case that its subject most likely takes, empty where none is known."""
        return self.analysis[4][0] if self.analysis[4] else ""


@dataclass(slots=True, eq=False)
class Subordinate:
    """A clause or phrase that is not the rule itself. `before` is the word it follows, for relatives."""

    words: list[Word]
    before: Word | None = None

    @property
    def span(self) -> Span:
        """From its first word to its last."""
        return Span(self.words[0].span.start, self.words[-1].span.end)


@dataclass(slots=True, eq=False)
class Sentence:
    """One sentence. `listed` holds the words after a colon, item by item."""

    main: list[Word] = field(default_factory=list)
    conditions: list[Subordinate] = field(default_factory=list)
    exceptions: list[Subordinate] = field(default_factory=list)
    provisos: list[Subordinate] = field(default_factory=list)
    relatives: list[Subordinate] = field(default_factory=list)
    asides: list[Subordinate] = field(default_factory=list)
    listed: list[list[Word]] = field(default_factory=list)
    hanging: Word | None = None  # the word that opens a condition which the items of a list complete
    ended: bool = False  # by a full stop or the like


Item = Word | str  # a word, or a mark of the outermost level


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


# --- what counts --------------------------------------------------------------------------------------------


def _items(region: Region, markup: Markup, grammar: Grammar) -> list[Item]:
    """Return the words that count and, between them, the marks of the outermost level."""
    glossed = {i for one in markup.brackets if one.kind == "gloss" for i in region.within(one.span)}
    members = _members(region, markup)
    inside = region.root.inside
    outer = {atom.first for atom in inside if atom.kind == "token"}
    quoted = {i for atom in inside if atom.kind == "quote" for i in range(atom.first, atom.last + 1)}
    items: list[Item] = []
    doc, forms, analyses = region.doc, region.forms, region.table.stored
    for i, text in enumerate(region.words):
        if i in glossed:
            continue
        if text.isalpha() or any(map(str.isalnum, text)):  # for most the first, cheaper question will do
            word = Word(doc[i], forms[i], text, region.span(i, i), analyses[i])
            word.member, word.quoted = members.get(i), i in quoted
            items.append(word)
        elif text == COMMA or (i in outer and text in MARKS):
            items.append(text)
        elif i in outer and text in grammar.dashes:
            items.append(DASH)
    return items


def _members(region: Region, markup: Markup) -> dict[int, tuple[int, int]]:
    """Return token index -> (set, alternative) of the outermost alternative that holds the token."""
    spans = [
        (alternative.span, (number, order))
        for number, each in enumerate(markup.alternatives)
        for order, alternative in enumerate(each.alternatives)
    ]
    found: dict[int, tuple[int, int]] = {}
    for span, member in sorted(spans, key=lambda pair: pair[0].end - pair[0].start, reverse=True):
        for i in region.within(span):
            found.setdefault(i, member)
    return found


# --- sentences ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Part:
    """What stands between two dashes, being sorted; `clause` is the number of the clause at hand."""

    items: list[Item]
    sentence: Sentence
    grammar: Grammar
    clause: int
    last: bool  # no dash follows


def _sentence(items: list[Item], grammar: Grammar, *, ended: bool) -> Sentence:
    sentence = Sentence(ended=ended)
    if COLON in items:
        colon = items.index(COLON)
        listed = _list(items[colon + 1 :])
        items = items[:colon]
        sentence.conditions += [Subordinate(each) for each in listed if _starts(each, 0, grammar.conditions)]
        sentence.listed = [each for each in listed if not _starts(each, 0, grammar.conditions)]
    clause = at = 0
    while at < len(items):
        end = _until(DASH, items, at)
        part = _Part(items[at:end], sentence, grammar, clause, last=end == len(items))
        _sort(part)
        clause = part.clause + 1
        at = end + 1
    return sentence


def _list(items: Sequence[Item]) -> list[list[Word]]:
    found: list[list[Word]] = [[]]
    for item in items:
        if isinstance(item, Word):
            found[-1].append(item)
        elif found[-1]:
            found.append([])
    return [each for each in found if each]


def _sort(part: _Part) -> None:
    """Give each word of a part its place in the sentence."""
    items, sentence, grammar = part.items, part.sentence, part.grammar
    at = _after_mark(part, 0) if sentence.main else 0  # `… არ უნდა აცდუნოს -- რომ იგი გამოიქცეს`
    fresh = True  # at the start of a clause
    while at < len(items):
        item = items[at]
        if isinstance(item, str):
            at, fresh = _after_mark(part, at + 1), True
            continue
        if fresh or not sentence.main:
            if _starts(items, at, grammar.provisos):
                sentence.provisos.append(Subordinate(_words(items[at:])))
                part.clause += 1
                return
            if item.text in grammar.concessions:
                end = _until(COMMA, items, at)
                sentence.asides.append(Subordinate(_words(items[at:end])))
                at = end
                continue
            if not sentence.main and (item.text in grammar.whoever or item.text in grammar.why):
                end = _end_of_clause(part, at)
                if end < len(items):
                    aside = Subordinate(_words(items[at:end]))
                    (sentence.asides if item.text in grammar.why else sentence.conditions).append(aside)
                    at = end
                    continue
        opens = _starts(items, at, grammar.conditions)
        if opens and (fresh or not _is_conjunction(items, at)):
            if part.last and _hangs(part, at + opens):
                sentence.hanging = item
                return
            at, fresh = _condition(part, at), True
        elif item.text in grammar.contrast:
            part.clause += 1
            at, fresh = at + 1, True
        elif item.text in grammar.exceptions:
            if at == 0 or isinstance(items[at - 1], str):  # `…, გარდა იმ შემთხვევისა, როცა …`
                end = _until(COMMA, items, at)  # `მოთამაშემ, გარდა კაპიტნისა, არ უნდა …`
                if not any(_rules(word, grammar) for word in _words(items[end:])):
                    end = len(items)
                sentence.exceptions.append(Subordinate(_words(items[at:end])))
                at, fresh = end, False
                continue
            _exception(part, at, item)
            at += 1
        else:
            if item.text == AND and _parts_rule(part, at):
                part.clause += 1
            item.clause = part.clause
            sentence.main.append(item)
            at, fresh = at + 1, item.text in grammar.conjunctions


def _parts_rule(part: _Part, at: int) -> bool:
    """Tell whether "and" at `at` parts what is told from a rule: `თამაში წყდება და მსაჯმა უნდა …`."""
    grammar = part.grammar
    before = [word for word in part.sentence.main if word.clause == part.clause]
    after = _words(part.items[at + 1 : _until(COMMA, part.items, at)])
    told = any(word.form.verb for word in before) and not any(_rules(word, grammar) for word in before)
    return told and any(word.text in grammar.modal_words for word in after)


def _hangs(part: _Part, at: int) -> bool:
    """Tell whether a condition opened before `at` is left to the items of a list: `… , თუ იგი:`."""
    rest = _words(part.items[at:])
    open_ = not part.sentence.ended and not part.sentence.listed
    return not rest or (open_ and not any(word.form.finite for word in rest))


def _after_mark(part: _Part, at: int) -> int:
    """Set aside the relative clause that begins at `at`, right after a mark; return where it ends.

    Where none begins there, that is `at` itself.
    """
    if at >= len(part.items) or not _is_relative(part.items[at], part.grammar):
        return at
    if _starts(part.items, at, part.grammar.conditions):  # `როგორც კი` is no `როგორც`
        return at
    main, opener = part.sentence.main, part.items[at]
    says_duty = bool(main) and main[-1].text in part.grammar.modal_ends
    says_duty = says_duty and any(word.text in part.grammar.modal_words for word in main[-REACH:])
    if says_duty and isinstance(opener, Word) and opener.text in part.grammar.that:
        return at + 1  # "it is necessary that …": the clause that follows is the rule
    end = _end_of_clause(part, at)
    words = _words(part.items[at:end])
    if isinstance(opener, Word) and (begun := _begun(part, opener.text)):
        part.sentence.conditions.append(Subordinate(begun + words))
        return end
    if not main and part.sentence.conditions:
        part.sentence.conditions[-1].words.extend(words)
    else:
        part.sentence.relatives.append(Subordinate(words, main[-1] if main else None))
    return end


def _begun(part: _Part, opener: str) -> list[Word]:
    """Take out of the main words those that begin a condition which `opener` goes on with after a comma.

    `მხოლოდ მას შემდეგ შეუძლია, რაც წამოდგება`: the phrase is one, but the verb stands in it.
    """
    main = part.sentence.main
    for at, word in enumerate(main):
        for phrase in part.grammar.conditions.get(word.text, ()):
            end = at + len(phrase) - 1
            if (
                len(phrase) > 1
                and phrase[-1] == opener
                and word.clause == part.clause
                and tuple(each.text for each in main[at:end]) == phrase[:-1]
            ):
                begun = main[at:end]
                del main[at:end]
                return begun
    return []


def _condition(part: _Part, at: int) -> int:
    """Set aside the condition whose opening word is at `at`; return where it ends."""
    items, sentence, grammar = part.items, part.sentence, part.grammar
    # `მიწოლის გამო მეტოქე თუ უკან დაიხევს`: the opening word may stand inside its clause
    pulled: list[Word] = []
    if at and isinstance(items[at - 1], Word):
        own = [word for word in sentence.main if word.clause == part.clause]
        if not any(_rules(word, grammar) for word in own):
            pulled = own
            sentence.main = [word for word in sentence.main if word.clause != part.clause]
    end = _end_of_clause(part, at)
    while end < len(items) and not any(word.form.finite for word in _words(items[at:end])):
        end = _end_of_clause(part, end + 1)  # a comma inside a list
    rest = _words(items[end:])
    # the consequence stands here, or after the dash: then a clause in the indicative is still the condition
    if not any(_rules(word, grammar) or (part.last and word.form.finite) for word in rest):
        end = len(items)
    sentence.conditions.append(Subordinate(pulled + _words(items[at:end])))
    own = [word for word in sentence.main if word.clause == part.clause]
    # `მოთამაშეს, თუ …, შეუძლია`: what began before the condition goes on after it
    goes_on = at and items[at - 1] == COMMA and end < len(items) and own
    if not goes_on or any(_rules(word, grammar) or word.form.finite for word in own):
        part.clause += 1
    return end


def _exception(part: _Part, at: int, word: Word) -> None:
    """Move the phrase before `გარდა`, the word at `at`, out of the main words."""
    main, grammar = part.sentence.main, part.grammar
    taken = [word]
    own = [each for each in main if each.clause == part.clause]
    if own and (own[-1].text, word.text) in grammar.asides:
        part.sentence.asides.append(Subordinate([main.pop(), word]))
        return
    alone = at == len(part.items) - 1 and not any(each.form.verb for each in own)
    while own and not own[-1].form.verb and (alone or _before_exception(own[-1], grammar)):
        taken.insert(0, own.pop())
        main.pop()
    part.sentence.exceptions.append(Subordinate(taken))


def _before_exception(word: Word, grammar: Grammar) -> bool:
    """Tell whether a word can be part of what `გარდა` excepts: a genitive with all that belongs to it."""
    form = word.form
    if form.case == "Gen" or form.pos in ("ADJ", "DET", "NUM") or word.text in grammar.conjunctions:
        return True
    return word.member is not None and form.case == ""


# --- words in a row -----------------------------------------------------------------------------------------


def _words(items: Sequence[Item]) -> list[Word]:
    return [item for item in items if isinstance(item, Word)]


def _until(mark: str, items: Sequence[Item], at: int) -> int:
    while at < len(items) and items[at] != mark:
        at += 1
    return at


def _end_of_clause(part: _Part, at: int) -> int:
    """Return the comma that ends the clause at `at`, over the relative clauses that hang on it."""
    end = _until(COMMA, part.items, at)
    while end + 1 < len(part.items) and _is_relative(part.items[end + 1], part.grammar):
        end = _until(COMMA, part.items, end + 1)
    return end


def _starts(items: Sequence[Item], at: int, phrases: Mapping[str, tuple[Phrase, ...]]) -> int:
    """Return how many items from `at` on make one of `phrases` (commas inside are allowed), 0 for none."""
    first = items[at]
    if not isinstance(first, Word):
        return 0
    for phrase in phrases.get(first.text, ()):
        end = at + 1
        for text in phrase[1:]:
            while end < len(items) and items[end] == COMMA:
                end += 1
            item = items[end] if end < len(items) else COMMA
            if isinstance(item, str) or item.text != text:
                break
            end += 1
        else:
            return end - at
    return 0


def _is_relative(item: Item, grammar: Grammar) -> bool:
    """Tell whether a word opens a relative or reported clause."""
    return isinstance(item, Word) and (
        item.text in grammar.relatives or item.text.startswith(grammar.relative_stems)
    )


def _is_conjunction(items: Sequence[Item], at: int) -> bool:
    """Tell whether `თუ` at `at` is "or", or stands before a last negation (`თუ არა`): no verb follows."""
    return not any(word.form.finite or word.form.verb_form for word in _words(items[at + 1 :]))


def _rules(word: Word, grammar: Grammar) -> bool:
    return word.text in grammar.modal_words or word.form.mood in ("Opt", "Sub")
