"""A relay before a server that makes it slow: all that goes through it, either way, arrives later."""

import asyncio

from tests.servers.relay import PIECE, Relay


class Slow(Relay):
    """All arrives so many seconds later."""

    def __init__(self, onward: int, seconds: float) -> None:
        super().__init__(onward)
        self._seconds = seconds

    async def _there(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(PIECE):
            self._loop.call_later(self._seconds, writer.write, piece)
        raise ConnectionResetError
