"""What has been at the tables so far: who met whom, at which table, in which seat, and who sat at a small one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

Table = tuple[int, ...]
"""The players of one table in seat order, clockwise."""


class Seating(NamedTuple):
    """One round: the `tables` by their numbers (from table 1; an unused one is empty), and the `byes`, who sit out."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()


class Move(msgspec.Struct, frozen=True):
    """A player whose table in a planned round is another now; None: they did not sit, or do not any more."""

    round: int
    number: int
    before: int | None
    after: int | None


class History:
    """Counts over rounds that stand. Players are the numbers they drew."""

    def __init__(self, rounds: Iterable[Seating], prefer: int) -> None:
        self.met: Counter[tuple[int, int]] = Counter()
        self.small: Counter[int] = Counter()
        self.byes: Counter[int] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()
        """(player, table number)"""
        self.seat: Counter[tuple[int, int]] = Counter()
        """(player, seat), both from 0"""
        self.last: frozenset[tuple[int, int]] = frozenset()
        """The pairs of the last round."""
        for seating in rounds:
            self._add(seating, prefer)

    def _add(self, seating: Seating, prefer: int) -> None:
        self.byes.update(seating.byes)
        pairs = [pair for table in seating.tables for pair in pairs_of(table)]
        self.met.update(pairs)
        self.last = frozenset(pairs)
        for number, table in enumerate(seating.tables):
            for seat, player in enumerate(table):
                self.sat[player, number] += 1
                self.seat[player, seat] += 1
                self.small[player] += len(table) < prefer


def pairs_of(table: Sequence[int]) -> list[tuple[int, int]]:
    """Every two at a table, the lower number first."""
    return [pair(one, other) for at, one in enumerate(table) for other in table[at + 1 :]]


def pair(one: int, other: int) -> tuple[int, int]:
    """Two players in the one order in which pairs are kept."""
    return (one, other) if one < other else (other, one)


def repeats(rounds: Iterable[Seating]) -> int:
    """Meetings beyond the first, over all pairs."""
    met = Counter(pair for seating in rounds for table in seating.tables for pair in pairs_of(table))
    return sum(count - 1 for count in met.values())


def small_visits(rounds: Sequence[Seating], prefer: int) -> Mapping[int, int]:
    """How often each player sits at a table below the preferred size."""
    found = {player: 0 for seating in rounds for table in seating.tables for player in table}
    for seating in rounds:
        for table in seating.tables:
            for player in table:
                found[player] += len(table) < prefer
    return found
