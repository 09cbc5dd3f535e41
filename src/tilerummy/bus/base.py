"""What hosting asks of a bus between servers that share a store.

The store stays the truth; a poll repairs whatever a bus loses. Nothing here raises, and nothing waits.
"""

from collections.abc import Callable
from typing import Protocol

from tilerummy.coded import Coded

Listener = Callable[[str, int], None]
"""Called with a game's id and the seq it has reached; must not block."""
Hearer = Callable[[str, bytes], None]
"""Called with the id of a record, or nothing, and what another server said about it; must not block."""


class BusError(Coded):
    """A bus that cannot be used; told once at start."""


class Bus(Protocol):
    """A way to tell every server that a game moved on, and what is worth nothing a moment later. `start` before use,
    `close` after."""

    @property
    def alone(self) -> bool:
        """Whether there is no other server: what holds here holds everywhere."""
        ...

    @property
    def up(self) -> bool:
        """Whether messages arrive; while it is False they may be lost."""
        ...

    async def start(self) -> None:
        """Begin to connect, and keep at it."""

    async def close(self) -> None:
        """Let go; what was said a moment ago may be lost."""

    def publish(self, game: str, seq: int) -> None:
        """Say that `game` has reached `seq`: here at once, and to the servers that follow it."""

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` for every hint from now on."""

    def say(self, topic: str, ident: str, body: bytes) -> None:
        """Say something about a record to the other servers that follow it; with an empty `ident` to all others."""

    def hear(self, topic: str, hearer: Hearer) -> None:
        """Call `hearer` for all that other servers say on this topic from now on."""

    def follow(self, ident: str) -> None:
        """From now on hints and messages about this record are wanted here; once more for each further call."""

    def unfollow(self, ident: str) -> None:
        """One of those who wanted them does not any more."""

    def whenever_up(self, listener: Callable[[], None]) -> None:
        """Call `listener` each time that messages begin to arrive, the first time too: the moment to repeat what
        the others may have missed."""
