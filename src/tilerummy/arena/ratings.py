"""Ratings of the players of a round robin by the Plackett-Luce model of Weng and Lin, as openskill has it."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from tilerummy.arena.faults import ArenaError
from tilerummy.arena.match import SHARES, Deal
from tilerummy.arena.play import Outcome
from tilerummy.ratings import model


def rated(outcomes: Sequence[Outcome]) -> dict[str, tuple[float, float]]:
    """Strength of each player and its standard deviation, the strongest first; all start at the same one.

    The deals of all matches take turns. Raises ArenaError `ratings-missing` without openskill.
    """
    try:
        rules = model()
    except ImportError:
        raise ArenaError("ratings-missing", extra="arena") from None
    known: dict[str, Any] = {}
    for deals in zip_longest(*(outcome.deals for outcome in outcomes)):
        for outcome, deal in zip(outcomes, deals, strict=True):
            if deal is not None:
                _learn(rules, known, outcome.match.first, outcome.match.second, deal)
    strengths = {name: (rating.mu, rating.sigma) for name, rating in known.items()}
    return dict(sorted(strengths.items(), key=lambda item: -item[1][0]))


def _learn(rules: Any, known: dict[str, Any], first: str, second: str, deal: Deal) -> None:
    """Every game of a deal, as the winner against all others of the table; those of the same player learn the mean."""
    others = len(deal.won) - 1
    for won in deal.won:
        mine = known.setdefault(first, rules.rating())
        theirs = known.setdefault(second, rules.rating())
        table = [[mine], *([theirs] for _ in range(others))]
        ranks = [0 if won else 1, *(0 if won < SHARES and seat == 0 else 1 for seat in range(others))]
        after = rules.rate(table, ranks=ranks)
        known[first] = after[0][0]
        known[second] = rules.rating(
            mu=sum(rating.mu for (rating,) in after[1:]) / others,
            sigma=sum(rating.sigma for (rating,) in after[1:]) / others,
        )
