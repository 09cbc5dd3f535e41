"""Points of a game: rack-empty, exhausted pool, resignation, and every kind of tie."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy.bots.whole_game import play_game
from tilerummy.editions import load, names
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.events import Ended
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import Record
from tilerummy.rules.game.scoring import game_sum, pool_exhausted, rack_empty, rack_value, resignation
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.tiles import KINDS


def racks(*texts: str) -> list[tuple[str, ...]]:
    return [parse_tiles(text) for text in texts]


@pytest.mark.parametrize("edition", names())
def test_a_joker_on_the_rack_costs_what_the_edition_says(edition: str) -> None:
    assert rack_value(load(edition), ("J", "k3")) == load(edition).jokers.penalty + 3


def test_any_joker_of_twist_costs_thirty() -> None:
    assert rack_value(load("twist"), ("J", "D", "C", "M")) == 120


def test_the_winner_gets_what_the_others_lose() -> None:
    scoring = rack_empty(load("original"), racks("k2 k3", "", "k13 J", "y7"))
    assert scoring.points == (-5, 55, -43, -7)
    assert scoring.values == (5, 0, 43, 7)
    assert scoring.winners == (1,)


@pytest.mark.parametrize("left", [("k1", "k2"), ("", "", "k1")])
def test_going_out_leaves_exactly_one_empty_rack(left: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="one rack"):
        rack_empty(load("original"), racks(*left))


def test_an_exhausted_pool_is_scored_by_differences() -> None:
    """docs/rules.md 3.6: A 12, B 30, C 7, D 21."""
    scoring = pool_exhausted(load("original"), racks("k12", "r13 r10 r7", "b7", "y13 y8"))
    assert scoring.values == (12, 30, 7, 21)
    assert scoring.points == (-5, -23, 42, -14)
    assert scoring.winners == (2,)


def test_equal_lowest_racks_are_decided_by_fewest_tiles() -> None:
    scoring = pool_exhausted(load("original"), racks("k4 k6", "r10", "b13 b7"))
    assert scoring.winners == (1,)
    assert scoring.points == (0, 10, -10)


def test_the_rest_of_a_shared_win_goes_one_by_one() -> None:
    """Three share 26, and the one of them that moves last gets one less."""
    tied = racks("k5", "b11", "r5", "y5", "J")
    assert pool_exhausted(load("xp-160"), tied, to_move=3).points == (9, -6, 8, 9, -20)


@pytest.mark.parametrize(("to_move", "points"), [(0, (3, 2, -5)), (1, (2, 3, -5)), (2, (3, 2, -5))])
def test_a_shared_win_is_split_and_the_odd_rest_goes_to_who_would_move_next(
    to_move: int, points: tuple[int, ...]
) -> None:
    scoring = pool_exhausted(load("original"), racks("k10", "r10", "b13 b2"), to_move)
    assert scoring.winners == (0, 1)
    assert scoring.points == points


@pytest.mark.parametrize("left", [("k10", "r10"), ("k10", "r4 r6"), ("J", "b13 b12 b5")])
def test_no_difference_is_a_drawn_game(left: tuple[str, ...]) -> None:
    scoring = pool_exhausted(load("original"), racks(*left))
    assert scoring.winners == ()
    assert set(scoring.points) == {0}


def test_house_rules_may_share_at_once_or_charge_whole_racks() -> None:
    shared = change(load("original"), {"end.tie": "shared"})
    assert pool_exhausted(shared, racks("k4 k6", "r10", "b13 b7")).points == (5, 5, -10)
    full = change(load("original"), {"end.exhausted": "full-rack"})
    assert pool_exhausted(full, racks("k12", "b7")).points == (-12, 12)


def test_by_the_letter_of_one_book_the_winner_gets_the_own_rack() -> None:
    """docs/rules.md 4.5, with the racks of 3.6: the points do not sum to zero."""
    literal = change(load("original"), {"end.exhausted": "winner-result"})
    assert game_sum(literal, (2,)) is None
    assert pool_exhausted(literal, racks("k12", "r13 r10 r7", "b7", "y13 y8")).points == (-5, -23, 7, -14)
    # equals share the win, not the points: each has their own rack
    assert pool_exhausted(literal, racks("k10", "r10", "b13")).points == (10, 10, -3)
    assert pool_exhausted(literal, racks("k10", "r10")).points == (0, 0)
    assert rack_empty(literal, racks("", "k5")).points == (5, -5)
    assert all(game_sum(load(edition), (0,)) == 0 for edition in names())


def test_a_club_may_cap_the_losses_and_give_the_winner_a_bonus() -> None:
    """As a public league counts: the winner gets what the others pay, and the bonus, to which every row sums."""
    club = change(load("original"), {"end.loss_cap": 25, "end.winner_bonus": 50})
    assert rack_empty(club, racks("", "k13 k12 r1", "k5 k10", "b10")).points == (100, -25, -15, -10)
    assert resignation(club, racks("J", "k13 r13", "b3"), 2).points == (-25, -25, 100)
    assert pool_exhausted(club, racks("k1", "J r2", "b13")).points == (50 + 25 + 12, -25, -12)
    shared = pool_exhausted(club, racks("k1", "r1", "b1", "b13 b2"), 2)
    assert shared.points == (21, 21, 22, -14)
    assert game_sum(club, shared.winners) == sum(shared.points) == 50
    drawn = pool_exhausted(club, racks("k1", "r1"))
    assert game_sum(club, drawn.winners) == sum(drawn.points) == 0


def test_a_cap_is_one_for_racks() -> None:
    """What is charged in place of a rack stays what it is."""
    club = change(load("duel"), {"end.loss_cap": 25})
    assert rack_empty(club, racks("", "J"), {1: 200}).points == (200, -200)
    assert rack_empty(club, racks("", "J")).points == (25, -25)


def test_a_bonus_comes_on_top_of_the_own_rack() -> None:
    literal = change(load("original"), {"end.exhausted": "winner-result", "end.winner_bonus": 5})
    assert pool_exhausted(literal, racks("k12", "b7")).points == (-5, 12)
    assert pool_exhausted(literal, racks("k10", "r10", "b13"), 1).points == (12, 13, -3)


def test_a_game_counted_by_the_letter_is_proved_like_any_other() -> None:
    rules = change(load("original"), {"end.exhausted": "winner-result", "opening.amount": 300})
    record = play_game(rules, ["gentle"] * 4, random.Random(1))
    last = record.events[-1]
    assert isinstance(last, Ended)
    assert sum(last.result.scores) != 0
    assert [check.point for check in checks(record) if not check.holds] == []
    zero = msgspec.structs.replace(last, result=msgspec.structs.replace(last.result, scores=(0, 0, 0, 1)))
    unsound = Record(record.players, (*record.events[:-1], zero))
    assert "judged" in [check.point for check in checks(unsound) if not check.holds]


def test_a_resigned_seat_cannot_win_and_does_not_gain() -> None:
    scoring = pool_exhausted(load("original"), racks("k2", "r10", "b13"), 0, (True, False, False))
    assert scoring.winners == (1,)
    assert scoring.points == (0, 3, -3)


def test_the_last_one_left_is_scored_as_if_he_had_gone_out() -> None:
    scoring = resignation(load("sabra"), racks("k2 J", "r10 r9", "b13"), 1)
    assert scoring.points == (-27, 40, -13)


RACK = st.lists(st.sampled_from(KINDS), min_size=1, max_size=20)


@given(st.lists(RACK, min_size=2, max_size=6), st.integers(0, 5), st.sampled_from(names()))
def test_every_scoring_sums_to_nothing(held: list[list[str]], to_move: int, edition: str) -> None:
    rules = load(edition)
    exhausted = pool_exhausted(rules, held, to_move)
    assert sum(exhausted.points) == 0
    assert all(exhausted.points[seat] >= 0 for seat in exhausted.winners)
    assert all(points <= 0 for seat, points in enumerate(exhausted.points) if seat not in exhausted.winners)
    assert sum(rack_empty(rules, [[], *held]).points) == 0
    assert sum(resignation(rules, held, 0).points) == 0
