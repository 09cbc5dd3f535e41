"""The limits of a search: nodes counted, and now and then the clock."""

from collections.abc import Callable

LOOK: int = 256
"""States between two looks at the clock: well under a millisecond apart in the kernel."""


class Limits:
    """States expanded so far, within `limit` states and, by `clock`, `nanoseconds` (0: no limit)."""

    __slots__ = ("clock", "deadline", "limit", "nodes")

    def __init__(self, limit: int, nanoseconds: int = 0, clock: Callable[[], int] | None = None) -> None:
        self.nodes = 0
        self.limit = limit
        self.clock = clock if nanoseconds else None
        self.deadline = self.clock() + nanoseconds if self.clock else 0

    def ended(self) -> bool:
        """Whether nothing more may be spent."""
        return self.nodes >= self.limit

    def expired(self) -> bool:
        """The same, looking at the clock: once the time is over nothing more may be spent."""
        if self.clock is not None and not self.ended() and self.clock() >= self.deadline:
            self.limit = self.nodes
        return self.ended()

    def trial(self, states: int) -> "Limits":
        """A part of what is left: at most so many states, and no more time."""
        part = Limits(min(states, self.limit - self.nodes))
        part.clock, part.deadline = self.clock, self.deadline
        return part

    def count_node(self) -> bool:
        """Count one node more; False when the limit is reached."""
        if self.nodes >= self.limit or (self.nodes % LOOK == LOOK - 1 and self.expired()):
            return False
        self.nodes += 1
        return True
