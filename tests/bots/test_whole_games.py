"""Whole games of computer players: every move is legal, no tile is ever lost, and the points sum to nothing."""

from collections import Counter
from itertools import chain

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.bots.whole_games import Game, whole_game
from tilerummy.editions import load, names
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.events import Ended
from tilerummy.rules.game.record import dumps, loads, rejudge
from tilerummy.rules.melds.readings import readings

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 10_000)


def check(game: Game) -> None:
    box = Counter(all_tiles(game.edition))
    for state in game.states[1:]:
        on_table = Counter(chain.from_iterable(meld.tiles for meld in state.table))
        assert on_table + Counter(chain(state.pool, *state.racks)) == box
        assert all(readings(meld, game.edition) for meld in state.table)
    result = game.end.over
    assert result is not None
    assert sum(result.scores) == 0
    assert all(result.scores[seat] >= 0 for seat in result.winners)
    assert isinstance(game.events[-1], Ended)


@pytest.mark.parametrize("edition", names())
@settings(max_examples=3, phases=[Phase.generate])
@given(seed=SEEDS)
def test_computer_players_play_whole_games_of_every_edition(edition: str, seed: int) -> None:
    rules = load(edition)
    seats = rules.players.least + seed % (rules.players.most - rules.players.least + 1)
    check(whole_game(rules, seed, seats))


@pytest.mark.parametrize("level", ["gentle", "steady"])
@pytest.mark.parametrize("edition", ["original", "twist", "suomi"])
def test_each_quick_level_plays_against_itself(level: str, edition: str) -> None:
    rules = load(edition)
    check(whole_game(rules, 1, rules.players.least, [level]))


@pytest.mark.parametrize("edition", names())
def test_the_upper_levels_meet_in_every_edition(edition: str) -> None:
    rules = load(edition)
    check(whole_game(rules, 2, rules.players.most, ["champion", "master", "expert"]))
    check(whole_game(rules, 3, rules.players.least, ["champion", "master"]))


@pytest.mark.parametrize("edition", names())
@settings(max_examples=2, phases=[Phase.generate])
@given(seed=SEEDS)
def test_games_with_time_outs_hold_together_and_are_judged_alike_again(edition: str, seed: int) -> None:
    rules = load(edition)
    game = whole_game(rules, seed, rules.players.most, hasty=True)
    check(game)
    assert loads(dumps(game.record)) == game.record
    assert rejudge(game.record) == ()


def test_a_player_is_a_function_of_what_it_sees_and_its_stream() -> None:
    rules = load("twist")
    assert whole_game(rules, 7, 3) == whole_game(rules, 7, 3)


def test_the_steady_level_is_the_stronger_one() -> None:
    rules = load("original")
    points = [whole_game(rules, seed, 2).end.over for seed in range(8)]
    assert sum(result.scores[0] for result in points if result is not None) > 0
