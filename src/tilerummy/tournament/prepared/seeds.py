"""Ratings that seed the first round of a format which says so."""

from collections.abc import Collection

from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.events.seeds import Rated
from tilerummy.tournament.lists.entrants import Entrant
from tilerummy.tournament.lists.rating_lists import read_ratings
from tilerummy.tournament.state import Event, Tournament


def rate(state: Tournament, text: str) -> tuple[Event, ...]:
    """Take the ratings of the people on the list from a list with ratings. Raises Refusal with every fault."""
    if state.stages:
        raise refuse("begun")
    return rated(text, state.entrants.values()) or _none()


def rated(text: str, entrants: Collection[Entrant]) -> tuple[Event, ...]:
    """The ratings that a list has for these people; nothing where it has none. Raises Refusal with every fault."""
    found, wrong = read_ratings(text, entrants)
    if wrong:
        raise Refusal(*wrong)
    return (Rated(found),) if found else ()


def _none() -> tuple[Event, ...]:
    raise refuse("no-ratings")
