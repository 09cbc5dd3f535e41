"""What is shown of the line between two stages: who goes on, who is equal at it, how that was settled, who is next."""

from typing import Final

import msgspec

from tilerummy.tournament.closing.cut import through
from tilerummy.tournament.closing.equals import LOT, applies, equals_at_line, lot_of
from tilerummy.tournament.closing.reserves import reserve
from tilerummy.tournament.results.ranking import final_parts
from tilerummy.tournament.state import Settling, Tournament


class LotShown(msgspec.Struct, frozen=True):
    """The lot of a player: the beginning of the SHA-256 of the text `SEED NUMBER`; the highest goes first."""

    number: int
    lot: str


class SettledShown(msgspec.Struct, frozen=True):
    """Equals who were parted: their numbers in order. Of a lot its seed and what everybody drew; `reason`: for desk and
    organiser; `counts`: not where they are equal no longer, of which only those two hear."""

    how: Settling
    numbers: tuple[int, ...]
    reason: str
    seed: int | None
    lots: tuple[LotShown, ...]
    counts: bool


class LineUnder(msgspec.Struct, frozen=True):
    """Who goes on from a stage, or would if it ended now; nobody where nobody is cut. `settled`: equals who were
    parted."""

    through: tuple[int, ...]
    settled: tuple[SettledShown, ...]


class PartShown(msgspec.Struct, frozen=True):
    """A stage whose standing gives places of the final ranking, and the last of these."""

    stage: str
    last: int


class TieShown(msgspec.Struct, frozen=True):
    """Equals at the line, in order; `there`: those who may go on, of whom so many as `places` do; the format's `rule`
    decides unless it is `settled` otherwise."""

    numbers: tuple[int, ...]
    there: tuple[int, ...]
    places: int
    rule: str
    settled: bool


class ReserveShown(msgspec.Struct, frozen=True):
    """Who may move up, and for whom."""

    number: int
    gone: int


class Between(msgspec.Struct, frozen=True):
    """What may still be decided before the stage under way, for desk and organiser: the equals at the line, and who may
    move up."""

    ties: tuple[TieShown, ...]
    reserve: ReserveShown | None


NO_LINE: Final = LineUnder((), ())
NOTHING: Final = Between((), None)


def line_under(state: Tournament, at: int, *, staff: bool) -> LineUnder:
    """The line after a stage that has a standing."""
    settled = tuple(
        SettledShown(
            one.how,
            one.order,
            one.reason if staff else "",
            one.seed,
            tuple(LotShown(number, lot_of(one.seed, number)[:LOT]) for number in one.order if one.seed is not None),
            counts,
        )
        for one, counts in applies(state, at)
        if counts or staff
    )
    return LineUnder(through(state, at), settled)


def parts_of(state: Tournament) -> tuple[PartShown, ...]:
    """The stages that make the final ranking of an event that is over."""
    return tuple(PartShown(*part) for part in final_parts(state)) if state.finished else ()


def between(state: Tournament) -> Between:
    """What may still be decided before the stage under way."""
    found = reserve(state)
    shown = tuple(
        TieShown(one.equal, one.there, one.places, one.rule, one.settled is not None) for one in equals_at_line(state)
    )
    return Between(shown, None if found is None else ReserveShown(*found))
