"""What stores keep for the owner of a server: whom they have closed."""

from typing import Protocol

import msgspec


class Closing(msgspec.Struct, frozen=True):
    """A guest or an address, as `name`, that the owner has closed: when it was `made`, `until` when it holds (ms)."""

    name: str
    made: int
    until: int


class ModerationStore(Protocol):
    """The part of a store that keeps it. Every method may raise StorageFailure."""

    async def keep_closing(self, closing: Closing) -> None:
        """Keep a closing, in the place of one of the same name; those that have ended go."""
        ...

    async def lift_closing(self, name: str) -> bool:
        """A guest or an address is closed no longer; False where it was not."""
        ...

    async def closings(self, now: int) -> list[Closing]:
        """The closings that hold at that time (ms), those that end last first."""
        ...
