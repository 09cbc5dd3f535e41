"""At a practice table a turn is taken back: with a finger, by key, by command and from the menu."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import Visitor, visiting

pytestmark = pytest.mark.browser


@pytest.mark.either_size
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_turn_is_taken_back(size: str, chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "taking-back" / size
    with visiting(chromium, server, size, pictures) as ann:
        ann.create_table(name="Ann", edition="original", seats=2, computers=1, level="gentle", practice=True)
        assert "Practice" in ann.page.locator('[data-testid="choices"]').inner_text()
        ann.push("start")
        before = own_turn(ann)
        if ann.touch:
            # nothing to take back yet: said, and nothing is lost
            ann.push("take-back")
            ann.page.wait_for_selector('[data-testid="status"].bad')
            assert "not had a turn yet" in ann.page.locator('[data-testid="status"]').inner_text()
            ann.picture(pictures / "nothing.png")
        for way in ("button", "menu") if ann.touch else ("key", "command"):
            draw(ann)
            place = ann.page.url
            take_back(ann, way)
            ann.page.wait_for_function("(url) => location.href !== url", arg=place)
            assert own_turn(ann) == before
            ann.page.locator('[data-testid="said"]').get_by_text("The turn has been taken back").wait_for(
                state="attached", timeout=LIMIT
            )
            # the keyboard goes on where the tiles are
            assert ann.page.evaluate("document.activeElement.closest('.rack') !== null")
            ann.eyes.check()
        ann.picture(pictures / "taken-back.png")
        # the tables that were left are no pages to come back to
        ann.page.go_back()
        ann.page.wait_for_function("() => location.pathname === '/'")
        ann.page.wait_for_selector('[data-testid="my-games"] [data-testid^="game-"]')
        assert ann.page.locator('[data-testid="my-games"] [data-testid^="game-"]').count() == 1
        assert not ann.eyes.complaints, ann.eyes.complaints


def own_turn(ann: Visitor) -> list[str]:
    """The rack once the own turn has begun."""
    ann.eyes.wait_for("d.myTurn === '1' && d.pending === '0' && d.keys === '1'")
    return sorted(ann.eyes.settled().rack)


def draw(ann: Visitor) -> None:
    """Draw, and wait for the next turn of one's own."""
    seq = ann.eyes.settled().seq
    ann.push("draw")
    ann.eyes.wait_for("Number(d.seq) > a && d.myTurn === '1' && d.pending === '0'", seq)


def take_back(ann: Visitor, way: str) -> None:
    """Take the turn back by one of the ways."""
    keyboard = ann.page.keyboard
    match way:
        case "button":
            ann.push("take-back")
        case "menu":
            ann.push("menu")
            ann.push("menu-take-back")
        case "key":
            ann.page.locator('.rack [tabindex="0"]').focus()
            keyboard.press("b")
        case "command":
            command(ann, "takeback")


@pytest.mark.slow
def test_another_person_is_asked_and_answers(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "taking-back" / "together"
    with (
        visiting(chromium, server, "phone", pictures / "ann") as ann,
        visiting(chromium, server, "laptop", pictures / "bob") as bob,
    ):
        ann.page.request.post(f"{server}/api/session")
        asked = {"edition": "original", "seats": 2, "name": "Ann"}
        place = f"/t/{ann.page.request.post(f'{server}/api/rooms', data=asked).json()['room']}"
        ann.open(place)
        bob.open(place)
        bob.page.fill('[data-testid="name"]', "Bob", timeout=LIMIT)
        bob.push("sit-1")
        ann.page.locator('[data-testid="start"]:enabled').wait_for(timeout=LIMIT)
        ann.push("start")
        for one in (ann, bob):
            one.eyes.wait_for("d.phase === 'playing' && d.keys === '1'")
        first, other = (ann, bob) if ann.eyes.settled().turn == 0 else (bob, ann)
        stand_still(ann, bob, pictures)
        draw_only(first)
        ask(first, other, pictures)
        other.push("take-back-no")
        first.page.locator('[data-testid="take-back-waiting"]').wait_for(state="detached", timeout=LIMIT)
        before = own_turn(other)
        draw_only(other)
        ask(other, first, pictures)
        agreed = first.page.locator('[data-testid="take-back-yes"]')
        if first.touch:
            agreed.tap(timeout=LIMIT)
        else:
            agreed.focus()
            first.page.keyboard.press("Enter")
        for one in (ann, bob):
            one.page.wait_for_function("(place) => location.pathname !== place", arg=place)
        assert own_turn(other) == before
        for one in (ann, bob):
            one.eyes.check()
            assert not one.eyes.complaints, one.eyes.complaints


def stand_still(ann: Visitor, bob: Visitor, pictures: Path) -> None:
    """Ann asks for a pause, Bob agrees, and both want to go on: she by tap, he by the word of the command line."""
    ann.push("menu")
    ann.push("menu-pause")
    ann.page.locator('[data-testid="pause-waiting"]').wait_for(timeout=LIMIT)
    bob.push("pause-yes")
    for one in (ann, bob):
        one.page.locator('[data-testid="pause-stands"]').wait_for(timeout=LIMIT)
    ann.picture(pictures / "paused.png")
    bob.picture(pictures / "paused-laptop.png")
    command(bob, "pause")
    ann.page.locator('[data-testid="pause-stands"]').get_by_text("Ann").wait_for(timeout=LIMIT)
    ann.push("pause-go-on")
    for one in (ann, bob):
        one.page.locator('[data-testid="pause-stands"]').wait_for(state="detached", timeout=LIMIT)


def command(visitor: Visitor, word: str) -> None:
    """Type a command."""
    visitor.page.locator('.rack [tabindex="0"]').focus()
    visitor.page.keyboard.press("/")
    field = visitor.page.get_by_test_id("command")
    field.fill(word, timeout=LIMIT)
    field.press("Enter", timeout=LIMIT)


def draw_only(mover: Visitor) -> None:
    """Draw, and no longer be on turn."""
    mover.eyes.wait_for("d.myTurn === '1' && d.pending === '0'")
    mover.push("draw")
    mover.eyes.wait_for("d.myTurn !== '1' && d.pending === '0'")


def ask(asker: Visitor, other: Visitor, pictures: Path) -> None:
    """Ask for one's turn, from the menu or by key; the other one sees and hears the question."""
    if asker.touch:
        asker.push("menu")
        asker.push("menu-take-back")
    else:
        asker.page.keyboard.press("b")
    card = other.page.locator('[data-testid="take-back-card"]')
    card.wait_for(timeout=LIMIT)
    assert "One tile has been drawn" in card.inner_text()
    heard = other.page.locator('[data-testid="said"]').get_by_text("asks to take back").last
    heard.wait_for(state="attached", timeout=LIMIT)
    asker.page.locator('[data-testid="take-back-waiting"]').wait_for(timeout=LIMIT)
    other.picture(pictures / f"asked-{'phone' if other.touch else 'laptop'}.png")
    asker.picture(pictures / f"asking-{'phone' if asker.touch else 'laptop'}.png")
