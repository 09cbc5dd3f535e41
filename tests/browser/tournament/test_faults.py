"""A server with faults: what desk and wall show where a picture, or a part of it, cannot be made."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.pictures import page_at
from tests.browser.planted.sitecustomize import PART, WHOLE
from tests.browser.scenes.events import Event

pytestmark = pytest.mark.browser
expect.set_options(timeout=60_000)
FORMAT = "wins-then-points"
PLAYERS = "\n".join(["Ann", "Bob", "Cas", "Dee", "Eve", "Fay", "Gus", "Hal"])


@pytest.fixture
def wall(chromium: Browser) -> Iterator[Page]:
    with page_at(chromium, "1920x1080", "light", "en") as page:
        yield page


FILES = {"results.csv": 200, "standings.csv": 500, "event.json": 500, "none.csv": 404, "site.zip": 200}
"""Beside the page of an event whose standings cannot be made."""


def an_event(address: str, name: str) -> Event:
    event = Event(address, FORMAT, name)
    event.do("enter", text=PLAYERS)
    return event


def test_a_desk_that_comes_back_to_a_broken_event_takes_the_step_back_that_broke_it(
    laptop: BrowserContext, wall: Page, faulty: str, artefacts: Path
) -> None:
    event = an_event(faulty, WHOLE)
    page = event.desk(laptop, "entering")
    wall.goto(f"{event.link}/screen")
    expect(wall.get_by_text("Hal")).to_be_visible()
    event.do("withdraw", number=8)
    told, on_the_wall = page.get_by_test_id("broken"), wall.get_by_test_id("wall-fault")
    expect(told).to_contain_text("from before the fault")
    expect(page.get_by_test_id("entrant-8")).to_be_visible()
    expect(on_the_wall).to_contain_text("what you see is from before it")
    expect(wall.get_by_text("Hal")).to_be_visible()
    wall.screenshot(path=artefacts / "wall-broken.png")
    # nothing is left of the last picture, and no answer to a command
    page.reload()
    expect(told).to_contain_text("This page keeps trying")
    expect(told).not_to_contain_text("from before the fault")
    page.screenshot(path=artefacts / "desk-broken.png")
    everybody = laptop.browser.new_context(service_workers="block") if laptop.browser else laptop
    stranger = everybody.new_page()
    stranger.goto(event.link)
    expect(stranger.get_by_test_id("broken")).to_be_visible()
    expect(stranger.get_by_test_id("undo-last")).to_have_count(0)
    site = stranger.goto(f"{faulty}/site/{event.id}/")
    assert site is not None
    assert site.status == 500
    expect(stranger.get_by_text("This page could not be made")).to_be_visible()
    everybody.close()
    page.get_by_test_id("undo-last").click()
    expect(told).to_have_count(0)
    expect(page.get_by_test_id("entrant-8")).to_be_visible()
    expect(on_the_wall).to_have_count(0)
    assert not any(one["withdrawn"] for one in event.see()["entrants"])
    event.close_line()


def test_what_cannot_be_shown_is_named_in_words_at_the_desk_and_on_the_wall(
    laptop: BrowserContext, wall: Page, faulty: str, artefacts: Path
) -> None:
    event = an_event(faulty, PART)
    event.seat().play_round().publish()
    page = event.desk(laptop, "published")
    expect(page.get_by_test_id("parts-missing")).to_contain_text("part of this page empty (standings)")
    wall.goto(f"{event.link}/screen")
    told = wall.get_by_test_id("wall-fault")
    expect(told).to_have_text(re.compile("Not shown because of a server fault: standings"))
    expect(wall.locator(".tables")).to_be_visible()
    assert height(told) > 0.5 * height(wall.locator("h1")), "as large as what the hall reads"
    wall.screenshot(path=artefacts / "wall-part.png")
    page.screenshot(path=artefacts / "desk-part.png")
    # who prints is told before anything is on paper
    page.goto(f"{event.link}/print#{event.key}")
    expect(page.get_by_test_id("parts-missing")).to_contain_text("(standings)")
    page.goto(f"{faulty}/site/{event.id}/")
    expect(page.get_by_text("Not shown because of a server fault: ")).to_contain_text("standings")
    expect(page.locator(".tables")).not_to_have_count(0)
    files = {name: page.request.get(f"{faulty}/site/{event.id}/{name}").status for name in FILES}
    assert files == FILES
    event.close_line()


def height(line: Locator) -> float:
    """Of its letters, in pixels."""
    size: str = line.evaluate("(found) => getComputedStyle(found).fontSize")
    return float(size.removesuffix("px"))
