"""Twenty whole games through the real page: every edition, every size, by tap, by drag, by keyboard and by command.

A sample of what `python -m tests.browser.matrix` plays: each size, and each way to act, in each of three editions.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.matrix import EDITIONS
from tests.browser.robot.games import Game, play
from tests.browser.robot.hands import WAYS
from tests.browser.robot.visitor import SIZES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAMES = [
    Game("original", "small", "tap", 2),
    Game("original", "phone", "drag", 2),
    Game("original", "landscape", "commands", 3),
    Game("original", "laptop", "keys", 4),
    Game("twist", "narrow", "commands", 2),
    Game("twist", "tablet", "tap", 3),
    Game("twist", "desktop", "drag", 4),
    Game("twist", "phone", "keys", 2),
    Game("xp-160", "small", "commands", 5),
    Game("xp-160", "tablet", "drag", 5),
    Game("xp-160", "landscape", "tap", 6),
    Game("xp-160", "desktop", "keys", 5),
    Game("twist-international", "tablet", "commands", 4),
    Game("suomi", "landscape", "drag", 4),
    Game("sabra", "narrow", "tap", 3),
    Game("xp-108", "tablet", "keys", 4),
    Game("xp-106", "phone", "drag", 4),
    Game("belgian-tournament", "landscape", "keys", 3),
    Game("original-classic", "laptop", "drag", 4),
    Game("duel", "desktop", "commands", 2),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_whole_game(game: Game, chromium: Browser, server: str, artefacts: Path) -> None:
    play(game, chromium, server, artefacts / "games" / str(game))


def test_the_sample_covers_everything() -> None:
    """Every size and every way is there, and every way in each edition of the matrix."""
    assert {game.size for game in GAMES} == set(SIZES)
    assert {game.way for game in GAMES} == set(WAYS)
    assert {(game.edition, game.way) for game in GAMES} >= {(edition, way) for edition in EDITIONS for way in WAYS}
