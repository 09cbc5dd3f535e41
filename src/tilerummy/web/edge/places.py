"""Places for the sockets of tables: so many of a server, a guest and an address, and some kept free for seats."""

from collections import Counter
from typing import NamedTuple

from tilerummy.web import limits


class NoPlace(Exception):
    """There is no place for this socket now."""


class Place(NamedTuple):
    """The place of one socket."""

    player: str | None
    address: str
    seated: bool


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

    def take(self, player: str | None, address: str, *, seated: bool) -> Place:
        """A place, to be given back. `player` is None without a session. Raises NoPlace."""
        if not self._free(player, address, seated=seated):
            raise NoPlace
        place = Place(player, address, seated)
        for counter, key in self._held(place):
            counter[key] += 1
        return place

    def give_back(self, place: Place) -> None:
        """The place is free again."""
        for counter, key in self._held(place):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]

    def _held(self, place: Place) -> list[tuple[Counter[str], str]]:
        held = [(self._seats if place.seated else self._onlookers, place.address)]
        return held if place.player is None else [*held, (self._guests, place.player)]

    def _free(self, player: str | None, address: str, *, seated: bool) -> bool:
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
