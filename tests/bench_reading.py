"""Reading: the whole way from text to norms on cold text, against the blank tokenizer alone.

Cold text is text whose words have not been seen. The laws themselves are not: of their words most have stood
before, and a tokenizer that has seen a word looks it up. So two texts are measured, and both are printed:

- `unseen`: the laws of the repository, in which each noun, adjective and verb that has stood before is
  replaced by another word of the lexicon in the same form, one that has not stood yet. Small words, words of
  duty and the like (clauses.yml), the word for a sanction, numbers and marks stay: still a law, and most
  of its words are new. This is the text that the bound is for.
- `as it is`: the same laws with their own words.

Every round is a process of its own, with a new reader and a new tokenizer: neither has seen a word of the
text, but those that name a concept, which every reader knows. What is loaded once (the words, simplemma's
dictionary) is loaded before and counted apart. Both are timed in one process, one after the other, by its CPU
time; the median of the rounds counts.
"""

from __future__ import annotations

import gc
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUNDS = 5
BOUND = 5
WARM = "law-04-clothing.ka.txt"
WORD = re.compile(r"[ა-ჰ]+(?:-[ა-ჰ]+)*")


def laws() -> list[Path]:
    """Return all laws that the repository holds, but the one that warms up."""
    paths = [*sorted(ROOT.glob("corpus/*.ka.txt")), *sorted(ROOT.glob("tests/cases/laws/*.ka.txt"))]
    return [path for path in paths if path.name != WARM]


# --- unseen words -------------------------------------------------------------------------------------------


class Unseen:
    """Gives words of the lexicon that have not stood yet, by the form that is wanted."""

    def __init__(self) -> None:
        from tsesi import lang, nlp, termbase

        self.kept = {*strings(lang.read("ka", "clauses")), *strings(lang.read("ka", "layout")["sanction"])}
        words = termbase.load(ROOT / "ontology" / "terms.yml")
        pipeline = nlp.build(termbase.nouns(words), termbase.verbal_nouns(words))
        self.analyser = pipeline.get_pipe("ka_morphology").analyser  # type: ignore[attr-defined]
        self.seen = {token.text for token in pipeline((ROOT / "tests/cases/laws" / WARM).read_text("utf-8"))}
        self.lots = random.Random(1)
        lexicon = self.analyser.words
        self.stems = defaultdict(list)
        for stem, readings in lexicon.stems.items():
            for one in readings:
                self.stems[one.pos, one.form].append((stem, one.table))
        self.endings = defaultdict(list)
        for table, forms in lexicon.tables.items():
            for form, endings in forms.items():
                for ending in endings:
                    self.endings[table, ending].append(form)
        self.verbs = defaultdict(list)
        for form, pairs in lexicon.finite.items():
            for _, said in pairs:
                self.verbs[said].append(form)

    def instead(self, word: str) -> str:
        """Return a word in the form of `word` that has not stood yet; a small word stays itself."""
        if word in self.seen and word not in self.kept and word not in self.analyser.words.closed:
            for other in self._alike(word):
                if other not in self.seen and "-" not in other:
                    word = other
                    break
        self.seen.add(word)
        return word

    def _alike(self, word: str) -> Iterator[str]:
        """Yield words in the form of `word`, in random order."""
        lexicon = self.analyser.words
        for _, said in lexicon.finite.get(word, ()):
            forms = self.verbs[said]
            yield from self.lots.sample(forms, len(forms))
        for own, ending in lexicon.nominal(word):
            stems = self.stems[own.pos, own.form]
            for stem, table in self.lots.sample(stems, len(stems)):
                yield from (stem + form for form in self.endings[table, ending])


def strings(data: object) -> Iterator[str]:
    """Yield every word in word data, however deep."""
    if isinstance(data, str):
        yield from data.split()
    elif isinstance(data, dict):
        yield from (word for value in data.values() for word in strings(value))
    elif isinstance(data, list):
        yield from (word for value in data for word in strings(value))


def unseen(folder: Path) -> Path:
    """Write the laws, with words that have not stood yet, to a folder; return it."""
    words = Unseen()
    for path in laws():
        text = WORD.sub(lambda found: words.instead(found[0]), path.read_text("utf-8"))
        (folder / path.name).write_text(text, "utf-8")
    return folder


# --- rounds -------------------------------------------------------------------------------------------------


def once(paths: list[Path]) -> dict[str, float]:
    """Return seconds and counts of one round, in this process."""
    import spacy

    from tsesi import corpus, english, recipe

    start = time.process_time()
    reader = recipe.Reader()
    english.lemma("warm")
    # what is made at the first text of all (spaCy's lazy parts, patterns) is no part of reading
    reader.read(ROOT / "tests" / "cases" / "laws" / WARM)
    blank = spacy.blank("ka")
    blank("ერთი სიტყვა.")
    gc.collect()  # what was loaded
    ready = time.process_time()
    sources = [corpus.read(path) for path in paths]
    cold = time.process_time()
    readings = [reader.read(source) for source in sources]
    read = time.process_time()
    bodies = [one.document.text for one in readings]
    before = time.process_time()
    docs = [blank(body) for body in bodies]
    after = time.process_time()
    words = [token.text for doc in docs for token in doc if any(map(str.isalpha, token.text))]
    return {
        "loading": ready - start,
        "reading": read - cold,
        "tokenizer": after - before,
        "tokens": sum(map(len, docs)),
        "words": len(words),
        "different": len(set(words)),
        "units": sum(len(one.document.units) for one in readings),
    }


def rounds(paths: list[Path]) -> dict[str, float]:
    """Return the medians of some rounds."""
    found = []
    for _ in range(ROUNDS):
        command = [sys.executable, "-m", "tests.bench_reading", "--once", *map(str, paths)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        found.append(json.loads(done.stdout))
    return {name: statistics.median(one[name] for one in found) for name in found[0]}


def main() -> None:
    """Print the medians for both texts."""
    with tempfile.TemporaryDirectory() as name:
        folder = unseen(Path(name))
        texts = {"unseen": [folder / path.name for path in laws()], "as it is": laws()}
        measured = {text: rounds(paths) for text, paths in texts.items()}
    print(f"load the words    {measured['as it is']['loading']:.2f} s, once")
    for text, figures in measured.items():
        tokens, units, new = figures["tokens"], figures["units"], figures["different"] / figures["words"]
        print(f"text {text}: {tokens:.0f} tokens, {new:.0%} of the words unseen, in {units:.0f} units")
        for name in ("tokenizer", "reading"):
            seconds = figures[name]
            speed = f"{1e6 * seconds / tokens:.1f} µs a token, {tokens / seconds:,.0f} tokens/s"
            print(f"  {name:15} {1000 * seconds:.0f} ms, {speed}, {units / seconds:,.0f} units/s")
        bound = f" (at most {BOUND})" if text == "unseen" else ""
        print(f"  reading costs   {figures['reading'] / figures['tokenizer']:.1f} × the tokenizer{bound}")


if __name__ == "__main__":
    if "--once" in sys.argv:
        print(json.dumps(once([Path(path) for path in sys.argv[2:]])))
    else:
        main()
