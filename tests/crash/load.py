"""A load of rooms whose guests outlive servers: they come back, here or elsewhere, resend, and note all they saw."""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from tests.servers.sockets import connected
from tests.web import dealing
from tests.web.harness import pace

Message = dict[str, Any]
RETRY: Final = 0.2
"""Seconds until a connection that failed is tried again, and a command that the server could not keep."""
LINES: Final = 20
"""Lines that one guest says in a room at most: of four guests no line is forgotten for newer ones."""
OVERTAKEN: Final = frozenset(
    (
        "stale",
        "too-late",
        "not-your-turn",
        "rematch-made",
        "not-playing",
        "already-started",
        "word-said",
        "seal-set",
        "seals-closed",
    )
)
"""What refuses a command because something else was quicker."""
NOT_NOW: Final = frozenset(("storage-failed", "storage-full", "busy"))
"""What refuses a command that may be sent again."""


@dataclass
class Seen:
    """What one viewer was told of one room: the events of every row, the lines of the chat, and what did not fit."""

    seat: int | None = None
    seq: int = 0
    rows: list[tuple[int, int, list[Message]]] = field(default_factory=list)
    lines: dict[int, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def take(self, message: Message) -> None:
        """Note a welcome or an update."""
        since, seq = message["since"], message["seq"]
        if since != self.seq:
            self.faults.append(f"told of rows after {since}, had {self.seq}")
        if seq < self.seq or message["state"]["seq"] != seq:
            self.faults.append(f"went from {self.seq} to {seq}")
        if message["events"]:
            self.rows.append((since, seq, message["events"]))
        self.seq = seq
        self.seat = message["state"]["you"]

    def read(self, lines: list[Message]) -> None:
        """Note lines of the chat."""
        for line in lines:
            before = self.lines.setdefault(line["number"], line["text"])
            if before != line["text"]:
                self.faults.append(f"line {line['number']} was {before!r} and is {line['text']!r}")


@dataclass
class Notes:
    """What all guests together know for certain."""

    acknowledged: list[tuple[str, str, str, int]] = field(default_factory=list)
    said: list[tuple[str, str, str, str]] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    """Seconds from each command to its answer."""
    seen: list[tuple[str, Seen]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    reconnects: int = 0
    over: int = 0


@dataclass
class Asked:
    """What waits to be answered, and since when."""

    message: Message
    at: float = field(default_factory=time.monotonic)


class LoadGuest:
    """One guest in one room, each time at any of the `addresses`. `sits`: takes a seat; `moves`: moves in its turn,
    after up to `pause` seconds, else lets the time run out; `talks`: says things."""

    def __init__(
        self,
        notes: Notes,
        addresses: Sequence[str],
        cookie: str,
        player: str,
        *,
        sits: bool = True,
        moves: bool = True,
        pause: float = 0,
        talks: bool = False,
    ) -> None:
        self.notes = notes
        self.cookie = cookie
        self.player = player
        self.seen = Seen()
        """Of the room where they are now."""
        self._addresses = addresses
        self._sits = sits
        self._moves = moves
        self._pause = pause
        self._talks = talks
        self._commands = 0
        self._lines = 0
        self._pending: Asked | None = None
        self._line: Asked | None = None
        self._state: Message = {}
        self._react_from = 0

    async def play(self, room: str) -> None:
        """Stay at the room, and at every room that follows it, until cancelled."""
        while True:
            seen = self.seen = Seen()
            self.notes.seen.append((room, seen))
            self._pending, self._line, self._state, self._react_from, self._lines = None, None, {}, 0, 0
            following = None
            while following is None:
                try:
                    following = await self._connected(room, seen)
                except (OSError, WebSocketException, TimeoutError, EOFError):
                    self.notes.reconnects += 1
                    await asyncio.sleep(RETRY)
            self.notes.over += 1
            room = following

    async def _connected(self, room: str, seen: Seen) -> str:
        address = f"{random.choice(self._addresses).replace('http', 'ws', 1)}/api/rooms/{room}/socket"
        headers, paced = {"Cookie": self.cookie}, pace()
        async with connected(
            address, additional_headers=headers, max_size=2**22, compression=None, ping_interval=5, ping_timeout=5
        ) as socket:
            await socket.send(json.dumps({"t": "join", "v": 1, "since": seen.seq}))
            for asked in (self._pending, self._line):
                if asked is not None:
                    await socket.send(json.dumps(asked.message))
            async for frame in socket:
                message = json.loads(frame)
                if "state" in message:
                    seen.take(message)
                    self._state = message["state"]
                    if self._state["next"] and self._line is None:
                        return str(self._state["next"])
                elif message["t"] == "chatted":
                    seen.read(message["lines"])
                elif message["t"] in ("accepted", "refused"):
                    await self._answered(socket, room, message)
                elif message["t"] == "error" and message["code"] not in NOT_NOW:
                    self.notes.faults.append(f"error: {message}")
                while not paced.take():
                    await asyncio.sleep(0.02)
                await self._go_on(socket, room)
        raise EOFError

    async def _go_on(self, socket: ClientConnection, room: str) -> None:
        """Do what there is to do about the newest state."""
        if self._talks and self._line is None and self._lines < LINES and random.random() < 0.1:
            self._lines += 1
            ident = f"{self.player[:8]}-{room}-said-{self._lines}"
            self._line = Asked({"t": "say", "id": ident, "text": f"line {ident}", "name": f"W {self.player[:6]}"})
            await socket.send(json.dumps(self._line.message))
        if self._pending is None and self._state and self._state["seq"] >= self._react_from:
            asked = self._reaction(room, self._state)
            if asked is not None:
                if asked["t"] == "move":
                    await asyncio.sleep(random.random() * self._pause)
                self._pending = Asked(asked)
                await socket.send(json.dumps(asked))

    def _reaction(self, room: str, state: Message) -> Message | None:
        """What this guest does about a state; None when there is nothing to do."""
        self._commands += 1
        command = f"{self.player[:8]}-{room}-{self._commands}"
        if state["phase"] == "over" and state["you"] == 0 and state["next"] is None:
            return {"t": "rematch", "id": command}
        if state["phase"] == "lobby" and state["you"] is None and self._sits:
            return {"t": "sit", "id": command, "name": f"Guest {self.player[:8]}"}
        if step := dealing.next_step(state, f"word-of-{self.player[:16]:x<16}"):
            return {"id": command, **step}
        if state["phase"] == "lobby" and state["called"]:
            return None
        if state["phase"] == "lobby" and state["owner"] and all(seat["kind"] != "open" for seat in state["seats"]):
            return {"t": "start", "id": command}
        if state["phase"] == "playing" and self._moves and state["turn"] == state["you"]:
            move = {"t": "draw"} if state["pool"] else {"t": "pass"}
            return {"t": "move", "id": command, "on": state["seq"], "move": move}
        return None

    async def _answered(self, socket: ClientConnection, room: str, answer: Message) -> None:
        for asked in (self._pending, self._line):
            if asked is not None and asked.message["id"] == answer["id"] and answer.get("code") in NOT_NOW:
                await asyncio.sleep(RETRY)
                await socket.send(json.dumps(asked.message))
                return
        if self._pending is not None and answer["id"] == self._pending.message["id"]:
            asked, self._pending = self._pending, None
            if answer["t"] == "accepted":
                self.notes.acknowledged.append((room, self.player, answer["id"], answer["seq"]))
                self.notes.took.append(time.monotonic() - asked.at)
                self._react_from = answer["seq"]
            else:
                self._refused(answer, OVERTAKEN)
                self._react_from = self._state["seq"] + 1
        elif self._line is not None and answer["id"] == self._line.message["id"]:
            asked, self._line = self._line, None
            if answer["t"] == "accepted":
                self.notes.said.append((room, self.player, answer["id"], asked.message["text"]))
            else:
                self._refused(answer, frozenset(("chat-too-fast",)))

    def _refused(self, answer: Message, expected: frozenset[str]) -> None:
        if answer["code"] not in expected:
            self.notes.faults.append(f"refused: {answer}")


async def new_guest(
    notes: Notes,
    addresses: Sequence[str],
    *,
    sits: bool = True,
    moves: bool = True,
    pause: float = 0,
    talks: bool = False,
) -> LoadGuest:
    """A guest with a session of its own."""
    async with httpx.AsyncClient(base_url=addresses[0], timeout=60, verify=False) as client:
        player = (await client.post("/api/session")).json()["player"]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return LoadGuest(notes, addresses, cookie, player, sits=sits, moves=moves, pause=pause, talks=talks)
