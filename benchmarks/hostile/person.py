"""One honest person with a browser: reads all the time, asks one thing at a time, comes back when the line is lost."""

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Callable
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.hostile.figures import Figures
from tests.web import dealing

PATIENCE: Final = 60.0
"""Seconds after which a person gives up to wait for an answer."""
Message = dict[str, Any]


class Person:
    """A guest at an address who sits at one table after the other. `make` first."""

    def __init__(self, port: int, address: str, figures: Figures) -> None:
        self.address = address
        self.figures = figures
        self.state: Message = {}
        self.room = ""
        self._port = port
        self._word = secrets.token_hex(16)
        self._number = 0
        self._ahead = 0.0
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[Message]] = {}
        self._hopes: list[tuple[Callable[[Message], bool], asyncio.Future[None]]] = []
        transport = httpx.AsyncHTTPTransport(local_address=address)
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, transport=transport)

    async def make(self) -> "Person":
        """Become a guest."""
        (await self.http.post("/api/session")).raise_for_status()
        return self

    # --- the table ----------------------------------------------------------------------------------------------------

    async def open(self, **body: Any) -> str:
        """A new room of this guest, timed as `new table`."""
        while True:
            with self.figures.timed("new table"):
                answer = await self.http.post("/api/rooms", json={"seats": 2, "name": "Ann", "limit": None, **body})
            if answer.status_code == 201:
                room: str = answer.json()["room"]
                return room
            self.figures.went_wrong(f"new table {answer.json().get('code')}")
            await asyncio.sleep(0.5)

    async def come(self, room: str) -> None:
        """Sit down where one has a seat, or look on; again until it succeeds. Timed as `coming back`."""
        await self.leave()
        self.room, self.state = room, {}
        with self.figures.timed("coming back"):
            while not await self._connected():
                self.figures.went_wrong("shut out")
                await asyncio.sleep(0.2)

    async def leave(self) -> None:
        """Go; what was asked is not answered any more."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()
        self._reading = self._socket = None

    async def _connected(self) -> bool:
        address = f"ws://127.0.0.1:{self._port}/api/rooms/{self.room}/socket"
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        try:
            self._socket = await connect(
                address,
                additional_headers={"Cookie": cookies},
                local_addr=(self.address, 0),
                open_timeout=5,
                max_size=2**22,
                ping_interval=None,
            )
            await self._socket.send('{"t":"join","v":1}')
            self._reading = asyncio.create_task(self._read(self._socket))
            await self.until(lambda state: True, 5)
        except (OSError, WebSocketException, TimeoutError):
            return False
        return True

    # --- what is asked ------------------------------------------------------------------------------------------------

    async def ask(self, **message: Any) -> Message:
        """The answer to a command; a refusal `no-answer` where none comes."""
        self._number += 1
        ident = f"{message['t']}-{self._number}"
        if message["t"] == "preview":
            ident = f"preview-{self._number}"
            message |= {"n": self._number, "trials": []}
        else:
            message["id"] = ident
        answer = self._answers[ident] = asyncio.get_running_loop().create_future()
        try:
            assert self._socket is not None
            await self._socket.send(json.dumps(message))
            return await asyncio.wait_for(answer, PATIENCE)
        except (TimeoutError, OSError, WebSocketException):
            return {"t": "refused", "code": "no-answer"}
        finally:
            self._answers.pop(ident, None)

    async def until(self, holds: Callable[[Message], bool], patience: float = PATIENCE) -> None:
        """Wait for a state. Raises TimeoutError."""
        if not (self.state and holds(self.state)):
            hope = asyncio.get_running_loop().create_future()
            self._hopes.append((holds, hope))
            await asyncio.wait_for(hope, patience)

    @property
    def to_move(self) -> bool:
        """Whether it is this one's turn."""
        return bool(self.state.get("phase") == "playing" and self.state["turn"] == self.state["you"])

    @property
    def left(self) -> float:
        """Seconds until the turn ends, by the server's clock as it was last told; much where there is no clock."""
        deadline = self.state.get("deadline")
        return 1e9 if deadline is None else deadline / 1000 - (time.time() + self._ahead)

    # --- what comes ---------------------------------------------------------------------------------------------------

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                message = json.loads(frame)
                if "now" in message:
                    self._ahead = message["now"] / 1000 - time.time()
                if "state" in message:
                    await self._seen(socket, message["state"])
                ident = message.get("id") or f"preview-{message.get('n')}"
                if (answer := self._answers.get(ident)) is not None and not answer.done():
                    answer.set_result(message)
        except (OSError, WebSocketException):
            pass

    async def _seen(self, socket: ClientConnection, state: Message) -> None:
        self.state = state
        step = dealing.next_step(state, self._word)
        if step is not None:
            with contextlib.suppress(OSError, WebSocketException):
                await socket.send(json.dumps({"id": f"deal-{step['t']}", **step}))
        for hope in list(self._hopes):
            if hope[1].done() or hope[0](state):
                self._hopes.remove(hope)
                if not hope[1].done():
                    hope[1].set_result(None)
