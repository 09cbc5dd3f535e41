"""Tables that wait for strangers on other servers that share the store, as far as these said."""

from collections.abc import Callable, Sequence

import msgspec

from tilerummy.bus import Bus
from tilerummy.rooms.presence.elsewhere import FORGOTTEN

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[str, tuple[str, ...]]).decode


class OpenTables:
    """The open tables of the other servers. `now` tells the time (ms)."""

    def __init__(self, bus: Bus, server: str, now: Callable[[], int]) -> None:
        self._bus = bus
        self._server = server
        self._now = now
        self._said: dict[str, tuple[int, tuple[str, ...]]] = {}
        bus.hear("tables", self._hear)

    def tell(self, rooms: Sequence[str]) -> None:
        """Say which tables wait here."""
        self._bus.say("tables", "", _encode((self._server, tuple(rooms))))

    def elsewhere(self) -> list[str]:
        """The rooms that wait on other servers."""
        recent = self._now() - round(FORGOTTEN * 1000)
        self._said = {server: (at, rooms) for server, (at, rooms) in self._said.items() if at >= recent}
        return [room for _, rooms in self._said.values() for room in rooms]

    def _hear(self, _: str, body: bytes) -> None:
        server, rooms = _decode(body)
        self._said[server] = (self._now(), rooms)
