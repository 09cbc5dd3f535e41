"""The search with special jokers in Python, for installations without a compiled kernel: the same bytes, only later.

Jokers can nearly always be laid somewhere, so the search at first treats them as free: it leaves them out where they do
not help. If all of them then find places, nothing better can be; the kinds that find none are result with exactly.
"""

from collections.abc import Callable
from typing import Final

from tilerummy.solver.limits import Limits
from tilerummy.solver.regular.codec import FEASIBLE, MALFORMED, NONE, OUT, PROVED, UNFINISHED, VALUE, Reply, pack_reply
from tilerummy.solver.special.bounds import LOSS, LOSS_BITS
from tilerummy.solver.special.codec import JOKERS, KINDS, Request, unpack_request
from tilerummy.solver.special.joker_places import BORDER, DOUBLE, JOKER, settled
from tilerummy.solver.special.melds import melds
from tilerummy.solver.special.runs import Terms
from tilerummy.solver.special.search import Board, Search
from tilerummy.solver.special.stability import keep

Kinds = tuple[int, ...]
SPENT: Final = 1 << 20
"""What a rack joker weighs that is used: between `LOSS`, for what is left behind by the objective, and 1, for the other
measure."""
FREE: Final = "JDC"
"""The jokers that can be left out at first. A mirror joker needs a pair, so it seldom finds a place afterwards."""
TRIAL_STATES: Final = 100
"""States a search may expand to find out whether one more meld can stay."""
OWN_STATES: Final = 500
"""States for melds of the rack alone, which are the answer where the budget ends before anything is found."""

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
    must, may = request.must, request.may
    whole = request.exact or request.objective == OUT
    if whole:
        must, may = [need + more for need, more in zip(must, may, strict=True)], [0] * KINDS
    on_table = _count(request.table)
    found, bound, proved = _best(request, must, may, limits)
    if found is None and not proved and not whole and any(on_table):
        found = _own(request, on_table, limits)
    if found is None:
        return Reply(NONE if proved else UNFINISHED, bound, limits.nodes, may, [], [])
    left = [need + more - lies for need, more, lies in zip(must, may, _count(found), strict=True)]
    kept: list[int] = []
    if left == may and on_table == must:
        kept, found = list(range(len(request.table))), []
    elif request.table:

        def arrange(tiles: list[int]) -> list[Kinds] | None:
            if limits.expired():
                return None
            trial = limits.trial(TRIAL_STATES)
            again, _, _ = _best(request, tiles, [0] * KINDS, trial)
            limits.nodes += trial.nodes
            return again

        kept, found = keep(request.table, found, arrange)
    return Reply(PROVED if proved else FEASIBLE, bound, limits.nodes, left, kept, found)


def _best(request: Request, must: list[int], may: list[int], limits: Limits) -> tuple[list[Kinds] | None, int, bool]:
    """The melds of the least cost, how much is left at least by the objective, and whether that is proved."""
    leave = tuple(_leave(request, kind) for kind in range(KINDS))
    # jokers that are left out cannot help to reach a threshold, nor stay on the rack for nothing
    idle = request.objective == VALUE and not request.penalty and any(may[joker] for joker in JOKERS)
    free = "" if request.threshold or idle else FREE
    bound = 0
    while True:
        board = Board(tuple(must), tuple(may), leave, SPENT, request.threshold, free, request.run_only)
        result = Search(board, request.rules).run(limits)
        bound = max(bound, result.cost >> LOSS_BITS)
        if result.goal is None:
            return None, bound, result.proved
        laid = melds(result.goal, Terms(request.rules, free))
        used = _count(laid)
        spare = [
            (joker, must[joker] + may[joker] - used[joker])
            for joker, letter in ((DOUBLE, "D"), (BORDER, "C"), (JOKER, "J"))
            if letter in free
        ]
        full = settled(laid, tuple(joker for joker, count in spare for _ in range(count)), request.rules)
        if full is not None:
            return full, bound, result.proved
        if not result.proved:
            return None, bound, False
        left_over = {joker for joker, count in spare if count}
        free = "".join(
            letter for letter, joker in zip(FREE, JOKERS, strict=False) if joker not in left_over and letter in free
        )


def _leave(request: Request, kind: int) -> int:
    """What a tile costs that stays on the rack."""
    points = request.penalty if kind in JOKERS else kind % 13 + 1
    return LOSS * points + 1 if request.objective == VALUE else LOSS + points


def _own(request: Request, on_table: list[int], limits: Limits) -> list[Kinds] | None:
    """The table as it lies and melds of the rack alone; None where it makes none in a few states."""
    trial = Limits(OWN_STATES)
    must = [need - lies for need, lies in zip(request.must, on_table, strict=True)]
    own, _, _ = _best(request, must, request.may, trial)
    limits.nodes += trial.nodes
    return None if own is None else [*request.table, *own]


def _count(melds: list[Kinds]) -> list[int]:
    counts = [0] * KINDS
    for meld in melds:
        for kind in meld:
            counts[kind] += 1
    return counts
