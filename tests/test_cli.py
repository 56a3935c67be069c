"""The command: what it prints where, with which exit status, and what it says about bad input."""

from __future__ import annotations

import io
import json
import re
import resource
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from tsesi import cli, recipe

HERE = Path(__file__).parent
ROOT = HERE.parent
LAW_9 = ROOT / "corpus" / "law-09-foul-play.ka.txt"
BAD = yaml.safe_load((HERE / "cases" / "bad-inputs.yml").read_text(encoding="utf-8"))
COMMANDS = ("build", "serve", "parse", "query", "check", "export", "kwic", "import-terms")


READ_CORPUS = recipe.read_corpus


@cache
def this_corpus() -> Any:
    return READ_CORPUS(recipe.Project.at(ROOT), lambda _: None)


def read_once(project: recipe.Project, say: recipe.Say) -> Any:
    return this_corpus() if project.root == ROOT else READ_CORPUS(project, say)


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def tsesi(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command in this process: `tsesi("parse", path)` gives status, output, errors.

    The corpus of this checkout is read once for all runs.
    """
    monkeypatch.setattr(recipe, "read_corpus", read_once)

    def run(*words: object, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "argv", ["tsesi", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return run


def test_help_is_fast_and_teaches() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "tsesi", "--help"], capture_output=True, text=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # processor time, so that other work on the machine does not count: neither words nor graph are loaded
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2
    assert all(command in done.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example(tsesi: Any, command: str) -> None:
    ran = tsesi(command, "--help")
    assert ran.code == 0
    assert "Example" in ran.out and f"tsesi {command}" in " ".join(ran.out.split())


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["parse"],
        ["parse", "--format", "pdf", LAW_9],
        ["parse", "no-such-file.txt"],
        ["parse", LAW_9, "--unit", "9.99"],
        ["query"],
        ["query", "no-such-query"],
        ["query", "-e", "nonsense"],
        ["query", "-e", "SELECT * { SERVICE <http://127.0.0.1/> {} }"],
        ["query", "no-such-file.rq"],
        ["serve", "--port", "70000"],
    ],
    ids=lambda words: " ".join(map(str, words))[:40],
)
def test_wrong_use_is_exit_2_with_a_way_out(tsesi: Any, built: Path, words: list[object]) -> None:
    if words[0] == "query" and len(words) > 1:
        words = [*words, "--build", built]
    ran = tsesi(*words)
    assert ran.code == 2
    assert ran.err.strip() and not ran.out
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("case", BAD, ids=lambda case: str(case["name"]))
def test_bad_input_is_told_with_file_and_line(tsesi: Any, tmp_path: Path, case: dict[str, Any]) -> None:
    path = tmp_path / "law-7-bad.txt"
    path.write_bytes(bytes(case["bytes"]) if "bytes" in case else case["text"].encode())
    ran = tsesi("check", path)
    place = f"{path}:{case['line']}: " if "line" in case else str(path)
    if "error" in case:
        assert ran.code == 1
        assert case["error"] in ran.err and place in ran.err
    else:
        [line] = [line for line in ran.out.splitlines() if f": {case['finding']}: " in line]
        assert line.startswith(place)


def test_parse_reads_standard_input(tsesi: Any) -> None:
    text = "1. მოთამაშემ წესი არ უნდა დაარღვიოს. სასჯელი: ჯარიმა.\n"
    data = json.loads(tsesi("parse", "-", "--law", "7", stdin=text.encode()).out)
    assert data["law"] == 7
    assert [unit["id"] for unit in data["units"]] == ["7.1"]
    bare = json.loads(tsesi("parse", "-", stdin=text.encode()).out)
    assert bare["law"] is None
    assert [unit["id"] for unit in bare["units"]] == ["1"]


def test_parse_prints_the_same_whatever_the_place(tsesi: Any, tmp_path: Path) -> None:
    copy = tmp_path / LAW_9.name
    copy.write_bytes(LAW_9.read_bytes())
    here, there = (json.loads(tsesi("parse", path).out) for path in (LAW_9, copy))
    assert here["units"] == there["units"]


def test_the_spans_of_the_json_cut_the_text(tsesi: Any) -> None:
    source = LAW_9.read_text(encoding="utf-8")
    data = json.loads(tsesi("parse", LAW_9).out)
    for unit in data["units"]:
        for repair in unit.get("repairs", ()):
            assert source[slice(*repair["source"])] == repair["raw"]
        start, end = unit["source"]
        for part in ("norms", "alternatives", "brackets"):
            for one in unit.get(part, ()):
                assert start <= one["source"][0] < one["source"][1] <= end


def test_the_tree_of_a_unit(tsesi: Any) -> None:
    ran = tsesi("parse", LAW_9, "--format", "tree", "--unit", "9.7.b")
    assert ran.code == 0
    assert ran.out.startswith("9.7 (ბ)  (clause)")
    for fact in ("prohibition", "from 9.7", "player", "penalty", "from 9.7.c", "alternatives", "bracket"):
        assert fact in " ".join(ran.out.split())
    assert f"{LAW_9}:" in ran.out


def test_turtle_of_a_text_is_a_graph(tsesi: Any) -> None:
    import pyoxigraph

    ran = tsesi("parse", LAW_9, "--format", "ttl")
    assert sum(1 for _ in pyoxigraph.parse(ran.out, format=pyoxigraph.RdfFormat.TURTLE)) > 1000


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["-e", "SELECT (COUNT(?l) AS ?laws) { ?l a eli:LegalResource }"], "laws"),
        (["-e", "ASK { ?n a tsesi:Prohibition }"], "yes"),
        (["-e", "ASK { ?n a tsesi:Prohibition }", "--format", "json"], '"boolean":true'),
        (["-e", "SELECT ?n { ?n a tsesi:Permission } ORDER BY ?n LIMIT 2", "--format", "csv"], "norm/"),
        (["-e", "DESCRIBE <https://w3id.org/tsesi/actor/referee>", "--format", "ttl"], "actor:referee"),
        (["-e", "DESCRIBE <https://w3id.org/tsesi/actor/referee>"], "skos:prefLabel"),
        (["--list"], "?"),
        (["--list", "--lang", "ka"], "?"),
    ],
)
def test_query(tsesi: Any, built: Path, words: list[str], says: str) -> None:
    ran = tsesi("query", *words, "--build", built)
    assert ran.code == 0, ran.err
    assert says in ran.out


def test_a_file_and_standard_input_hold_queries(tsesi: Any, built: Path, tmp_path: Path) -> None:
    query = "PREFIX tsesi: <https://w3id.org/tsesi/ontology#> ASK { ?n a tsesi:Norm }"
    path = tmp_path / "mine.rq"
    path.write_text(query, encoding="utf-8")
    assert tsesi("query", path, "--build", built).out == "yes\n"
    assert tsesi("query", "-", "--build", built, stdin=query.encode()).out == "yes\n"


def test_check_of_the_corpus_says_how_much_was_read(tsesi: Any) -> None:
    ran = tsesi("check")
    assert ran.code == 0, ran.out
    for said in ("characters read", "(100.0 %)", "tokens known", "norms complete"):
        assert said in ran.out
    more = int(ran.err.partition("languages: ")[2].split()[0])
    assert "`tsesi check --terms`" in ran.err
    terms = tsesi("check", "--terms")
    assert terms.code == 1 and len(terms.out.splitlines()) == more
    assert "excused in corpus/exceptions.yml" in terms.err
    for line in terms.out.splitlines():  # each with file and line of both texts
        assert re.match(
            r"corpus/law-\d\d-[\w-]+\.ka\.txt:\d+, corpus/law-\d\d-[\w-]+\.en\.yml:\d+: [a-z-]+: ", line
        )


def test_check_of_a_text_without_english_is_not_flooded(tsesi: Any) -> None:
    """What the graph's shapes miss is told once for a file; every finding has file and line."""
    path = HERE / "cases" / "laws" / "law-16-maul.ka.txt"
    ran = tsesi("check", path)
    lines = [line for line in ran.out.splitlines() if line.startswith(f"{path}:") and " units" not in line]
    assert lines and all(re.match(rf"{re.escape(str(path))}:\d+: [a-z-]+: ", line) for line in lines)
    missing = [line for line in lines if ": norm-reading-english: " in line]
    assert len(missing) == 1 and "(and in lines " in missing[0]
    assert "has no English" in tsesi("check", "--terms", path).err


def test_check_compares_with_annotated_laws(tsesi: Any, tmp_path: Path) -> None:
    text = "1. მოთამაშემ წესი არ უნდა დაარღვიოს. სასჯელი: ჯარიმა.\n"
    path = tmp_path / "law-7-made.txt"
    path.write_text(text, encoding="utf-8")
    unit = {"id": "7.1", "norms": [{"modality": "prohibition", "bearer": "player", "actions": ["infringe"]}]}
    annotated = tmp_path / "law-07.yml"
    for bearer, code in (("player", 0), ("referee", 1)):
        unit["norms"][0]["bearer"] = bearer  # type: ignore[index]
        annotated.write_text(yaml.safe_dump({"law": 7, "units": [unit]}), encoding="utf-8")
        ran = tsesi("check", path, "--gold", tmp_path)
        assert ran.code == code, ran.out
        assert ("missing bearer 7.1: prohibition | referee" in ran.out) == bool(code)


def test_exports_are_printed_or_written(tsesi: Any, tmp_path: Path) -> None:
    ran = tsesi("export", "glossary", "--out", tmp_path / "new")
    assert ran.code == 0
    assert all(Path(line).stat().st_size for line in ran.out.splitlines())
    for words in (["pdf"], ["all"], ["tbx", "--locale", "de-DE"]):
        assert tsesi("export", *words).code == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["რაქმა"], "‹რაქ"),
        (["თამაშგარე"], "‹თამაშ-გარე"),
        (["front row", "--lang", "en"], "‹front row›"),
        (["უცნაურსიტყვა"], ""),
    ],
)
def test_a_concordance_finds_all_forms(tsesi: Any, words: list[str], says: str) -> None:
    ran = tsesi("kwic", *words)
    assert ran.code == 0
    assert says in ran.out if says else not ran.out


