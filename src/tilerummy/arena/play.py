"""A match played to its end: its chunks from a file where they are known, else from the workers."""

from collections.abc import Callable, Generator
from contextlib import closing

import msgspec

from tilerummy.arena.estimates import Estimate, anytime, decided, estimate, share
from tilerummy.arena.match import CHUNK, Chunk, Deal, Match
from tilerummy.arena.results_file import ResultsFile
from tilerummy.arena.workers import Task, Workers


class Outcome(msgspec.Struct, frozen=True):
    """What came of a match. `deals` is fewer than asked where the sequential test stopped it; `tested`: whether it
    could have."""

    match: Match
    deals: tuple[Deal, ...]
    tested: bool = False

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.deals) * self.match.seats

    @property
    def win(self) -> Estimate:
        """The first player's share of the wins, under a sequential test with the interval that holds all along it."""
        return (anytime if self.tested else share)([deal.share for deal in self.deals])

    @property
    def points(self) -> tuple[Estimate, Estimate]:
        """Points a game, of the first player and of one seat of the second."""
        seats = self.match.seats
        mine = [deal.points[0] / seats for deal in self.deals]
        return estimate(mine), estimate([deal.points[1] / seats / (seats - 1) for deal in self.deals])

    @property
    def turns(self) -> float:
        """Turns a game."""
        return sum(deal.turns for deal in self.deals) / max(1, self.games)

    @property
    def dry(self) -> float:
        """The share of games in which the pool ran out."""
        return sum(deal.dry for deal in self.deals) / max(1, self.games)

    @property
    def stayed(self) -> float:
        """The share of games in which nobody went out."""
        return sum(deal.stayed for deal in self.deals) / max(1, self.games)


def play(
    match: Match,
    deals: int,
    workers: Workers,
    results: ResultsFile,
    *,
    records: str | None = None,
    threshold: float | None = None,
    told: Callable[[int], None] = lambda _: None,
) -> Outcome:
    """Play `deals` deals, or fewer once the first player's share is known to be above or below `threshold`.

    `told` hears how many deals there are. The deals count in their order, whichever is ready first, so that the outcome
    is the same however many workers there are. Raises ArenaError and OSError.
    """
    counts = [min(CHUNK, deals - first) for first in range(0, deals, CHUNK)]
    ready: dict[int, Chunk] = {}
    for number, count in enumerate(counts):
        known = results.known(match, number, count)
        if known is not None and records is None:
            ready[number] = known
    tasks = [Task(match, number, count, records) for number, count in enumerate(counts) if number not in ready]
    found: list[Deal] = []
    shares: list[float] = []
    with closing(workers(tasks)) as fresh:
        for number in range(len(counts)):
            while number not in ready:
                _take(fresh, ready, results)
                told(len(found) + sum(len(chunk.deals) for chunk in ready.values()))
            found += ready.pop(number).deals
            shares += [deal.share for deal in found[len(shares) :]]
            if threshold is not None and decided(shares, threshold):
                break
    return Outcome(match, tuple(found), threshold is not None)


def _take(fresh: Generator[Chunk, None, None], ready: dict[int, Chunk], results: ResultsFile) -> None:
    chunk = next(fresh)
    results.add(chunk)
    ready[chunk.number] = chunk
