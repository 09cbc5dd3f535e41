"""A club's evening in the browser: founded, its register brought as a list, a tournament made from its page, the
season's table after it, and a reader who sees no more than they may."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import visiting
from tests.browser.scenes.events import Event

REGISTER = "name;class;agreed\nAnn Peeters;A;yes\nBob Maes;A;no\nCas Claes;B;yes\n"


@pytest.mark.browser
def test_a_league_evening_of_a_club(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "laptop", artefacts / "club") as player:
        page = player.page
        player.open("/events")
        player.push("clubs")
        page.get_by_test_id("club-name").fill("Friday club")
        player.push("found-club")
        page.get_by_test_id("no-season").wait_for(timeout=LIMIT)
        player.push("view-register")
        player.push("import-register")
        page.get_by_test_id("register-list").fill(REGISTER + "Dee Jacobs;A;perhaps\n")
        player.push("read-list")
        expect(page.get_by_test_id("list-faults")).to_contain_text("5")
        page.get_by_test_id("register-list").fill(REGISTER)
        player.push("read-list")
        page.get_by_test_id("understood").wait_for(timeout=LIMIT)
        player.push("take-list")
        expect(page.get_by_test_id("members").locator("li")).to_have_count(3)
        player.push("view-season")
        player.push("new-season")
        page.get_by_test_id("season-name").fill("Winter")
        page.get_by_test_id("season-scale").fill("10 6 3")
        player.push("save-season")
        player.push("view-events")
        page.get_by_test_id("event-name").fill("First evening")
        player.push("new-event")
        page.get_by_test_id("phase-entering").wait_for(timeout=LIMIT)

        page.get_by_test_id("door").fill("pee")
        expect(page.locator("#registered option")).to_have_attribute("value", "Ann Peeters; A")
        page.get_by_test_id("door").fill("Ann Peeters; A")
        page.get_by_test_id("door").press("Enter")
        expect(page.get_by_test_id("entrant-1")).to_contain_text("Ann Peeters")
        page.get_by_test_id("door").fill("pee")
        expect(page.locator("#registered option")).to_have_count(0)

        kept = page.evaluate("() => JSON.parse(localStorage.getItem('tilerummy.tournaments'))")
        ((ident, one),) = kept.items()
        event = Event.known(server, ident, one["key"])
        event.do("enter", text="Bob Maes\nCas Claes\nDee Jacobs")
        event.seat().finish()
        event.close_line()

        player.open("/club")
        page.get_by_text("Friday club").click()
        expect(page.get_by_test_id("season").locator("tbody tr")).to_have_count(4)
        totals = page.get_by_test_id("season").locator("tbody td.total").all_inner_texts()
        assert sorted(map(int, totals)) == [0, 3, 6, 10]
        reader = page.get_by_test_id("invite-link").input_value()
    with visiting(chromium, server, "phone", artefacts / "club-reader") as player:
        page = player.page
        player.open(reader)
        season = page.get_by_test_id("season")
        expect(season.locator("tbody tr")).to_have_count(4)
        assert "Ann Peeters" in season.inner_text()
        assert "B. M." in season.inner_text()
        assert "Maes" not in page.content()
        expect(page.get_by_test_id("view-register")).to_have_count(0)
        season.get_by_text("Ann Peeters").click()
        expect(page.get_by_test_id("attended").locator("tbody tr")).to_have_count(1)
        player.push("view-ratings")
        expect(page.get_by_test_id("ratings").locator("tbody tr")).to_have_count(4)
