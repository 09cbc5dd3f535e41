"""Each word of a ranking beside a count written apart, in stages full of ties; and by hand where it is new."""

import random
from fractions import Fraction
from typing import Any, get_args

import msgspec
import pytest

from tests.tournament.formats import recount
from tests.tournament.running import Event
from tilerummy.tournament.commands import Begin
from tilerummy.tournament.format.format import Format, RankingKey, Stage
from tilerummy.tournament.format.reader import CLOSING
from tilerummy.tournament.results.counts import Game, Total
from tilerummy.tournament.results.ranking import lines
from tilerummy.tournament.results.standings import standing

OPEN = [key for key in get_args(RankingKey) if key not in CLOSING]


def stage(*ranking: str) -> Stage:
    said = {"id": "s", "rounds": 3, "games": 2, "seating": ["random"], "ranking": ranking}
    return msgspec.convert({**said, "counting": {"small_tables": "raw"}}, Stage)


@pytest.mark.parametrize("closing", CLOSING)
@pytest.mark.parametrize("key", OPEN)
def test_a_key_puts_people_where_a_count_apart_puts_them(key: str, closing: str) -> None:
    """The count is that of `recount`, which knows nothing of how standings are made."""
    chance = random.Random(key)
    decided = 0
    for seed in range(6):
        kind = Format(id="ties", name="Ties", stages=(stage(*dict.fromkeys((key, "games-won", closing))),))
        event = Event(kind, chance.randint(9, 14), seed)
        event.do(Begin)
        # few different points, so that many people have as many
        for _ in range(3):
            event.play_round(lambda players, _: _few(players, chance))
        assert recount.disagreements(event.state) == []
        decided += sum(line.decided == key for line in lines(event.state))
    assert decided


def _few(players: Any, chance: random.Random) -> list[int]:
    """Everybody but the winner loses five."""
    winner = chance.randrange(len(players))
    return [5 * (len(players) - 1) if at == winner else -5 for at in range(len(players))]


def test_the_points_of_opponents_are_a_mean_over_all_whom_one_met() -> None:
    games = [
        Game(1, 1, 1, {1: 30, 5: -10, 6: -20}),
        Game(1, 2, 1, {2: 30, 7: -30}),
        Game(2, 1, 1, {5: 40, 7: -40}),
    ]
    points = {1: 30, 2: 30, 5: 30, 6: -20, 7: -70, 8: 30}
    totals = {player: Total(points=Fraction(value)) for player, value in points.items()}
    ranked = standing(stage("points", "opponents-points", "lot"), totals, games, 1)
    # 1 met 5 and 6: 5; 8 met nobody: 0; 5 met 1, 6, 7: -20; 2 met 7: -70
    assert [line.player for line in ranked][:4] == [1, 8, 5, 2]
    assert [line.decided for line in ranked][1:4] == ["opponents-points"] * 3


def test_lots_are_the_events_own() -> None:
    drawn = {
        tuple(line.player for line in standing(stage("lot"), dict.fromkeys(range(1, 7), Total()), [], seed))
        for seed in range(20)
    }
    assert len(drawn) > 10
