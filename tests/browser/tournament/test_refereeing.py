"""A table calls the referee by its phone, and the referee gives a penalty that everybody sees beside the points."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.scenes.events import Event
from tests.browser.tournament.conftest import Phone

expect.set_options(timeout=60_000)


@pytest.mark.browser
def test_from_a_call_to_a_penalty_in_the_standings(laptop: BrowserContext, phone: Phone, event: Event) -> None:
    event.seat().play_round().publish().start()
    shown = event.see()
    desk = event.desk(laptop, "playing")
    table, hall, referee = (phone().new_page() for _ in range(3))
    table.goto(f"{event.link}#{shown['table_keys'][0]}")
    hall.goto(event.link)
    referee.goto(f"{event.link}#{shown['referee_key']}")
    expect(referee.get_by_test_id("calls")).to_contain_text("No table is calling.")
    expect(desk.get_by_test_id("calls")).to_have_count(0)

    table.get_by_test_id("call-referee").click()
    expect(table.get_by_test_id("referee-called")).to_be_visible()
    expect(desk.get_by_test_id("calls")).to_contain_text("Table 1")
    referee.get_by_test_id("answer-1").click()
    expect(desk.get_by_test_id("calls")).to_have_count(0)
    expect(table.get_by_test_id("call-referee")).to_be_enabled()
    table.get_by_test_id("call-referee").click()
    expect(table.get_by_role("alert")).to_contain_text("wait 30 seconds")

    referee.get_by_test_id("ruled").select_option("3")
    referee.get_by_test_id("offence").select_option("german-drawn")
    referee.get_by_test_id("ruling-kind-penalty").check()
    referee.get_by_test_id("ruling-points").fill("40")
    referee.get_by_test_id("give").click()
    expect(referee.get_by_test_id("rulings")).to_contain_text("−40")
    expect(hall.get_by_test_id("given")).to_contain_text("Cas −40 · Played after drawing")
    expect(desk.get_by_role("row", name="Cas −40 by the referee")).to_be_visible()

    desk.locator("#deciding").click()
    desk.get_by_test_id("revoke-0").click()
    desk.get_by_test_id("revoke-reason").fill("It was Dee")
    desk.get_by_test_id("revoke-go").click()
    expect(hall.get_by_test_id("given")).to_have_count(0)
    expect(referee.get_by_test_id("rulings")).to_contain_text("Revoked (organiser): It was Dee")
    desk.get_by_test_id("journal").locator("summary").click()
    expect(desk.get_by_test_id("journal")).to_contain_text("penalty −40 for Cas revoked. Reason: It was Dee")
    desk.get_by_label("Only corrections and decisions").check()
    decided = desk.get_by_test_id("journal").get_by_role("listitem")
    expect(decided).to_contain_text(["penalty −40 for Cas revoked", "penalty −40 for Cas. Reason"])
    expect(decided).to_have_count(2)
