"""The same people again: one press from a finished game to the next, and one from the start page."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.visitor import Visitor, visiting
from tests.browser.table.test_together import sit

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def playing(*people: Visitor) -> None:
    for person in people:
        person.eyes.wait_for("d.phase === 'playing'")


def resign(loser: Visitor, other: Visitor) -> None:
    for button in ("menu", "resign", "resign-confirm"):
        loser.push(button)
    other.page.wait_for_selector('[data-testid="result"]')


def finish(ann: Visitor, bob: Visitor) -> None:
    """A game of the two, which Bob gives up."""
    ann.create_table(name="Ann", edition="original", seats=2, computers=0, level="steady")
    sit(bob, ann.page.url, "Bob")
    ann.page.wait_for_selector("text=Bob")
    ann.push("start")
    playing(ann, bob)
    resign(bob, ann)


def test_the_same_people_play_again_with_one_press(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "people"
    with (
        visiting(chromium, server, "laptop", pictures / "ann") as ann,
        visiting(chromium, server, "phone", pictures / "bob") as bob,
    ):
        finish(ann, bob)
        # one press of each, and they play
        ann.push("rematch")
        ann.page.wait_for_selector('[data-testid="awaited"]')
        ann.picture(pictures / "awaited.png")
        bob.page.get_by_role("link", name="Join the rematch").wait_for()
        bob.push("rematch")
        playing(ann, bob)
        resign(ann, bob)
        # from the start page, too; the other finds it among their games
        ann.open("/")
        assert ann.page.locator('[data-testid="play-with-go"]').inner_text() == "Play with Bob"
        ann.picture(pictures / "home.png")
        ann.push("play-with-go")
        ann.page.wait_for_selector('[data-testid="awaited"]')
        bob.open("/")
        invitation = bob.page.locator('[data-testid="my-games"] a', has_text="Ann invites you")
        invitation.wait_for()
        bob.picture(pictures / "invited.png")
        invitation.tap()
        bob.page.locator("h1", has_text="Ann invites you").wait_for()
        bob.push("sit-1")
        playing(ann, bob)
        for person in (ann, bob):
            assert not person.eyes.complaints, person.eyes.complaints


def test_people_are_chosen_declined_and_blocked(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "people"
    with (
        visiting(chromium, server, "laptop", pictures / "ann") as ann,
        visiting(chromium, server, "phone", pictures / "bob") as bob,
    ):
        finish(ann, bob)
        bob.open("/people")
        bob.push("person-choose")
        bob.picture(pictures / "chosen.png")
        bob.push("people-play")
        bob.page.wait_for_selector('[data-testid="awaited"]')
        ann.open("/")
        ann.page.get_by_role("button", name="Decline: Bob invites you").click()
        ann.page.locator('[data-testid="games-invited"]').wait_for(state="detached")
        bob.page.locator('[data-testid="awaited"]').wait_for(state="detached")
        ann.open("/people")
        ann.push("person-more")
        ann.push("person-block")
        ann.push("people-hidden")
        assert "Blocked" in ann.page.locator('[data-testid="person-known"]').inner_text()
        ann.picture(pictures / "blocked.png")
        ann.push("person-more")
        ann.push("person-unblock")
        ann.page.wait_for_selector('[data-testid="people-listed"] [data-testid="person-known"]')
        for person in (ann, bob):
            assert not person.eyes.complaints, person.eyes.complaints
