"""A relay before a server: what comes and goes is in the hands of a test."""

import asyncio
import threading
from typing import Final, Self

from tests.servers.processes import PATIENCE

PIECE: Final = 65536


class Relay:
    """What is sent to `port` of this relay goes to the port `onward`, and the answers come back, as `_there` and
    `_back` let them. `start` before use, `stop` after."""

    def __init__(self, onward: int) -> None:
        self.port = 0
        self._onward = onward
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._relays = set[asyncio.Task[None] | None]()

    def start(self) -> Self:
        """Begin to listen."""
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(PATIENCE)
        return self

    def stop(self) -> None:
        """Let all connections go."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    async def _listen(self) -> None:
        self._door = await asyncio.start_server(self._relay, "127.0.0.1")
        self.port = self._door.sockets[0].getsockname()[1]

    async def _end(self) -> None:
        self._door.close()
        # who is just coming in is let in first
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in others & self._relays:
                task.cancel()
            await asyncio.sleep(0)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._onward)
        self._relays.add(me := asyncio.current_task())
        try:
            await asyncio.gather(self._there(reader, back), self._back(there, writer))
        except (OSError, EOFError, asyncio.CancelledError):
            pass
        finally:
            self._relays.discard(me)
            writer.transport.abort()
            back.transport.abort()

    async def _there(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """What the client sends, until it ends."""
        while piece := await reader.read(PIECE):
            writer.write(piece)
        raise ConnectionResetError

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """What the server answers, until it ends."""
        await self._there(reader, writer)
