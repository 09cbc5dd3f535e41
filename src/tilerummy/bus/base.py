"""What hosting asks of a bus. The store stays the truth; a poll repairs whatever a bus loses."""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int], None]
"""Called with a game's id and the seq it has reached; must not block."""


class Bus(Protocol):
    """A way to tell every server that a game moved on. Neither method ever raises."""

    def publish(self, game: str, seq: int) -> None:
        """Say that `game` has reached `seq`."""

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` for every hint from now on."""
