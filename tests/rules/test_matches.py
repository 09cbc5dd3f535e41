"""Rounds and matches: the score tables of the rulebooks to the cell, winners and tie-breaks (docs/rules.md 3.5, 1F)."""

import pytest

from tilerummy.editions import load, names
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.matches import (
    GameScore,
    game_score,
    games_per_round,
    match_winners,
    standings,
    totals,
)

GAMES = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47), (-10, -25, 41, -6)]
A, B, C, D = range(4)


def after(count: int) -> list[GameScore]:
    return [game_score(points) for points in GAMES[:count]]


@pytest.mark.parametrize("edition", ["twist", "twist-international"])
def test_twist_one_round_of_four_games(edition: str) -> None:
    rules, games = load(edition), after(4)
    assert totals(games) == (-24, -54, 45, 33)
    assert {line.player: line.won for line in standings(rules, games)} == {A: 1, B: 0, C: 2, D: 1}
    assert match_winners(rules, games) == (C,)
    assert [line.player for line in standings(rules, games)] == [C, D, A, B]


@pytest.mark.parametrize("edition", ["original", "suomi"])
def test_original_and_suomi_three_games(edition: str) -> None:
    games = after(3)
    assert totals(games) == (-14, -29, 4, 39)
    assert match_winners(load(edition), games) == (D,)


def test_sabra_two_games() -> None:
    games = after(2)
    assert totals(games) == (18, -16, 6, -8)
    assert match_winners(load("sabra"), games) == (A,)


def test_most_games_beat_most_points_in_twist_alone() -> None:
    games = [game_score(points) for points in [(5, -5), (5, -5), (-90, 90)]]
    assert match_winners(load("twist"), games) == (0,)
    assert match_winners(load("original"), games) == (1,)


def test_equal_games_are_decided_by_points_in_twist() -> None:
    games = [game_score(points) for points in [(5, -5), (-9, 9)]]
    assert match_winners(load("twist"), games) == (1,)


def test_equal_points_are_decided_by_games_won_and_then_shared() -> None:
    games = [game_score(points) for points in [(10, -5, -5), (-5, 10, -5), (-2, 5, -3), (-1, -8, 9)]]
    assert totals(games) == (2, 2, -4)
    assert match_winners(load("original"), games) == (1,)
    assert match_winners(load("original"), games[:2]) == (0, 1)
    assert [line.place for line in standings(load("original"), games[:2])] == [1, 1, 3]


def test_the_belgian_tournament_decides_by_the_number_drawn_last() -> None:
    games = [game_score(points) for points in [(10, -5, -5), (-5, 10, -5)]]
    rules = load("belgian-tournament")
    assert match_winners(rules, games, (7, 3, 5)) == (1,)
    assert match_winners(rules, games) == (0, 1)


def test_the_best_game_can_decide() -> None:
    rules = change(load("original"), {"match.tie_breaks": ["best-game"]})
    games = [game_score(points) for points in [(30, -15, -15), (-30, 15, 15), (0, -15, 15), (0, 15, -15)]]
    assert match_winners(rules, games) == (0,)


def test_the_points_of_a_game_must_sum_to_nothing() -> None:
    with pytest.raises(ValueError, match="sum to 0"):
        game_score((24, -5, -16, -4))


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_per_round(edition: str, players: int) -> None:
    expected = {"twist": players, "twist-international": players, "belgian-tournament": 3}.get(edition)
    assert games_per_round(load(edition), players) == expected
