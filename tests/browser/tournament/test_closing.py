"""Between two stages: equals at the line draw lots, who is not here is struck off, the next moves up."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.scenes.events import Event
from tests.browser.tournament.conftest import Phone
from tests.web.harness import unconfirmed

expect.set_options(timeout=60_000)


@pytest.fixture
def tied(server: str) -> Iterator[Event]:
    """Twelve whose third of every table are equal; two of them go on."""
    made = Event(server, "belgian-tournament")
    made.enter(12).seat().publish().start().tie()
    yield made
    made.close_line()


@pytest.fixture
def dutch(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(locale="nl-BE", viewport={"width": 1280, "height": 800}, service_workers="block")
    context.set_default_timeout(60_000)
    yield context
    context.close()


def seated(event: Event) -> set[int]:
    """Who sits at the tables of the stage that was begun last."""
    return {number for table in event.see()["stages"][-1]["rounds"][0]["tables"] for number in table}


@pytest.mark.browser
def test_a_stage_is_closed_with_a_lot_and_a_reserve(dutch: BrowserContext, phone: Phone, tied: Event) -> None:
    page = tied.desk(dutch, "playing")
    page.get_by_test_id("close").click()
    # what the desk took from forms is no result of one person only
    expect(page.get_by_test_id("alone")).to_have_count(0)
    expect(page.get_by_test_id("typed")).to_contain_text("9 uitslagen")
    page.get_by_test_id("close-listed").click()
    page.get_by_test_id("phase-planned").wait_for()
    tie = page.get_by_test_id("tie")
    expect(tie).to_contain_text("staan gelijk op de streep: 2 van hen gaan door")
    expect(page.get_by_test_id("tie-by-rule")).to_contain_text("getrokken nummer")
    page.get_by_test_id("tie-draw").click()
    expect(tie).to_have_count(0)
    (settled,) = tied.see()["stages"][0]["line"]["settled"]
    assert sorted(settled["numbers"]) == [3, 7, 11]
    through, reserve = settled["numbers"][:2], settled["numbers"][2]
    assert set(through) < seated(tied)
    between = page.get_by_test_id("between")
    expect(between.get_by_test_id("settled")).to_contain_text(f"{settled['seed']} n")
    page.get_by_test_id("absent").select_option("5")
    page.get_by_test_id("absent-strike").click()
    expect(page.get_by_test_id("reserve")).to_contain_text("zou doorgaan, maar is gestopt")
    page.get_by_test_id("move-up").click()
    expect(page.get_by_test_id("reserve")).to_have_count(0)
    page.get_by_test_id("publish").click()
    page.get_by_test_id("phase-published").wait_for()
    assert seated(tied) == {1, 2, 6, 9, 10, *through, reserve}
    # everybody reads how it was settled, and where the line is
    for path in ("", "/screen", "/print"):
        seen = phone().new_page() if path == "" else dutch.new_page()
        seen.goto(f"{tied.link}{path}")
        if path == "/print":
            seen.get_by_test_id("print-standings").check()
        expect(seen.get_by_text(re.compile(rf"{settled['seed']} n\b")).first).to_be_visible()
        expect(seen.locator("tr.under").first).to_be_visible()
        seen.close()


@pytest.mark.browser
def test_a_play_off_is_recorded_and_the_final_ranking_names_its_stages(dutch: BrowserContext, tied: Event) -> None:
    tied.do("close", listed=unconfirmed(tied.see()))
    page = tied.desk(dutch, "planned")
    page.get_by_test_id("tie-play-off").click()
    page.get_by_test_id("tie-won-1").select_option("11")
    page.get_by_test_id("tie-won-2").select_option("7")
    page.get_by_test_id("tie-record").click()
    expect(page.get_by_test_id("settled").first).to_contain_text("beslissingsspel")
    assert tied.see()["stages"][1]["line"]["through"] == []
    assert 3 not in tied.see()["stages"][0]["line"]["through"]
    tied.finish()
    page.get_by_test_id("phase-over").wait_for()
    headings = page.locator("section[aria-labelledby=ranking] tr.part")
    expect(headings).to_have_text(["finale", "halve finale", "kwalificatie"], ignore_case=True)
