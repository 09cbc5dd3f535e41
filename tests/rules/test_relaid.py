"""A legal order for tiles laid in a wrong one: found exactly when there is one."""

from itertools import permutations
from random import Random

import pytest

from tilerummy import editions
from tilerummy.rules.melds.readings import Meld, readings, relaid
from tilerummy.rules.notation import format_meld, parse_meld
from tilerummy.rules.tiles import NUMBERED


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("b5 b4 b3", "b3 b4 b5"),
        ("b4 b6 b5", "b4 b5 b6"),
        ("b6 b3 J b4", "b3 b4 J b6"),
        ("b5 b4 J", "b4 b5 J"),
        ("k7 r7 r7 k7 M", "k7 r7 M r7 k7"),
        ("M r2 r2 r3 r3", "r2 r3 M r3 r2"),
        ("y2 C y3 r5 C", "y2 y3 C r5 C"),
        ("C C r8 r8 b6 b6 M", "b6 C r8 M r8 C b6"),
        ("run: b8 b7 J", "run: b7 b8 J"),
        ("b3 b4 J=b2", "J=b2 b3 b4"),
        ("b5 b5 b4", None),
        ("group: b5 b4 b3", None),
        ("k7 r7 M", None),
        ("b4 b5 b6", None),
        ("k7 r7 M k7 r7", None),
        ("b8", None),
    ],
)
def test_orders(text: str, order: str | None) -> None:
    found = relaid(parse_meld(text), editions.load("twist"))
    assert (None if found is None else format_meld(found)) == order


@pytest.mark.parametrize("name", ["original", "twist", "twist-international"])
def test_an_order_is_found_whenever_there_is_one(name: str) -> None:
    edition = editions.load(name)
    random = Random(11)
    near = [tile for tile in NUMBERED if tile[0] in "kr" and (int(tile[1:]) < 5 or int(tile[1:]) > 11)]
    jokers = [joker for joker in "JDCM" if edition.tiles.jokers[joker]]
    for _ in range(400):
        tiles = tuple(random.sample(near * 2 + jokers * 4, random.randint(3, 5)))
        if readings(Meld(tiles), edition):
            continue
        found = relaid(Meld(tiles), edition)
        possible = any(readings(Meld(order), edition) for order in set(permutations(tiles)))
        assert (found is not None) == possible, tiles
        if found is not None:
            assert sorted(found.tiles) == sorted(tiles)
            assert readings(found, edition)
