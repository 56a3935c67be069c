"""Hand-made readings: takes a short text in this notation, gives what the stages would, without them."""

from __future__ import annotations

import hashlib

from tsesi.model import (
    Act,
    Alternative,
    AlternativeSet,
    Bracket,
    Concept,
    Departure,
    Document,
    Expression,
    Finding,
    Label,
    Markup,
    Mention,
    Norm,
    Normalized,
    Occurrence,
    Place,
    Reading,
    Repair,
    SanctionClause,
    Section,
    Source,
    Span,
    Termbase,
    Unit,
    UnitSanction,
)
from tsesi.offsets import Edit, rewrite

RECEIVED = """7 ცდა
თავი
1.მოთამაშემ მეტოქე განგებ არ უნდა დაბლოკოს | შე[ა]ფერხოს. * სასჯელი: ჯარიმა.
2. ბურთიანს შეუძლია მეტოქე &ქუოტ;ხელით&ქუოტ; ჩამოიშოროს -- ოღონდ უხიფათოდ. სასჯელი: ჯარიმა.
4. თუ ბურთი გავიდა -- მსაჯმა უნდა დაუძახოს.
"""


def at(text: str, part: str, nth: int = 1) -> Span:
    """Where `part` stands in `text` for the `nth` time."""
    start = -1
    for _ in range(nth):
        start = text.index(part, start + 1)
    return Span(start, start + len(part))


def reading() -> Reading:
    """Law 7: a prohibition with alternatives, a permission with a proviso, a referee's duty, a gap."""
    edits = []
    where = at(RECEIVED, "1.მოთამაშემ")
    edits.append(Edit(where.start + 2, where.start + 2, " "))
    for nth in (1, 2):
        span = at(RECEIVED, "&ქუოტ;", nth)
        edits.append(Edit(*span, '"'))
    text, offsets = rewrite(RECEIVED, sorted(edits))

    def span(part: str, nth: int = 1) -> Span:
        return at(text, part, nth)

    repairs = [
        Repair(
            "1.მოთამაშემ", "1. მოთამაშემ", "missing-space", at(RECEIVED, "1.მოთამაშემ"), span("1. მოთამაშემ")
        )
    ]
    repairs += [
        Repair("&ქუოტ;", '"', "entity", at(RECEIVED, "&ქუოტ;", nth), span('"', nth), "typed in Georgian")
        for nth in (1, 2)
    ]
    english = {
        "7.1": "A player must not intentionally block | obstruct an opponent. * Sanction: penalty.",
        "7.2": "The ball-carrier may hand off an opponent “by hand” -- provided that it is safe."
        " Sanction: penalty.",
        "7.4": "If the ball has gone out -- the referee must call.",
    }
    source = Source(
        path="corpus/law-07.ka.txt",
        text=RECEIVED,
        sha256=hashlib.sha256(RECEIVED.encode()).hexdigest(),
        law="7",
        title={"ka": "ცდა", "en": "Trial"},
    )
    units = []
    for order, (number, body, sanction, starred) in enumerate(
        (
            ("1", "მოთამაშემ მეტოქე განგებ არ უნდა დაბლოკოს | შე[ა]ფერხოს.", "* სასჯელი: ჯარიმა.", True),
            ("2", 'ბურთიანს შეუძლია მეტოქე "ხელით" ჩამოიშოროს -- ოღონდ უხიფათოდ.', "სასჯელი: ჯარიმა.", False),
            ("4", "თუ ბურთი გავიდა -- მსაჯმა უნდა დაუძახოს.", "", False),
        ),
        1,
    ):
        marker, words = span(f"{number}."), span(body)
        clause = None
        if sanction:
            start = text.index(sanction, words.end)
            value = text.index("ჯარიმა", start)
            clause = SanctionClause(
                Span(start, start + len(sanction)), Span(value, value + len("ჯარიმა")), starred
            )
        end = clause.span.end if clause else words.end
        units.append(
            Unit(
                id=f"7.{number}",
                kind="clause",
                order=order,
                span=Span(marker.start, end),
                body=words,
                marker=marker,
                label=f"7.{number}",
                sanction=clause,
            )
        )
    document = Document(
        law="7",
        normalized=Normalized(source, text, offsets, tuple(repairs)),
        units=tuple(units),
        title=span("ცდა"),
        sections=(Section(span("თავი"), ("7.1", "7.2", "7.4")),),
    )
    player = Mention("მოთამაშემ", span("მოთამაშემ"), "player")
    opponent = Mention("მეტოქე", span("მეტოქე"), "opponent")
    on_purpose = Mention("განგებ", span("განგებ"), "intentionally")
    norms = {
        "7.1": (
            Norm(
                modality="prohibition",
                span=units[0].body,
                bearer=player,
                acts=(
                    Act("block", "დაბლოკოს", span("დაბლოკოს"), True, (opponent,), (), (on_purpose,)),
                    Act("obstruct", "შე[ა]ფერხოს", span("შე[ა]ფერხოს"), True, (opponent,), (), (on_purpose,)),
                ),
                cue=span("არ უნდა"),
            ),
        ),
        "7.2": (
            Norm(
                modality="permission",
                span=units[1].body,
                bearer=Mention("ბურთიანს", span("ბურთიანს"), "ball-carrier"),
                acts=(
                    Act(
                        "hand-off",
                        "ჩამოიშოროს",
                        span("ჩამოიშოროს"),
                        True,
                        (Mention("მეტოქე", span("მეტოქე", 2), "opponent"),),
                        (),
                        (Mention('"ხელით"', span('"ხელით"')),),
                    ),
                ),
                provisos=(span("ოღონდ უხიფათოდ"),),
                cue=span("შეუძლია"),
            ),
        ),
        "7.4": (
            Norm(
                modality="obligation",
                span=units[2].body,
                bearer=Mention("მსაჯმა", span("მსაჯმა"), "referee"),
                acts=(Act("daudzakhos", "დაუძახოს", span("დაუძახოს"), False),),
                conditions=(span("თუ ბურთი გავიდა"),),
                orders=(),
                cue=span("უნდა", 2),
            ),
        ),
    }
    return Reading(
        document=document,
        markup={
            "7.1": Markup(
                alternatives=(
                    AlternativeSet(
                        "disjunction",
                        span("დაბლოკოს | შე[ა]ფერხოს"),
                        (
                            Alternative("დაბლოკოს", span("დაბლოკოს"), "block"),
                            Alternative("შე[ა]ფერხოს", span("შე[ა]ფერხოს"), "obstruct"),
                        ),
                    ),
                ),
                brackets=(Bracket("affix", "ა", span("[ა]"), "შე[ა]ფერხოს", span("შე[ა]ფერხოს")),),
            ),
        },
        occurrences={
            "7.1": (
                Occurrence("player", "actor", span("მოთამაშემ"), "მოთამაშე"),
                Occurrence("opponent", "actor", span("მეტოქე"), "მეტოქე"),
            ),
            "7.2": (Occurrence("ball-carrier", "actor", span("ბურთიანს"), "ბურთიანი"),),
        },
        norms=norms,
        sanctions={
            "7.1": UnitSanction(("penalty",), "own", None, False, None, (1,)),
            "7.2": UnitSanction(("penalty",), "own", None, False, None, (1,)),
        },
        english={
            unit: Expression(
                unit=unit,
                text=words,
                markup=Markup(
                    alternatives=(
                        AlternativeSet(
                            "disjunction",
                            at(words, "block | obstruct"),
                            (
                                Alternative("block", at(words, "block"), "block"),
                                Alternative("obstruct", at(words, "obstruct"), "obstruct"),
                            ),
                        ),
                    )
                )
                if "|" in words
                else Markup(),
                occurrences=(Occurrence("opponent", "actor", at(words, "opponent"), "opponent"),)
                if "opponent" in words
                else (),
                sanction=at(words, words[words.index("Sanction") :]) if "Sanction" in words else None,
                conditions=(at(words, "If the ball has gone out"),) if "If" in words else (),
                provisos=(at(words, "provided that it is safe"),) if "provided" in words else (),
            )
            for unit, words in english.items()
        },
        findings=(
            Finding("numbering-gap", values={"missing": "7.3"}),
            Finding(
                "term-missing-english",
                "7.1",
                span("განგებ"),
                "განგებ",
                {"unit": "7.1", "concept": "intentionally", "en": "intentionally", "said": "განგებ"},
                at(english["7.1"], "intentionally"),
                (
                    Place("7", "7.1", "ka", span("მეტოქე")),
                    Place("7", "7.1", "en", at(english["7.1"], "opponent")),
                ),
            ),
        ),
        departures=(
            Departure(
                Finding(
                    "english-lacks-bracket", "7.1", span("[ა]"), "[ა]", {}, at(english["7.1"], "obstruct")
                ),
                {"ka": "ასეა.", "en": "So it is."},
            ),
        ),
    )


