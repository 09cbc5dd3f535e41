"""The searches lay as many tiles as the shortest form of their definition says."""

from random import Random

import pytest

from tests.oracle.definition import most_tiles
from tilerummy.editions import load
from tilerummy.rules.notation import parse_meld, parse_tiles
from tilerummy.rules.position import position
from tilerummy.rules.tiles import COLOURS
from tilerummy.solver.solve import solve

ORIGINAL = load("original")
TABLES = (
    "b4 b5 b6, y8 r8 k8",
    "k1 k2 k3 k4 k5, r3 b3 y3",
    "r10 J r12, b12 y12 k12",
    "y5 y6 y7 y8, k7 r7 b7, b7 b8 b9",
)


@pytest.mark.parametrize("table", TABLES)
def test_no_play_lays_more_and_none_is_missed(table: str) -> None:
    stream = Random(table)
    melds = tuple(map(parse_meld, table.split(", ")))
    lying = [tile for meld in melds for tile in meld.tiles]
    for _ in range(12):
        rack = [f"{stream.choice(COLOURS)}{stream.randint(1, 13)}" for _ in range(5)]
        if stream.random() < 0.4 and lying.count("J") < 2:
            rack.append("J")
        if any((*lying, *rack).count(tile) > 2 for tile in rack):
            continue
        asked = position(edition=ORIGINAL, table=melds, rack=parse_tiles(" ".join(rack)), opened=True, pool=20)
        assert solve(asked, "tiles").tiles == most_tiles(lying, rack), rack
