"""The README is true: its commands print what it says, its Python runs, its links lead somewhere."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted(
    path
    for folder in (".", "corpus", "ontology", "ontology/queries", "docs/decisions")
    for path in (ROOT / folder).glob("*.md")
)
FOUND = re.findall(r"^\$ (.+\n(?:> .*\n)*)((?:(?!\$ |```).*\n)*)", TEXT, re.MULTILINE)
COMMANDS = [(command.replace("\n> ", "\n").strip(), printed) for command, printed in FOUND]
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=lambda text: text[:40])
def test_a_command_prints_what_the_readme_says(built: Path, command: str, printed: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env={**os.environ, "PATH": path, "TSESI_BUILD": str(built)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    parts = (re.escape(line) for line in printed.strip("\n").split("\n"))
    pattern = "\n".join(parts).replace("…\n", "(?:.*\n)*?").replace("\n…", "(?:\n.*)*")
    assert re.fullmatch(pattern, done.stdout.strip("\n")), done.stdout


@pytest.mark.parametrize("block", BLOCKS)
def test_the_python_prints_what_its_comment_says(block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(block, {})
    assert out.getvalue().strip() == block.partition("# ")[2].strip()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\((?!https?:|mailto:)([^)#]+)", document.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (document.parent / target).exists()]
    assert not missing


def test_the_clause_of_the_readme_is_the_corpus_s() -> None:
    prose = re.sub(r"^```.*?^```", "", TEXT, flags=re.MULTILINE | re.DOTALL)
    quoted = re.findall(r"^> (.+)$", prose, re.MULTILINE)
    source = (ROOT / "corpus" / "law-09-foul-play.ka.txt").read_text(encoding="utf-8")
    assert quoted and all(line in source for line in quoted)


def test_the_readme_names_every_command() -> None:
    from typer.main import get_command

    from tsesi import cli

    commands = get_command(cli.app).commands  # type: ignore[attr-defined]
    rows = re.findall(r"^\| `(tsesi [\w-]+)", TEXT, re.MULTILINE)
    assert {f"tsesi {name}" for name in commands} == set(rows)
