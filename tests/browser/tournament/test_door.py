"""The desk when a latecomer comes to full tables, and how its grid tells namesakes apart."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.pictures import page_at
from tests.browser.scenes.events import Event

pytestmark = pytest.mark.browser

NAMESAKES = ("Jan Peeters (Ninove) A", "Jan Peeters (Ninove) B", "Els Vander Elst", "Bea Aerts")


@pytest.fixture
def full(server: str) -> Iterator[Event]:
    """Eight at two full tables, which everybody can see."""
    made = Event(server, "belgian-tournament")
    made.do("enter", text="\n".join([*NAMESAKES, "Eve", "Fay", "Gus", "Hal"]))
    yield made.seat().publish()
    made.close_line()


def test_a_new_table_is_a_chair_with_its_cost(full: Event, laptop: BrowserContext, artefacts: Path) -> None:
    page = full.desk(laptop, "published")
    page.get_by_test_id("door").fill("Late")
    chair = page.get_by_test_id("chair-3")
    expect(chair).to_contain_text("2 players move there: Bea Aerts, Hal")
    page.screenshot(path=artefacts / "door" / "new-table.png")
    chair.click()
    expect(page.get_by_test_id("entrant-9")).to_contain_text("Late")
    assert full.see()["stages"][0]["rounds"][0]["tables"] == [[1, 2, 3], [5, 6, 7], [4, 8, 9]]


def test_the_grid_tells_namesakes_apart_by_their_numbers(full: Event, chromium: Browser, artefacts: Path) -> None:
    full.start()
    with page_at(chromium, "1280x800", "light", "nl") as page:
        page.goto(f"{full.link}#{full.key}")
        page.get_by_test_id("phase-playing").wait_for()
        heads = page.locator("thead th > span:first-child b")
        expect(heads).to_have_text([str(number) for number in range(1, 9)])
        page.screenshot(path=artefacts / "door" / "grid.png")


def test_the_screen_says_that_it_is_over_while_the_standings_are_hidden(
    full: Event, chromium: Browser, artefacts: Path
) -> None:
    full.start().report().close().play_round()
    full.do("hide", hidden=True)
    full.play_round()
    full.do("reveal", places=0)
    with page_at(chromium, "1280x720", "light", "nl") as page:
        page.goto(f"{full.link}/screen")
        expect(page.locator("h2")).to_have_text("Het toernooi is afgelopen")
        expect(page.locator("[data-leaves] li")).to_have_count(0)
        page.screenshot(path=artefacts / "door" / "screen.png")
