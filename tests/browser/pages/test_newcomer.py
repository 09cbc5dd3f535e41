"""A newcomer's path, every press counted: a first game, what was missed in it, the same turn in analysis, puzzles."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.visitor import Visitor, visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MOST = 13


@pytest.mark.either_size
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_newcomer_gets_round_in_a_dozen_presses(size: str, chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "newcomer" / size
    with visiting(chromium, server, size, pictures) as newcomer:
        presses = Presses(newcomer)
        newcomer.open("/")
        presses.push("play-now")
        newcomer.eyes.wait_for("d.myTurn === '1'")
        presses.push("draw")
        presses.push("menu")
        presses.push("resign")
        presses.push("resign-confirm")
        newcomer.eyes.wait_for("d.phase === 'over'")
        presses.push("review")
        presses.press('[data-testid="review-turns"] summary')
        newcomer.picture(pictures / "missed.png")
        presses.press('[data-testid="review-turns"] [data-testid="analyse"]')
        newcomer.page.wait_for_url("**/analysis**")
        newcomer.picture(pictures / "analysis.png")
        presses.press('nav a[href="/puzzles"]')
        presses.push("today")
        newcomer.eyes.wait_for("d.myTurn === '1'")
        presses.push("show-solution")
        presses.push("show-now")
        presses.push("next")
        newcomer.eyes.wait_for("d.myTurn === '1'")
        assert presses.count <= MOST
        assert not newcomer.eyes.complaints, newcomer.eyes.complaints


class Presses:
    """The presses of a visitor, counted."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.count = 0

    def push(self, testid: str) -> None:
        """Press a button or link by its name."""
        self.press(f'[data-testid="{testid}"]')

    def press(self, selector: str) -> None:
        """Press the first that there is."""
        self.count += 1
        found = self.visitor.page.locator(selector).first
        if self.visitor.touch:
            found.tap()
        else:
            found.click()
