"""Measure lemmas on a treebank: `python -m tests.bench_lemmas PATH.conllu` prints one line for each tier.

Takes a CoNLL-U file of Georgian (such as UD Georgian-GLC, which is not part of this project and from which
nothing is learnt); gives the share of NOUN tokens whose lemma is right. A word that the treebank cuts
(საფუძველი + ა) is read whole. Sentences are read as text, so tokenizer and context count too.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tsesi import nlp

Word = tuple[str, str, str]  # surface form, part of speech, lemma


def sentences(path: Path) -> Iterator[tuple[str, list[Word]]]:
    """Yield the text and the words of each sentence; a word that is cut has the tag and lemma of its head."""
    text, words, inside, surface = "", [], 0, ""
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("# text = "):
            text = line.removeprefix("# text = ")
        elif not line and words:
            yield text, words
            words, inside = [], 0
        elif line and not line.startswith("#"):
            number, form, lemma, pos, *_ = line.split("\t")
            if "-" in number:
                first, last = map(int, number.split("-"))
                inside, surface = last - first + 1, form
            elif "." in number:
                continue
            elif inside and surface:
                words.append((surface, pos, lemma))  # the first part is the word, the rest hangs on it
                surface, inside = "", inside - 1
            elif inside:
                inside -= 1
            else:
                words.append((form, pos, lemma))


def measure(path: Path, pos: str = "NOUN") -> Counter[str]:
    """Count the words of one part of speech: all and right, in sum and by whether the lexicon has them."""
    pipeline = nlp.build()
    count: Counter[str] = Counter()
    for text, words in sentences(path):
        doc, at = pipeline(text), 0
        tokens = {token.idx: token for token in doc}
        for form, kind, lemma in words:
            place = text.find(form, at)
            at = place + len(form) if place >= 0 else at
            if kind != pos:
                continue
            token = tokens.get(place)
            tier = (
                "lost"
                if token is None or len(token) != len(form)
                else "known"
                if token._.known
                else "guessed"
            )
            count["all"] += 1
            count[tier] += 1
            if token is not None and token.lemma_ == lemma:
                count["right"] += 1
                count[f"{tier} right"] += 1
    return count


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path, help="a CoNLL-U file")
    parser.add_argument("--pos", default="NOUN")
    options = parser.parse_args()
    count = measure(options.path, options.pos)
    print(f"{options.pos} tokens {count['all']}, lemma right {count['right'] / count['all']:.4f}")
    for tier in ("known", "guessed", "lost"):
        if count[tier]:
            print(f"  {tier}: {count[tier]}, right {count[f'{tier} right'] / count[tier]:.4f}")


if __name__ == "__main__":
    main()
