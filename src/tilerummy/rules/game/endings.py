"""What a command comes to: its event, the end of the game where that follows, and the state after both."""

from typing import NamedTuple

from tilerummy.rules.game.events import Ended, Event, Reason, Result
from tilerummy.rules.game.evolve import evolve
from tilerummy.rules.game.scoring import Scoring, pool_exhausted, rack_empty, resignation
from tilerummy.rules.game.state import GameState


class Decided(NamedTuple):
    """The events that a command brings about, and the state after them."""

    events: tuple[Event, ...]
    state: GameState


def concluded(event: Event, after: GameState) -> Decided:
    """`event`, which leads to the state `after`, and the end of the game where it was the last."""
    over = ending(after)
    return Decided((event, *over), evolve(after, over[0]) if over else after)


def ending(state: GameState) -> tuple[Event, ...]:
    """The `ended` event when the turn just made was the game's last, else nothing.

    A game ends when a rack is empty; when all seats but one have resigned; when everybody left passed with the
    pool empty; and in a one-turn-each edition with the last of the last turns (docs/rules.md 4.6). For who can prove
    that nobody can lay any more there is `stuck`.
    """
    if any(not rack for rack in state.racks):
        return (_ended(state, "rack-empty", rack_empty(state.edition, state.racks)),)
    if len(state.active) == 1:
        return (_ended(state, "resigned", resignation(state.edition, state.racks, state.active[0])),)
    if state.last_turns == () or (not state.pool and set(state.active) <= set(state.passed)):
        return (_ended(state, "pool-exhausted", _exhausted(state)),)
    return ()


def stuck(state: GameState) -> Decided:
    """The end of a game in which nobody can lay any more, which the caller has proved; scored like an empty pool."""
    over = _ended(state, "stuck", _exhausted(state))
    return Decided((over,), evolve(state, over))


def _exhausted(state: GameState) -> Scoring:
    return pool_exhausted(state.edition, state.racks, state.turn or 0, state.resigned)


def _ended(state: GameState, reason: Reason, scoring: Scoring) -> Ended:
    result = Result(
        reason=reason, winners=scoring.winners, scores=scoring.points, values=scoring.values, racks=state.racks
    )
    return Ended(result=result, deck=state.deck, salt=state.salt, shuffle=state.shuffle)
