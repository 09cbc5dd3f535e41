"""What the solver is asked and what it answers."""

from collections import Counter
from collections.abc import Callable
from typing import Final, Literal, get_args

import msgspec

from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, in_order

Objective = Literal["tiles", "value", "out"]
"""`tiles`: most rack tiles laid, then fewest rack jokers spent, then most value. `value`: most penalty points off the
rack, then fewest rack jokers spent, then most tiles. `out`: the whole rack, or nothing."""

OBJECTIVES: Final[tuple[Objective, ...]] = get_args(Objective)

MOST: Final = (1 << 63) - 1
"""The largest budget there is."""

Status = Literal["optimal", "feasible", "no-play", "out-of-budget", "error"]
"""`optimal`: proved. `feasible`: legal, `bound` says how much better the best could be. `no-play`: proved that nothing
can be laid (`out`: that the rack cannot go out). `out-of-budget`: nothing found, nothing proved. `error`: the judge
refused what the search found, which is a fault of the solver; no play is shown."""


class Budget(msgspec.Struct, frozen=True):
    """How much work a search may spend.

    `nodes`: states expanded by the search. `nanoseconds`: time since the call (None: no limit), read from `clock` (a
    monotonic clock in nanoseconds; None: the compiled kernel reads its own, the Python search counts nodes only) every
    few hundred states. Raises ValueError where one of them is no whole number from 0 to `MOST`.
    """

    nodes: int = 20_000_000
    nanoseconds: int | None = None
    clock: Callable[[], int] | None = None

    def __post_init__(self) -> None:
        for name, given in (("nodes", self.nodes), ("nanoseconds", self.nanoseconds or 0)):
            if not isinstance(given, int) or not 0 <= given <= MOST:
                raise ValueError(f"{name} of a budget is a whole number from 0 to {MOST}, not {given!r}")

    def begin(self) -> int:
        """The time of the call; 0 without a clock."""
        return self.clock() if self.clock else 0

    def rest(self, nodes: int, start: int) -> "Budget":
        """What a call that began at `start` and has expanded `nodes` states may still spend, at least the least there
        is. Without a clock the whole time."""
        time = self.nanoseconds
        if time is not None and self.clock is not None:
            time = max(1, time - (self.clock() - start))
        return Budget(max(1, self.nodes - nodes), time, self.clock)

    def ended(self, nodes: int, start: int) -> bool:
        """Whether such a call has spent all."""
        late = self.nanoseconds is not None and self.clock is not None and self.clock() - start >= self.nanoseconds
        return late or nodes >= self.nodes


class Query(msgspec.Struct, frozen=True):
    """A question: the best play in `position` by `objective`, laying at least the rack tiles `least` and none outside
    `most` (None: the whole rack may go). `least` is part of `most`, `most` is part of the rack."""

    position: Position
    objective: Objective = "tiles"
    least: tuple[Tile, ...] = ()
    most: tuple[Tile, ...] | None = None

    def free(self, rack: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """The tiles of a rack that may stay on it, in canonical order."""
        return in_order((Counter(rack) - Counter(self.least)).elements()) if self.least else rack


class Answer(msgspec.Struct, frozen=True):
    """The proof state of a question: its `status`, and the best `play` found, None for none.

    `played`: the rack tiles the play lays, in canonical order; `tiles` how many, `value` their penalty points.
    `bound`: no play is worth more, in the objective's own unit (tiles, or points; for `out` tiles). `nodes`: states
    expanded. `nanoseconds`: time by the budget's clock, None without one.
    """

    status: Status
    play: Play | None
    played: tuple[Tile, ...]
    tiles: int
    value: int
    bound: int
    nodes: int
    nanoseconds: int | None
