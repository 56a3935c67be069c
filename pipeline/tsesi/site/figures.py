"""Takes facts of the view, gives inline SVG; guarantees that its words are text and its colours the page's
own.

Three pictures: a norm (who, must not, what, at what price), the sanctions of a law that reach back, the
classes of the ontology. The first two are drawn twice, for a wide and for a narrow page. Each is a figure
with a title for those who hear it; sizes are in CSS pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup, escape

from tsesi.site.view import Law, Norm, Party, Term, Unit, View

if TYPE_CHECKING:
    from tsesi.site.kit import Kit

WIDTH = 0.6
"""Width of a letter in ems, on the wide side: Georgian letters are about as wide as they are tall."""
SIZE, SMALL = 14, 12
LINE = 19
PAD = 10


def wrap(text: str, room: float, size: int = SIZE) -> list[str]:
    """Return `text` in lines that fit `room` pixels; a word that is longer stands alone."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def measure(text: str, size: int = SIZE) -> float:
    """Return about how wide `text` is in pixels."""
    return len(text) * size * WIDTH


def text(
    lines: Iterable[str],
    x: float,
    y: float,
    style: str = "",
    anchor: str = "middle",
    lang: str = "",
    step: int = LINE,
) -> Markup:
    """Return lines of text, the first with its base line at `y`."""
    spans = Markup("").join(
        Markup('<tspan x="{:.0f}" dy="{}">{}</tspan>').format(x, 0 if i == 0 else step, line)
        for i, line in enumerate(lines)
    )
    tag = Markup(' lang="{}"').format(lang) if lang else Markup("")
    return Markup('<text x="{:.0f}" y="{:.0f}" text-anchor="{}" class="{}"{}>{}</text>').format(
        x, y, anchor, style, tag, spans
    )


def box(x: float, y: float, width: float, height: float, style: str = "", radius: int = 8) -> Markup:
    """Return a rectangle."""
    return Markup(
        '<rect x="{:.0f}" y="{:.0f}" width="{:.0f}" height="{:.0f}" rx="{}" class="box {}"/>'
    ).format(x, y, width, height, radius, style)


def arrow(x1: float, y1: float, x2: float, y2: float, style: str = "") -> Markup:
    """Return a straight arrow, to the right or down."""
    if abs(x2 - x1) > abs(y2 - y1):
        tip = f"M{x2:.0f} {y2:.0f}l-8 -4.5v9z"
        x2 -= 7
    else:
        tip = f"M{x2:.0f} {y2:.0f}l-4.5 -8h9z"
        y2 -= 7
    return Markup(
        '<path class="line {}" d="M{:.0f} {:.0f}L{:.0f} {:.0f}"/><path class="tip" d="{}"/>'
    ).format(style, x1, y1, x2, y2, tip)


def figure(
    width: float, height: float, title: str, inside: Sequence[Markup], role: str = "img", kind: str = ""
) -> Markup:
    """Return a figure around its parts. One that holds links is a `group`: an `img` would hide them.

    `kind` is `wide` or `narrow` where there are both: the page shows the one that fits. One that may be
    wider than a phone takes the focus, so that it can be scrolled by keyboard.
    """
    return Markup(
        '<figure class="figure{kind}"{focus}>'
        '<svg viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" height="{h:.0f}" '
        'role="{role}" aria-label="{title}">{inside}</svg></figure>'
    ).format(
        kind=f" figure--{kind}" if kind else "",
        focus=Markup("") if kind == "narrow" else Markup(' tabindex="0"'),
        w=width,
        h=height,
        role=role,
        title=title,
        inside=Markup("").join(inside),
    )


# --- one norm ---------------------------------------------------------------------------------------------


class Words(NamedTuple):
    """Lines of text in a box, in one language (empty: the page's)."""

    lines: list[str]
    lang: str = ""
    style: str = "strong"

    @property
    def step(self) -> int:
        """How far apart the lines are."""
        return LINE if self.style.startswith("strong") else SMALL + 4


class Drawn(NamedTuple):
    """What a picture of a norm shows, before it has a place."""

    who: Words
    verb: list[str]
    acts: list[list[Words]]
    glue: str
    prices: list[tuple[Words, str]]
    beyond: str
    modality: str
    said: str


