"""The counts that stand beside published ones, against counts by hand and by the solver."""

from itertools import combinations, combinations_with_replacement
from typing import Final

import pytest

from benchmarks.games.levels import Ladder, Step
from benchmarks.literature.__main__ import RULES, melds, openings
from benchmarks.literature.hands import hands, winning
from tilerummy import editions
from tilerummy.ratings import START, ahead, model
from tilerummy.rules.tiles import COLOURS, Tile
from tilerummy.solver.arrange import arrange

LOW: Final[tuple[Tile, ...]] = tuple(f"{colour}{number}" for colour in COLOURS for number in range(1, 5))


def test_hands_that_can_be_laid_out_whole_are_those_that_the_solver_lays_out() -> None:
    rules = editions.load("original")
    found = [sum(arrange(rules, held) is not None for held in combinations(LOW, size)) for size in range(1, 7)]
    assert winning(4, 4, 1, 6)[1:] == found
    twice = [held for held in combinations_with_replacement(LOW, 4) if max(map(held.count, held)) < 3]
    assert hands(4, 4, 2, 4) == len(twice)
    assert winning(4, 4, 2, 4)[4] == sum(arrange(rules, held) is not None for held in twice)


def test_melds_are_as_many_as_others_count() -> None:
    assert melds(editions.load("original"), 0) == (185, 185)
    assert melds(editions.load("original"), 2) == (1173, 1648)


def test_a_third_of_all_racks_without_jokers_open_at_once() -> None:
    share, half = openings(editions.load(str(RULES)), 300)
    assert 0.2 < share - half < share + half < 0.5


def test_who_wins_the_share_that_a_distance_says_keeps_it() -> None:
    assert ahead(0.5, 2) == ahead(0.25, 4) == 0
    pytest.importorskip("openskill")
    rules, share = model(), 0.75
    strong, other = rules.rating(mu=START + ahead(share, 2), sigma=0.1), rules.rating(mu=START, sigma=0.1)
    win, loss = (rules.rate([[strong], [other]], ranks=ranks)[0][0].mu - strong.mu for ranks in ([0, 1], [1, 0]))
    assert win > 0
    assert share * win == pytest.approx(-(1 - share) * loss, rel=0.01)


def test_ratings_add_up_from_the_level_that_stands_where_an_unknown_player_does() -> None:
    steps = tuple(
        Step(level, 0.7, 0.1, 400, 5.0, 3.0)
        for level in ("easy", "gentle", "casual", "steady", "keen", "expert", "master", "challenger", "champion")
    )
    ratings = Ladder("original", 2, steps).ratings
    assert ratings["steady"] == (START, 0)
    assert ratings["champion"] == pytest.approx((START + 25, 45**0.5))
    assert ratings["dreamy"] == pytest.approx((START - 20, 6))
