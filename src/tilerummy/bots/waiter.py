"""The waiting rule: opens, then draws until its whole rack goes out at once. Strong and dull; a measure for others."""

from tilerummy.bots.plays import jokers_kept, no_play, whole_rack
from tilerummy.bots.rng import Stream
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.moves import Move


def waiter(view: View, stream: Stream) -> Move:
    """The whole rack where it can go out, else a draw; the opening and what can be laid after the pool is empty, both
    without a joker. `stream` is not needed."""
    position = position_in(view)
    if position.opened and position.pool:
        return whole_rack(position).play or no_play(position)
    return jokers_kept(position).play or no_play(position)
