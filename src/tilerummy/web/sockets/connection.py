"""One socket at a room: what comes is read and carried out in order, what there is to say is written.

No task waits for a connection. A message is looked at when it comes; one that needs the store is a task for as long as
that takes, and what comes meanwhile waits its turn.
"""

from collections import deque
from collections.abc import Coroutine
from contextlib import ExitStack
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import structlog

from tilerummy.inputs import from_json
from tilerummy.rooms import caretaking
from tilerummy.rooms.beside import arranging, talking
from tilerummy.rooms.commands import Arrange, Command, Door, Hint, Preview, React, Say
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Refused
from tilerummy.rooms.views.viewer import Viewer
from tilerummy.web import limits
from tilerummy.web.edge.closings import CLOSED
from tilerummy.web.edge.frame_reader import text_frame
from tilerummy.web.edge.places import Place
from tilerummy.web.edge.wire import Wire
from tilerummy.web.operations.drain import COME_AGAIN
from tilerummy.web.protocol import VERSION, ClientMessage, Error, Join, Ping, Pong
from tilerummy.web.sessions import Session

if TYPE_CHECKING:
    from tilerummy.web.sockets.socket import Sockets

POLICY, TRY_AGAIN, SESSION_ENDED, KEPT_OUT, UNKNOWN_ROOM, GONE = 1008, 1013, 4401, 4403, 4404, 4410
WAITING: Final = 16
"""Messages that may wait while one is carried out; with so many, nothing more is read."""
log = structlog.get_logger()
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_encode = msgspec.json.Encoder().encode


class Closed(NamedTuple):
    """How a connection is closed: with a code, after a last error that says why."""

    code: int
    error: Error | None = None


