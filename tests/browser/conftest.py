"""A page in each language and size, watched: no error in the console, no request to another host, none that
fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
import yaml

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
INSPECT = Path(__file__).with_name("inspect.js").read_text(encoding="utf-8")
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@dataclass
class Site:
    """A site in one language, seen in a browser of one size."""

    address: str
    lang: str
    size: str
    page: Page
    words: dict[str, Any]
    faults: list[str] = field(default_factory=list)

    @property
    def other(self) -> str:
        """The language that this is not."""
        return "en" if self.lang == "ka" else "ka"

    def go(self, path: str = "", lang: str | None = None) -> Page:
        """Open a page of the site's language, `law/9/`, and wait until its scripts have run."""
        self.page.goto(f"{self.address}/{lang or self.lang}/{path}")
        self.page.wait_for_selector("html[data-ready]", state="attached")
        return self.page

    def inspect(self, what: str, *values: str) -> Any:
        """Return what a function of `inspect.js` finds in the page."""
        self.page.evaluate(INSPECT)
        return self.page.evaluate("([what, values]) => inspect[what](...values)", [what, values])


Open = Callable[..., Site]


@pytest.fixture
def open_site(browser: Browser, address: str) -> Iterator[Open]:
    """Open the site: `open_site("ka", "phone", color_scheme="dark")`. Faults fail the test at its end."""
    opened: list[tuple[Site, Any]] = []

    def make(lang: str, size: str = "desktop", **options: Any) -> Site:
        context = browser.new_context(**{**SIZES[size], **options})
        page = context.new_page()
        text = (ROOT / "pipeline" / "tsesi" / "lang" / lang / "interface.yml").read_text(encoding="utf-8")
        site = Site(address, lang, size, page, yaml.safe_load(text))
        host = urlsplit(address).netloc

        def asked(url: str) -> None:
            if urlsplit(url).scheme in ("http", "https") and urlsplit(url).netloc != host:
                site.faults.append(f"request to another host: {url}")

        page.on("request", lambda request: asked(request.url))
        # going on to another page breaks off what is still being loaded: that is no fault
        page.on(
            "requestfailed",
            lambda request: (
                None
                if request.failure == "net::ERR_ABORTED"
                else site.faults.append(f"failed: {request.url}")
            ),
        )
        page.on("pageerror", lambda error: site.faults.append(f"error: {error}"))
        page.on(
            "console",
            lambda said: (
                site.faults.append(f"console: {said.text}") if said.type in ("error", "warning") else None
            ),
        )
        opened.append((site, context))
        return site

    yield make
    faults = [fault for site, context in opened for fault in site.faults]
    for _, context in opened:
        context.close()
    assert faults == []


@pytest.fixture(params=["ka", "en"])
def lang(request: pytest.FixtureRequest) -> str:
    """Each language."""
    return str(request.param)


@pytest.fixture(params=sorted(SIZES))
def size(request: pytest.FixtureRequest) -> str:
    """Each size of screen."""
    return str(request.param)


@pytest.fixture
def site(open_site: Open, lang: str, size: str) -> Site:
    """The site in each language and size."""
    return open_site(lang, size)


@pytest.fixture
def desk(open_site: Open, lang: str) -> Site:
    """The site in each language on a desktop."""
    return open_site(lang, "desktop")
