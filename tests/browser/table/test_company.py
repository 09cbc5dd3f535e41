"""Company at a table: what people say and show, who is away, what others try, and the last turn shown again."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.hands import Tapping
from tests.browser.robot.robot import Robot
from tests.browser.robot.visitor import Visitor, visiting
from tests.web.harness import Guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def found(page: Page, testid: str, text: str = "") -> None:
    """Wait until there is such an element, with this text somewhere in it."""
    page.locator(f'[data-testid="{testid}"]').filter(has_text=text).first.wait_for(timeout=LIMIT)


def gone(page: Page, testid: str, text: str = "") -> None:
    """Wait until there is no such element with this text in it."""
    page.locator(f'[data-testid="{testid}"]').filter(has_text=text).first.wait_for(state="detached", timeout=LIMIT)


def open_table(host: Visitor) -> str:
    """A table that anyone finds, where moves are seen while they are made; its link."""
    host.open("/")
    host.page.fill('[data-testid="name"]', "Ann", timeout=LIMIT)
    host.push("create-table")
    for choice in ("seats-2", "computers-0", "limit-none", "open-table", "live", "chat-everyone", "away-computer"):
        host.pick(choice)
    host.push("create")
    return host.page.locator('[data-testid="invite-link"]').input_value(timeout=LIMIT)


def impatient(route: Route) -> None:
    """The table is made as it was asked for, but nobody waits for anyone longer than the rules allow at least."""
    if route.request.method != "POST":
        route.continue_()
        return
    wanted = json.loads(route.request.post_data or "")
    wanted["options"]["away_seconds"] = 10
    route.continue_(post_data=json.dumps(wanted))


def test_people_talk_see_each_other_and_wait_for_each_other(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "company"
    with (
        visiting(chromium, server, "laptop", pictures / "ann") as ann,
        visiting(chromium, server, "phone", pictures / "bob") as bob,
        visiting(chromium, server, "tablet", pictures / "eve") as eve,
    ):
        link = open_table(ann)
        room = link.rsplit("/", 1)[-1]
        # Bob finds the table on the start page.
        bob.open("/")
        bob.page.locator(f'a[href="/t/{room}"]').first.tap(timeout=LIMIT)
        # the start page asks for a name too; who comes sees a free seat at once, and nothing that is the host's
        found(bob.page, "sit-1")
        seat, screen = bob.page.locator('[data-testid="sit-1"]').bounding_box(), bob.page.viewport_size
        assert seat is not None
        assert screen is not None
        assert seat["y"] + seat["height"] <= screen["height"]
        assert not bob.page.locator('[data-testid="invite-link"], [data-testid="invite-local"]').count()
        found(bob.page, "company", "1 person, 1 free")
        bob.page.fill('[data-testid="name"]', "Bob", timeout=LIMIT)
        bob.push("sit-1")
        found(bob.page, "choices")
        bob.push("phrase-hello")
        found(ann.page, "line", "Hello!")
        ann.push("start")
        eve.open(link)
        for person in (ann, bob, eve):
            person.eyes.wait_for("d.phase === 'playing'")
        found(ann.page, "watchers", "1")

        # A line reaches who has the chat closed, and who watches may answer here.
        ann.push("chat-tab")
        ann.page.fill('[data-testid="chat-text"]', "Good evening!", timeout=LIMIT)
        ann.push("chat-send")
        found(bob.page, "news", "Good evening!")
        eve.push("chat-open")
        found(eve.page, "line", "Good evening!")
        eve.push("phrase-good-luck")
        found(ann.page, "line", "Good luck!")
        eve.page.keyboard.press("Escape")
        bob.push("menu")
        bob.push("menu-chat")
        bob.push("react-heart")
        found(ann.page, "reaction-1")
        bob.picture(pictures / "chat.png")
        bob.page.keyboard.press("Escape")
        # Whom one does not want to hear is heard no longer, by this reader alone.
        ann.page.get_by_role("button", name="About Bob").first.click(timeout=LIMIT)
        ann.push("hide")
        ann.page.keyboard.press("Escape")
        assert ann.page.locator('[data-testid="line"]', has_text="Bob").count() == 0

        # What the player to move tries is seen by the others until it is taken back.
        first = ann if ann.eyes.settled().turn == ann.eyes.settled().you else bob
        other = bob if first is ann else ann
        first.page.locator('[data-place="rack"]').first.click(timeout=LIMIT)
        first.push("new-set")
        for person in (other, eve):
            found(person.page, "status", "Ann is trying" if first is ann else "Bob is trying")
        other.picture(pictures / "trying.png")
        first.push("undo")
        for person in (other, eve):
            gone(person.page, "status", "is trying")

        # A play can be seen again.
        for _ in range(60):
            if ann.page.locator('[data-testid="show-again"]').count():
                break
            take_turn(ann, bob)
        eve.eyes.wait_for("Number(d.seq) >= a", ann.eyes.settled().seq)
        before = eve.eyes.settled().table
        eve.push("show-again")
        assert eve.eyes.settled().table == before

        # Who goes is missed, and has their seat when they come back.
        place = bob.page.url
        rack = bob.eyes.settled().rack
        bob.open("/")
        found(ann.page, "away-1")
        bob.page.locator(f'a[href="/t/{room}"]').first.tap(timeout=LIMIT)
        bob.eyes.wait_for("d.phase === 'playing'")
        gone(ann.page, "away-1")
        assert bob.page.url == place
        assert bob.eyes.settled().rack == rack
        for person in (ann, bob, eve):
            assert not person.eyes.complaints, person.eyes.complaints


def test_everybody_sees_that_a_program_sits_there(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "laptop", artefacts / "company" / "bot") as ann, Guest(server) as owner:
        room = open_table(ann).rsplit("/", 1)[-1]
        with Guest(server, key=owner.bot()["key"]) as bot, bot.join(room) as table:
            assert table.ask("sit", name="Robot")["t"] == "accepted"
            ann.page.get_by_text("Computer player, external").wait_for(timeout=LIMIT)
            ann.push("start")
            ann.eyes.wait_for("d.phase === 'playing'")
            table.until(lambda state: bool(state["phase"] == "playing"))
        assert not ann.eyes.complaints, ann.eyes.complaints


def test_a_computer_player_stands_in_for_who_is_away(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "company"
    with (
        visiting(chromium, server, "laptop", pictures / "ann") as ann,
        visiting(chromium, server, "laptop", pictures / "bob") as bob,
    ):
        ann.page.route("**/api/rooms", impatient)
        link = open_table(ann)
        bob.open(link)
        # nobody has to say a name
        bob.push("sit-1")
        found(bob.page, "choices")
        ann.push("start")
        for person in (ann, bob):
            person.eyes.wait_for("d.phase === 'playing'")
        bob.open("/")
        found(ann.page, "away-1")
        # their turn waits for them, then a computer player takes it, and everybody sees that
        if ann.eyes.settled().turn == ann.eyes.settled().you:
            take_turn(ann)
        found(ann.page, "stand-in-1")
        ann.eyes.wait_for("d.myTurn === '1'")
        found(ann.page, "log", "Guest: away; a computer player stands in")
        assert ann.page.locator('[data-testid="stand-in-0"]').count() == 0
        ann.picture(pictures / "stand-in.png")
        # they have their seat as soon as they are there, and are told what happened
        bob.open(link)
        bob.eyes.wait_for("d.phase === 'playing'")
        gone(ann.page, "stand-in-1")
        found(ann.page, "log", "Guest: back at the table")
        for line in ("You were away; a computer player stood in", "You are back at the table"):
            found(bob.page, "log", line)
        seen = bob.eyes.settled()
        assert seen.you == 1
        assert not seen.seats[1].stand_in
        for person in (ann, bob):
            assert not person.eyes.complaints, person.eyes.complaints


def take_turn(*people: Visitor) -> None:
    """The player to move moves."""
    newest = max(person.eyes.settled().seq for person in people)
    for person in people:
        person.eyes.wait_for("Number(d.seq) >= a", newest)
    mover = next(one for one in people if one.eyes.settled().turn == one.eyes.settled().you)
    Robot(mover.eyes, Tapping(mover.eyes, touch=mover.touch)).take_turn(mover.eyes.settled())
