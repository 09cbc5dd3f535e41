"""The socket of a room: one task reads and decides, one sends. Who speaks comes from the session alone."""

import asyncio
from collections.abc import Coroutine
from time import perf_counter
from typing import Any

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect
from structlog.contextvars import bind_contextvars

from tilerummy import metrics
from tilerummy.rooms.commands import Arrange, Hint, Move, Preview, React, Rematch, Resign, Say
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Refused
from tilerummy.rooms.views.viewer import Viewer
from tilerummy.store import StorageFailure
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.edge.places import NoPlace, Places
from tilerummy.web.operations.drain import COME_AGAIN
from tilerummy.web.protocol import VERSION, ClientMessage, Command, Error, Join, Ping, Pong
from tilerummy.web.rates import Budget
from tilerummy.web.security import own_origin
from tilerummy.web.sessions import Session, Sessions

POLICY = 1008
GONE = 1006
TRY_AGAIN = 1013
UNKNOWN_ROOM = 4404
SESSION_ENDED = 4401
LAST_WORD = 1.0
"""Seconds for what is still to be said before a connection is closed."""
log = structlog.get_logger()
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_encode = msgspec.json.Encoder().encode


class Closed(Exception):
    """The connection is to be closed with a code, after a last error that says why."""

    def __init__(self, code: int, error: Error | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.error = error


class SessionEnded(Closed):
    """The session the connection was opened with counts no more."""

    def __init__(self) -> None:
        super().__init__(SESSION_ENDED, Error("session-ended", {}))


class Sockets:
    """All connections of one server."""

    def __init__(self, rooms: Rooms, sessions: Sessions, budget: Budget, places: Places) -> None:
        self._rooms = rooms
        self._sessions = sessions
        self._budget = budget
        self._places = places
        self._lines = limits.lines()
        self._reactions = limits.reactions()
        self._under_way: set[asyncio.Task[None]] = set()

    async def serve(self, websocket: WebSocket) -> None:
        """One connection, from the handshake to its end."""
        session = self._sessions.session(websocket)
        bind_contextvars(**websocket.path_params)
        if not own_origin(websocket):
            await websocket.close(POLICY)
            return
        try:
            await self._serve(websocket, session)
        except NoPlace:
            await websocket.close(TRY_AGAIN)
        except Closed as closed:
            await _close(websocket, closed)
        except WebSocketDisconnect:
            pass

    async def _serve(self, websocket: WebSocket, session: Session | None) -> None:
        """Raises NoPlace, Closed or WebSocketDisconnect."""
        player = session.player if session else None
        room, failure = await self._find(websocket.path_params["room"])
        seated = room is not None and room.state.seat_of(player) is not None
        with (
            self._places.taken(player, address_of(websocket), seated),
            self._sessions.revocations.ending(session) as ended,
        ):
            await websocket.accept()
            join = await _joined(websocket)
            if room is None:
                raise failure
            if ended.done():
                # Before it joins: the first frame would show a rack.
                raise SessionEnded
            await self._in_room(websocket, room.join(player, join.since), room, ended)

    async def _find(self, ident: str) -> tuple[Room | None, Closed]:
        """The room, or how a socket without one is closed. Looked for first: a seat there gives a place."""
        try:
            return await self._rooms.find(ident), Closed(UNKNOWN_ROOM, Error("unknown-room", {}))
        except StorageFailure as failure:
            return None, Closed(TRY_AGAIN, Error(failure.code, {}))

    async def _in_room(self, websocket: WebSocket, viewer: Viewer, room: Room, ended: "asyncio.Future[None]") -> None:
        sending = asyncio.create_task(_send_forever(websocket, viewer))
        reading = asyncio.create_task(self._read_forever(websocket, room, viewer))
        try:
            done, _ = await asyncio.wait({sending, reading, ended}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            if ended in done:
                raise SessionEnded
        except Closed:
            # The last word says why: let it out before the door closes.
            viewer.end()
            await asyncio.wait({sending}, timeout=LAST_WORD)
            raise
        finally:
            room.leave(viewer)
            for task in (sending, reading):
                task.cancel()
            await asyncio.gather(sending, reading, return_exceptions=True)

    async def _read_forever(self, websocket: WebSocket, room: Room, viewer: Viewer) -> None:
        messages, strikes = limits.messages(), limits.strikes()
        address = address_of(websocket)
        # Whoever is back has their seat before anything they say is looked at.
        await room.mind_the_absent()
        while True:
            frame = await _receive(websocket)
            message = _read(frame) if messages.take() else Error("too-fast", {})
            if isinstance(message, Join):
                message = Error("already-joined", {})
            if isinstance(message, Error):
                viewer.say(_encode(message))
                if not strikes.take():
                    raise Closed(POLICY)
            elif isinstance(message, Ping):
                viewer.say(_encode(Pong(self._rooms.now())))
            elif isinstance(message, Preview):
                _preview(room, viewer, message)
            elif isinstance(message, Arrange):
                await asyncio.shield(self._begin(room.arrange(viewer, message)))
            elif isinstance(message, React):
                if viewer.player is not None and self._reactions.take(viewer.player):
                    room.react(viewer.player, message)
            elif isinstance(message, Say):
                await asyncio.shield(self._begin(self._say(room, viewer, message)))
            elif isinstance(message, Hint):
                # It may take seconds, in which everything else goes on.
                self._begin(self._hint(room, viewer, message, address))
            else:
                # A command once begun is finished, also when its connection ends meanwhile.
                await asyncio.shield(self._begin(self._carry_out(room, viewer, message, address)))
            if viewer.waiting > limits.ANSWERS:
                raise Closed(POLICY)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _carry_out(self, room: Room, viewer: Viewer, command: Command, address: str) -> None:
        if viewer.player is None:
            viewer.answer(Refused(command.id, "no-session", {}, ()))
            return
        cost = 0 if room.answered(viewer.player, command.id) else _cost(command)
        if cost and not self._budget.spend(viewer.player, address, cost):
            viewer.answer(Refused(command.id, "too-fast", {}, ()))
            return
        try:
            begun = perf_counter()
            answer = await room.command(viewer.player, command)
            metrics.answered("person", command, answer, begun)
            viewer.answer(answer)
        except Exception:
            log.exception("command-failed", room=room.id, seq=room.seq, command=command.id)
            viewer.answer(Refused(command.id, "internal", {}, ()))

    async def _hint(self, room: Room, viewer: Viewer, asked: Hint, address: str) -> None:
        try:
            viewer.answer(await self._rooms.hints.hint(room, viewer.player, asked, address))
        except Exception:
            log.exception("hint-failed", room=room.id, seq=room.seq)
            viewer.answer(Refused(asked.id, "internal", {}, ()))

    async def _say(self, room: Room, viewer: Viewer, asked: Say) -> None:
        if viewer.player is None:
            viewer.answer(Refused(asked.id, "no-session", {}, ()))
        elif not room.chat.knows(viewer.player, asked.id) and not self._lines.take(viewer.player):
            viewer.answer(Refused(asked.id, "chat-too-fast", {}, ()))
        else:
            viewer.answer(await room.say(viewer.player, asked))


async def _joined(websocket: WebSocket) -> Join:
    """The first message, which must be a join of our version. Raises Closed."""
    try:
        async with asyncio.timeout(limits.JOIN_SECONDS):
            message = _read(await _receive(websocket))
    except TimeoutError:
        raise Closed(POLICY) from None
    if isinstance(message, Error):
        raise Closed(POLICY, message)
    if not isinstance(message, Join):
        raise Closed(POLICY, Error("not-joined", {}))
    if message.v != VERSION:
        raise Closed(POLICY, Error("unknown-version", {"known": VERSION}))
    return message


def _cost(command: Command) -> int:
    """What a command may make costs; how many moves a game has is bounded by its rules."""
    match command:
        case Move() | Resign():
            return 0
        case Rematch():
            return limits.ROOM_COST
        case _:
            return limits.ROW_COST


def _preview(room: Room, viewer: Viewer, asked: Preview) -> None:
    try:
        viewer.answer(room.preview(viewer.player, asked))
    except Exception:
        log.exception("preview-failed", room=room.id, seq=room.seq)
        viewer.answer(Refused(f"preview-{asked.n}", "internal", {}, ()))


async def _send_forever(websocket: WebSocket, viewer: Viewer) -> None:
    while not viewer.ended:
        for frame in await viewer.frames():
            try:
                async with asyncio.timeout(limits.SEND_SECONDS):
                    await websocket.send_text(frame.decode())
            except TimeoutError:
                raise Closed(POLICY) from None
            except RuntimeError:
                # The other side was quicker: the connection is closed already.
                raise WebSocketDisconnect(GONE) from None


async def _receive(websocket: WebSocket) -> bytes:
    """The next frame, text or binary. Raises WebSocketDisconnect, and Closed where the server ends."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        code = message.get("code", 1005)
        raise Closed(code) if code == COME_AGAIN else WebSocketDisconnect(code)
    text: str | None = message.get("text")
    return text.encode() if text is not None else bytes(message.get("bytes") or b"")


def _read(frame: bytes) -> ClientMessage | Error:
    """The message in a frame, or what is wrong with it."""
    if len(frame) > limits.FRAME:
        return Error("too-large", {"most": limits.FRAME})
    try:
        return _decoder.decode(frame)
    except msgspec.MsgspecError as error:
        return Error("malformed", {"detail": str(error)})
    except (UnicodeDecodeError, RecursionError):
        return Error("malformed", {"detail": ""})


async def _close(websocket: WebSocket, closed: Closed) -> None:
    try:
        if closed.error is not None:
            await websocket.send_text(_encode(closed.error).decode())
        await websocket.close(closed.code)
    except (RuntimeError, WebSocketDisconnect):
        # The other side was quicker.
        pass
