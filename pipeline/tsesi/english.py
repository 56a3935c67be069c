"""English for the matcher of terms: from text to tokens with lemmas, fast and the same every time.

`build()` gives a `spacy.blank("en")` whose tokens have `lemma_`: the laws' own irregular words first
(`lang/en/words.yml`), then simplemma's dictionary. No model is needed and nothing is guessed by context.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import simplemma
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import compile_infix_regex

from tsesi import lang


@dataclass(frozen=True, slots=True)
class Words:
    """The word data of `lang/en/words.yml`, which says what each list is for."""

    lemmas: Mapping[str, str]
    skipped: frozenset[str]
    possessives: frozenset[str]
    before_verbs: frozenset[str]
    before_verbs_but: Mapping[str, Sequence[str]]
    empty: frozenset[str]
    sanction: frozenset[str]
    light: frozenset[str]
    examples: tuple[Mapping[str, object], ...]


@cache
def words() -> Words:
    """Return the word data."""
    data = lang.read("en", "words")
    return Words(
        lemmas=data["lemmas"],
        skipped=frozenset(data["skipped"]),
        possessives=frozenset(data["possessives"]),
        before_verbs=frozenset(data["before-verbs"]),
        before_verbs_but=data["before-verbs-but"],
        empty=frozenset(data["empty"]),
        sanction=frozenset(data["sanction"]),
        light=frozenset(data["light"]),
        examples=tuple(data["examples"]),
    )


@lru_cache(maxsize=65536)
def lemma(form: str) -> str:
    """Return the lemma of one English word, in lower case; an unknown word is its own lemma."""
    low = form.lower()
    known = words().lemmas.get(low)
    return known if known is not None else simplemma.lemmatize(low, lang="en").lower()


@Language.component("tsesi_english_lemmas")
def _lemmas(doc: Doc) -> Doc:
    for token in doc:
        token.lemma_ = lemma(token.text)
    return doc


def build() -> Language:
    """Return a pipeline whose tokens have `lemma_`; joined with their white space they are the input."""
    nlp = spacy.blank("en")
    notation = [*nlp.Defaults.infixes, r"[\[\]{}|]"]  # type: ignore[misc]
    tokenizer: Any = nlp.tokenizer
    tokenizer.infix_finditer = compile_infix_regex(notation).finditer
    nlp.add_pipe("tsesi_english_lemmas")
    return nlp
