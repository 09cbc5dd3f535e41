"""A season: several events counted together, for the people whom its register knows."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta

from tilerummy.editions import toml
from tilerummy.ratings import Rating, rated
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.edition.vocabulary import explain
from tilerummy.tournament.lists.entrants import Entrant, initials
from tilerummy.tournament.results.ranking import final_ranking
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
    except msgspec.ValidationError as error:
        raise SeasonError((Fault("", "season-unfit", {"reason": str(error)}),)) from None
    if faults := tuple(_twice(season)):
        raise SeasonError(faults)
    return season


def check(season: Season, events: Sequence[Tournament]) -> None:
    """Raises SeasonError where two entrants of an event are one person of the register."""
    if faults := tuple(_met_twice(events, [_people(season, event) for event in events])):
        raise SeasonError(faults)


def counted(season: Season, events: Sequence[Tournament]) -> tuple[SeasonLine, ...]:
    """The table of a season that was checked. Events that are not over count for nothing yet."""
    people = [_people(season, event) for event in events]
    known = {person.key: person for event in people for person in event.values() if not person.left_out}
    points = [_points(season, event, who) if event.finished else {} for event, who in zip(events, people, strict=True)]
    ratings = rated(game for event, who in zip(events, people, strict=True) for game in _games(event, who))
    lines = []
    for key, person in known.items():
        own = tuple(of.get(key) for of in points)
        if own.count(None) == len(own):
            continue
        best = sorted((one for one in own if one is not None), reverse=True)
        total = sum(best[: season.best] if season.best else best)
        lines.append(SeasonLine(0, person.name, person.club, total, own, ratings.get(key)))
    lines.sort(key=lambda line: (-line.total, line.name))
    return tuple(line._replace(place=1 + sum(other.total > line.total for other in lines)) for line in lines)


def names_in(season: Season, event: Tournament) -> dict[int, str]:
    """How the players of an event are called in public."""
    return {number: person.name for number, person in _people(season, event).items()}


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _register(season: Season) -> Iterator[tuple[str, Registered]]:
    """Names as lists have them, with who that is: a name that two people have tells nothing without the club."""
    shared = Counter(_key(one.name) for one in season.players)
    for one in season.players:
        names = [f"{one.name}; {one.club}", *one.also, *([one.name] if shared[_key(one.name)] == 1 else [])]
        for name in dict.fromkeys(map(_key, names)):
            yield name, one


def _twice(season: Season) -> Iterator[Fault]:
    """Names that two people of the register have."""
    seen: set[str] = set()
    for name, one in _register(season):
        if name in seen:
            yield Fault("players", "season-name-twice", {"name": one.name})
        seen.add(name)


def _people(season: Season, event: Tournament) -> dict[int, _Person]:
    """Who each entrant of an event is."""
    register = dict(_register(season))
    return {number: _person(season, register, one) for number, one in event.entrants.items()}


def _person(season: Season, register: Mapping[str, Registered], entrant: Entrant) -> _Person:
    known = register.get(_key(f"{entrant.name}; {entrant.category}")) or register.get(_key(entrant.name))
    if known is None:
        name = entrant.name if season.everybody else initials(entrant.name)
        return _Person(_key(f"{entrant.name};"), name, entrant.category, left_out=False)
    name = NOBODY if known.left_out else known.name
    return _Person(_key(f"{known.name}; {known.club}"), name, known.club or entrant.category, known.left_out)


def _met_twice(events: Sequence[Tournament], people: Sequence[Mapping[int, _Person]]) -> Iterator[Fault]:
    for event, who in zip(events, people, strict=True):
        seen: set[str] = set()
        for person in who.values():
            if person.key in seen:
                yield Fault(event.name, "season-person-twice", {"event": event.name, "name": person.name})
            seen.add(person.key)


def _points(season: Season, event: Tournament, who: Mapping[int, _Person]) -> dict[str, int]:
    ranking = final_ranking(event)
    scale = season.scale or range(sum(line.place is not None for line in ranking), 0, -1)
    points = dict(enumerate(scale, start=1))
    # equals have what their place gives
    return {who[line.player].key: points.get(line.place, 0) for line in ranking if line.place is not None}


def _games(event: Tournament, who: Mapping[int, _Person]) -> Iterator[dict[str, float]]:
    """The people and points of each game of a closed round, in order."""
    for play in event.stages:
        for (number, table, _), result in sorted(play.results.items()):
            if play.rounds[number].phase == "closed":
                seats = zip(play.rounds[number].seating.tables[table - 1], result.scores, strict=True)
                # what a computer player played is no game of theirs
                found = {
                    who[player].key: float(score)
                    for player, score in seats
                    if score is not None and player not in result.stood_in
                }
                if len(found) > 1:
                    yield found
