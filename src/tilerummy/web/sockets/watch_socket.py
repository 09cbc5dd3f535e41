"""Pictures of a record over a WebSocket: one at once and one after every change, paced, so that a hall costs little; or
the parts that have changed.

A browser keeps few HTTP streams open at a time, and a desk has many tabs: hence a socket, which only talks.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect
from structlog.contextvars import bind_contextvars

from tilerummy.records.hosted import Hosted
from tilerummy.records.record import Record
from tilerummy.rooms.server_time import wall_clock
from tilerummy.store import StorageFailure
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.errors import HttpRefusal, key_of
from tilerummy.web.operations.drain import COME_AGAIN
from tilerummy.web.security import own_origin
from tilerummy.web.sockets.connection import GONE

PACE = 0.5
"""Seconds between two pictures for one watcher: each hears soon of what changed, not of every change by itself."""
HEARTBEAT = 15
"""Seconds until a watcher who has heard nothing is sent the time: so they know a dead connection from a quiet one."""
KEY_RENEWED: Final = 4403
"""The code with which a watcher is closed whose key is nobody's any more."""
FAILED: Final = 1011
"""The code with which a watcher is closed for whom no picture can be made: they ask, and are told so."""
Picture = Callable[[int], Awaitable[bytes | None]]
"""A record as it is now, as members of a JSON object, for a watcher who has seen it at a number (0: not yet); None for
one whose key is nobody's any more."""
Watched = tuple[Hosted[Any, Any], Picture]
log = structlog.get_logger()


def whole(shown: bytes) -> bytes:
    """A picture as a watcher is sent it."""
    return b'"shown":%s' % shown


class Watchers:
    """All who watch a record on one server."""

    def __init__(self, per_address: float) -> None:
        self._per_address = limits.WATCHERS_PER_ADDRESS * per_address
        self._open: Counter[str] = Counter()

    def count(self) -> int:
        """How many watch now."""
        return self._open.total()

    async def watch(self, socket: WebSocket, asked: Callable[[WebSocket], Awaitable[Watched]]) -> None:
        """Serve one watcher. `asked` finds what the address means, and raises HttpRefusal."""
        bind_contextvars(**socket.path_params)
        if not own_origin(socket):
            await socket.close(1008)
            return
        try:
            hosted, picture = await asked(socket)
        except (HttpRefusal, StorageFailure):
            await socket.close(1008)
            return
        record, address = hosted.record, address_of(socket)
        kept = 0 if key_of(socket) else limits.WATCHERS_FOR_KEYS
        if (
            record.watchers >= limits.WATCHERS_OF_ONE - kept
            or self._open[address] >= self._per_address
            or self._open.total() >= limits.WATCHERS - kept
        ):
            await socket.close(1013)
            return
        # Counted before anything is waited for: a record that nobody watches may be let go meanwhile.
        record.watchers += 1
        self._open[address] += 1
        try:
            await socket.accept()
            await _until_gone(socket, record, picture)
        finally:
            record.watchers -= 1
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


async def _until_gone(socket: WebSocket, record: Record[Any, Any], picture: Picture) -> None:
    talking = asyncio.create_task(_talk(socket, record, picture))
    try:
        while True:
            # nothing is heard here but that the watcher has gone
            await socket.receive_bytes()
    except WebSocketDisconnect as ended:
        await _end(talking)
        if ended.code == COME_AGAIN:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(COME_AGAIN)
    except (KeyError, RuntimeError):
        pass
    finally:
        await _end(talking)


async def _end(talking: "asyncio.Task[None]") -> None:
    talking.cancel()
    with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
        await talking


async def _talk(socket: WebSocket, record: Record[Any, Any], picture: Picture) -> None:
    sent = 0
    while True:
        try:
            async with asyncio.timeout(HEARTBEAT):
                await record.changed(sent)
        except TimeoutError:
            await socket.send_text(f'{{"now":{wall_clock()}}}')
            continue
        if record.gone:
            await socket.close(GONE)
            return
        try:
            shown, sent = await picture(sent), record.seq
        except Exception:
            log.exception("picture-failed", record=record.id)
            await socket.close(FAILED)
            return
        if shown is None:
            await socket.close(KEY_RENEWED)
            return
        # the server's time goes along, so that every screen shows the same clock
        await socket.send_text(f'{{"now":{wall_clock()},{shown.decode()}}}')
        await asyncio.sleep(PACE)
