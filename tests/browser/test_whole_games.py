"""Twenty whole games through the real page: every edition, four screens, by tap, by drag and by keyboard."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.eyes import Eyes
from tests.browser.hands import Dragging, Hands, Tapping, Typing
from tests.browser.robot import Robot
from tests.browser.visitor import visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAMES = [
    ("original", "phone", "tap", 2),
    ("original", "laptop", "keys", 4),
    ("original", "landscape", "drag", 4),
    ("twist", "laptop", "drag", 4),
    ("twist", "phone", "tap", 3),
    ("twist-international", "tablet", "tap", 4),
    ("suomi", "landscape", "tap", 4),
    ("suomi", "laptop", "keys", 3),
    ("sabra", "tablet", "drag", 4),
    ("sabra", "phone", "drag", 3),
    ("xp-160", "laptop", "tap", 5),
    ("xp-160", "landscape", "drag", 6),
    ("xp-108", "tablet", "keys", 4),
    ("xp-106", "phone", "tap", 4),
    ("belgian-tournament", "landscape", "tap", 4),
    ("belgian-tournament", "laptop", "drag", 4),
    ("original-classic", "tablet", "tap", 4),
    ("original-classic", "landscape", "keys", 3),
    ("duel", "phone", "drag", 2),
    ("duel", "tablet", "keys", 2),
]


@pytest.mark.parametrize(("edition", "size", "way", "seats"), GAMES, ids=[f"{e}-{s}-{w}" for e, s, w, _ in GAMES])
def test_a_whole_game(
    edition: str, size: str, way: str, seats: int, chromium: Browser, server: str, artefacts: Path
) -> None:
    pictures = artefacts / "games" / f"{edition}-{size}-{way}"
    with visiting(chromium, server, size, pictures) as visitor:
        visitor.create_table(name="Robot", edition=edition, seats=seats, computers=seats - 1, level="steady")
        visitor.push("start")
        robot = Robot(visitor.eyes, hands(way, visitor.eyes, touch=visitor.touch))
        state = robot.play_game(at_turn=lambda: visitor.picture(pictures / "middle.png"))
        visitor.page.wait_for_selector('[data-testid="result"]')
        visitor.picture(pictures / "result.png")
        assert state.result is not None
        assert state.revealed is not None
        assert sum(state.result.scores) == 0
        assert len(robot.yielded) <= robot.plays // 4, robot.yielded
        assert not visitor.eyes.complaints, visitor.eyes.complaints


def hands(way: str, eyes: Eyes, *, touch: bool) -> Hands:
    """The way to act that a game asks for."""
    if way == "keys":
        return Typing(eyes)
    return Tapping(eyes, touch=touch) if way == "tap" else Dragging(eyes, touch=touch)
