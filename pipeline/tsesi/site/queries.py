"""Takes the folder of stored queries, gives each with its question in both languages, by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_QUESTION = re.compile(r"^#\s*(?:question\s*)?@?(ka|en)\s*:\s*(.+)$", re.MULTILINE)


def stored(folder: Path) -> dict[str, Mapping[str, Any]]:
    """Return name → {text, ka, en} of every `.rq` in `folder`, sorted by name; empty where there is none.

    The question stands in comments: `# ka: …`, `# en: …`.
    """
    found: dict[str, Mapping[str, Any]] = {}
    for path in sorted(folder.glob("*.rq")):
        text = path.read_text(encoding="utf-8")
        questions = {lang: said.strip() for lang, said in _QUESTION.findall(text)}
        found[path.stem] = {"text": text, **questions}
    return found
