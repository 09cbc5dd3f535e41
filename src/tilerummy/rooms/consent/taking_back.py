"""Taking back a turn: at a practice table at once, with other people when all of them agree.

Who moved last may ask, and who is on turn. There is one question at a time, and one in each turn; a move ends it.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from tilerummy.rooms.consent.events import TakeBackAsked
from tilerummy.rooms.consent.people import others
from tilerummy.rooms.decision import Decision, after, opening
from tilerummy.rooms.events import Created, RoomEvent
from tilerummy.rooms.evolve import fold
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.rooms.state import RoomState
from tilerummy.rules.game.events import Resigned, Turn
from tilerummy.rules.refusal import refuse


def asked(room: str, state: RoomState, seat: int, events: Sequence[RoomEvent]) -> Decision:
    """The last turn of this seat is taken back, or the others are asked whether it may be; `events` are the room's.
    Raises Refusal."""
    if state.options.practice:
        return taken_back(room, state, seat, events)
    if not others(state, seat):
        raise refuse("no-practice")
    before = fold(None, events[: _last_turn(state, seat, events)])
    assert state.game is not None
    assert before.game is not None
    if state.request is not None:
        raise refuse("already-asked" if state.request.refused is None else "take-back-refused")
    last = next(event.seat for event in reversed(events) if isinstance(event, Turn | Resigned))
    if seat not in (last, state.game.turn):
        raise refuse("take-back-late")
    return after(state, TakeBackAsked(seat, state.game.turn_number, len(before.game.pool) - len(state.game.pool)))


def taken_back(room: str, state: RoomState, seat: int, events: Sequence[RoomEvent]) -> Decision:
    """The game goes on as it was before the last turn of this seat, in a new room: the same deal, everybody where they
    sat. This one is left without a result. Raises Refusal."""
    created, *before = events[: _last_turn(state, seat, events)]
    assert isinstance(created, Created)
    return opening(state, new_room_id(), after(None, replace(created, previous=room), *before))


def _last_turn(state: RoomState, seat: int, events: Sequence[RoomEvent]) -> int:
    if state.phase == "left":
        raise refuse("taken-back")
    if state.phase != "playing":
        raise refuse("not-playing")
    own = [at for at, event in enumerate(events) if isinstance(event, Turn | Resigned) and event.seat == seat]
    if not own:
        raise refuse("nothing-to-take-back")
    return own[-1]
