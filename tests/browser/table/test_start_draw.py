"""Who begins is seen: what everyone drew, who starts because of it, and it is gone when the first turn is over."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.visitor import visiting
from tests.browser.table.test_together import invite, sit, take_turns

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_draw_for_the_first_turn_lies_on_the_felt_until_that_is_over(
    chromium: Browser, server: str, artefacts: Path
) -> None:
    pictures = artefacts / "start-draw"
    with (
        visiting(chromium, server, "laptop", pictures / "ann") as ann,
        visiting(chromium, server, "phone", pictures / "bob") as bob,
    ):
        link = invite(ann, seats=2)
        sit(bob, link, "Bob")
        ann.page.wait_for_selector("text=Bob")
        ann.push("start")
        for person in (ann, bob):
            person.eyes.wait_for("d.phase === 'playing'")
            shown = person.page.locator('[data-testid="start-draw"]')
            shown.wait_for()
            assert shown.locator("li").count() == 2
            assert shown.locator("li.starts").count() == 1
            person.picture(pictures / f"{person.eyes.settled().you}.png")

        # who starts is to move, readers are called as everywhere, and a screen reader hears the same
        turn = ann.eyes.settled().turn
        assert turn is not None
        starter = ann.page.locator('[data-testid="start-draw"] li.starts [data-names]').inner_text()
        assert starter.strip() == ("You", "Bob")[turn]
        said = ann.page.locator('[data-testid="said"]')
        said.get_by_text("Draw for the first turn:").wait_for(state="attached")
        first = "You play first" if turn == 0 else "First to play: Bob"
        assert first in said.inner_text()

        # it holds nobody up, a page that is loaded again shows it again, and after the turn it is gone
        bob.page.reload()
        bob.page.locator('[data-testid="start-draw"]').wait_for()
        take_turns((ann, bob), 1)
        for person in (ann, bob):
            person.page.locator('[data-testid="start-draw"]').wait_for(state="detached")
