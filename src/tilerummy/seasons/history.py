"""Ratings in the course of time: after each event, those of the people who played in it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from tilerummy.ratings import Rating, course
from tilerummy.seasons.counting import Counted

Ratings = Mapping[str, Rating]


def history(events: Sequence[Counted]) -> tuple[Ratings, ...]:
    """The ratings after each of these events, in the order of time; none where this server computes none."""
    return _history(tuple(event.games for event in events))


def now(events: Sequence[Counted]) -> dict[str, Rating]:
    """The ratings after the last of these events."""
    return {person: rating for after in history(events) for person, rating in after.items()}


@lru_cache(maxsize=32)
def _history(games: tuple[tuple[tuple[tuple[str, int], ...], ...], ...]) -> tuple[Ratings, ...]:
    """Remembered: every reader asks for the same, and a thousand games take a tenth of a second."""
    return tuple(MappingProxyType(after) for after in course([map(dict, event) for event in games]))
