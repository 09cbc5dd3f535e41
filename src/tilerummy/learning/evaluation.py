"""How well a policy plays against the levels: the same mirrored deals for everybody, once and for all."""

from collections.abc import Callable
from typing import NamedTuple

from tilerummy.arena.estimates import Estimate, estimate, share
from tilerummy.bots.levels import PLAYERS, Player
from tilerummy.bots.rng import Stream
from tilerummy.learning.candidates import Candidates
from tilerummy.learning.choices import Observation, observed
from tilerummy.learning.games import Game, Setting, rewarded, setting
from tilerummy.learning.splits import Split, dealt
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.events import Result
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move

Policy = Callable[[Observation], int]
"""Chooses one of the candidates that `action_mask` allows."""


class Evaluation(NamedTuple):
    """The share of wins (a shared win is a part of one) and the points a game, with their intervals over deals; and
    the points of each deal."""

    wins: Estimate
    points: Estimate
    by_deal: tuple[float, ...]


def player(policy: Policy, plays: int = 8) -> Player:
    """The policy as a player among others, who sees of the past what the view tells: the last turn."""
    choices = Candidates(plays)

    def move(seen: View, stream: Stream) -> Move:
        past = () if seen.last is None else (seen.last,)
        turn = choices.begin(seen, past)
        return turn.take(policy(observed(turn)))

    return move


def evaluate(
    policy: Policy,
    level: str,
    edition: Edition | str = "original",
    deals: int = 200,
    seats: int = 2,
    plays: int = 8,
    split: Split = "test",
) -> Evaluation:
    """Play the first `deals` of the split, each once from every seat, against players of this level at all others.

    Raises KeyError for an unknown level, EditionError and ValueError as `games.setting` does.
    """
    rules, other = setting(edition, seats, "candidates", plays, "wins"), PLAYERS[level]
    wins, points = list[float](), list[float]()
    for deal in range(deals):
        results = [_play(rules, split, deal, policy, other, seat) for seat in range(seats)]
        wins.append(sum(rewarded(one, "wins")[seat] for seat, one in enumerate(results)) / seats + 1 / seats)
        points.append(sum(one.scores[seat] for seat, one in enumerate(results)) / seats)
    return Evaluation(share(wins), estimate(points), tuple(points))


def _play(rules: Setting, split: Split, deal: int, policy: Policy, other: Player, seat: int) -> Result:
    stream = dealt(rules.edition, rules.seats, split, deal)
    game = Game.dealt(rules, stream)
    while game.state.over is None:
        if game.state.turn == seat:
            game.act(policy(game.observation))
        else:
            game.play(other(game.seen, stream))
    return game.state.over
