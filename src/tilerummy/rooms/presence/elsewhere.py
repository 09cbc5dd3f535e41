"""Who looks at one room on other servers that share the store, as far as these said."""

from typing import Final

import msgspec
from msgspec.structs import replace

FORGOTTEN: Final = 10.0
"""Seconds after which a server that said nothing more counts as gone: three words may be lost."""


class Here(msgspec.Struct, frozen=True, array_like=True):
    """Who looks at a room on one server: the seats whose person is connected there, how many others, whether the owner
    is, and the marks of others who have a session; None where these are not told now."""

    server: str
    seats: tuple[int, ...]
    others: int
    owner: bool = False
    onlookers: tuple[str, ...] | None = None


encode_here = msgspec.msgpack.Encoder().encode
decode_here = msgspec.msgpack.Decoder(Here).decode


class Elsewhere:
    """Who looks at one room on other servers, as far as these said."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[int, Here]] = {}

    def hear(self, here: Here, now: int) -> bool:
        """What a server says now (ms); whether that is new."""
        _, before = self._said.pop(here.server, (0, None))
        if here.onlookers is None and before is not None:
            here = replace(here, onlookers=before.onlookers)
        if here.seats or here.others:
            self._said[here.server] = (now, here)
            return here != before
        return before is not None

    def forget(self, now: int) -> bool:
        """Forget servers that have said nothing for long; whether there was one."""
        silent = [server for server, (at, _) in self._said.items() if now - at > FORGOTTEN * 1000]
        for server in silent:
            del self._said[server]
        return bool(silent)

    def has(self, server: str, seat: int | None) -> bool:
        """Whether that server said that the person on that seat is connected to it."""
        return server in self._said and seat in self._said[server][1].seats

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose person is connected there."""
        return frozenset(seat for _, here in self._said.values() for seat in here.seats)

    @property
    def owner(self) -> bool:
        """Whether the owner is connected there."""
        return any(here.owner for _, here in self._said.values())

    @property
    def onlookers(self) -> frozenset[str]:
        """The marks of those without a seat who have a session."""
        return frozenset(own for _, here in self._said.values() for own in here.onlookers or ())

    @property
    def others(self) -> int:
        """Everybody else."""
        return sum(here.others for _, here in self._said.values())
