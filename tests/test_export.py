"""Exports against their schemas, the rules of TBX-Basic, the graph, and the programs that read them.

The schemas are not ours to keep: they are looked for in TSESI_SCHEMAS and beside the checkout. Without them
our own checks still run.
"""

from __future__ import annotations

import csv
import io
import os
import random
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import openpyxl
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from rdflib import SKOS, Graph, URIRef
from translate.storage import tbx as toolkit_tbx
from translate.storage import tmx as toolkit_tmx

from tests import tbx_basic
from tests.corpus import corpus
from tsesi import book as books
from tsesi import export, segments, table, tmx
from tsesi.book import Book
from tsesi.model import Lang
from tsesi.vocab import TSESI

ROOT = Path(__file__).parents[1]
SCHEMAS = Path(os.environ.get("TSESI_SCHEMAS") or ROOT.parent / "shared" / "schemas")
XML = "{http://www.w3.org/XML/1998/namespace}"
LANGS: tuple[Lang, ...] = ("ka", "en")


@cache
def made() -> Mapping[str, bytes]:
    return {
        name: content for kind in export.KINDS for name, content in export.files(corpus().graph, kind).items()
    }


@cache
def book() -> Book:
    return books.read(corpus().graph)


def parsed(name: str) -> etree._Element:
    return etree.fromstring(made()[name])


# --- the book says what the graph says --------------------------------------------------------------------


def test_the_book_holds_every_concept_and_unit() -> None:
    graph = corpus().graph
    assert len(book().entries) == len(set(graph.subjects(SKOS.notation)))
    assert len(book().units) == len(set(graph.subjects(TSESI.provisionKind))) == 70
    for entry in book().entries:
        labels = {
            (str(label), label.language)
            for said in (SKOS.prefLabel, SKOS.altLabel, SKOS.hiddenLabel)
            for label in graph.objects(URIRef(entry.iri), said)
        }
        assert {(name.text, name.lang) for name in entry.names} == labels
        assert [n.lang for n in entry.names] == sorted((n.lang for n in entry.names), reverse=True)


def test_spans_of_the_book_cut_what_they_should() -> None:
    for unit in book().units:
        for side in unit.sides.values():
            for one in side.markup.alternatives:
                for member in one.alternatives:
                    assert member.span.of(side.text) == member.text
            for bracket in side.markup.brackets:
                assert bracket.span.of(side.text) == f"[{bracket.text}]"
            for named in side.named:
                assert named.span.of(side.text).strip() == named.span.of(side.text) != ""


def test_same_graph_same_bytes() -> None:
    triples = list(corpus().graph)
    random.Random(7).shuffle(triples)
    other = Graph()
    for triple in triples:
        other.add(triple)
    again = {name: content for kind in export.KINDS for name, content in export.files(other, kind).items()}
    assert {name for name in again if again[name] != made()[name]} == set()


# --- TBX --------------------------------------------------------------------------------------------------


def test_tbx_v3() -> None:
    root = parsed("tsesi.tbx")
    assert list(tbx_basic.faults(root)) == []
    assert root.tag == "{urn:iso:std:iso:30042:ed-2}tbx"
    assert (root.get("type"), root.get("style")) == ("TBX-Basic", "dca")
    schema = SCHEMAS / "TBXcoreStructV03.rng"
    if schema.exists():
        etree.RelaxNG(etree.parse(schema)).assertValid(root)


def test_tbx_v2() -> None:
    root = parsed("tsesi-v2.tbx")
    assert list(tbx_basic.faults(root)) == []
    schema = SCHEMAS / "tbx-v2.xsd"
    if schema.exists():
        etree.XMLSchema(etree.parse(schema)).assertValid(root)


