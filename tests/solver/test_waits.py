"""What a rack waits for, against trying every play after every draw."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from tests.bookkeeper.books.notation import tiles_of
from tests.oracle.asked import told
from tests.oracle.solver_positions import random_position
from tests.oracle.tables import plays
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.position import Position, position
from tilerummy.rules.tiles import KINDS, in_order
from tilerummy.solver.query import Budget
from tilerummy.solver.waits import unseen, waits

At = Callable[..., Position]


def laid_by_some_play(after: Position) -> set[str]:
    """The rack tiles that any legal play lays, by laying every table there is."""
    asked = told(after)
    return {tile for play in plays(asked) for tile in tiles_of(play.table) - tiles_of(asked.table)}


def by_hand(seen: Position) -> dict[str, tuple[str, ...]]:
    """The draws that each tile waits for which no play can lay without them."""
    later = replace(seen, pool=seen.pool - 1)
    ready = laid_by_some_play(later)
    after = {
        drawn: laid_by_some_play(replace(later, rack=in_order((*later.rack, drawn))))
        for drawn in KINDS
        if drawn in unseen(seen)
    }
    return {
        tile: tuple(drawn for drawn in after if tile in after[drawn])
        for tile in dict.fromkeys(seen.rack)
        if tile not in ready
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["original", "belgian-tournament", "sabra"])
def test_waits_are_what_every_play_after_every_draw_can_lay(name: str) -> None:
    random, edition = Random(f"waits {name}"), editions.load(name)
    for _ in range(6):
        seen = _small(edition, random)
        found = waits(seen)
        assert found.proved
        assert found.draws == by_hand(seen), seen


def _small(edition: Edition, random: Random) -> Position:
    """A table of at most nine tiles, with tiles on the rack that may wait, and no joker there."""
    while True:
        some = random_position(edition, random)
        tiles = sum(len(meld.tiles) for meld in some.table)
        rack = some.rack[:5]
        if 3 <= tiles <= 9 and len(rack) == 5 and "J" not in rack:
            return position(edition=edition, table=some.table, rack=rack, opened=True, pool=20)


def test_a_pair_waits_for_the_rest_of_its_melds(at: At) -> None:
    found = waits(at(" | r5 r6 k12"))
    assert found.draws == {"r5": ("r4", "r7", "J"), "r6": ("r4", "r7", "J"), "k12": ()}
    assert found.ready == ()
    assert (found.unseen["r4"], found.unseen["J"], found.unseen["r5"]) == (2, 2, 1)


def test_what_can_be_laid_already_waits_for_nothing(at: At) -> None:
    found = waits(at("b4 b5 b6 | b7 k1"))
    assert found.ready == ("b7",)
    assert found.draws == {"k1": ()}


def test_an_opening_waits_for_its_points(at: At) -> None:
    assert waits(at(" | y10 r10 | unopened")).draws["y10"] == ("k10", "b10", "J")
    assert waits(at(" | y9 r9 | unopened")).draws["y9"] == ()


def test_nothing_comes_from_an_empty_pool(at: At) -> None:
    assert waits(at(" | r5 r6 | opened | pool 0")).draws == {"r5": (), "r6": ()}


def test_what_the_budget_leaves_open_is_not_called_proved(at: At) -> None:
    assert not waits(at("b4 b5 b6, r1 r2 r3 | k5 k6 y9"), Budget(nodes=1)).proved
