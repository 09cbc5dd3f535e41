"""The table of a season: points for places, of all events or of the best of each person."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tilerummy.seasons.outcomes import Outcome


class Counted(NamedTuple):
    """What came of an event by person, each known by a key: the places, none before its end, and the points of every
    game."""

    places: Mapping[str, int]
    games: tuple[tuple[tuple[str, int], ...], ...]


class Standing(NamedTuple):
    """A person in a season: their place, and what they have of each event (None: no place in it)."""

    place: int
    person: str
    total: int
    events: tuple[int | None, ...]


def counted(outcome: Outcome, who: Mapping[int, str]) -> Counted:
    """An event by the keys of its entrants."""
    places = {who[one.number]: one.place for one in outcome.entrants if one.place is not None}
    return Counted(places, tuple(tuple((who[player], points) for player, points in game) for game in outcome.games))


def table(
    events: Sequence[Counted], names: Mapping[str, str], best: int = 0, scale: Sequence[int] = ()
) -> tuple[Standing, ...]:
    """The people of `names` who have a place anywhere. `best`: how many events count for each, 0 for all; `scale`:
    points for places, from the first on, without it as many as places there are from the last up."""
    points = [_points(event, scale) for event in events]
    lines = []
    for person in names:
        own = tuple(of.get(person) for of in points)
        have = sorted((one for one in own if one is not None), reverse=True)
        if have:
            lines.append(Standing(0, person, sum(have[:best] if best else have), own))
    lines.sort(key=lambda line: (-line.total, names[line.person]))
    firsts: dict[int, int] = {}
    for at, line in enumerate(lines, start=1):
        firsts.setdefault(line.total, at)
    return tuple(line._replace(place=firsts[line.total]) for line in lines)


def _points(event: Counted, scale: Sequence[int]) -> dict[str, int]:
    """What each place gives; equals have what their place gives."""
    of = dict(enumerate(scale or range(len(event.places), 0, -1), start=1))
    return {person: of.get(place, 0) for person, place in event.places.items()}
