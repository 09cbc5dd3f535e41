"""The expert level, most tiles every turn, the jokers kept for the end; and the keen one, who overlooks some of it."""

import math
from typing import Final

from tilerummy.bots.most_tiles import greedy
from tilerummy.bots.plays import jokers_kept, no_play
from tilerummy.bots.rng import Stream
from tilerummy.bots.steady import steady
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.moves import Move, Play
from tilerummy.solver.explain.steps import explain

HALF: Final = 4
"""Steps of a play that the keen level sees every other time."""
HARDER: Final = 90 / 400
"""How much harder each step makes a play, on the scale of ratings: as much as a puzzle (docs/puzzles.md)."""


def expert(view: View, stream: Stream) -> Move:
    """The play that lays the most tiles without a joker. Jokers go with the last tiles of the rack, or once the pool
    is empty."""
    position = position_in(view)
    if not position.pool:
        return greedy(view, stream)
    best = jokers_kept(position)
    if best.play is not None:
        return best.play
    return no_play(position) if best.status == "no-play" else greedy(view, stream)


def keen(view: View, stream: Stream) -> Move:
    """The expert's play where it is seen, the more seldom the more steps it takes; else the steady one."""
    best = expert(view, stream)
    if not isinstance(best, Play) or stream.random() < sees(len(explain(position_in(view), best))):
        return best
    return steady(view, stream)


def sees(steps: int) -> float:
    """How often a play of so many steps is seen, from 0 to 1, by the formula of ratings."""
    return 1 / (1 + math.pow(10, HARDER * (steps - HALF)))
