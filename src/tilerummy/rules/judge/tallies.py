"""Tiles counted in one number, some bits for each kind, so that the tiles of many melds are added up and compared at
once."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, reader
from tilerummy.rules.tiles import RANK_OF, Tile

_BITS: Final = 16
"""More than any message has tiles of a kind, and one bit above."""

ONE: Final[dict[Tile, int]] = {tile: 1 << _BITS * rank for tile, rank in RANK_OF.items()}
"""One tile of a kind."""
ALL: Final[dict[Tile, int]] = {tile: one * ((1 << _BITS - 1) - 1) for tile, one in ONE.items()}
"""The bits that count a kind."""
GUARDS: Final = sum(one << _BITS - 1 for one in ONE.values())
"""A bit above the count of each kind: of `GUARDS + more - fewer` those stay of which there are no fewer."""


@lru_cache(maxsize=1 << 14)
def tally(tiles: tuple[Tile, ...]) -> int:
    """How many tiles of each kind there are; KeyError for what is no tile."""
    return sum([ONE[tile] for tile in tiles])


@lru_cache(maxsize=64)
def tally_of_legal(edition: Edition) -> Callable[[Meld], int]:
    """What gives the tally of a meld that is legal as laid under the edition, and 0 for one that is not."""
    read = reader(edition)

    @lru_cache(maxsize=1 << 13)
    def of_legal(meld: Meld) -> int:
        return tally(meld.tiles) if read(meld) else 0

    return of_legal
