"""Word data: takes a language and a name, gives what `lang/<language>/<name>.yml` holds, checked.

Words are data that a person edits. Each file says in `source` where its words come from and may carry
`examples` and `counter-examples`, which the tests run. This module only reads; what the words mean is told
by the module that asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent


class WordDataError(ValueError):
    """A word file cannot be used. The message names the file, the line where it can, and the way out."""

    def __init__(self, path: Path, message: str, near: str = "") -> None:
        """Make the message; `near` is text of the line at fault."""
        line = _line_of(path, near)
        super().__init__(f"{path.name}{f':{line}' if line else ''}: {message}")


def _line_of(path: Path, near: str) -> int:
    if not near or not path.is_file():
        return 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if near in line:
            return number
    return 0


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads YAML, but refuses a key that stands twice: the first would be lost without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Build the mapping; raise `yaml.constructor.ConstructorError` on a key given twice."""
        mapping: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        if len(mapping) < len(node.value):
            seen: set[str] = set()
            for key, _ in node.value:
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"“{key.value}” stands twice: keep one", key.start_mark
                    )
                seen.add(key.value)
        return mapping


def path_of(lang: str, name: str) -> Path:
    """Return the path of one word file."""
    return ROOT / lang / f"{name}.yml"


@cache
def read(lang: str, name: str) -> Mapping[str, Any]:
    """Return the content of one word file.

    Raises `WordDataError` when the file is missing, is not YAML, gives a key twice or lacks its `source`.
    """
    path = path_of(lang, name)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        message = f"cannot be read ({error.strerror}); restore it from the repository"
        raise WordDataError(path, message) from error
    try:
        data = yaml.load(text, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        what = getattr(error, "problem", None) or str(error)
        raise WordDataError(path, f"{where}not readable: {what}") from error
    if not isinstance(data, dict) or not isinstance(data.get("source"), str):
        raise WordDataError(path, "say at the top where the words come from: `source: …`")
    return data
