"""A hint in three presses, and the look back after the game."""

from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import Visitor, visiting

pytestmark = pytest.mark.browser

MOST_TURNS = 60
"""Turns after which a rack that grows by a tile each time can long open."""
CARD = '[data-testid="hint-card"]'


@pytest.mark.either_size
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_three_presses_and_the_review(size: str, chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "hints" / size
    with visiting(chromium, server, size, pictures) as ann:
        ann.create_table(name="Ann", edition="original", seats=2, computers=1, level="gentle")
        ann.push("start")
        draw_until_something_can_be_played(ann)
        state, page = ann.eyes.settled(), ann.page
        assert told(ann) == "1"
        assert not page.locator("[data-hinted]").count()
        number = page.locator(CARD).inner_text()

        if ann.touch:
            ann.push("hint")
        else:
            page.keyboard.press("h")
        page.wait_for_selector(f'{CARD}[data-told="2"]')
        page.wait_for_selector("[data-hinted]")
        marked = page.eval_on_selector_all("[data-hinted]", "all => all.map((one) => one.dataset.tile)")
        assert str(len(marked)) in number
        assert Counter(marked) <= Counter(state.rack)
        assert page.locator(CARD).inner_text() != number
        ann.eyes.check()
        ann.picture(pictures / "which.png")

        ann.push("hint")
        page.wait_for_selector(f'{CARD}[data-told="3"] ol li')
        page.locator('[data-testid="said"]').get_by_text("1. ").first.wait_for(state="attached", timeout=LIMIT)
        ann.eyes.check()
        ann.picture(pictures / "how.png")

        # put away and looked at again: what was told stays known, and the tiles marked; the keyboard goes on beside it
        page.locator(f'{CARD} [tabindex="0"]').focus()
        page.keyboard.press("h")
        page.wait_for_selector(CARD, state="detached")
        page.wait_for_selector('[data-testid="hint"]:focus')
        assert page.locator("[data-hinted]").count() == len(marked)
        ann.push("hint")
        page.wait_for_selector(f'{CARD}[data-told="3"] ol li')

        # one press lays it, and then nothing of it is left to be laid; it is taken back in one step
        ann.push("hint-lay")
        ann.eyes.wait_for("d.pending === '0'")
        page.wait_for_function("() => !document.querySelector('[data-hinted], [data-testid=\"hint-lay\"]')")
        assert page.get_attribute('[data-testid="play"]', "aria-disabled") == "false"
        ann.eyes.check()
        ann.picture(pictures / "laid.png")
        ann.push("undo")
        page.wait_for_selector(f'{CARD} [data-testid="hint-lay"]')
        page.wait_for_function(
            "(count) => document.querySelectorAll('[data-hinted]').length === count", arg=len(marked)
        )

        # the next turn knows nothing of it
        draw(ann)
        assert not page.locator(CARD).count()
        assert not page.locator("[data-hinted]").count()
        # instead of playing that they drew: a line says what that cost, and one press shows it
        page.wait_for_selector('[data-testid="missed-card"]', timeout=LIMIT)
        assert str(len(marked)) in page.locator('[data-testid="missed-card"] p').inner_text()
        ann.eyes.check()
        ann.picture(pictures / "missed.png")
        ann.push("missed-show")
        page.wait_for_selector('[data-testid="missed-sheet"] ol li')
        ann.picture(pictures / "missed-shown.png")
        page.keyboard.press("Escape")

        ann.push("menu")
        ann.push("resign")
        ann.push("resign-confirm")
        ann.push("review")
        page.wait_for_selector('[data-testid="review-turns"] .better', timeout=LIMIT)
        page.locator('[data-testid="review-turns"] summary:has(.better)').first.click()
        page.wait_for_selector('[data-testid="review-turns"] details[open] ol li', timeout=LIMIT)
        ann.picture(pictures / "review.png")
        assert ann.eyes.look().overflow <= 0
        assert not ann.eyes.complaints, ann.eyes.complaints


def draw_until_something_can_be_played(person: Visitor) -> None:
    """Ask for a hint in every turn, and draw while there is nothing to play."""
    for _ in range(MOST_TURNS):
        person.eyes.wait_for("d.myTurn === '1' && d.pending === '0'")
        person.push("hint")
        person.page.wait_for_selector(CARD, timeout=LIMIT)
        if person.page.locator('[data-testid="hint-next"]').count():
            return
        draw(person)
    raise AssertionError("nothing to play in any turn")


def draw(person: Visitor) -> None:
    """Draw, and wait for what follows."""
    seq = person.eyes.settled().seq
    person.push("draw")
    person.eyes.wait_for("Number(d.seq) > a", seq)


def said(person: Visitor) -> str:
    """What was read out last."""
    return person.page.locator('[data-testid="said"] p').last.inner_text()


def told(person: Visitor) -> str | None:
    """How much of the hint is shown."""
    return person.page.get_attribute(CARD, "data-told")
