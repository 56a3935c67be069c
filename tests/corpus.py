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
    """Return the corpus of this checkout, as a build reads it."""
    project = recipe.Project.at(ROOT)
    reader, readings = recipe.read_corpus(project, lambda _: None)
    readings = recipe.compared(project, reader, readings)
    return Corpus(reader, readings, reader.graph(readings))
