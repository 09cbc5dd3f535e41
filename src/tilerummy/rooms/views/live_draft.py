"""The draft of the player to move: what a time-out looks at, and what everyone else sees while it is made, where the
host wants that."""

from collections import Counter
from collections.abc import Callable

import msgspec

from tilerummy.rooms.host import Topic
from tilerummy.rooms.views.messages_out import Drafted
from tilerummy.rooms.views.paced import Paced
from tilerummy.rules.judge.table_diff import tiles_on
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld, parse_meld
from tilerummy.rules.position import Position

_encode = msgspec.msgpack.Encoder().encode
_encode_shown, _decode_shown = msgspec.json.Encoder().encode, msgspec.json.Decoder(Drafted).decode
EVERY = 1 / 3
"""Seconds between two drafts that are shown, at least."""


class Laid(msgspec.Struct, frozen=True, array_like=True):
    """A draft of the turn that began after row `on`, made at a server."""

    on: int
    opening: tuple[str, ...]
    table: tuple[str, ...]
    server: str = ""


decode_laid = msgspec.msgpack.Decoder(Laid).decode


class LiveDraft:
    """The newest draft of one room's mover. `wake`: there is something new to show; `tell`: say something to the other
    servers that have the room; `server`: which one this is."""

    def __init__(self, wake: Callable[[], None], tell: Callable[[Topic, bytes], None], server: str) -> None:
        self._tell = tell
        self._server = server
        self._made_here = False
        self._newest: tuple[int, Play] | None = None
        self._shown: Paced[Drafted | None] = Paced(None, EVERY, wake)

    @property
    def number(self) -> int:
        """Rises with every draft that is shown."""
        return self._shown.number

    def let_go(self) -> None:
        """The room leaves the memory."""
        self._shown.stop()

    def lay(self, on: int, play: Play, *, timed: bool) -> None:
        """The mover's draft after row `on`; where the turn is `timed`, any server may have to know it."""
        self._newest, self._made_here = (on, play), True
        if timed:
            self.say_again(on)

    def say_again(self, on: int) -> None:
        """Tell the other servers the draft of the turn that began after row `on`, if it was made here."""
        if self._made_here and (play := self.play(on)) is not None:
            self._tell("laid", _encode(Laid(on, _written(play.opening), _written(play.table), self._server)))

    def hear_laid(self, laid: Laid) -> None:
        """A draft that was made at another server, which has the mover."""
        if self._newest is None or laid.on >= self._newest[0]:
            opening, table = (tuple(map(parse_meld, melds)) for melds in (laid.opening, laid.table))
            self._newest, self._made_here = (laid.on, Play(opening=opening, table=table)), False

    def play(self, on: int) -> Play | None:
        """The draft of the turn that began after row `on`."""
        return self._newest[1] if self._newest and self._newest[0] == on else None

    def show(self, draft: Drafted | None) -> None:
        """Show a draft to the others, at all servers."""
        if draft is not None:
            self._shown.change(draft)
            self._tell("draft", _encode_shown(draft))

    def hear_shown(self, said: bytes) -> None:
        """A draft that is shown at another server."""
        self._shown.change(_decode_shown(said))

    def seen(self, on: int, seat: int | None) -> Drafted | None:
        """The draft that people other than its player may see, while its turn goes on."""
        draft = self._shown.told
        return None if draft is None or draft.on != on or draft.seat == seat else draft


def _written(melds: tuple[Meld, ...]) -> tuple[str, ...]:
    return tuple(map(format_meld, melds))


def drafted(position: Position, seat: int, on: int, play: Play) -> Drafted | None:
    """What others see of a draft: its melds, of which all tiles lie on the table. None for what nobody could lay."""
    before, after = tiles_on(position.table), tiles_on(play.table)
    if before - after or (after - before) - Counter(position.rack):
        return None
    return Drafted(on, seat, _written(play.table))
