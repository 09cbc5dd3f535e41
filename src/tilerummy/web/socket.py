"""The socket of a room: one task reads and decides, one sends. Who speaks comes from the session alone."""

import asyncio
from collections import Counter

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilerummy.rooms.answers import Refused
from tilerummy.rooms.commands import Preview
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.room import Room
from tilerummy.rooms.viewer import Viewer
from tilerummy.store import StorageFailure
from tilerummy.web import limits
from tilerummy.web.protocol import VERSION, ClientMessage, Command, Error, Join, Ping, Pong
from tilerummy.web.security import own_origin
from tilerummy.web.sessions import Sessions

POLICY = 1008
TRY_AGAIN = 1013
UNKNOWN_ROOM = 4404
LAST_WORD = 1.0
"""Seconds for what is still to be said before a connection is closed."""
log = structlog.get_logger()
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_encode = msgspec.json.Encoder().encode


class Closed(Exception):
    """The connection is to be closed with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Sockets:
    """All connections of one server."""

    def __init__(self, rooms: Rooms, sessions: Sessions) -> None:
        self._rooms = rooms
        self._sessions = sessions
        self._open: Counter[str | None] = Counter()
        self._commands: set[asyncio.Task[None]] = set()

    async def serve(self, websocket: WebSocket) -> None:
        """One connection, from the handshake to its end."""
        player = self._sessions.player(websocket)
        if not own_origin(websocket):
            await websocket.close(POLICY)
            return
        crowded = player is not None and self._open[player] >= limits.SOCKETS_PER_PLAYER
        if crowded or self._open.total() >= limits.SOCKETS:
            await websocket.close(TRY_AGAIN)
            return
        self._open[player] += 1
        try:
            await websocket.accept()
            await self._talk(websocket, player)
        except Closed as closed:
            await _close(websocket, closed.code)
        except WebSocketDisconnect:
            pass
        finally:
            self._open[player] -= 1
            if not self._open[player]:
                del self._open[player]

    async def _talk(self, websocket: WebSocket, player: str | None) -> None:
        try:
            async with asyncio.timeout(limits.JOIN_SECONDS):
                join = _read(await _receive(websocket))
        except TimeoutError:
            raise Closed(POLICY) from None
        if isinstance(join, Error) or not isinstance(join, Join):
            await _fail(websocket, join if isinstance(join, Error) else Error("not-joined", {}), POLICY)
        elif join.v != VERSION:
            await _fail(websocket, Error("unknown-version", {"known": VERSION}), POLICY)
        else:
            try:
                room = await self._rooms.find(websocket.path_params["room"])
            except StorageFailure as failure:
                await _fail(websocket, Error(failure.code, {}), TRY_AGAIN)
            else:
                if room is None:
                    await _fail(websocket, Error("unknown-room", {}), UNKNOWN_ROOM)
                else:
                    await self._in_room(websocket, room, player, join.since)

    async def _in_room(self, websocket: WebSocket, room: Room, player: str | None, since: int | None) -> None:
        viewer = room.join(player, since)
        sending = asyncio.create_task(_send_forever(websocket, viewer))
        reading = asyncio.create_task(self._read_forever(websocket, room, viewer))
        try:
            done, _ = await asyncio.wait({sending, reading}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
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
            else:
                # A command once begun is finished, also when its connection ends meanwhile.
                task = asyncio.create_task(_carry_out(room, viewer, message))
                self._commands.add(task)
                task.add_done_callback(self._commands.discard)
                await asyncio.shield(task)
            if viewer.waiting > limits.ANSWERS:
                raise Closed(POLICY)


async def _carry_out(room: Room, viewer: Viewer, command: Command) -> None:
    if viewer.player is None:
        viewer.answer(Refused(command.id, "no-session", {}, ()))
        return
    try:
        viewer.answer(await room.command(viewer.player, command))
    except Exception:
        log.exception("command-failed", room=room.id, seq=room.seq, command=command.id)
        viewer.answer(Refused(command.id, "internal", {}, ()))


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


async def _receive(websocket: WebSocket) -> bytes:
    """The next frame, text or binary. Raises WebSocketDisconnect."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
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


async def _fail(websocket: WebSocket, error: Error, code: int) -> None:
    await websocket.send_text(_encode(error).decode())
    raise Closed(code)


async def _close(websocket: WebSocket, code: int) -> None:
    try:
        await websocket.close(code)
    except RuntimeError:
        # The other side was quicker.
        pass
