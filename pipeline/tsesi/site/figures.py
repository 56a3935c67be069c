"""Takes facts of the view, gives inline SVG; guarantees that its words are text and its colours the page's
own.

Three pictures: a norm (who, must not, what, at what price), the sanctions of a law that reach back, the
classes of the ontology. Each is a figure with a title for those who hear it; sizes are in CSS pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
    lines: Iterable[str], x: float, y: float, style: str = "", anchor: str = "middle", lang: str = ""
) -> Markup:
    """Return lines of text, the first with its base line at `y`."""
    spans = Markup("").join(
        Markup('<tspan x="{:.0f}" dy="{}">{}</tspan>').format(x, 0 if i == 0 else LINE, line)
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


def arrow(x1: float, y1: float, x2: float, y2: float) -> Markup:
    """Return a straight arrow, to the right or down."""
    if abs(x2 - x1) > abs(y2 - y1):
        tip = f"M{x2:.0f} {y2:.0f}l-8 -4.5v9z"
        x2 -= 7
    else:
        tip = f"M{x2:.0f} {y2:.0f}l-4.5 -8h9z"
        y2 -= 7
    return Markup('<path class="line" d="M{:.0f} {:.0f}L{:.0f} {:.0f}"/><path class="tip" d="{}"/>').format(
        x1, y1, x2, y2, tip
    )


def figure(width: float, height: float, title: str, inside: Sequence[Markup], role: str = "img") -> Markup:
    """Return a figure around its parts. One that holds links is a `group`: an `img` would hide them."""
    return Markup(
        '<figure class="figure" tabindex="0">'
        '<svg viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" height="{h:.0f}" '
        'role="{role}" aria-label="{title}">{inside}</svg></figure>'
    ).format(w=width, h=height, role=role, title=title, inside=Markup("").join(inside))


# --- one norm ---------------------------------------------------------------------------------------------


def norm(norm: Norm, k: Kit) -> Markup:
    """Return actor → must not → act → sanction; empty where nobody is bound to anything."""
    if not norm.acts or norm.modality == "constitutive":
        return Markup()
    who = k.plain(norm.bearer.label) if norm.bearer else "…"
    acts = []
    for act in norm.deeds:
        whom = ", ".join(k.plain(party.label) for party in (*act.patients, *act.themes))
        acts.append((k.plain(act.action.label), whom))
    prices = [(k.label(kind), k.key([kind])) for kind in norm.sanctions]
    rows = [(wrap(name, 138), wrap(to, 138, SMALL) if to else []) for name, to in acts]
    heights = [LINE * len(name) + 16 * len(to) + 2 * PAD for name, to in rows]
    total = max(sum(heights) + 10 * (len(rows) - 1), 64)
    middle = total / 2 + 4
    verb = wrap(k.w["verb"][norm.modality], 84)
    x_who, x_act, x_price = 4, 4 + 140 + 96, 4 + 140 + 96 + 160 + 44
    bearer = wrap(who, 124)
    more = LINE * (len(bearer) - 1)
    parts = [
        box(x_who, middle - 24 - more / 2, 140, 48 + more),
        text(bearer, x_who + 70, middle + 5 - more / 2, "strong"),
        arrow(x_who + 140, middle, x_act, middle),
        text(verb, x_who + 140 + 45, middle - 8 - LINE * (len(verb) - 1), f"strong text--{norm.modality}"),
    ]
    y = 4 + (total - sum(heights) - 10 * (len(rows) - 1)) / 2
    glue = {"choice": k.w["sanction"]["or"], "together": "+"}.get(norm.combined, "")
    for i, ((done, to), height) in enumerate(zip(rows, heights, strict=True)):
        parts.append(box(x_act, y, 160, height, f"box--{norm.modality}"))
        parts.append(text(done, x_act + 80, y + PAD + 14, "strong"))
        if to:
            parts.append(text(to, x_act + 80, y + PAD + 14 + LINE * len(done) - 2, "soft"))
        if glue and i:
            parts.append(text([glue], x_act + 80, y - 1, "soft"))
        y += height + 10
    width = x_act + 160 + 4
    price = prices or ([] if norm.modality == "permission" else [(k.w["sanction"]["none_short"], "none")])
    if price:
        parts.append(arrow(x_act + 160, middle, x_price, middle))
        high = 34 * len(price) - 4
        for i, (cost, key) in enumerate(price):
            lines = wrap(cost, 118)
            top = middle - high / 2 + 34 * i - 6 * (len(lines) - 1)
            parts.append(box(x_price, top, 134, 30 + 16 * (len(lines) - 1), f"box--{key}", 15))
            parts.append(text(lines, x_price + 67, top + 20, f"strong text--{key}"))
        width = x_price + 138
    said = k.plain(norm.reading) or " ".join([who, k.w["verb"][norm.modality], *(done for done, _ in acts)])
    return figure(width, total + 8, said, parts)


# --- sanctions that reach back ----------------------------------------------------------------------------


def groups(law: Law, k: Kit) -> Markup:
    """Return which unit's sanction reaches which earlier ones; empty where none reaches back."""
    reached: dict[str, list[Unit]] = {}
    for unit in law.units:
        if unit.price.scope == "group":
            reached.setdefault(unit.price.declared, []).append(unit)
    if not reached:
        return Markup()
    parts: list[Markup] = []
    y, step, most = 8.0, 92, 7
    spoken = []
    for declared, units in sorted(reached.items(), key=lambda found: k.view.units[found[0]].order):
        kind = k.view.units[declared].price.kinds[0]
        key, name = k.key([kind]), k.label(kind)
        lines = [units[i : i + most] for i in range(0, len(units), most)]
        height = 34 * len(lines) - 4
        for row, line in enumerate(lines):
            for column, unit in enumerate(line):
                parts.append(_chip(k, unit.id, 4 + step * column, y + 34 * row, step - 8))
        middle = y + height / 2
        x = 4 + step * most
        parts.append(
            Markup('<path class="line" d="M{x:.0f} {a:.0f}h10v{h:.0f}h-10"/>').format(
                x=x - 2, a=y + 2, h=height - 4
            )
        )
        parts.append(_back(x + 52, middle, x + 12))
        parts.append(_chip(k, declared, x + 54, middle - 15, step - 8))
        parts.append(box(x + 54 + step, middle - 15, 110, 30, f"box--{key}", 15))
        parts.append(text([name], x + 54 + step + 55, middle + 5, f"strong text--{key}"))
        cites = ", ".join(k.cite(unit.id) for unit in units)
        spoken.append(k.w["figure"]["reaches"].format(cite=k.cite(declared), sanction=name, units=cites))
        y += height + 22
    title = k.w["figure"]["groups"].format(number=law.number) + ". " + ". ".join(spoken)
    return figure(4 + step * most + 54 + step + 116, y - 10, title, parts, "group")


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
