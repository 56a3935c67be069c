"""IRIs: what each is called, which page shows it, and that the redirect rules say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.corpus import corpus
from tsesi import termbase, vocab

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "iris.yml").read_text(encoding="utf-8"))
RULES = termbase.ontology_folder() / "w3id" / ".htaccess"
SITE = "https://example.org/"


@pytest.mark.parametrize(("iri", "page"), CASES, ids=[one[0] for one in CASES])
@pytest.mark.parametrize("lang", ["ka", "en"])
def test_an_iri_has_its_page(iri: str, page: str, lang: str) -> None:
    assert str(vocab.page(vocab.BASE + iri, lang)) == f"{lang}/{page}"


@pytest.mark.parametrize("iri", ["https://example.org/x", vocab.BASE + "nothing/of/the/kind"])
def test_what_is_not_ours_has_none(iri: str) -> None:
    with pytest.raises(ValueError, match=re.escape(iri)):
        vocab.page(iri, "ka")


def test_names() -> None:
    assert str(vocab.provision("9", "9")) == vocab.BASE + "eli/law/9/opening"
    assert str(vocab.provision("9", "9.7.b")) == vocab.BASE + "eli/law/9/7/b"
    assert str(vocab.provision(None, "7.b")) == vocab.BASE + "eli/law/x/7/b"
    assert vocab.unit_anchor("15", "caption") == "15.caption"
    assert str(vocab.norm("9", "9.10", 2)) == vocab.BASE + "norm/9/10/2"
    assert str(vocab.concept("action", "gamot'ana")) == vocab.BASE + "action/gamot-ana"


def test_every_iri_of_the_graph_has_a_page() -> None:
    for iri in ours():
        vocab.page(iri, "ka")


# --- the redirect rules: a reader of the few directives that the file uses ----------------------------------


def rules() -> list[tuple[list[tuple[str, str, str]], str, str, str]]:
    """Return the rules of the file: conditions, pattern, target, flags."""
    found, conditions = [], []
    for line in RULES.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[:1] == ["RewriteCond"]:
            conditions.append((words[1], words[2], " ".join(words[3:])))
        elif words[:1] == ["RewriteRule"]:
            found.append((conditions, words[1], words[2], " ".join(words[3:])))
            conditions = []
    return found


READ = rules()


def redirect(path: str, accept: str = "text/html", language: str = "ka") -> str:
    """Return where Apache would send a request for `path`."""
    env = {}
    variables = {"HTTP_ACCEPT": accept, "HTTP:Accept-Language": language}

    def fill(text: str) -> str:
        return re.sub(r"%\{(ENV:)?([\w:-]+)\}", lambda m: (env if m[1] else variables).get(m[2], ""), text)

    for conditions, pattern, target, flags in READ:
        match = re.search(pattern, path)
        if not match:
            continue
        if not all(
            re.search(("(?i)" if "NC" in extra else "") + wanted, fill(subject))
            for subject, wanted, extra in conditions
        ):
            continue
        for name, value in re.findall(r"E=(\w+):([^,\]]+)", flags):
            env[name] = value
        if target == "-":
            continue
        path = fill(re.sub(r"\$(\d)", lambda m, match=match: match[int(m[1])] or "", target))
        if "R=303" in flags:
            assert ("#" in path) == ("NE" in flags), f"{pattern}: an anchor needs [NE]"
            return path
    raise AssertionError(f"{path} leads nowhere")


def ours() -> Iterator[str]:
    """Yield every IRI under the base that the graph of the corpus has, each once."""
    seen = {str(node) for triple in corpus().graph for node in triple if str(node).startswith(vocab.BASE)}
    yield from sorted(seen)


@pytest.mark.parametrize("lang", ["ka", "en"])
def test_redirects_say_the_same(lang: str) -> None:
    for iri in {one.partition("#")[0] for one in ours()}:
        wanted = vocab.page(iri, lang)
        went = redirect(iri.removeprefix(vocab.BASE), language=f"{lang}-GB,fr;q=0.5")
        assert went == SITE + str(wanted), iri


@pytest.mark.parametrize(
    ("path", "accept", "file"),
    [
        ("eli/law/9/7/b/ka", "text/turtle", "data/eli/law/9/7/b.ttl"),
        ("section/15/2", "text/turtle", "data/eli/law/15.ttl"),
        ("norm/9/10/2", "application/ld+json", "data/eli/law/9/10.jsonld"),
        ("actor/player", "text/turtle, text/html;q=0.5", "data/actor/player.ttl"),
        ("lexicon/ka/actor/player/1", "text/turtle", "data/actor/player.ttl"),
        ("ontology", "text/turtle", "data/tsesi.ttl"),
        ("dataset", "application/ld+json", "data/tsesi.jsonld"),
        ("data/tsesi.nt", "*/*", "data/tsesi.nt"),
    ],
)
def test_who_asks_for_data_gets_data(path: str, accept: str, file: str) -> None:
    assert redirect(path, accept) == SITE + file


# --- the site -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["ka", "en"])
def test_every_iri_resolves_in_the_site(built: Path, lang: str) -> None:
    """Each page is there, and has the anchor that the IRI leads to."""
    site = built / "site"
    seen: dict[str, set[str]] = {}
    missing = []
    for iri in ours():
        place = vocab.page(iri, lang)
        path = site / place.path
        if place.path not in seen:
            page = path / "index.html" if path.is_dir() or place.path.endswith("/") else path
            text = page.read_text(encoding="utf-8") if page.is_file() and page.suffix == ".html" else ""
            seen[place.path] = set(re.findall(r'\bid="?([^"\s>]+)', text)) | (
                {""} if page.is_file() else set()
            )
        if not {"", place.fragment} <= seen[place.path]:
            missing.append(f"{iri} -> {place}")
    assert missing == []