def norm(norm: Norm, k: Kit) -> Markup:
    """Return actor → must not → act → sanction; empty where nobody is bound to anything.

    There are two, one from left to right and one from top to bottom.
    """
    if not norm.acts or norm.modality == "constitutive":
        return Markup()
    return _across(_drawn(norm, k, 138, 84)) + _down(_drawn(norm, k, 256, 120))


def _drawn(norm: Norm, k: Kit, room: int, beside: int) -> Drawn:
    def words(texts: Sequence[tuple[str, str]], room: int, style: str = "strong") -> Words:
        said = ", ".join(text for _, text in texts)
        tag = next((tag for tag, _ in texts if tag != k.lang), "")
        return Words(wrap(said, room, SIZE if style == "strong" else SMALL), tag, style)

    def names(parties: Iterable[Party]) -> list[tuple[str, str]]:
        return [found for party in parties for found in k.pick(party.label)]

    acts = []
    for act in norm.deeds:
        done = names([act.action])
        if act.attempted:
            done = [(tag, f"{k.w['role']['attempted']} {name}") for tag, name in done]
        lines = [words(done, room)]
        for some in (
            (*act.patients, *act.themes),
            (*act.instruments, *act.manners, *act.times, *act.places),
        ):
            for _, run in groupby(names(some), key=lambda name: name[0]):  # a line has one language
                lines.append(words(list(run), room, "soft"))
        acts.append(lines)
    verb = k.w["verb"]["permission_only" if norm.only and norm.modality == "permission" else norm.modality]
    prices = [(words([(k.lang, k.label(kind))], room - 20), k.key([kind])) for kind in norm.sanctions]
    if not prices and norm.modality != "permission":
        prices = [(words([(k.lang, k.w["sanction"]["none_short"])], room - 20), "none")]
    who = names([norm.bearer]) if norm.bearer else [(k.lang, "…")]
    spoken = [who[0][1] if who else "", verb, *(" ".join(one.lines) for one, *_ in acts)]
    return Drawn(
        who=words(who, room - 10),
        verb=wrap(verb, beside),
        acts=acts,
        glue={"choice": k.w["sanction"]["or"], "together": "+"}.get(norm.combined, ""),
        prices=prices,
        beyond=k.w["sanction"]["beyond"] if norm.modality == "permission" and prices else "",
        modality=norm.modality,
        said=k.plain(norm.reading) or " ".join(spoken),
    )


def _high(lines: Sequence[Words]) -> int:
    return sum(one.step * len(one.lines) for one in lines) + 2 * PAD


def _written(lines: Sequence[Words], middle: float, top: float) -> Markup:
    """Return lines of one box from `top` down."""
    out, y = Markup(), top + PAD
    for one in lines:
        out += text(one.lines, middle, y + one.step - 5, one.style, lang=one.lang, step=one.step)
        y += one.step * len(one.lines)
    return out


def _across(drawn: Drawn) -> Markup:
    """Return the picture from left to right."""
    heights = [_high(lines) for lines in drawn.acts]
    gap = 96 if drawn.beyond else 44
    total = max(sum(heights) + 10 * (len(heights) - 1), 64, _high([drawn.who]))
    middle = total / 2 + 4
    x_act, x_price = 4 + 140 + 96, 4 + 140 + 96 + 160 + gap
    high = _high([drawn.who])
    parts = [
        box(4, middle - high / 2, 140, high),
        _written([drawn.who], 74, middle - high / 2),
        arrow(144, middle, x_act, middle),
        text(drawn.verb, 189, middle - 8 - LINE * (len(drawn.verb) - 1), f"strong text--{drawn.modality}"),
    ]
    y = 4 + (total - sum(heights) - 10 * (len(heights) - 1)) / 2
    for i, (lines, height) in enumerate(zip(drawn.acts, heights, strict=True)):
        parts += _act(drawn, i, lines, x_act, y, 160)
        y += height + 10
    width = x_act + 164
    if drawn.prices:
        parts.append(arrow(x_act + 160, middle, x_price, middle, "line--beyond" if drawn.beyond else ""))
        if drawn.beyond:
            parts.append(text(wrap(drawn.beyond, gap - 10, SMALL), x_act + 160 + gap / 2, middle - 8, "soft"))
        tall = [max(30, _high([words]) - 8) for words, _ in drawn.prices]
        top = middle - (sum(tall) + 4 * (len(tall) - 1)) / 2
        for (words, key), one in zip(drawn.prices, tall, strict=True):
            parts += _price(words, key, x_price, top, 134, one)
            top += one + 4
        width = x_price + 138
    return figure(width, total + 8, drawn.said, parts, kind="wide")


