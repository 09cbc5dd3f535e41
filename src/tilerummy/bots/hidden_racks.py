"""Hidden racks: what the others may hold, drawn at random from the tiles that a view does not show."""

from collections import Counter

from tilerummy.bots.rng import Stream, shuffle_end
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.views import View
from tilerummy.rules.judge.table_diff import tiles_on
from tilerummy.rules.tiles import Tile, in_order

Racks = dict[int, tuple[Tile, ...]]
"""Racks by seat."""


def unseen(view: View) -> tuple[Tile, ...]:
    """The tiles of the box that lie neither on the table nor on the viewer's rack, in canonical order."""
    left = Counter(all_tiles(view.edition))
    left.subtract(tiles_on(view.table))
    left.subtract(Counter(view.rack))
    return in_order((+left).elements())


def others(view: View) -> list[int]:
    """The other seats in the game, in the order in which they move after the viewer."""
    own, count = view.viewer or 0, len(view.seats)
    following = [(own + step) % count for step in range(1, count)]
    return [seat for seat in following if not view.seats[seat].resigned]


def dealt_again(view: View, tiles: tuple[Tile, ...], stream: Stream) -> Racks:
    """One way in which the unseen `tiles` may lie on the others' racks. With an empty pool and one other seat it is
    the only one."""
    left = list(tiles)
    racks: Racks = {}
    for seat in others(view):
        racks[seat] = in_order(_taken(left, view.seats[seat].tiles, stream))
    return racks


def _taken(left: list[Tile], count: int, stream: Stream) -> list[Tile]:
    """So many of the tiles, at random; they are gone from `left`."""
    if count >= len(left):
        taken, left[:] = left[:], []
        return taken
    shuffle_end(left, count, stream)
    taken = left[len(left) - count :]
    del left[len(left) - count :]
    return taken
