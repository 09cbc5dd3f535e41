"""Places for the sockets of tables: so many of a server, a guest and an address, and some kept free for seats."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tilerummy.web import limits


class NoPlace(Exception):
    """There is no place for this socket now."""


class Places:
    """The places of one server. `per_address` multiplies what one address may take."""

    def __init__(self, per_address: float) -> None:
        self._seats_per_address = limits.SOCKETS_PER_ADDRESS * per_address
        self._onlookers_per_address = limits.ONLOOKERS_PER_ADDRESS * per_address
        self._guests: Counter[str] = Counter()
        self._seats: Counter[str] = Counter()
        self._onlookers: Counter[str] = Counter()

    def count(self) -> dict[str, int]:
        """The places that are taken, by kind."""
        return {"seat": self._seats.total(), "onlooker": self._onlookers.total()}

    @contextmanager
    def taken(self, player: str | None, address: str, seated: bool) -> Iterator[None]:
        """A place for the length of a block. `player` is None without a session. Raises NoPlace."""
        if not self._free(player, address, seated):
            raise NoPlace
        held = [(self._seats if seated else self._onlookers, address)]
        if player is not None:
            held.append((self._guests, player))
        for counter, key in held:
            counter[key] += 1
        try:
            yield
        finally:
            for counter, key in held:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]

    def _free(self, player: str | None, address: str, seated: bool) -> bool:
        if player is not None and self._guests[player] >= limits.SOCKETS_PER_PLAYER:
            return False
        if seated:
            return (
                self._seats.total() + self._onlookers.total() < limits.SOCKETS
                and self._seats[address] < self._seats_per_address
            )
        return (
            self._onlookers.total() < limits.SOCKETS - limits.SOCKETS_FOR_SEATS
            and self._seats.total() + self._onlookers.total() < limits.SOCKETS
            and self._onlookers[address] < self._onlookers_per_address
        )
