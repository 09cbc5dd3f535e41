"""The search in Python, for installations without a compiled kernel: the same bytes, only later."""

from collections.abc import Callable
from typing import Final

from tilerummy.solver.limits import Limits
from tilerummy.solver.regular.arrangement import Arrangement
from tilerummy.solver.regular.astar import search_free
from tilerummy.solver.regular.codec import (
    FEASIBLE,
    JOKER,
    KINDS,
    MALFORMED,
    NONE,
    OUT,
    PROVED,
    UNFINISHED,
    VALUE,
    Reply,
    Request,
    pack_reply,
    unpack_request,
)
from tilerummy.solver.regular.melds import lay, points
from tilerummy.solver.regular.placed_jokers import Terms, search_placed
from tilerummy.solver.regular.search import SearchResult
from tilerummy.solver.regular.stability import groups_of, keep

PRIMARY: Final = 1 << 24
SPENT: Final = 1 << 18
"""A cost is one number: what the objective counts, times PRIMARY; jokers spent, times SPENT; the other measure."""

Clock = Callable[[], int]


def search(data: bytes, clock: Clock | None = None) -> bytes:
    """Answer a request (see `codec.py`). `clock`: monotonic nanoseconds, for a budget of time."""
    request = unpack_request(data)
    if request is None:
        return pack_reply(Reply(MALFORMED, 0, 0, [0] * KINDS, [], []), 0)
    return pack_reply(find(request, clock), len(request.table))


def find(request: Request, clock: Clock | None = None) -> Reply:
    """Answer a parsed request."""
    limits = Limits(request.nodes, request.nanoseconds, clock)
    must, may = request.must[:], request.may[:]
    if request.exact or request.objective == OUT:
        must, may = [need + more for need, more in zip(must, may, strict=True)], [0] * KINDS
    result = _best(request, must, may, limits)
    if result.arrangement is None:
        outcome = NONE if result.proved else UNFINISHED
        return Reply(outcome, result.cost // PRIMARY, limits.nodes, may, [], [])
    arrangement = result.arrangement
    used, jokers = _used(arrangement)
    left = [must[kind] + may[kind] - used[kind // 13][kind % 13 + 1] for kind in range(JOKER)]
    left.append(must[JOKER] + may[JOKER] - jokers)
    kept: list[int] = []
    if request.table:
        if left == may and _count(request.table) == must:
            kept, arrangement = list(range(len(request.table))), Arrangement()
        else:
            kept, arrangement = keep(request.table, used, jokers, arrangement, limits)
    outcome = PROVED if result.proved else FEASIBLE
    return Reply(outcome, result.cost // PRIMARY, limits.nodes, left, kept, lay(arrangement))


def _best(request: Request, must: list[int], may: list[int], limits: Limits) -> SearchResult:
    """The search with free jokers where its answer holds, else the one with jokers placed."""
    must_rows, may_rows = _rows(must), _rows(may)
    like = groups_of(request.table)
    by_value = request.objective == VALUE
    weights = [number * PRIMARY + 1 if by_value else PRIMARY + number for number in range(14)]
    joker_left = request.penalty * PRIMARY + 1 if by_value else PRIMARY + request.penalty
    if request.penalty or not by_value or not may[JOKER]:
        result = search_free(must_rows, may_rows, must[JOKER] + may[JOKER], weights, limits, like)
        found = result.arrangement
        if found is None:
            return result
        if found.empty() and not any(must):
            left = result.cost + may[JOKER] * joker_left
            return (
                result._replace(arrangement=None)
                if request.threshold
                else SearchResult(left, Arrangement(), result.proved)
            )
        if found.has_room() and (not request.threshold or points(lay(found)) >= request.threshold):
            return result
        if not result.proved:
            return result._replace(arrangement=None)
    terms = Terms(must[JOKER], may[JOKER], joker_left, SPENT, request.threshold)
    return search_placed(must_rows, may_rows, weights, terms, limits, like)


def _rows(counts: list[int]) -> list[list[int]]:
    """The numbered tiles by colour, then number (index 1-13)."""
    return [[0, *counts[colour * 13 : colour * 13 + 13], 0, 0] for colour in range(4)]


def _count(table: list[tuple[int, ...]]) -> list[int]:
    counts = [0] * KINDS
    for meld in table:
        for kind in meld:
            counts[kind] += 1
    return counts


def _used(arrangement: Arrangement) -> tuple[list[list[int]], int]:
    """The numbered tiles that lie (rows as `_rows`), and the jokers, spare ones too."""
    rows = [[0] * 16 for _ in range(4)]
    jokers = arrangement.spare
    for number in range(1, 14):
        jokers += arrangement.group_jokers[number]
        for colour in range(4):
            taken = arrangement.run_jokers[number][colour]
            rows[colour][number] = arrangement.groups[number][colour] + arrangement.runs[number][colour] - taken
            jokers += taken
    return rows, jokers
