"""The master level: plays as it goes along, but never lays down to a few tiles that it cannot finish. And the
challenger, who is a champion in every other game."""

from typing import Final
from zlib import crc32

from tilerummy.bots.champion import champion
from tilerummy.bots.expert import expert
from tilerummy.bots.plays import jokers_kept, no_play
from tilerummy.bots.rng import Stream
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.moves import Move

KEEP: Final = 5
"""Tiles: with so few left or fewer it lays nothing but the whole rack. Few tiles seldom find a place each, and every
tile drawn helps the others. Who keeps more wins more and lays less: with 8 in a quarter of the turns in which it could,
with 5 in more than half of them (docs/evidence/strength.md)."""


def master(view: View, stream: Stream) -> Move:
    """The expert's play while more than `KEEP` tiles stay on the rack, or none; else a draw, as long as there is a
    pool."""
    position = position_in(view)
    if not position.opened or not position.pool:
        return expert(view, stream)
    best = jokers_kept(position)
    left = len(position.rack) - best.tiles
    return best.play if best.play is not None and (left > KEEP or left == 0) else no_play(position)


def challenger(view: View, stream: Stream) -> Move:
    """The champion's move in every other game, in the others the master's: turn by turn either of them would give the
    other away."""
    return (champion if crc32(f"{view.commitment} {view.viewer}".encode()) % 2 else master)(view, stream)
