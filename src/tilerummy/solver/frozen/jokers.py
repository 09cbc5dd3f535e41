"""Melds of one joker and numbered tiles, for jokers whose place is restricted.

Only melds that do not fall apart into a smaller one and a meld without joker are needed.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tilerummy.rules.melds.cells import face
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.tiles import COLOURS, NUMBERS, Tile

SHAPES = ((0, 2), (1, 1), (2, 0), (0, 3), (1, 2), (2, 1), (3, 0), (0, 4), (1, 3), (2, 2), (3, 1), (4, 0))
"""Tiles before and after the joker of a run."""


def joker_melds(here: Counter[Tile], last: int) -> Iterator[Meld]:
    """Every such meld of the tiles `here`, shorter runs first, then groups; runs end at place `last` at the latest."""
    for before, behind in SHAPES:
        for colour in COLOURS:
            for number in range(1 + before, last + 1 - behind):
                low = [f"{colour}{face(number - step)}" for step in range(before, 0, -1)]
                high = [f"{colour}{face(number + step)}" for step in range(1, behind + 1)]
                if all(here[tile] for tile in (*low, *high)):
                    yield Meld((*low, "J", *high))
    for size in (2, 3):
        for number in NUMBERS:
            own = [tile for colour in COLOURS if here[tile := f"{colour}{number}"]]
            yield from (Meld((*tiles, "J")) for tiles in combinations(own, size))
