"""Tasks with regular jokers only, put as bytes to the kernel where there is one, else to the definition."""

from functools import lru_cache
from itertools import compress
from typing import Final

from msgspec.structs import replace

from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.tiles import KINDS as TILES
from tilerummy.rules.tiles import RANK_OF
from tilerummy.solver import definition
from tilerummy.solver.kernel import Search, found
from tilerummy.solver.query import Budget
from tilerummy.solver.regular import codec as request
from tilerummy.solver.regular.codec import FEASIBLE, NONE, PROVED
from tilerummy.solver.task import Found, Task

kernel: Search | None = found().search
"""The kernel's search, None where there is none."""

DEFINED: Final = 10_000
"""States for the definition, each of which takes it a quarter of a millisecond."""
_KIND: Final = RANK_OF.__getitem__
_TILE: Final = TILES.__getitem__
OBJECTIVES: Final = {"tiles": request.TILES, "value": request.VALUE, "out": request.OUT}


def search(task: Task, budget: Budget) -> Found:
    """The least cost. The melds of the table that can stay as they lie come first."""
    return ask(pose(task, budget), task, budget)


def ask(asked: bytes, task: Task, budget: Budget) -> Found:
    """The kernel's answer to a request; the definition's where there is no kernel."""
    if kernel is None:
        return definition.search(task, replace(budget, nodes=min(DEFINED, budget.nodes)))
    return decode(kernel(asked), task)


def decode(reply: bytes, task: Task) -> Found:
    """The answer in a reply."""
    table = task.table
    outcome, bound, nodes, unlaid = request.REPLY.unpack_from(reply)
    if outcome not in (PROVED, FEASIBLE):
        return Found(None, task.may, nodes, outcome == NONE, bound)
    kept_from = request.REPLY.size + unlaid
    melds_from = kept_from + len(table)
    left = task.may if unlaid == len(task.may) else tuple(map(_TILE, reply[request.REPLY.size : kept_from]))
    kept = compress(table, reply[kept_from:melds_from])
    return Found((*kept, *laid(reply[melds_from:])), left, nodes, outcome == PROVED, bound)


def laid(new: bytes) -> tuple[Meld, ...]:
    """The new melds of a reply."""
    return tuple(map(_meld, new.split(request.BETWEEN))) if new else ()


def pose(task: Task, budget: Budget, version: int = request.VERSION, switches: bytes = b"") -> bytes:
    """The task as a request: see `codec.py`, and `special/codec.py` for its other version with switches."""
    edition = task.edition
    head = request.HEAD.pack(
        version,
        edition.tiles.copies,
        OBJECTIVES[task.objective],
        task.exact,
        edition.jokers.penalty,
        task.threshold,
        budget.nodes,
        0 if budget.nanoseconds is None else max(1, budget.nanoseconds),
        len(task.must),
        len(task.may),
    )
    kinds = bytes(map(_KIND, task.must + task.may))
    return b"".join((head, switches, kinds, _packed_table(task.table)))


@lru_cache(maxsize=1 << 8)
def _packed_table(table: tuple[Meld, ...]) -> bytes:
    """One table is asked about again and again: with other racks, for other plays."""
    return b"".join((bytes((len(table),)), *map(_packed, table)))


@lru_cache(maxsize=1 << 14)
def _packed(meld: Meld) -> bytes:
    return bytes((len(meld.tiles), *map(_KIND, meld.tiles)))


@lru_cache(maxsize=1 << 14)
def _meld(kinds: bytes) -> Meld:
    return Meld(tuple(map(_TILE, kinds)))
