"""The melds of given tiles, against those that the bookkeeper's book knows."""

from collections import Counter
from random import Random

import pytest

from tests.bookkeeper.books.every import every_meld
from tests.bookkeeper.books.notation import laid
from tests.oracle.asked import book
from tests.oracle.houses import HOUSES
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.tiles import JOKERS, NUMBER_OF, NUMBERED, Tile, in_order
from tilerummy.solver.every_meld import melds_of


@pytest.mark.parametrize("tiles", ["k13 J D M", "r13 r13 J J M", "r13 r13 J J D M"])
def test_a_mirror_run_that_is_a_group_in_another_order(tiles: str) -> None:
    """Around the middle it falls, for there is nothing above 13; with its sides turned round it is a group alone."""
    hand = in_order(tiles.split())
    assert hand in _found(editions.load("twist"), hand)


@pytest.mark.parametrize(
    "name", ["original", "twist", "twist-international", "twist-sides", "twist-past-one", "suomi-past-one"]
)
def test_every_set_of_tiles_that_is_a_meld(name: str) -> None:
    edition, random = HOUSES[name]() if name in HOUSES else editions.load(name), Random(name)
    for _ in range(40):
        hand = _hand(edition, random)
        assert _found(edition, hand) == _laid(edition, hand), hand


def _hand(edition: Edition, random: Random) -> tuple[Tile, ...]:
    """Tiles of two colours near each other, often at an end, and most of the jokers."""
    low, colours = random.choice((1, 12, random.randint(2, 11))), random.sample("kybr", 2)
    near = [tile for tile in NUMBERED if tile[0] in colours and (NUMBER_OF[tile] - low) % 13 < 3]
    jokers = [joker for joker in JOKERS for _ in range(edition.tiles.jokers[joker])]
    return in_order((*random.choices(near, k=5), *random.sample(jokers, min(len(jokers), 4))))


def _found(edition: Edition, hand: tuple[Tile, ...]) -> set[tuple[Tile, ...]]:
    return {in_order(meld.tiles) for meld in melds_of(edition, hand)}


def _laid(edition: Edition, hand: tuple[Tile, ...]) -> set[tuple[Tile, ...]]:
    return {in_order(laid(meld).tiles) for meld in every_meld(Counter(hand), book(edition), whole=True)}
