"""Equal lowest racks at a phone and in the desk's grid: fewer tiles win, and a point that is left over is asked for."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.scenes.events import Event
from tests.browser.tournament.conftest import Phone

pytestmark = pytest.mark.browser


@pytest.fixture
def final(server: str) -> Iterator[Event]:
    """A final of four, of one game, under way."""
    made = Event(server, "belgian-tournament")
    made.do("enter", text="\n".join(["Ann", "Bob", "Cas", "Dee"]))
    yield made.seat().publish().start()
    made.close_line()


def scores(event: Event) -> list[Any]:
    """The points of the one game."""
    return [result["scores"] for result in event.see()["results"]]


def test_a_phone_asks_for_the_tiles_and_whose_turn_it_would_have_been(
    final: Event, phone: Phone, artefacts: Path
) -> None:
    page = phone().new_page()
    page.goto(f"{final.link}#{final.see()['table_keys'][0]}")
    page.get_by_test_id("i-am-1").click()
    page.get_by_test_id("out-nobody").click()
    for number, value in {1: 12, 2: 30, 3: 12, 4: 41}.items():
        page.get_by_test_id(f"rack-{number}").fill(str(value))
    for seat in (0, 2):
        page.get_by_test_id(f"count-{seat}").fill("2")
    page.get_by_test_id("to-move").select_option("2")
    expect(page.locator("output")).to_have_text(["+23", "−18", "+24", "−29"])
    page.screenshot(path=artefacts / "ties" / "phone.png", full_page=True)
    page.get_by_test_id("count-2").fill("1")
    expect(page.locator("output")).to_have_text(["0", "−18", "+47", "−29"])
    page.get_by_test_id("send-1").click()
    page.get_by_test_id("entered-1").wait_for()
    assert scores(final) == [[0, -18, 47, -29]]


def test_the_desk_types_a_shared_win_and_is_asked(final: Event, laptop: BrowserContext, artefacts: Path) -> None:
    page = final.desk(laptop, "playing")
    for seat, points in enumerate((24, -18, 23), start=1):
        page.get_by_test_id(f"score-1-1-{seat}").fill(str(points))
    page.get_by_test_id("score-1-1-3").press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("Ann, Cas are tied for the fewest points")
    for seat in (0, 2):
        page.get_by_test_id(f"count-1-1-{seat}").fill("3")
    page.get_by_test_id("to-move-1-1").select_option("2")
    page.screenshot(path=artefacts / "ties" / "desk.png", full_page=True)
    page.get_by_test_id("send-1-1").click()
    expect(page.get_by_test_id("score-1-1-3")).to_have_value("24")
    assert scores(final) == [[23, -18, 24, -29]]


def test_a_shared_title_has_two_diplomas(final: Event, laptop: BrowserContext, artefacts: Path) -> None:
    tied = {"tiles": [3, None, 3, None], "to_move": None}
    final.do("report", table=1, game=1, scores=[7, -4, 7, -10], tied=tied)
    final.close()
    page = final.desk(laptop, "over")
    expect(page.locator("tbody tr", has_text="shared")).to_have_count(2)
    page.goto(f"{final.link}/print")
    page.get_by_label("diplomas").check()
    expect(page.get_by_test_id("diploma")).to_have_count(3)
    expect(page.get_by_text("Place 1 (shared)")).to_have_count(2)
    page.screenshot(path=artefacts / "ties" / "diplomas.png", full_page=True)
