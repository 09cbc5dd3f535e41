"""The expert level: most tiles every turn, the jokers kept for the end."""

from tilerummy.bots.most_tiles import greedy
from tilerummy.bots.plays import jokers_kept, no_play
from tilerummy.bots.rng import Stream
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.moves import Move


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