@pytest.mark.parametrize(
    "old, new, says",
    [
        ('type="partOfSpeech"', 'type="wordClass"', "wordClass is no data category"),
        (">noun<", ">masdar<", "partOfSpeech may not be masdar"),
        (
            '<descrip type="subjectField"',
            '<descrip type="context"',
            "may not stand at the level of the concept",
        ),
        ('<ref type="crossReference" target="', '<ref type="crossReference" target="x.', "is nowhere"),
        ('type="administrativeStatus"', 'type="definition"', "definition belongs to descrip"),
        ('<langSec xml:lang="en">', '<langSec xml:lang="ka">', "its languages are ['ka', 'ka']"),
    ],
)
def test_our_own_rules_refuse_what_the_core_schema_lets_through(old: str, new: str, says: str) -> None:
    text = made()["tsesi.tbx"].decode()
    assert old in text
    root = etree.fromstring(text.replace(old, new, 1).encode())
    assert any(says in fault for fault in tbx_basic.faults(root))
    schema = SCHEMAS / "TBXcoreStructV03.rng"
    if schema.exists() and not says.endswith("nowhere"):
        assert etree.RelaxNG(etree.parse(schema)).validate(root)


@pytest.mark.parametrize("name, concept", [("tsesi.tbx", "conceptEntry"), ("tsesi-v2.tbx", "termEntry")])
def test_tbx_says_what_the_graph_says(name: str, concept: str) -> None:
    found = {}
    for entry in parsed(name).iter(f"{{*}}{concept}"):
        terms = {}
        for section in entry.iterchildren("{*}langSec", "{*}langSet"):
            terms[section.get(f"{XML}lang")] = [
                (term.findtext("{*}term"), term.findtext("{*}termNote[@type='administrativeStatus']"))
                for term in section.iterchildren("{*}termSec", "{*}tig")
            ]
        found[entry.get("id")] = terms
    status = {
        "preferred": "preferred",
        "candidate": "admitted",
        "admitted": "admitted",
        "deprecated": "deprecated",
    }
    assert list(found) == [f"{one.kind}.{one.key}" for one in book().entries]
    for one in book().entries:
        for lang in LANGS:
            names = [(n.text, f"{status[n.status]}Term-admn-sts") for n in one.of(lang)]
            assert found[f"{one.kind}.{one.key}"].get(lang, []) == names


def test_tbx_shows_sentences_of_the_laws() -> None:
    texts = {unit.id: unit for unit in book().units}
    shown = parsed("tsesi.tbx").findall(".//{*}descrip[@type='context']")
    assert len(shown) > 100
    for context in shown:
        unit = context.getnext().text
        lang = next(context.iterancestors("{*}langSec")).get(f"{XML}lang")
        assert context.text in " ".join(texts[unit].text(lang).split())


def test_translate_toolkit_reads_the_terms() -> None:
    store = toolkit_tbx.tbxfile.parsestring(made()["tsesi-v2.tbx"])
    found = [(str(unit.source), str(unit.target)) for unit in store.units]
    both = [entry for entry in book().entries if entry.of("ka") and entry.of("en")]
    wanted = [(entry.of("ka")[0].text, entry.of("en")[0].text) for entry in both]
    assert set(wanted) <= set(found)
    assert len(found) == len(book().entries)


# --- TMX --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tsesi.tmx", "tsesi-clean.tmx"])
def test_tmx(name: str) -> None:
    root = parsed(name)
    assert root.get("version") == "1.4"
    header = root.find("header")
    assert {*header.keys()} >= {
        "creationtool", "creationtoolversion", "segtype", "o-tmf", "adminlang", "srclang", "datatype",
    }  # fmt: skip
    units = root.findall("body/tu")
    assert len({unit.get("tuid") for unit in units}) == len(units)
    for unit in units:
        assert [one.get(f"{XML}lang") for one in unit.findall("tuv")] == ["ka", "en"]
        assert all(one.findtext("seg").strip() for one in unit.findall("tuv"))
    schema = SCHEMAS / "tmx14.dtd"
    if schema.exists():
        with schema.open() as file:
            etree.DTD(file).assertValid(root)


def test_tmx_as_written_holds_every_unit() -> None:
    store = toolkit_tmx.tmxfile.parsestring(made()["tsesi.tmx"])
    found = {(str(unit.source), str(unit.target)) for unit in store.units}
    for unit in book().units:
        assert tuple(" ".join(unit.text(lang).split()) for lang in LANGS) in found
    assert any("|" in source and "|" in target for source, target in found)


