"""A client for load: sockets that send recorded moves and read no more of the answers than they need."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, cast

import msgspec

from benchmarks.server.games import EDITION, WORD, Recorded
from tilerummy.rules.game.promise import seal

_encode = msgspec.json.Encoder().encode
AT_ONCE = 20
"""Rooms that are opened at a time."""
ADDRESSES = 8
"""Addresses of this machine that sockets come from (Linux): none gets more than half of a server's connections."""
_ASKED = ("opening", "table")
_JOIN = b'{"t":"join","v":1}'


class State(msgspec.Struct):
    """What the client reads of a state."""

    phase: str
    seq: int
    you: int | None = None
    turn: int | None = None
    turn_number: int = 0
    commitment: str | None = None
    asked: bool = False
    word: str | None = None


class Heard(msgspec.Struct):
    """What the client reads of a message."""

    t: str
    id: str = ""
    code: str = ""
    since: int = 0
    state: State | None = None


_decode = msgspec.json.Decoder(Heard).decode


class Figures:
    """What was counted: seconds from each move to its acknowledgement, what was received, and what went wrong."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Begin to count again."""
        self.times: list[float] = []
        self.frames = 0
        self.bytes = 0
        self.wrong: list[str] = []


class Line(asyncio.Protocol):
    """A socket at a room that only looks on."""

    def __init__(self, figures: Figures, request: bytes) -> None:
        self.figures = figures
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = request
        self._upgraded = False
        self._rest = b""
        self._code = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server closed the line, or the client did."""
        if not self.ready.done():
            self.ready.set_exception(ConnectionError(f"closed with {self._code}: {exc}"))

    def data_received(self, data: bytes) -> None:
        """The server's frames are not masked; none is longer than 65,535 bytes."""
        data = self._rest + data
        at = 0 if self._upgraded else self._after_the_head(data)
        while at is not None and len(data) >= at + 2:
            length, begin = data[at + 1], at + 2
            if length == 126:
                if len(data) < at + 4:
                    break
                length, begin = int.from_bytes(data[at + 2 : at + 4]), at + 4
            if len(data) < begin + length:
                break
            self._frame(data[at] & 0x0F, data[begin : begin + length])
            at = begin + length
        self._rest = data if at is None else data[at:]

    def say(self, payload: bytes, opcode: int = 1) -> None:
        """Send a frame. A mask of zeros leaves the payload as it is."""
        size = len(payload)
        head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else bytes([0x80 | opcode, 0xFE]) + size.to_bytes(2)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def heard(self, payload: bytes) -> None:
        """A message: the first one is the welcome."""
        if not self.ready.done():
            self.ready.set_result(None)

    def _frame(self, opcode: int, payload: bytes) -> None:
        if opcode == 9:
            self.say(payload, 10)
        elif opcode == 1:
            self.figures.frames += 1
            self.figures.bytes += len(payload)
            self.heard(payload)
        elif opcode == 8:
            self._code = int.from_bytes(payload[:2])
            self.transport.close()

    def _after_the_head(self, data: bytes) -> int | None:
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return None
        if b" 101 " not in data[:20]:
            raise ConnectionError(data[:200].decode())
        self._upgraded = True
        self.say(_JOIN)
        return end + 4


class Seat(Line):
    """A guest with a seat; tells its room of every state."""

    def __init__(self, figures: Figures, request: bytes, room: "Room") -> None:
        super().__init__(figures, request)
        self.state: State | None = None
        self._room = room
        self._sent: dict[str, float] = {}
        self._asked: dict[str, asyncio.Future[Heard]] = {}

    def heard(self, payload: bytes) -> None:
        """A state, or an answer."""
        heard = _decode(payload)
        if heard.state is not None:
            if self.state is not None and heard.t == "update" and heard.since != self.state.seq:
                self.figures.wrong.append(f"a gap: since {heard.since}, seen {self.state.seq}")
            self.state = heard.state
            if heard.state.phase == "lobby" and heard.state.asked and heard.state.word is None:
                self.say(_encode({"t": "word", "word": WORD, "id": "word"}))
            self._room.told(self)
        elif heard.t in ("accepted", "refused"):
            self._answered(heard)
        super().heard(payload)

    def ask(self, message: dict[str, Any]) -> "asyncio.Future[Heard]":
        """Send a command whose answer is awaited."""
        answer: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self._asked[message["id"]] = answer
        self.say(_encode(message))
        return answer

    def move(self, move: dict[str, Any]) -> None:
        """Make a move on the state that is known."""
        assert self.state is not None
        if move["t"] == "play":
            for number in range(self._room.previews):
                asked = {"t": "preview", "n": number, "on": self.state.seq, **{key: move[key] for key in _ASKED}}
                self.say(_encode(asked))
        ident = f"m{self.state.seq}"
        self._sent[ident] = time.perf_counter()
        self.say(_encode({"t": "move", "id": ident, "on": self.state.seq, "move": move}))

    def _answered(self, heard: Heard) -> None:
        if heard.t == "refused":
            self.figures.wrong.append(f"refused: {heard.code}")
        elif (sent := self._sent.pop(heard.id, None)) is not None:
            self.figures.times.append(time.perf_counter() - sent)
        if (asked := self._asked.pop(heard.id, None)) is not None and not asked.done():
            asked.set_result(heard)


