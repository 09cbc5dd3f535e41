"""More than one answer: the k best plays, what can be laid, ways to go out; against trying everything."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from tests.oracle.solver_positions import random_position
from tilerummy import editions
from tilerummy.rules.judge import Legal, judge
from tilerummy.rules.notation import format_meld
from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import in_order
from tilerummy.solver.many import best_plays, placeable, ways_out
from tilerummy.solver.query import Query
from tilerummy.solver.solve import answer
from tilerummy.solver.worth import cost

At = Callable[..., Position]


def every_play(position: Position) -> set[tuple[str, ...]]:
    """All sets of rack tiles that some legal play lays."""
    rack = position.rack
    found = set()
    for size in range(1, len(rack) + 1):
        for chosen in set(combinations(rack, size)):
            if answer(Query(position, least=chosen, most=chosen)).play is not None:
                found.add(chosen)
    return found


def small_positions(name: str, count: int) -> list[Position]:
    edition, random = editions.load(name), Random(30)
    positions = []
    while len(positions) < count:
        position = random_position(edition, random)
        if 3 <= len(position.rack) <= 8 and position.table:
            positions.append(position)
    return positions


@pytest.mark.parametrize("name", ["original", "sabra", "xp-160"])
def test_best_plays_are_all_plays_in_order(name: str) -> None:
    for position in small_positions(name, 8):
        given = list(best_plays(position, 1000))
        played = [found.played for found in given]
        assert len(set(played)) == len(played)
        assert set(played) == every_play(position)
        costs = [cost(position, "tiles", _left(position, tiles)) for tiles in played]
        assert costs == sorted(costs)


@pytest.mark.parametrize("name", ["original", "belgian-tournament", "xp-160"])
def test_placeable_is_the_union_of_all_plays(name: str) -> None:
    for position in small_positions(name, 8):
        most: Counter[str] = Counter()
        for tiles in every_play(position):
            most |= Counter(tiles)
        assert placeable(position) == in_order(most.elements())


def test_best_plays_by_hand(at: At) -> None:
    plays = best_plays(at("b4 b5 b6, y8 r8 k8 | b3 b8 k1"), 10)
    assert [found.played for found in plays] == [("b3", "b8"), ("b8",), ("b3",)]


def test_ways_out(at: At) -> None:
    position = at("b4 b5 b6, y8 r8 k8 | b3 b8 b7")
    tables = {frozenset(format_meld(meld) for meld in play.table) for play in ways_out(position, 50)}
    assert tables == {
        frozenset({"y8 r8 k8", "b3 b4 b5 b6 b7 b8"}),
        frozenset({"k8 r8 b8 y8", "b3 b4 b5 b6 b7"}),
        frozenset({"k8 r8 y8", "b3 b4 b5", "b6 b7 b8"}),
    }
    for play in ways_out(position, 50):
        verdict = judge(position, play)
        assert isinstance(verdict, Legal)
        assert verdict.played == position.rack


def test_ways_out_stop_at_the_limit(at: At) -> None:
    position = at("b4 b5 b6, y8 r8 k8 | b3 b8 b7 J")
    assert len(list(ways_out(position, 3))) == 3
    assert list(ways_out(position, 0)) == []
    assert list(ways_out(at("b4 b5 b6 | b3 k1"), 5)) == []


def test_ways_out_on_the_opening_turn(at: At) -> None:
    plays = list(ways_out(at("k1 k2 k3 | b9 b10 b11 b12 b13 J | unopened"), 20))
    assert plays
    assert all(play.opening and play.table[0].tiles == ("k1", "k2", "k3") for play in plays)


def _left(position: Position, tiles: tuple[str, ...]) -> tuple[str, ...]:
    return in_order((Counter(position.rack) - Counter(tiles)).elements())
