"""Takes the view, a language and a page's place, gives what its template calls; guarantees relative links.

A template sees one object, `k`: the interface's words (`k.w`), links that work from that page wherever the
site stands, and the few choices of wording that depend on the facts. It decides nothing about the law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from tsesi import lang as word_data
from tsesi import vocab
from tsesi.queries import Query
from tsesi.site import figures
from tsesi.site.text import draw, tongues
from tsesi.site.view import LANGS, Concept, Expression, Law, Norm, Text, Unit, Use, View

ICONS = (
    "penalty",
    "free-kick",
    "scrum",
    "lineout",
    "temporary-suspension",
    "sending-off",
    "team-caution",
)
"""Sanction keys that have an icon of their own in docs/assets/icons.svg; others share one."""

GEORGIAN = {letter: place for place, letter in enumerate("აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ")}


def words(lang: str) -> Mapping[str, Any]:
    """Return the interface's words, `lang/…/interface.yml`."""
    return word_data.read(lang, "interface")


def collation(lang: str) -> Callable[[str], tuple[Any, ...]]:
    """Return a sort key for words of `lang`: letters in its alphabet's order, marks and case left out."""

    def key(word: str) -> tuple[Any, ...]:
        low = word.casefold()
        letters = [c for c in low if c.isalnum() or c == " "]
        if lang == "ka":
            return ([(0, GEORGIAN[c]) if c in GEORGIAN else (1, ord(c)) for c in letters], word)
        return ("".join(letters), word)

    return key


def cite(unit: Unit, lang: str) -> str:
    """Return how a unit is cited: `9.7 (ბ)`, `9.7(b)`; one without a number with its law's, `15 წარწერა`."""
    said = unit.cite.get(lang) or unit.id
    return said if any(sign.isdigit() for sign in said) else f"{unit.law} {said.lower()}"


def other(lang: str) -> str:
    """Return the language that `lang` is not."""
    return "en" if lang == "ka" else "ka"


