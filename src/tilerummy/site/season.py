"""A season: several events counted together, for the people whom its register knows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta

from tilerummy.editions import toml
from tilerummy.ratings import Rating
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.edition.vocabulary import explain
from tilerummy.seasons import history
from tilerummy.seasons.counting import counted as by_person
from tilerummy.seasons.counting import table
from tilerummy.seasons.outcomes import outcome
from tilerummy.seasons.register import Directory, plain
from tilerummy.tournament.lists.entrants import Entrant, initials
from tilerummy.tournament.state import Tournament

NOBODY: Final = "N. N."
MOST_EVENTS: Final = 200
MOST_PEOPLE: Final = 5_000
Name = Annotated[str, Meta(min_length=1, max_length=80)]


class SeasonError(ValueError):
    """A season that cannot be counted, with all its faults."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(f"{fault.key}: {fault.code}" for fault in faults))
        self.faults = faults


class Registered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who agreed to be named. `also`: how else lists have them, with `; club` after it where two people have
    one name. `left_out`: they asked to be forgotten."""

    name: Name
    also: tuple[Name, ...] = ()
    club: Annotated[str, Meta(max_length=80)] = ""
    left_out: bool = False


class Season(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a season's file says. `events`: backups, beside the file; `best`: how many of them count for each player,
    0 for all; `scale`: points for places, from the first on (without it as many as places there are from the last up);
    `everybody`: all agreed to be named, else people whom the register lacks are shown by their initials."""

    name: Name
    events: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=MOST_EVENTS)]
    best: Annotated[int, Meta(ge=0, le=MOST_EVENTS)] = 0
    scale: Annotated[tuple[Annotated[int, Meta(ge=0, le=100_000)], ...], Meta(max_length=1000)] = ()
    everybody: bool = False
    players: Annotated[tuple[Registered, ...], Meta(max_length=MOST_PEOPLE)] = ()


class SeasonLine(NamedTuple):
    """A player in a season: their place, and what they have of each event (None: no place in it)."""

    place: int
    name: str
    club: str
    total: int
    events: tuple[int | None, ...]
    rating: Rating | None


class _Person(NamedTuple):
    key: str
    name: str
    club: str
    left_out: bool


def read(source: str) -> Season:
    """The season in a TOML text. Raises SeasonError with every fault."""
    try:
        document = toml.read(source)
    except toml.TomlError as error:
        raise SeasonError((Fault("", error.code, error.params),)) from None
    if document.get("events") == []:
        raise SeasonError((Fault("events", "season-without-events", {}),))
    if faults := tuple(explain("", document, Season)):
        raise SeasonError(faults)
    try:
        season = msgspec.convert(document, Season)
    except msgspec.ValidationError:
        raise SeasonError((Fault("", "season-unfit", {}),)) from None
    twice = Directory(season.players).twice()
    if faults := tuple(Fault("players", "season-name-twice", {"name": season.players[at].name}) for at in twice):
        raise SeasonError(faults)
    return season


def check(season: Season, events: Sequence[Tournament]) -> None:
    """Raises SeasonError where two entrants of an event are one person of the register."""
    if faults := tuple(_met_twice(events, [_people(season, event) for event in events])):
        raise SeasonError(faults)


def counted(season: Season, events: Sequence[Tournament]) -> tuple[SeasonLine, ...]:
    """The table of a season that was checked. Events that are not over count for nothing yet, but their games for the
    ratings."""
    people = [_people(season, event) for event in events]
    known = {person.key: person for event in people for person in event.values() if not person.left_out}
    keys = [{number: person.key for number, person in event.items()} for event in people]
    own = [by_person(outcome(event), who) for event, who in zip(events, keys, strict=True)]
    ratings = history.now(own)
    lines = table(own, {key: person.name for key, person in known.items()}, season.best, season.scale)
    return tuple(
        SeasonLine(place, known[key].name, known[key].club, total, points, ratings.get(key))
        for place, key, total, points in lines
    )


def names_in(season: Season, event: Tournament) -> dict[int, str]:
    """How the players of an event are called in public."""
    return {number: person.name for number, person in _people(season, event).items()}


def _people(season: Season, event: Tournament) -> dict[int, _Person]:
    """Who each entrant of an event is."""
    register = Directory(season.players)
    return {number: _person(season, register, one) for number, one in event.entrants.items()}


def _person(season: Season, register: Directory, entrant: Entrant) -> _Person:
    at = register.find(entrant.name, entrant.category)
    if at is None:
        name = entrant.name if season.everybody else initials(entrant.name)
        return _Person(plain(f"{entrant.name};"), name, entrant.category, left_out=False)
    known = season.players[at]
    name = NOBODY if known.left_out else known.name
    return _Person(plain(f"{known.name}; {known.club}"), name, known.club or entrant.category, known.left_out)


def _met_twice(events: Sequence[Tournament], people: Sequence[Mapping[int, _Person]]) -> Iterator[Fault]:
    for event, who in zip(events, people, strict=True):
        seen: set[str] = set()
        for person in who.values():
            if person.key in seen:
                yield Fault(event.name, "season-person-twice", {"event": event.name, "name": person.name})
            seen.add(person.key)
