"""Something is made on a connection that dies without a word: the page says so, and goes on when it is back."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import Visitor, visiting

pytestmark = pytest.mark.browser

LATER = 21_000
"""Milliseconds after which the page gives up a question."""


class Line:
    """Requests to one path, which are answered, refused a connection, broken off, or never answered."""

    def __init__(self, page: Page, path: str, method: str) -> None:
        self.way = "open"
        self.met: list[str] = []
        """How each request so far was met."""
        self._page = page
        self._method = method
        self._kept: list[Route] = []
        page.route(re.compile(f"{path}$"), self._meet)

    def wait_until_met(self, count: int) -> None:
        """A request is on its way for a moment after the press: time must not run out before it is here."""
        for _ in range(600):
            if len(self.met) >= count:
                return
            self._page.wait_for_timeout(100)
        raise AssertionError(f"{len(self.met)} requests, not {count}")

    def _meet(self, route: Route) -> None:
        if route.request.method != self._method:
            route.continue_()
            return
        self.met.append(self.way)
        if self.way == "open":
            route.continue_()
        elif self.way == "dead":
            route.abort()
        elif self.way == "broken":
            route.fulfill(status=200, body='{"ro')
        else:
            self._kept.append(route)


def test_a_table(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "silent-line" / "table") as ann:
        page = ann.page
        page.clock.install()
        choices = Line(page, "/api/editions", "GET")
        choices.way = "dead"
        ann.open("/")
        ann.push("create-table")
        page.wait_for_selector('[data-testid="no-connection"]', timeout=LIMIT)
        # nothing yet that would move away under a finger when the editions come
        assert not page.locator('[aria-labelledby="create"] :is(input, [data-testid="create"])').count()
        choices.way = "open"
        ann.push("try-now")
        ann.pick("edition-sabra")
        page.wait_for_selector('[data-testid="no-connection"]', state="detached", timeout=LIMIT)

        line = Line(page, "/api/rooms", "POST")
        cannot_make(ann, line, "create")
        page.wait_for_selector('[data-testid="start"]', timeout=LIMIT)
        assert line.met == ["silent", "dead", "broken", "open"], "one press is one request"


def test_a_tournament(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "laptop", artefacts / "silent-line" / "tournament") as ann:
        page = ann.page
        page.clock.install()
        formats = Line(page, "/api/formats", "GET")
        formats.way = "dead"
        ann.open("/events")
        page.wait_for_selector('[data-testid="no-connection"]', timeout=LIMIT)
        formats.way = "open"
        ann.push("try-now")
        page.wait_for_selector('input[value="belgian-tournament"]', state="attached", timeout=LIMIT)

        line = Line(page, "/api/tournaments", "POST")
        cannot_make(ann, line, "make-tournament")
        page.wait_for_url(re.compile("/e/"), timeout=LIMIT)
        assert line.met == ["silent", "dead", "broken", "open"], "one press is one request"


def test_the_puzzles(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "silent-line" / "puzzles") as ann:
        page = ann.page
        page.clock.install()
        choices = Line(page, "/api/editions", "GET")
        choices.way = "dead"
        ann.open("/puzzles")
        page.wait_for_selector('[data-testid="no-connection"]', timeout=LIMIT)
        # the puzzle of the edition that was chosen last can be had all the same
        chosen = page.locator('[data-testid="edition"]')
        assert chosen.input_value() == "original"
        choices.way = "open"
        ann.push("try-now")
        page.wait_for_selector('[data-testid="no-connection"]', state="detached", timeout=LIMIT)
        assert chosen.input_value() == "original"
        chosen.select_option("sabra")
        assert page.locator('[data-testid="today"]').get_attribute("href") == "/puzzles/sabra"


def cannot_make(person: Visitor, line: Line, button: str) -> None:
    """Press in vain, each time told so, and once more when the connection is there."""
    page = person.page
    for way in ("silent", "dead", "broken"):
        line.way = way
        page.evaluate("() => document.querySelector('[role=alert]')?.setAttribute('data-before', '')")
        person.push(button)
        if way == "silent":
            page.wait_for_selector(f'[data-testid="{button}"]:disabled', timeout=LIMIT)
            line.wait_until_met(1)
            page.clock.fast_forward(LATER)
        page.wait_for_selector("[role=alert]:not([data-before])", timeout=LIMIT)
        page.wait_for_selector(f'[data-testid="{button}"]:enabled', timeout=LIMIT)
    line.way = "open"
    person.push(button)
