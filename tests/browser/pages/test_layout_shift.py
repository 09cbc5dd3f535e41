"""What has been shown stays where it is: on a slow line, where each answer comes late, no page jumps."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.pictures import page_at

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST = 0.05
"""Of the layout shift that a page may add up, by the measure of Web Vitals; below 0.1 is called good."""
LATE = 0.1
"""Seconds that every part of the page and every answer takes, so that they come one after the other."""
PAGES = (
    "/",
    "/events",
    "/rules",
    "/rules/original",
    "/referee",
    "/learn",
    "/learn/opening",
    "/puzzles",
    "/puzzles/original",
    "/games",
    "/sheet",
    "/analysis",
    "/look",
    "/nowhere",
)
COUNT = """
window.shifts_ = [];
new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
        shifts_.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
}).observe({ type: 'layout-shift', buffered: true });
"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    def late(route: Route) -> None:
        time.sleep(LATE)
        route.continue_()

    with page_at(chromium, "390x844", "light", "en") as page:
        page.add_init_script(COUNT)
        page.route("**/*", late)
        yield page


@pytest.mark.parametrize("path", PAGES)
def test_no_page_jumps(page: Page, server: str, path: str) -> None:
    page.goto(server + path)
    page.wait_for_load_state("networkidle")
    shifts = page.evaluate("() => shifts_")
    assert sum(value for value, _ in shifts) < MOST, shifts
