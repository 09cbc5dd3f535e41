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

    def take(self) -> bool:
        """Count one state more; False when the budget has ended."""
        if self.nodes >= self.limit:
            return False
        if self.clock is not None and self.nodes % LOOK == LOOK - 1 and self.clock() >= self.deadline:
            self.limit = self.nodes
            return False
        self.nodes += 1
        return True
