"""Georgian for spaCy: takes a text; gives tokens with lemma and UD morphology, whose joined text equals it.

`spacy.blank("ka")` is the tokenizer alone, `build()` adds the morphology. Each token gets `pos_`, `lemma_`,
`morph` and, under `token._`: `known`, `postposition`, `clitic`, `verbs`, `subject`, `subjects`. The lemma of
a nominal is its nominative singular, of a finite verb its verbal noun; `verbs` holds the keys on which finite
verb, optative, participle, verbal noun and bracketed spellings meet. What the word data lack is not `known`:
a noun then has a likely lemma, a verb its own form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from spacy.attrs import (  # type: ignore[import-not-found]
    IDX,
    LEMMA,
    LENGTH,
    LOWER,
    MORPH,
    ORTH,
    POS,
)
from spacy.lang.char_classes import (
    CONCAT_QUOTES,
    CURRENCY,
    LIST_CURRENCY,
    LIST_ELLIPSES,
    LIST_ICONS,
    LIST_PUNCT,
    LIST_QUOTES,
)
from spacy.language import BaseDefaults, Language, create_tokenizer
from spacy.tokenizer import Tokenizer as SpacyTokenizer  # type: ignore[import-not-found]
from spacy.tokens import Doc, Token
from spacy.tokens.morphanalysis import MorphAnalysis
from spacy.util import load_config_from_str, registry
from spacy.vocab import Vocab

from tsesi import context, guess, lang
from tsesi.analyse import ANY_BRACKET, GEORGIAN, MTAVRULI, Analyser, Reading, plain
from tsesi.paradigms import lexicon

# --- tokenizer ----------------------------------------------------------------------------------------------

LETTER = rf"{GEORGIAN}A-Za-z"
AFFIX = rf"\[[{GEORGIAN}]+\]"
# A word with an affix in brackets: [შე]ბოჭვაში, გა[და]აგოროს, რაქში[ვე]; not a bracket round whole words.
BRACKETED = re.compile(
    rf"^(?!{AFFIX}$)(?=[^\[]*\[)(?:{AFFIX})?[{GEORGIAN}]+(?:{AFFIX}[{GEORGIAN}]*)*"
    rf"(?:-[{GEORGIAN}]+(?:{AFFIX}[{GEORGIAN}]*)*)*$"
)
URL = re.compile(r"^(?:https?://|www\.)[^\s\[\]|„“”«»\"]+$")
DASHES = ["---?", "—", "–"]
DOUBLE_QUOTES = ['"', "„", "“", "”", "«", "»", "‟"]
OPEN_BRACKET = rf"\[(?![{GEORGIAN}]+\][{GEORGIAN}])"
PUNCT = [OPEN_BRACKET if mark == r"\[" else mark for mark in LIST_PUNCT]


_LONGEST_RUN = 200  # characters without a space that are taken at once
_LONG_RUN = re.compile(rf"\S{{{_LONGEST_RUN + 1},}}")


class Tokenizer(SpacyTokenizer):  # type: ignore[misc]
    """spaCy's, whose time grows with the square of a run without spaces: such a run is cut into pieces first.

    No text of words has one; a damaged file may. Joined, the tokens are the text as ever.
    """

    def __call__(self, text: str) -> Doc:
        """Return the tokens of `text`."""
        if len(text) <= _LONGEST_RUN or not _LONG_RUN.search(text):
            return cast(Doc, super().__call__(text))
        words: list[str] = []
        spaces: list[bool] = []
        for piece in _pieces(text):
            for token in super().__call__(piece):
                words.append(token.text)
                spaces.append(bool(token.whitespace_))
        return Doc(self.vocab, words, spaces)


def _pieces(text: str) -> Iterator[str]:
    """Yield the parts of `text` that are tokenized by themselves: each begins with a piece of a long run."""
    done = 0
    for found in _LONG_RUN.finditer(text):
        for at in range(found.start(), found.end(), _LONGEST_RUN):
            if at > done:
                yield text[done:at]
                done = at
    yield text[done:]


class GeorgianDefaults(BaseDefaults):
    """What the tokenizer cuts: brackets round whole words, not inside one; hyphens stay, dashes do not."""

    config = load_config_from_str('[nlp]\n[nlp.tokenizer]\n@tokenizers = "tsesi.ka.Tokenizer.v1"')
    token_match = BRACKETED.match
    url_match = URL.match
    prefixes = [  # noqa: RUF012 - spaCy reads a list from the class
        "§", "%", "=", "№", r"\|", *DASHES, r"\+(?![0-9])", rf"-(?=[{LETTER}])",
        rf"[0-9]+(?:[.,][0-9]+)*(?=[{GEORGIAN}])",
        *PUNCT, *LIST_ELLIPSES, *LIST_QUOTES, *LIST_CURRENCY, *LIST_ICONS,
    ]  # fmt: skip
    suffixes = [  # noqa: RUF012
        *LIST_PUNCT, *LIST_ELLIPSES, *LIST_QUOTES, *LIST_ICONS, r"\|", *DASHES, r"(?<=[0-9])[+%]",
        rf"(?<=[0-9])(?:{CURRENCY})", rf"(?<=[0-9{LETTER}%²\-\+\]\){CONCAT_QUOTES}])\.", rf"(?<=[{LETTER}])-",
    ]  # fmt: skip
    infixes = [  # noqa: RUF012
        *LIST_ELLIPSES, *LIST_ICONS, *DASHES, *DOUBLE_QUOTES, r"\|", r"\*", r"(?<=[0-9])[+^](?=[0-9-])",
        rf"(?<=[{GEORGIAN}])\.(?=[{GEORGIAN}0-9])", rf"(?<=[0-9])\.(?=[{GEORGIAN}])",
        rf"(?<=[{LETTER}0-9])[,:;](?=[{LETTER}])", rf"(?<=[{LETTER}])[,:;](?=[0-9])",
        rf"(?<=[{LETTER}])[<>=/()!?](?=[{LETTER}])",
    ]  # fmt: skip
    tokenizer_exceptions = {  # noqa: RUF012
        short: [{"ORTH": short}] for short in lang.read("ka", "closed")["abbreviations"]
    }
    writing_system = {"direction": "ltr", "has_case": False, "has_letters": True}  # noqa: RUF012


@registry.tokenizers("tsesi.ka.Tokenizer.v1")  # type: ignore[untyped-decorator]
def make_tokenizer() -> Callable[[Language], Tokenizer]:
    """Return what makes the tokenizer of a pipeline from the defaults of its language."""

    def make(nlp: Language) -> Tokenizer:
        plain = create_tokenizer()(nlp)
        return Tokenizer(
            nlp.vocab,
            rules=plain.rules,
            prefix_search=plain.prefix_search,
            suffix_search=plain.suffix_search,
            infix_finditer=plain.infix_finditer,
            token_match=plain.token_match,
            url_match=plain.url_match,
        )

    return make


@registry.languages("ka")
class Georgian(Language):  # type: ignore[no-untyped-call]
    """The language `ka`, registered by the entry point `spacy_languages`."""

    lang = "ka"
    Defaults = GeorgianDefaults


# --- component ----------------------------------------------------------------------------------------------

Stored = tuple[bool, str, str, tuple[str, ...], tuple[str, ...]]
NOTHING: Stored = (False, "", "", (), ())


def _register() -> None:
    """Put the extension attributes on spaCy's tokens. All are read from one stored value."""
    if Token.has_extension("reading"):
        return
    Token.set_extension("reading", default=NOTHING)
    Token.set_extension("known", getter=lambda token: bool(stored(token)[0]))
    Token.set_extension("postposition", getter=lambda token: stored(token)[1])
    Token.set_extension("clitic", getter=lambda token: stored(token)[2])
    Token.set_extension("verbs", getter=lambda token: tuple(stored(token)[3]))
    Token.set_extension("subjects", getter=lambda token: tuple(stored(token)[4]))
    Token.set_extension("subject", getter=lambda token: (tuple(stored(token)[4]) or ("",))[0])
    Token.set_extension("valency", getter=lambda token: (tuple(stored(token)[4]) or ("",))[0])