def termbase() -> Termbase:
    """The few concepts that the hand-made law uses."""

    def concept(key: str, kind: str, ka: tuple[str, ...], en: tuple[str, ...], **more: object) -> Concept:
        labels = [Label(text, "ka", "admitted" if n else "preferred") for n, text in enumerate(ka)]
        labels += [Label(text, "en", "admitted" if n else "preferred") for n, text in enumerate(en)]
        definition = {"ka": f"{ka[0]}: განსაზღვრება.", "en": f"{en[0]}: a definition."}
        return Concept(key, kind, tuple(labels), definition, "7.1", **more)  # type: ignore[arg-type]

    concepts = (
        concept("player", "actor", ("მოთამაშე",), ("player",)),
        concept("opponent", "actor", ("მეტოქე", "მოწინააღმდეგე"), ("opponent",), broader=("player",)),
        concept(
            "ball-carrier", "actor", ("ბურთიანი მოთამაშე", "ბურთიანი"), ("ball-carrier",), broader=("player",)
        ),
        concept("referee", "actor", ("მსაჯი",), ("referee",)),
        concept("block", "action", ("დაბლოკვა",), ("block",), related=("obstruct",)),
        concept("obstruct", "action", ("შეფერხება",), ("obstruct",)),
        concept("hand-off", "action", ("ჩამოშორება",), ("hand off",)),
        concept("penalty", "sanction", ("ჯარიმა",), ("penalty",)),
        concept("intentionally", "manner", ("განგებ", "განზრახ"), ("intentionally",)),
    )
    return Termbase({one.key: one for one in concepts})
