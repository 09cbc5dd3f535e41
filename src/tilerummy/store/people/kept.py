"""What stores keep of the people whom a guest has played with.

Who won what follows from the games; it is noted once for each of their guests, since a list of a thousand games cannot
be read again each time. What a guest thinks of another follows from nothing, and is kept for itself.
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """What a game that is over was for a guest: the `name` they had, when it `ended` (ms; None where it counts for
    nobody, or they had left), whether they `won` (1 or 0), and their points."""

    game_id: str
    player: str
    name: str
    ended: int | None
    won: int
    score: int


class Meeting(msgspec.Struct, frozen=True):
    """A game that ended at that time (ms) and what it was for a guest, and for the `other` one, who had that `name`."""

    game: str
    ended: int
    won: int
    score: int
    other: str
    name: str
    their_won: int
    their_score: int


class Acquaintance(msgspec.Struct, frozen=True):
    """What `player` wants of an `other` guest, whom they know by `name`: not to see them in the list (`hidden`, 1 or
    0); to know nothing of the games until then (`forgotten`, ms); to have nothing to do with them since then
    (`blocked`, ms)."""

    player: str
    other: str
    name: str
    hidden: int = 0
    forgotten: int | None = None
    blocked: int | None = None


class PeopleStore(Protocol):
    """The part of a store that keeps them. Every method may raise StorageFailure."""

    async def uncounted(self, player: str, most: int) -> list[str]:
        """Games of the guest that are over and of which no outcome is kept for them, the last changed first."""
        ...

    async def keep_outcomes(self, outcomes: Sequence[Outcome]) -> None:
        """Keep outcomes of a game, unless it is gone; those that are kept already stay."""
        ...

    async def meetings(self, player: str, most: int) -> list[Meeting]:
        """The games of the guest with other guests, once for each of these, the last ended first."""
        ...

    async def acquaintances(self, player: str) -> list[Acquaintance]:
        """What the guest wants of others."""
        ...

    async def keep_acquaintance(self, kept: Acquaintance, most: int) -> bool:
        """Keep what a guest wants of another in the place of what was kept, unless that is new and they have as many
        as `most`; says whether it is kept."""
        ...

    async def blocked(self, player: str) -> frozenset[str]:
        """Whom the guest has blocked."""
        ...

    async def blockers(self, player: str) -> frozenset[str]:
        """Who has blocked the guest."""
        ...
