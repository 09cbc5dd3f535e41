"""What a score sheet does for a real table: people who leave and come back, the turn timer."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.scenes.sheets import begin, enter, stands
from tests.browser.tournament.conftest import Phone

pytestmark = pytest.mark.browser


def test_a_player_leaves_stays_away_and_comes_back(phone: Phone, artefacts: Path) -> None:
    page = phone().new_page()
    begin(page)
    page.get_by_test_id("who-left").click()
    page.get_by_test_id("gone-3").select_option("resigned")
    expect(page.get_by_test_id("out-3")).to_be_disabled()
    enter(page, None, {0: 9, 1: 5, 2: 16, 3: 3})
    stands(page, "−4", "+15", "−11", "0")
    expect(page.get_by_test_id("score-0-3")).to_have_text("0 ×")
    # the next game begins without who was gone
    expect(page.get_by_test_id("gone-3")).to_have_value("absent")
    page.get_by_test_id("out-1").click()
    expect(page.get_by_test_id("rack-3")).to_have_count(0)
    page.screenshot(path=artefacts / "sheet" / "left.png", full_page=True)
    enter(page, 1, {0: 4, 2: 6})
    stands(page, "−8", "+25", "−17", "0")
    expect(page.get_by_test_id("score-1-3")).to_have_text("–")
    page.get_by_test_id("gone-3").select_option("")
    enter(page, 3, {0: 1, 1: 1, 2: 1})
    stands(page, "−9", "+24", "−18", "+3")
    expect(page.get_by_test_id("who-left")).to_be_visible()
    expect(page.get_by_test_id("gone-3")).to_be_hidden()
    page.get_by_test_id("correct-1").click()
    expect(page.get_by_test_id("gone-3")).to_have_value("absent")


def test_the_turn_timer_counts_the_last_turn_of_each(phone: Phone) -> None:
    page = phone().new_page()
    page.clock.install()
    begin(page, names=("Ann", "Bob"), edition="belgian-tournament")
    expect(page.get_by_test_id("last-turn")).to_have_count(0)
    page.get_by_test_id("last-turns").click()
    for told in ("Last turns: 1 of 2", "Last turns: 2 of 2", "Everybody has had their last turn: count the racks."):
        page.get_by_test_id("next-turn").click()
        expect(page.get_by_test_id("next-turn").get_by_test_id("last-turn")).to_have_text(told)
    expect(page.get_by_role("timer").first).to_have_text("1:00")
    page.get_by_test_id("next-turn").click()
    expect(page.get_by_test_id("next-turn").get_by_test_id("last-turn")).to_have_count(0)


def test_the_turn_timer(phone: Phone) -> None:
    page = phone().new_page()
    page.clock.install()
    begin(page, edition="sabra")
    timer = page.get_by_role("timer").first
    expect(timer).to_have_text("2:00")
    page.get_by_test_id("timer-seconds").fill("40")
    page.get_by_test_id("next-turn").click()
    page.clock.run_for(15_000)
    expect(timer).to_have_text("0:25")
    page.get_by_test_id("timer-more").first.click()
    expect(timer).to_have_text("0:55")
    page.clock.run_for(60_000)
    expect(timer).to_have_text("0:00")
    page.get_by_test_id("timer-large").click()
    large = page.get_by_test_id("next-turn-large")
    large.click()
    expect(large.get_by_role("timer")).to_have_text("0:40")
    box = large.bounding_box()
    assert box is not None
    assert box["width"] > 300
    assert box["height"] > 500
