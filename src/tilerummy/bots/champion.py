"""The champion level: waits until its whole rack goes out at once, and stalls once the pool is empty.

A table may be laid out again at will, so tiles laid help the others as much as the one who laid them, and cost a tile
from the pool besides. docs/strength.md has what was measured.
"""

from typing import Final

from tilerummy.bots.empty_pool import SAMPLES, stalled
from tilerummy.bots.expert import expert
from tilerummy.bots.plays import jokers_kept, most_value, no_play, smallest_opening, whole_rack
from tilerummy.bots.rng import Stream
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.moves import Move, Play
from tilerummy.rules.position import Position

KEEP: Final = 20
"""Tiles: while more than these stay on the rack, laying costs nothing that can be measured, as
`python -m benchmarks.strength --keep 12 16 20 24` shows."""


def champion(view: View, stream: Stream, samples: int = SAMPLES) -> Move:
    """The whole rack where it can go out. Before that the smallest opening, plays that leave more than `KEEP` tiles,
    and draws; after the pool is empty as little as can be, which looks at so many `samples` of the others' racks."""
    position = position_in(view)
    out = whole_rack(position).play
    if out is not None:
        return out
    if position.last_turn:
        return most_value(position).play or no_play(position)
    if not position.opened:
        return smallest_opening(position).play or (no_play(position) if position.pool else expert(view, stream))
    if not position.pool:
        return stalled(view, position, stream, samples)
    return _spared(position) or no_play(position)


def _spared(position: Position) -> Play | None:
    """The play of most tiles without a joker, where enough stay on the rack."""
    if len(position.rack) <= KEEP:
        return None
    best = jokers_kept(position)
    return best.play if len(position.rack) - best.tiles > KEEP else None
