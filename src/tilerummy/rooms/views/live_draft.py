"""The draft of the player to move, shown to everyone else while it is made, where the host wants that."""

from collections import Counter

from tilerummy.rooms.views.messages_out import Drafted
from tilerummy.rules.judge.table_diff import tiles_on
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position

EVERY = 1 / 3
"""Seconds between two drafts that are shown, at least."""


def drafted(position: Position, seat: int, on: int, play: Play) -> Drafted | None:
    """What others see of a draft: its melds, of which all tiles lie on the table. None for what nobody could lay."""
    before, after = tiles_on(position.table), tiles_on(play.table)
    if before - after or (after - before) - Counter(position.rack):
        return None
    return Drafted(on, seat, tuple(format_meld(meld) for meld in play.table))