class Connection:
    """The connection of one guest, or of an onlooker without a session. Every method is for the event loop's thread.

    `context`: what the log tells of all that is done for the connection.
    """

    __slots__ = (
        "_backlog",
        "_busy",
        "_failure",
        "_leaving",
        "_messages",
        "_room",
        "_sockets",
        "_strikes",
        "_unheard",
        "_viewer",
        "context",
        "place",
        "session",
        "wire",
    )

    def __init__(
        self,
        sockets: "Sockets",
        session: Session | None,
        place: Place,
        room: Room | None,
        failure: Closed,
        unheard: frozenset[str] = frozenset(),
    ) -> None:
        """`failure`: how the connection is closed once it has joined where there is no `room`; `unheard`: whose lines
        are not shown."""
        self._sockets = sockets
        self.session = session
        self.place = place
        self._room = room
        self._failure = failure
        self._unheard = unheard
        self._viewer: Viewer | None = None
        self._messages = limits.messages()
        self._strikes = limits.strikes()
        self._busy = False
        self._backlog: deque[tuple[bytes, int]] = deque()
        self.wire: Wire | None = None
        self._leaving = False
        self.context = copy_context()

    def begin(self, wire: Wire) -> None:
        """The handshake is over."""
        self.wire = wire
        wire.expect(limits.JOIN_SECONDS)
        self._sockets.sessions.revocations.watch(self.session, self.place.address, self)

    # --- what comes -----------------------------------------------------------------------------------------

    def received(self, message: bytes) -> None:
        """Look at a message, after those before it: what it asks came at this moment, whatever it waits for."""
        self._take(message, self._sockets.came())

    def _take(self, message: bytes, came: int) -> None:
        if self._busy:
            self._backlog.append((message, came))
            if len(self._backlog) == WAITING and self.wire is not None:
                self.wire.hold(wait=True)
        elif self._viewer is None:
            self._join(_read(message), came)
        else:
            self._carry_out(self._viewer, _read(message) if self._messages.take() else Error("too-fast", {}), came)

    def _join(self, message: ClientMessage | Error, came: int) -> None:
        """The first message must be a join of our version."""
        if isinstance(message, Error):
            self._end(Closed(POLICY, message))
        elif not isinstance(message, Join):
            self._end(Closed(POLICY, Error("not-joined", {})))
        elif message.v != VERSION:
            self._end(Closed(POLICY, Error("unknown-version", {"known": VERSION})))
        elif self._room is None:
            self._end(self._failure)
        elif (bar := self._room.bar(self.place.player)) is not None:
            self._end(Closed(KEPT_OUT, Error(bar, {})))
        else:
            self._viewer = self._room.join(self.place.player, message.since, self._wake, self._unheard)
            if self.wire is not None:
                self.wire.expect(None)
            if caretaking.awaits(self._room):
                # Players who return have their seat before the room looks at anything they say.
                self._start(self._room, caretaking.mind_the_absent(self._room), came)

    def _carry_out(self, viewer: Viewer, message: ClientMessage | Error, came: int) -> None:
        room = self._room
        assert room is not None
        match message:
            case Error():
                self._strike(viewer, message)
            case Join():
                self._strike(viewer, Error("already-joined", {}))
            case Ping():
                viewer.say(_encode(Pong(self._sockets.rooms.now())))
            case Preview():
                self._preview(room, viewer, message)
            case React():
                if viewer.player is not None and self._sockets.spending.reactions.take(viewer.player):
                    self._react(room, viewer, viewer.player, message)
            case Arrange():
                self._start(room, arranging.arrange(room, viewer, message), came)
            case Say():
                self._start(room, self._say(room, viewer, message), came)
            case Door():
                self._start(room, self._act(room, viewer, message), came)
            case Hint():
                self._sockets.begin(self._hint(room, viewer, message), self)
            case _:
                self._start(room, self._command(room, viewer, message, came), came)
        if viewer.waiting > limits.ANSWERS:
            self._end(Closed(POLICY))

    def _start(self, room: Room, work: Coroutine[Any, Any, None], came: int) -> None:
        """Carry something out; what comes meanwhile waits."""
        self._busy, owed = True, ExitStack()
        owed.enter_context(room.unanswered.of(self.place.player, came))
        self._sockets.begin(work, self, lambda: self._done(owed))

    def _done(self, owed: ExitStack) -> None:
        self._busy = False
        owed.close()
        while self._backlog and not self._busy:
            self._take(*self._backlog.popleft())
            if len(self._backlog) == WAITING - 1 and self.wire is not None:
                self.wire.hold(wait=False)
        if self._leaving and not self._busy:
            self._end(Closed(COME_AGAIN))

    async def _command(self, room: Room, viewer: Viewer, command: Command, came: int) -> None:
        viewer.answer(await self._sockets.command(room, viewer.player, command, self.place.address, came))

    async def _hint(self, room: Room, viewer: Viewer, asked: Hint) -> None:
        viewer.answer(await self._sockets.hint(room, viewer.player, asked, self.place.address))

    async def _act(self, room: Room, viewer: Viewer, asked: Door) -> None:
        viewer.answer(await self._sockets.act(room, viewer.player, asked, self.place.address))

    def _react(self, room: Room, viewer: Viewer, player: str, asked: React) -> None:
        if (refused := talking.react(room, player, asked)) is not None:
            viewer.answer(refused)

    async def _say(self, room: Room, viewer: Viewer, asked: Say) -> None:
        viewer.answer(await self._sockets.say(room, viewer.player, asked))

    def _preview(self, room: Room, viewer: Viewer, asked: Preview) -> None:
        try:
            viewer.answer(arranging.preview(room, viewer.player, asked))
        except Exception:
            log.exception("preview-failed", room=room.id, seq=room.seq)
            viewer.answer(Refused(f"preview-{asked.n}", "internal", {}, ()))

    def _strike(self, viewer: Viewer, error: Error) -> None:
        """What is no command; too much of it ends the connection."""
        viewer.say(_encode(error))
        if not self._strikes.take():
            self._end(Closed(POLICY))

    # --- what is said ---------------------------------------------------------------------------------------

    def _wake(self) -> None:
        self._sockets.outbox.add(self)

    def writable(self) -> None:
        """The other side reads on: say what has come up meanwhile."""
        self.flush()

    def flush(self) -> None:
        """Write all there is to say, unless the other side is slow: then later. Where the room is gone, that is all;
        whom its host keeps out hears no more of it."""
        if self._viewer is not None and self._room is not None and (bar := self._room.bar(self._viewer.player)):
            self._leave()
            self._end(Closed(KEPT_OUT, Error(bar, {})))
            return
        self._write()
        if self._room is not None and self._room.gone:
            self._end(Closed(GONE, Error("record-gone", {})))

    def _write(self) -> None:
        if self._viewer is None or self.wire is None or self.wire.paused or self.wire.closing:
            return
        try:
            said = self._viewer.take()
        except Exception:
            log.exception("view-failed", room=self._room.id if self._room else None)
            self._leave()  # there is nothing more to write
            self._end(Closed(TRY_AGAIN, Error("internal", {})))
            return
        if said:
            self.wire.write(map(text_frame, said))

    # --- the end --------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """The server ends: close the connection once what was asked is answered."""
        self._leaving = True
        if not self._busy:
            self._end(Closed(COME_AGAIN))

    def session_ended(self) -> None:
        """The session the connection was opened with counts no more."""
        self._end(Closed(SESSION_ENDED, Error("session-ended", {})))

    def closed(self, until: int) -> None:
        """The owner has closed the guest or the address until then (ms)."""
        self._end(Closed(CLOSED, Error("closed", {"until": until})))

    def _end(self, closed: Closed) -> None:
        """Close the connection. The last word says why."""
        if self.wire is None or self.wire.closing:
            return
        self._write()
        if closed.error is not None:
            self.wire.write([text_frame(_encode(closed.error))])
        self.wire.close(closed.code)
        self._backlog.clear()
        self._leave()

    def gone(self) -> None:
        """It is closed. Connection and wire know of each other no more, and so leave the memory at once."""
        self._backlog.clear()
        self._leave()
        self._sockets.ended(self)
        self.wire = None

    def _leave(self) -> None:
        viewer, self._viewer = self._viewer, None
        if viewer is not None and self._room is not None:
            self._room.leave(viewer)


def _read(message: bytes) -> ClientMessage | Error:
    """The message, or what is wrong with it."""
    if len(message) > limits.FRAME:
        return Error("too-large", {"most": limits.FRAME})
    try:
        return from_json(message, _decoder)
    except msgspec.MsgspecError as error:
        return Error("malformed", {"detail": str(error)})
    except (UnicodeDecodeError, RecursionError):
        return Error("malformed", {"detail": ""})
