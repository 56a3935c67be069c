"""A table that a terminologist edited comes back: only what changed changes; broken rules are refused."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus import corpus
from tsesi import export, revise, table, termbase

ROOT = Path(__file__).parents[1]
CASES = yaml.safe_load((ROOT / "tests/cases/revise.yml").read_text(encoding="utf-8"))


def files(folder: Path, rows: list[dict[str, str]], text: str = CASES["termbase"]) -> tuple[Path, Path]:
    """Write the termbase and a table with only the columns that the rows have."""
    terms = folder / "terms.yml"
    terms.write_bytes(text.encode("utf-8"))
    edited = folder / "edited.csv"
    columns = [one for one in table.COLUMNS if any(one in row for row in rows)]
    full = [{**_as_it_is(row["key"], columns), **row} for row in rows]
    edited.write_bytes(table.to_csv(full, columns))
    return edited, terms


def _as_it_is(key: str, columns: list[str]) -> dict[str, str]:
    """The cells that a table has for a concept which nobody edited."""
    entry = next((one for one in yaml.safe_load(CASES["termbase"]) if one["key"] == key), None)
    if entry is None:
        return {}
    cells = {"kind": entry["kind"], "status": entry.get("status", "approved")}
    for lang in ("ka", "en"):
        names = [(n, "admitted") if isinstance(n, str) else (n["text"], n["status"]) for n in entry[lang]]
        cells[lang] = names[0][0]
        for standing in table.STANDINGS:
            cells[f"{lang}_{standing}"] = table.join(n for n, s in names[1:] if s == standing)
        cells[f"definition_{lang}"] = entry.get("definition", {}).get(lang, "")
    cells["note_en"] = entry.get("note", "")
    cells["source"] = table.cite(entry.get("source"))
    cells["broader"] = entry.get("broader", "")
    cells["related"] = {"opponent": "team", "team": "opponent"}.get(key, "")
    return {name: cell for name, cell in cells.items() if name in columns}


@pytest.mark.parametrize("case", CASES["taken"], ids=lambda c: c["name"])
def test_taken(case: dict[str, Any], tmp_path: Path) -> None:
    edited, terms = files(tmp_path, case["rows"])
    found = revise.revise(edited, terms)
    assert [str(change) for change in found.changes] == case["changes"]
    assert [one.replace(f"{tmp_path}/", "") for one in found.left] == case.get("left", [])
    changed = difflib.ndiff(CASES["termbase"].splitlines(), found.after.splitlines())
    lines = [line[0] + line[2:] for line in changed if line[0] in "+-"]
    assert sorted(lines) == sorted(case["lines"])
    assert (found.diff == "") == (not case["changes"])
    assert terms.read_bytes().decode() == CASES["termbase"]
    found.write()
    assert terms.read_bytes().decode() == found.after
    assert revise.revise(edited, terms).changes == ()


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda c: c["says"][0][11:60])
def test_refused(case: dict[str, Any], tmp_path: Path) -> None:
    edited, terms = files(tmp_path, case["rows"])
    with pytest.raises(revise.RevisionError) as error:
        revise.revise(edited, terms, {"9.98", "9.99"}.__contains__)
    assert len(error.value.faults) == len(case["says"])
    for fault, says in zip(error.value.faults, case["says"], strict=True):
        assert fault.removeprefix(f"{tmp_path}/").startswith(says)
    assert terms.read_bytes().decode() == CASES["termbase"]


@pytest.mark.parametrize("case", CASES["no-table"], ids=lambda c: c["says"][:50])
def test_no_table(case: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "edited.csv"
    path.write_bytes(case["bytes"].encode() if "bytes" in case else case["latin"].encode("latin-1"))
    with pytest.raises(table.TableError) as error:
        table.read(path)
    assert str(error.value).removeprefix(f"{tmp_path}/").startswith(case["says"])


def test_a_file_that_changed_meanwhile_is_not_written(tmp_path: Path) -> None:
    edited, terms = files(tmp_path, [{"key": "player", "en": "participant"}])
    found = revise.revise(edited, terms)
    terms.write_text("- other\n")
    with pytest.raises(revise.RevisionError, match="changed in the meantime"):
        found.write()
    assert terms.read_text() == "- other\n"


@pytest.mark.parametrize("delimiter, encoding", [(";", "utf-8-sig"), ("\t", "utf-16"), (",", "utf-8")])
def test_tables_as_spreadsheets_write_them(delimiter: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "edited.csv"
    path.write_bytes(f"key{delimiter}en{delimiter}\nplayer{delimiter}კაცი{delimiter}\n".encode(encoding))
    assert [(row.line, dict(row.cells)) for row in table.read(path)] == [(2, {"key": "player", "en": "კაცი"})]


@pytest.mark.parametrize("kind, name", [("csv", "tsesi-terms.csv"), ("xlsx", "tsesi-terms.xlsx")])
def test_an_export_that_nobody_edited_changes_nothing(kind: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(export.files(corpus().graph, kind)[name])
    found = revise.revise(path, ROOT / "ontology" / "terms.yml")
    assert found.changes == ()
    assert found.after == found.before


WORDS = st.text(alphabet="abcdef :#,-'\"[]{}é", min_size=1, max_size=12).map(str.strip).filter(bool)
KEYS = ("player", "opponent", "team", "penalty")
ROWS = st.fixed_dictionaries(
    {"key": st.sampled_from(KEYS)},
    optional={
        "definition_en": WORDS,
        "definition_ka": st.sampled_from(["პირი: ის", "№ 1 - ერთი"]),
        "note_en": WORDS,
        "source": st.sampled_from(["§9.10", "§1", "§15.caption"]),
        "status": st.sampled_from(["approved", "candidate"]),
        "en_admitted": st.lists(st.sampled_from(["one", "two, three", "on", "no: yes"]), unique=True).map(
            table.join
        ),
        "ka_candidate": st.sampled_from(["ერთი", "ორი | სამი"]),
    },
)


@settings(max_examples=40, deadline=None)
@given(st.lists(ROWS, unique_by=lambda row: row["key"], min_size=1), st.booleans())
def test_only_what_changes_changes(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, str]], windows: bool
) -> None:
    """Comments and what the table does not change stay byte for byte, with either kind of line end."""
    for row in rows:  # a definition is in both languages or in none
        if row["key"] != "player" and not {"definition_en", "definition_ka"} <= row.keys():
            row.pop("definition_en", None)
            row.pop("definition_ka", None)
    text = CASES["termbase"].replace("\n", "\r\n") if windows else CASES["termbase"]
    edited, terms = files(tmp_path_factory.mktemp("revise"), rows, text)
    found = revise.revise(edited, terms)
    found.write()
    after = terms.read_bytes().decode()
    assert after.count("\r\n") == (after.count("\n") if windows else 0)
    for comment in (
        "at the top.",
        "# --- Actors",
        "# the first name",
        "# another one",
        "# --- Sanctions",
        "# the end",
    ):
        assert after.count(comment) == 1
    touched = {change.key for change in found.changes}
    before_entries, after_entries = (
        {one["key"]: one for one in termbase.entries(each, "terms.yml")} for each in (text, after)
    )
    assert {key for key in KEYS if before_entries[key] != after_entries[key]} == touched
    for key in set(KEYS) - touched:
        entry = _lines_of(text, key)
        assert _lines_of(after, key) == entry
    assert revise.revise(edited, terms).changes == ()


def _lines_of(text: str, key: str) -> str:
    start = text.index(f"key: {key}")
    ends = [
        at
        for at in (text.find("\n- ", start), text.find("\n\n", start), text.find("\r\n\r\n", start))
        if at > 0
    ]
    return text[start : min(ends, default=len(text))]
