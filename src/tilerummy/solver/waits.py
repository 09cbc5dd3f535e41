"""What the tiles of a rack wait for: the draws after which a tile could be laid that cannot be laid without them."""

from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace

from tilerummy.rules.position import Position
from tilerummy.rules.tiles import JOKERS, NUMBERED, Tile, in_order
from tilerummy.solver.k_best import placeable
from tilerummy.solver.query import Budget, Query
from tilerummy.solver.solve import UNLIMITED, answer


class Waits(NamedTuple):
    """Of each kind on the rack that cannot be laid next turn as the table lies, the kinds of which one drawn makes a
    legal play that lays it, both in canonical order.

    `ready`: the kinds that can be laid whatever is drawn. `unseen`: how many tiles of each kind are neither on the
    table nor on the rack; the tile drawn is any of them with the same probability. `proved`: no search ended before its
    proof; else draws may be missing.
    """

    draws: dict[Tile, tuple[Tile, ...]]
    ready: tuple[Tile, ...]
    unseen: dict[Tile, int]
    proved: bool


def waits(position: Position, budget: Budget = UNLIMITED) -> Waits:
    """What the rack waits for, when the mover draws now and the table stays as it lies until their next turn. With an
    empty pool there is nothing to wait for. The budget is for all searches together."""
    start = budget.begin()
    later = replace(position, pool=max(0, position.pool - 1))
    ready = tuple(dict.fromkeys(placeable(later, budget)))
    waiting = [tile for tile in dict.fromkeys(position.rack) if tile not in ready]
    hidden = unseen(position)
    draws: dict[Tile, list[Tile]] = {tile: [] for tile in waiting}
    proved = True
    for drawn in hidden if position.pool and waiting else ():
        laid, sure = _laid_with(later, drawn, waiting, budget, start)
        proved = proved and sure
        for tile in laid:
            draws[tile].append(drawn)
    return Waits({tile: tuple(kinds) for tile, kinds in draws.items()}, ready, hidden, proved)


def unseen(position: Position) -> dict[Tile, int]:
    """How many tiles of each kind of the box are neither on the table nor on the rack; kinds with none are left out."""
    tiles = position.edition.tiles
    box = Counter(dict.fromkeys(NUMBERED, tiles.copies)) + Counter({joker: tiles.jokers[joker] for joker in JOKERS})
    seen = Counter(position.rack) + Counter(tile for meld in position.table for tile in meld.tiles)
    rest = box - seen
    return {tile: rest[tile] for tile in in_order(rest)}


def _laid_with(later: Position, drawn: Tile, waiting: list[Tile], budget: Budget, start: int) -> tuple[set[Tile], bool]:
    """The tiles that some play lays after this draw, and whether that is proved of all others. Such a play lays the
    drawn tile too: without it, it was legal before."""
    after = replace(later, rack=in_order((*later.rack, drawn)))
    laid: set[Tile] = set()
    nodes = 0
    for least in ((drawn,), *(in_order((drawn, tile)) for tile in waiting)):
        if laid.issuperset(least):
            continue
        found = answer(Query(after, least=least), budget.rest(nodes, start))
        nodes += found.nodes
        if found.status == "out-of-budget":
            return laid & set(waiting), False
        if found.play is None and least == (drawn,):
            break
        laid |= set(found.played)
    return laid & set(waiting), True
