"""What the library offers beyond the functions of single modules: tournaments in one call."""

from collections.abc import Collection, Mapping
from typing import Any

from tilerummy.tournament.format.format import Format
from tilerummy.tournament.results.tally import Tally, tally
from tilerummy.tournament.results.tally_reader import read_results
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournament.seating.social_rounds import meet_new
from tilerummy.tournament.seating.table_sizes import Sizes


def seat_tournament(
    players: int, rounds: int, table_size: int = 4, *, seed: object = 0, apart: Collection[tuple[int, int]] = ()
) -> tuple[Seating, ...]:
    """Tables for players numbered from 1, so that as few as possible meet twice; `apart`: pairs who never meet.

    The same arguments give the same plan. Raises ValueError where that many cannot be seated.
    """
    return meet_new(range(1, players + 1), rounds, Sizes(table_size, 2, table_size), seed, apart=apart)


def rank_tournament(format_: Format, results: Mapping[str, Any]) -> Tally:
    """The ranking of every stage that has results, and the tables that come next; `results` as the command
    `tilerummy standings` reads them.

    Raises Refusal with every fault of the results, and ValueError where what comes next cannot be seated.
    """
    return tally(format_, read_results(results, format_))
