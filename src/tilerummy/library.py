"""What the library offers beyond the functions of single modules: sentences, JSON, tournaments in one call."""

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

import msgspec

from tilerummy import editions, inputs
from tilerummy.editions.texts import violation_text
from tilerummy.formats.texts import fault_text
from tilerummy.messages import languages
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.position import Position, position
from tilerummy.rules.violations import Violation
from tilerummy.tournament.format.format import MOST_ENTRANTS, Format
from tilerummy.tournament.results.plausible import box_of
from tilerummy.tournament.results.tally import Tally, tally
from tilerummy.tournament.results.tally_reader import read_results
from tilerummy.tournament.seating.apart import together
from tilerummy.tournament.seating.bounds import least_repeats
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournament.seating.locks import Locks
from tilerummy.tournament.seating.social_rounds import meet_new
from tilerummy.tournament.seating.table_sizes import Sizes

T = TypeVar("T")


def describe(problem: Violation | Fault, lang: str = "en") -> str:
    """What is wrong with a move, a meld, a position, an edition, a format or results, as a sentence in that language.

    Raises ValueError for a language that there is none of.
    """
    if lang not in languages():
        raise ValueError(f"a language is one of {', '.join(languages())}, not {lang!r}")
    return violation_text(problem, lang) if isinstance(problem, Violation) else fault_text(problem, lang)


def to_json(value: object) -> str:
    """A value of the library, such as an answer, a play or a view, as JSON. Raises TypeError for what is no data."""
    return msgspec.json.encode(value).decode()


def from_json(text: str | bytes, kind: type[T]) -> T:
    """The value of that kind in its JSON. Raises ValueError where it is none, PositionError for a position that no game
    has."""
    value = inputs.from_json(text, msgspec.json.Decoder(kind))
    if isinstance(value, Position):
        position(**{field: getattr(value, field) for field in Position.__struct_fields__})
    return value


def seat_tournament(
    players: int, rounds: int, table_size: int = 4, *, seed: object = 0, apart: Collection[tuple[int, int]] = ()
) -> tuple[Seating, ...]:
    """Tables for players numbered from 1, so that as few as possible meet twice; `apart`: pairs who never meet.

    The same arguments give the same plan. Raises ValueError where that many cannot be seated, or no plan was found that
    keeps all these pairs apart.
    """
    _check(players, rounds, table_size, apart)
    plan = meet_new(range(1, players + 1), rounds, Sizes(table_size, 2, table_size), seed, locks=Locks(apart))
    if met := together(plan, apart):
        raise ValueError(f"these pairs could not be kept apart: {met}")
    return plan


def fewest_repeats(players: int, rounds: int, table_size: int = 4, *, apart: Collection[tuple[int, int]] = ()) -> int:
    """How few meetings of a plan must be repeats, by counting: no plan has fewer, and there may be none with so few.

    Raises ValueError as `seat_tournament` does.
    """
    _check(players, rounds, table_size, apart)
    return least_repeats(players, rounds, Sizes(table_size, 2, table_size), Locks(apart))


def rank_tournament(format_: Format, results: Mapping[str, Any]) -> Tally:
    """The ranking of every stage that has results, and the tables that come next; `results` as the command
    `tilerummy standings` reads them.

    Raises Refusal with every fault of the results, and where what comes next cannot be seated.
    """
    return tally(format_, read_results(results, format_, box_of(editions.load(format_.edition))))


def _check(players: int, rounds: int, table_size: int, apart: Collection[tuple[int, int]]) -> None:
    """Raise ValueError for numbers that no tournament has, and for pairs that are none."""
    bounds = {"players": (2, MOST_ENTRANTS), "rounds": (1, MOST_ENTRANTS), "table_size": (2, 6)}
    for (name, (least, most)), given in zip(bounds.items(), (players, rounds, table_size), strict=True):
        if given not in range(least, most + 1):
            raise ValueError(f"{name} is a number from {least} to {most}, not {given!r}")
    for two in apart:
        if len(set(two)) != 2 or not set(two).issubset(range(1, players + 1)):
            raise ValueError(f"a pair is two numbers from 1 to {players}, not {two!r}")
