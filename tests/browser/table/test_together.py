"""Several people at one table: an invite link, a spectator, a page loaded again, a line that breaks."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.hands import Tapping
from tests.browser.robot.robot import Robot
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import Visitor, visiting

pytestmark = pytest.mark.browser


def test_friends_meet_at_a_table(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "together"
    with (
        visiting(chromium, server, "laptop", pictures / "ann") as ann,
        visiting(chromium, server, "phone", pictures / "bob") as bob,
        visiting(chromium, server, "tablet", pictures / "eve") as eve,
    ):
        overheard = overhear(eve)
        link = invite(ann, seats=2)
        sit(bob, link, "Bob")
        ann.page.wait_for_selector("text=Bob")
        ann.push("start")
        eve.open(link)
        for person in (ann, bob, eve):
            person.eyes.wait_for("d.phase === 'playing'")
        take_turns((ann, bob), 6)
        for person in (ann, bob, eve):
            person.picture(pictures / f"{person.eyes.settled().you}.png")

        # the spectator sees the table and no rack
        latest = ann.eyes.settled().seq
        eve.eyes.wait_for("Number(d.seq) >= a", latest)
        watched = eve.eyes.check()
        assert watched.rack == []
        assert eve.eyes.settled().table == ann.eyes.settled().table
        assert all(not state["rack"] and not state["drawn"] for state in overheard)

        # the one who loads the page again sits where they sat, with the same tiles
        before = bob.eyes.settled()
        bob.page.reload()
        bob.eyes.wait_for("Number(d.seq) >= a", before.seq)
        after = bob.eyes.settled()
        assert (after.you, after.rack) == (before.you, before.rack)

        for person in (ann, bob, eve):
            assert not person.eyes.complaints, person.eyes.complaints


def test_a_server_that_dies_and_comes_back(chromium: Browser, own_server: Server, artefacts: Path) -> None:
    pictures = artefacts / "lost-line"
    with (
        visiting(chromium, own_server.address, "laptop", pictures / "ann", worker=True) as ann,
        visiting(chromium, own_server.address, "phone", pictures / "bob", worker=True) as bob,
    ):
        people = (ann, bob)
        link = invite(ann, seats=2)
        sit(bob, link, "Bob")
        ann.page.wait_for_selector("text=Bob")
        ann.push("start")
        for person in people:
            person.eyes.wait_for("d.phase === 'playing'")
        take_turns(people, 3)
        before = [person.eyes.settled() for person in people]

        own_server.kill()
        ann.page.wait_for_selector('[data-testid="banner"]')
        ann.picture(pictures / "banner.png")
        own_server.start()

        # everything that was acknowledged is there, everyone has their seat and their tiles, and the game goes on
        for person in people:
            person.page.wait_for_selector('[data-testid="banner"]', state="detached")
        after = [person.eyes.settled() for person in people]
        assert [(state.you, state.rack, state.table) for state in after] == [
            (state.you, state.rack, state.table) for state in before
        ]
        for person in people:
            person.eyes.complaints.clear()  # a browser tells its console of every connection that fails
        take_turns(people, 3)
        for person in people:
            assert not person.eyes.complaints, person.eyes.complaints


def invite(owner: Visitor, *, seats: int) -> str:
    """Create a table as its owner and copy the invite link."""
    owner.create_table(name="Ann", edition="original", seats=seats, computers=0, level="steady")
    return owner.page.locator('[data-testid="invite-link"]').input_value(timeout=LIMIT)


def sit(guest: Visitor, link: str, name: str) -> None:
    """Follow the link and take the second seat."""
    guest.open(link)
    guest.page.fill('[data-testid="name"]', name)
    guest.push("sit-1")


def take_turns(people: tuple[Visitor, ...], count: int) -> None:
    """Let the people play `count` turns in all, each when the turn is theirs."""
    robots = {id(person): Robot(person.eyes, Tapping(person.eyes, touch=person.touch)) for person in people}
    for _ in range(count):
        newest = max(person.eyes.settled().seq for person in people)
        for person in people:
            person.eyes.wait_for("Number(d.seq) >= a", newest)
        mover = next((one for one in people if one.eyes.settled().turn == one.eyes.settled().you), None)
        assert mover is not None, [person.eyes.settled() for person in people]
        robots[id(mover)].take_turn(mover.eyes.settled())


def overhear(person: Visitor) -> list[dict[str, object]]:
    """Collect every state that reaches this visitor."""
    states: list[dict[str, object]] = []

    def read(frame: str | bytes) -> None:
        message = json.loads(frame)
        if "state" in message:
            states.append(message["state"])

    person.page.on("websocket", lambda socket: socket.on("framereceived", read))
    return states
