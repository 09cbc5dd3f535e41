"""Scenes of circles: the reader's own, an invitation, and one in which an evening has been played."""

from collections.abc import Mapping

from playwright.sync_api import Page

from tests.browser.robot.stage import Stage
from tests.browser.scenes.ways import Way, push
from tests.circles.meeting import ask, founded, joined, played, seen
from tests.web.harness import FREE_PASSES, Guest

CLUB = "The Tuesday club of the old town"
MEMBERS = ("Ann", "Bram-Willem Straatenberg", "Chloé", "Dieter")


def circles(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/circle")
    page.get_by_test_id("found").wait_for()


def invited(page: Page, address: str, stage: Stage) -> None:
    with Guest(address) as anna:
        path = founded(anna, CLUB)
        circle = seen(anna, path)["circle"]
    page.goto(f"{address}/circle/{circle['id']}/{circle['invitation']}")
    page.get_by_test_id("join").wait_for()


def evening(page: Page, address: str, stage: Stage) -> None:
    """A keeper's page after a game, with a table that waits and one that is played at."""
    with Guest(address) as anna, Guest(address) as bram, Guest(address) as chloe:
        path = founded(anna, CLUB)
        for guest, name in ((bram, MEMBERS[1]), (chloe, MEMBERS[2])):
            joined(guest, path, name, anna)
        ask(anna, path, "table", table={"seats": 2, "house": FREE_PASSES, "limit": None})
        room = ask(anna, path, "open")["room"]
        ask(bram, path, "sit-down", room=room)
        played((anna, bram), room)
        ask(chloe, path, "open")
        circle = seen(anna, path)["circle"]
    page.goto(f"{address}/circle/{circle['id']}#{circle['keepers']}")
    page.get_by_test_id("called").fill(MEMBERS[3])
    push(page, "join")
    page.get_by_test_id("season").wait_for()
    page.get_by_test_id("keeping").locator("summary").click()
    page.get_by_test_id("close-circle").wait_for()


def none(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/circle/nowhere")
    page.get_by_test_id("no-circle").wait_for()


SCENES: Mapping[str, Way] = {
    "circles": circles,
    "circle-invited": invited,
    "circle-evening": evening,
    "circle-none": none,
}
