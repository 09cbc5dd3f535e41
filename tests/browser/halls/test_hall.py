"""An event with more tables than anybody sees at once: those are drawn that are near, and the keyboard reaches all."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.scenes.events import Event

PLAYERS = 300
TABLES = 75


def _drawn(page: Page) -> int:
    return page.locator("table[data-table] tr[data-game]").count()


@pytest.mark.browser
def test_a_large_hall_is_drawn_where_it_is_seen_and_reached_by_keys(laptop: BrowserContext, server: str) -> None:
    event = Event(server, "blocks-of-two")
    event.do("enter", text="\n".join(f"Player {number:03}" for number in range(1, PLAYERS + 1)))
    event.seat().publish().start()
    page = event.desk(laptop, "playing")
    first, last = page.get_by_test_id("score-1-1-1"), page.get_by_test_id(f"score-{TABLES}-2-1")
    expect(first).to_be_visible()
    assert 0 < _drawn(page) < TABLES
    expect(page.locator("table[data-table] caption")).to_have_count(TABLES)
    expect(last).to_have_count(0)

    # what is typed and not sent stays while others are looked at
    first.click()
    page.keyboard.type("30")
    page.keyboard.press("Control+End")
    expect(last).to_be_focused()
    expect(last).to_be_in_viewport()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_test_id(f"score-{TABLES}-1-1")).to_be_focused()
    expect(page.get_by_test_id("score-30-1-1")).to_have_count(0)
    page.keyboard.press("Control+Home")
    expect(first).to_be_focused()
    expect(first).to_have_value("30")

    # Enter goes on to the next table that lacks a result, however far
    seats = event.see()["stages"][0]["rounds"][0]["tables"]
    for table in range(2, 50):
        for game in (1, 2):
            event.do("report", table=table, game=game, scores=[30, *[-10] * (len(seats[table - 1]) - 1)])
    expect(page.get_by_test_id("missing")).to_have_text(f"{2 * TABLES - 96} results are missing.")
    for game in (1, 2):
        for seat, points in enumerate(("30", "-10", "-10", "-10"), start=1):
            page.get_by_test_id(f"score-1-{game}-{seat}").fill(points)
        page.keyboard.press("Enter")
    expect(page.get_by_test_id("score-50-1-1")).to_be_focused()
    expect(page.get_by_test_id("score-50-1-1")).to_be_in_viewport()

    # a table is found by its number or a player
    page.get_by_test_id("find-table").fill(f"Player {seats[69][1]:03}")
    expect(page.locator("table[data-table]")).to_have_count(1)
    page.get_by_test_id("find-table").press("Enter")
    expect(page.get_by_test_id("score-70-1-1")).to_be_focused()
    page.get_by_test_id("find-table").fill("")

    # people on the list too, and paper has everybody
    entrants = page.locator("[aria-labelledby='entrants'] ol > li")
    expect(entrants).to_have_count(PLAYERS)
    assert entrants.locator("button").count() < PLAYERS
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert _drawn(page) == 2 * (TABLES - 49)
    assert page.locator("table[data-table] thead").count() == TABLES
    assert entrants.locator("button").count() == PLAYERS
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert _drawn(page) < TABLES

    event.report().close()
    event.publish()
    lines = page.locator("table[aria-rowcount]")
    expect(lines).to_have_attribute("aria-rowcount", str(PLAYERS + 1))
    page.get_by_test_id("find-line").scroll_into_view_if_needed()
    expect(lines.locator("[aria-rowindex='2']")).to_be_visible()
    expect(lines.locator(f"[aria-rowindex='{PLAYERS + 1}']")).to_have_count(0)
    lines.locator("tbody").last.scroll_into_view_if_needed()
    expect(lines.locator(f"[aria-rowindex='{PLAYERS + 1}']")).to_have_count(1)
    event.close_line()
