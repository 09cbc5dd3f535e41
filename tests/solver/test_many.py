"""More than one answer: the k best plays, what can be laid, ways to go out; against trying everything."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from tests.oracle.asked import told
from tests.oracle.solver_positions import random_position
from tests.oracle.tables import plays
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.judge.judge import Legal, judge
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.notation import format_meld, parse_meld, parse_position
from tilerummy.rules.position import Position, PositionError, from_layout
from tilerummy.rules.position import position as new_position
from tilerummy.rules.tiles import in_order, is_joker
from tilerummy.solver.k_best import best_plays, placeable, ways_out
from tilerummy.solver.objectives import cost
from tilerummy.solver.query import Budget, Query
from tilerummy.solver.solve import answer

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
    positions: list[Position] = []
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


def test_jokers_without_points_are_a_play_too() -> None:
    edition = change(editions.load("sabra"), {"jokers.penalty": 0})
    position = from_layout(parse_position("y9 k9 r9 b9, b5 b6 b7, b5 b6 b7 b8 | r7 J J"), edition)
    plays = list(best_plays(position, 20, "value"))
    assert [(found.status, found.played) for found in plays] == [
        ("optimal", ("r7", "J")),
        ("optimal", ("r7", "J", "J")),
        ("optimal", ("J",)),
        ("optimal", ("J", "J")),
    ]


def test_a_budget_leaves_no_doubt_unsaid() -> None:
    """What is called optimal is the next best play, whatever the budget was."""
    for position in small_positions("xp-160", 6):
        whole = [found.tiles for found in best_plays(position, 1000)]
        for nodes in (0, 3, 8, 15, 30, 60):
            for place, found in enumerate(best_plays(position, 1000, "tiles", Budget(nodes=nodes))):
                assert found.bound >= found.tiles
                assert found.status == "feasible" or found.tiles == whole[place]


def test_plays_share_the_time_they_are_given() -> None:
    clock = iter(range(0, 10**12, 1000)).__next__
    position = small_positions("xp-160", 1)[0]
    whole = [found.tiles for found in best_plays(position, 1000)]
    for nanoseconds in (1, 10_000, 100_000):
        shared = Budget(nanoseconds=nanoseconds, clock=clock)
        for place, found in enumerate(best_plays(position, 1000, "tiles", shared, together=True)):
            assert found.status == "feasible" or found.tiles == whole[place]
    assert [found.tiles for found in best_plays(position, 1000, "tiles", Budget(), together=True)] == whole


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


@pytest.mark.parametrize("name", ["original", "xp-160", "twist", "twist-international"])
def test_ways_out_are_all_tables_that_can_be_laid(name: str) -> None:
    random, edition = Random(name), editions.load(name)
    for _ in range(12):
        position = _small_way_out(edition, random)
        laid = {_kinds(tuple(map(parse_meld, play.table)), edition) for play in plays(told(position), whole=True)}
        assert {_kinds(play.table, edition) for play in ways_out(position, 2000)} == laid, position


def _small_way_out(edition: Edition, random: Random) -> Position:
    """One or two melds on the table and one on the rack, at most three jokers among them."""
    while True:
        melds = [_some_meld(edition, random) for _ in range(random.choice((2, 2, 3)))]
        tiles = [tile for meld in melds for tile in meld.tiles]
        if sum(map(is_joker, tiles)) > 3 or len(tiles) > 11:
            continue
        try:
            return new_position(edition=edition, table=melds[1:], rack=melds[0].tiles, opened=True, pool=9)
        except PositionError:
            continue


def _some_meld(edition: Edition, random: Random) -> Meld:
    while True:
        number, colour = random.randint(5, 7), random.choice("kr")
        run = [f"{colour}{number + step}" for step in range(random.choice((3, 4)))]
        group = [f"{each}{number}" for each in random.sample("krby", 3)]
        tiles = random.choice((run, group, [*run[:2], "M", *run[1::-1]]))
        if random.random() < 0.5:
            tiles[random.randrange(len(tiles))] = random.choice([each for each in "JDC" if edition.tiles.jokers[each]])
        if readings(Meld(tuple(tiles)), edition):
            return Meld(tuple(tiles))


def _kinds(table: tuple[Meld, ...], edition: Edition) -> tuple[object, ...]:
    """The melds by their tiles and, in runs of more than one numbered tile, by what these stand for."""
    melds = []
    for meld in table:
        reading = readings(meld, edition)[0]
        one = len({tile[1:] for tile in meld.tiles if not is_joker(tile)}) == 1
        melds.append((sorted(meld.tiles), [] if one else sorted(map(str, reading.stands))))
    return tuple(map(str, sorted(melds)))


def test_ways_out_where_melds_share_their_lowest_tile(at: At) -> None:
    assert len(list(ways_out(at("y8 y9 y10, y7 J y9 | k10 r10 y10"), 50))) == 3


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


def test_no_part_is_searched_once_the_shared_time_is_over() -> None:
    looks: list[int] = []

    def clock() -> int:
        """Every look takes a second."""
        looks.append(len(looks))
        return len(looks) * 10**9

    layout = parse_position("| b1 b2 b3 b4 b5 r1 r2 r3 r4 r5 k1 k2 k3 k4 k5 y1 y2 y3 | opened")
    position = from_layout(layout, editions.load("original"))
    found = list(best_plays(position, 20, "value", Budget(nanoseconds=5 * 10**9, clock=clock), together=True))
    assert found
    assert len(looks) < 20
