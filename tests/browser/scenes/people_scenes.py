"""What a host sees of the people at a table and does about them, a report, and a table that is closed to a person."""

from collections.abc import Mapping

import msgspec
from playwright.sync_api import Page

from tests.browser.robot.stage import NAMES, START, Scene, Stage, lobby, sitter, table
from tests.browser.scenes.ways import Way, push
from tilerummy.rooms.consent.request import Pause, TakingBack
from tilerummy.rooms.events import Sitter
from tilerummy.rooms.views.messages_out import ChatLine, Chatted, DoorShown, Person

PEOPLE = (
    Person("a", NAMES[1], 1, False, True, False, (1,)),
    Person("b", NAMES[4], None, True, False, False, (2,)),
    Person("c", None, None, True, False, False, ()),
    Person("d", NAMES[2], None, False, True, False, ()),
    Person("e", NAMES[3], None, False, False, True, ()),
)
LINES = (
    ChatLine(1, START, NAMES[1], True, "12 345 " * 12, None),
    ChatLine(2, START, NAMES[4], False, None, "good-luck"),
)


def company(*, muted: bool = False) -> Scene:
    """A game with people who look on, a chat, and things the host has done."""
    room = table("original", 2, on_table=34, racks=[5, 9], own="r4 r5 k9 J b12")
    frames = (Chatted(LINES), DoorShown(True, muted, PEOPLE))
    return Scene(room, extra=tuple(map(msgspec.json.encode, frames)))


def people(page: Page, address: str, stage: Stage) -> None:
    stage.open(address, company())
    push(page, "menu", "menu-people")
    page.wait_for_selector('[data-testid="let-in-again"]')


def person(page: Page, address: str, stage: Stage) -> None:
    people(page, address, stage)
    page.locator('[data-testid="who"]').first.click()
    page.wait_for_selector('[data-testid="mute"]')


def chat(page: Page, address: str, stage: Stage, *, muted: bool = False) -> None:
    """The chat lies open, wherever it has its place at this size."""
    stage.open(address, company(muted=muted))
    page.wait_for_selector('[data-testid="chat-tab"], [data-testid="chat-open"]', state="attached")
    for testid in ("chat-tab", "chat-open"):
        if page.locator(f'[data-testid="{testid}"]').is_visible():
            push(page, testid)
            break
    else:
        push(page, "menu", "menu-chat")
    page.wait_for_selector('[data-testid="about-1"]')


def muted(page: Page, address: str, stage: Stage) -> None:
    chat(page, address, stage, muted=True)
    page.locator('[data-testid="chat-problem"]:not(:empty)').wait_for()


def report(page: Page, address: str, stage: Stage) -> None:
    chat(page, address, stage)
    push(page, "about-1", "report", "report-send")
    page.locator('[data-testid="report-told"]:not(:empty)').wait_for()


def barred(page: Page, address: str, stage: Stage) -> None:
    stage.open(address, company())
    stage.keep_out("put-out")
    page.wait_for_selector('[data-testid="barred"]')


def asked(page: Page, address: str, stage: Stage) -> None:
    room = company().room
    stage.open(address, Scene(msgspec.structs.replace(room, request=TakingBack(1, 12, (), None, 3))))
    page.wait_for_selector('[data-testid="take-back-card"]')


def paused(page: Page, address: str, stage: Stage) -> None:
    room = company().room
    stage.open(address, Scene(msgspec.structs.replace(room, pause=Pause(START + 24 * 3600 * 1000, None, (1,)))))
    page.wait_for_selector('[data-testid="pause-stands"]')


def invited(page: Page, address: str, stage: Stage) -> None:
    guests = (None, *(Sitter("person", NAMES[seat], NAMES[seat], None) for seat in (1, 2)))
    room = msgspec.structs.replace(lobby("original", [sitter(0), None, None]), invited=guests)
    stage.open(address, Scene(room))
    page.wait_for_selector('[data-testid="awaited"]')


SCENES: Mapping[str, Way] = {
    "table-people": people,
    "table-person": person,
    "table-muted": muted,
    "table-report": report,
    "table-barred": barred,
    "table-asked": asked,
    "table-paused": paused,
    "table-invited": invited,
}
"""By name, in the order of a contact sheet."""
