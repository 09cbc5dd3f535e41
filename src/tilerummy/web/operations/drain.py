"""An orderly end: nobody new comes in, everybody here is sent elsewhere in turn, what is under way is finished."""

import asyncio
import random
from collections.abc import Sequence, Set
from time import monotonic
from types import CoroutineType
from typing import Any, Final, Protocol, runtime_checkable

import msgspec
import structlog
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilerummy.web.protocol import Problem

COME_AGAIN: Final = 1012
"""The code with which sockets are closed when the server ends: come again, here or elsewhere."""
SPREAD: Final = 3.0
"""Seconds over which the sockets of a full server are sent away, so that they do not all come back at once."""
A_SECOND: Final = 1_000
"""Sockets that are sent away in a second; of very many, as many as `SPREAD` needs."""
GONE: Final = 4.0
"""Seconds after which nobody is waited for who was sent away: a server that is killed after ten ends before."""
REQUESTS: Final = 2.0
"""Seconds that requests have which are under way when all who were sent away are gone."""
CLOSED: Final = 8.0
"""Seconds after which nothing is waited for that does not close."""
LAST: Final = 9.0
"""Seconds after which the process ends, wherever it stands."""
_LEAST: Final = 0.05
_STEP: Final = 0.05
_REFUSAL: Final = msgspec.json.encode(Problem("draining", {}, ()))
_MAKERS: Final = (
    "/api/rooms",
    "/api/tournaments",
    "/api/tournaments/restore",
    "/api/sheets",
    "/api/circles",
    "/api/clubs",
)
log = structlog.get_logger()


@runtime_checkable
class Leaving(Protocol):
    """A socket that can be asked to end."""

    def leave(self) -> None:
        """End, once what was asked before is answered."""


class Closable(Protocol):
    """What a server has to close."""

    async def close(self) -> None:
        """Stop, and let go of what it holds."""
        ...


class Drain:
    """The end of one server. `begin` is safe in a signal handler."""

    def __init__(self) -> None:
        self._began = 0.0

    @property
    def begun(self) -> bool:
        """Whether nobody is taken in any more."""
        return self._began > 0

    def begin(self) -> None:
        """Take nobody in from now on."""
        self._began = self._began or monotonic()

    async def finish(self, connections: Set[object]) -> None:
        """Send away all sockets among the open `connections`, those whose handshake ends meanwhile too, and wait
        until the last is gone or has had its time."""
        self.begin()
        log.info("draining", sockets=len(_sockets(connections)))
        asked = set[Leaving]()
        while (sockets := _sockets(connections)) and self._seconds() < GONE:
            await self._send_away(_shuffled(sockets - asked))
            asked |= sockets
            await asyncio.sleep(_STEP)

    async def close(self, *parts: Closable) -> None:
        """Close all, one after the other. What does not close in time is left as it is, and named: whatever was
        acknowledged is on disk, and no server goes on because of what is not."""
        self.begin()
        for part in parts:
            closing = asyncio.create_task(part.close())
            await asyncio.wait([closing], timeout=max(_LEAST, CLOSED - self._seconds()))
            if not closing.done():
                log.error("not-closed", part=type(part).__name__, stands=[_place(task) for task in asyncio.all_tasks()])
            elif not closing.cancelled() and (error := closing.exception()):
                log.error("not-closed", part=type(part).__name__, exc_info=error)

    async def _send_away(self, sockets: Sequence[Leaving]) -> None:
        """Ask one after the other to come again elsewhere; faster where the server is so busy that it began late."""
        rate, asked = max(A_SECOND, len(sockets) / SPREAD), 0
        while asked < len(sockets):
            due = round((self._seconds() + _STEP) * rate)
            for socket in sockets[asked:due]:
                socket.leave()
            asked = due
            await asyncio.sleep(_STEP)

    def _seconds(self) -> float:
        """Since it began."""
        return monotonic() - self._began


class Doorkeeper:
    """ASGI middleware that lets nobody make anything on a server that ends: rooms, events, sheets, circles, clubs.
    Sockets are refused before, by `edge/requests.py`. Requests that are cancelled by its end are told so."""

    def __init__(self, app: ASGIApp, drain: Drain) -> None:
        self._app = app
        self._drain = drain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, or refuse with 503."""
        if self._drain.begun and _makes(scope):
            await _refused(scope, receive, send)
            return
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except asyncio.CancelledError:
            if not self._drain.begun or scope["type"] != "http":
                raise
            if not begun:
                await _refused(scope, receive, send)


async def _refused(scope: Scope, receive: Receive, send: Send) -> None:
    headers = {"Cache-Control": "no-store", "Retry-After": "1"}
    await Response(_REFUSAL, 503, headers, "application/json")(scope, receive, send)


def _place(task: asyncio.Task[Any]) -> str:
    """Where a task stands: all calls that it waits in, the outermost first."""
    calls: list[str] = []
    call: object = task.get_coro()
    while isinstance(call, CoroutineType) and call.cr_frame is not None:
        calls.append(f"{call.__qualname__}:{call.cr_frame.f_lineno}")
        call = call.cr_await
    return " > ".join(calls)


def _sockets(connections: Set[object]) -> set[Leaving]:
    return {connection for connection in connections if isinstance(connection, Leaving)}


def _shuffled(sockets: set[Leaving]) -> list[Leaving]:
    return random.sample(list(sockets), len(sockets))


def _makes(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] == "POST" and scope["path"].rstrip("/") in _MAKERS
