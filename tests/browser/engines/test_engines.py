"""A sample of what `python -m tests.browser.engines` does in Firefox and in WebKit, Safari's engine."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from tests.browser.engines.starting import ENGINES, started
from tests.browser.engines.visits import visit

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDriver]:
    yield from engine("firefox", tmp_path_factory)


@pytest.fixture(scope="module")
def webkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDriver]:
    yield from engine("webkit", tmp_path_factory)


def engine(name: str, folders: pytest.TempPathFactory) -> Iterator[WebDriver]:
    """One start for all tests, which takes seconds."""
    if ENGINES[name]() is None:
        pytest.skip(f"no {name} on this machine, or nothing that drives it")
    with started(name, folders.mktemp(name)) as driver:
        yield driver


@pytest.mark.parametrize(
    ("name", "way"),
    [("game", "touch"), ("analysis", "mouse"), ("paper", "mouse"), ("offline", "mouse"), ("focus", "mouse")],
)
def test_firefox_does_it(firefox: WebDriver, name: str, way: str, artefacts: Path) -> None:
    visit(firefox, name, way, artefacts / "engines" / f"firefox-{way}-{name}.png")


@pytest.mark.parametrize("name", ["lesson", "puzzle", "analysis", "offline", "focus"])
def test_webkit_does_it(webkit: WebDriver, name: str, artefacts: Path) -> None:
    visit(webkit, name, "mouse", artefacts / "engines" / f"webkit-mouse-{name}.png")