def test_clean_memory_has_no_notation_and_a_reading_of_every_unit() -> None:
    pairs = list(tmx.clean(book()))
    for pair in pairs:
        for text in pair.texts.values():
            assert not set("|[]{}*") & set(text), pair
            assert text == " ".join(text.split())
    assert {pair.unit for pair in pairs} == {unit.id for unit in book().units}
    assert len({tuple(pair.texts.values()) for pair in pairs}) == len(pairs)
    store = toolkit_tmx.tmxfile.parsestring(made()["tsesi-clean.tmx"])
    assert [(str(u.source), str(u.target)) for u in store.units] == [tuple(p.texts.values()) for p in pairs]


def test_clean_memory_follows_each_choice() -> None:
    texts = {tuple(pair.texts.values()) for pair in tmx.clean(book())}
    assert (
        "თუ მოთამაშემ ბინძურად ითამაშა -- მსაჯმა ბოლომდე უნდა გააძევოს.",
        "If a player commits foul play -- the referee must send off that player for good.",
    ) in texts
    assert ("სასჯელი: თავისუფალი.", "Sanction: free kick.") in texts


OMEGAT = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<omegat><project version="1.0">
<source_dir>__DEFAULT__</source_dir><target_dir>__DEFAULT__</target_dir><tm_dir>__DEFAULT__</tm_dir>
<glossary_dir>__DEFAULT__</glossary_dir><glossary_file>__DEFAULT__</glossary_file>
<dictionary_dir>__DEFAULT__</dictionary_dir>
<source_lang>ka</source_lang><target_lang>en</target_lang>
<source_tok>org.omegat.tokenizer.DefaultTokenizer</source_tok>
<target_tok>org.omegat.tokenizer.DefaultTokenizer</target_tok>
<sentence_seg>false</sentence_seg><support_default_translations>true</support_default_translations>
<remove_tags>false</remove_tags>
</project></omegat>
"""


def test_omegat_translates_with_the_memory(tmp_path: Path) -> None:
    """OmegaT itself, without its window: a text made of the Georgian comes back as the English."""
    program = shutil.which("omegat")
    if program is None:
        pytest.skip("no omegat here (Debian: apt install omegat)")
    project = tmp_path / "project"
    for folder in ("source", "target", "tm/auto", "glossary", "omegat", "dictionary"):
        (project / folder).mkdir(parents=True)
    (project / "omegat.project").write_text(OMEGAT)
    meant: dict[str, set[str]] = defaultdict(set)
    for name in ("tsesi.tmx", "tsesi-clean.tmx"):
        (project / "tm/auto" / name).write_bytes(made()[name])
        for unit in parsed(name).iter("tu"):
            source, target = (one.findtext("seg") for one in unit.findall("tuv"))
            meant[source].add(target)
    (project / "glossary" / "tsesi-ka-en.utf8").write_bytes(made()["tsesi-ka-en.utf8"])
    (project / "source" / "laws.txt").write_text("\n\n".join(meant), encoding="utf-8")
    done = subprocess.run(
        [program, str(project), "--mode=console-translate", f"--config-dir={tmp_path / 'config'}"],
        env={**os.environ, "HOME": str(tmp_path), "JAVA_TOOL_OPTIONS": "-Dfile.encoding=UTF-8"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    target = project / "target" / "laws.txt"
    assert target.exists(), done.stdout + done.stderr
    lines = target.read_text(encoding="utf-8").split("\n\n")
    assert len(lines) == len(meant)
    wrong = [
        (source, line)
        for (source, wanted), line in zip(meant.items(), lines, strict=True)
        if line not in wanted
    ]
    assert wrong == []


# --- SRX --------------------------------------------------------------------------------------------------


def examples() -> list[tuple[Lang, list[str]]]:
    found: list[tuple[Lang, list[str]]] = []
    for lang in LANGS:
        path = ROOT / f"pipeline/tsesi/lang/{lang}/segments.yml"
        found += ((lang, one) for one in yaml.safe_load(path.read_text(encoding="utf-8"))["examples"])
    return found


@pytest.mark.parametrize("lang, sentences", examples())
def test_segments(lang: Lang, sentences: list[str]) -> None:
    text = " ".join(sentences)
    assert [span.of(text) for span in segments.split(text, lang)] == sentences


@given(st.text(alphabet='აბ.!-| "“[]1', max_size=30))
def test_segments_lose_nothing(text: str) -> None:
    spans = segments.split(text, "ka")
    assert "".join("".join(span.of(text).split()) for span in spans) == "".join(text.split())
    assert list(spans) == sorted(spans)


def test_srx_has_the_rules_that_cut_the_memory() -> None:
    root = parsed("tsesi.srx")
    names = {"ka": "Georgian laws", "en": "English laws"}
    for lang in LANGS:
        rules = [
            segments.Rule(
                rule.get("break") == "yes", rule.findtext("{*}beforebreak"), rule.findtext("{*}afterbreak")
            )
            for rule in root.findall(f".//{{*}}languagerule[@languagerulename='{names[lang]}']/{{*}}rule")
        ]
        assert tuple(rules) == segments.rules(lang)
        assert root.find(f".//{{*}}languagemap[@languagerulename='{names[lang]}']") is not None


# --- glossary, CSV, XLSX ----------------------------------------------------------------------------------


def test_glossaries() -> None:
    for source, target in (("ka", "en"), ("en", "ka")):
        lines = made()[f"tsesi-{source}-{target}.utf8"].decode("utf-8").splitlines()
        rows = [line.split("\t") for line in lines]
        assert all(len(row) == 3 and row[0] and row[1] for row in rows)
        pairs = {(row[0], row[1]) for row in rows}
        for entry in book().entries:
            meant = [n.text for n in entry.of(target) if n.status != "deprecated"]  # type: ignore[arg-type]
            for name in entry.of(source):  # type: ignore[arg-type]
                assert not meant or (name.text, meant[0]) in pairs
    forms = {row for row in made()["tsesi-ka-en.utf8"].decode().splitlines() if "form of “მოთამაშე”" in row}
    assert any(row.startswith("მოთამაშემ\tplayer\t") for row in forms)


def test_csv_and_xlsx_hold_the_concepts() -> None:
    wanted = [dict(export.row(entry)) for entry in book().entries]
    content = made()["tsesi-terms.csv"]
    assert content.startswith(b"\xef\xbb\xbf")
    assert list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")))) == wanted
    workbook = openpyxl.load_workbook(io.BytesIO(made()["tsesi-terms.xlsx"]))
    head, *rows = workbook["terms"].iter_rows(values_only=True)
    assert head == table.COLUMNS
    assert [dict(zip(head, (cell or "" for cell in row), strict=True)) for row in rows] == wanted
    units = list(workbook["units"].iter_rows(values_only=True))[1:]
    assert [(row[0], row[1]) for row in units] == [
        (f"§{unit.id}", " ".join(unit.text("ka").split())) for unit in book().units
    ]


def test_no_file_has_broken_letters() -> None:
    for name, content in made().items():
        if not name.endswith(".xlsx"):
            text = content.decode("utf-8-sig")
            assert "\ufffd" not in text and "\x00" not in text
            assert name.endswith(".srx") or "მოთამაშე" in text


# --- locales, kinds ---------------------------------------------------------------------------------------


def test_locale() -> None:
    for kind, tag in (("tbx", "langSec"), ("tmx", "tuv")):
        content = next(iter(export.files(corpus().graph, kind, "ka-GE,en-GB").values()))
        root = etree.fromstring(content)
        assert {one.get(f"{XML}lang") for one in root.iter(f"{{*}}{tag}")} == {"ka-GE", "en-GB"}
    assert export.locales("en_US") == {"ka": "ka", "en": "en-US"}
    for wrong in ("fr", "ka-GE,ka", "en-GB,en-US", "ka-*"):
        with pytest.raises(export.ExportError, match="write ka-GE,en-GB"):
            export.locales(wrong)


def test_kinds(tmp_path: Path) -> None:
    with pytest.raises(export.ExportError, match="there are tbx, tbx-v2, tmx"):
        export.files(corpus().graph, "pdf")
    paths = export.write(corpus().graph, "all", tmp_path / "out")
    assert (
        {path.name for path in paths} == set(made()) == {path.name for path in (tmp_path / "out").iterdir()}
    )
    assert all(path.read_bytes() == made()[path.name] for path in paths)
