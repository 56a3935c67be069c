"""The Georgian pipeline: tokens that join to the text, what each token gets, what is kept when stored."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Token

from tsesi import nlp

CASES = Path(__file__).parent / "cases"
SENTENCE = "მოთამაშემ მეტოქეს განგებ არ უნდა შეუშალოს ხელი [შე]ბოჭვაში -- 15-მეტრა ხაზზე."
BLANK = spacy.blank("ka")
LETTERS = st.sampled_from([*"აბგდევზთიოუშჩ", *"[]|-*.,:'\"„“ \n", "--", "[შე]", "15", "9.7", "ᲐᲑ", "a", "&"])


def naughty_strings() -> list[str]:
    """Return spaCy's own list; its test module cannot be imported under strict markers."""
    source = Path(spacy.__file__).parent / "tests/tokenizer/test_naughty_strings.py"
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "NAUGHTY_STRINGS":
            return ast.literal_eval(node.value)
    raise AssertionError(f"{source} holds no NAUGHTY_STRINGS")


@pytest.fixture(scope="module")
def built() -> Language:
    return nlp.build()


def load(name: str) -> list[dict[str, str]]:
    return yaml.safe_load((CASES / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", load("tokens/words.yml"), ids=lambda case: case["text"])
def test_tokens(case: dict[str, str]) -> None:
    assert [token.text for token in BLANK(case["text"])] == case["tokens"].split()


@pytest.mark.parametrize("text", [*load("tokens/naughty.yml"), *naughty_strings()])
def test_joined_tokens_are_the_text(text: str, built: Language) -> None:
    doc = built(text)
    assert doc.text == text
    assert "".join(token.text_with_ws for token in doc) == text


@given(st.one_of(st.text(max_size=60), st.lists(LETTERS, max_size=40).map("".join)))
@settings(max_examples=300, deadline=None)
def test_joined_tokens_are_any_text(text: str) -> None:
    assert BLANK(text).text == text


@given(st.lists(LETTERS, max_size=40).map("".join))
@settings(max_examples=200, deadline=None)
def test_every_token_gets_a_part_of_speech_and_a_lemma(text: str) -> None:
    doc = _built()(text)
    assert all(token.pos and token.lemma for token in doc)
    assert doc.text == text


def _built() -> Language:
    if "built" not in _CACHE:
        _CACHE["built"] = nlp.build()
    return _CACHE["built"]


_CACHE: dict[str, Language] = {}


def test_the_entry_point_serves_a_fresh_process() -> None:
    code = "import spacy; print(len(spacy.blank('ka')('[შე]ბოჭვაში.')))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "2"


def said(doc: Doc) -> list[tuple[object, ...]]:
    return [
        (
            token.text,
            token.pos_,
            token.lemma_,
            str(token.morph),
            token._.known,
            token._.postposition,
            token._.clitic,
            token._.verbs,
            token._.subject,
            token._.subjects,
        )
        for token in doc
    ]


@pytest.mark.parametrize("way", ["bytes", "disk", "docbin"])
def test_what_is_stored_comes_back(way: str, tmp_path: Path) -> None:
    made = nlp.build(["ბრაკი"], ["დაბრაკვა"], ["კბენა"])
    text = SENTENCE + " ბრაკმა დაბრაკოს. უკბინოს."
    before = said(made(text))
    if way == "docbin":
        packed = DocBin(store_user_data=True, docs=[made(text)]).to_bytes()
        doc = next(DocBin(store_user_data=True).from_bytes(packed).get_docs(spacy.blank("ka").vocab))
    elif way == "disk":
        made.to_disk(tmp_path / "ka")
        doc = spacy.load(tmp_path / "ka")(text)
    else:
        fresh = nlp.build()
        fresh.from_bytes(made.to_bytes())
        doc = fresh(text)
    assert said(doc) == before
    assert before[-2][:3] == ("უკბინოს", "VERB", "უკბინოს")  # left out: its own form


def test_a_part_and_a_sum_of_docs_keep_their_readings(built: Language) -> None:
    doc = built(SENTENCE)
    assert said(doc[3:7].as_doc(copy_user_data=True)) == said(doc)[3:7]
    assert said(Doc.from_docs([doc, doc])) == said(doc) * 2


def test_a_doc_without_the_component_says_nothing_known() -> None:
    token: Token = BLANK("რაქი")[0]
    assert (token._.known, token._.verbs, token._.subject) == (False, (), "")


def test_pipe_gives_what_a_call_gives(built: Language) -> None:
    assert [said(doc) for doc in built.pipe([SENTENCE, "რაქი."])] == [
        said(built(SENTENCE)),
        said(built("რაქი.")),
    ]


@pytest.mark.parametrize(
    ("word", "is_known"),
    [
        ("მოთამაშეებისთვისაც", True),
        ("[შე]ბოჭვაში", True),
        ("გა[და]აგოროს", True),
        ("თამაშგარეთ", True),
        ("თამაშ-გარეთ", True),
        ("და", True),
        ("დააბრაკოს", False),
        ("მოედანის", False),
        ("იდროებით", False),
        ("დამრღვევ[ებ]იდროებით", False),
        ("წესს", True),
        ("xyz", False),
    ],
)
def test_known_is_strict(word: str, is_known: bool, built: Language) -> None:
    assert nlp.known(built, word) is is_known


@pytest.mark.parametrize(
    ("text", "at", "pos", "lemma", "mood"),
    [
        # an unknown optative is a verb, named by its own form
        ("მოთამაშემ არ უნდა დააბრაკოს.", 3, "VERB", "დააბრაკოს", "Opt"),
        ("არ უნდა დაეჯახოს | გააბრაკოს.", 4, "VERB", "გააბრაკოს", "Opt"),
        ("გა[და]აბრაკოს -- ბურთი", 0, "VERB", "გადააბრაკოს", "Opt"),
        ("მეტოქეს არ უნდა ჰბრაკნენ.", 3, "VERB", "ჰბრაკნენ", "Opt"),
        ("და მას არც გზა შეუბრაკას.", 4, "VERB", "შეუბრაკას", "Opt"),
        ("მათში არ ჩაბრაკას ისე, რომ უკვე ჩაბმულს არ შეეკრას.", 2, "VERB", "ჩაბრაკას", "Opt"),
        # an unknown noun stays a noun
        ("ბრაკალას უნდა დაეჯახოს.", 0, "NOUN", "ბრაკალა", ""),
        ("მან უნდა დაიჭიროს ბრაკალას ხელი.", 3, "NOUN", "ბრაკალა", ""),
        # optative or aorist
        ("მსაჯმა შენიშვნა უნდა მისცეს.", 3, "VERB", "მიცემა", "Opt"),
        ("მსაჯებმა შენიშვნა მისცეს.", 2, "VERB", "მიცემა", "Ind"),
        # verbal noun or finite verb
        ("სადაც ბურთმა ხაზი გადაკვეთა -- იქ", 3, "VERB", "გადაკვეთა", "Ind"),
        ("ხაზის გადაკვეთა აკრძალულია.", 1, "NOUN", "გადაკვეთა", ""),
        ("მსაჯი მოთამაშეს შეცვლის.", 2, "VERB", "შეცვლა", "Ind"),
        ("მოთამაშის შეცვლის დროს", 1, "NOUN", "შეცვლა", ""),
        ("თუ ეს შეუძლებელი გახდა", 3, "VERB", "გახდომა", "Ind"),
    ],
)
def test_the_words_around_decide(
    text: str, at: int, pos: str, lemma: str, mood: str, built: Language
) -> None:
    token = built(text)[at]
    assert (token.pos_, token.lemma_) == (pos, lemma)
    assert "".join(token.morph.get("Mood", [])) == mood


@pytest.mark.parametrize(
    ("text", "case"), [("ლელოს კიდეზე", "Gen"), ("ლელოს.", "Dat"), ("ლელოს გადაღმა", "Dat")]
)
def test_the_first_of_two_nouns_is_the_genitive(text: str, case: str, built: Language) -> None:
    assert built(text)[0].morph.get("Case") == [case]


def test_words_of_the_termbase_are_inflected() -> None:
    made = nlp.build(["ბრაკი", "თავად-ბრაკი", "ძლიერი ბრაკუნა"], ["დაბრაკვა", "გადაბოჭვა", "შეურაკ-ყოფა"])
    lemma = {text: made(text)[0].lemma_ for text in ("ბრაკებისთვის", "ბრაკუნას", "დაბრაკავს", "გადაბოჭოს")}
    assert lemma == {
        "ბრაკებისთვის": "ბრაკი",
        "ბრაკუნას": "ბრაკუნა",
        "დაბრაკავს": "დაბრაკვა",
        "გადაბოჭოს": "გადაბოჭვა",
    }


def test_keys_are_latin() -> None:
    assert nlp.romanize("გა[და]აგორება ბურთის") == "gadaagoreba-burtis"
    assert nlp.romanize("თამაშ-გარე ᲠᲐᲥᲘ") == "tamash-gare-raki"
