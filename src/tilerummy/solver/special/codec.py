"""A task with special jokers as bytes: the form in which the fallback and the kernel are the same function.

As `codec.py`, replies too, but for: version 104; kinds 52-55 are the jokers J D C M; after the numbers of tiles come
the seven switches of `switches.MeldRules`, one byte each, in their order, and eight bytes with a bit for each kind that
may lie in no group.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Final

from tilerummy.solver.regular.codec import HEAD, MOST_COPIES, MOST_JOKERS, MOST_TABLE, MOST_TILES, OUT
from tilerummy.solver.special.switches import MeldRules

VERSION: Final = 104
JOKERS: Final = (52, 53, 54, 55)
KINDS: Final = 56
BITS: Final = 8
"""Bytes with a bit for each kind."""

MOST_PER_SET: Final = 16
MOST_OTHERS: Final = 4
MOST_LENGTH: Final = 27
"""Limits of a request besides those of `regular.codec`; `MOST_OTHERS`: jokers of each kind but the regular one."""

Kinds = tuple[int, ...]


@dataclass(slots=True)
class Request:
    """A request, parsed: see `regular.codec.Request`. `run_only`: a bit for each kind that may lie in no group."""

    objective: int
    exact: bool
    penalty: int
    threshold: int
    nodes: int
    nanoseconds: int
    rules: MeldRules
    run_only: int
    must: list[int]
    may: list[int]
    table: list[Kinds]


def unpack_request(data: bytes) -> Request | None:
    """The request in the bytes, or None where they are no request within the limits."""
    switches_end = HEAD.size + len(MeldRules._fields)
    tiles_from = switches_end + BITS
    if len(data) < tiles_from:
        return None
    version, copies, objective, exact, penalty, threshold, nodes, nanoseconds, musts, mays = HEAD.unpack_from(data)
    start = tiles_from + musts + mays
    if version != VERSION or not 1 <= copies <= MOST_COPIES or objective > OUT or exact > 1 or penalty > 500:
        return None
    if threshold > 300 or len(data) <= start or max(data[tiles_from:start], default=0) >= KINDS:
        return None
    rules = _rules(data[HEAD.size : switches_end])
    table = _melds(data, start)
    if rules is None or table is None:
        return None
    besides, may = _counts(data[tiles_from : tiles_from + musts]), _counts(data[tiles_from + musts : start])
    must = [need + lies for need, lies in zip(besides, _counts(bytes(chain.from_iterable(table))), strict=True)]
    here = [need + more for need, more in zip(must, may, strict=True)]
    regular, *others = here[JOKERS[0] :]
    if sum(here) > MOST_TILES or max(here[: JOKERS[0]]) > copies or regular > MOST_JOKERS or max(others) > MOST_OTHERS:
        return None
    run_only = int.from_bytes(data[switches_end:tiles_from], "little")
    return Request(objective, bool(exact), penalty, threshold, nodes, nanoseconds, rules, run_only, must, may, table)


def kinds_as_bits(kinds: Iterable[int]) -> bytes:
    """A bit for each of these kinds."""
    return sum(1 << kind for kind in kinds).to_bytes(BITS, "little")


def _rules(switches: bytes) -> MeldRules | None:
    per_set, all_jokers, least, most, any_colours, border_any, counts = switches
    if per_set > MOST_PER_SET or not 1 <= least <= 3 or not 1 <= most <= 4:
        return None
    if max(all_jokers, any_colours, border_any, counts) > 1:
        return None
    return MeldRules(per_set, bool(all_jokers), least, most, bool(any_colours), bool(border_any), bool(counts))


def _counts(kinds: bytes) -> list[int]:
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


def _melds(data: bytes, start: int) -> list[Kinds] | None:
    """The melds that end the bytes, or None where they are malformed: one without jokers must be a meld."""
    melds: list[Kinds] = []
    at = start + 1
    for _ in range(data[start]):
        if at >= len(data) or not 3 <= data[at] <= MOST_LENGTH or at + 1 + data[at] > len(data):
            return None
        meld = tuple(data[at + 1 : at + 1 + data[at]])
        if max(meld) >= KINDS or (max(meld) < JOKERS[0] and not _is_meld(meld)):
            return None
        melds.append(meld)
        at += 1 + data[at]
    return melds if at == len(data) and len(melds) <= MOST_TABLE else None


def _is_meld(meld: Kinds) -> bool:
    """Whether numbered tiles are a meld as laid."""
    if len({kind % 13 for kind in meld}) == 1:
        return len(set(meld)) == len(meld)
    return all(kind == meld[0] + at for at, kind in enumerate(meld)) and meld[0] // 13 == meld[-1] // 13
