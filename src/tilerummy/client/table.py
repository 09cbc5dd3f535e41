"""A table of a server (docs/protocol.md): what one seat sees of it, and what it does there, over connections that come
back."""

import asyncio
import hashlib
import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from random import uniform
from types import TracebackType
from typing import Any, Final, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tilerummy import editions
from tilerummy.rooms.views.messages_out import VERSION, Fault
from tilerummy.rooms.views.snapshot import Snapshot
from tilerummy.rules.edition.reader import change
from tilerummy.rules.moves import Draw, Move, Pass, Play
from tilerummy.rules.notation import parse_meld
from tilerummy.rules.position import Position, position

FINAL: Final = (1008, 4401, 4403, 4404, 4410, 4423)
"""Close codes after which coming back is of no use."""
FIRST, LONGEST = 0.1, 15.0
"""Seconds to wait before coming back, twice as long each time."""
Choose = Callable[[Position], Move | Awaitable[Move]]


class RefusedError(RuntimeError):
    """What the server does not do: `code`, with `params` and, for a play, all that is wrong with it."""

    def __init__(self, code: str, params: Mapping[str, Any], violations: tuple[Fault, ...] = ()) -> None:
        reasons = ", ".join(fault.code for fault in violations)
        super().__init__(f"{code} {reasons or dict(params) or ''}".rstrip())
        self.code = code
        self.params = dict(params)
        self.violations = violations


class ClosedError(RuntimeError):
    """The table is closed to this client for good: `code` is that of the socket, or of the handshake's answer."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"the table is closed ({code} {reason})".replace(" )", ")"))
        self.code = code


class Heard(msgspec.Struct, frozen=True):
    """What of a server's message a client goes by; what later versions add is passed over."""

    t: str
    seq: int = -1
    state: Snapshot | None = None
    id: str = ""
    code: str = ""
    params: dict[str, Any] = {}
    violations: tuple[Fault, ...] = ()


_heard = msgspec.json.Decoder(Heard)


