"""How even a plan is: who meets how often, and how often everybody sits in which seat and at which table."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tilerummy.tournament.seating.history import Seating, pairs_of


class Balance(NamedTuple):
    """What a plan keeps within one where it can. `seat_spread`: the most times anybody is in one seat less the fewest
    they are in another, of the seats that every table has; `table_spread`: the same for table numbers; `consecutive`:
    pairs that meet in two rounds running, counted each time; `most_meetings` of one pair."""

    most_meetings: int
    consecutive: int
    seat_spread: int
    table_spread: int


def balance(plan: Sequence[Seating]) -> Balance:
    """The balance of a plan that is not empty."""
    rounds = [{two for table in seating.tables for two in pairs_of(table)} for seating in plan]
    tables = [table for seating in plan for table in seating.tables if table]
    seats = Counter((player, seat) for table in tables for seat, player in enumerate(table))
    numbers = Counter(
        (player, number) for seating in plan for number, table in enumerate(seating.tables) for player in table
    )
    return Balance(
        max(Counter(two for pairs in rounds for two in pairs).values(), default=0),
        sum(len(before & after) for before, after in pairwise(rounds)),
        _spread(seats, min(map(len, tables))),
        _spread(numbers, max(len(seating.tables) for seating in plan)),
    )


def _spread(times: Counter[tuple[int, int]], places: int) -> int:
    """Of how often each player was at each of so many places; nobody was at most of them."""
    own: defaultdict[int, list[int]] = defaultdict(list)
    for (player, place), count in times.items():
        if place < places:
            own[player].append(count)
    return max((max(counts) - (min(counts) if len(counts) == places else 0) for counts in own.values()), default=0)
