"""Takes facts of the view, gives inline SVG; guarantees that its words are text and its colours the page's
own.

Three pictures: a norm (who, must not, what, at what price), the sanctions of a law that reach back, the
classes of the ontology. Each is a figure with a title for those who hear it; sizes are in CSS pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from tsesi.site.view import Law, Norm, Unit, View

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
        '<figure class="figure"><svg viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" height="{h:.0f}" '
        'role="{role}" aria-label="{title}">{inside}</svg></figure>'
    ).format(w=width, h=height, role=role, title=title, inside=Markup("").join(inside))


# --- one norm ---------------------------------------------------------------------------------------------


def norm(norm: Norm, k: Kit) -> Markup:
    """Return actor → must not → act → sanction; empty where nobody is bound to anything."""
    if not norm.acts or norm.modality == "constitutive":
        return Markup()
    who = k.plain(norm.bearer.label) if norm.bearer else "…"
    acts = []
    for act in norm.acts:
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


def ontology(view: View, k: Kit) -> Markup:
    """Return the classes with what is between them: a line a property, from the class it is said of."""
    terms = {f"tsesi:{term.name}": term for term in view.ontology}
    classes = {name for name, term in terms.items() if term.kind == "class"}
    below: dict[str, list[str]] = {}
    for name in sorted(classes):
        for wider in terms[name].facts.get("subclass", ()):
            if wider in classes:
                below.setdefault(wider, []).append(name)
    said: dict[str, dict[str, list[str]]] = {}
    for name, term in terms.items():
        values = [v for v in term.facts.get("range", ()) if not v.startswith(("xsd:", "rdf:"))]
        for subject in term.facts.get("domain", ()) if term.kind == "property" and values else ():
            if subject in classes:
                said.setdefault(subject, {})[name] = values
    parts: list[Markup] = []
    y = 8.0
    for subject in sorted(said, key=lambda one: (-len(said[one]), one)):
        height = max(26 * len(said[subject]), 44)
        parts.append(_class(k, terms, subject, 4, y + height / 2 - 21, 170))
        top = y + (height - 26 * len(said[subject])) / 2 + 13
        for i, (name, values) in enumerate(sorted(said[subject].items())):
            parts += _property(k, name, values, y + height / 2, top + 26 * i, terms)
        y += height + 16
    if not parts:
        return Markup()
    first = figure(860, y, k.w["ontology"]["figure"], parts, "group")
    return first + _hierarchy(k, terms, below)


def _property(
    k: Kit, name: str, values: Sequence[str], start: float, y: float, terms: Mapping[str, object]
) -> Iterator[Markup]:
    """Yield a line from a class by way of a property to its values."""
    yield Markup('<path class="line" d="M174 {:.0f}C204 {:.0f} 190 {:.0f} 214 {:.0f}"/>').format(
        start, start, y, y
    )
    short = name.removeprefix("tsesi:")
    yield Markup('<a href="#{}">{}</a>').format(short, text([short], 222, y + 4, "soft", "start", "en"))
    yield arrow(382, y, 412, y)
    shown = Markup(" | ").join(
        Markup('<a href="#{0}">{0}</a>').format(value.removeprefix("tsesi:")) if value in terms else value
        for value in values
    )
    yield Markup('<text x="420" y="{:.0f}" class="strong" lang="en">{}</text>').format(y + 5, shown)


def _class(k: Kit, terms: Mapping[str, object], name: str, x: float, y: float, width: float) -> Markup:
    short = name.removeprefix("tsesi:")
    label = k.plain(getattr(terms[name], "label", {}))
    return Markup('<a href="#{}">{}{}{}</a>').format(
        short,
        box(x, y, width, 42),
        text([short], x + width / 2, y + 18, "strong", lang="en"),
        text([label], x + width / 2, y + 34, "soft"),
    )


def _hierarchy(k: Kit, terms: Mapping[str, object], below: Mapping[str, list[str]]) -> Markup:
    parts: list[Markup] = []
    y = 8.0
    for wider in sorted(below, key=lambda one: (-len(below[one]), one)):
        narrower = below[wider]
        rows = (len(narrower) + 2) // 3
        height = rows * 52 - 10
        parts.append(_class(k, terms, wider, 4, y + height / 2 - 21, 150))
        parts.append(_back(190, y + height / 2, 158))
        for i, name in enumerate(narrower):
            parts.append(_class(k, terms, name, 194 + (i % 3) * 158, y + (i // 3) * 52, 150))
        y += height + 20
    return figure(194 + 3 * 158, y, k.w["ontology"]["figure_classes"], parts, "group") if parts else Markup()
