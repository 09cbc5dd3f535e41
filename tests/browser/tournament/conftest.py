"""What the tests at a tournament's desk share."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.scenes.events import Event

Phone = Callable[[], BrowserContext]
"""Makes a phone."""


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


@pytest.fixture
def phone(chromium: Browser, server: str) -> Iterator[Phone]:
    """Makes phones that know nothing of each other."""
    made: list[BrowserContext] = []

    def make() -> BrowserContext:
        context = chromium.new_context(
            base_url=server,
            locale="en-GB",
            viewport={"width": 390, "height": 844},
            has_touch=True,
            service_workers="block",
            reduced_motion="reduce",
        )
        context.set_default_timeout(60_000)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()
