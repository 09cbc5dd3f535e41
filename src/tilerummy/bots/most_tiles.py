"""Most tiles every turn: the plain greedy player, against which the levels are measured."""

from tilerummy.bots.plays import most_tiles, no_play
from tilerummy.bots.rng import Stream
from tilerummy.bots.steady import steady
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.moves import Move


def greedy(view: View, stream: Stream) -> Move:
    """The play that lays the most tiles this turn, with the fewest jokers, then the most points; always legal.

    Where the solver's budget ends before it has found anything, the move of the steady level, which alone needs
    `stream`.
    """
    position = position_in(view)
    best = most_tiles(position)
    if best.play is not None:
        return best.play
    return no_play(position) if best.status == "no-play" else steady(view, stream)
