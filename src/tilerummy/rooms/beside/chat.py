"""What people at a table say to each other: lines beside the game, never in its record.

The last lines of a room are kept in the store, so that they are there again after a restart or a reload.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from tilerummy.records.aside import Aside
from tilerummy.rooms.commands import Phrase, Say
from tilerummy.rooms.people import names
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.messages_out import ChatLine
from tilerummy.rules.names import visible
from tilerummy.rules.refusal import refuse
from tilerummy.store import Said, Store

KEPT: Final = 100
"""Lines of a room that are kept."""
MOST: Final = 200
"""Characters in a line."""
Allow = Callable[[], bool]
"""Says whether a line that is new may be said; a resend is answered without asking."""


class Stored(msgspec.Struct, frozen=True):
    """A line as it lies in the store."""

    name: str
    seated: bool
    text: str | None = None
    phrase: Phrase | None = None


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Stored).decode


class Chat(Aside):
    """The lines of one room. `number` is that of the newest."""

    def __init__(self, store: Store, room: str, said: Iterable[Said]) -> None:
        super().__init__(store, room, "chat_line", KEPT)
        self._lines: deque[tuple[str, ChatLine]] = deque(maxlen=KEPT)
        for line in said:
            self._take(line)

    @property
    def lines(self) -> tuple[tuple[str, ChatLine], ...]:
        """The lines that are kept, and who said them."""
        return tuple(self._lines)

    def after(self, number: int, unheard: frozenset[str] = frozenset()) -> tuple[ChatLine, ...]:
        """The lines that are kept and came after that one, without those of some guests."""
        return tuple(line for actor, line in self._lines if line.number > number and actor not in unheard)

    async def say(
        self, state: RoomState, player: str, asked: Say, now: int, allow: Allow | None = None, bar: str | None = None
    ) -> None:
        """Keep a line, unless it was kept already, at whichever server. `bar`: the code of what keeps this player from
        saying anything. Raises Refusal, StorageFailure, or Conflict where the room is gone."""

        def body() -> bytes:
            if bar is not None:
                raise refuse(bar)
            if allow is not None and not allow():
                raise refuse("chat-too-fast")
            return _encode(line_of(state, player, asked))

        await self._keep(player, asked.id, body, now)

    async def read_again(self) -> None:
        """Forget lines that the store has forgotten. Raises StorageFailure."""
        async with self._lock:
            kept = {line.number for line in await self._store.said(self._record) if line.body}
            self._lines = deque((line for line in self._lines if line[1].number in kept), KEPT)

    def _take(self, said: Said) -> None:
        super()._take(said)
        if said.body:
            line = _decode(said.body)
            shown = ChatLine(said.number, said.at, line.name, line.seated, line.text, line.phrase)
            self._lines.append((said.actor, shown))


def said_by(said: Said) -> tuple[str, str]:
    """The name under which a line was said, and its text or the code of its phrase."""
    line = _decode(said.body)
    return line.name, line.text or line.phrase or ""


def line_of(state: RoomState, player: str, asked: Say) -> Stored:
    """The line as everyone will read it. Raises Refusal where this player may not say this here."""
    seat = state.seat_of(player)
    name = speaker(state, seat, asked.name)
    if (asked.text is None) == (asked.phrase is None):
        raise refuse("chat-empty")
    if asked.phrase is not None:
        return Stored(name, seat is not None, phrase=asked.phrase)
    text = visible(asked.text or "")
    if not text:
        raise refuse("chat-empty")
    if len(text) > MOST:
        raise refuse("chat-too-long", most=MOST)
    return Stored(name, seat is not None, text=text)


def speaker(state: RoomState, seat: int | None, name: str | None) -> str:
    """The name a person speaks under: their own at the table; a spectator's is nobody else's. Raises Refusal."""
    if state.options.chat == "off":
        raise refuse("chat-off")
    sitter = None if seat is None else state.sitters[seat]
    if sitter is not None:
        return sitter.name
    if state.options.chat == "players":
        raise refuse("chat-players")
    return names.clean(name or "", tuple(other.name for other in state.sitters if other))
