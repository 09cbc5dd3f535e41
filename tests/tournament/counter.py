"""Counting meetings and places from tables alone, written apart from the code that seats."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

Tables = Sequence[Sequence[int]]


def meetings(rounds: Iterable[Tables]) -> dict[frozenset[int], int]:
    """How often each pair sits together."""
    found: dict[frozenset[int], int] = defaultdict(int)
    for tables in rounds:
        for table in tables:
            for one in table:
                for other in table:
                    if one < other:
                        found[frozenset((one, other))] += 1
    return found


def repeated(rounds: Iterable[Tables]) -> int:
    """Meetings that need not have been."""
    return sum(times - 1 for times in meetings(rounds).values())


def threes(rounds: Iterable[Tables], players: Iterable[int]) -> dict[int, int]:
    """How often each player sits at a table of fewer than four."""
    found = dict.fromkeys(players, 0)
    for tables in rounds:
        for table in tables:
            if len(table) < 4:
                for player in table:
                    found[player] += 1
    return found


def spread(visits: Iterable[int]) -> int:
    """The most less the fewest."""
    every = list(visits)
    return max(every) - min(every)


def once_each(tables: Tables, players: Iterable[int]) -> bool:
    """Whether every player sits at exactly one table."""
    return sorted(player for table in tables for player in table) == sorted(players)
