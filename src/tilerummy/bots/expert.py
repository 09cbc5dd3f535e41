"""The expert level: lays the solver's best play, most tiles first."""

from typing import Final

from tilerummy.bots.rng import Stream
from tilerummy.bots.steady import steady
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.moves import Draw, Move, Pass
from tilerummy.solver.query import Budget
from tilerummy.solver.solve import solve

BUDGET: Final = Budget(nodes=30_000)
"""More than nearly every position of a real game asks for; a bound on the time of one move."""


def expert(view: View, stream: Stream) -> Move:
    """The play that lays the most tiles this turn, with the fewest jokers, then the most points; always legal.

    Where the solver's budget ends before it has found anything, the move of the steady level, which alone needs
    `stream`.
    """
    position = position_in(view)
    best = solve(position, "tiles", BUDGET)
    if best.play is not None:
        return best.play
    if best.status != "no-play":
        return steady(view, stream)
    return Draw() if position.pool else Pass()
