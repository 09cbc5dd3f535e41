"""All open connections of one server: how many there may be, how many of one address, and who goes first when it is
full. Looked at before a byte is read."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import structlog

from tilerummy.web import limits

try:
    import resource
except ImportError:  # Windows knows no such limit
    resource = None  # type: ignore[assignment]

WANTED_FILES: Final = 65_536
"""Open files that are asked of the system: each connection is one."""
OWN_FILES: Final = 64
"""Open files that the server itself needs: database, listener, workers, page."""
log = structlog.get_logger()


def raise_file_limit() -> int:
    """Raise the limit of open files as far as the system allows; what it is now."""
    if resource is None:
        return WANTED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_FILES if hard == resource.RLIM_INFINITY else min(WANTED_FILES, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return WANTED_FILES if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


@dataclass(slots=True)
class _Address:
    """What one address has open, and which of it waits for a whole request, the oldest first."""

    open: int = 0
    waiting: dict[asyncio.Transport, None] = field(default_factory=dict)


class Connections:
    """The connections of one server. `trusted` says of an address whether it is a proxy, which speaks for many.

    Where an address or the server has as many as it may, the connection that has waited longest with no whole request
    makes room for the new one.
    """

    def __init__(self, files: int, per_address: float, trusted: Callable[[str], bool]) -> None:
        self.most = max(OWN_FILES, min(limits.CONNECTIONS, files - OWN_FILES))
        self._per_address = min(limits.CONNECTIONS_PER_ADDRESS * per_address, self.most // 2)
        self._waiting_per_address = min(limits.WAITING_PER_ADDRESS * per_address, self.most // 4)
        self._trusted = trusted
        self._open: dict[asyncio.Transport, str] = {}
        self._waiting: dict[asyncio.Transport, None] = {}
        self._addresses: dict[str, _Address] = {}
        if self.most < limits.CONNECTIONS:
            log.warning("few-open-files", files=files, connections=self.most, wanted=limits.CONNECTIONS + OWN_FILES)

    def admit(self, transport: asyncio.Transport, address: str) -> bool:
        """Count a new connection; False where there is no place for it."""
        there = self._addresses.get(address) or _Address()
        if not self._trusted(address) and self._is_full(there) and not self._make_room(there.waiting):
            return False
        if len(self._open) >= self.most and not self._make_room(self._waiting):
            return False
        self._open[transport] = address
        self._addresses[address] = there
        there.open += 1
        self._wait(transport)
        return True

    def busy(self, transport: asyncio.Transport) -> None:
        """A whole request has come: the connection is in use."""
        if transport in self._waiting:
            del self._waiting[transport]
            del self._addresses[self._open[transport]].waiting[transport]

    def idle(self, transport: asyncio.Transport) -> None:
        """The request is answered: the connection waits for the next one."""
        if transport in self._open:
            self._wait(transport)

    def gone(self, transport: asyncio.Transport) -> None:
        """The connection is closed."""
        self.busy(transport)
        address = self._open.pop(transport, None)
        if address is None:
            return
        self._addresses[address].open -= 1
        if not self._addresses[address].open:
            del self._addresses[address]

    def _is_full(self, there: _Address) -> bool:
        return there.open >= self._per_address or len(there.waiting) >= self._waiting_per_address

    def _make_room(self, waiting: dict[asyncio.Transport, None]) -> bool:
        oldest = next(iter(waiting), None)
        if oldest is None:
            return False
        oldest.abort()
        self.gone(oldest)
        return True

    def _wait(self, transport: asyncio.Transport) -> None:
        self._waiting[transport] = None
        self._addresses[self._open[transport]].waiting[transport] = None
