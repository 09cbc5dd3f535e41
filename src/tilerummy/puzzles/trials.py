"""What computer players make of a position: which levels find the play that lays the most, and how far the exact search
has to go for it."""

import time
from random import Random
from typing import Final

import msgspec

from tilerummy.bots.levels import LEVELS
from tilerummy.rules.game.views import SeatView, View
from tilerummy.rules.judge.table_diff import tiles_on
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.solver.solve import solve

LEVELS_TRYING: Final = ("gentle", "steady", "expert")
"""Those that play as they go along: the stronger ones draw where a play would give too much away."""
POOL: Final = 40
OTHERS: Final = 10
"""Tiles in the pool and on the other rack: the middle of a game, where nobody hurries."""


class Trial(msgspec.Struct, frozen=True):
    """By level whether it `solved` the position, and the `times` it took (ms); `nodes` and `search` (ms): what the
    exact search took."""

    solved: dict[str, bool]
    times: dict[str, float]
    nodes: int
    search: float


def trial(position: Position, tiles: int) -> Trial:
    """A position of a mover who can lay so many `tiles`, tried by all: the same but for the times."""
    seen, solved, times = _view(position), dict[str, bool](), dict[str, float]()
    for level in LEVELS_TRYING:
        begun = time.perf_counter()
        move = LEVELS[level](seen, Random(0))
        times[level] = _since(begun)
        laid = tiles_on(move.table).total() - tiles_on(position.table).total() if isinstance(move, Play) else 0
        solved[level] = laid == tiles
    begun = time.perf_counter()
    nodes = solve(position).nodes
    return Trial(solved, times, nodes, _since(begun))


def _since(begun: float) -> float:
    return (time.perf_counter() - begun) * 1000


def _view(position: Position) -> View:
    """The position as a player of two would see it."""
    seats = tuple(SeatView(tiles=tiles, opened=True, resigned=False) for tiles in (len(position.rack), OTHERS))
    return View(
        viewer=0,
        edition=position.edition,
        seats=seats,
        rack=position.rack,
        drawn=(),
        table=position.table,
        pool=POOL if position.pool is None else position.pool,
        turn=0,
        turn_number=20,
        last_turn=False,
        last=None,
        result=None,
        commitment="",
        revealed=None,
    )
