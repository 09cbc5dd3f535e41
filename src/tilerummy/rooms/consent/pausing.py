"""A pause: the clock stands when all people agree, and goes on when all want that, when somebody moves, or in the end
by itself, so that nobody waits for ever.

Anybody at the table may ask; there is one question at a time, and a move ends it, as it ends a pause. Times are in
milliseconds.
"""

from typing import Final

from tilerummy.rooms.consent.events import GoingOn, PauseAsked, Paused, WentOn
from tilerummy.rooms.consent.people import others, people
from tilerummy.rooms.correspondence.calendar import DAY
from tilerummy.rooms.decision import Decision, after, then
from tilerummy.rooms.state import RoomState
from tilerummy.rules.refusal import refuse

DAYS: Final = 1
"""Days that a game with short turns or none may stand in one pause: a night, and the next evening."""
DAYS_OF_LONG_TURNS: Final = 14
"""Days that a game whose turns take hours or days may stand in one pause: a holiday of everybody."""


def asked(state: RoomState, seat: int, now: int, deadline: int | None) -> Decision:
    """Whether the game may stand is asked of all other people; without any it stands at once. Raises Refusal."""
    if state.phase != "playing" or state.game is None or state.asking:
        raise refuse("not-playing")
    if state.pause is not None:
        raise refuse("already-paused")
    if state.request is not None:
        raise refuse("already-asked" if state.request.refused is None else "pause-refused")
    question = after(state, PauseAsked(seat, state.game.turn_number))
    return question if others(state, seat) else then(question, begun(question.state, now, deadline))


def begun(state: RoomState, now: int, deadline: int | None) -> Decision:
    """The game stands from now on. Raises Refusal where the turn is over."""
    if deadline is not None and now >= deadline:
        raise refuse("too-late")
    days = DAYS_OF_LONG_TURNS if state.correspondence else DAYS
    return after(state, Paused(now + days * DAY, _left(state, now, deadline)))


def going_on(state: RoomState, seat: int) -> Decision:
    """A person wants to go on; the last one lets the clock run. Raises Refusal."""
    if state.pause is None:
        raise refuse("not-paused")
    if seat in state.pause.ready:
        raise refuse("already-asked")
    ready = after(state, GoingOn(seat))
    waits = ready.state.pause is not None and set(people(state)) - set(ready.state.pause.ready)
    return ready if waits else then(ready, after(ready.state, WentOn()))


def resumed(state: RoomState, left: int | None, now: int) -> int | None:
    """When a turn is over that goes on after a pause, with so much time left to it."""
    seat = None if state.game is None else state.game.turn
    return None if left is None or seat is None else state.calendar(seat).runs_out(now, left)


def _left(state: RoomState, now: int, deadline: int | None) -> int | None:
    seat = None if state.game is None else state.game.turn
    return None if deadline is None or seat is None else state.calendar(seat).left(now, deadline)
