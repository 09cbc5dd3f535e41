"""Objective functions: what a play is worth, and the order of plays by it."""

from itertools import repeat

from tilerummy.rules.position import Position
from tilerummy.rules.tiles import NUMBER_OF, Tile
from tilerummy.solver.query import Objective


def points(position: Position, tiles: tuple[Tile, ...]) -> int:
    """The penalty points of tiles on a rack."""
    penalty = position.edition.jokers.penalty
    return sum(map(NUMBER_OF.get, tiles, repeat(penalty)))


def primary(position: Position, objective: Objective, tiles: tuple[Tile, ...]) -> int:
    """What the objective counts of these tiles."""
    return points(position, tiles) if objective == "value" else len(tiles)


def cost(position: Position, objective: Objective, left: tuple[Tile, ...]) -> tuple[int, int, int]:
    """The cost of leaving tiles of the rack behind: by the objective, then jokers spent (fewer jokers left cost more),
    then the other measure."""
    first, other = len(left), points(position, left)
    if objective == "value":
        first, other = other, first
    return first, -sum(tile not in NUMBER_OF for tile in left), other
