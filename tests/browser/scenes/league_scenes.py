"""A league of teams at their home tables: the days of a round are over, those of the next have not come."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from playwright.sync_api import Page

from tests.browser.robot.stage import Stage
from tests.browser.scenes.event_scenes import come_as_another, desk
from tests.browser.scenes.events import Event
from tests.browser.scenes.ways import Way

TEAMS: Final = (("De Joker", (1, 6, 11)), ("Les Blocs bleus de Liège", (2, 7, 12)), ("Vierzehn", (3, 8)))


@cache
def league(address: str) -> Event:
    event = Event(address, "home-tables").enter(12)
    event.do("teams", teams=[{"name": name, "members": members} for name, members in TEAMS])
    dates = (("2026-01-05", "2026-01-11"), ("2099-01-05", "2099-01-11"), ("2099-02-02", "2099-02-02"))
    event.do(
        "dates", dates=[{"stage": 0, "round": at, "first": one, "last": two} for at, (one, two) in enumerate(dates)]
    )
    return event.seat().play_round()


def tries_too_early(page: Page) -> None:
    """Teams and days are open, and the next round is asked for before its day."""
    for testid in ("teams", "first-0-0"):
        page.get_by_test_id(testid).locator("xpath=ancestor::details").locator("summary").click()
    page.get_by_test_id("publish").click()
    page.get_by_role("alert").wait_for()


def a_member(page: Page, address: str, stage: Stage) -> None:
    come_as_another(page, address, league(address).link)
    page.get_by_test_id("me").select_option("7")
    page.get_by_test_id("my-team").wait_for()


SCENES: Mapping[str, Way] = {
    "desk-league": desk(league, steps=tries_too_early),
    "public-league": a_member,
}
