"""Laws made by lot in real Georgian, with what every unit of them costs known from how they were made.

A law grows group by group: units that put a duty on somebody wait, in their own list first, until a starred
unit closes them. What waits at the end of a list waits on outside it; an own sanction, an order to the
referee, a permission and a definition never wait.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from tsesi.model import Document, Mention, Modality, Norm, Span

LETTERS = "აბგდევზთ"


class Rule(NamedTuple):
    """A sentence with what it says: its norms as (modality, bearer), what it orders, whether limited."""

    text: str
    norms: tuple[tuple[Modality, str], ...]
    orders: tuple[str, ...] = ()
    limited: bool = False

    @property
    def binds(self) -> bool:
        return any(
            modality in ("obligation", "prohibition") and who != "referee" for modality, who in self.norms
        )


DUTIES = [
    Rule("მოთამაშემ მეტოქე არ უნდა შებოჭოს.", (("prohibition", "player"),)),
    Rule("მოთამაშემ არ უნდა შებოჭოს | დაიჭიროს უბურთო მეტოქე.", (("prohibition", "player"),)),
    Rule("გუნდმა ზედიზედ არ უნდა არღვიოს წესი.", (("prohibition", "team"),)),
    Rule("მოთამაშემ რაქი განგებ არ უნდა ჩააქციოს.", (("prohibition", "player"),)),
    Rule("მოთამაშე რაქში ზეზეულად უნდა ჩაებას.", (("obligation", "player"),)),
    Rule("რაქის განმავლობაში მისი მონაწილე ფეხზე უნდა იდგეს.", (("obligation", "ruck-participant"),)),
    Rule("მოთამაშემ ფიზიკურად არავინ უნდა შეურაცხჰყოს.", (("prohibition", "player"),)),
    Rule("მოთამაშე მეტოქეს არ უნდა დაეჯახოს და მას არც გზა შეუკრას.", (("prohibition", "player"),)),
    Rule(
        "მოთამაშემ მეტოქე არ უნდა შებოჭოს გვიან. რაქში ბურთი მიწაზეა.",
        (("prohibition", "player"), ("constitutive", "")),
    ),
]
ORDERS = [
    Rule(
        "თუ მოთამაშემ წესი დაარღვია -- მსაჯმა იგი დროებით უნდა გააძევოს.",
        (("obligation", "referee"),),
        ("temporary-suspension",),
    ),
    Rule(
        "მსაჯმა მოთამაშე დროებით | ბოლომდე უნდა გააძევოს.",
        (("obligation", "referee"),),
        ("temporary-suspension", "sending-off"),
    ),
    Rule("თუ რაქი დასრულდა -- მსაჯმა შერკინება უნდა დანიშნოს.", (("obligation", "referee"),)),
]
PERMISSIONS = [
    Rule("მოთამაშეს შეუძლია აიღოს ბურთი.", (("permission", "player"),)),
    Rule("ბურთიანს შეუძლია მეტოქე ჩამოიშოროს.", (("permission", "ball-carrier"),)),
    Rule("მოთამაშეს შეუძლია ჩაებას რაქში -- ოღონდ, წინ არა.", (("permission", "player"),), (), True),
]
DEFINITIONS = [
    Rule("რაქში ბურთი მიწაზეა.", (("constitutive", ""),)),
    Rule("რაქია -- თუ მეტოქე ბურთის გარშემო ეჭიდება.", (("constitutive", ""),)),
]
# Under „მოთამაშემ განგებ არ უნდა“ each is a prohibition of its own.
ITEMS = [
    Rule(text, (("prohibition", "player"),))
    for text in (
        "დაეჯახოს მეტოქეს.",
        "წელოს დრო.",
        "არღვიოს თამაშის წესი.",
        "შებოჭოს | დაიჭიროს მეტოქე.",
        "ჩააქციოს რაქი.",
        "დააბიჯოს სხვას.",
    )
]
SHARING, HEADLESS = "მოთამაშემ განგებ არ უნდა", "სახიფათოდ თამაში რაქში"

PRICES: list[tuple[str, tuple[str, ...], bool]] = [
    ("ჯარიმა", ("penalty",), False),
    ("თავისუფალი", ("free-kick",), False),
    ("შერკინება", ("scrum",), False),
    ("ჯარიმა ან თავისუფალი", ("penalty", "free-kick"), True),
]
Price = tuple[tuple[str, ...], bool]
Cost = tuple[tuple[str, ...], str, str | None, bool]  # kinds, scope, declared in, choice


@dataclass(eq=False)
class Node:
    """A unit on its way: `closed_by` is the unit whose sanction reaches it."""

    rule: Rule
    children: list[Node] = field(default_factory=list)
    price: Price | None = None
    said: str = ""
    closed_by: Node | None = None
    id: str = ""


@dataclass(frozen=True)
class Law:
    """A made law: `costs` and `rules` go by unit id."""

    number: str
    text: str
    costs: dict[str, Cost]
    rules: dict[str, Rule]

    def norms(self, document: Document) -> dict[str, tuple[Norm, ...]]:
        """The norms as a reader would give them."""
        found = {}
        for unit in document.units:
            rule = self.rules[unit.id]
            found[unit.id] = tuple(
                Norm(
                    modality,
                    unit.body,
                    Mention(who, Span(0, 0), who) if who else None,
                    provisos=(unit.body,) if rule.limited else (),
                    orders=rule.orders,
                )
                for modality, who in rule.norms
            )
        return found


def make(seed: int) -> Law:
    """Make the law of a seed: the same one every time."""
    lot = random.Random(seed)
    number = str(lot.randint(1, 22))
    clauses, _ = _block(lot, 0, lot.randint(9, 16), False)
    prefixed = lot.random() < 0.5
    lines = [f"{number} ცდა" if prefixed else "ცდა"]
    for place, node in enumerate(clauses, start=1):
        node.id = f"{number}.{place}"
        lines += [""] if prefixed else []
        lines.append(f"{node.id if prefixed else f'{place}.'} {_said(node)}")
        lines += _items(node, prefixed)
    every = list(_walk(clauses))
    costs = {node.id: _cost(node) for node in every}
    return Law(number, "\n".join(lines) + "\n", costs, {node.id: node.rule for node in every})


def _block(lot: random.Random, level: int, size: int, shared: bool) -> tuple[list[Node], list[Node]]:
    """Make the units of one list; give them, and those in it that still wait."""
    nodes: list[Node] = []
    waiting: list[Node] = []
    for _ in range(size):
        if level < 2 and lot.random() < (0.3, 0.25)[level] and not shared:
            node, inside = _list(lot, level)
        else:
            node = Node(lot.choice(ITEMS) if shared else _rule(lot))
            inside = [node] if node.rule.binds else []
            priced = node.rule.binds or node.rule.limited
            if priced and lot.random() < 0.4:
                inside = []
                _price(lot, node, lot.random() < 0.55)
        nodes.append(node)
        if node.price and "*" in node.said:
            for one in waiting:
                one.closed_by = node
            waiting = []
        waiting += inside
    return nodes, waiting


def _rule(lot: random.Random) -> Rule:
    pool: Sequence[Rule] = lot.choices([DUTIES, ORDERS, PERMISSIONS, DEFINITIONS], [6, 1, 1.5, 1])[0]
    return lot.choice(pool)


def _price(lot: random.Random, node: Node, starred: bool) -> None:
    name, kinds, choice = lot.choice(PRICES)
    node.price = kinds, choice
    node.said = f"* სასჯელი: {name}." if starred else f"სასჯელი : {name}."


def _list(lot: random.Random, level: int) -> tuple[Node, list[Node]]:
    """Make a chapeau with its list; its own sanction, where it has one, is that of the items without one."""
    shared = level == 1 or lot.random() < 0.6
    node = Node(Rule(SHARING if shared else HEADLESS, ()))
    node.children, waiting = _block(lot, level + 1, lot.randint(2, 5), shared)
    if (
        level == 0
        and shared
        and lot.random() < 0.15
        and not any(child.said.startswith("*") for child in node.children)
    ):
        node.rule = Rule(f"{SHARING}:", ())
        _price(lot, node, lot.random() < 0.5)
        for one in waiting:
            one.closed_by = node
        waiting = []
    return node, waiting


def _items(node: Node, prefixed: bool, level: int = 1) -> list[str]:
    lines: list[str] = []
    for place, child in enumerate(node.children, start=1):
        name = chr(ord("a") + place - 1) if level == 1 else str(place)
        child.id = f"{node.id}.{name}"
        marker: Literal["ა."] | str = f"{LETTERS[place - 1]}." if level == 1 else f"{place})"
        lines += [""] if prefixed else []
        lines.append(f"{marker} {_said(child)}")
        lines += _items(child, prefixed, level + 1)
    return lines


def _said(node: Node) -> str:
    return f"{node.rule.text} {node.said}".strip()


def _walk(nodes: list[Node]) -> list[Node]:
    return [one for node in nodes for one in (node, *_walk(node.children))]


def _cost(node: Node) -> Cost:
    if node.price:
        return node.price[0], "own", None, node.price[1]
    if node.rule.orders:
        return tuple(sorted(node.rule.orders)), "stated", None, len(node.rule.orders) > 1
    if node.closed_by and node.closed_by.price:
        kinds, choice = node.closed_by.price
        return kinds, "group", node.closed_by.id, choice
    return (), "none", None, False
