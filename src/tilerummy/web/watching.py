"""A stream of pictures of a record: server-sent events, paced, so that a hall of phones costs little."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.responses import StreamingResponse

from tilerummy.hall.log import Log

PACE = 0.5
"""Seconds between two pictures for one watcher: each hears soon of what changed, not of every change by itself."""
QUIET = 20.0
"""Seconds until a line is sent to a watcher to whom nothing happened, so that dead connections are noticed."""


def watching(record: Log[Any, Any], picture: Callable[[], bytes]) -> StreamingResponse:
    """The answer that never ends: the picture at once and whenever there is a newer one."""
    return StreamingResponse(_pictures(record, picture), 200, {"Cache-Control": "no-store"}, "text/event-stream")


async def _pictures(record: Log[Any, Any], picture: Callable[[], bytes]) -> AsyncIterator[bytes]:
    record.watchers += 1
    try:
        sent = 0
        while True:
            try:
                sent = await asyncio.wait_for(record.changed(sent), QUIET)
            except TimeoutError:
                yield b": \n\n"
                continue
            # the server's time goes along, so that every screen shows the same clock
            yield b"event: now\ndata: %d\n\nid: %d\ndata: %s\n\n" % (time.time_ns() // 1_000_000, sent, picture())
            await asyncio.sleep(PACE)
    finally:
        record.watchers -= 1
