"""The time by which a server plays: the wall clock as it was at the start, carried on by a clock that nobody sets.

Setting the machine's clock, or letting a time server step it, neither gives nor takes time from a turn.
"""

import time
from typing import Final

STALL: Final = 3.0
"""A look that comes this many seconds late means that the server stood still: every player gets grace."""

STEP: Final = 2.0
"""Seconds by which the machine's clock moves at once when it is set: what a time server corrects is less."""


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


class Steps:
    """Whether somebody sets the machine's clock while the server plays by its own time."""

    def __init__(self) -> None:
        self._ahead = _wall_ahead()

    def take(self) -> float:
        """Seconds by which the clock was set since the last look; drift is none."""
        before, self._ahead = self._ahead, _wall_ahead()
        return step if abs(step := self._ahead - before) >= STEP else 0.0


def _wall_ahead() -> float:
    return (time.time_ns() - elapsed()) / 1e9


def elapsed() -> int:
    """Nanoseconds on a clock that nobody sets and that counts sleep where the system has such a one."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic_ns()


class Pace:
    """Whether what goes on by itself still does. A busy machine shows on the one clock, one that slept on the other."""

    def __init__(self) -> None:
        self._last = _both_clocks()

    def tick(self) -> None:
        """It goes on."""
        self._last = _both_clocks()

    @property
    def stood_still(self) -> bool:
        """Whether the last tick was `STALL` seconds ago: nobody was served meanwhile."""
        return any(now - then > STALL for now, then in zip(_both_clocks(), self._last, strict=True))


def _both_clocks() -> tuple[float, float]:
    return time.monotonic(), elapsed() / 1e9


wall_clock: Final = ServerTime()
"""The server's time."""
