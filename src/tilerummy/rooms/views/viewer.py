"""One connection that looks at a room: a cursor over the room's log, and the answers that wait to be sent."""

from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from tilerummy.rooms.beside.chat import Chat
from tilerummy.rooms.beside.rack_order import RackOrders
from tilerummy.rooms.views.live_draft import LiveDraft
from tilerummy.rooms.views.messages_out import Answer, Chatted, DoorShown, Drafted, Presence
from tilerummy.rooms.views.paced import Paced
from tilerummy.rooms.views.shown import Shown

_encode = msgspec.json.Encoder().encode
OPEN: Final = _encode(DoorShown(closed=False, muted=False, people=None))
"""What need not be said of a door: nobody is kept out, nobody muted."""


class Seen(Protocol):
    """A room, as a viewer reads it."""

    chat: Chat
    racks: RackOrders
    draft: LiveDraft
    shown: Shown

    @property
    def gone(self) -> bool:
        """Whether it is there no more."""
        ...

    @property
    def seq(self) -> int:
        """The number of the last row."""
        ...

    @property
    def presence(self) -> Paced[Presence]:
        """Who is here."""
        ...

    def draft_for(self, player: str | None) -> Drafted | None:
        """The draft that this player may see."""
        ...

    def door_for(self, player: str | None) -> bytes:
        """The encoded message that tells this player who may come in and speak."""
        ...


class Viewer:
    """A viewer of one room. `player` is the session's id, None for a spectator without one; `news` is called when there
    is something to take, once until it is taken. `unheard`: guests whose lines and reactions are not shown. `arranged`
    is the number of the player's rack order that this connection knows.

    There is no queue of updates: a slow viewer lags behind in the log and gets the rest in one message.
    """

    __slots__ = (
        "_answers",
        "_chat",
        "_cursor",
        "_door",
        "_news",
        "_presence",
        "_shown",
        "_since",
        "_woken",
        "arranged",
        "player",
        "room",
        "unheard",
    )

    def __init__(
        self,
        room: Seen,
        player: str | None,
        since: int | None,
        news: Callable[[], None],
        unheard: frozenset[str] = frozenset(),
    ) -> None:
        self.room = room
        self.player = player
        self.unheard = unheard
        self._news = news
        self._since = since
        self._cursor: int | None = None
        self._presence = 0
        self.arranged = 0
        self._shown = 0
        self._chat = 0
        self._door = OPEN
        self._answers: list[bytes] = []
        self._woken = False

    @property
    def waiting(self) -> int:
        """Answers not yet taken."""
        return len(self._answers)

    def wake(self) -> None:
        """There is something to take."""
        if not self._woken:
            self._woken = True
            self._news()

    def greet_again(self) -> None:
        """The next message is the whole state again: something changed without a row in the log."""
        self._since, self._cursor = self._cursor, None
        self.wake()

    def answer(self, message: Answer) -> None:
        """Say something to this viewer alone."""
        self.say(_encode(message))

    def say(self, frame: bytes) -> None:
        """Say something to this viewer alone, already encoded."""
        self._answers.append(frame)
        self.wake()

    def take(self) -> list[bytes]:
        """Everything there is to say: answers first, then what happened, then what lies beside the log. Of a room that
        is gone there are answers alone."""
        self._woken = False
        said, self._answers = self._answers, []
        if self.room.gone:
            return said
        seq, presence = self.room.seq, self.room.presence
        if self._cursor is None:
            said.append(_encode(self.room.shown.welcome(self.player, self._since)))
        elif self._cursor < seq:
            said.append(self.room.shown.update(self.player, self._cursor))
        self._cursor = seq
        if self._presence != presence.number:
            self._presence = presence.number
            said.append(presence.frame)
        if self.arranged != self.room.racks.number(self.player):
            self.arranged = self.room.racks.number(self.player)
            said.append(self.room.racks.frame(self.player))
        if self._chat < self.room.chat.number:
            if lines := self.room.chat.after(self._chat, self.unheard):
                said.append(_encode(Chatted(lines)))
            self._chat = self.room.chat.number
        if self._door != (door := self.room.door_for(self.player)):
            self._door = door
            said.append(door)
        # one of another server may come before its row, and waits for it
        if self._shown != self.room.draft.number and (draft := self.room.draft_for(self.player)):
            self._shown = self.room.draft.number
            said.append(_encode(draft))
        return said
