"""Queries: takes the folder of stored queries, gives each with its name, question and text.

A query is a file `NAME.rq` that begins with its question in both languages, as comments:

    # ka: რა შეუძლია ბურთიან მოთამაშეს?
    # en: What may a ball-carrier do?

Beside it `NAME.yml` holds the answer that is expected (see `ontology/queries/README.md`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tsesi.model import Text

_QUESTION = re.compile(r"^#\s*(ka|en):\s*(.+?)\s*$", re.MULTILINE)


class QueryFileError(ValueError):
    """A stored query cannot be used. The message names the file and the way out."""


@dataclass(frozen=True, slots=True)
class Query:
    """One stored query: `question` by language, `text` as it stands in the file, comments included."""

    name: str
    question: Text
    text: str
    path: Path


def load(folder: Path) -> tuple[Query, ...]:
    """Return all queries of a folder, by name. Raises QueryFileError where a question is missing."""
    return tuple(read(path) for path in sorted(folder.glob("*.rq")))


def read(path: Path) -> Query:
    """Return one query. Raises OSError where the file cannot be read, QueryFileError as `load` does."""
    text = path.read_text(encoding="utf-8")
    question: Mapping[str, str] = dict(_QUESTION.findall(text))
    for tag in ("ka", "en"):
        if tag not in question:
            raise QueryFileError(f"{path}:1: add the question as a comment: `# {tag}: …`")
    return Query(path.stem, question, text, path)
