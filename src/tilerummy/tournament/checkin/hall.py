"""How many the hall holds, and who waits for a place in it, in order."""

from collections.abc import Collection
from typing import Final, NamedTuple

import msgspec

from tilerummy.rules.names import alike

MOST_WAITING: Final = 300
"""People on a waiting list: beyond them nobody else is put on it."""


class Waiting(NamedTuple):
    """Who waits; for who signed up, the mark of the browser."""

    ticket: int
    name: str
    category: str
    browser: str = ""


class Hall(msgspec.Struct, frozen=True):
    """The `cap`: how many may play; None for no limit. Who is `waiting`, the first first."""

    cap: int | None = None
    waiting: tuple[Waiting, ...] = ()

    @property
    def names(self) -> list[str]:
        """Of those who wait."""
        return [one.name for one in self.waiting]

    def one(self, ticket: int) -> Waiting | None:
        """Who waits with this ticket."""
        return next((one for one in self.waiting if one.ticket == ticket), None)

    def named(self, name: str) -> Waiting | None:
        """Who waits under this name, however it is spelt."""
        return next((one for one in self.waiting if alike(name, (one.name,))), None)

    def without(self, tickets: Collection[int]) -> "Hall":
        """The others alone wait."""
        return msgspec.structs.replace(self, waiting=tuple(one for one in self.waiting if one.ticket not in tickets))
