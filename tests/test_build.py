"""A build is whole or it is not there; it says what it was made from; set-up happens once."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph
import pytest

from tsesi import corpus, lock, recipe

ROOT = Path(__file__).parents[1]
FILES = (
    "tsesi.ttl",
    "tsesi.nt",
    "tsesi.jsonld",
    "provenance.ttl",
    "site/ka/index.html",
    "site/en/index.html",
)


def silent(_: str) -> None:
    pass


def contents(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.fixture
def project(tmp_path: Path) -> recipe.Project:
    """A project whose corpus may be spoiled, with a build that was good."""
    for name in ("corpus", "ontology"):
        shutil.copytree(ROOT / name, tmp_path / name)
    made = recipe.Project.at(tmp_path)
    (made.build / "site").mkdir(parents=True)
    (made.build / "tsesi.nt").write_text("the last good graph")
    (made.build / "site" / "index.html").write_text("the last good page")
    return made


def test_the_files_of_a_build(built: Path) -> None:
    for name in FILES:
        assert (built / name).stat().st_size, name
    for name in ("tsesi.ttl", "tsesi.nt", "tsesi.jsonld"):
        assert (built / "site" / "data" / name).read_bytes() == (built / name).read_bytes()
    assert not [path for path in built.parent.iterdir() if path.name.startswith(".build-")]


def test_the_three_files_hold_the_same_triples(built: Path) -> None:
    stores = []
    for name, kind in (("ttl", "TURTLE"), ("nt", "N_TRIPLES"), ("jsonld", "JSON_LD")):
        form = getattr(pyoxigraph.RdfFormat, kind)
        stores.append({str(t) for t in pyoxigraph.parse(path=built / f"tsesi.{name}", format=form)})
    assert stores[0] == stores[1] == stores[2]


def test_the_provenance_names_files_and_sources(built: Path) -> None:
    said = (built / "provenance.ttl").read_text(encoding="utf-8")
    for name in ("tsesi.ttl", "tsesi.nt", "tsesi.jsonld"):
        assert hashlib.sha256((built / name).read_bytes()).hexdigest() in said
    for source in corpus.load(ROOT / "corpus"):
        assert source.sha256 in said


def spoil_bytes(project: recipe.Project) -> None:
    text = next(project.corpus.glob("*.ka.txt"))
    text.write_bytes(text.read_bytes() + b"\xff")


def spoil_manifest(project: recipe.Project) -> None:
    (project.corpus / corpus.MANIFEST).write_text("laws: [", encoding="utf-8")


def spoil_termbase(project: recipe.Project) -> None:
    path = project.ontology / "terms.yml"
    path.write_text(path.read_text(encoding="utf-8") + "\nnonsense\n", encoding="utf-8")


def spoil_correction(project: recipe.Project) -> None:
    entry = {"law": "9", "raw": "not there", "fixed": "x", "reason": "x", "by": "x"}
    (project.corpus / "corrections.yml").write_text(json.dumps([entry]), encoding="utf-8")


@pytest.mark.parametrize("spoil", [spoil_bytes, spoil_manifest, spoil_termbase, spoil_correction])
def test_a_build_that_fails_leaves_the_last_one(project: recipe.Project, spoil: object) -> None:
    spoil(project)  # type: ignore[operator]
    before = contents(project.build)
    try:
        built = recipe.build(project, project.build, silent)
    except ValueError as error:
        assert str(project.root) in str(error)
    else:
        assert built.stops
    assert contents(project.build) == before
    assert {path.name for path in project.root.iterdir()} == {"build", "corpus", "ontology", recipe.LOCK}


def test_a_build_that_fails_late_leaves_the_last_one(
    project: recipe.Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object, **__: object) -> Iterator[None]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(recipe, "validated", lambda *_, **__: [])
    monkeypatch.setattr(recipe.export, "write", no_room)
    before = contents(project.build)
    with pytest.raises(OSError, match="No space"):
        recipe.build(project, project.build, silent)
    assert contents(project.build) == before
    assert {path.name for path in project.root.iterdir()} == {"build", "corpus", "ontology", recipe.LOCK}


def test_a_build_knows_what_it_was_made_from(project: recipe.Project) -> None:
    assert recipe.is_stale(project, project.build)
    (project.build / recipe.INPUTS).write_text(recipe.fingerprint(project))
    assert not recipe.is_stale(project, project.build)
    (project.corpus / "note.txt").write_text("new")
    assert recipe.is_stale(project, project.build)
    assert recipe.is_stale(project, project.root / "nowhere")


@pytest.mark.parametrize("target", ["build", "test", "lint"])
def test_a_second_run_installs_nothing(target: str) -> None:
    up_to_date = subprocess.run(["make", "-q", ".venv/.dev", ".venv/.node"], cwd=ROOT, check=False)
    if up_to_date.returncode:
        pytest.skip("make did not set this environment up, or its requirements changed since")
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "install" not in done.stdout and "npm" not in done.stdout


def test_a_second_build_waits_and_says_so(tmp_path: Path) -> None:
    path, said, order = tmp_path / recipe.LOCK, threading.Event(), []

    def second() -> None:
        with lock.held(path, said.set):
            order.append("second")

    with lock.held(path, lambda: order.append("busy")):
        thread = threading.Thread(target=second)
        thread.start()
        assert said.wait(10), "it does not say that it waits"
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / recipe.LOCK
    code = """
import os, pathlib, sys
from tsesi import lock
with lock.held(pathlib.Path(sys.argv[1]), print):
    os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == 9
    with lock.held(path, lambda: pytest.fail("the lock is still held")):
        pass


@pytest.mark.parametrize("published", [True, False])
def test_what_a_killed_build_left_is_put_away(project: recipe.Project, published: bool) -> None:
    """Killed before the new folder takes the old one's place, or between the two renamings."""
    before = contents(project.build)
    for name in (".build-one", ".build-two"):
        (project.root / name / "site").mkdir(parents=True)
    if not published:
        project.build.rename(project.root / ".build-two-old")
    spoil_manifest(project)
    with pytest.raises(corpus.CorpusError):
        recipe.build(project, project.build, silent)
    assert contents(project.build) == before
    assert not list(project.root.glob(".build-*"))


def test_a_text_that_no_manifest_lists_is_told(project: recipe.Project) -> None:
    for name in ("law-30-extra.ka.txt", "law-30-extra.en.yml", "notes.docx"):
        (project.corpus / name).write_text("1. ბურთი.", encoding="utf-8")
    said: list[str] = []
    recipe.read_corpus(project, said.append)
    told = [line for line in said if "manifest.yml" in line]
    assert [line.split(":")[0] for line in told] == [
        "corpus/law-30-extra.en.yml",
        "corpus/law-30-extra.ka.txt",
        "corpus/notes.docx",
    ]
    assert all("list it there" in line for line in told)


def test_the_corpus_lists_all_its_texts() -> None:
    assert not corpus.unlisted(ROOT / "corpus")
