"""The client by which this server asks others: bounded in time, to public addresses alone, following nothing."""

import asyncio
import socket
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from typing import Final, cast

import httpcore

from tilerummy.web.notices.outgoing import Answer, NotPublic, is_public

SECONDS: Final = 15.0
"""Seconds that a request to another server may take in all."""
CONNECT: Final = 5.0
"""Seconds until another server must be connected."""
AT_ONCE: Final = 16
"""Connections to other servers at the same time."""


class Client:
    """The connections. `near`: hosts and ports that may be asked although they are not public."""

    def __init__(self, near: set[tuple[str, int]]) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            max_connections=AT_ONCE, keepalive_expiry=30.0, network_backend=_Public(near)
        )

    async def post(self, url: str, headers: Mapping[bytes | str, bytes | str], content: bytes) -> Answer:
        """Post, and read how it is answered. Raises NotPublic, and OSError for what cannot be reached."""
        timeouts = {"connect": CONNECT, "read": SECONDS, "write": SECONDS, "pool": SECONDS}
        try:
            async with asyncio.timeout(SECONDS):
                # what else it answers is not read: it may never end
                async with self._pool.stream(
                    "POST", url, headers=headers, content=content, extensions={"timeout": timeouts}
                ) as answer:
                    after = dict(answer.headers).get(b"retry-after", b"")
                    return Answer(answer.status, int(after) if after.isdigit() and len(after) < 9 else 0)
        except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise OSError(f"{type(error).__name__}: {error}") from error

    async def close(self) -> None:
        """Let go of the connections."""
        await self._pool.aclose()


class _Public(httpcore.AsyncNetworkBackend):
    """Connects to public addresses, and to hosts and ports that are `near`."""

    def __init__(self, near: set[tuple[str, int]]) -> None:
        self._near = near
        # a class of two kinds to type checkers, since anyio may be missing
        self._backend = cast(httpcore.AsyncNetworkBackend, httpcore.AnyIOBackend())

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first address of the name. Raises NotPublic where one of them is not public."""
        if (host, port) not in self._near:
            host = await _public_address(host, port)
        return await self._backend.connect_tcp(host, port, timeout, local_address, socket_options)


async def _public_address(host: str, port: int) -> str:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(is_public(ip_address(address)) for address in addresses):
        raise NotPublic(host)
    return addresses[0]