class Table:
    """A place at a table. Where the connection is lost, it comes back, hears what it missed, and sends again what was
    not answered, which the server never carries out twice.

    `connections`: how many there have been.
    """

    def __init__(self, address: str, room: str, headers: Mapping[str, str]) -> None:
        """`Guest.join` makes one."""
        self.room = room
        self.connections = 0
        self._url = f"{address.replace('http', 'ws', 1)}/api/rooms/{room}/socket"
        self._headers = dict(headers)
        self._socket: ClientConnection | None = None
        self._state: Snapshot | None = None
        self._seq: int | None = None
        self._unanswered: dict[str, str] = {}
        self._answers: dict[str, Heard] = {}
        self._name = secrets.token_hex(4)
        self._asked = 0
        self._word = secrets.token_hex(16)

    async def __aenter__(self) -> Self:
        while self._state is None:
            await self._next()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._socket is not None:
            await self._socket.close()

    @property
    def state(self) -> Snapshot:
        """The newest state that this viewer may know."""
        assert self._state is not None, "the table is entered by `async with`"
        return self._state

    def position(self) -> Position:
        """The own turn, as `judge` and `solve` take it. Raises ValueError without a seat, EditionError for an edition
        that only the server knows."""
        state = self.state
        if state.you is None:
            raise ValueError("who has no seat has no position")
        base = editions.load(state.edition.id)
        changes = {one.key: one.value for one in state.edition.changes}
        return position(
            edition=change(base, changes) if changes else base,
            table=map(parse_meld, state.table),
            rack=state.rack,
            opened=state.opened,
            pool=state.pool,
            last_turn=state.last_turn,
        )

    async def ask(self, kind: str, **fields: object) -> int:
        """Send a command, such as `sit` with a `name`, or `start`; the number under which it is on the server's disk.
        Raises RefusedError, ClosedError."""
        self._asked += 1
        ident = f"{self._name}-{self._asked}"
        frame = json.dumps({"t": kind, "id": ident, **fields})
        self._unanswered[ident] = frame
        await self._send(frame)
        while ident not in self._answers:
            await self._next()
        answer = self._answers.pop(ident)
        if answer.t == "refused":
            raise RefusedError(answer.code, answer.params, answer.violations)
        await self.until(lambda state: state.seq >= answer.seq)
        return answer.seq

    async def move(self, move: Move) -> int:
        """Make a move on the newest state; see `ask`."""
        body: dict[str, object] = {"t": "draw"} if isinstance(move, Draw) else {"t": "pass"}
        if isinstance(move, Play):
            body = {"t": "play", "opening": [*map(str, move.opening)], "table": [*map(str, move.table)]}
        elif not isinstance(move, Draw | Pass):
            raise TypeError(f"a move is a Play, a Draw() or a Pass(), not {move!r}")
        return await self.ask("move", on=self.state.seq, move=body)

    async def until(self, holds: Callable[[Snapshot], bool]) -> Snapshot:
        """The first state, from the newest on, for which it holds."""
        while not holds(self.state):
            await self._next()
        return self.state

    async def play(self, name: str, choose: Choose) -> Snapshot:
        """Sit down, take part in the deal, and play the game to its end by what `choose` answers; the last state."""
        while True:
            state = self.state
            if state.phase in ("over", "left"):
                return state
            try:
                if not await self._acted(state, name, choose):
                    await self._next()
            except RefusedError as error:
                if error.code != "stale":
                    raise
                await self._next()

    async def _acted(self, state: Snapshot, name: str, choose: Choose) -> bool:
        """Do what there is to do in a state; whether there was anything."""
        if state.you is None:
            await self.ask("sit", name=name)
        elif state.phase == "lobby" and not state.asked and state.seals[state.you] is None:
            await self.ask("seal", seal=hashlib.sha256(self._word.encode()).hexdigest())
        elif state.phase == "lobby" and state.asked and state.word is None:
            await self.ask("word", word=self._word)
        elif state.phase == "playing" and state.asking and state.keep is not None:
            await self.ask("keep-tiles", deal=state.keep)
        elif state.phase == "playing" and state.turn == state.you and not state.asking:
            chosen = choose(self.position())
            await self.move(await chosen if isawaitable(chosen) else chosen)
        else:
            return False
        return True

    async def _send(self, frame: str) -> None:
        try:
            if self._socket is not None:
                await self._socket.send(frame)
        except ConnectionClosed:
            pass  # sent again once the connection is back

    async def _next(self) -> None:
        """Hear the next message, over a new connection where the old one is lost. Raises ClosedError."""
        wait = FIRST
        while True:
            try:
                socket = self._socket or await self._connected()
                self._hear(_heard.decode(await socket.recv()))
                return
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
                if code in FINAL:
                    raise ClosedError(code, closed.rcvd.reason if closed.rcvd else "") from None
            except InvalidStatus as answer:
                status = answer.response.status_code
                if status < 500 and status != 429:
                    raise ClosedError(status, answer.response.reason_phrase) from None
            except (OSError, InvalidHandshake, TimeoutError):
                pass  # the server is away
            self._socket = None
            await asyncio.sleep(uniform(wait / 2, wait))
            wait = min(2 * wait, LONGEST)

    async def _connected(self) -> ClientConnection:
        socket = await connect(self._url, additional_headers=self._headers, max_size=2**24)
        await socket.send(json.dumps({"t": "join", "v": VERSION, "since": self._seq}))
        for frame in self._unanswered.values():
            await socket.send(frame)
        self._socket = socket
        self.connections += 1
        return socket

    def _hear(self, said: Heard) -> None:
        if said.state is not None and (self._seq is None or said.seq >= self._seq):
            self._state, self._seq = said.state, said.seq
        elif said.t in ("accepted", "refused") and self._unanswered.pop(said.id, None) is not None:
            self._answers[said.id] = said
