"""What people waited for, how long in each phase, and the bars that it is held to."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from time import perf_counter
from typing import Final, Literal, NamedTuple, get_args

Phase = Literal["quiet", "attacked", "after"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
HEADS: Final[dict[Phase, str]] = {"quiet": "quiet", "attacked": "attacked", "after": "20 s after"}
NOISE: Final = 0.05
"""Seconds by which what is as quiet may take longer: a wake-up of a busy machine."""


class Bar(NamedTuple):
    """While attacked, the 99th percentile is at most so many seconds, or so many times what it is when quiet."""

    seconds: float | None = None
    times_quiet: float | None = None

    def holds(self, attacked: float, quiet: float) -> bool:
        """Whether these percentiles keep it."""
        most = self.seconds if self.seconds is not None else (self.times_quiet or 0) * quiet
        return attacked <= most

    def __str__(self) -> str:
        return f"{self.seconds * 1000:.0f} ms" if self.seconds is not None else f"{self.times_quiet:g} x quiet"


BARS: Final[dict[str, Bar | None]] = {
    "move": Bar(seconds=0.25),
    "preview": Bar(seconds=0.25),
    "page": Bar(seconds=0.25),
    "hint": Bar(seconds=2.0),
    "pass": Bar(seconds=1.0),
    "computer's answer": Bar(times_quiet=2.0),
    "analysis board": None,
    "coming back": None,
    "new table": None,
}
"""What is timed, and the bar while others attack; 20 s later all of it is as quiet."""


class Figures:
    """Seconds that things took, by phase and kind, counted where they began; and what went wrong."""

    def __init__(self) -> None:
        self.phase: Phase | None = None
        self.wrong: dict[Phase, Counter[str]] = {phase: Counter() for phase in PHASES}
        self._times: defaultdict[tuple[Phase, str], list[float]] = defaultdict(list)
        self._under_way: dict[object, tuple[Phase, str, float]] = {}

    @contextmanager
    def timed(self, kind: str) -> Iterator[None]:
        """Time the block; what fails counts as well."""
        if self.phase is None:
            yield
            return
        key, begun = object(), perf_counter()
        self._under_way[key] = (self.phase, kind, begun)
        try:
            yield
        finally:
            self._end(key)

    def went_wrong(self, what: str) -> None:
        """One more of these."""
        if self.phase is not None:
            self.wrong[self.phase][what] += 1

    def close(self) -> None:
        """What goes on still took so long at least."""
        for key in list(self._under_way):
            self._end(key)
        self.phase = None

    def times(self, phase: Phase, kind: str) -> list[float]:
        """Seconds, the shortest first."""
        return sorted(self._times[phase, kind])

    def _end(self, key: object) -> None:
        if (found := self._under_way.pop(key, None)) is not None:
            phase, kind, begun = found
            self._times[phase, kind].append(perf_counter() - begun)


def percentile(times: list[float], part: float) -> float:
    """By the nearest rank: of a few values the largest. Not a number where there are none."""
    return times[max(0, ceil(len(times) * part) - 1)] if times else float("nan")


def report(figures: Figures) -> bool:
    """Print the phases side by side; whether every bar holds."""
    heads = [f"{HEADS[phase]:>23}" for phase in PHASES]
    print(f"{'':18}" + "".join(heads) + f"  {'bar':<12}holds, then as quiet")
    print(f"{'':18}" + f"{'n':>5}{'p50 ms':>9}{'p99 ms':>9}" * len(PHASES))
    good = True
    for kind, bar in BARS.items():
        times = [figures.times(phase, kind) for phase in PHASES]
        quiet, attacked, after = (percentile(taken, 0.99) for taken in times)
        held = bar is None or bar.holds(attacked, quiet)
        as_quiet = after <= max(2 * quiet, quiet + NOISE)
        good = good and held and as_quiet
        row = "".join(
            f"{len(taken):>5}{percentile(taken, 0.5) * 1000:>9.1f}{percentile(taken, 0.99) * 1000:>9.1f}"
            for taken in times
        )
        verdict = f"{_said(holds=held) if bar else '-':<7}{_said(holds=as_quiet)}"
        print(f"{kind:18}{row}  {bar or '-'!s:<12}{verdict}")
    for phase in PHASES:
        wrong = figures.wrong[phase]
        good = good and not wrong
        print(f"went wrong, {HEADS[phase]}: " + (", ".join(f"{what} {n}" for what, n in wrong.items()) or "nothing"))
    return good


def _said(*, holds: bool) -> str:
    return "yes" if holds else "NO"
