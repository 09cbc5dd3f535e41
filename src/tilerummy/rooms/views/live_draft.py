"""The draft of the player to move: what a time-out looks at, and what everyone else sees while it is made, where the
host wants that."""

from collections import Counter
from collections.abc import Callable

from tilerummy.rooms.views.messages_out import Drafted
from tilerummy.rooms.views.paced import Paced
from tilerummy.rules.judge.table_diff import tiles_on
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position

EVERY = 1 / 3
"""Seconds between two drafts that are shown, at least."""


class LiveDraft:
    """The newest draft of one room's mover. `tell`: there is something new to show."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._newest: tuple[int, Play] | None = None
        self._shown: Paced[Drafted | None] = Paced(None, EVERY, tell)

    @property
    def number(self) -> int:
        """Rises with every draft that is shown."""
        return self._shown.number

    def let_go(self) -> None:
        """The room leaves the memory."""
        self._shown.stop()

    def lay(self, on: int, play: Play) -> None:
        """The mover's draft after row `on`."""
        self._newest = (on, play)

    def play(self, on: int) -> Play | None:
        """The draft of the turn that began after row `on`."""
        return self._newest[1] if self._newest and self._newest[0] == on else None

    def show(self, draft: Drafted | None) -> None:
        """Show a draft to the others."""
        if draft is not None:
            self._shown.change(draft)

    def seen(self, on: int, seat: int | None) -> Drafted | None:
        """The draft that somebody other than its player may see, while its turn goes on."""
        draft = self._shown.told
        return None if draft is None or draft.on != on or draft.seat == seat else draft


def drafted(position: Position, seat: int, on: int, play: Play) -> Drafted | None:
    """What others see of a draft: its melds, of which all tiles lie on the table. None for what nobody could lay."""
    before, after = tiles_on(position.table), tiles_on(play.table)
    if before - after or (after - before) - Counter(position.rack):
        return None
    return Drafted(on, seat, tuple(format_meld(meld) for meld in play.table))
