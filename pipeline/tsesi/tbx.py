"""Takes the book, gives the termbase as TBX: v3 (ISO 30042:2019, TBX-Basic, DCA style) or v2 (martif).

Both hold the same: concepts in the book's order, Georgian before English, the preferred name first; part of
speech and status of each name, definitions with their source, sentences of the laws with their unit ids.
Only data categories of TBX-Basic are used, at the levels where it allows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from tsesi import lang as words
from tsesi.book import LANGS, Book, BookUnit, Entry, Name
from tsesi.model import Lang
from tsesi.segments import split

NAMESPACE = "urn:iso:std:iso:30042:ed-2"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
CONTEXTS = 3  # sentences shown for a name

_STATUS = {
    "preferred": "preferredTerm-admn-sts",
    "admitted": "admittedTerm-admn-sts",
    "deprecated": "deprecatedTerm-admn-sts",
    "candidate": "admittedTerm-admn-sts",  # TBX-Basic knows no candidates: a note says so
}


class _Elements(NamedTuple):
    """What the two versions call the same things."""

    root: str
    attributes: Mapping[str, str]
    header: str
    concept: str
    language: str
    term: str


_V3 = _Elements(
    root="tbx",
    attributes={"xmlns": NAMESPACE, "type": "TBX-Basic", "style": "dca"},
    header="tbxHeader",
    concept="conceptEntry",
    language="langSec",
    term="termSec",
)
_V2 = _Elements(
    root="martif",
    attributes={"type": "TBX-Basic"},
    header="martifHeader",
    concept="termEntry",
    language="langSet",
    term="tig",
)


def version_3(book: Book, locales: Mapping[Lang, str]) -> ET.Element:
    """Return the TBX v3 document; `locales` gives the tag of each language."""
    return _Writer(_V3, book, locales).document()


def version_2(book: Book, locales: Mapping[Lang, str]) -> ET.Element:
    """Return the TBX v2 document."""
    return _Writer(_V2, book, locales).document()


def part_of_speech(entry: Entry, lang: Lang) -> str:
    """Return the TBX-Basic part of speech of an entry's names.

    Actions are named by verbal nouns in Georgian and by verbs in English; manners and times by adverbial
    phrases, and so are places where the English name begins with a word of place.
    """
    if entry.kind == "action":
        return "noun" if lang == "ka" else "verb"
    if entry.kind in ("manner", "time"):
        return "adverb"
    if entry.kind == "place" and entry.of("en"):
        first = entry.of("en")[0].text.split()[0].casefold()
        return "adverb" if first in words.read("en", "words")["place-words"] else "noun"
    return "noun"


class _Writer:
    def __init__(self, names: _Elements, book: Book, locales: Mapping[Lang, str]) -> None:
        self.names = names
        self.book = book
        self.locales = locales
        self.ids = {entry.iri: f"{entry.kind}.{entry.key}" for entry in book.entries}

    def document(self) -> ET.Element:
        root = ET.Element(self.names.root, {**self.names.attributes, XML_LANG: "en"})
        header = self._add(root, self.names.header)
        described = self._add(header, "fileDesc")
        self._add(self._add(described, "titleStmt"), "title", _words()["title"])
        self._add(self._add(described, "sourceDesc"), "p", _words()["about"])
        if self.names is _V2:
            self._add(self._add(header, "encodingDesc"), "p", "TBXBasicXCSV02.xcs", type="XCSURI")
        body = self._add(self._add(root, "text"), "body")
        for entry in self.book.entries:
            self._concept(body, entry)
        return root

    def _add(self, parent: ET.Element, name: str, text: str | None = None, **attributes: str) -> ET.Element:
        made = ET.SubElement(parent, name, attributes)
        made.text = text
        return made

    def _concept(self, body: ET.Element, entry: Entry) -> None:
        concept = self._add(body, self.names.concept, id=self.ids[entry.iri])
        self._add(concept, "descrip", _words()["subjects"][entry.kind], type="subjectField")
        for iri in dict.fromkeys((*entry.broader, *entry.related)):
            if iri in self.ids:
                self._add(concept, "ref", self.ids[iri], type="crossReference", target=self.ids[iri])
        self._add(concept, "xref", entry.iri, type="externalCrossReference", target=entry.iri)
        if entry.candidate:
            self._add(concept, "note", _words()["candidate"])
        for lang in LANGS:
            if entry.of(lang):
                self._language(concept, entry, lang)

    def _language(self, concept: ET.Element, entry: Entry, lang: Lang) -> None:
        section = ET.SubElement(concept, self.names.language, {XML_LANG: self.locales[lang]})
        if lang in entry.definition:
            group = self._add(section, "descripGrp")
            self._add(group, "descrip", entry.definition[lang], type="definition")
            if entry.source:
                self._add(group, "admin", entry.source, type="source")
        if lang in entry.note:
            self._add(section, "note", entry.note[lang])
        shown = contexts(self.book, entry, lang)
        for name in entry.of(lang):
            term = self._add(section, self.names.term)
            self._add(term, "term", name.text)
            self._add(term, "termNote", part_of_speech(entry, lang), type="partOfSpeech")
            self._add(term, "termNote", _STATUS[name.status], type="administrativeStatus")
            for unit, sentence in shown.get(name, ())[:CONTEXTS]:
                group = self._add(term, "descripGrp")
                self._add(group, "descrip", sentence, type="context")
                self._add(group, "admin", unit.id, type="source")
            if name.status == "candidate":
                self._add(term, "note", _words()["candidate"])


def _words() -> Mapping[str, Any]:
    return words.read("en", "exports")


def contexts(book: Book, entry: Entry, lang: Lang) -> Mapping[Name, list[tuple[BookUnit, str]]]:
    """Return the sentences in which each name of an entry stands, with their units, in reading order."""
    found: dict[Name, list[tuple[BookUnit, str]]] = {}
    names = entry.of(lang)
    if not names:
        return found
    by_form = {
        form: name for name in reversed(names) for form in (name.text, *book.forms.get((lang, name.text), ()))
    }
    for unit, sentence, form in _places(book, entry, lang):
        name = by_form.get(form, names[0])
        if (unit, sentence) not in found.setdefault(name, []):
            found[name].append((unit, sentence))
    return found


def _places(book: Book, entry: Entry, lang: Lang) -> Iterator[tuple[BookUnit, str, str]]:
    for unit in book.naming.get((entry.iri, lang), ()):
        side = unit.sides[lang]
        for span in split(side.text, lang):
            for named in side.named:
                if named.iri == entry.iri and span.holds(named.span):
                    yield unit, " ".join(span.of(side.text).split()), named.form
