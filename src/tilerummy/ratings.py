"""Ratings of players by the games they played, by the Plackett-Luce model of Weng and Lin, as openskill has it."""

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeVar

START: Final = 50.0
"""The rating of a player of whom nothing is known."""
BETA: Final = 25 / 6
"""How far the play of one game strays from a player's strength."""
P = TypeVar("P", bound=Hashable)


class Rating(NamedTuple):
    """A strength, and how far it may be off in 95 of 100 cases."""

    strength: float
    interval: float


def model() -> Any:
    """The model. Raises ImportError without openskill."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=START, sigma=START / 6, beta=BETA)


def ahead(share: float, players: int) -> float:
    """By how many points a player is stronger who wins this share, above 0 and below 1, of the games against so many
    less one others of one strength: what the model says once ratings do not doubt."""
    return BETA * math.sqrt(players) * math.log(share * (players - 1) / (1 - share))


def rated(games: Iterable[Mapping[P, float]]) -> dict[P, Rating]:
    """The ratings after these games, given as the points of their players, in order; none without openskill."""
    return next(course([games]))


def course(events: Iterable[Iterable[Mapping[P, float]]]) -> Iterator[dict[P, Rating]]:
    """After each of these events, given as its games, the ratings of those who played in it."""
    rules: Any = None
    with suppress(ImportError):
        rules = model()
    known: dict[P, Any] = {}
    for games in events:
        played: dict[P, Any] = {}
        for points in games if rules else ():
            teams = [[known.get(player) or rules.rating()] for player in points]
            for player, (after,) in zip(points, rules.rate(teams, scores=list(points.values())), strict=True):
                played[player] = known[player] = after
        yield {player: Rating(one.mu, 1.96 * one.sigma) for player, one in played.items()}
