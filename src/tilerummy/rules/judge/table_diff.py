"""Tables compared: which tiles lie on them, and which melds are new."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tilerummy.rules.judge.latest import latest
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Move, Play
from tilerummy.rules.tiles import Tile


def tiles_on(table: Iterable[Meld]) -> Counter[Tile]:
    """How many tiles of each kind lie in these melds."""
    return Counter(tile for meld in table for tile in meld.tiles)


def laid(table: Iterable[Meld], move: Move) -> int:
    """How many tiles of the rack a move lays on this table."""
    return tiles_on(move.table).total() - tiles_on(table).total() if isinstance(move, Play) else 0


def relaid(table: Iterable[Meld], move: Move) -> list[tuple[Tile, ...]]:
    """The tiles of the melds of this table that no longer lie so after a move."""
    if not isinstance(move, Play):
        return []
    return list((Counter(meld.tiles for meld in table) - Counter(meld.tiles for meld in move.table)).elements())


@latest
def kept_in_front(before: Sequence[Meld], after: Sequence[Meld]) -> tuple[tuple[Meld, ...], int]:
    """The melds of `before` without those that lie first in `after`, untouched and in order, and how many these are: so
    the solver lays a table."""
    gone: list[Meld] = []
    lying, kept = (*after, None), 0
    for meld in before:
        if lying[kept] is meld:
            kept += 1
        else:
            gone.append(meld)
    return tuple(gone), kept


def changed_melds(before: Sequence[Meld], after: Sequence[Meld]) -> tuple[int, ...]:
    """The indices of the melds of `after` that did not lie in `before` with the same tiles in the same order."""
    gone, kept = kept_in_front(before, after)
    new = range(kept, len(after))
    if not gone:
        return tuple(new)
    unmatched = [meld.tiles for meld in gone]
    changed = []
    for index in new:
        tiles = after[index].tiles
        if tiles in unmatched:
            unmatched.remove(tiles)
        else:
            changed.append(index)
    return tuple(changed)