@dataclass(frozen=True)
class Kit:
    """What the template of the page at `path` (`law/9/`, empty for the front page) needs."""

    view: View
    lang: str
    path: str
    queries: Mapping[str, Query] = field(default_factory=dict)
    files: tuple[str, ...] = ()  # paths of downloads under the site's root

    # --- words ----------------------------------------------------------------------------------------

    @property
    def w(self) -> Mapping[str, Any]:
        """The interface's words."""
        return words(self.lang)

    @property
    def langs(self) -> tuple[str, str]:
        """The page's language, then the other one."""
        return self.lang, other(self.lang)

    @property
    def other_lang(self) -> str:
        """The language that the page is not in."""
        return other(self.lang)

    def count(self, forms: Mapping[str, str], n: int) -> str:
        """Return a counted noun: `forms` has `one` and `other` with {n}."""
        return forms["one" if n == 1 else "other"].format(n=n)

    def pick(self, text: Text | None) -> list[tuple[str, str]]:
        """Return [(language, words)] in the page's language, in the other where there is none, or nothing."""
        for tag in self.langs:
            if text and text.get(tag):
                return [(tag, text[tag])]
        return []

    @staticmethod
    def said(text: str, lang: str) -> Markup:
        """Return words of one language with runs in the other script marked."""
        return tongues(text, lang)

    def plain(self, text: Text) -> str:
        """Return the words of `pick` without their language."""
        return "".join(said for _, said in self.pick(text))

    def tagged(self, text: Text) -> Markup:
        """Return the words of `pick`, marked where they are not in the page's language."""
        return Markup().join(
            tongues(said, tag)
            if tag == self.lang
            else Markup('<span lang="{}">{}</span>').format(tag, tongues(said, tag))
            for tag, said in self.pick(text)
        )

    def known(self, value: str | None) -> str:
        """Return a fact of the source, or that it is not known."""
        return value if value and value != "not known" else str(self.w["law"]["unknown"])

    @staticmethod
    def tongue(text: str) -> str:
        """Return the language of words that carry no tag: Georgian where there is a Georgian letter."""
        return "ka" if any(letter in GEORGIAN for letter in text) else "en"

    @staticmethod
    def visible(raw: str) -> str:
        """Return text in which line ends and no-break spaces can be seen."""
        return raw.replace("\n", "⏎").replace("\u00a0", "⍽")

    def downloads(self, *kinds: str) -> list[tuple[str, str, str]]:
        """Return (name for people, way to it, what it is) of the files of some kinds (`terms`, `texts`) that
        are there.
        """
        told = self.w["data"]["descriptions"]
        return [
            (name, f"{self.root}/data/{file}", told.get(file, file))
            for kind in kinds
            for file, name in self.w["download"][kind].items()
            if f"data/{file}" in self.files
        ]

    # --- links ----------------------------------------------------------------------------------------

    @property
    def tree(self) -> str:
        """The way from the page to the root of its language."""
        return "/".join([".."] * self.path.count("/")) or "."

    @property
    def root(self) -> str:
        """The way from the page to the root of the site."""
        return "/".join([".."] * (self.path.count("/") + 1))

    def href(self, path: str) -> str:
        """Return the way to `path` in the same language."""
        return f"{self.tree}/{path}"

    def unit_href(self, unit: str, lang: str | None = None) -> str:
        """Return the way to a unit."""
        law = self.view.units[unit].law
        here = f"law/{law}/"
        if lang in (None, self.lang):
            return f"#{unit}" if self.path == here else f"{self.tree}/{here}#{unit}"
        return f"{self.root}/{lang}/{here}#{unit}"

    def place_href(self, use: Use) -> str:
        """Return the way to a place in a text, which the page of that language then marks."""
        law = self.view.units[use.unit].law
        return f"{self.root}/{use.lang}/law/{law}/?mark={use.lang}.{use.start}-{use.end}#{use.unit}"

    def law_href(self, number: str) -> str:
        """Return the way to a law."""
        return f"{self.tree}/law/{number}/"

    def concept_href(self, concept: str) -> str:
        """Return the way to a concept."""
        return f"{self.tree}/{concept}/"

    def iri_href(self, iri: str) -> str:
        """Return the way to whatever page shows `iri`; the IRI itself where it is not ours."""
        try:
            return f"{self.root}/{vocab.page(iri, self.lang)}"
        except ValueError:
            return iri

    @staticmethod
    def iri(path: str) -> str:
        """Return the IRI of a concept's id or any other path under the base."""
        return vocab.BASE + path

    @staticmethod
    def path_of(iri: str) -> str:
        """Return what stands after the base: the path of its data files."""
        return iri.removeprefix(vocab.BASE)

    def has_query(self, name: str) -> bool:
        """Tell whether a stored query of that name is there."""
        return name in self.queries

    def query_href(self, name: str) -> str:
        """Return the way to the query page with a stored query chosen."""
        return f"{self.tree}/query/?name={name}"

    def query_about(self, template: str, iri: str) -> str:
        """Return the way to the query page with a query about one IRI: `template` is a key of
        pages.TEMPLATES.
        """
        return f"{self.tree}/query/?show={template}&iri={self.path_of(iri)}"

    # --- names ----------------------------------------------------------------------------------------

    def concept(self, concept: str) -> Concept:
        """Return a concept by its id."""
        return self.view.concepts[concept]

    def label(self, concept: str, lang: str | None = None) -> str:
        """Return the preferred name of a concept."""
        found = self.view.concepts.get(concept)
        return found.label(lang or self.lang) if found else concept.rpartition("/")[2]

    def named(self, concept: str) -> Markup:
        """Return the preferred name of a concept, marked where it is not in the page's language."""
        found = self.view.concepts.get(concept)
        if found is None or found.names.get(self.lang):
            return self.said(self.label(concept), self.lang)
        return self.tagged({tag: names[0].text for tag, names in found.names.items()})

    def provisional(self, concept: str) -> bool:
        """Tell whether the termbase does not have a concept yet."""
        found = self.view.concepts.get(concept)
        return found is not None and found.provisional

    def cite(self, unit: str, lang: str | None = None) -> str:
        """Return how a unit is cited: `9.7 (ბ)`, `9.7(b)`."""
        return cite(self.view.units[unit], lang or self.lang)

    def law_title(self, law: Law) -> str:
        """Return a law's title in the page's language."""
        return self.plain(law.title) or self.plain(law.label) or law.number

    @staticmethod
    def key(kinds: Sequence[str]) -> str:
        """Return the key of the first sanction: it gives a badge its colour."""
        return kinds[0].rpartition("/")[2] if kinds else ""

    @staticmethod
    def sanction_icon(kind: str) -> str:
        """Return the icon of a sanction."""
        key = kind.rpartition("/")[2]
        return key if key in ICONS else "other-sanction"

    # --- facts ----------------------------------------------------------------------------------------

    def modalities(self, unit: Unit) -> list[str]:
        """Return what a unit does, each kind once, in the order of its norms."""
        return list(dict.fromkeys(norm.modality for norm in unit.norms))

    def breakable(self, unit: Unit) -> bool:
        """Tell whether a unit binds anyone: then «no sanction stated» is worth saying."""
        return any(norm.modality in ("obligation", "prohibition") or norm.provisos for norm in unit.norms)

    def draw(self, expression: Expression) -> Markup:
        """Return a unit's text with its marks."""
        return draw(expression.text, expression.marks, self.w, self.root, self.lang)

    def figure(self, norm: Norm) -> Markup:
        """Return the diagram of one norm."""
        return figures.norm(norm, self)

    def groups(self, law: Law) -> Markup:
        """Return the diagram of a law's sanctions that reach back; empty where none does."""
        return figures.groups(law, self)

    def in_order(self, concepts: Sequence[Concept], lang: str) -> list[Concept]:
        """Return concepts in the alphabet of `lang`."""
        key = collation(lang)
        return sorted(concepts, key=lambda c: key(c.label(lang)))

    def letters(self, concepts: Sequence[Concept], lang: str) -> Iterator[tuple[str, list[Concept]]]:
        """Yield the concepts that have a name in `lang`, letter by letter of its alphabet, digits as one."""
        groups: dict[str, list[Concept]] = {}
        for concept in self.in_order([c for c in concepts if c.names.get(lang)], lang):
            first = next((c for c in concept.label(lang) if c.isalnum()), "0")
            letter = "0-9" if first.isdigit() else first.upper() if lang == "en" else first
            groups.setdefault(letter, []).append(concept)
        yield from groups.items()

    @staticmethod
    def all_names(concept: Concept) -> str:
        """Return all names of a concept, for the filter of an index."""
        return " ".join(
            dict.fromkeys(name.text for names in concept.names.values() for name in names)
        ).lower()

    def narrower(self, concept: Concept) -> list[Concept]:
        """Return the narrower concepts in the page's alphabet."""
        return self.in_order([self.view.concepts[one] for one in concept.narrower], self.lang)

    @staticmethod
    def forms(concept: Concept, lang: str) -> list[str]:
        """Return the written forms in `lang`, each once, in its alphabet."""
        return sorted(dict.fromkeys(form for form, _ in concept.forms.get(lang, ())), key=collation(lang))

    @staticmethod
    def before(expression: Expression, use: Use, room: int = 60) -> str:
        """Return what stands before a use, cut to whole words."""
        left = expression.text[: use.start]
        if len(left) <= room:
            return left
        return "…" + left[-room:].partition(" ")[2]

    @staticmethod
    def after(expression: Expression, use: Use, room: int = 60) -> str:
        """Return what stands after a use, cut to whole words."""
        right = expression.text[use.end :]
        return right if len(right) <= room else right[:room].rpartition(" ")[0] + "…"

    @staticmethod
    def clip(text: str, room: int = 90) -> str:
        """Return the beginning of a text, cut to whole words."""
        return text if len(text) <= room else text[:room].rpartition(" ")[0] + "…"

    @staticmethod
    def size(n: int) -> str:
        """Return a file's size for people: `12 KB`."""
        return f"{max(1, round(n / 1024)):,} KB".replace(",", " ")

    def languages(self) -> tuple[str, ...]:
        """Return all languages, Georgian first."""
        return LANGS