def stored(token: Token) -> Stored:
    """Return what `token._.reading` gives, without making an Underscore for it."""
    kept: Mapping[Any, Stored] = token.doc.user_data
    return kept.get(("._.", "reading", token.idx, None), NOTHING)


_register()


_MARKED: dict[tuple[int, str, str], bool] = {}  # by morphology: many words share one


def marked(token: Token, feature: str, value: str) -> bool:
    """Tell whether a feature of the morphology of `token` has a value: `Number`, `Plur`."""
    key = hash(token.morph), feature, value
    known = _MARKED.get(key)
    if known is None:
        _MARKED[key] = known = value in token.morph.get(feature, [])
    return known


class _Ready(NamedTuple):
    """A reading in spaCy's terms: what is set on a token."""

    pos: int
    lemma: int
    morph: MorphAnalysis
    stored: tuple[bool, str, str, tuple[str, ...], tuple[str, ...]]
    open: bool  # the words around may speak for another reading
    readings: tuple[Reading, ...]


class Morphology:
    """The component: looks up each token and sets its lemma, part of speech, morphology and `token._`."""

    def __init__(
        self,
        vocab: Vocab,
        name: str,
        nouns: Iterable[str] = (),
        verbal_nouns: Iterable[str] = (),
        without: Iterable[str] = (),
    ) -> None:
        """Build the lexicon from the word data and the words given."""
        self.vocab = vocab
        self.name = name
        self._set(list(nouns), list(verbal_nouns), list(without))

    def _set(self, nouns: list[str], verbal_nouns: list[str], without: list[str]) -> None:
        self.nouns, self.verbal_nouns, self.without = nouns, verbal_nouns, without
        self.analyser = Analyser(lexicon(nouns, verbal_nouns, without))
        self._seen: dict[int, _Ready] = {}
        self._morphs: dict[str, MorphAnalysis] = {}  # many words share one
        guess.dictionary()  # here, not at the first unknown word of a text

    def __call__(self, doc: Doc) -> Doc:
        """Set the attributes of every token of `doc` and return it."""
        seen, data = self._seen, doc.user_data
        made: list[_Ready] = []
        open_: list[int] = []
        for token in doc:
            ready = seen.get(token.orth)
            if ready is None:
                seen[token.orth] = ready = self._ready(self.analyser.readings(token.text))
            made.append(ready)
            if ready.open:
                open_.append(token.i)
            token.pos = ready.pos
            token.lemma = ready.lemma
            token.set_morph(ready.morph)  # type: ignore[attr-defined]
            # what `token._.reading = …` does, without making an Underscore for each token
            data["._.", "reading", token.idx, None] = ready.stored  # type: ignore[index]
        if open_:
            texts = [token.text for token in doc]
            for i, reading in context.decide(texts, [ready.readings for ready in made], open_).items():
                token, ready = doc[i], self._ready((reading,))
                token.pos, token.lemma = ready.pos, ready.lemma
                token.set_morph(ready.morph)  # type: ignore[attr-defined]
                data["._.", "reading", token.idx, None] = ready.stored  # type: ignore[index]
        return doc

    def _ready(self, readings: tuple[Reading, ...]) -> _Ready:
        first = readings[0]
        morph = self._morphs.get(first.morph)
        if morph is None:
            self._morphs[first.morph] = morph = MorphAnalysis(self.vocab, first.morph)
        return _Ready(
            self.vocab.strings[first.pos],  # parts of speech are symbols of every vocabulary
            self.vocab.strings.add(first.lemma),
            morph,
            (first.known, first.postposition, first.clitic, first.verbs, first.subjects),
            context.is_open(readings),
            readings,
        )

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the words given; the rest follows from the word data."""
        return json.dumps([self.nouns, self.verbal_nouns, self.without], ensure_ascii=False).encode()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Morphology:
        """Take the words given from `to_bytes`."""
        self._set(*json.loads(data))
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write what `to_bytes` returns."""
        Path(path).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Morphology:
        """Read what `to_disk` wrote."""
        return self.from_bytes(Path(path).read_bytes())