def _down(drawn: Drawn) -> Markup:
    """Return the picture from top to bottom, as narrow as the narrowest phone."""
    wide, middle = 280, 140
    high = _high([drawn.who])
    parts = [box(2, 2, wide - 4, high), _written([drawn.who], middle, 2)]
    y: float = 2 + high
    step = 18 + LINE * len(drawn.verb)
    parts.append(arrow(middle, y, middle, y + step))
    parts.append(text(drawn.verb, middle + 12, y + 20, f"strong text--{drawn.modality}", "start"))
    y += step
    for i, lines in enumerate(drawn.acts):
        parts += _act(drawn, i, lines, 2, y, wide - 4)
        y += _high(lines) + 10
    y -= 10
    if drawn.prices:
        step = 34 if drawn.beyond else 26
        parts.append(arrow(middle, y, middle, y + step, "line--beyond" if drawn.beyond else ""))
        if drawn.beyond:
            parts.append(text([drawn.beyond], middle + 12, y + 20, "soft", "start"))
        y += step
        for words, key in drawn.prices:
            one = max(30, _high([words]) - 8)
            parts += _price(words, key, 40, y, wide - 80, one)
            y += one + 4
    return figure(wide, y + 2, drawn.said, parts, kind="narrow")


def _act(drawn: Drawn, i: int, lines: Sequence[Words], x: float, y: float, width: float) -> list[Markup]:
    parts = [
        box(x, y, width, _high(lines), f"box--{drawn.modality}"),
        _written(lines, x + width / 2, y),
    ]
    if drawn.glue and i:
        parts.append(text([drawn.glue], x + width / 2, y - 1, "soft"))
    return parts


def _price(words: Words, key: str, x: float, y: float, width: float, height: float) -> list[Markup]:
    return [
        box(x, y, width, height, f"box--{key}", 15),
        text(
            words.lines, x + width / 2, y + (height - LINE * len(words.lines)) / 2 + 14, f"strong text--{key}"
        ),
    ]


# --- sanctions that reach back ----------------------------------------------------------------------------


def groups(law: Law, k: Kit) -> Markup:
    """Return which unit's sanction reaches which earlier ones; empty where none reaches back.

    There are two, one from left to right and one from top to bottom.
    """
    reached: dict[str, list[Unit]] = {}
    for unit in law.units:
        if unit.price.scope == "group":
            reached.setdefault(unit.price.declared, []).append(unit)
    found = [
        (declared, k.view.units[declared].price.kinds[0], units)
        for declared, units in sorted(reached.items(), key=lambda one: k.view.units[one[0]].order)
    ]
    if not found:
        return Markup()
    spoken = [
        k.w["figure"]["reaches"].format(
            cite=k.cite(declared), sanction=k.label(kind), units=", ".join(k.cite(unit.id) for unit in units)
        )
        for declared, kind, units in found
    ]
    title = ". ".join([k.w["figure"]["groups"].format(number=law.number), *spoken])
    return _groups(found, k, title, 258, 7) + _groups(found, k, title, 2, 3)


