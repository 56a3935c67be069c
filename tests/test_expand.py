"""The plain sentences that a marked-up text stands for."""

from __future__ import annotations

from tsesi.expand import expand
from tsesi.model import Alternative, AlternativeSet, Bracket, Markup, Span

TEXT = "მან გა[და]აგოროს | ტყორცნოს ბურთი ხელით [მკლავით | მტევნით] [სათამაშო] არიდან."


def _span(piece: str) -> Span:
    start = TEXT.index(piece)
    return Span(start, start + len(piece))


def _set(*pieces: str) -> AlternativeSet:
    members = tuple(Alternative(piece, _span(piece)) for piece in pieces)
    return AlternativeSet("disjunction", Span(members[0].span.start, members[-1].span.end), members)


MARKUP = Markup(
    alternatives=(_set("გა[და]აგოროს", "ტყორცნოს"), _set("მკლავით", "მტევნით")),
    brackets=(
        Bracket("affix", "და", _span("[და]"), "გა[და]აგოროს", _span("გა[და]აგოროს")),
        Bracket("gloss", "მკლავით | მტევნით", _span("[მკლავით | მტევნით]"), "ხელით", _span("ხელით")),
        Bracket("supplement", "სათამაშო", _span("[სათამაშო]"), "არიდან", _span("არიდან")),
    ),
)


def test_each_choice_is_made_in_turn() -> None:
    texts = [each.text for each in expand(TEXT, Span(0, len(TEXT)), MARKUP)]
    assert texts == [
        "მან გადააგოროს ბურთი ხელით სათამაშო არიდან.",
        "მან ტყორცნოს ბურთი ხელით სათამაშო არიდან.",
        "მან გადააგოროს ბურთი მკლავით სათამაშო არიდან.",
        "მან გადააგოროს ბურთი მტევნით სათამაშო არიდან.",
        "მან გააგოროს ბურთი ხელით სათამაშო არიდან.",
    ]


def test_plain_text_has_one_reading() -> None:
    assert [each.text for each in expand("ბურთი გავიდა.", Span(0, 13), Markup())] == ["ბურთი გავიდა."]


def test_a_gloss_stays_with_the_alternative_that_it_explains() -> None:
    text = "მან აწიოს | აიყვანოს [მოსწყვიტოს] ბურთი."

    def span(piece: str) -> Span:
        return Span(text.index(piece), text.index(piece) + len(piece))

    members = tuple(Alternative(piece, span(piece)) for piece in ("აწიოს", "აიყვანოს"))
    choice = AlternativeSet("synonym", span("აწიოს | აიყვანოს"), members)
    gloss = Bracket("gloss", "მოსწყვიტოს", span("[მოსწყვიტოს]"), "აიყვანოს", span("აიყვანოს"))
    found = [each.text for each in expand(text, Span(0, len(text)), Markup((choice,), (gloss,)))]
    assert found == ["მან აწიოს ბურთი.", "მან აიყვანოს ბურთი.", "მან მოსწყვიტოს ბურთი."]
