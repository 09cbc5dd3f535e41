"""A task as bytes and its answer as bytes: the form in which the fallback and the kernel are the same function.

Kinds are numbers: 0-51 the numbered tiles in canonical order (colour k r b y, then number), 52 the regular joker.
All integers are little-endian.

Request: version 4, most runs of a colour side by side (the copies in the box), objective (0 tiles, 1 value, 2 out),
exact (0, 1), u16 penalty of a joker, u16 threshold, u64 nodes, u64 nanoseconds (0: no limit), u16 number of tiles
that must lie besides the table's, u16 number of tiles that may, the kinds of both, number of melds on the table, each
its length and its kinds.

Reply: outcome (`PROVED` ...), u32 bound (the least that can stay behind, in the objective's unit), u64 nodes, u16
number of tiles left behind, their kinds in order, one byte per meld of the table (1: kept as it lies), the kinds of
each new meld with a byte `BETWEEN` them.
"""

import struct
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

VERSION: Final = 4
JOKER: Final = 52
KINDS: Final = 53
BETWEEN: Final = b"\xff"

PROVED: Final = 0
"""Melds found, and no others leave less."""
NONE: Final = 1
"""Proved: the tiles cannot be laid as asked."""
UNFINISHED: Final = 2
"""The budget ended before anything was found."""
FEASIBLE: Final = 3
"""Melds found; the budget ended before the proof."""
MALFORMED: Final = 4
"""The bytes are no request."""

TILES: Final = 0
VALUE: Final = 1
OUT: Final = 2

MOST_COPIES: Final = 7
"""One more than in any box: what a frozen joker stands for may be asked about as a tile."""
MOST_JOKERS: Final = 8
MOST_TABLE: Final = 120
MOST_LENGTH: Final = 13
MOST_TILES: Final = 340
"""Limits of a request: more than house rules can put into a box."""

HEAD: Final = struct.Struct("<4B2H2Q2H")
REPLY: Final = struct.Struct("<BIQH")


@dataclass(slots=True)
class Request:
    """A request, parsed. `must` (the table's tiles too) and `may` are counts per kind, `table` the kinds of each meld
    as laid."""

    copies: int
    objective: int
    exact: bool
    penalty: int
    threshold: int
    nodes: int
    nanoseconds: int
    must: list[int]
    may: list[int]
    table: list[tuple[int, ...]]


@dataclass(slots=True)
class Reply:
    """A reply, parsed: `kept` the indices of the table's melds that lie as they lay, `melds` the new ones."""

    outcome: int
    bound: int
    nodes: int
    left: list[int]
    kept: list[int]
    melds: list[tuple[int, ...]]


def pack_request(request: Request) -> bytes:
    """The request as bytes."""
    head = HEAD.pack(
        VERSION,
        request.copies,
        request.objective,
        request.exact,
        request.penalty,
        request.threshold,
        request.nodes,
        request.nanoseconds,
        sum(request.must) - sum(map(len, request.table)),
        sum(request.may),
    )
    must = [need - lies for need, lies in zip(request.must, _on(request.table), strict=True)]
    return b"".join((head, _pack_counts(must), _pack_counts(request.may), _pack_melds(request.table)))


def unpack_request(data: bytes) -> Request | None:
    """The request in the bytes, or None where they are no request within the limits."""
    if len(data) < HEAD.size:
        return None
    version, copies, objective, exact, penalty, threshold, nodes, nanoseconds, musts, mays = HEAD.unpack_from(data)
    start = HEAD.size + musts + mays
    if len(data) <= start or any(kind > JOKER for kind in data[HEAD.size : start]):
        return None
    if version != VERSION or not 1 <= copies <= MOST_COPIES or objective > OUT or exact > 1 or penalty > 500:
        return None
    table = _unpack_melds(data, start)
    if table is None or not all(map(_is_meld, table)):
        return None
    must = [need + lies for need, lies in zip(_counts(data[HEAD.size : HEAD.size + musts]), _on(table), strict=True)]
    may = _counts(data[HEAD.size + musts : start])
    if threshold > 300 or any(must[k] + may[k] > copies for k in range(JOKER)):
        return None
    if must[JOKER] + may[JOKER] > MOST_JOKERS or sum(must) + sum(may) > MOST_TILES:
        return None
    return Request(copies, objective, bool(exact), penalty, threshold, nodes, nanoseconds, must, may, table)


def pack_reply(reply: Reply, table: int) -> bytes:
    """The reply as bytes, for a request with `table` melds on the table."""
    flags = bytearray(table)
    for index in reply.kept:
        flags[index] = 1
    head = REPLY.pack(reply.outcome, reply.bound, reply.nodes, sum(reply.left))
    return b"".join((head, _pack_counts(reply.left), flags, BETWEEN.join(map(bytes, reply.melds))))


def unpack_reply(data: bytes, table: int) -> Reply:
    """The reply in bytes that `pack_reply` or the kernel made."""
    outcome, bound, nodes, left = REPLY.unpack_from(data)
    start = REPLY.size + left
    kept = [index for index in range(table) if data[start + index]]
    new = data[start + table :]
    melds = [tuple(kinds) for kinds in new.split(BETWEEN)] if new else []
    return Reply(outcome, bound, nodes, _counts(data[REPLY.size : start]), kept, melds)


def _pack_counts(counts: list[int]) -> bytes:
    return bytes(kind for kind, count in enumerate(counts) for _ in range(count))


def _counts(kinds: bytes) -> list[int]:
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


def _pack_melds(melds: list[tuple[int, ...]]) -> bytes:
    packed = bytearray((len(melds),))
    for meld in melds:
        packed.append(len(meld))
        packed.extend(meld)
    return bytes(packed)


def _unpack_melds(data: bytes, start: int) -> list[tuple[int, ...]] | None:
    """The melds that end the bytes, or None where they are malformed."""
    count = data[start]
    if count > MOST_TABLE:
        return None
    at = start + 1
    melds = []
    for _ in range(count):
        if at >= len(data):
            return None
        end = at + 1 + data[at]
        meld = tuple(data[at + 1 : end])
        if not 3 <= data[at] <= MOST_LENGTH or end > len(data) or any(kind > JOKER for kind in meld):
            return None
        melds.append(meld)
        at = end
    return melds if at == len(data) else None


def _on(table: list[tuple[int, ...]]) -> list[int]:
    """The tiles on the table, per kind."""
    return _counts(bytes(chain.from_iterable(table)))


@lru_cache(maxsize=1 << 14)
def _is_meld(meld: tuple[int, ...]) -> bool:
    """Whether the tiles can be a meld as laid: their colours all differ and their numbers do not, or the other way
    round with each number in its place."""
    tiles = [(at, kind) for at, kind in enumerate(meld) if kind != JOKER]
    if len({kind % 13 for _, kind in tiles}) <= 1 and len({kind for _, kind in tiles}) == len(tiles) and len(meld) <= 4:
        return True
    firsts = {kind - at for at, kind in tiles}
    colours = {kind // 13 for _, kind in tiles}
    return len(firsts) <= 1 and len(colours) <= 1 and all(0 <= kind % 13 - at <= 13 - len(meld) for at, kind in tiles)
