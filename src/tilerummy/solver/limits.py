"""A budget being spent: states counted, and now and then the clock."""

from collections.abc import Callable

LOOK: int = 256
"""States between two looks at the clock: well under a millisecond apart in the kernel."""


class Spending:
    """States taken up so far, within `limit` states and, by `clock`, `nanoseconds` (0: no limit)."""

    __slots__ = ("clock", "deadline", "limit", "nodes")

    def __init__(self, limit: int, nanoseconds: int = 0, clock: Callable[[], int] | None = None) -> None:
        self.nodes = 0
        self.limit = limit
        self.clock = clock if nanoseconds else None
        self.deadline = self.clock() + nanoseconds if self.clock else 0

    def ended(self) -> bool:
        """Whether nothing more may be spent."""
        return self.nodes >= self.limit

    def over(self) -> bool:
        """The same, looking at the clock: once the time is over nothing more may be spent."""
        if self.clock is not None and not self.ended() and self.clock() >= self.deadline:
            self.limit = self.nodes
        return self.ended()

    def trial(self, states: int) -> "Spending":
        """A part of what is left: at most so many states, and no more time."""
        part = Spending(min(states, self.limit - self.nodes))
        part.clock, part.deadline = self.clock, self.deadline
        return part

    def take(self) -> bool:
        """Count one state more; False when the budget has ended."""
        if self.nodes >= self.limit or (self.nodes % LOOK == LOOK - 1 and self.over()):
            return False
        self.nodes += 1
        return True
