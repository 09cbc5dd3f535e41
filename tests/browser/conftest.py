"""A real server and a real Chromium, shared by the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from building import browser
from tests.browser.robot.chromium import launch
from tests.browser.robot.person import Person
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import visiting

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


@pytest.fixture(params=["phone", "laptop"])
def person(request: pytest.FixtureRequest, chromium: Browser, server: str, artefacts: Path) -> Iterator[Person]:
    """Somebody with a finger, or with a mouse."""
    with visiting(chromium, server, request.param, artefacts / "interaction" / request.node.name) as visitor:
        yield Person(visitor)
        assert visitor.eyes.look().overflow <= 0
        # the stage has no room behind its address
        assert not [one for one in visitor.eyes.complaints if "404" not in one], visitor.eyes.complaints
