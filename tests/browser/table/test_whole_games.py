"""Whole games through the real page: every rulebook and every size, by tap, by drag, by keyboard and by command, in a
browser of another language each, of which one runs from right to left.

A sample of what `python -m tests.browser.matrix` and `speaking` play.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.games import Game, play
from tests.browser.robot.hands import WAYS
from tests.browser.robot.visitor import SIZES
from tilerummy.bots.levels import LEVELS
from tilerummy.editions import load, names

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAMES = [
    Game("original", "small", "tap", 4, "champion", "pl"),
    Game("twist", "narrow", "commands", 3, "expert", "pt-BR"),
    Game("xp-160", "tablet", "drag", 5, lang="es"),
    Game("suomi", "phone", "drag", 4, "casual", "he"),
    Game("sabra", "laptop", "tap", 4, "gentle", "he"),
    Game("belgian-tournament", "landscape", "keys", 3, "keen", "it"),
    Game("duel", "desktop", "commands", 2, "master", "hu"),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_whole_game(game: Game, chromium: Browser, server: str, artefacts: Path) -> None:
    play(game, chromium, server, artefacts / "games" / str(game), worker=game.size == "phone")


def test_the_sample_covers_everything() -> None:
    """Every size, level and way to act is there, and every edition but those that differ from one of these in the
    number of tiles or in one word. The levels below gentle are gentle with other numbers, and a challenger is a
    champion or a master."""
    alike = {name for name in names() if load(name).base and name not in ("duel", "xp-160")}
    assert {game.edition for game in GAMES} == set(names()) - alike
    assert {game.size for game in GAMES} == set(SIZES)
    assert {game.level for game in GAMES} == set(LEVELS) - {"dreamy", "easy", "challenger"}
    assert {game.way for game in GAMES} == set(WAYS)
