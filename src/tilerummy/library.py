"""What the library offers beyond the functions of single modules: tournaments in one call."""

from collections.abc import Collection, Mapping
from typing import Any

from tilerummy import editions
from tilerummy.tournament.format.format import Format
from tilerummy.tournament.results.plausible import box_of
from tilerummy.tournament.results.tally import Tally, tally
from tilerummy.tournament.results.tally_reader import read_results
from tilerummy.tournament.seating.apart import together
from tilerummy.tournament.seating.bounds import least_repeats
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournament.seating.locks import Locks
from tilerummy.tournament.seating.social_rounds import meet_new
from tilerummy.tournament.seating.table_sizes import Sizes


def seat_tournament(
    players: int, rounds: int, table_size: int = 4, *, seed: object = 0, apart: Collection[tuple[int, int]] = ()
) -> tuple[Seating, ...]:
    """Tables for players numbered from 1, so that as few as possible meet twice; `apart`: pairs who never meet.

    The same arguments give the same plan. Raises ValueError where that many cannot be seated, or no plan was found that
    keeps all these pairs apart.
    """
    plan = meet_new(range(1, players + 1), rounds, Sizes(table_size, 2, table_size), seed, locks=Locks(apart))
    if met := together(plan, apart):
        raise ValueError(f"these pairs could not be kept apart: {met}")
    return plan


def fewest_repeats(players: int, rounds: int, table_size: int = 4, *, apart: Collection[tuple[int, int]] = ()) -> int:
    """How few meetings of a plan must be repeats, by counting: no plan has fewer, and there may be none with so few."""
    return least_repeats(players, rounds, Sizes(table_size, 2, table_size), Locks(apart))


def rank_tournament(format_: Format, results: Mapping[str, Any]) -> Tally:
    """The ranking of every stage that has results, and the tables that come next; `results` as the command
    `tilerummy standings` reads them.

    Raises Refusal with every fault of the results, and where what comes next cannot be seated.
    """
    return tally(format_, read_results(results, format_, box_of(editions.load(format_.edition))))
