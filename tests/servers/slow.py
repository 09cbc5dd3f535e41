"""A relay before a server that makes it slow: all that goes through it, either way, arrives later."""

import asyncio
import threading
from typing import Final, Self

from tests.servers.processes import PATIENCE

PIECE: Final = 65536


class Slow:
    """What is sent to `port` of this relay reaches the port `onward` so many seconds later, and so do the answers.
    `start` before use, `stop` after."""

    def __init__(self, onward: int, seconds: float) -> None:
        self.port = 0
        self._onward = onward
        self._seconds = seconds
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

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
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._onward)
        try:
            await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
        except OSError:
            pass
        finally:
            writer.transport.abort()
            back.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(PIECE):
            self._loop.call_later(self._seconds, writer.write, piece)
        raise ConnectionResetError
