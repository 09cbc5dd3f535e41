"""A connection to a Redis that nobody has to trust: of no answer more is read than any of ours can take."""

import asyncio
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

ANSWER: Final = 2**20
"""Bytes of one answer of Redis. The largest of ours says who is in 500 rooms."""


class StrangeError(RedisError):
    """What came is nothing that our servers say, or that a Redis answers them."""


def connect(address: str, silence: float) -> Any:
    """A client of the Redis at the address, which counts as away after so many seconds without an answer. Raises
    ValueError for what is no address."""
    client: Any = Redis.from_url(
        address,
        protocol=2,
        retry=Retry(NoBackoff(), 0),
        socket_timeout=silence,
        socket_connect_timeout=silence,
    )
    pool = client.connection_pool
    pool.connection_class = type("Bounded", (_Bounded, pool.connection_class), {})
    return client


def cut(client: Any) -> None:
    """Close the client's connections without waiting for it: who is cancelled once more meanwhile leaves none open."""
    pool = client.connection_pool
    for connection in (*pool._available_connections, *pool._in_use_connections):
        connection.cut()


class _Bounded:
    """What is added to a connection of the library, whether plain, over TLS or by a file: its stream is measured."""

    _reader: Any
    _writer: Any

    def cut(self) -> None:
        """Close it at once."""
        if self._writer is not None:
            self._writer.close()
            self._reader = self._writer = None

    async def _connect(self) -> None:
        await super()._connect()  # type: ignore[misc]
        self._reader = _Measured(self._reader)

    async def read_response(self, *args: Any, **named: Any) -> Any:
        """The next answer."""
        if self._reader is not None:
            self._reader.left = ANSWER
        return await super().read_response(*args, **named)  # type: ignore[misc]


class _Measured:
    """A stream of which no more than `left` bytes are read."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self.left = ANSWER
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    async def read(self, size: int) -> bytes:
        """As a stream does, as all of these."""
        return self._measured(await self._stream.read(size))

    async def readline(self) -> bytes:
        return self._measured(await self._stream.readline())

    async def readexactly(self, size: int) -> bytes:
        self._take(size)
        return await self._stream.readexactly(size)

    def _measured(self, read: bytes) -> bytes:
        self._take(len(read))
        return read

    def _take(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise StrangeError(f"an answer of more than {ANSWER} bytes")
