"""A real server and a real Chromium, shared by the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import launch, program
from tests.browser.server import Server


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a module; each test opens contexts of its own in it.

    Not for the whole session: while Playwright is open an event loop runs in this thread, and later tests want theirs.
    """
    if program() is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that all tests share."""
    shared = Server(tmp_path_factory.mktemp("server"))
    try:
        shared.start()
        yield shared.address
    finally:
        shared.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    own = Server(tmp_path)
    try:
        own.start()
        yield own
    finally:
        own.kill()
