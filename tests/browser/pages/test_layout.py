"""What a layout does to words, to what is about to be pressed, and to people who sit far from the screen."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route

from tests.browser.pictures import page_at
from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import visiting
from tests.browser.scenes.longest import BROKEN
from tests.browser.scenes.sheets import begin, enter
from tilerummy.messages import languages

pytestmark = pytest.mark.browser

SHIFTS = """shifted = 0; new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shifted += value;
}).observe({ type: 'layout-shift', buffered: true });"""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


@pytest.mark.parametrize("language", languages())
def test_no_word_is_broken_on_the_smallest_phone(language: str, chromium: Browser, server: str) -> None:
    """`python -m tests.browser.faults` looks at every page so."""
    with page_at(chromium, "320x568", "light", language) as page:
        broken: dict[str, list[str]] = {}
        for path in ("/", "/puzzles", "/rules/twist", "/events", "/analysis", "/sheet"):
            page.goto(server + path)
            page.locator("main h1").first.wait_for()
            page.wait_for_function("() => document.querySelector('[aria-busy=true]') === null")
            broken[path] = page.evaluate(BROKEN)
        begin(page, long=1, address=server)
        enter(page, 0, {1: 5, 2: 16, 3: 3})
        broken["a sheet"] = page.evaluate(BROKEN)
        assert not any(broken.values()), broken


def test_what_comes_late_moves_nothing(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "layout") as ann:
        page = ann.page
        held: list[Route] = []
        page.add_init_script(SHIFTS)
        page.route("**/api/formats", lambda route: held.append(route))
        with page.expect_request("**/api/formats"):
            ann.open("/events")
        page.locator("main h1").wait_for(timeout=LIMIT)
        page.evaluate(DRAWN)
        for asked in held:
            asked.continue_()
        page.locator('input[name="format"]').nth(2).wait_for(state="attached", timeout=LIMIT)
        page.evaluate(DRAWN)
        assert page.evaluate("shifted") < 0.05


def test_seats_are_as_large_as_a_tablet_allows(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "tablet", artefacts / "layout") as ann:
        ann.open("/")
        ann.push("play-now")
        ann.eyes.wait_for("d.phase === 'playing'")
        sizes = ann.page.locator('[data-testid^="seat-"] strong, .players li strong').evaluate_all(
            "(names) => names.map((name) => parseFloat(getComputedStyle(name).fontSize))"
        )
        assert min(sizes) >= 18
