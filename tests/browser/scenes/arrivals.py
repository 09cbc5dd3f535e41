"""Pages before the first tables of an event: the desk that checks people in, a person's own page, the hall."""

from functools import cache

from playwright.sync_api import Page

from tests.browser.robot.stage import Stage
from tests.browser.scenes.events import Event, people
from tests.browser.scenes.ways import Way

PLAYERS = 8


@cache
def arriving(address: str) -> Event:
    """Of eight, six are in, of whom some have paid; two wait for a place; everybody sees who is missing."""
    event = Event(address, "belgian-tournament").enter(PLAYERS)
    event.do("cap", cap=PLAYERS)
    event.do("enter", text="\n".join(people(PLAYERS + 2)[PLAYERS:]))
    event.do("open-check-in", names=True)
    for ticket in (1, 2, 3, 4, 5, 7):
        event.do("check-in", ticket=ticket)
    for ticket in (2, 3):
        event.do("paid", ticket=ticket)
    return event


@cache
def closed(address: str) -> Event:
    """Two of eight were not in when the check-in closed."""
    event = Event(address, "belgian-tournament").enter(PLAYERS)
    event.do("open-check-in")
    for ticket in range(1, PLAYERS - 1):
        event.do("check-in", ticket=ticket)
    event.do("close-check-in")
    return event


def own(ticket: int) -> Way:
    """The page behind a person's own code."""

    def way(page: Page, address: str, stage: Stage) -> None:
        event = arriving(address)
        page.goto(f"{address}/favicon.svg")
        page.evaluate("() => { try { localStorage.clear(); sessionStorage.clear(); } catch {} }")
        page.goto(f"{event.link}#{event.own_key(ticket)}")
        page.get_by_test_id("own").wait_for()

    return way


def shows_a_code(page: Page) -> None:
    """One person's own code, for a phone that is held to the desk's screen."""
    page.get_by_test_id("qr-6").click()
    page.get_by_test_id("qr").first.wait_for()
