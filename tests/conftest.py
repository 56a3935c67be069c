"""What many tests share: one built corpus, one server, one browser; skips that fail where all must run."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
REQUIRE_ALL = os.environ.get("TSESI_REQUIRE_ALL") == "1"


# --- a skip is a failure where everything that tests need can be had ----------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Iterator[None]:
    report = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and TSESI_REQUIRE_ALL=1: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    report = yield
    if REQUIRE_ALL and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} was skipped, and TSESI_REQUIRE_ALL=1: {report.longrepr}"
    return report


# --- the built corpus ---------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of one run have in common."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if os.environ.get("PYTEST_XDIST_WORKER") else folder


@contextlib.contextmanager
def only_one(folder: Path, name: str) -> Iterator[bool]:
    """Hold the lock `name`; gives True to the first holder of a run, who does the work for the others."""
    done = folder / f"{name}.done"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield not done.exists()
        done.touch()


@pytest.fixture(scope="session")
def built(shared_folder: Path) -> Path:
    """The folder that `tsesi build` wrote from the corpus, once a run."""
    out = shared_folder / "build"
    with only_one(shared_folder, "build") as first:
        if first:
            command = [sys.executable, "-m", "tsesi", "build", "--out", str(out)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
            if done.returncode:
                pytest.fail(f"tsesi build: exit {done.returncode}\n{done.stderr}")
    return out


@pytest.fixture(scope="session")
def address(built: Path) -> Iterator[str]:
    """Where the built corpus is served: `http://127.0.0.1:PORT`."""
    with serving(built) as where:
        yield where


@contextlib.contextmanager
def serving(build: Path, *, seconds: float = 10.0, workers: int = 1) -> Iterator[str]:
    """Serve `build` at a free port of the loopback for as long as the context lasts."""
    import uvicorn

    from tsesi import serve

    app = serve.application(build, seconds=seconds, workers=workers)
    with serve.listen("127.0.0.1", 0) as sock:
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="on"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
        thread.start()
        deadline = time.monotonic() + 30
        while not server.started and thread.is_alive() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert server.started, "the server did not start"
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(30)


# --- the browser --------------------------------------------------------------------------------------------

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    """Return a Chromium or Chrome that is on this machine, or that Playwright can fetch; else None."""
    named = os.environ.get("TSESI_BROWSER")
    found = named or next(filter(None, map(shutil.which, _NAMES)), None)
    if found:
        return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    if not own.exists():
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            command = [sys.executable, "-m", "playwright", "install", "--no-shell", "chromium"]
            subprocess.run(command, capture_output=True, timeout=300)
    return str(own) if own.exists() else None


@pytest.fixture(scope="session")
def browser(shared_folder: Path) -> Iterator[Browser]:
    """A headless Chromium. Skips where there is none and none can be had."""
    with only_one(shared_folder, "browser"):
        path = find_browser()
    if path is None:
        pytest.skip("no Chromium or Chrome here, and none can be had (set TSESI_BROWSER to one)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        sandbox = [] if os.getuid() else ["--no-sandbox"]  # root may not use Chromium's sandbox
        chromium = playwright.chromium.launch(executable_path=path, args=sandbox)
        yield chromium
        chromium.close()
