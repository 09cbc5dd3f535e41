"""The days of a league's rounds, typed at the desk and read by everybody."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.scenes.events import Event

expect.set_options(timeout=60_000)


@pytest.mark.browser
def test_the_days_of_a_round_stand_above_its_tables(laptop: BrowserContext, event: Event) -> None:
    page = event.desk(laptop, "entering")
    page.locator("summary", has_text="Days of the rounds").click()
    page.get_by_test_id("first-0-0").fill("2099-11-02")
    page.get_by_test_id("last-0-0").fill("2099-11-08")
    page.get_by_test_id("first-0-1").fill("2099-11-08")
    page.get_by_test_id("dates-save").click()
    expect(page.get_by_role("alert")).to_contain_text("Round 2 begins on 2099-11-08, but round 1")
    page.get_by_test_id("first-0-1").fill("2099-11-09")
    page.get_by_test_id("dates-save").click()
    expect(page.locator("summary", has_text="Days of the rounds").locator("small")).to_have_text("2")
    assert [one["last"] for one in event.see()["dates"]] == ["2099-11-08", "2099-11-09"]
    event.seat()
    page.get_by_test_id("publish").click()
    expect(page.get_by_role("alert")).to_contain_text("Round 1 may be played from 2099-11-02 on")
    expect(page.get_by_test_id("phase-planned")).to_be_visible()
    expect(page.get_by_test_id("publish")).to_have_text("Show the tables before their day")
    page.get_by_test_id("publish").click()
    expect(page.get_by_test_id("phase-published")).to_be_visible()
    expect(page.get_by_test_id("days-now")).to_have_text("To be played from 2 Nov 2099 to 8 Nov 2099")
    other = laptop.new_page()
    other.goto(event.link)
    expect(other.get_by_test_id("days")).to_have_text("To be played from 2 Nov 2099 to 8 Nov 2099")
    event.do("dates", dates=[{"stage": 0, "round": 0, "first": "2026-11-02", "last": "2026-11-08"}])
    expect(page.get_by_test_id("days-now")).to_contain_text("These days are over.")
    other.goto(f"{event.link}#{event.see()['table_keys'][0]}")
    expect(other.get_by_test_id("days")).to_have_text("To be played from 2 Nov 2026 to 8 Nov 2026")
