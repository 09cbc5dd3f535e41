"""What a member sees of their circle. Nobody else sees anything of it."""

from collections.abc import Sequence, Set
from typing import Final, Literal

import msgspec

from tilerummy.circles.decide import MOST_MEMBERS
from tilerummy.circles.hosting import HostedCircle
from tilerummy.circles.season import Line, Quarter, Result, quarter_of, table
from tilerummy.circles.state import Circle, Member
from tilerummy.records.parts import Part, Parts
from tilerummy.rooms.views.projection import edition_shown
from tilerummy.rooms.views.snapshot import EditionShown

GAMES: Final = 20
"""Finished games that are shown, the last ones of the season."""


class MemberShown(msgspec.Struct, frozen=True):
    """A member: whether they are a keeper, and whether they are at a table of the circle now."""

    number: int
    name: str
    keeper: bool
    here: bool


class UsualTable(msgspec.Struct, frozen=True):
    """What the members play. `limit` is seconds per turn, None for no limit, "edition" for the edition's own."""

    edition: EditionShown
    seats: int
    limit: int | Literal["edition"] | None


class RatingShown(msgspec.Struct, frozen=True):
    """A strength, and how far it may be off in 95 of 100 cases."""

    strength: float
    interval: float


class SeasonListed(msgspec.Struct, frozen=True):
    """A quarter of a year."""

    year: int
    quarter: int


class SeasonLine(msgspec.Struct, frozen=True):
    """A member in the table of the season; `rating` is None where this server computes none."""

    place: int
    member: int
    games: int
    won: int
    points: int
    rating: RatingShown | None


class SeasonShown(msgspec.Struct, frozen=True):
    """A quarter of a year: its table, and `others`, the one that goes on and those in which there were games, the last
    first."""

    year: int
    quarter: int
    table: tuple[SeasonLine, ...]
    others: tuple[SeasonListed, ...]


class CircleGame(msgspec.Struct, frozen=True):
    """A game of the season that is over: when it ended (ms), and by seat who played, their points and who won."""

    room: str
    edition: EditionShown
    ended: int
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class CircleShown(msgspec.Struct, frozen=True):
    """A circle at `seq`, for its member of the number `you`; `keeper`: whether they keep it, with the `keepers` key.

    `invitation` is the key of the members' link, `most` how many members there may be; `missing`: what could not be
    made because of a fault here.
    """

    id: str
    seq: int
    name: str
    you: int
    keeper: bool
    invitation: str
    keepers: str | None
    members: tuple[MemberShown, ...]
    most: int
    table: UsualTable
    season: SeasonShown
    games: tuple[CircleGame, ...]
    missing: tuple[Part, ...]


class CircleListed(msgspec.Struct, frozen=True):
    """One of a guest's circles."""

    id: str
    name: str


class CircleInvitation(msgspec.Struct, frozen=True):
    """What a link shows: the circle's name, how many are in it, and who one will be. `called`: the guest's own name in
    it, None where they are no member yet; `keeper`: whether they keep it already."""

    name: str
    members: int
    role: Literal["member", "keeper"]
    called: str | None
    keeper: bool


def view(
    hosted: HostedCircle, member: Member, results: Sequence[Result], season: Quarter, today: Quarter, here: Set[str]
) -> CircleShown:
    """The circle with a season, for a member; `today`: the season that goes on, `here`: the guests at its tables."""
    circle, link = hosted.state, hosted.link
    parts, keeper = Parts(link), circle.keeps(member)
    lines: tuple[SeasonLine, ...] = parts.made("standings", lambda: _lines(results, season, circle), ())
    played = {quarter_of(one.at) for one in results if one.counts}
    quarters = sorted({*played, today} - {season}, reverse=True)
    others = [SeasonListed(one.year, one.number) for one in quarters]
    return CircleShown(
        id=link,
        seq=hosted.seq,
        name=circle.name,
        you=member.number,
        keeper=keeper,
        invitation=circle.keys.members,
        keepers=circle.keys.keepers if keeper else None,
        members=tuple(
            MemberShown(one.number, one.name, circle.keeps(one), one.player in here) for one in circle.members
        ),
        most=MOST_MEMBERS,
        table=UsualTable(edition_shown(circle.table.edition), circle.table.seats, circle.table.limit),
        season=SeasonShown(season.year, season.number, lines, tuple(others)),
        games=parts.made("results", lambda: _games(results, season), ()),
        missing=parts.missing,
    )


def _lines(results: Sequence[Result], season: Quarter, circle: Circle) -> tuple[SeasonLine, ...]:
    return tuple(_shown(line) for line in table(results, season, circle.members))


def _shown(line: Line) -> SeasonLine:
    rating = None if line.rating is None else RatingShown(*line.rating)
    return SeasonLine(line.place, line.member.number, line.games, line.won, line.points, rating)


def _games(results: Sequence[Result], season: Quarter) -> tuple[CircleGame, ...]:
    return tuple(_game(one) for one in results if quarter_of(one.at) == season)[:GAMES]


def _game(one: Result) -> CircleGame:
    names = tuple(sitter.name for sitter in one.sitters)
    return CircleGame(one.room, edition_shown(one.edition), one.at, names, one.scores, one.winners)
