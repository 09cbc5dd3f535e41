"""WebSockets of tests whose tasks are cancelled."""

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect


@asynccontextmanager
async def connected(address: str, **wanted: Any) -> AsyncIterator[ClientConnection]:
    """A connection to `address`, `wanted` as websockets has it. Afterwards nothing of it is open: a task that is
    cancelled while it closes one would leave it half closed, for the next test to be blamed."""
    with ExitStack() as after:
        async with connect(address, **wanted) as socket:
            after.callback(socket.transport.abort)
            yield socket
