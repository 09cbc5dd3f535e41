"""Teams at the desk, on everybody's page and on the big screen."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.scenes.events import Event

expect.set_options(timeout=60_000)


@pytest.mark.browser
def test_teams_are_typed_kept_apart_and_have_a_standing_everywhere(laptop: BrowserContext, event: Event) -> None:
    page = event.desk(laptop, "entering")
    page.locator("summary", has_text=re.compile("^Teams")).click()
    page.get_by_test_id("teams").fill("Gent: 1, 2\nAalst: cas, Dee\nNobody:")
    page.get_by_test_id("teams-save").click()
    expect(page.get_by_role("alert")).to_contain_text("Nobody is in the team Nobody.")
    page.get_by_test_id("teams").fill("Gent: 1, 2\nAalst: cas, Dee\nNinove: 5, Zoë")
    page.get_by_test_id("teams-save").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 3: nobody here is called Zoë.")
    page.get_by_test_id("teams").fill("Gent: 1, 2\nAalst: cas, Dee\nNinove: 5, 6")
    page.get_by_test_id("teams-save").click()
    expect(page.get_by_test_id("teams")).to_have_value(re.compile("Aalst: 3 Cas, 4 Dee"))
    event.seat()
    for seats in event.see()["stages"][0]["rounds"][0]["tables"]:
        assert not any({one, one + 1} <= set(seats) for one in (1, 3, 5))
    event.play_round()
    expect(page.get_by_test_id("team-standings").get_by_role("row")).to_have_count(4)
    other = laptop.new_page()
    other.goto(event.link)
    expect(other.get_by_test_id("team-standings")).to_contain_text("Gent")
    other.goto(f"{event.link}/screen")
    expect(other.get_by_test_id("team-standings")).to_contain_text("Ann")
