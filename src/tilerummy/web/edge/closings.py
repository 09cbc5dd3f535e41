"""Refuses every request and socket of a guest or an address that the server's owner keeps out, and says until when."""

import asyncio
import contextlib
from typing import Final

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilerummy.web.addresses import address_of
from tilerummy.web.protocol import Error, Problem
from tilerummy.web.sessions import Sessions

CLOSED: Final = 4423
"""The code with which sockets are closed of guests and addresses that are kept out."""
_INTERFACE: Final = "/api/"


class Closings:
    """ASGI middleware that answers 403, or closes the socket. The page itself is served: it says why nothing works."""

    def __init__(self, app: ASGIApp, sessions: Sessions) -> None:
        self._app = app
        self._sessions = sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, or refuse."""
        if scope["type"] == "lifespan" or not scope["path"].startswith(_INTERFACE):
            await self._app(scope, receive, send)
            return
        until = self._until(HTTPConnection(scope))
        if scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send, until)
        elif until is None:
            await self._app(scope, receive, send)
        else:
            problem = msgspec.json.encode(Problem("closed", {"until": until}, ()))
            await Response(problem, 403, {"Cache-Control": "no-store"}, "application/json")(scope, receive, send)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send, until: int | None) -> None:
        if until is not None:
            # accepted first: browsers tell a page nothing of a handshake that was refused
            await send({"type": "websocket.accept"})
            await _say(send, until)
            return
        socket = _Socket(send)
        connection, revocations = HTTPConnection(scope), self._sessions.revocations
        revocations.watch(self._sessions.session(connection), address_of(connection), socket)
        try:
            await self._app(scope, receive, socket.send)
        finally:
            revocations.forget(socket)

    def _until(self, connection: HTTPConnection) -> int | None:
        revocations = self._sessions.revocations
        if not revocations.any_closed:
            return None
        return revocations.closed(address_of(connection), *self._sessions.found(connection))


class _Socket:
    """A socket for as long as its application serves it: one that takes the wire looks after itself from then on."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._open = False
        self._closing: asyncio.Task[None] | None = None

    async def send(self, message: Message) -> None:
        """Send what the application says, until it is closed."""
        self._open = message["type"] != "websocket.close"
        await self._send(message)

    def session_ended(self) -> None:
        """Pictures are shown by link: whose session it was does not matter."""

    def closed(self, until: int) -> None:
        """The guest or the address is closed."""
        if self._open and self._closing is None:
            self._closing = asyncio.create_task(_say(self._send, until))


async def _say(send: Send, until: int) -> None:
    error = msgspec.json.encode(Error("closed", {"until": until})).decode()
    # who is gone already need not hear it
    with contextlib.suppress(OSError, RuntimeError):
        await send({"type": "websocket.send", "text": error})
        await send({"type": "websocket.close", "code": CLOSED})