def test_a_table_of_terms_comes_back(tsesi: Any, tmp_path: Path) -> None:
    for name in ("corpus", "ontology"):
        shutil.copytree(ROOT / name, tmp_path / name)
    terms = tmp_path / "ontology" / "terms.yml"
    before = terms.read_bytes()
    assert tsesi("export", "csv", "--out", tmp_path, "--root", tmp_path).code == 0
    table = tmp_path / "tsesi-terms.csv"
    ran = tsesi("import-terms", table, "--root", tmp_path)
    assert (ran.code, ran.out) == (0, "") and "Nothing changes" in ran.err
    edited = table.read_text(encoding="utf-8-sig").replace("მსაჯი,,,,referee,", "მსაჯი,,,,refferee,", 1)
    table.write_text(edited, encoding="utf-8")
    ran = tsesi("import-terms", table, "--root", tmp_path, "--dry-run")
    assert ran.code == 0 and "+  en: [refferee]" in ran.out
    assert "1 change; nothing was written" in ran.err and terms.read_bytes() == before
    ran = tsesi("import-terms", table, "--root", tmp_path)
    assert ran.code == 0 and "1 change, written into" in ran.err and terms.read_bytes() != before


def test_a_reader_that_has_enough_is_no_error(built: Path) -> None:
    command = f"{sys.executable} -m tsesi parse {LAW_9} | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")
