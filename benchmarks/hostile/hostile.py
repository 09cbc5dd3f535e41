"""What an attacker needs: an address, guests, a room of their own, sockets, and a tally of what came of it."""

import asyncio
import base64
import json
import os
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.web import dealing

Counts = dict[str, int]


class Hostile:
    """One attacker at an address, in some attack."""

    def __init__(self, port: int, address: str) -> None:
        self.port = port
        self.address = address
        self.cookie = ""
        self.room = ""
        self.counts: Counts = {}
        limits = httpx.Limits(max_connections=50)
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=limits)
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, transport=transport)

    def count(self, what: object) -> None:
        """One more of these."""
        self.counts[str(what)] = self.counts.get(str(what), 0) + 1

    async def guest(self) -> str:
        """The cookies of a new guest, as whom requests go out from now on."""
        self.http.cookies.clear()
        await self.http.post("/api/session")
        self.cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return self.cookie

    async def settle(self) -> None:
        """Become a guest with a room."""
        await self.guest()
        self.room = await self.open(edition="xp-160", seats=6, name="Eve") or ""

    async def open(self, **body: Any) -> str | None:
        """A new room of the guest, None where it is refused."""
        answer = await self.http.post("/api/rooms", json=body)
        if answer.status_code != 201:
            self.count(f"room {answer.status_code}")
            return None
        room: str = answer.json()["room"]
        return room

    async def post(self, path: str, body: bytes | str) -> None:
        """Send a body; count the answer."""
        try:
            self.count((await self.http.post(path, content=body)).status_code)
        except httpx.HTTPError as error:
            self.count(type(error).__name__)

    async def get(self, path: str) -> None:
        """Ask for something; count the answer."""
        try:
            self.count((await self.http.get(path)).status_code)
        except httpx.HTTPError as error:
            self.count(type(error).__name__)

    def seat(self, room: str, cookie: str) -> connect:
        """A guest's socket at a room, to be entered."""
        address = f"ws://127.0.0.1:{self.port}/api/rooms/{room}/socket"
        headers = {"Cookie": cookie}
        return connect(address, additional_headers=headers, local_addr=(self.address, 0), max_size=2**22)

    async def socket(self, *, join: bool = True) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """An anonymous socket at the room; None where it is refused."""
        key = base64.b64encode(os.urandom(16)).decode()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
            writer.write(
                f"GET /api/rooms/{self.room}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
            if b" 101 " not in answer:
                writer.transport.abort()
                self.count("refused")
                return None
            if join:
                writer.write(b"\x81\x92\0\0\0\0" + b'{"t":"join","v":1}')
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            self.count(type(error).__name__)
            return None
        return reader, writer


class Seat:
    """A guest's seat at a table: says its word for the deal when it is asked, and asks one thing after the other."""

    WORD = "a-random-word-for-the-deal"

    def __init__(self, socket: ClientConnection) -> None:
        self.state: dict[str, Any] = {}
        self._socket = socket
        self._number = 0

    async def join(self) -> None:
        """Be welcomed."""
        await self._socket.send('{"t":"join","v":1}')
        await self.until("welcome")

    async def ask(self, **message: Any) -> dict[str, Any]:
        """The answer to a command."""
        self._number += 1
        ident = f"{message['t']}-{self._number}"
        await self._socket.send(json.dumps({"id": ident, **message}))
        while (answer := await self.until("accepted", "refused", "hinted"))["id"] != ident:
            pass
        return answer

    async def begun(self) -> None:
        """Wait until the game has begun."""
        while self.state["phase"] == "lobby":
            await self.until("update")

    async def move(self, **move: Any) -> bool:
        """Move on the newest state; whether it was accepted, and then what came of it is known."""
        answer = await self.ask(t="move", on=self.state["seq"], move=move)
        while answer["t"] == "accepted" and self.state["seq"] < answer["seq"]:
            await self.until("update")
        return bool(answer["t"] == "accepted")

    async def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds."""
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(self._socket.recv(), 60))
            if "state" in message:
                self.state = message["state"]
                step = dealing.next_step(self.state, self.WORD)
                if step is not None:
                    await self._socket.send(json.dumps({"id": f"deal-{step['t']}", **step}))
            if message["t"] in kinds:
                return message
