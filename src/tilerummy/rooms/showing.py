"""The draft of the player to move, shown to everyone else while it is made, where the host wants that."""

import asyncio
from collections import Counter
from collections.abc import Callable

from tilerummy.rooms.answers import Drafted
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.positions import Position
from tilerummy.rules.tables import tiles_on

EVERY = 1 / 3
"""Seconds between two drafts that are shown, at least."""


def drafted(position: Position, seat: int, on: int, play: Play) -> Drafted | None:
    """What others see of a draft: its melds, of which all tiles lie on the table. None for what nobody could lay."""
    before, after = tiles_on(position.table), tiles_on(play.table)
    if before - after or (after - before) - Counter(position.rack):
        return None
    return Drafted(on, seat, tuple(format_meld(meld) for meld in play.table))


class Showing:
    """The newest draft of one room, told at most three times a second. `number` counts what was told."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._waiting: Drafted | None = None
        self._pause: asyncio.TimerHandle | None = None
        self.draft: Drafted | None = None
        self.number = 0

    def show(self, draft: Drafted) -> None:
        """Tell of this draft now, or when it is time again; the last one is always told."""
        self._waiting = draft
        if self._pause is None:
            self._next()

    def _next(self) -> None:
        self._pause = None
        if self._waiting is None:
            return
        self.draft, self._waiting = self._waiting, None
        self.number += 1
        self._pause = asyncio.get_running_loop().call_later(EVERY, self._next)
        self._tell()
