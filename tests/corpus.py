"""The two laws as the project reads them, with their graph: read once a process, for many tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rdflib import Graph

from tsesi import recipe
from tsesi.model import Reading

ROOT = Path(__file__).parents[1]


class Corpus(NamedTuple):
    """The reader, what it read, and the graph of that. Do not change the graph."""

    reader: recipe.Reader
    readings: Sequence[Reading]
    graph: Graph


@cache
def corpus() -> Corpus:
    """Return the corpus of this checkout."""
    reader, readings = recipe.read_corpus(recipe.Project.at(ROOT), lambda _: None)
    return Corpus(reader, readings, reader.graph(readings))
