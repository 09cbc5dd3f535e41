"""A real server and a real Chromium, shared by the tests of this folder."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from building import browser
from tests.browser.robot.chromium import launch
from tests.browser.robot.person import Person
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import at_page, context_of, forget

PLANTED = Path(__file__).parent / "planted"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a module; each test opens contexts of its own in it.

    Not for the whole session: while Playwright is open an event loop runs in this thread, and later tests want theirs.
    """
    if browser.chromium() is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that all tests share."""
    shared = Server(tmp_path_factory.mktemp("server"))
    try:
        shared.start()
        yield shared.address
    finally:
        shared.kill()


@pytest.fixture(scope="session")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with planted faults: see `planted`."""
    own = Server(tmp_path_factory.mktemp("faulty"), {"PYTHONPATH": str(PLANTED)})
    try:
        own.start()
        yield own.address
    finally:
        own.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    own = Server(tmp_path)
    try:
        own.start()
        yield own
    finally:
        own.kill()


@pytest.fixture(scope="module")
def context_for(chromium: Browser) -> Iterator[Callable[[str], BrowserContext]]:
    """The one context of each size in a module: its cache spares time, all else is forgotten between persons."""
    with ExitStack() as stack:
        yield cache(lambda size: stack.enter_context(context_of(chromium, size)))


@pytest.fixture(params=["phone", "laptop"])
def person(
    request: pytest.FixtureRequest, context_for: Callable[[str], BrowserContext], server: str, artefacts: Path
) -> Iterator[Person]:
    """A person with a finger, or with a mouse, who knows nothing yet."""
    page, pictures = context_for(request.param).new_page(), artefacts / "interaction" / request.node.name
    forget(page, server)
    with at_page(page, server, request.param, pictures) as visitor:
        yield Person(visitor)
        assert visitor.eyes.look().overflow <= 0
        # the stage has no room behind its address
        assert not [one for one in visitor.eyes.complaints if "404" not in one], visitor.eyes.complaints
