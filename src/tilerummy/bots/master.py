"""The master level: plays as it goes along, but never lays down to a few tiles that it cannot finish."""

from typing import Final

from tilerummy.bots.expert import expert
from tilerummy.bots.plays import jokers_kept, no_play
from tilerummy.bots.rng import Stream
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.moves import Move

KEEP: Final = 8
"""Tiles: with so few left or fewer it lays nothing but the whole rack. Few tiles seldom find a place each, and every
tile drawn helps the others."""


def master(view: View, stream: Stream) -> Move:
    """The expert's play while more than `KEEP` tiles stay on the rack, or none; else a draw, as long as there is a
    pool."""
    position = position_in(view)
    if not position.opened or not position.pool:
        return expert(view, stream)
    best = jokers_kept(position)
    left = len(position.rack) - best.tiles
    return best.play if best.play is not None and (left > KEEP or left == 0) else no_play(position)
