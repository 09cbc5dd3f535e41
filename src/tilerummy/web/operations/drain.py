"""An orderly end: nobody new comes in, everybody here is sent elsewhere in turn, what is under way is finished."""

import asyncio
import random
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final, Protocol

import msgspec
import structlog
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tilerummy.web.protocol import Problem

COME_AGAIN: Final = 1012
"""The code with which sockets are closed when the server ends: come again, here or elsewhere."""
SPREAD: Final = 3.0
"""Seconds over which the sockets of a full server are sent away, so that they do not all come back at once."""
A_SECOND: Final = 1_000
"""Sockets that are sent away in a second; of very many, as many as `SPREAD` needs."""
LEAVE_SECONDS: Final = 2.0
"""Seconds that the last of them have to say goodbye."""
_STEP: Final = 0.05
_REFUSAL: Final = msgspec.json.encode(Problem("draining", {}, ()))
_MAKERS: Final = ("/api/rooms", "/api/tournaments", "/api/tournaments/restore", "/api/sheets")
log = structlog.get_logger()


class Leaving(Protocol):
    """A socket that can be asked to end."""

    def leave(self) -> None:
        """End, once what was asked before is answered."""


class Drain:
    """The end of one server. `begin` is safe in a signal handler."""

    def __init__(self) -> None:
        self.begun = False

    def begin(self) -> None:
        """Take nobody in from now on."""
        self.begun = True

    async def finish(self, there: Callable[[], Sequence[Leaving]]) -> None:
        """Send away all sockets that are `there`, and wait until the last is gone or has had its time."""
        log.info("draining", sockets=len(there()))
        await self._send_away(there())
        until = monotonic() + LEAVE_SECONDS
        while there() and monotonic() < until:
            await asyncio.sleep(_STEP)

    async def _send_away(self, sockets: Sequence[Leaving]) -> None:
        """Ask every socket to come again elsewhere, in random order and evenly."""
        waiting = random.sample(sockets, len(sockets))
        rate = max(A_SECOND, len(waiting) / SPREAD)
        begun, asked = monotonic(), 0
        while asked < len(waiting):
            due = min(len(waiting), round((monotonic() - begun + _STEP) * rate))
            for socket in waiting[asked:due]:
                socket.leave()
            asked = due
            await asyncio.sleep(_STEP)


class Doorkeeper:
    """ASGI middleware that lets nobody make anything on a server that ends: rooms, tournaments, sheets. Sockets are
    refused before, by `edge/requests.py`."""

    def __init__(self, app: ASGIApp, drain: Drain) -> None:
        self._app = app
        self._drain = drain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, or refuse with 503."""
        if self._drain.begun and _makes(scope):
            headers = {"Cache-Control": "no-store", "Retry-After": "1"}
            await Response(_REFUSAL, 503, headers, "application/json")(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _makes(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] == "POST" and scope["path"].rstrip("/") in _MAKERS
