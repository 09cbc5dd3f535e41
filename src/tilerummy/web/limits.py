"""Every limit of the edge in one place, with the reason for its size, and the token bucket that enforces rates."""

from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from tilerummy.hall.log import LARGEST

FRAME: Final = 8_192
"""Bytes in one message: a full table of the largest edition (160 tiles, stated jokers, opening) stays below 4,000."""
FRAME_CUT: Final = 65_536
"""Bytes from which on the connection is closed (1009) before the message is read; below, it gets a typed error."""
BODY: Final = 65_536
"""Bytes in one HTTP body: an edition file with its examples."""
BACKUP: Final = LARGEST + BODY
"""Bytes in a tournament's backup: as large as a record can become."""
QUEUE: Final = 16
"""Messages received and not yet looked at; more of them wait in the network."""
ANSWERS: Final = 128
"""Answers a connection may leave unread before it is closed."""
SEND_SECONDS: Final = 20
"""Seconds a connection may take to accept one message."""
JOIN_SECONDS: Final = 10
"""Seconds until the first message must have come."""
PING_SECONDS: Final = 20
"""Seconds between two pings of a connection, and until one must be answered."""
SOCKETS: Final = 5_000
"""Connections of one server."""
SOCKETS_PER_PLAYER: Final = 32
"""Connections of one guest: many tabs, several rooms."""
WATCHERS: Final = 5_000
"""Connections of one server that watch a tournament or a sheet."""
WATCHERS_OF_ONE: Final = 2_000
"""Connections that watch the same tournament or sheet."""
WATCHERS_PER_ADDRESS: Final = 1_000
"""Connections from one address that watch: a hall of phones behind one address fits, and leaves room for others."""


@dataclass(slots=True)
class Bucket:
    """A token bucket: `burst` at once, `rate` more per second."""

    rate: float
    burst: float
    _level: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._level = self.burst
        self._at = monotonic()

    def take(self) -> bool:
        """Take one token if there is one."""
        now = monotonic()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing has been taken for long enough to forget this bucket."""
        return self._level + (monotonic() - self._at) * self.rate >= self.burst


def messages() -> Bucket:
    """Messages of one connection: dragging previews often, nobody needs 30 a second for long."""
    return Bucket(rate=30, burst=120)


def strikes() -> Bucket:
    """Messages that are no commands; when it is empty the connection is closed with 1008."""
    return Bucket(rate=1 / 20, burst=10)


class Rates:
    """Buckets by key (a guest, an address), forgotten when they are full again."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        """Take one token of `key` if there is one."""
        if len(self._buckets) > 10_000:
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.full}
        return self._buckets.setdefault(key, Bucket(self._rate, self._burst)).take()


def lines() -> Rates:
    """Lines of one guest's chat: a greeting and a few answers at once, then one in two seconds."""
    return Rates(rate=0.5, burst=6)


def reactions() -> Rates:
    """Reactions of one guest: they cover the table for a moment."""
    return Rates(rate=0.5, burst=4)


def new_rooms() -> Rates:
    """Rooms made by one guest: 30 at once, then one in five seconds."""
    return Rates(rate=0.2, burst=30)


def new_guests() -> Rates:
    """Guests made from one address: a school behind one address fits, a flood does not."""
    return Rates(rate=5, burst=2_000)


def questions() -> Rates:
    """Questions to the judge from one address: as many as several readers of the lessons ask."""
    return Rates(rate=20, burst=200)


def tournament_commands() -> Rates:
    """Commands by one link of a tournament: a desk typing results, or all the phones of a table."""
    return Rates(rate=20, burst=200)


def new_sheets() -> Rates:
    """Score sheets shared by one guest: a club's evening at once, then one a minute."""
    return Rates(rate=1 / 60, burst=20)


def sheet_commands() -> Rates:
    """Commands to one score sheet: what a phone entered in an evening without a line, then what people can type."""
    return Rates(rate=5, burst=300)
