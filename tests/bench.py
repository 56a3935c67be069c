"""Prints the project's figures: `python -m tests.bench` runs `main()` of every `tests/bench_*.py`, by name.

A part that lacks what it needs (a treebank, a browser) says so in a line; it never fails the others.
"""

from __future__ import annotations

import importlib
import platform
import sys
from pathlib import Path


def main() -> None:
    """Run all parts."""
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}")
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        part = importlib.import_module(f"tests.{path.stem}")
        print(f"\n== {(part.__doc__ or path.stem).splitlines()[0]}", flush=True)
        sys.argv = [str(path)]
        try:
            part.main()
        except SystemExit:
            print(f"not run: `python -m tests.{path.stem}` needs a file that is not part of this project")


if __name__ == "__main__":
    main()
