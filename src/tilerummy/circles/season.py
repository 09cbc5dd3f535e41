"""A circle's season: the games that ended in a quarter of the year, and the table that they make. Pure."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from tilerummy.circles.state import Member
from tilerummy.ratings import Rating, rated
from tilerummy.rooms.events import Sitter
from tilerummy.rules.edition.edition import Edition

PEOPLE = 2
"""People whom a game has that counts: who plays computers alone wins nothing of anybody."""


class Quarter(NamedTuple):
    """The `number`-th three months of a year, from 1; its days are those of Greenwich."""

    year: int
    number: int

    @property
    def begins(self) -> int:
        """Its first moment (ms)."""
        return round(datetime(self.year, 3 * self.number - 2, 1, tzinfo=UTC).timestamp()) * 1000

    @property
    def ends(self) -> int:
        """The moment after it (ms)."""
        return (Quarter(self.year + 1, 1) if self.number == 4 else Quarter(self.year, self.number + 1)).begins


class Result(NamedTuple):
    """A game that is over: when it ended (ms), and by seat who played, their points and whether they won."""

    room: str
    at: int
    edition: Edition
    sitters: tuple[Sitter, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def points(self) -> dict[str, int]:
        """The points of the people who played."""
        pairs = zip(self.sitters, self.scores, strict=True)
        return {on.player: score for on, score in pairs if on.player is not None and on.kind == "person"}

    @property
    def counts(self) -> bool:
        """Whether it counts in a season."""
        return len(self.points) >= PEOPLE


class Line(NamedTuple):
    """A member in the table: their place, their games, how many of them they won, and the points that these gave."""

    place: int
    member: Member
    games: int
    won: int
    points: int
    rating: Rating | None


def quarter_of(at: int) -> Quarter:
    """The season to which a moment (ms) belongs."""
    day = datetime.fromtimestamp(at / 1000, UTC)
    return Quarter(day.year, (day.month + 2) // 3)


def table(results: Iterable[Result], season: Quarter, members: Sequence[Member]) -> tuple[Line, ...]:
    """The members who have played, by their points; a rating takes in all who played, members or not any more."""
    counted = [one for one in results if one.counts and quarter_of(one.at) == season]
    counted.sort(key=lambda one: (one.at, one.room))
    ratings = _rated(tuple(tuple(one.points.items()) for one in counted))
    lines = [_line(member, counted, ratings.get(member.player)) for member in members]
    played = sorted((line for line in lines if line.games), key=lambda line: (-line.points, line.member.name))
    return tuple(line._replace(place=1 + sum(other.points > line.points for other in played)) for line in played)


@lru_cache(maxsize=64)
def _rated(games: tuple[tuple[tuple[str, int], ...], ...]) -> dict[str, Rating]:
    """The ratings after these games: the same for every member who looks."""
    return rated({player: float(points) for player, points in one} for one in games)


def _line(member: Member, counted: Sequence[Result], rating: Rating | None) -> Line:
    own = [one for one in counted if member.player in one.points]
    won = sum(one.sitters[seat].player == member.player for one in own for seat in one.winners)
    return Line(0, member, len(own), won, sum(one.points[member.player] for one in own), rating)
