"""A load of rooms whose guests outlive the server: they come back, resend, and note all they saw."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.web.harness import pace

Message = dict[str, Any]
RETRY = 0.2
"""Seconds until a connection that failed is tried again."""


@dataclass
class Seen:
    """What one viewer was told of one room: the events of every row, and what did not fit."""

    seat: int | None = None
    seq: int = 0
    rows: list[tuple[int, int, list[Message]]] = field(default_factory=list)
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


@dataclass
class Notes:
    """What all guests together know for certain."""

    acknowledged: list[tuple[str, str, str, int]] = field(default_factory=list)
    seen: list[tuple[str, Seen]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    reconnects: int = 0
    over: int = 0


class LoadGuest:
    """One guest in one room. `sits`: takes a seat; `moves`: moves in its turn, else lets the time run out."""

    def __init__(
        self, notes: Notes, address: str, cookie: str, player: str, *, sits: bool = True, moves: bool = True
    ) -> None:
        self.notes = notes
        self._address = address
        self.cookie = cookie
        self.player = player
        self._sits = sits
        self._moves = moves
        self._commands = 0
        self._pending: Message | None = None
        self._state: Message = {}
        self._react_from = 0

    async def play(self, room: str) -> None:
        """Stay at the room, and at every room that follows it, until cancelled."""
        while True:
            seen = Seen()
            self.notes.seen.append((room, seen))
            self._pending, self._state, self._react_from = None, {}, 0
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
        address = f"{self._address.replace('http', 'ws', 1)}/api/rooms/{room}/socket"
        headers, paced = {"Cookie": self.cookie}, pace()
        async with connect(address, additional_headers=headers, max_size=2**22, compression=None) as socket:
            await socket.send(json.dumps({"t": "join", "v": 1, "since": seen.seq}))
            if self._pending is not None:
                await socket.send(json.dumps(self._pending))
            async for frame in socket:
                message = json.loads(frame)
                if "state" in message:
                    seen.take(message)
                    self._state = message["state"]
                    if self._state["next"]:
                        return str(self._state["next"])
                elif message["t"] in ("accepted", "refused"):
                    self._answered(room, message)
                if self._pending is None and self._state and self._state["seq"] >= self._react_from:
                    self._pending = self._reaction(room, self._state)
                    if self._pending is not None:
                        while not paced.take():
                            await asyncio.sleep(0.02)
                        await socket.send(json.dumps(self._pending))
                if message["t"] == "error":
                    self.notes.faults.append(f"error: {message}")
        raise EOFError

    def _reaction(self, room: str, state: Message) -> Message | None:
        """What this guest does about a state; None when there is nothing to do."""
        self._commands += 1
        command = f"{self.player[:8]}-{room}-{self._commands}"
        if state["phase"] == "over" and state["you"] == 0:
            return {"t": "rematch", "id": command}
        if state["phase"] == "lobby" and state["you"] is None and self._sits:
            return {"t": "sit", "id": command, "name": f"Guest {self.player[:8]}"}
        if state["phase"] == "lobby" and state["you"] is not None and state["word"] is None:
            return {"t": "word", "id": command, "word": f"word-of-{self.player[:16]:x<16}"}
        if state["phase"] == "lobby" and state["called"]:
            return None
        if state["phase"] == "lobby" and state["owner"] and all(seat["kind"] != "open" for seat in state["seats"]):
            return {"t": "start", "id": command}
        if state["phase"] == "playing" and self._moves and state["turn"] == state["you"]:
            move = {"t": "draw"} if state["pool"] else {"t": "pass"}
            return {"t": "move", "id": command, "on": state["seq"], "move": move}
        return None

    def _answered(self, room: str, answer: Message) -> None:
        if self._pending is None or answer["id"] != self._pending["id"]:
            return
        if answer["t"] == "accepted":
            self.notes.acknowledged.append((room, self.player, answer["id"], answer["seq"]))
            self._react_from = answer["seq"]
        elif answer["code"] not in (
            "stale",
            "too-late",
            "not-your-turn",
            "rematch-made",
            "not-playing",
            "already-started",
            "word-said",
        ):
            self.notes.faults.append(f"refused: {answer}")
        else:
            self._react_from = self._state["seq"] + 1
        self._pending = None


async def new_guest(notes: Notes, address: str, *, sits: bool = True, moves: bool = True) -> LoadGuest:
    """A guest with a session of its own."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        player = (await client.post("/api/session")).json()["player"]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return LoadGuest(notes, address, cookie, player, sits=sits, moves=moves)
