"""English units against `cases/align.yml` and the examples of `lang/en/clauses.yml`, both renderings."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tsesi import align, english, terms
from tsesi.model import (
    Alternative,
    AlternativeSet,
    Bracket,
    Document,
    Expression,
    Markup,
    Normalized,
    Rendering,
    Source,
    Span,
    Unit,
)
from tsesi.offsets import OffsetMap

ROOT = Path(__file__).parents[1]
CASES = yaml.safe_load((ROOT / "tests/cases/align.yml").read_text(encoding="utf-8"))
CLAUSES = yaml.safe_load((ROOT / "pipeline/tsesi/lang/en/clauses.yml").read_text(encoding="utf-8"))
KINDS = ("condition", "exception", "proviso")


@cache
def matcher() -> terms.Matcher:
    return terms.Matcher(terms.parse(CASES["terms"], "cases/align.yml"), english.build(), "en")


def georgian(data: dict[str, Any] | None) -> Markup | None:
    if data is None:
        return None
    nowhere = Span(0, 0)
    return Markup(
        alternatives=tuple(
            AlternativeSet(s["kind"], nowhere, tuple(Alternative("", nowhere, n) for n in s["names"]))
            for s in data["sets"]
        ),
        brackets=tuple(Bracket(kind, "", nowhere) for kind in data["brackets"]),
    )


def seen(found: Expression) -> dict[str, Any]:
    text = found.text
    return {
        "plain": text,
        "sets": [[a.text for a in s.alternatives] for s in found.markup.alternatives],
        "kinds": [s.kind for s in found.markup.alternatives],
        "names": [[a.names for a in s.alternatives] for s in found.markup.alternatives],
        "brackets": [[b.kind, b.text, b.of] for b in found.markup.brackets],
        "dashes": len(found.markup.dashes),
        "sanction": found.sanction and found.sanction.of(text),
        "condition": [s.of(text) for s in found.conditions],
        "faults": [f.values["fault"] for f in found.markup.findings],
    }


@pytest.mark.parametrize("case", CASES["units"], ids=lambda c: c["text"][:40] or "empty")
def test_unit(case: dict[str, Any]) -> None:
    found = align.expression("1.1", case["text"], matcher(), georgian(case.get("georgian")))
    wanted = {"faults": [], **{k: v for k, v in case.items() if k not in ("text", "georgian")}}
    assert {k: v for k, v in seen(found).items() if k in wanted} == wanted


@pytest.mark.parametrize("case", CLAUSES["examples"], ids=lambda c: c["text"][:40])
def test_clauses(case: dict[str, Any]) -> None:
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for kind, span in align.clauses(case["text"]):
        found[kind].append(span.of(case["text"]))
    assert found == {kind: case.get(kind, []) for kind in KINDS}


@given(st.text(alphabet="ab {|}[]“”-*.,", max_size=40))
def test_nothing_is_lost(text: str) -> None:
    """All but the braces that close stays; every span lies in the text and says what it should."""
    found = align.expression("1.1", text, matcher())
    assert re.sub("[{}]", "", found.text) == re.sub("[{}]", "", text)
    for alternatives in found.markup.alternatives:
        assert len(alternatives.alternatives) > 1
        for alternative in alternatives.alternatives:
            assert alternatives.span.holds(alternative.span)
            assert alternative.span.of(found.text) == alternative.text != ""
    for bracket in found.markup.brackets:
        assert bracket.span.of(found.text) == f"[{bracket.text}]"
        assert bracket.of_span is None or bracket.of_span.of(found.text) == bracket.of


@pytest.mark.parametrize("path", sorted(ROOT.glob("corpus/*.en.yml")), ids=lambda p: p.name)
def test_our_rendering_keeps_its_notation(path: Path) -> None:
    for unit, text in yaml.safe_load(path.read_text(encoding="utf-8"))["units"].items():
        found = align.expression(unit, text, matcher())
        assert found.markup.findings == ()
        assert ("Sanction" in text) == (found.sanction is not None)


def test_units_of_one_side_are_findings() -> None:
    """What only one language has is named, and the rest is aligned."""
    text = "1. ა. 2. ბ."
    source = Source("law.txt", text, "", law="1")
    normalized = Normalized(source, text, OffsetMap.identity(len(text)), ())
    units = tuple(Unit(f"1.{n}", "clause", n, Span(0, 4), Span(3, 4)) for n in (1, 2))
    rendering = Rendering("1", "en", "", (), {"1.2": "Push.", "1.3": "Charge."})
    found, findings = align.align(Document("1", normalized, units), {}, rendering, matcher())
    assert [(f.kind, f.values["unit"]) for f in findings] == [
        ("english-missing", "1.1"),
        ("english-extra", "1.3"),
    ]
    assert {unit: e.text for unit, e in found.items()} == {"1.2": "Push."}
