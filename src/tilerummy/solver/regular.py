"""Tasks with regular jokers only, put as bytes to the kernel where it is compiled, else to the reference."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from tilerummy.rules.edition import Edition
from tilerummy.rules.melds import Meld
from tilerummy.rules.tiles import KINDS as TILES
from tilerummy.rules.tiles import RANK_OF, Tile
from tilerummy.solver import reference, request
from tilerummy.solver.query import Budget
from tilerummy.solver.request import FEASIBLE, JOKER, KINDS, PROVED, Reply, Request
from tilerummy.solver.task import Found, Task

Search = Callable[[bytes], bytes]

try:
    from tilerummy.solver import _kernel
except ImportError:
    kernel: Search | None = None
else:
    kernel = _kernel.search
"""The compiled search, None where there is none."""

OBJECTIVES: Final = {"tiles": request.TILES, "value": request.VALUE, "out": request.OUT}


def exact_for(edition: Edition) -> bool:
    """Whether melds of this edition are what this search knows: regular jokers, any number of them in a meld that holds
    a numbered tile. Where they are not, its answers may be illegal or may not be the best."""
    jokers = edition.tiles.jokers
    limit = edition.jokers.per_set
    return (
        jokers.total == jokers.J
        and (limit is None or limit >= jokers.J)
        and edition.jokers.all_joker_melds == "refused"
    )


def walk(task: Task, budget: Budget, table: tuple[Meld, ...] = ()) -> Found:
    """The least cost. With `table` (whose tiles are part of `must`) the melds that can stay as they lie come first."""
    asked = pose(task, budget, table)
    reply = put(asked, budget)
    if reply.outcome not in (PROVED, FEASIBLE):
        return Found(None, task.may, reply.nodes, reply.outcome == request.NONE, reply.bound)
    kept = tuple(table[index] for index in reply.kept)
    laid = tuple(map(_meld, reply.melds))
    left = tuple(TILES[kind] for kind, count in enumerate(reply.left) for _ in range(count))
    return Found(kept + laid, left, reply.nodes, reply.outcome == PROVED, reply.bound)


def pose(task: Task, budget: Budget, table: tuple[Meld, ...]) -> Request:
    """The task as a request."""
    return Request(
        copies=task.edition.tiles.copies,
        objective=OBJECTIVES[task.objective],
        exact=task.exact,
        penalty=task.edition.jokers.penalty,
        threshold=task.threshold,
        nodes=budget.nodes,
        nanoseconds=budget.nanoseconds or 0,
        must=_counts(task.must),
        may=_counts(task.may),
        table=[_kinds(meld.tiles) for meld in table],
    )


def put(asked: Request, budget: Budget) -> Reply:
    """The answer to a request, from the kernel where there is one and the request is within its limits."""
    if kernel is not None:
        reply = request.unpack_reply(kernel(request.pack_request(asked)), len(asked.table))
        if reply.outcome != request.MALFORMED:
            return reply
    return reference.find(asked, budget.clock)


def _counts(tiles: tuple[Tile, ...]) -> list[int]:
    counts = [0] * KINDS
    for tile in tiles:
        counts[RANK_OF[tile]] += 1
    return counts


@lru_cache(maxsize=1 << 14)
def _kinds(tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    return tuple(RANK_OF[tile] for tile in tiles)


@lru_cache(maxsize=1 << 14)
def _meld(kinds: tuple[int, ...]) -> Meld:
    return Meld(tuple(TILES[kind] for kind in kinds))


assert TILES[JOKER] == "J"