@Georgian.factory(
    "ka_morphology",
    default_config={"nouns": [], "verbal_nouns": [], "without": []},
    assigns=["token.lemma", "token.pos", "token.morph"],
)
def make_morphology(
    nlp: Language, name: str, nouns: list[str], verbal_nouns: list[str], without: list[str]
) -> Morphology:
    """Make the component from its config."""
    return Morphology(nlp.vocab, name, nouns, verbal_nouns, without)


def build(
    nouns: Iterable[str] = (),
    verbal_nouns: Iterable[str] = (),
    without: Iterable[str] = (),
    *,
    lean: bool = False,
) -> Language:
    """Return a Georgian pipeline with morphology.

    `nouns` are further nominatives, `verbal_nouns` further verbal nouns (of a phrase the last word counts),
    `without` names verbs to leave out, by verbal noun. A `lean` pipeline does not find out what spaCy itself
    says of each word that it has not seen, which takes it a third of its time to cut a text: `lower_` is
    there, but `is_punct`, `shape_`, `norm_`, `like_num` and the like say nothing.
    """
    nlp = Georgian()
    config = {
        "nouns": sorted(set(nouns)),
        "verbal_nouns": sorted(set(verbal_nouns)),
        "without": sorted(set(without)),
    }
    nlp.add_pipe("ka_morphology", config=config)
    if lean:
        words: Any = nlp.vocab
        words.lex_attr_getters = {LOWER: words.lex_attr_getters[LOWER]}
    return nlp


