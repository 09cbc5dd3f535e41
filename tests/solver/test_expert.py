"""The expert level: whole games through the real rules."""

import pytest

from tests.bots.whole_games import whole_game
from tilerummy import editions
from tilerummy.rules.game.events import Played


@pytest.mark.parametrize("name", ["original", "sabra", "xp-108", "suomi"])
def test_experts_play_whole_games(name: str) -> None:
    game = whole_game(editions.load(name), 7, 3, ["expert"])
    assert game.end.over is not None
    assert any(isinstance(event, Played) for event in game.events)