def _groups(
    found: Sequence[tuple[str, str, list[Unit]]], k: Kit, title: str, first: float, most: int
) -> Markup:
    """Return the groups with `most` units in a line, which begin at `first`: beside what declares the
    sanction or, at the left edge, below it.
    """
    parts: list[Markup] = []
    below = first < 200
    y, step = 4.0, 92
    for declared, kind, units in found:
        lines = [units[i : i + most] for i in range(0, len(units), most)]
        height = 34 * len(lines) - 4
        top = y if below else y + height / 2 - 15
        parts.append(_chip(k, declared, 2, top, step - 8))
        parts.append(box(94, top, 116, 30, f"box--{k.key([kind])}", 15))
        parts.append(text([k.label(kind)], 152, top + 20, f"strong text--{k.key([kind])}"))
        if below:
            parts.append(arrow(44, top + 30, 44, top + 54))
            y += 54
        else:
            bracket = Markup('<path class="line" d="M{x:.0f} {a:.0f}h-8v{h:.0f}h8"/>')
            parts.append(arrow(212, y + height / 2, first - 10, y + height / 2))
            parts.append(bracket.format(x=first - 2, a=y + 1, h=height - 2))
        for row, line in enumerate(lines):
            for column, unit in enumerate(line):
                parts.append(_chip(k, unit.id, first + step * column, y + 34 * row, step - 8))
        y += height + (26 if below else 20)
    return figure(first + step * most, y - 10, title, parts, "group", "narrow" if below else "wide")


def _chip(k: Kit, unit: str, x: float, y: float, width: float) -> Markup:
    return Markup('<a href="{}">{}{}</a>').format(
        k.unit_href(unit), box(x, y, width, 30), text([k.cite(unit)], x + width / 2, y + 20, "strong")
    )


def _back(x1: float, y: float, x2: float) -> Markup:
    return Markup(
        '<path class="line" d="M{:.0f} {:.0f}H{:.0f}"/><path class="tip" d="M{:.0f} {:.0f}l8 -4.5v9z"/>'
    ).format(x1, y, x2 + 7, x2, y)


# --- the ontology -----------------------------------------------------------------------------------------


class Link(NamedTuple):
    """A word in a diagram that may lead somewhere; `lang` where it is not the page's language."""

    text: str
    href: str = ""
    lang: str = ""

    def __html__(self) -> str:
        """Return the word as part of an SVG text."""
        said = escape(self.text)
        if self.lang:
            said = Markup('<tspan lang="{}">{}</tspan>').format(self.lang, said)
        return Markup('<a href="{}">{}</a>').format(self.href, said) if self.href else said


class Block(NamedTuple):
    """A thing, its name under it, and what is said of it: a line a property, with its values."""

    thing: Link
    name: str
    said: Sequence[tuple[Link, Sequence[Link]]]


def blocks(title: str, shown: Sequence[Block]) -> Markup:
    """Return things with their properties, one under the other; empty where there is none."""
    parts: list[Markup] = []
    y, step = 8.0, 26
    for block in shown:
        height = max(step * len(block.said), 44)
        middle = y + height / 2
        parts.append(_card(block.thing, block.name, 4, middle - 21, 170))
        first = middle - step * (len(block.said) - 1) / 2
        for i, (property_, values) in enumerate(block.said):
            line = first + step * i
            parts.append(
                Markup('<path class="line" d="M174 {:.0f}C204 {:.0f} 190 {:.0f} 214 {:.0f}"/>').format(
                    middle, middle, line, line
                )
            )
            parts.append(_inline(property_, 222, line + 4, "soft"))
            parts.append(arrow(382, line, 412, line))
            parts.append(_inline(Markup(" | ").join(values), 420, line + 5, "strong"))
        y += height + 16
    return figure(860, y, title, parts, "group") if parts else Markup()


def _inline(words: Link | Markup, x: float, y: float, style: str) -> Markup:
    return Markup('<text x="{:.0f}" y="{:.0f}" class="{}">{}</text>').format(x, y, style, words)


def _card(thing: Link, name: str, x: float, y: float, width: float) -> Markup:
    inside = Markup("{}{}{}").format(
        box(x, y, width, 42),
        text([thing.text], x + width / 2, y + 18, "strong", lang=thing.lang),
        text([name], x + width / 2, y + 34, "soft"),
    )
    return Markup('<a href="{}">{}</a>').format(thing.href, inside) if thing.href else inside


