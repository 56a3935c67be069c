"""The search set: queries with their right clauses, made from the graph; and the engine, run in Node.

What is right is worked out from the graph's triples alone, by simple comparison of words, and never from the
search index: a clause is right for a concept where the graph says that it names it, in whichever language, or
where its text in the language of the query has one of the concept's names or attested forms, word by word. A
form that other concepts have as well (აწიოს is of lifting a player and of lifting the ball) is no such sign.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rdflib import DCTERMS, SKOS, Graph

from tsesi import vocab
from tsesi.vocab import ELI, ONTOLEX, TSESI

ROOT = Path(__file__).parents[1]

NATIONAL = dict(
    zip(
        "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
        re.findall(
            r"\S+", "a b g d e v z t i k' l m n o p' zh r s t' u p k gh q' sh ch ts dz ts' ch' kh j h"
        ),
        strict=True,
    )
)
"""The National system of romanization (2002)."""

QWERTY = dict(zip("აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ", "abgdevzTiklmnopJrstufqRySCcZwWxjh", strict=True))
"""The keys of the Georgian QWERTY layout; a capital is typed with Shift."""


@dataclass(frozen=True)
class Pair:
    """A query and the clauses that are right for it. `must` is the defining clause, where there is one."""

    query: str
    right: frozenset[str]
    kind: str
    must: str | None = None


@dataclass(frozen=True)
class Answer:
    """What the engine found for one query."""

    units: tuple[str, ...]
    terms: tuple[str, ...]
    ms: float


def ask(index: Path, queries: Sequence[str], lang: str = "ka") -> tuple[list[Answer], float]:
    """Return the engine's answers, and the milliseconds that making its index took."""
    node = Path(sys.executable).with_name("node")
    done = subprocess.run(
        [str(node), str(ROOT / "tests" / "search_run.mjs"), str(index)],
        input=json.dumps({"lang": lang, "queries": list(queries)}),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    said = json.loads(done.stdout)
    answers = [Answer(tuple(a["units"]), tuple(a["terms"]), a["ms"]) for a in said["answers"]]
    return answers, said["ready"]


# --- figures ------------------------------------------------------------------------------------------------


def recall(pair: Pair, found: Sequence[str]) -> float:
    """Return how many of the right clauses are in the first ten.

    Where more than ten are right: how many of the first ten are right, the defining clause among them.
    """
    first = found[:10]
    if len(pair.right) <= 10:
        return len(pair.right & set(first)) / len(pair.right)
    if pair.must and pair.must not in first:
        return 0.0
    return sum(unit in pair.right for unit in first) / 10


def precision(pair: Pair, found: Sequence[str]) -> float:
    """Return how many of all clauses found are right; nothing found is nothing wrong."""
    return sum(unit in pair.right for unit in found) / len(found) if found else 1.0


# --- words --------------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Return a text in small letters, without hyphens and quotes."""
    text = unicodedata.normalize("NFC", text).lower().replace("’s ", " ").replace("'s ", " ")
    return re.sub(r"[-‐-―„“”\"'‘’]", "", text)


def readings(text: str) -> list[list[str]]:
    """Return the words of a text, once with what stands in brackets inside a word and once without."""
    full = re.sub(r"[\[\]]", "", plain(text))
    short = re.sub(r"[\[\]]", "", re.sub(r"\[[^\]]*\](?=\w)|(?<=\w)\[[^\]]*\]", "", plain(text)))
    return [re.findall(r"\w+", full), re.findall(r"\w+", short)]


def holds(words: Sequence[str], phrase: Sequence[str]) -> bool:
    """Tell whether `phrase` stands in `words`, word after word."""
    n = len(phrase)
    return any(list(words[i : i + n]) == list(phrase) for i in range(len(words) - n + 1))


class Facts:
    """What the graph says about clauses and concepts, as the search set needs it."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.anchor = {
            provision: ".".join(str(provision).removeprefix(vocab.BASE).split("/")[2:])
            for provision in graph.subjects(TSESI.provisionKind, None)
        }

    @cached_property
    def texts(self) -> Mapping[str, Mapping[str, str]]:
        """Unit → language → text."""
        found: dict[str, dict[str, str]] = {}
        for provision, unit in self.anchor.items():
            for expression in self.graph.subjects(ELI.realizes, provision):
                for text in self.graph.objects(expression, TSESI.text):
                    found.setdefault(unit, {})[text.language] = str(text)
        return found

    @cached_property
    def named(self) -> Mapping[str, frozenset[str]]:
        """Concept → units that name it."""
        found: dict[str, set[str]] = defaultdict(set)
        for occurrence, concept in self.graph.subject_objects(TSESI.names):
            for expression in self.graph.objects(occurrence, TSESI.inExpression):
                for provision in self.graph.objects(expression, ELI.realizes):
                    found[str(concept)].add(self.anchor[provision])
        return {concept: frozenset(units) for concept, units in found.items()}

    @cached_property
    def names(self) -> Mapping[str, Mapping[str, list[str]]]:
        """Concept → language → names, the preferred one first."""
        found: dict[str, dict[str, list[str]]] = {}
        for concept in sorted(self.named):
            for predicate in (SKOS.prefLabel, SKOS.altLabel):
                for label in sorted(self.graph.objects(vocab.URIRef(concept), predicate)):
                    found.setdefault(concept, {}).setdefault(label.language, []).append(str(label))
        return found

    @cached_property
    def forms(self) -> Mapping[str, Mapping[str, set[str]]]:
        """Concept → language → attested forms."""
        found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for entry, concept in self.graph.subject_objects(ONTOLEX.evokes):
            for predicate in (ONTOLEX.canonicalForm, ONTOLEX.otherForm):
                for form in self.graph.objects(entry, predicate):
                    for written in self.graph.objects(form, ONTOLEX.writtenRep):
                        found[str(concept)][written.language].add(str(written))
        return found

    def source(self, concept: str) -> str | None:
        """Return the unit that defines a concept or first uses it."""
        for provision in self.graph.objects(vocab.URIRef(concept), DCTERMS.source):
            return self.anchor.get(provision)
        return None

    @cached_property
    def by_word(self) -> Mapping[str, frozenset[str]]:
        """Name or form, plain → the concepts that have it."""
        found: dict[str, set[str]] = defaultdict(set)
        for concept in self.names:
            for lang in ("ka", "en"):
                for word in [*self.names[concept].get(lang, []), *self.forms[concept][lang]]:
                    found[" ".join(readings(word)[0])].add(concept)
        return {word: frozenset(concepts) for word, concepts in found.items()}

    def right(self, concepts: frozenset[str], lang: str) -> frozenset[str]:
        """Return the units that are right for any of some concepts, asked for in `lang`."""
        found = {unit for concept in concepts for unit in self.named.get(concept, ())}
        phrases = [
            phrase
            for concept in concepts
            for word in [*self.names[concept].get(lang, []), *self.forms[concept][lang]]
            if self.by_word[" ".join(phrase := readings(word)[0])] <= concepts
        ]
        for unit, by_lang in self.texts.items():
            texts = readings(by_lang.get(lang, ""))
            if unit not in found and any(holds(words, phrase) for phrase in phrases for words in texts):
                found.add(unit)
        return frozenset(found)


# --- the set ------------------------------------------------------------------------------------------------


def pairs(graph: Graph) -> Iterator[Pair]:
    """Yield queries without errors, with their right clauses."""
    facts = Facts(graph)
    seen: set[str] = set()

    def pair(query: str, kind: str, of: str, lang: str = "ka") -> Iterator[Pair]:
        meant = facts.by_word.get(" ".join(readings(query)[0])) or facts.by_word[" ".join(readings(of)[0])]
        if query not in seen:
            seen.add(query)
            sources = {facts.source(concept) for concept in meant}
            must = sources.pop() if len(sources) == 1 else None
            yield Pair(query, facts.right(meant, lang), kind, must)

    for concept, by_lang in facts.names.items():
        for name in by_lang.get("ka", []):
            yield from pair(name, "name", name)
            yield from pair("".join(_mtavruli(letter) for letter in name), "script", name)
            if "-" in name:
                yield from pair(name.replace("-", ""), "spelling", name)
                yield from pair(name.replace("-", " "), "spelling", name)
            latin = name.replace("-", "")
            yield from pair("".join(NATIONAL.get(c, c) for c in latin), "national", name)
            yield from pair("".join(NATIONAL.get(c, c) for c in latin).replace("'", ""), "national", name)
            yield from pair("".join(QWERTY.get(c, c) for c in latin), "qwerty", name)
        for form in sorted(facts.forms[concept]["ka"]):
            yield from pair(form, "form", form)
        for name in by_lang.get("en", []):
            yield from pair(name, "english", name, "en")
            yield from pair(name.upper(), "english", name, "en")
        for form in sorted(facts.forms[concept]["en"]):
            yield from pair(form, "english", form, "en")
    for provision, unit in facts.anchor.items():
        below = frozenset({unit, *(u for u in facts.texts if u.startswith(f"{unit}."))})
        for label in graph.objects(provision, vocab.RDFS.label):
            if re.fullmatch(r"[\d.]+(?: ?\(\w\))?", str(label)) and "." in label:
                yield Pair(str(label), below, "number", unit)
                yield Pair(re.sub(r"[ ()]", "", str(label)), below, "number", unit)


def _mtavruli(letter: str) -> str:
    return chr(ord(letter) - 0x10D0 + 0x1C90) if "ა" <= letter <= "ჰ" else letter


def several(graph: Graph, most: int = 120) -> Iterator[Pair]:
    """Yield queries of two concepts' names: right is every clause that is right for both."""
    facts = Facts(graph)
    rng = random.Random(15)
    units = sorted(facts.texts)
    made = 0
    while made < most:
        unit = rng.choice(units)
        here = sorted(concept for concept, where in facts.named.items() if unit in where)
        if len(here) < 2:
            continue
        one, two = rng.sample(here, 2)
        tag = rng.choice(("ka", "en"))
        if tag not in facts.names[one] or tag not in facts.names[two]:
            continue
        first, second = facts.names[one][tag][0], facts.names[two][tag][0]
        meant = [facts.by_word[" ".join(readings(name)[0])] for name in (first, second)]
        yield Pair(f"{first} {second}", facts.right(meant[0], tag) & facts.right(meant[1], tag), "several")
        made += 1


def misspelt(graph: Graph, seed: int = 9) -> Iterator[Pair]:
    """Yield names with one letter wrong, left out, put in or swapped with its neighbour."""
    rng = random.Random(seed)
    letters = {"ka": "აბგდევზთიკლმნოპრსტუფქღყშჩცძწჭხჯჰ", "en": "abcdefghiklmnoprstuvwy"}
    facts = Facts(graph)
    for by_lang in facts.names.values():
        for tag, names in by_lang.items():
            name = names[0]
            places = [i for i, c in enumerate(name[1:], 1) if c.isalpha() and name[i - 1].isalpha()]
            longest = max(len(word) for word in re.split(r"[ -]", name))
            if longest < 5 or not places:
                continue
            i = rng.choice(places)
            wrong = rng.choice(
                (
                    name[:i] + rng.choice(letters[tag]) + name[i + 1 :],
                    name[:i] + name[i + 1 :],
                    name[:i] + rng.choice(letters[tag]) + name[i:],
                    name[: i - 1] + name[i] + name[i - 1] + name[i + 1 :]
                    if i > 1
                    else name[:i] + name[i + 1 :],
                )
            )
            meant = facts.by_word[" ".join(readings(name)[0])]
            if wrong == name or " ".join(readings(wrong)[0]) in facts.by_word:
                continue
            yield Pair(wrong, facts.right(meant, tag), "misspelt")


def by_hand() -> list[dict[str, Any]]:
    """Return the pairs that were written by hand from the texts."""
    import yaml

    data: list[dict[str, Any]] = yaml.safe_load(
        (ROOT / "tests" / "cases" / "search" / "by_hand.yml").read_text(encoding="utf-8")
    )
    return data
