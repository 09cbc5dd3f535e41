"""Which of two plans is better: the one with fewer repeats, whatever a search weighs."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tilerummy.tournament.seating.history import History, pair, pairs_of
from tilerummy.tournament.seating.locks import Locks


class Quality(NamedTuple):
    """What counts, in this order; less is better. `broken`: pairs kept apart who sit together; meetings beyond a first
    one; the most of one pair; meetings in two rounds running; the most visits to small tables less the fewest, and all
    of them squared and summed."""

    broken: int
    repeats: int
    most_meetings: int
    consecutive: int
    small_spread: int
    small: int


def quality(plan: Sequence[Sequence[Sequence[int]]], history: History, locks: Locks, prefer: int) -> Quality:
    """The quality of rounds of groups after those in `history`."""
    rounds = [{two for table in tables for two in pairs_of(table)} for tables in plan]
    times = Counter(two for pairs in rounds for two in pairs)
    shunned = {pair(one, other) for one, other in locks.apart}
    small = Counter(history.small)
    small.update(player for tables in plan for table in tables if len(table) < prefer for player in table)
    visits = [small[player] for player in {player for tables in plan for table in tables for player in table}]
    return Quality(
        sum(times[two] for two in shunned),
        sum(count - (not history.met[two]) for two, count in times.items()),
        max((count + history.met[two] for two, count in times.items()), default=0),
        sum(len(before & after) for before, after in pairwise([history.last, *rounds])),
        max(visits, default=0) - min(visits, default=0),
        sum(count * count for count in small.values()),
    )
