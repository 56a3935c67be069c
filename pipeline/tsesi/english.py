"""English for the matcher of terms: from text to tokens with lemmas, fast and the same every time.

`build()` gives a `spacy.blank("en")` whose tokens have `lemma_`: the laws' own irregular words first
(`lang/en/words.yml`), then simplemma's dictionary. No model is needed and nothing is guessed by context.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import simplemma
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from tsesi import lang


@dataclass(frozen=True, slots=True)
class Words:
    """The word data: `lemmas` of forms, words `skipped` inside a term, `possessives`, `light` verbs."""

    lemmas: dict[str, str]
    skipped: frozenset[str]
    possessives: frozenset[str]
    light: frozenset[str]
    examples: tuple[dict[str, object], ...]


@cache
def words() -> Words:
    """Return the word data of `lang/en/words.yml`."""
    data = lang.read("en", "words")
    return Words(
        lemmas=data["lemmas"],
        skipped=frozenset(data["skipped"]),
        possessives=frozenset(data["possessives"]),
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
    nlp.add_pipe("tsesi_english_lemmas")
    return nlp
