"""The plays that the upper levels choose among, each asked of the solver."""

from typing import Final

from tilerummy.rules.moves import Draw, Move, Pass
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import NUMBER_OF, Tile
from tilerummy.solver.query import Answer, Budget, Query
from tilerummy.solver.solve import answer

BUDGET: Final = Budget(nodes=30_000)
"""More than nearly every position of a real game asks for; a bound on the time of one move."""


def most_tiles(position: Position) -> Answer:
    """The play that lays the most tiles this turn, with the fewest jokers, then the most points."""
    return answer(Query(position, "tiles"), BUDGET)


def most_value(position: Position) -> Answer:
    """The play that takes the most penalty points off the rack."""
    return answer(Query(position, "value"), BUDGET)


def jokers_kept(position: Position) -> Answer:
    """The play of most tiles without a joker, but the whole rack where it can go out, jokers and all."""
    plain = tuple(filter(NUMBER_OF.__contains__, position.rack))
    if len(plain) == len(position.rack):
        return most_tiles(position)
    out = whole_rack(position)
    return out if out.play is not None else answer(Query(position, "tiles", (), plain), BUDGET)


def whole_rack(position: Position) -> Answer:
    """The play that lays the whole rack."""
    return answer(Query(position, "out"), BUDGET)


def no_play(position: Position) -> Move:
    """A draw, or a pass when nothing is left to draw."""
    return Draw() if position.pool else Pass()


def smallest_opening(position: Position) -> Answer:
    """A first play without a joker of which no tile can be left out."""
    found = jokers_kept(position)
    for tile in found.played:
        fewer = _without(found.played, tile)
        smaller = answer(Query(position, "tiles", (), fewer), BUDGET) if fewer else found
        found = smaller if smaller.play is not None else found
    return found


def _without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The tiles less one, none where it is not there."""
    if tile not in tiles:
        return ()
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]
