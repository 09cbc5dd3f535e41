"""The relaxation of a node: the rest of its tiles as an ordinary task, as if no rule bound the jokers."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.tallies import GUARDS, tally
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver.frozen.node import Node
from tilerummy.solver.task import Task


def relaxation(task: Task, node: Node) -> Task:
    """What is left of the task for the tiles of no chosen meld."""
    shadows = [Meld(shadow.tiles) for core in node.shadowed for shadow in core.shadows]
    must, may = (*node.must.elements(), *torn(task, node)), tuple(node.may.elements())
    whole = _whole(task.table, must)
    every = Counter((*must, *may, *(tile for meld in shadows for tile in meld.tiles)))
    return msgspec.structs.replace(
        task,
        edition=_with_copies(task.edition, max(every.values(), default=1)),
        must=in_order((Counter(must) - Counter(tile for meld in whole for tile in meld.tiles)).elements()),
        may=in_order(may),
        table=(*shadows, *whole),
        run_only=node.run_only,
    )


def torn(task: Task, node: Node) -> Iterator[Tile]:
    """The tiles of frozen melds that lie as if nothing bound them, as long as their places are not decided."""
    yield from (tile for old in node.frozen for tile in task.table[old].tiles)
    yield from (tile for core in node.cores for tile in core.tiles)
    yield from node.freed


def _whole(table: tuple[Meld, ...], tiles: tuple[Tile, ...]) -> list[Meld]:
    """The melds of the table that these tiles can lay as they were, the first ones where not all."""
    melds, free = list[Meld](), GUARDS + tally(tiles)
    for meld in table:
        if (left := free - tally(meld.tiles)) & GUARDS == GUARDS:
            melds.append(meld)
            free = left
    return melds


@lru_cache(maxsize=256)
def _with_copies(edition: Edition, copies: int) -> Edition:
    """The edition with a box of at least so many copies."""
    if copies <= edition.tiles.copies:
        return edition
    tiles = msgspec.structs.replace(edition.tiles, copies=copies)
    return msgspec.structs.replace(edition, tiles=tiles, hash=f"{edition.hash} {copies}")
