"""What the tests at a tournament's desk share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.scenes.events import Event


@pytest.fixture
def laptop(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}, service_workers="block")
    context.set_default_timeout(60_000)
    yield context
    context.close()


@pytest.fixture
def event(server: str) -> Iterator[Event]:
    """A tournament of eight, whose list is still open."""
    made = Event(server, "wins-then-points")
    made.do("enter", text="\n".join(["Ann", "Bob", "Cas", "Dee", "Eve", "Fay", "Gus", "Hal"]))
    yield made
    made.close_line()
