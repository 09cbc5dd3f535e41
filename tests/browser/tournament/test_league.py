"""The days of a league's rounds, typed at the desk and read by everybody."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.scenes.events import Event

expect.set_options(timeout=60_000)


@pytest.mark.browser
def test_the_days_of_a_round_stand_above_its_tables(laptop: BrowserContext, event: Event) -> None:
    page = event.desk(laptop, "entering")
    page.locator("summary", has_text="Days of the rounds").click()
    page.get_by_test_id("first-0-0").fill("2026-11-02")
    page.get_by_test_id("last-0-0").fill("2026-11-08")
    page.get_by_test_id("first-0-1").fill("2026-11-08")
    page.get_by_test_id("dates-save").click()
    expect(page.get_by_role("alert")).to_contain_text("Round 2 begins on 2026-11-08, but round 1")
    page.get_by_test_id("first-0-1").fill("2026-11-09")
    page.get_by_test_id("dates-save").click()
    expect(page.locator("summary", has_text="Days of the rounds").locator("small")).to_have_text("2")
    assert [one["last"] for one in event.see()["dates"]] == ["2026-11-08", "2026-11-09"]
    event.seat().publish()
    other = laptop.new_page()
    other.goto(event.link)
    expect(other.get_by_test_id("days")).to_have_text("To be played from 2 Nov 2026 to 8 Nov 2026")
