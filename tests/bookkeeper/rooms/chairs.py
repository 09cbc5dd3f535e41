"""One guest's socket at one room: it comes back when the server was away, resends, and keeps all it was told."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from tests.bookkeeper.rooms.guests import Guest
from tests.servers.sockets import connected

Message = dict[str, Any]
Answer = TypeVar("Answer")
PATIENCE = 180.0
"""Seconds until the one who gets no answer gives up: the server may be started again meanwhile."""
OF_THE_GAME = frozenset(
    (
        "started",
        "dealt",
        "redealt",
        "played",
        "drew",
        "passed",
        "timed-out",
        "resigned",
        "ended",
        "clock",
        "stood-in",
        "came-back",
    )
)
"""The events that the books are made of; the others are the lobby's."""
RETRY = 0.25
"""Seconds until a connection that failed is tried again."""
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class SilentError(Exception):
    """The server did not say what it had to."""


class Chair:
    """A guest who looks at a room. `changed` is called after every state; `came_back` counts welcomes."""

    def __init__(self, guest: Guest, room: str, changed: Callable[[], None]) -> None:
        self.guest = guest
        self.room = room
        self.state: Message = {}
        self.seq = 0
        self.now = 0
        self.heard: list[Message] = []
        self.faults: list[str] = []
        self.word = secrets.token_hex(16)
        self._saying: asyncio.Task[Message] | None = None
        self.came_back = 0
        self._changed = changed
        self._waiting: dict[str, tuple[Message, asyncio.Future[Message]]] = {}
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._resending: list[asyncio.Task[None]] = []
        self._welcomed = asyncio.Event()
        self._told_more = asyncio.Event()

    @property
    def here(self) -> bool:
        """Whether the guest wants to be at the table."""
        return self._reader is not None

    async def sit_down(self) -> None:
        """Connect and wait for the welcome."""
        self._reader = asyncio.create_task(self._stay())
        await self._in_time(self._welcomed.wait(), "no welcome")

    async def stand_up(self) -> None:
        """Close the socket; what was heard stays."""
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.cancel()
            await asyncio.wait([reader])
        self._welcomed.clear()

    async def drop(self) -> None:
        """Lose the connection, as on a train; it comes back by itself."""
        if self._socket is not None:
            self._welcomed.clear()
            await self._socket.close()
            await self._in_time(self._welcomed.wait(), "no welcome again")

    async def ask(self, kind: str, ident: str, **fields: Any) -> Message:
        """Send a command until it is answered, always with the same id; accepted, the state is as new as the answer."""
        answer = await self._answered(ident, {"t": kind, "id": ident, **fields})
        while answer["t"] == "accepted" and self.seq < answer["seq"]:
            self._told_more.clear()
            await self._in_time(self._told_more.wait(), f"no state {answer['seq']}")
        return answer

    async def preview(self, number: int, **fields: Any) -> Message:
        """Ask for the judge's word."""
        return await self._answered(f"preview-{number}", {"t": "preview", "n": number, **fields})

    async def _answered(self, ident: str, message: Message) -> Message:
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[ident] = (message, answer)
        await self._send(message)
        try:
            return await self._in_time(answer, f"no answer to {message}")
        finally:
            self._waiting.pop(ident, None)

    async def _send(self, message: Message) -> None:
        """What cannot be sent now is sent again after the welcome."""
        with contextlib.suppress(WebSocketException, OSError):
            if self._socket is not None and self._welcomed.is_set():
                await self._socket.send(_encode(message).decode())

    async def _in_time(self, what: Awaitable[Answer], otherwise: str) -> Answer:
        try:
            async with asyncio.timeout(PATIENCE):
                return await what
        except TimeoutError:
            raise SilentError(f"{otherwise} in room {self.room}") from None

    # --- what is heard ------------------------------------------------------------------------------------------

    async def _stay(self) -> None:
        while True:
            try:
                await self._connected()
            except (OSError, WebSocketException, TimeoutError, EOFError):
                pass
            finally:
                self._socket = None
                self._welcomed.clear()
            await asyncio.sleep(RETRY)

    async def _connected(self) -> None:
        address = f"{self.guest.address.replace('http', 'ws', 1)}/api/rooms/{self.room}/socket"
        headers = {"Cookie": self.guest.cookie}
        async with connected(
            address, additional_headers=headers, max_size=2**22, compression=None, ping_interval=None
        ) as socket:
            await socket.send(_encode({"t": "join", "v": 1, "since": self.seq or None}).decode())
            self._socket = socket
            async for frame in socket:
                self._take(_decode(frame))

    def _take(self, message: Message) -> None:
        match message["t"]:
            case "welcome":
                self._told(message)
                self.came_back += 1
                self._welcomed.set()
                self._resending = [asyncio.create_task(self._send(asked)) for asked, _ in self._waiting.values()]
            case "update":
                self._told(message)
            case "accepted" | "refused":
                self._resolve(message["id"], message)
            case "previewed":
                self._resolve(f"preview-{message['n']}", message)
            case "error":
                self.faults.append(f"error: {message}")

    def _told(self, message: Message) -> None:
        if message["since"] != self.seq:
            self.faults.append(f"told of rows after {message['since']}, had {self.seq}")
        if message["seq"] < self.seq or message["state"]["seq"] != message["seq"]:
            self.faults.append(f"went from {self.seq} to {message['seq']}")
        self.seq, self.state, self.now = message["seq"], message["state"], message["now"]
        self.heard += [event for event in message["events"] if event["t"] in OF_THE_GAME]
        self._told_more.set()
        self._say_word()
        self._changed()

    def _say_word(self) -> None:
        """Say the word for the deal once it is asked for, if it was sealed."""
        lobby, seat = self.state["phase"] == "lobby", self.state["you"]
        sealed = lobby and self.state["asked"] and seat is not None and self.state["seals"][seat] is not None
        if sealed and self.state["word"] is None and self._saying is None:
            self._saying = asyncio.create_task(self._answered("word", {"t": "word", "id": "word", "word": self.word}))

    def _resolve(self, ident: str, message: Message) -> None:
        _, answer = self._waiting.get(ident, (None, None))
        if answer is not None and not answer.done():
            answer.set_result(message)


def clock() -> int:
    """Milliseconds since the epoch; the server's clock is this machine's."""
    return time.time_ns() // 1_000_000
