"""From a stranger's name on a phone to the list: asked, accepted or declined, and many taken off at once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.scenes.events import Event

expect.set_options(timeout=60_000)


@pytest.fixture
def phone(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, service_workers="block")
    context.set_default_timeout(60_000)
    yield context
    context.close()


def answer(page: Page, name: str, what: str) -> None:
    page.get_by_role("button", name=f"{what} {name}", exact=True).press("Enter")


@pytest.mark.browser
def test_who_signs_up_waits_for_the_desk(laptop: BrowserContext, phone: BrowserContext, event: Event) -> None:
    desk = event.desk(laptop, "entering")
    desk.get_by_test_id("sign-up-asked").check()
    mine = phone.new_page()
    mine.goto(event.link)
    mine.get_by_label("Your name").fill("Ivo")
    mine.get_by_test_id("join").click()
    expect(mine.get_by_test_id("own-sign-up")).to_contain_text("Ivo, you asked to play")
    event.asked_by("Jo; Juniors", *(f"Eve {letter}" for letter in "ABCDE"))
    expect(desk.get_by_role("heading", name="7 people are asking to play")).to_be_visible()
    assert len(event.see()["entrants"]) == 8, "nobody is on the list by asking"

    answer(desk, "Ivo", "Accept")
    expect(mine.get_by_test_id("own-sign-up")).to_have_text("Ivo, you are on the list as number 9.")
    expect(desk.get_by_role("button", name="Accept Jo")).to_be_focused()
    answer(desk, "Jo", "Decline")
    expect(desk.get_by_role("button", name="Decline Eve A")).to_be_focused()
    desk.get_by_test_id("accept-all").click()
    expect(desk.get_by_test_id("entrant-14")).to_contain_text("Eve E")
    expect(desk.get_by_role("heading", name="asking to play")).to_have_count(0)
    expect(desk.locator("#entrants")).to_be_focused()

    desk.get_by_test_id("find-player").fill("eve ")
    desk.get_by_test_id("remove-several").press("Enter")
    desk.get_by_test_id("choose-all").press("Enter")
    for number in (5, 10):
        desk.get_by_test_id(f"chosen-{number}").uncheck()
    desk.get_by_test_id("remove-chosen").press("Enter")
    expect(desk.get_by_test_id("remove-several")).to_be_focused()
    expect(desk.locator("#entrants")).to_have_text("10 players")
    mine.reload()
    expect(mine.get_by_test_id("own-sign-up")).to_contain_text("number 9")
    event.do("remove", numbers=[9])
    expect(mine.get_by_test_id("own-sign-up")).to_contain_text("did not put you on the list")


@pytest.mark.browser
def test_who_is_not_in_when_the_check_in_closes_does_not_play(
    laptop: BrowserContext, phone: BrowserContext, event: Event
) -> None:
    desk = event.desk(laptop, "entering")
    desk.get_by_label("Everybody sees who is missing").check()
    desk.get_by_test_id("open-check-in").click()
    expect(desk.get_by_test_id("in-of")).to_contain_text("0 of 8 checked in")
    mine = phone.new_page()
    mine.goto(f"{event.link}#{event.own_key(1)}")
    mine.get_by_test_id("own-check-in").click()
    expect(mine.get_by_test_id("own-here")).to_be_visible()
    expect(mine.get_by_test_id("check-in")).to_contain_text("1 of 8 checked in")
    expect(desk.get_by_test_id("in-of")).to_contain_text("1 of 8 checked in")

    names = {one["number"]: one["name"] for one in event.see()["entrants"]}
    for number in range(2, 7):
        desk.get_by_test_id("arrival").fill(names[number])
        desk.get_by_test_id("arrival").press("Enter")
        expect(desk.get_by_test_id("in-of")).to_contain_text(f"{number} of 8 checked in")
    expect(desk.get_by_test_id("away")).to_contain_text(f"do not play: {names[7]}, {names[8]}")
    desk.get_by_test_id("close-check-in").click()
    expect(desk.get_by_test_id("left-out").locator("li")).to_have_count(2)
    late = phone.new_page()
    late.goto(f"{event.link}#{event.own_key(8)}")
    expect(late.get_by_test_id("own-standing")).to_contain_text("please go to the desk")
    desk.get_by_test_id("left-out").get_by_role("button").last.click()
    expect(late.get_by_test_id("own-standing")).to_have_text("You are on the list as number 8.")
