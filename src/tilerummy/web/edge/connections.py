"""All open connections of one server: how many there may be, how many of one address, and who goes first when it is
full. Looked at before a byte is read."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
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
class _Open:
    address: str
    waiting: bool = True


class Connections:
    """The connections of one server. `trusted` says of an address whether it is a proxy, which speaks for many."""

    def __init__(self, files: int, per_address: float, trusted: Callable[[str], bool]) -> None:
        self.most = max(OWN_FILES, min(limits.CONNECTIONS, files - OWN_FILES))
        self._per_address = min(limits.CONNECTIONS_PER_ADDRESS * per_address, self.most // 2)
        self._waiting_per_address = min(limits.WAITING_PER_ADDRESS * per_address, self.most // 4)
        self._trusted = trusted
        self._open: dict[asyncio.Transport, _Open] = {}
        self._waiting: dict[asyncio.Transport, None] = {}
        self._by_address: Counter[str] = Counter()
        self._waiting_by_address: Counter[str] = Counter()
        if self.most < limits.CONNECTIONS:
            log.warning("few-open-files", files=files, connections=self.most, wanted=limits.CONNECTIONS + OWN_FILES)

    def admit(self, transport: asyncio.Transport, address: str) -> bool:
        """Count a new connection; False where it has no place. In a full house the connection that has waited longest
        with no whole request makes room."""
        if not self._trusted(address) and (
            self._by_address[address] >= self._per_address
            or self._waiting_by_address[address] >= self._waiting_per_address
        ):
            return False
        if len(self._open) >= self.most and not self._make_room():
            return False
        self._open[transport] = _Open(address)
        self._by_address[address] += 1
        self._wait(transport, address)
        return True

    def busy(self, transport: asyncio.Transport) -> None:
        """A whole request has come: the connection is somebody's."""
        known = self._open.get(transport)
        if known is not None and known.waiting:
            known.waiting = False
            self._wait_no_more(transport, known.address)

    def idle(self, transport: asyncio.Transport) -> None:
        """The request is answered: the connection waits for the next one."""
        known = self._open.get(transport)
        if known is not None and not known.waiting:
            known.waiting = True
            self._wait(transport, known.address)

    def gone(self, transport: asyncio.Transport) -> None:
        """The connection is closed."""
        known = self._open.pop(transport, None)
        if known is None:
            return
        if known.waiting:
            self._wait_no_more(transport, known.address)
        _less(self._by_address, known.address)

    def _make_room(self) -> bool:
        oldest = next(iter(self._waiting), None)
        if oldest is None:
            return False
        oldest.abort()
        self.gone(oldest)
        return True

    def _wait(self, transport: asyncio.Transport, address: str) -> None:
        self._waiting[transport] = None
        self._waiting_by_address[address] += 1

    def _wait_no_more(self, transport: asyncio.Transport, address: str) -> None:
        del self._waiting[transport]
        _less(self._waiting_by_address, address)


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
