"""Reading: the whole way from text to norms on cold text, against the blank tokenizer alone.

Cold: neither has seen a word of it. Every round is a process of its own; the median of the rounds counts.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUNDS = 5


def texts() -> list[Path]:
    """Return all laws that the repository holds."""
    return [*sorted(ROOT.glob("corpus/*.ka.txt")), *sorted(ROOT.glob("tests/cases/laws/*.ka.txt"))]


def once() -> dict[str, float]:
    """Return seconds and counts of one round, in this process."""
    import spacy

    from tsesi import corpus, english, recipe

    start = time.perf_counter()
    reader = recipe.Reader()
    ready = time.perf_counter()
    # what is loaded at the first text of all (a dictionary, spaCy's lazy parts) is no part of reading
    english.lemma("warm")
    reader.read(ROOT / "tests" / "cases" / "laws" / "law-04-clothing.ka.txt")
    sources = [corpus.read(path) for path in texts() if "law-04" not in path.name]
    cold = time.perf_counter()
    readings = [reader.read(source) for source in sources]
    read = time.perf_counter()
    blank = spacy.blank("ka")
    blank("ერთი სიტყვა.")
    bodies = [one.document.text for one in readings]
    before = time.perf_counter()
    tokens = sum(len(blank(body)) for body in bodies)
    return {
        "words": ready - start,
        "reading": read - cold,
        "tokenizer": time.perf_counter() - before,
        "tokens": tokens,
        "units": sum(len(one.document.units) for one in readings),
    }


def main() -> None:
    """Print the medians of some rounds."""
    rounds = []
    for _ in range(ROUNDS):
        command = [sys.executable, "-m", "tests.bench_reading", "--once"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        rounds.append(json.loads(done.stdout))
    figures = {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}
    tokens, units = figures["tokens"], figures["units"]
    print(f"text              {tokens:.0f} tokens in {units:.0f} units")
    print(f"load the words    {figures['words']:.2f} s, once")
    for name in ("tokenizer", "reading"):
        seconds = figures[name]
        speed = f"{tokens / seconds:,.0f} tokens/s, {units / seconds:,.0f} units/s"
        print(f"{name:17} {1000 * seconds:.0f} ms, {speed}")
    print(f"reading costs     {figures['reading'] / figures['tokenizer']:.1f} × the tokenizer (at most 5)")


if __name__ == "__main__":
    if "--once" in sys.argv:
        print(json.dumps(once()))
    else:
        main()
