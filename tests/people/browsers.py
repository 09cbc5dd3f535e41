"""What people hold in their hands: browsers with their cookies, programs with their keys, and lines to a room."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from httpx import ASGITransport, AsyncClient
from starlette.requests import HTTPConnection

from tests.people.law import Message
from tests.people.servers import Server
from tests.people.town import Town, require
from tilerummy.rooms.commands import Preview, Received
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Refused
from tilerummy.web.protocol import VERSION, Join, Ping
from tilerummy.web.sessions import Session
from tilerummy.web.sockets.connection import GONE, KEPT_OUT, SESSION_ENDED, UNKNOWN_ROOM, Closed, Connection

PATIENCE: Final = 1_000
"""Turns of the event loop within which everything is answered."""
_encode, _decode = msgspec.json.encode, msgspec.json.decode


class Browser:
    """A browser, and the cookies in it; with a `key`, a program that comes by it."""

    def __init__(self, town: Town, key: str | None = None) -> None:
        self._town = town
        self._key = {} if key is None else {"authorization": f"Bearer {key}"}
        self._http = AsyncClient(
            transport=ASGITransport(town.http), base_url="http://town", headers=self._key, trust_env=False
        )

    @property
    def is_program(self) -> bool:
        """Whether it comes by a key."""
        return bool(self._key)

    @property
    def session(self) -> Session | None:
        """By which it is known now."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        headers = [(name.encode(), value.encode()) for name, value in {"cookie": cookies, **self._key}.items()]
        return self._town.servers[0].sessions.session(
            HTTPConnection({"type": "http", "scheme": "http", "headers": headers})
        )

    @property
    def player(self) -> str | None:
        """Who it is now."""
        session = self.session
        return session.player if session else None

    async def ask(self, address: str, body: object = None) -> Message:
        """What the server answers to a body that is posted, `code` where it refuses. Raises Broken."""
        answer = await self._http.post(f"/api/{address}", content=_encode(body))
        return await self._counted(address, answer.status_code, answer.content)

    async def see(self, address: str) -> Message:
        """What is there."""
        answer = await self._http.get(f"/api/{address}")
        return await self._counted(address, answer.status_code, answer.content)

    async def _counted(self, address: str, status: int, body: bytes) -> Message:
        said: Message = _decode(body)
        what = "-".join(part for part in address.split("/") if len(part) < 20)
        require(status < 500, "a refusal is a reason", address, status, body)
        code = f"refused {said['code']}" if status >= 400 else "accepted"
        self._town.counted[f"guest {what} {code}"] += 1
        await self._town.look_at_sessions()
        return said


class _Wire:
    """The other end of a line, where what is said stays until a person looks."""

    paused = False

    def __init__(self) -> None:
        self.code: int | None = None
        self.heard: list[bytes] = []

    @property
    def closing(self) -> bool:
        return self.code is not None

    def write(self, frames: Iterable[bytes]) -> None:
        self.heard += map(_payload, frames)

    def close(self, code: int) -> None:
        self.code = code

    def expect(self, seconds: float | None) -> None:
        """Nobody here is late."""

    def hold(self, wait: bool) -> None:
        """Nobody here says much at once."""


def _payload(frame: bytes) -> bytes:
    """What is in a frame of a server."""
    return frame[{126: 4, 127: 10}.get(frame[1], 2) :]


class Line:
    """One connection to a room at a server, and what it has been told: by a browser, or without a session."""

    def __init__(self, town: Town, server: Server, room: Room, browser: Browser | None, since: int | None) -> None:
        self.room, self.browser = room, browser
        self.seq = 0
        self.state: Message = {}
        self._town, self._server, self._answers = town, server, dict[str, bytes]()
        self._session = browser.session if browser else None
        self.player = self._session.player if self._session else None
        sockets = server.sockets
        place = sockets.places.take(self.player, "town", seated=room.state.seat_of(self.player) is not None)
        self._connection = Connection(sockets, self._session, place, room, Closed(UNKNOWN_ROOM))
        self._wire = _Wire()
        self._connection.begin(self._wire)  # type: ignore[arg-type]
        self.say(Join(VERSION, since))
        town.counted["!join"] += 1

    @property
    def closed(self) -> bool:
        """Whether nothing more is said."""
        return self._wire.code is not None

    def cut(self) -> None:
        """The connection is lost."""
        self._connection.gone()

    def say(self, message: Received) -> None:
        """Say something that nobody answers."""
        self._connection.received(_encode(message))

    async def ask(self, message: Any) -> bytes:
        """The encoded answer to a message that has one. Raises Broken."""
        ident = f"preview-{message.n}" if isinstance(message, Preview) else message.id
        self.say(message)
        for _ in range(PATIENCE):
            self._listen()
            if ident in self._answers:
                return self._answers.pop(ident)
            await asyncio.sleep(0)
        # who is kept out, as this server has just heard from another, is told so by the end of the connection
        bar = self.room.bar(self.player) if self._wire.code == KEPT_OUT else None
        require(bar is not None, "what is asked is answered", self.room.id, message, self._wire.code)
        return _encode(Refused(ident, str(bar), {}, ()))

    def ping(self) -> None:
        """Ask for the time."""
        self.say(Ping())
        self._listen()
        require("pong" in self._answers, "who asks for the time is told it", self.room.id)
        self._town.counted["!ping"] += 1

    def read(self) -> None:
        """Take what there is. Raises Broken where anything is missing, or not as it is for who comes now."""
        self._listen()
        ended = self._session is not None and not self._server.sessions.revocations.stands(self._session)
        barred = self.room.bar(self.player) is not None
        if ended or barred or self.room.gone:
            known = [SESSION_ENDED] * ended + [KEPT_OUT] * barred + [GONE] * self.room.gone
            require(self._wire.code in known, "who may look no more is told so", self.player, self._wire.code)
        else:
            require(not self.closed, "nobody else loses their line", self.player, self._wire.code)
            now = _decode(_encode(self.room.shown.snapshot(self.player)))
            require(self.seq == self.room.seq and self.state == now, "who looks has seen all", self.room.id, self.seq)

    def _listen(self) -> None:
        self._connection.flush()
        heard, self._wire.heard = self._wire.heard, []
        for frame in heard:
            message = _decode(frame)
            if message["t"] == "update":
                require(message["since"] == self.seq, "updates have no gap", self.room.id, self.seq, message["since"])
            if "state" in message:
                self.seq, self.state = message["seq"], message["state"]
            elif message["t"] in ("accepted", "refused", "hinted"):
                self._answers[message["id"]] = frame
            elif message["t"] == "previewed":
                self._answers[f"preview-{message['n']}"] = frame
            elif message["t"] == "pong":
                self._answers["pong"] = frame
