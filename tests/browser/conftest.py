"""A real server and a real Chromium, shared by the tests of this folder."""

import asyncio
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from building import browser
from tests.browser.robot.chromium import launch
from tests.browser.robot.person import Person
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import at_page, context_of, forget

HERE = Path(__file__).parent
PLANTED = HERE / "planted"
SIZES = ("phone", "laptop")


class Chromium:
    """The browser of all tests of this process, from the first that wants it on.

    While Playwright is open its event loop counts as running in this thread, though it stands still between two calls.
    Tests of other folders, which come in between, want loops of their own: there none runs.
    """

    def __init__(self) -> None:
        self._open: ExitStack | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._browser: Browser | None = None

    def browser(self) -> Browser:
        """It, started again where it has ended."""
        if self._open is None or self._browser is None or not self._browser.is_connected():
            self.close()
            self._open = ExitStack()
            playwright = self._open.enter_context(sync_playwright())
            self._loop = asyncio._get_running_loop()
            self._browser = launch(playwright)
            self._open.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        """End it."""
        if self._open is not None:
            with self.used():
                self._open.close()
            self._open = self._loop = self._browser = None

    @contextmanager
    def used(self) -> Iterator[None]:
        """Meanwhile its loop is this thread's; afterwards none is."""
        asyncio._set_running_loop(self._loop)
        try:
            yield
        finally:
            asyncio._set_running_loop(None)


CHROMIUM = Chromium()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a test that is on both sizes and told so one runs, half of them on a phone; both where all are asked for."""
    if os.environ.get("TILERUMMY_TEST_SIZES") == "all":
        return
    either = [item for item in items if isinstance(item, pytest.Function) and item.get_closest_marker("either_size")]
    chosen = [item for item in either if SIZES[crc32(item.originalname.encode()) % 2] in item.callspec.params.values()]
    there = {(item.path, item.originalname) for item in chosen}
    left = [item for item in either if item not in chosen and (item.path, item.originalname) in there]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """The browser's loop runs in tests of this folder alone."""
    with CHROMIUM.used() if item.path.is_relative_to(HERE) else nullcontext():
        return (yield)


def pytest_sessionfinish() -> None:
    """After the last test."""
    CHROMIUM.close()


@pytest.fixture(scope="module")
def chromium() -> Browser:
    """One browser for all tests of a process; each test, or module, opens contexts of its own in it."""
    if browser.chromium() is None:
        pytest.skip("no Chromium on this machine")
    return CHROMIUM.browser()


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
def context_for(chromium: Browser, server: str) -> Iterator[Callable[[str], BrowserContext]]:
    """The one context of each size in a module: its cache spares time, as does a page that keeps its process; all else
    is forgotten between persons."""
    with ExitStack() as stack:

        def make(size: str) -> BrowserContext:
            context = stack.enter_context(context_of(chromium, size))
            context.new_page().goto(f"{server}/favicon.svg")
            return context

        yield cache(make)


@pytest.fixture(params=SIZES)
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
