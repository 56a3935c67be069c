"""That the reading follows from words and forms, not from these two texts.

A verb that the lexicon lacks leaves its clause with less, never with something false. Another word of
the same kind in the place of one changes what the clause says of that word, and nothing else.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tsesi import recipe
from tsesi.model import Source

CORPUS = Path(__file__).parents[1] / "corpus"
TEXTS = sorted(CORPUS.glob("*.ka.txt"))
FLAGS = ("condition", "exception", "proviso", "choice", "only")


def facts(unit: dict[str, Any]) -> set[tuple[str, ...]]:
    """Return what a unit says, but for its actions."""
    said = set()
    for norm in unit.get("norms", []):
        said.add(("modality", norm["modality"]))
        for key in ("bearer", "patient", "manner", "time", "defines"):
            value = norm.get(key) or []
            # words of the text are no keys: which are left depends on the name of the act
            said |= {
                (key, each) for each in (value if isinstance(value, list) else [value]) if each.isascii()
            }
        said |= {("member", each) for each in norm.get("members", [])}
        said |= {(flag, norm["modality"]) for flag in FLAGS if norm.get(flag)}
    sanctions = unit.get("sanctions", {})
    said |= {("sanction", each) for each in sanctions.get("kinds", [])}
    return said


def actions(unit: dict[str, Any]) -> set[str]:
    return {action for norm in unit.get("norms", []) for action in norm.get("actions", [])}


def wider(reader: recipe.Reader, said: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Return what is as true of those whom a relative clause narrows: a kicker is the opponent who kicked."""
    patients = [
        reader.termbase.concepts[value]
        for key, value in said
        if key == "patient" and value in reader.termbase.concepts
    ]
    return {("patient", pattern.head) for concept in patients for pattern in concept.patterns if pattern.head}


@pytest.fixture(scope="module")
def whole() -> dict[str, tuple[recipe.Reader, Any, dict[str, Any]]]:
    reader = recipe.Reader()
    found = {}
    for path in TEXTS:
        reading = reader.read(path)
        found[path.name] = (reader, reading, reader.data(reading))
    return found


def _verbs() -> list[str]:
    """Return the verbs (by verbal noun) that name an act in one of the laws."""
    reader = recipe.Reader()
    found: set[str] = set()
    for path in TEXTS:
        reading = reader.read(path)
        for norms in reading.norms.values():
            for norm in norms:
                for act in norm.acts:
                    token = reader.nlp(act.verb)[-1]
                    found.update(token._.verbs[:1])
    return sorted(found)


@pytest.mark.parametrize("part", range(8))
def test_a_verb_left_out_makes_no_false_fact(whole: dict[str, Any], part: int) -> None:
    verbs = _verbs()[part::8]
    needed = 0
    for verb in verbs:
        reader = recipe.Reader(without=[verb])
        missed = 0
        for path in TEXTS:
            before = {unit["id"]: unit for unit in whole[path.name][2]["units"]}
            data = reader.data(reader.read(path))
            told = {finding.get("unit") for finding in data["findings"]}
            for unit in data["units"]:
                old = before[unit["id"]]
                new = facts(unit) - facts(old) - wider(reader, facts(old))
                assert not new, f"without {verb}, {unit['id']} says {new}"
                strange = actions(unit) - actions(old)
                known = {action for action in strange if action in reader.termbase.concepts}
                assert not known, f"without {verb}, {unit['id']} does {known}"
                if strange or facts(unit) != facts(old) or actions(unit) != actions(old):
                    missed += 1
                    assert unit["id"] in told, (
                        f"without {verb}, {unit['id']} loses a fact and no finding says so"
                    )
        needed += bool(missed)
    assert needed >= 0.5 * len(verbs)  # of a verb in two spellings ([შე]ბოჭვა) the other may do


# --- another word of the same kind -----------------------------------------------------------------------

