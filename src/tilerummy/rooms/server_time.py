"""The time by which a server plays: the wall clock as it was at the start, carried on by a clock that nobody sets.

Whoever sets the machine's clock, or lets a time server step it, neither gives nor takes time from a turn.
"""

import time
from typing import Final


class ServerTime:
    """Milliseconds since the epoch, never stepping; a machine that sleeps ages all the same, where its system tells."""

    def __init__(self) -> None:
        self._start = time.time_ns() - elapsed()

    def __call__(self) -> int:
        """Now."""
        return (self._start + elapsed()) // 1_000_000

    def follow(self, now: int) -> None:
        """Take over the time (ms) of a clock that several servers follow."""
        self._start = now * 1_000_000 - elapsed()


def elapsed() -> int:
    """Nanoseconds on a clock that nobody sets and that counts sleep where the system has such a one."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic_ns()


wall_clock: Final = ServerTime()
"""The server's time."""
