"""Ratings of players by the games they played, by the Plackett-Luce model of Weng and Lin, as openskill has it."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

START: Final = 50.0
"""The rating of a player of whom nothing is known."""
P = TypeVar("P", bound=Hashable)


class Rating(NamedTuple):
    """A strength, and how far it may be off in 95 of 100 cases."""

    strength: float
    interval: float


def model() -> Any:
    """The model. Raises ImportError without openskill."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=START, sigma=START / 6)


def rated(games: Iterable[Mapping[P, float]]) -> dict[P, Rating]:
    """The ratings after these games, given as the points of their players, in order; none without openskill."""
    try:
        rules = model()
    except ImportError:
        return {}
    known: dict[P, Any] = {}
    for points in games:
        teams = [[known.get(player) or rules.rating()] for player in points]
        for player, (after,) in zip(points, rules.rate(teams, scores=list(points.values())), strict=True):
            known[player] = after
    return {player: Rating(one.mu, 1.96 * one.sigma) for player, one in known.items()}
