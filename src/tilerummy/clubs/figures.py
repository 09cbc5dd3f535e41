"""What a club's events make: the table of a season, ratings, records, and one person's own."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

from tilerummy.clubs.book import Book, Person, book, in_season
from tilerummy.clubs.state import Club, Role
from tilerummy.seasons.counting import Counted, table
from tilerummy.seasons.history import history, now
from tilerummy.seasons.people import Attended, attended
from tilerummy.seasons.records import RecordKind, records

MOST_HOLDERS: Final = 5
"""Who share a record and are named; of others it is told how many there are."""


class ClubPerson(msgspec.Struct, frozen=True):
    """Somebody who played, as this role may see them; `key` is theirs in addresses, `member` their number in the
    register, if it has them."""

    key: str
    name: str
    category: str
    member: int | None


class ClubSeasonLine(msgspec.Struct, frozen=True):
    """A person in the table of a season: what they have in all, and of each event (None: no place in it)."""

    place: int
    person: ClubPerson
    total: int
    events: tuple[int | None, ...]


class ClubSeasonTable(msgspec.Struct, frozen=True):
    """The table of the season of that number; `events`: the numbers of those that it counts, in order."""

    season: int
    events: tuple[int, ...]
    lines: tuple[ClubSeasonLine, ...]


class ClubRating(msgspec.Struct, frozen=True):
    """A person's strength after all events, how far it may be off in 95 of 100 cases, and in how many they played."""

    person: ClubPerson
    strength: float
    interval: float
    events: int


class ClubHolder(msgspec.Struct, frozen=True):
    """Who holds a record; `event`: the number of the event in which they made it, None for one over all of them."""

    person: ClubPerson
    event: int | None


class ClubRecord(msgspec.Struct, frozen=True):
    """A record of the club; `more`: how many share it and are not named here.

    `kind`: the highest `game`; the biggest `margin` of a game's first over its second; the most points in an `event`;
    the most `events`; the most places as first, `firsts`; the longest `row` of events among the first three; the most
    `games`; the most games `won`.
    """

    kind: RecordKind
    value: int
    holders: tuple[ClubHolder, ...]
    more: int


class ClubFigures(msgspec.Struct, frozen=True):
    """What a club's events make; `season`: None where there is none; no ratings where this server computes none."""

    season: ClubSeasonTable | None
    ratings: tuple[ClubRating, ...]
    records: tuple[ClubRecord, ...]


class ClubAttended(msgspec.Struct, frozen=True):
    """A person in the event of that number: their place, None without one, of how many; points, games, how many of them
    won, and the best; their rating after it, None where this server computes none."""

    event: int
    place: int | None
    of: int
    points: int
    games: int
    won: int
    best: int | None
    strength: float | None
    interval: float | None


class ClubPersonShown(msgspec.Struct, frozen=True):
    """A person's own: their events in the order of time, and the records that they hold, alone or with `more`."""

    person: ClubPerson
    events: tuple[ClubAttended, ...]
    records: tuple[ClubRecord, ...]


def figures(club: Club, role: Role, season: int | None) -> ClubFigures:
    """The figures of a club, with this season; None: the newest."""
    own = book(club, keeper=role == "keeper")
    counted = _counted(own)
    times = Counter(person for event in counted for person in {who for game in event.games for who, _ in game})
    ratings = (
        ClubRating(_person(own.people[key]), round(one.strength, 1), round(one.interval, 1), times[key])
        for key, one in sorted(now(counted).items(), key=lambda pair: -pair[1].strength)
        if key in own.people
    )
    number = max(club.seasons, default=None) if season is None else season
    return ClubFigures(_season(club, role, number), tuple(ratings), tuple(_records(own)))


def person(club: Club, role: Role, key: str) -> ClubPersonShown | None:
    """What the person with this key has played; None where they have played nothing."""
    own = book(club, keeper=role == "keeper")
    if key not in own.people:
        return None
    counted = _counted(own)
    went = attended(counted, history(counted), key)
    return ClubPersonShown(
        _person(own.people[key]), tuple(_attended(own, one) for one in went), tuple(_records(own, key))
    )


def _season(club: Club, role: Role, number: int | None) -> ClubSeasonTable | None:
    rule = None if number is None else club.seasons.get(number)
    if rule is None:
        return None
    own = book(club, keeper=role == "keeper", everybody=rule.everybody)
    events = [event for event in own.events if in_season(rule, event.number, event.day)]
    names = {key: one.name for key, one in own.people.items()}
    lines = table([event.counted for event in events], names, rule.best, rule.scale)
    return ClubSeasonTable(
        rule.number,
        tuple(event.number for event in events),
        tuple(ClubSeasonLine(line.place, _person(own.people[line.person]), line.total, line.events) for line in lines),
    )


def _records(own: Book, holder: str | None = None) -> Iterator[ClubRecord]:
    """The records with the first of those who hold them; of a `holder` their own alone."""
    for one in records(_counted(own), own.people.keys()):
        held = [which for which in one.held if holder in (None, which.person)][:MOST_HOLDERS]
        holders = (
            ClubHolder(
                _person(own.people[which.person]), None if which.event is None else own.events[which.event].number
            )
            for which in held
        )
        if held:
            yield ClubRecord(one.kind, one.value, tuple(holders), len(one.held) - len(held))


def _attended(own: Book, one: Attended) -> ClubAttended:
    strength, interval = (None, None) if one.rating is None else (round(figure, 1) for figure in one.rating)
    return ClubAttended(
        own.events[one.event].number,
        *(one.place, one.of, one.points, one.games, one.won, one.best),
        strength=strength,
        interval=interval,
    )


def _person(one: Person) -> ClubPerson:
    return ClubPerson(one.key, one.name, one.category, one.member)


def _counted(own: Book) -> list[Counted]:
    return [event.counted for event in own.events]