def analyser(nlp: Language) -> Callable[[str], Doc]:
    """Return what gives of a text what a pipeline that `build` made gives, without spaCy's bookkeeping.

    For one sentence that costs about as much as the morphology.
    """
    tokens, morphology = nlp.tokenizer, cast(Morphology, nlp.get_pipe("ka_morphology"))

    def analyse(text: str) -> Doc:
        return morphology(tokens(text))

    return analyse


class Table(NamedTuple):
    """What is asked of the tokens of a text: attributes in spaCy's terms, and what `token._` reads."""

    orth: list[int]
    lemma: list[int]
    pos: list[int]
    morph: list[int]
    lower: list[int]
    idx: list[int]
    length: list[int]
    stored: list[Stored]


_ATTRIBUTES: list[int | str] = [ORTH, LEMMA, POS, MORPH, LOWER, IDX, LENGTH]


def table(doc: Doc) -> Table:
    """Return the table of `doc`: lists that go by token.

    An Underscore for each attribute of each token, and a Token for each question, take many times as long.
    """
    kept: Mapping[Any, Stored] = doc.user_data
    orth, lemma, pos, morph, lower, idx, length = doc.to_array(_ATTRIBUTES).T.tolist()
    analyses = [kept.get(("._.", "reading", place, None), NOTHING) for place in idx]
    return Table(orth, lemma, pos, morph, lower, idx, length, analyses)


def unknown(doc: Doc, analyses: Sequence[Stored]) -> list[tuple[int, int]]:
    """Return where in `doc.text` words stand that the lexicon lacks; signs and single letters are none.

    `analyses` are those of the table of `doc`.
    """
    lacking = [doc[i] for i, analysis in enumerate(analyses) if not analysis[0]]
    return [
        (token.idx, token.idx + len(token))
        for token in lacking
        if len(token) > 1 and any(map(str.isalpha, token.text))
    ]


def known(nlp: Language, word: str) -> bool:
    """Tell whether `word` is a form of the lexicon; brackets may be read or left out. Nothing is guessed."""
    return knower(nlp)(word)


def knower(nlp: Language) -> Callable[[str], bool]:
    """Return what tells of many words what `known` tells of one."""
    look_up = cast(Morphology, nlp.get_pipe("ka_morphology")).analyser.known

    def is_known(word: str) -> bool:
        return bool(look_up(plain(word))) or ("[" in word and bool(look_up(plain(ANY_BRACKET.sub("", word)))))

    return is_known


@cache
def _latin_letters() -> Mapping[int, str]:
    letters: Mapping[str, str] = lang.read("ka", "romanization")["letters"]
    return {ord(letter): latin for letter, latin in letters.items()}


def romanize(text: str) -> str:
    """Return `text` as a key: national romanization in small ASCII letters, hyphens between words."""
    roman = ANY_BRACKET.sub(r"\1", text).translate(MTAVRULI).translate(_latin_letters()).lower()
    return "-".join(re.findall("[a-z0-9]+", roman))
