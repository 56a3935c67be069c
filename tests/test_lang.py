"""Word files: what can be wrong in one is told with its file, its line and the way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsesi import lang, verbs

FILES = sorted(path for path in lang.ROOT.glob("*/*.yml") if path.stem != "interface")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_word_file_says_where_it_comes_from(path: Path) -> None:
    assert lang.read(path.parent.name, path.stem)["source"].strip()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "ka").mkdir()
    monkeypatch.setattr(lang, "ROOT", tmp_path)
    lang.read.cache_clear()
    yield tmp_path / "ka"
    lang.read.cache_clear()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read"),
        ("source: us\nwords: [", "line 3: not readable"),
        ("words: []", "source: …"),
        ("- a\n- b", "source: …"),
        ("source: us\nwords: {ა: 1, ბ: 2, ა: 3}", "“ა” stands twice"),
    ],
)
def test_a_broken_file_is_refused(content: str | None, message: str, folder: Path) -> None:
    if content is not None:
        (folder / "broken.yml").write_text(content, encoding="utf-8")
    with pytest.raises(lang.WordDataError, match=message) as caught:
        lang.read("ka", "broken")
    assert str(caught.value).startswith("broken.yml")


VERB = "source: us\nverbs:\n  {line}\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("შე-ბოჭ-ვ-ა: {parts: შებოჭავს შებოჭა შებოჭოს}", "preverb-root-ending"),
        ("შე-ბოჭ-ვა: {parts: შებოჭავს შებოჭა}", "not 2"),
        ("შე-ბოჭ-ვა: {parts: დაბოჭავს დაბოჭა დაბოჭოს}", "does not begin with “შე”"),
        ("შე-ბოჭ-ვა: {parts: შეკოჭავს შეკოჭა შეკოჭოს}", "does not hold the root “ბოჭ”"),
        ("შე-ბოჭ-ვა: {parts: შებოჭავ შებოჭა შებოჭოს}", "should end in -ს or -ა"),
        ("შე-ბოჭ-ვა: {parts: შებოჭავს შებოჭე შებოჭოს}", "should end in -ა or -ო"),
        ("შე-ბოჭ-ვა: {parts: შებოჭავს შებოჭა შებოჭო}", "should end in -ოს, -ას or -ეს"),
        ("შე-ბოჭ-ვა: {forms: შებოჭავს}", "no such field: forms"),
        ("შე-ბოჭ-ვა: {en: tackle}", "give its forms"),
        ("შე-ბოჭ-ვა: {like: სვლა}", "no model “სვლა”"),
        ("ყოფნა: {more: {now: არის}}", "no screeve “now”"),
        ("ყოფნა: {more: {pres: არის ხარ ვარ}}", "3 forms"),
    ],
)
def test_a_wrong_verb_is_refused_with_its_line(line: str, message: str, folder: Path) -> None:
    (folder / "verbs.yml").write_text(VERB.format(line=line), encoding="utf-8")
    (folder / "paradigms.yml").write_text("source: us\nparticiples: {}\npreverbs: []\n", encoding="utf-8")
    verbs.every.cache_clear()
    verbs.participles.cache_clear()
    verbs.conjugate.cache_clear()
    try:
        with pytest.raises(lang.WordDataError, match=message) as caught:
            verbs.every()
        assert str(caught.value).startswith("verbs.yml:3: ")
    finally:
        verbs.every.cache_clear()
        verbs.participles.cache_clear()
        verbs.conjugate.cache_clear()