def ontology(view: View, k: Kit) -> Markup:
    """Return the classes with what is said of each, then their hierarchy."""
    terms = {f"tsesi:{term.name}": term for term in view.ontology}
    classes = {name: term for name, term in terms.items() if term.kind == "class"}

    def link(name: str) -> Link:
        short = name.removeprefix("tsesi:")
        return Link(short, f"#{short}" if name in terms else "", "en")

    said: dict[str, list[tuple[Link, list[Link]]]] = {}
    for name, term in sorted(terms.items()):
        values = [link(v) for v in term.facts.get("range", ()) if not v.startswith(("xsd:", "rdf:"))]
        if term.kind == "property" and values:
            for subject in classes.keys() & set(term.facts.get("domain", ())):
                said.setdefault(subject, []).append((link(name), values))
    ordered = sorted(said, key=lambda one: (-len(said[one]), one))
    shown = [Block(link(name), k.plain(classes[name].label), said[name]) for name in ordered]
    return blocks(k.w["ontology"]["figure"], shown) + _hierarchy(k, classes, link)


def _hierarchy(k: Kit, classes: Mapping[str, Term], link: Callable[[str], Link]) -> Markup:
    below: dict[str, list[str]] = {}
    for name in sorted(classes):
        for wider in classes[name].facts.get("subclass", ()):
            if wider in classes:
                below.setdefault(wider, []).append(name)
    parts: list[Markup] = []
    y = 8.0
    for wider in sorted(below, key=lambda one: (-len(below[one]), one)):
        narrower = below[wider]
        height = (len(narrower) + 2) // 3 * 52 - 10
        parts.append(_card(link(wider), k.plain(classes[wider].label), 4, y + height / 2 - 21, 150))
        parts.append(_back(190, y + height / 2, 158))
        for i, name in enumerate(narrower):
            x = 194 + (i % 3) * 158
            parts.append(_card(link(name), k.plain(classes[name].label), x, y + (i // 3) * 52, 150))
        y += height + 20
    return figure(194 + 3 * 158, y, k.w["ontology"]["figure_classes"], parts, "group") if parts else Markup()


def worked(unit: Unit, k: Kit) -> Markup:
    """Return one clause as the graph has it: the norm, its acts, the rule of its sanction."""

    def term(name: str) -> Link:
        return Link(name, f"#{name}", "en")

    def party(found: Party) -> Link:
        return Link(k.plain(found.label), k.concept_href(found.id) if found.id else "")

    def cite(anchor: str) -> Link:
        return Link(k.cite(anchor), k.unit_href(anchor))

    shown: list[Block] = []
    for norm in unit.norms:
        path = k.path_of(norm.iri)
        acts = [Link(f"{path}/act/{i}", lang="en") for i, _ in enumerate(norm.acts, 1)]
        prices = [Link(k.label(kind), k.concept_href(kind)) for kind in norm.sanctions]
        lines = [
            (term("statedIn"), [cite(unit.id)]),
            (term("bearer"), [party(norm.bearer)] if norm.bearer else []),
            (term("act"), acts),
            (term("sanction"), prices),
        ]
        shown.append(_fact(Link(path, lang="en"), k.w["modality"][norm.modality], lines))
        for link, act in zip(acts, norm.acts, strict=True):
            lines = [
                (term("action"), [party(act.action)]),
                (term("patient"), [party(one) for one in act.patients]),
                (term("theme"), [party(one) for one in act.themes]),
                (term("instrument"), [party(one) for one in act.instruments]),
                (term("manner"), [party(one) for one in act.manners]),
            ]
            shown.append(_fact(link, k.w["role"]["action"], lines))
    if unit.price.rule:
        lines = [
            (term("ofProvision"), [cite(unit.id)]),
            (
                term("onBreachOf"),
                [Link(k.path_of(norm.iri), lang="en") for norm in unit.norms if norm.sanctions],
            ),
            (term("imposes"), [Link(k.label(kind), k.concept_href(kind)) for kind in unit.price.kinds]),
            (term("sanctionDeclaredIn"), [cite(unit.price.declared)]),
        ]
        shown.append(_fact(Link(k.path_of(unit.price.rule), lang="en"), k.w["sanction"]["one"], lines))
    return blocks(f"{k.w['ontology']['example']}: {k.cite(unit.id)}", shown)


def _fact(thing: Link, name: str, lines: Sequence[tuple[Link, Sequence[Link]]]) -> Block:
    return Block(thing, name, [(said, values) for said, values in lines if values])