class Room:
    """A room for two and who looks on. While `eager`, it moves as soon as the mover knows the state; else when told."""

    def __init__(self, client: "Client") -> None:
        self._client = client
        self.id = ""
        self.lines: list[Line] = []
        self.over = False
        self.eager = False
        self.previews = client.previews
        self._mover: Seat | None = None

    def told(self, seat: Seat) -> None:
        """A seat has a new state."""
        assert seat.state is not None
        self.over = self.over or seat.state.phase == "over"
        if seat.state.phase == "playing" and seat.state.turn == seat.state.you:
            self._mover = seat
            if self.eager:
                self.move()

    def move(self) -> bool:
        """The next recorded move, if the mover knows the state; whether it was made."""
        mover = self._mover
        if mover is None or mover.state is None:
            return False
        moves = self._client.moves[mover.state.commitment or ""]
        if mover.state.turn_number > len(moves):
            return False
        self._mover = None
        mover.move(moves[mover.state.turn_number - 1])
        return True

    def close(self) -> None:
        """Everybody goes."""
        for line in self.lines:
            line.transport.close()


class Client:
    """Guests on servers at `ports`, over which rooms and sockets are spread in turn. The deals are those of `games`."""

    def __init__(self, ports: list[int], games: list[Recorded], previews: int = 0, *, apart: bool = False) -> None:
        """`previews`: how often each play is asked about before it is made. `apart`: a room is at one port."""
        self.figures = Figures()
        self.previews = previews
        self.moves = {game.commitment: game.moves for game in games}
        self._ports = ports
        self._apart = apart
        self._homes: dict[str, int] = {}
        self._turn = 0

    async def open(self, spectators: int) -> Room:
        """A room with a game that has begun."""
        self._turn += 1
        port = self._ports[self._turn % len(self._ports)]
        cookies = [await self._guest(port) for _ in range(2)]
        body = {"edition": EDITION, "seats": 2, "limit": None, "name": "Ann"}
        made = msgspec.json.decode((await self._post(port, "/api/rooms", body, cookies[0]))[1])["room"]
        self._homes[made] = port
        room = Room(self)
        seats = [await self._seat(room, made, cookie) for cookie in cookies]
        await seats[1].ask({"t": "sit", "name": "Bob", "id": "sit"})
        for seat in seats:
            await seat.ask({"t": "seal", "seal": seal(WORD), "id": "seal"})
        await seats[0].ask({"t": "start", "id": "start"})
        room.id = made
        await self.look_on(room, spectators)
        return room

    async def look_on(self, room: Room, count: int) -> None:
        """So many more onlookers in a room."""
        for _ in range(count):
            room.lines.append(await self.connect(lambda request: Line(self.figures, request), room.id, None))

    async def _seat(self, room: Room, made: str, cookie: str) -> Seat:
        line = await self.connect(lambda request: Seat(self.figures, request, room), made, cookie)
        room.lines.append(line)
        assert isinstance(line, Seat)
        return line

    async def connect(self, make: Callable[[bytes], Line], room: str, cookie: str | None) -> Line:
        """A socket at a room that has joined."""
        self._turn += 1
        port = self._homes[room] if self._apart else self._ports[self._turn % len(self._ports)]
        head = f"GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\n"
        head += "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        head += f"Cookie: {cookie}\r\n\r\n" if cookie else "\r\n"
        loop = asyncio.get_running_loop()
        here = f"127.0.0.{1 + self._turn % ADDRESSES}"
        _, line = await loop.create_connection(lambda: make(head.encode()), "127.0.0.1", port, local_addr=(here, 0))
        await asyncio.wait_for(line.ready, 60)
        return line

    async def _guest(self, port: int) -> str:
        head, _ = await self._post(port, "/api/session", {}, None)
        cookie = next(line for line in head.split("\r\n") if line.lower().startswith("set-cookie:"))
        return cookie.split(":", 1)[1].split(";")[0].strip()

    async def _post(self, port: int, path: str, body: dict[str, Any], cookie: str | None) -> tuple[str, bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        data = _encode(body)
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        head += f"Cookie: {cookie}\r\n" if cookie else ""
        writer.write(f"{head}Content-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode() + data)
        answer = await reader.read()
        writer.close()
        said, _, content = answer.partition(b"\r\n\r\n")
        if not said.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201", b"HTTP/1.1 204")):
            raise ConnectionError(answer[:300].decode())
        return said.decode(), content


async def opened(client: Client, rooms: int, spectators: int) -> list[Room]:
    """So many rooms whose games have begun."""
    made = list[Room]()
    while len(made) < rooms:
        made += await asyncio.gather(*(client.open(spectators) for _ in range(min(AT_ONCE, rooms - len(made)))))
    return made
