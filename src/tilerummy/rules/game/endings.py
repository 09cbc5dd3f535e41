"""What a command comes to: its event, the end of the game where that follows, and the state after both."""

import msgspec

from tilerummy.rules.game.events import Ended, Event, Reason, Result
from tilerummy.rules.game.evolve import evolve
from tilerummy.rules.game.scoring import Owed, Scoring, pool_exhausted, rack_empty, resignation
from tilerummy.rules.game.state import GameState
from tilerummy.rules.game.unopened import NOBODY_LOOKED, Openings, bills


class Decided(msgspec.Struct, frozen=True):
    """The events that a command brings about, and the state after them."""

    events: tuple[Event, ...]
    state: GameState


def concluded(before: GameState, event: Event, after: GameState) -> Decided:
    """`event`, which leads from the state `before` to `after`, and the end of the game where it was the last."""
    reason = over(after)
    if reason is None:
        return Decided((event,), after)
    ended = _ended(before, after, reason, NOBODY_LOOKED)
    return Decided((event, ended), evolve(after, ended))


def over(state: GameState) -> Reason | None:
    """Why the turn just made was the game's last, None where it goes on.

    A game ends when a rack is empty; when all seats but one have resigned; when everybody left passed with the
    pool empty; and in a one-turn-each edition with the last of the last turns (docs/rules.md 4.6). For who can prove
    that nobody can lay any more there is `stuck`.
    """
    if () in state.racks:
        return "rack-empty"
    if state.resigned.count(False) == 1:
        return "resigned"
    if state.last_turns == () or (not state.pool and set(state.active) <= set(state.passed)):
        return "pool-exhausted"
    return None


def stuck(state: GameState) -> Decided:
    """The end of a game in which nobody can lay any more, which the caller has proved; scored like an empty pool."""
    ended = _ended(state, state, "stuck", NOBODY_LOOKED)
    return Decided((ended,), evolve(state, ended))


def settled(before: GameState, decided: Decided, openings: Openings) -> Decided:
    """The same from the state `before`, with what is known of the losers who have not opened, where the game ended."""
    *first, last = decided.events or (None,)
    if not isinstance(last, Ended):
        return decided
    after = before
    for event in first:
        after = evolve(after, event)
    ended = _ended(before, after, last.result.reason, openings)
    return Decided((*first, ended), evolve(after, ended))


def _ended(before: GameState, state: GameState, reason: Reason, openings: Openings) -> Ended:
    asked = [bill for bill in bills(before, openings) if not state.opened[bill.seat]]
    scoring = _scored(state, reason, {bill.seat: bill.pays for bill in asked})
    result = Result(
        reason=reason,
        winners=scoring.winners,
        scores=scoring.points,
        values=scoring.values,
        racks=state.racks,
        unopened=tuple(bill for bill in asked if scoring.points[bill.seat] < 0),
    )
    return Ended(result=result, deck=state.deck, salt=state.salt, shuffle=state.shuffle)


def _scored(state: GameState, reason: Reason, owed: Owed) -> Scoring:
    if reason == "rack-empty":
        return rack_empty(state.edition, state.racks, owed)
    if reason == "resigned":
        return resignation(state.edition, state.racks, state.active[0], owed)
    return pool_exhausted(state.edition, state.racks, state.turn or 0, state.resigned, owed)
