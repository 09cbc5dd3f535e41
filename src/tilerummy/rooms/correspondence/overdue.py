"""What follows when a turn is over: as the table was made; and the end of waiting for who never comes."""

from typing import Final

from tilerummy.rooms.decision import Decision, after, in_game, then
from tilerummy.rooms.events import TimeOver, WaitingEnded
from tilerummy.rooms.state import RoomState
from tilerummy.rules.game.decide import resign
from tilerummy.rules.game.decide import time_out as by_the_edition
from tilerummy.rules.game.state import GameState
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.moves import Play
from tilerummy.rules.refusal import refuse

MISSED: Final = 2
"""Turns in a row after which nobody has to wait any longer."""


def overdue(state: RoomState, game: GameState, draft: Play | None) -> Decision:
    """The mover's time is up. A computer player whose server failed takes the edition's penalty, and so does its
    person; a `draft` is what lies open of the turn."""
    seat = game.turn
    rule = state.options.overdue
    if rule == "penalty" or seat is None or state.person_on(seat) is None or seat in state.stood_in:
        return in_game(state, by_the_edition(game, draft))
    over = after(state, TimeOver(seat, rule))
    return over if rule == "computer" else then(over, given_up(over.state, seat))


def end_waiting(state: RoomState, seat: int) -> Decision:
    """Those who have missed two turns in a row give up, since the player on this seat waits no longer. Raises
    Refusal."""
    if state.game is None or state.phase != "playing":
        raise refuse("not-playing")
    if state.game.resigned[seat]:
        raise refuse("already-resigned")
    late = [other for other in state.game.active if other != seat and missed_enough(state, other)]
    if not late:
        raise refuse("nobody-missed", turns=MISSED)
    decision = after(state, WaitingEnded(seat))
    for other in late:
        decision = then(decision, given_up(decision.state, other))
    return decision


def missed_enough(state: RoomState, seat: int) -> bool:
    """Whether the others may end waiting for that player."""
    return bool(state.schedules) and state.schedules[seat].missed >= MISSED


def given_up(state: RoomState, seat: int) -> Decision | None:
    """The player on this seat gives up; nothing where the game is over by now."""
    decided = None if state.game is None else resign(state.game, seat)
    return None if decided is None or isinstance(decided, Illegal) else in_game(state, decided)
