"""How few repeats any plan must have, by counting alone. The true minimum may lie above it."""

from collections.abc import Sequence
from itertools import combinations

from tilerummy.tournament.seating.history import Seating, pair
from tilerummy.tournament.seating.locks import FREE, Locks, always_together, never_together
from tilerummy.tournament.seating.table_sizes import Sizes, byes, table_sizes


def least_repeats(players: int, rounds: int, sizes: Sizes, locks: Locks = FREE) -> int:
    """A lower bound for the repeated meetings of so many rounds.

    Three counts, of which the largest holds: there are only so many pairs who can meet; where a table has more players
    than there were tables in an earlier round, some of them sat together in it; and those who are fixed to one table
    meet in every round. Raises ValueError where the sizes cannot seat the players.
    """
    here = players - byes(players, sizes)
    tables = table_sizes(here, sizes)
    if not here or not tables:
        raise ValueError("these table sizes cannot seat the players")
    return _least([tables] * rounds, players, locks, always=here == players)


def least_repeats_of(plan: Sequence[Seating], locks: Locks = FREE) -> int:
    """A lower bound for other plans with as many players at tables of these sizes."""
    tables = [tuple(len(table) for table in seating.tables if table) for seating in plan]
    players = {player for seating in plan for table in seating.tables for player in table}
    return _least(tables, len(players), locks, always=all(sum(sizes) == len(players) for sizes in tables))


def _least(rounds: Sequence[Sequence[int]], players: int, locks: Locks, *, always: bool) -> int:
    """By the table sizes of the rounds; `always`: nobody is absent from any of them."""
    apart = {pair(one, other) for one, other in locks.apart} | never_together(locks.fixed)
    pairs = players * (players - 1) // 2 - len(apart)
    meetings = sum(size * (size - 1) // 2 for tables in rounds for size in tables)
    if not always or len(rounds) < 2:
        return max(0, meetings - pairs)
    # a pair of r rounds counts in r(r-1)/2 pairs of rounds and is r-1 repeats
    common = sum(_in_both(one, other) for one, other in combinations(rounds, 2))
    together = (len(rounds) - 1) * len(always_together(locks.fixed))
    return max(0, meetings - pairs, -(-2 * common // len(rounds)), together)


def _in_both(one: Sequence[int], other: Sequence[int]) -> int:
    """How many pairs at least sit together in two rounds with these tables."""
    count = 0
    for size in one:
        each, more = divmod(size, len(other))
        count += more * (each + 1) * each // 2 + (len(other) - more) * each * (each - 1) // 2
    return count
