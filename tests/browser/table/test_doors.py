"""What the host of a table does about others on the page, what those see of it, and a report to the server's owner."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocket

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import Visitor, visiting
from tests.browser.table.test_company import found, gone, open_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def barred(page: Page, words: str) -> None:
    """Wait until the page says why nobody is let in here; what would bring a lost connection back does nothing."""
    found(page, "barred", words)
    opened = list[WebSocket]()

    def note(socket: WebSocket) -> None:
        opened.append(socket)

    page.on("websocket", note)
    page.evaluate(
        "() => { dispatchEvent(new Event('online')); document.dispatchEvent(new Event('visibilitychange')); }"
    )
    assert not opened
    page.remove_listener("websocket", note)


def came_in(person: Visitor, address: str) -> None:
    """Go to a table, and see it."""
    person.open(address)
    person.eyes.wait_for("d.phase === 'playing'")


def test_a_host_mutes_puts_out_and_closes_and_a_player_reports(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "doors"
    with (
        visiting(chromium, server, "phone", pictures / "ann") as ann,
        visiting(chromium, server, "laptop", pictures / "bob") as bob,
        visiting(chromium, server, "tablet", pictures / "eve") as eve,
        visiting(chromium, server, "laptop", pictures / "zoe") as zoe,
    ):
        link = open_table(ann)
        bob.open(link)
        bob.page.fill('[data-testid="name"]', "Bob", timeout=LIMIT)
        bob.push("sit-1")
        found(bob.page, "choices")
        ann.push("start")
        for person in (ann, bob):
            person.eyes.wait_for("d.phase === 'playing'")
        came_in(eve, link)
        eve.push("chat-open")
        eve.push("phrase-good-luck")

        # from the line to who said it: muted, they see why they cannot write, and again they can
        found(ann.page, "news", "Good luck!")
        ann.push("news")
        ann.push("about-1")
        ann.push("mute")
        found(ann.page, "person-standing", "muted")
        ann.picture(pictures / "person.png")
        found(eve.page, "chat-problem", "The host of this table has muted you")
        assert not eve.page.locator('[data-testid="chat-text"]').count()
        eve.picture(pictures / "muted.png")
        ann.push("mute")
        found(eve.page, "chat-text")
        assert eve.page.locator('[data-testid="chat-problem"]').inner_text() == ""
        eve.page.fill('[data-testid="chat-text"]', "Hello again", timeout=LIMIT)
        eve.push("chat-send")
        found(ann.page, "line", "Hello again")
        for _ in range(2):
            ann.page.keyboard.press("Escape")

        # by keyboard: a player, who is no host, reports the line, hears that it came, and why another one does not
        bob.push("chat-tab")
        reports(bob.page)
        found(bob.page, "report-told", "The report has been received.")
        bob.picture(pictures / "reported.png")
        bob.page.keyboard.press("Enter")
        gone(bob.page, "person")
        assert bob.page.evaluate("document.activeElement.dataset.testid") == "about-1"
        again = {"reason": "other", "line": 1, "text": ""}
        room = link.rsplit("/", 1)[-1]
        while bob.page.request.post(f"{server}/api/rooms/{room}/reports", data=again).ok:
            pass
        reports(bob.page)
        found(bob.page, "report-told", "That was very fast")
        bob.page.keyboard.press("Escape")

        # from the list of who is there: put out, and let in again
        ann.push("menu")
        ann.push("menu-people")
        ann.page.locator('[data-testid="who"]', has_text="Bob").tap()
        assert not ann.page.locator('[data-testid="put-out"]').count()
        ann.page.keyboard.press("Escape")
        ann.page.locator('[data-testid="who"]', has_text="Guest").tap()
        ann.push("put-out")
        found(ann.page, "person-standing", "removed")
        ann.page.keyboard.press("Escape")
        barred(eve.page, "The host of this table has removed you.")
        eve.picture(pictures / "out.png")
        eve.page.reload()
        barred(eve.page, "The host of this table has removed you.")
        ann.picture(pictures / "people.png")
        ann.push("let-in-again")
        gone(ann.page, "out")
        came_in(eve, link)

        # closed: who was here comes back, nobody else comes in until it is open again
        ann.push("door-close")
        found(ann.page, "door-text", "The table is closed to new people")
        came_in(eve, link)
        zoe.open(link)
        barred(zoe.page, "The host has closed this table to new people.")
        ann.push("door-open")
        found(ann.page, "door-text", "Anyone who has the link")
        came_in(zoe, link)
        for person in (ann, eve, zoe):
            assert not person.eyes.complaints, person.eyes.complaints
        # what the server refused is in the browser's console
        assert all("429" in one for one in bob.eyes.complaints), bob.eyes.complaints


def reports(page: Page) -> None:
    """Report who said the first line, by keyboard alone."""
    page.locator('[data-testid="about-1"]').focus(timeout=LIMIT)
    page.keyboard.press("Enter")
    page.locator('[data-testid="report"]').focus(timeout=LIMIT)
    page.keyboard.press("Enter")
    page.locator('[data-testid="report-line"]').wait_for(timeout=LIMIT)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.type("More than once")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
