"""Tables that come from putting one rack tile to a meld that lies there, or from dividing a run around it."""

from collections.abc import Iterator

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import Tile, is_joker

Table = tuple[Meld, ...]


def with_tile(table: Table, tile: Tile, edition: Edition) -> Iterator[Table]:
    """Every table that has the tile at an end of one of its melds."""
    for index, meld in enumerate(table):
        for extended in (_put(meld, tile, len(meld.tiles)), _put(meld, tile, 0)):
            if readings(extended, edition):
                yield (*table[:index], extended, *table[index + 1 :])
                break


def with_pair(table: Table, tile: Tile, edition: Edition) -> Iterator[Table]:
    """Every table that has two copies of the tile, one at each end of a mirrored meld."""
    for index, meld in enumerate(table):
        if "M" in meld.tiles:
            extended = _put(_put(meld, tile, 0), tile, len(meld.tiles) + 1)
            if readings(extended, edition):
                yield (*table[:index], extended, *table[index + 1 :])


def divided(table: Table, tile: Tile, edition: Edition) -> Iterator[Table]:
    """Every table on which a run that holds the same tile is divided in two, both with the tile."""
    for index, meld in enumerate(table):
        if tile in meld.tiles and not is_joker(tile):
            at = meld.tiles.index(tile)
            halves = Meld((*meld.tiles[:at], tile)), Meld(meld.tiles[at:])
            if all(readings(half, edition) for half in halves):
                yield (*table[:index], *halves, *table[index + 1 :])


def _put(meld: Meld, tile: Tile, at: int) -> Meld:
    """The meld with a tile put in before place `at`; what is stated about the others stays."""
    stands = None if meld.stands is None else (*meld.stands[:at], None, *meld.stands[at:])
    return Meld((*meld.tiles[:at], tile, *meld.tiles[at:]), meld.kind, stands)
