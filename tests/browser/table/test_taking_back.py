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
            ann.page.locator('[data-testid="said"]').get_by_text("Your turn is taken back").wait_for(
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
            ann.page.locator('.rack [tabindex="0"]').focus()
            keyboard.press("/")
            field = ann.page.get_by_test_id("command")
            field.fill("takeback", timeout=LIMIT)
            field.press("Enter", timeout=LIMIT)
