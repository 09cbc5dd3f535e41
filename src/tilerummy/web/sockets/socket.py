"""The sockets of rooms: the handshake, and what connections share. Who speaks comes from the session alone."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from functools import partial
from time import perf_counter
from typing import Any, Final

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect
from structlog.contextvars import bind_contextvars

from tilerummy import metrics
from tilerummy.cancellation import cancel
from tilerummy.rooms.beside import talking
from tilerummy.rooms.commands import Command, Door, Hint, Move, Redeal, Rematch, Resign, Say, TakeBack
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.people.blocking import shut_out
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.answers import answer
from tilerummy.rooms.views.messages_out import Accepted, Hinted, Refused
from tilerummy.store import StorageFailure
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.edge.frames import wire_of
from tilerummy.web.edge.heartbeat import Heartbeat
from tilerummy.web.edge.places import NoPlace, Places
from tilerummy.web.edge.spending import Spending
from tilerummy.web.operations.drain import COME_AGAIN
from tilerummy.web.protocol import Error
from tilerummy.web.security import own_origin
from tilerummy.web.sessions import Sessions, bearer
from tilerummy.web.sockets.attention import Attention
from tilerummy.web.sockets.connection import POLICY, SESSION_ENDED, TRY_AGAIN, UNKNOWN_ROOM, Closed, Connection
from tilerummy.web.sockets.outbox import Outbox

FINISH: Final = 1.0
"""Seconds that what was asked still has once all sockets are gone: nobody hears its answer any more."""
log = structlog.get_logger()


class Sockets:
    """All sockets at the rooms of one server. `start` before use, `close` after."""

    def __init__(self, rooms: Rooms, sessions: Sessions, spending: Spending, places: Places) -> None:
        self.rooms = rooms
        self.sessions = sessions
        self.spending = spending
        self.places = places
        self.outbox = Outbox()
        self._heartbeat = Heartbeat()
        self._attention = Attention()
        self._going_on: list[asyncio.Task[None]] = []
        self._under_way: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Look after the wires from now on."""
        self._going_on = [asyncio.create_task(work) for work in (self._heartbeat.beat(), self._attention.stay())]

    async def close(self) -> None:
        """Finish what was asked, as far as that takes no longer than a moment."""
        for going_on in self._going_on:
            going_on.cancel()
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=FINISH)
        await cancel(self._under_way)

    def came(self) -> int:
        """When (ms) what is read now came, at the latest."""
        return self._attention.came(self.rooms.now())

    async def serve(self, websocket: WebSocket) -> None:
        """The handshake of one socket. Its connection goes on by itself when this is over."""
        bind_contextvars(**websocket.path_params)
        if not own_origin(websocket):
            await websocket.close(POLICY)
            return
        session = self.sessions.session(websocket)
        if session is None and bearer(websocket) is not None:
            await websocket.close(SESSION_ENDED)
            return
        player = session.player if session else None
        room, failure, unheard = await self._find(websocket.path_params["room"], player)
        seated = room is not None and room.state.seat_of(player) is not None
        try:
            place = self.places.take(player, address_of(websocket), seated=seated)
        except NoPlace:
            await websocket.close(TRY_AGAIN)
            return
        connection = Connection(self, session, place, room, failure, unheard)
        try:
            await websocket.accept()
            wire = wire_of(websocket, connection)
        except BaseException:
            connection.gone()
            raise
        if wire is None:
            connection.gone()
            with contextlib.suppress(WebSocketDisconnect):
                await websocket.close(COME_AGAIN)
            return
        connection.begin(wire)
        self._heartbeat.add(wire)

    def ended(self, connection: Connection) -> None:
        """The connection is gone: give back what it held."""
        self.places.give_back(connection.place)
        self.sessions.revocations.forget(connection)
        if connection.wire is not None:
            self._heartbeat.discard(connection.wire)

    def begin(
        self, work: Coroutine[Any, Any, None], connection: Connection, then: Callable[[], None] | None = None
    ) -> None:
        """Do some work beside the connection that asked for it. What has begun is finished, also when that ends."""
        task = asyncio.create_task(work, context=connection.context)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        if then is not None:
            task.add_done_callback(lambda _: then())

    async def command(
        self, room: Room, player: str | None, command: Command, address: str, came: int
    ) -> Accepted | Refused:
        """Carry out a command that came at that moment (ms); the answer is given once its outcome is on disk."""
        if player is None:
            return Refused(command.id, "no-session", {}, ())
        try:
            begun = perf_counter()
            if not await self._affords(room, player, command, address):
                return Refused(command.id, "too-fast", {}, ())
            # its connection has it among the room's unanswered since it came
            answered = await answer(command.id, room.carry_out(player, command, came))
            metrics.answered("person", command, answered, begun)
            return answered
        except StorageFailure as failure:
            return Refused(command.id, failure.code, {}, ())
        except Exception:
            log.exception("command-failed", room=room.id, seq=room.seq, command=command.id)
            return Refused(command.id, "internal", {}, ())

    async def _affords(self, room: Room, player: str, command: Command, address: str) -> bool:
        """Whether the command is within the guest's budget; a resend costs nothing. Raises StorageFailure."""
        cost = _cost(command)
        if not cost or await room.record.answered(player, command.id):
            return True
        return self.spending.budget.spend(player, address, cost)

    async def hint(self, room: Room, player: str | None, asked: Hint, address: str) -> Hinted | Refused:
        """What the player could lay. It may take seconds, in which everything else goes on."""
        try:
            return await self.rooms.hints.hint(room, player, asked, address)
        except Exception:
            log.exception("hint-failed", room=room.id, seq=room.seq)
            return Refused(asked.id, "internal", {}, ())

    async def say(self, room: Room, player: str | None, asked: Say) -> Accepted | Refused:
        """Keep a line of the chat."""
        if player is None:
            return Refused(asked.id, "no-session", {}, ())
        return await talking.say(room, player, asked, lambda: self.spending.lines.take(player))

    async def act(self, room: Room, player: str | None, asked: Door, address: str) -> Accepted | Refused:
        """Keep what the host does about who comes in and who speaks."""
        if player is None:
            return Refused(asked.id, "no-session", {}, ())
        spend = partial(self.spending.budget.spend, player, address, limits.ROW_COST)
        return await talking.act(room, player, asked, spend)

    async def _find(self, ident: str, player: str | None) -> tuple[Room | None, Closed, frozenset[str]]:
        """The room, or how a socket without one is closed; and whose lines this guest does not read. Looked for first:
        a seat there gives a place."""
        unheard: frozenset[str] = frozenset()
        try:
            if (room := await self.rooms.find(ident)) is not None:
                await room.look_for_next()
                if await shut_out(room.server.store, room.state, player):
                    room = None
                elif player is not None:
                    unheard = await room.server.store.blocked(player)
            return room, Closed(UNKNOWN_ROOM, Error("unknown-room", {})), unheard
        except StorageFailure as failure:
            return None, Closed(TRY_AGAIN, Error(failure.code, {})), unheard


def _cost(command: Command) -> int:
    """What a command may make costs; how many moves a game has is bounded by its rules."""
    match command:
        case Redeal() | Move() | Resign():
            return 0
        case Rematch() | TakeBack():
            return limits.ROOM_COST
        case _:
            return limits.ROW_COST
