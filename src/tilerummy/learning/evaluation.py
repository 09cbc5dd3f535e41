"""How well a policy plays against the levels: the same mirrored deals for everybody, once and for all."""

import random
from collections.abc import Callable
from typing import Final, NamedTuple

from tilerummy.arena.estimates import Estimate, estimate, share
from tilerummy.bots.levels import PLAYERS, Player
from tilerummy.bots.rng import Stream
from tilerummy.bots.whole_game import played, shuffled
from tilerummy.learning.candidates import Candidates
from tilerummy.learning.choices import Observation, observed
from tilerummy.learning.games import rewarded, setting
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.events import Result
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move

SUITE: Final = 1
"""The deals of this number never change."""
Policy = Callable[[Observation], int]
"""Chooses one of the candidates that `action_mask` allows."""


class Evaluation(NamedTuple):
    """The share of wins (a shared win is a part of one) and the points a game, with their intervals over deals."""

    wins: Estimate
    points: Estimate


def player(policy: Policy, plays: int = 8) -> Player:
    """The policy as a player among others."""
    choices = Candidates(plays)

    def move(seen: View, stream: Stream) -> Move:
        turn = choices.begin(seen)
        return turn.take(policy(observed(turn)))

    return move


def evaluate(
    policy: Policy, level: str, edition: Edition | str = "original", deals: int = 200, seats: int = 2, plays: int = 8
) -> Evaluation:
    """Play the first `deals` of the suite, each once from every seat, against players of this level at all others.

    Raises KeyError for an unknown level, EditionError and ValueError as `games.setting` does.
    """
    rules = setting(edition, seats, "candidates", plays, "wins").edition
    learner, other = player(policy, plays), PLAYERS[level]
    wins, points = list[float](), list[float]()
    for deal in range(deals):
        tables = ([other] * seat + [learner] + [other] * (seats - 1 - seat) for seat in range(seats))
        results = [_play(rules, deal, players) for players in tables]
        wins.append(sum(rewarded(one, "wins")[seat] for seat, one in enumerate(results)) / seats + 1 / seats)
        points.append(sum(one.scores[seat] for seat, one in enumerate(results)) / seats)
    return Evaluation(share(wins), estimate(points))


def _play(edition: Edition, deal: int, players: list[Player]) -> Result:
    stream = random.Random(f"{SUITE} {edition.id} {len(players)} {deal}")
    result = played(edition, players, shuffled(edition, stream), shuffled(edition, stream), stream).end.over
    assert result is not None
    return result
