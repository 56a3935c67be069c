"""The corpus as it stands, and bad input of every kind: a message with file, line, way out, or a finding."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from tests.test_normalize import LATIN, WORDS
from tests.test_sanctions import NAMES
from tsesi import corpus, sanctions
from tsesi.model import Finding
from tsesi.normalize import normalize
from tsesi.structure import structure

HERE = Path(__file__).parent
FOLDER = HERE.parent / "corpus"


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(
        (HERE / f"cases/bad-input/{name}.yml").read_text(encoding="utf-8")
    )
    return found


# --- good input -------------------------------------------------------------------------------------------


def test_the_corpus_is_as_received() -> None:
    laws = corpus.load(FOLDER)
    assert [source.law for source in laws] == ["9", "15"]
    for source in laws:
        path = FOLDER / Path(source.path).name
        assert source.text.encode() == path.read_bytes()
        assert source.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
        assert source.path == f"corpus/{path.name}"
        assert set(source.title) == {"ka", "en"}
        assert (source.edition, source.origin) == (None, None)  # not known, and said so


def test_every_unit_has_its_rendering() -> None:
    for source in corpus.load(FOLDER):
        document = structure(normalize(source, WORDS.__contains__, LATIN))
        assert source.english is not None
        assert list(source.english.units) == [unit.id for unit in document.units]
        assert len(source.english.sections) == len(document.sections)


def test_corrections_go_to_their_law(tmp_path: Path) -> None:
    text = "1. ბურთი, ბურთი."
    (tmp_path / "law.txt").write_text(text, encoding="utf-8")
    digest = hashlib.sha256(text.encode()).hexdigest()
    law = {"title": {"ka": "ა", "en": "a"}, "source": {"path": "law.txt", "sha256": digest}}
    laws = [{"law": number, **law, "corrections": {"path": "c.yml"}} for number in ("3", "4")]
    rows = [
        {"law": "4", "raw": "ბურთი", "fixed": "კარი", "occurrence": 2, "reason": "ასეა", "by": "ვინმე"},
        {"law": 3, "raw": "ბურთი", "fixed": "ქვა", "reason": "ასეა", "by": "ვინმე"},
    ]
    (tmp_path / "manifest.yml").write_text(yaml.safe_dump({"laws": laws}), encoding="utf-8")
    (tmp_path / "c.yml").write_text(yaml.safe_dump(rows), encoding="utf-8")
    third, fourth = corpus.load(tmp_path)
    assert normalize(third, WORDS.__contains__, {}).text == "1. ქვა, ბურთი."
    assert normalize(fourth, WORDS.__contains__, {}).text == "1. ბურთი, კარი."


@pytest.mark.parametrize(
    ("name", "text", "given", "law"),
    [
        ("law-09-foul.txt", "1. ბურთი.", None, "9"),
        ("law-09-foul.txt", "15 რაქი\n15.1 ბურთი.", "3", "3"),
        ("law-15.txt", "1. ბურთი.", None, "15"),
        ("ruck.txt", "15 რაქი\n\nარსი\n\nრაქი.", None, "15"),
        ("ruck.txt", "15.6მოთამაშეს შეუძლია.\n15.7 ისევ.", None, "15"),
        ("ruck.txt", "წესი 15. რაქი\n1. ბურთი.", None, "15"),
        ("ruck.txt", "რაქი\n1. ბურთი.\n2. კარი.", None, None),
        ("ruck.txt", "რაქი\n7. მოთამაშემ:\n7.1 ბურთი.\n8. კარი.\n9. ხაზი.", None, None),
    ],
)
def test_the_number_of_the_law(
    tmp_path: Path, name: str, text: str, given: str | None, law: str | None
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert corpus.read(tmp_path / name, given).law == law


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO("15.1 რაქი.\r\n".encode())))
    source = corpus.read("-")
    assert (source.path, source.text, source.law) == ("-", "15.1 რაქი.\r\n", "15")


# --- bad input --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("files"), ids=lambda case: case["name"])
def test_files(tmp_path: Path, case: dict[str, Any]) -> None:
    path = tmp_path / "ცდა.txt"
    if case.get("there", True):
        path.write_bytes(bytes.fromhex(case["hex"]) if "hex" in case else case["text"].encode())
    with pytest.raises(corpus.CorpusError) as error:
        corpus.read(path)
    assert str(error.value).startswith(str(path))
    for words in case["says"]:
        assert words in str(error.value)
    assert error.value.way_out


def test_a_folder_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(corpus.CorpusError, match="is a folder"):
        corpus.read(tmp_path)


@pytest.mark.parametrize("case", cases("manifests"), ids=lambda case: case["name"])
def test_manifests(tmp_path: Path, case: dict[str, Any]) -> None:
    (tmp_path / "law.txt").write_text("1. ბურთი.", encoding="utf-8")
    digest = hashlib.sha256("1. ბურთი.".encode()).hexdigest()
    for name, text in case["files"].items():
        (tmp_path / name).write_text(text.replace("{sum}", digest), encoding="utf-8")
    with pytest.raises(corpus.CorpusError) as error:
        corpus.load(tmp_path)
    for words in case["says"]:
        assert words in str(error.value)
    assert error.value.path.startswith(str(tmp_path))


@pytest.mark.parametrize("case", cases("texts"), ids=lambda case: case["name"])
def test_texts(tmp_path: Path, case: dict[str, Any]) -> None:
    path = tmp_path / "ცდა.txt"
    path.write_bytes(case["text"].encode())
    normalized = normalize(corpus.read(path), WORDS.__contains__, LATIN)
    document = structure(normalized)
    _, priced = sanctions.resolve(document, {}, NAMES)
    found: list[Finding] = [*normalized.findings, *document.findings, *priced]
    said = []
    for finding in found:
        assert finding.span is not None
        at, _ = normalized.offsets.to_source(*finding.span)
        said.append([finding.kind, normalized.source.text.count("\n", 0, at) + 1, finding.text])
    assert said == case["findings"]