SWAPS = [
    # (a sentence of its own, word, word in its place, what may change)
    ("მოთამაშემ განგებ არ უნდა დაბლოკოს მეტოქე.", "დაბლოკოს", "დაიჭიროს", {"actions": (["block"], ["hold"])}),
    ("მოთამაშემ განგებ არ უნდა დაბლოკოს მეტოქე.", "მეტოქე", "მსაჯი", {"patient": ("opponent", "referee")}),
    ("მოთამაშემ განგებ არ უნდა დაბლოკოს მეტოქე.", "მოთამაშემ", "გუნდმა", {"bearer": ("player", "team")}),
    (
        "მოთამაშემ განგებ არ უნდა დაბლოკოს მეტოქე.",
        "განგებ",
        "ზედიზედ",
        {"manner": ("intentionally", "repeatedly")},
    ),
    (
        "მოთამაშემ განგებ არ უნდა დაბლოკოს მეტოქე.",
        "არ უნდა",
        "უნდა",
        {"modality": ("prohibition", "obligation")},
    ),
    ("მოთამაშე მეტოქეს არ უნდა დაეჯახოს.", "დაეჯახოს", "შეეკრას", {"actions": (["charge"], ["bind"])}),
    (
        "გუნდს ხელით თამაში ეკრძალება.",
        "ხელით",
        "ფეხით",
        {"actions": (["play-with-hands"], ["play-with-feet"])},
    ),
    (
        "მოთამაშეს შეუძლია ჩაებას -- ოღონდ უკან.",
        "შეუძლია",
        "ეკრძალება",
        {"modality": ("permission", "prohibition")},
    ),
]
KEYS = ("modality", "bearer", "actions", "patient", "manner", "time", *FLAGS)


@pytest.mark.parametrize(("text", "word", "other", "change"), SWAPS)
def test_another_word_changes_what_it_should(
    whole: dict[str, Any], text: str, word: str, other: str, change: dict[str, tuple[Any, Any]]
) -> None:
    reader = next(iter(whole.values()))[0]

    def said(sentence: str) -> dict[str, Any]:
        data = reader.data(reader.read(Source("case", f"სათაური\n1. {sentence}\n", "", law="99")))
        (norm,) = data["units"][-1]["norms"]
        return {key: norm.get(key) for key in KEYS}

    before, after = said(text), said(text.replace(word, other))
    assert {k: (before[k], after[k]) for k in KEYS if before[k] != after[k]} == change


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_the_number_of_a_law_changes_ids_only(whole: dict[str, Any], path: Path) -> None:
    """The same text under another number says the same of every unit."""
    reader, _, before = whole[path.name]
    law = str(before["law"])
    text = path.read_text(encoding="utf-8")
    if f"\n{law}.1" in text:  # numbered 15.1, not 1.
        text = text.replace(f"\n{law}.", "\n77.").replace(f"{law} ", "77 ", 1)
    after = reader.data(reader.read(Source("case", text, "", law="77")))

    def renamed(unit: str) -> str:
        return "77" + unit.removeprefix(law) if unit == law or unit.startswith(f"{law}.") else unit

    assert [renamed(unit["id"]) for unit in before["units"]] == [unit["id"] for unit in after["units"]]
    for old, new in zip(before["units"], after["units"], strict=True):
        assert facts(old) == facts(new)
        assert actions(old) == actions(new)


# Verbs that need no other word, by the case of their subject and its number; actors in three cases.
VERBS = {
    ("erg", "Sing"): [("დაბლოკოს", "block"), ("დაიჭიროს", "hold"), ("დააგდოს", "drop")],
    ("erg", "Plur"): [("დაბლოკონ", "block"), ("დაიჭირონ", "hold")],
    ("nom", "Sing"): [("დაეჯახოს", "charge"), ("ჩაებას", "join")],
    ("nom", "Plur"): [("დაეჯახონ", "charge"), ("ჩაებან", "join")],
}
ACTORS = {
    "player": {"მოთამაშე": "Nom", "მოთამაშემ": "Erg", "მოთამაშეს": "Dat"},
    "opponent": {"მეტოქე": "Nom", "მეტოქემ": "Erg", "მეტოქეს": "Dat"},
    "team": {"გუნდი": "Nom", "გუნდმა": "Erg", "გუნდს": "Dat"},
    "team-mate": {"გუნდელი": "Nom", "გუნდელმა": "Erg", "გუნდელს": "Dat"},
}
OTHERS = {"player": "team-mate", "opponent": "team", "team": "player", "team-mate": "opponent"}


