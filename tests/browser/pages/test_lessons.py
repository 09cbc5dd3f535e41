"""The six lessons, played from the first to the last by tap and by keyboard."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.hands import Hands, Tapping, Typing
from tests.browser.robot.visitor import Visitor, visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NEW = None
Lay = tuple[str, str | None]
"""Tiles by kind, and a tile of the meld they go to; a split is `/` before a tile."""

STAGES: Sequence[Sequence[Lay]] = (
    [("k7 r7 b7", NEW)],
    [("b4 b5 b6 b7", NEW)],
    [("k9 r9 b9", NEW), ("y1 y2 y3", NEW)],
    [("b7", "b6"), ("y9", "k9")],
    [("/", "r6"), ("r5", "r7")],
    [("r8 J r10", NEW)],
    [("r9", "r8"), ("J", NEW), ("k11 y11", "J")],
)


@pytest.mark.parametrize(("size", "way"), [("phone", "tap"), ("laptop", "keys")])
def test_the_lessons_are_played(size: str, way: str, chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "lessons" / f"{size}-{way}"
    with visiting(chromium, server, size, pictures) as pupil:
        hands = Typing(pupil.eyes) if way == "keys" else Tapping(pupil.eyes, touch=pupil.touch)
        pupil.open("/learn")
        pupil.push("lesson-group")
        for at, stage in enumerate(STAGES):
            play(pupil, hands, stage)
            pupil.picture(pictures / f"{at}.png")
            assert not pupil.eyes.complaints, pupil.eyes.complaints
            if way == "keys":
                # the way on has the focus already
                pupil.page.keyboard.press("Enter")
            else:
                pupil.push("next")
        # the last leads to a game, and all stay done
        pupil.page.wait_for_selector('[data-testid="play-now"]')
        pupil.open("/learn")
        pupil.page.get_by_text("6 of 6 done").wait_for(timeout=LIMIT)


def test_a_lesson_wants_what_it_asks_for(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "lessons" / "other"
    with visiting(chromium, server, "phone", pictures) as pupil:
        hands = Tapping(pupil.eyes, touch=True)
        pupil.open("/learn/run")
        status = pupil.page.locator('[data-testid="status"]')
        coach = pupil.page.locator('[data-testid="coach"]')
        pupil.push("draw")
        status.get_by_text("No need to draw").wait_for(timeout=LIMIT)
        # three of the four are a run, but not the lesson's
        lay(pupil, hands, ("b4 b5 b6", NEW))
        pupil.page.wait_for_selector('[data-testid="play"][aria-disabled="false"]')
        pupil.push("play")
        status.get_by_text("this lesson asks for something else").wait_for(timeout=LIMIT)
        assert coach.get_attribute("data-done") == "0"
        lay(pupil, hands, ("b7", "b6"))
        pupil.page.wait_for_selector('[data-testid="play"][aria-disabled="false"]')
        pupil.push("play")
        pupil.page.wait_for_selector('[data-testid="coach"][data-done="1"]')
        # once more: everything lies where it lay
        pupil.push("again")
        pupil.page.wait_for_selector('[data-testid="coach"][data-done="0"]')
        pupil.eyes.wait_for("d.pending === '0'")
        assert sorted(one.tile for one in pupil.eyes.look().rack) == sorted(["b4", "b5", "b6", "b7", "r3", "y11"])


def play(pupil: Visitor, hands: Hands, stage: Sequence[Lay]) -> None:
    """Do what one stage asks for, and see it done."""
    pupil.page.wait_for_selector('[data-testid="coach"][data-done="0"]')
    pupil.eyes.wait_for("d.myTurn === '1'")
    for one in stage:
        lay(pupil, hands, one)
    pupil.page.wait_for_selector('[data-testid="play"][aria-disabled="false"]')
    hands.press("play")
    pupil.page.wait_for_selector('[data-testid="coach"][data-done="1"]')


def lay(pupil: Visitor, hands: Hands, one: Lay) -> None:
    """Lay tiles, or split before one."""
    kinds, onto = one
    sight = pupil.eyes.look()
    seen = {tile.tile: tile.id for tile in sorted(sight.tiles, key=lambda tile: tile.place == "rack")}
    table = {tile.tile: tile.id for tile in sight.tiles if tile.place == "table"}
    if kinds == "/":
        assert onto is not None
        if isinstance(hands, Typing):
            hands.go(table[onto])
            pupil.page.keyboard.press("s")
        else:
            assert isinstance(hands, Tapping)
            hands.select([table[onto]])
            pupil.push("split")
    else:
        hands.lay([seen[kind] for kind in kinds.split()], None if onto is None else table[onto])
    pupil.eyes.wait_for("d.pending === '0'")
