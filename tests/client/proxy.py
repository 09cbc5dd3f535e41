"""A connection that is cut: a proxy before a server, which lets go of everything when a test says so."""

import asyncio
from typing import Self


class Proxy:
    """Carries bytes to the port of a server on this machine and back."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open: set[asyncio.StreamWriter] = set()
        self._deaf = False
        self.cuts = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()

    @property
    def address(self) -> str:
        """Where clients find it."""
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """Let go of every connection at once, in the middle of whatever is said."""
        self.cuts += 1
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()

    def cut_after_next(self) -> None:
        """Carry what is said to the server next, and then let go: the answer is lost."""
        self._deaf = True

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up, down = await asyncio.open_connection("127.0.0.1", self._port)
        self._open |= {writer, down}
        await asyncio.gather(self._pipe(reader, down, up=True), self._pipe(up, writer, up=False))

    async def _pipe(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, up: bool) -> None:
        try:
            while said := await reader.read(65_536):
                writer.write(said)
                await writer.drain()
                if up and self._deaf:
                    self._deaf = False
                    self.cut()
        except OSError:
            pass
        writer.close()
