"""One person's own: their events, what they have in each, and how their rating went."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tilerummy.ratings import Rating
from tilerummy.seasons.counting import Counted
from tilerummy.seasons.records import points_of
from tilerummy.tournament.results.counts import winners


class Attended(NamedTuple):
    """A person in an event, the one number `event` of all, from 0: their place of how many, points, games, how many of
    them won, and the best."""

    event: int
    place: int | None
    of: int
    points: int
    games: int
    won: int
    best: int | None
    rating: Rating | None


def attended(events: Sequence[Counted], course: Sequence[Mapping[str, Rating]], person: str) -> tuple[Attended, ...]:
    """The events of a person, with their rating after each; `course` as `history` tells it."""
    found = []
    for at, (event, ratings) in enumerate(zip(events, course, strict=True)):
        points = points_of(event).get(person, [])
        if points or person in event.places:
            won = sum(person in winners(dict(game)) for game in event.games)
            one = Attended(
                event=at,
                place=event.places.get(person),
                of=len(event.places),
                points=sum(points),
                games=len(points),
                won=won,
                best=max(points, default=None),
                rating=ratings.get(person),
            )
            found.append(one)
    return tuple(found)
