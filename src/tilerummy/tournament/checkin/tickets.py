"""Tickets: each stands for one person for the whole event, whatever number they draw; their own link is made of it."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta

MOST_TICKETS: Final = 1_000_000
"""Tickets of an event: more than its record has room for."""
Ticket = Annotated[int, Meta(ge=1, le=MOST_TICKETS)]
"""The ticket of a person on the list or on the waiting list."""


class Tickets(msgspec.Struct, frozen=True):
    """How many were issued, none of them twice; and those of the players `of` each number."""

    issued: int = 0
    of: Mapping[int, int] = {}

    def number(self, ticket: int) -> int | None:
        """The number of the player who has a ticket."""
        return next((number for number, one in self.of.items() if one == ticket), None)

    def kept(self, tickets: Mapping[int, int]) -> "Tickets":
        """With tickets of before for players, by number."""
        return msgspec.structs.replace(self, of={**self.of, **tickets})

    def given(self, numbers: Iterable[int]) -> "Tickets":
        """With new ones for these players."""
        new = dict(zip(numbers, range(self.issued + 1, MOST_TICKETS), strict=False))
        return Tickets(self.issued + len(new), {**self.of, **new})

    def removed(self, number: int) -> "Tickets":
        """Without the player of this number."""
        return msgspec.structs.replace(self, of={one: ticket for one, ticket in self.of.items() if one != number})

    def drawn(self, new: Mapping[int, int]) -> "Tickets":
        """With the numbers that were drawn, by the old ones."""
        return msgspec.structs.replace(self, of={new[old]: ticket for old, ticket in self.of.items()})

    def taken_back(self, before: "Tickets") -> "Tickets":
        """As they were `before` a step that is taken back. What was issued since is nobody's."""
        return Tickets(self.issued, before.of)
