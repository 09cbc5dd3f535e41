"""How good a plan is, beside how good any can be."""

from functools import lru_cache

import msgspec

from tilerummy.tournament.seating.balance import balance
from tilerummy.tournament.seating.bounds import least_repeats_of
from tilerummy.tournament.seating.history import Seating, repeats, small_visits
from tilerummy.tournament.seating.locks import Locks, Pair, fixed_to


class SeatingReport(msgspec.Struct, frozen=True):
    """How good planned rounds are: meetings beyond the first, and how few there must be by counting (`bound`); the most
    meetings of a pair; meetings in two rounds running; the fewest and most times anybody sits at a table below the
    usual size; how uneven seats and table numbers are, the most times less the fewest of anybody."""

    repeats: int
    bound: int
    most_meetings: int
    consecutive: int
    small: tuple[int, int]
    seat_spread: int
    table_spread: int


@lru_cache(maxsize=256)
def report(
    plan: tuple[Seating, ...], prefer: int, apart: tuple[Pair, ...] = (), places: tuple[tuple[int, int], ...] = ()
) -> SeatingReport:
    """The report of a plan that is not empty, held to pairs kept apart and to players fixed to places (a table from
    1 each). Kept for plans that are looked at again."""
    visits = small_visits(plan, prefer).values()
    even = balance(plan)
    return SeatingReport(
        repeats(plan),
        least_repeats_of(plan, Locks(apart, fixed_to(places))),
        even.most_meetings,
        even.consecutive,
        (min(visits), max(visits)),
        even.seat_spread,
        even.table_spread,
    )
