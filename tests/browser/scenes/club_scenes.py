"""Scenes of a club: founded, its season after three evenings, its register, and what comes into it."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from playwright.sync_api import Page

from tests.browser.robot.stage import Stage
from tests.browser.scenes.events import Event, people
from tests.browser.scenes.ways import Way, push
from tests.clubs.meeting import Secretary
from tests.web.harness import Guest

CLUB = "The Friday club of the old town"
PEOPLE = people(6)
EVENINGS = ((0, 1, 2, 3), (3, 2, 1, 4), (5, 0, 4, 2))
"""Who of them came."""


class Known(NamedTuple):
    """A club of a server: the path of the keeper's page, and their key."""

    path: str
    key: str


@cache
def club(address: str) -> Known:
    """A club after three evenings, with a season of the best two, and five people in its register."""
    with Guest(address) as guest:
        keeper = Secretary(guest, CLUB)
        for at, name in enumerate(PEOPLE[:5]):
            keeper.do("enter", name=name, also=["A. K. Visser"] if at == 0 else [], category="A", named=at != 3)
        for number, who in enumerate(EVENINGS, start=1):
            event = Event(address, "belgian-tournament", f"Evening {number}")
            event.do("enter", text="\n".join(PEOPLE[at] for at in who))
            event.seat().finish()
            keeper.do("add-event", event=event.id, key=event.key)
            event.close_line()
        keeper.do("season", season=None, name="Winter 2026", best=2)
        return Known(f"/club/{keeper.link}", keeper.keeper)


def looking(view: str, wait: str) -> Way:
    """A page of the club, as the keeper sees it."""

    def way(page: Page, address: str, stage: Stage) -> None:
        known = club(address)
        # else only the part after # changes, and what is open stays open
        page.goto(f"{address}/club")
        page.goto(f"{address}{known.path}{view}#{known.key}")
        page.get_by_test_id(wait).first.wait_for()

    return way


def clubs(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/club")
    page.get_by_test_id("found-club").wait_for()


def none(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/club/nowhere#nowhere")
    page.get_by_test_id("no-club").wait_for()


def changing_a_season(page: Page, address: str, stage: Stage) -> None:
    looking("", "season")(page, address, stage)
    push(page, "edit-season")
    page.get_by_test_id("save-season").wait_for()


def a_member(page: Page, address: str, stage: Stage) -> None:
    looking("/register", "member-1")(page, address, stage)
    push(page, "member-1")
    page.get_by_test_id("save-member").wait_for()


def importing(page: Page, address: str, stage: Stage) -> None:
    looking("/register", "members")(page, address, stage)
    push(page, "import-register")
    page.get_by_test_id("register-list").fill(f"{PEOPLE[0]};B\n{PEOPLE[5]};A\n{PEOPLE[1]};A")
    push(page, "read-list")
    page.get_by_test_id("understood").wait_for()


def merging(page: Page, address: str, stage: Stage) -> None:
    looking("/register", "member-1")(page, address, stage)
    push(page, "member-1", "merge-member", "into-2")
    page.get_by_test_id("together").wait_for()


SCENES: Mapping[str, Way] = {
    "clubs": clubs,
    "club-season": looking("", "season"),
    "club-season-form": changing_a_season,
    "club-events": looking("/events", "new-event"),
    "club-ratings": looking("/ratings", "plot"),
    "club-person": looking("/person/m1", "attended"),
    "club-register": looking("/register", "member-1"),
    "club-member": a_member,
    "club-importing": importing,
    "club-merging": merging,
    "club-keeping": looking("/keeping", "close-club"),
    "club-none": none,
}
