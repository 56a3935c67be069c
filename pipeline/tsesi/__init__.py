"""Tsesi: the laws of rugby in Georgian, read into linked data."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsesi.model import Reading
    from tsesi.recipe import Reader

__all__ = ["read", "reader"]


@cache
def reader() -> Reader:
    """Return the reader that has the project's own words, made at the first call.

    Raises `termbase.TermsError` or `lang.WordDataError` where a word file is at fault.
    """
    from tsesi import recipe

    return recipe.Reader()


def read(path: Path | str, law: str | None = None) -> Reading:
    """Return what the text of a file says (see `tsesi.model.Reading`); `-` reads standard input.

    `law` gives the law's number where neither the file's name nor the text does. Raises `corpus.CorpusError`.
    """
    return reader().read(path, law)