def _with(reading: Any, span: Any, word: str) -> Source:
    """Return the law as received with `word` in the place of what stands at `span` of the normalized text."""
    start, end = reading.document.normalized.offsets.to_source(*span)
    source = reading.document.normalized.source
    return Source(source.path, source.text[:start] + word + source.text[end:], "", law=source.law)


def _units(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {unit["id"]: unit for unit in data["units"]}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_another_verb_changes_the_act_only(whole: dict[str, Any], path: Path) -> None:
    reader, reading, data = whole[path.name]
    tried = 0
    for unit, norms in reading.norms.items():
        for act in (act for norm in norms if not norm.orders for act in norm.acts):
            concept = reader.termbase.concepts.get(act.action)
            (token, *more) = reader.nlp(act.verb)
            plain = concept and not concept.patterns and all(" " not in name for name in concept.names("ka"))
            if more or not plain or token.pos_ != "VERB" or token.morph.get("Mood", [""]) != ["Opt"]:
                continue
            number = token.morph.get("Number[subj]", ["Sing"])[0]
            for form, key in VERBS[token._.subject, number]:
                old = _units(data)[unit]
                if key in actions(old):
                    continue
                new = _units(reader.data(reader.read(_with(reading, act.span, form))))[unit]
                tried += 1
                assert facts(new) == facts(old), (unit, act.verb, form)
                assert actions(new) - actions(old) == {key}, (unit, act.verb, form)
                assert actions(old) - actions(new) <= {act.action}, (unit, act.verb, form)
    assert tried > 10


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_another_actor_changes_the_actor_only(whole: dict[str, Any], path: Path) -> None:
    reader, reading, data = whole[path.name]
    tried = 0
    for unit, norms in reading.norms.items():
        old = _units(data)[unit]
        plain = [n for n in norms if not any(reader.termbase.concepts[a.action].patterns for a in n.acts)]
        named = [
            m
            for n in plain
            for m in (n.bearer, *(p for a in n.acts for p in a.patients))
            if m and m.key in ACTORS
        ]
        for mention in dict.fromkeys(named):
            case = ACTORS[mention.key].get(mention.text)
            other = OTHERS[mention.key]
            keys = {value for _, value in (fact for fact in facts(old) if len(fact) == 2)}
            if case is None or other in keys or sum(m.key == mention.key for m in dict.fromkeys(named)) > 1:
                continue
            form = next(form for form, its in ACTORS[other].items() if its == case)
            new = _units(reader.data(reader.read(_with(reading, mention.span, form))))[unit]
            expected = {(key, other if value == mention.key else value) for key, value in facts(old)}
            tried += 1
            assert facts(new) == expected, (unit, mention.text, form)
            assert actions(new) == actions(old), (unit, mention.text, form)
    assert tried > 10


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_another_number_changes_the_number_only(whole: dict[str, Any], path: Path) -> None:
    reader, reading, data = whole[path.name]
    for unit in reading.document.units:
        body = unit.body.of(reading.document.text)
        for at, sign in enumerate(body):
            if sign.isdigit() and not body[at - 1 : at].isdigit():
                span = (unit.body.start + at, unit.body.start + at + 1)
                old = _units(data)[unit.id]
                new = _units(reader.data(reader.read(_with(reading, span, "7" if sign != "7" else "6"))))[
                    unit.id
                ]
                assert {f for f in facts(new) if f[0] != "time"} == {f for f in facts(old) if f[0] != "time"}
                assert actions(new) == actions(old)
