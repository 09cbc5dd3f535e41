"""Keys at the page: one phone is one word, a card is for its round, a renewed link opens nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.scenes.events import Event

pytestmark = pytest.mark.browser
expect.set_options(timeout=60_000)
Device = Callable[..., Page]


@pytest.fixture
def device(chromium: Browser) -> Iterator[Device]:
    """Pages of devices, each a browser of its own."""
    contexts = []

    def opened(address: str, width: int = 360, height: int = 740) -> Page:
        viewport = ViewportSize(width=width, height=height)
        contexts.append(chromium.new_context(locale="en-GB", viewport=viewport, service_workers="block"))
        contexts[-1].set_default_timeout(60_000)
        page = contexts[-1].new_page()
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def event(server: str) -> Iterator[Event]:
    made = Event(server, "wins-then-points").enter(8).seat().publish().start()
    yield made
    made.close_line()


def sound(page: Page) -> None:
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_phone_confirms_nothing_it_entered_and_a_card_is_for_its_round(
    event: Event, device: Device, artefacts: Path
) -> None:
    shown = event.see()
    one, *_ = shown["stages"][0]["rounds"][0]["tables"][0]
    first = shown["table_keys"][0]
    ann, bob = device(f"{event.link}#{first}"), device(f"{event.link}#{first}")
    ann.get_by_test_id(f"i-am-{one}").click()
    event.do_as(first, "report", table=1, game=1, seat=3, scores=[30, -10, -10, -10])
    ann.get_by_test_id("confirm-1").wait_for()
    sound(ann)
    ann.screenshot(path=artefacts / "keys" / "confirm.png", full_page=True)
    event.do("correct", stage=0, round=0, table=1, game=1, scores=[0, 0, 0, 0], reason="again", sure=True)
    expect(ann.get_by_test_id("confirmed-1")).to_be_visible()
    event.report().close().publish().start()
    expect(bob.get_by_test_id("another-round")).to_contain_text("round 1. Now it is")
    sound(bob)
    bob.screenshot(path=artefacts / "keys" / "past.png", full_page=True)
    again = device(f"{event.link}#{event.see()['table_keys'][0]}")
    here = event.see()["stages"][0]["rounds"][1]["tables"][0]
    again.get_by_test_id(f"i-am-{here[0]}").click()
    again.get_by_test_id(f"out-{here[0]}").click()
    for number in here[1:]:
        again.get_by_test_id(f"rack-{number}").fill("7")
    again.get_by_test_id("send-1").click()
    again.get_by_test_id("entered-1").wait_for()
    again.reload()
    again.get_by_test_id(f"i-am-{here[1]}").click()
    again.get_by_test_id("confirm-1").click()
    expect(again.get_by_role("alert")).to_contain_text("This phone entered the result.")
    again.screenshot(path=artefacts / "keys" / "same.png", full_page=True)


def test_a_game_that_the_desk_settles_holds_up_no_phone(server: str, device: Device) -> None:
    event = Event(server, "blocks-of-two").enter(8).seat().publish().start()
    shown = event.see()
    one, *_ = shown["stages"][0]["rounds"][0]["tables"][0]
    key = shown["table_keys"][0]
    phone = device(f"{event.link}#{key}")
    phone.get_by_test_id(f"i-am-{one}").click()
    for seat, scores in ((1, [30, -10, -10, -10]), (2, [-10, 30, -10, -10])):
        expect(phone.locator("#game-2")).to_have_count(0)
        event.do_as(key, "report", table=1, game=1, seat=seat, scores=scores)
    expect(phone.get_by_text("Two different results were entered.")).to_be_visible()
    phone.get_by_test_id(f"out-{one}").click()
    expect(phone.get_by_test_id("all-done")).to_have_count(0)
    event.close_line()


def test_renewed_links_open_nothing_and_the_organiser_goes_on(event: Event, device: Device, artefacts: Path) -> None:
    old = event.key
    organiser = device(f"{event.link}#{old}", 1280, 800)
    other, desk = device(f"{event.link}#{old}"), device(f"{event.link}#{event.see()['desk_key']}")
    for page in (organiser, other, desk):
        page.get_by_test_id("phase-playing").wait_for()
    section = organiser.get_by_test_id("renew")
    section.locator("summary").click()
    section.screenshot(path=artefacts / "keys" / "renew.png")
    organiser.get_by_test_id("renew-desk").click()
    organiser.get_by_test_id("renew-go").click()
    expect(desk.get_by_test_id("key-gone")).to_be_visible()
    organiser.get_by_test_id("renew-organiser").click()
    organiser.get_by_test_id("renewing").screenshot(path=artefacts / "keys" / "renewing.png")
    organiser.get_by_test_id("renew-go").click()
    expect(other.get_by_test_id("key-gone")).to_be_visible()
    sound(other)
    other.screenshot(path=artefacts / "keys" / "gone.png")
    other.reload()
    expect(other.get_by_test_id("key-gone")).to_be_visible()
    link = organiser.locator("#links ~ dl a[href*='#']").first
    expect(link).not_to_have_attribute("href", f"{event.link}#{old}")
    event.key = str(link.get_attribute("href")).rpartition("#")[2]
    assert event.see()["role"] == "organiser"
    organiser.reload()
    organiser.get_by_test_id("renew").locator("summary").click()
    organiser.get_by_test_id("renew-tables").wait_for()


def test_a_lost_answer_loses_no_organiser(event: Event, device: Device) -> None:
    page = device(f"{event.link}#{event.key}", 1280, 800)
    page.get_by_test_id("phase-playing").wait_for()

    def lost(route: object) -> None:
        route.fetch()  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    page.route(
        "**/api/tournaments/*?key=*", lambda route: lost(route) if route.request.method == "POST" else route.continue_()
    )
    page.get_by_test_id("renew").locator("summary").click()
    page.get_by_test_id("renew-organiser").click()
    page.get_by_test_id("renew-go").click()
    expect(page.get_by_test_id("renew")).not_to_have_attribute("open", "")
    page.get_by_test_id("renew").locator("summary").click()
    page.get_by_test_id("renew-organiser").wait_for()


def test_cards_are_printed_for_a_round_or_for_all(event: Event, device: Device, artefacts: Path) -> None:
    page = device(f"{event.link}/print#{event.key}", 1280, 800)
    page.locator('label:has([data-testid="print-cards"])').click()
    # no phone opens what begins with localhost
    expect(page.get_by_test_id("card")).to_have_count(0)
    expect(page.get_by_test_id("print")).to_be_disabled()
    for typed in ("localhost:8000", "192.168.1.20"):
        page.get_by_test_id("reach-address").fill(typed)
        page.get_by_test_id("reach-address").press("Enter")
    expect(page.get_by_test_id("card")).to_have_count(2)
    expect(page.get_by_test_id("card").first).to_contain_text("192.168.1.20")
    page.screenshot(path=artefacts / "keys" / "cards.png", full_page=True)
    page.locator('label:has([data-testid="print-rounds-all"])').click()
    planned = len(event.see()["stages"][0]["rounds"])
    expect(page.get_by_test_id("card")).to_have_count(2 * planned)
    expect(page.get_by_test_id("card").last).to_contain_text(f"round {planned}")
