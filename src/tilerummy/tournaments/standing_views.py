"""Standings as everybody may see them."""

from fractions import Fraction

import msgspec

from tilerummy.tournament.results.standings import Line


class LineShown(msgspec.Struct, frozen=True):
    """A line of a standing. `place`: None for who has played too few games for one; `decided`: the key that put them
    after the one above; `ruled`: what of the points the referee gave or took."""

    place: int | None
    number: int
    points: float
    won: int
    table_points: float
    best: float | None
    games: int
    ruled: int
    decided: str | None


def shown_lines(found: tuple[Line, ...]) -> tuple[LineShown, ...]:
    """The lines of a standing or ranking."""
    return tuple(
        LineShown(
            line.place,
            line.player,
            _number(line.total.points),
            line.total.won,
            _number(line.total.table_points),
            None if line.total.best is None else _number(line.total.best),
            line.total.games,
            line.total.ruled,
            line.decided,
        )
        for line in found
    )


def _number(value: Fraction) -> float:
    """Whole wherever it is."""
    return value.numerator if value.denominator == 1 else round(float(value), 2)
