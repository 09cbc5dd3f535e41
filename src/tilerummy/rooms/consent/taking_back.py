"""Taking back a turn: at a practice table at once, with other people when all of them agree.

Who moved last may ask, and who is on turn. There is one question at a time, and one in each turn; a move ends it.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from tilerummy.rooms.commands import Reply
from tilerummy.rooms.events import Created, RoomEvent, TakeBackAnswered, TakeBackAsked
from tilerummy.rooms.evolve import fold
from tilerummy.rooms.state import RoomState
from tilerummy.rules.game.events import Resigned, Turn
from tilerummy.rules.refusal import refuse


def asked(state: RoomState, seat: int, events: Sequence[RoomEvent]) -> TakeBackAsked:
    """The question whether the last turn of this seat may be taken back; `events` are the room's. Raises Refusal."""
    if not _others(state, seat):
        raise refuse("no-practice")
    before = fold(None, events[: _last_turn(state, seat, events)])
    assert state.game is not None
    assert before.game is not None
    if state.request is not None:
        raise refuse("take-back-asked" if state.request.refused is None else "take-back-refused")
    last = next(event.seat for event in reversed(events) if isinstance(event, Turn | Resigned))
    if seat not in (last, state.game.turn):
        raise refuse("take-back-late")
    return TakeBackAsked(seat, state.game.turn_number, len(before.game.pool) - len(state.game.pool))


def answered(state: RoomState, seat: int, reply: Reply) -> TakeBackAnswered:
    """What a person says to the question of that turn. Raises Refusal where nothing is asked of them."""
    request = state.request
    if state.phase != "playing" or request is None or request.turn != reply.turn or request.refused is not None:
        raise refuse("nothing-asked")
    if seat not in awaited(state):
        raise refuse("nothing-asked")
    return TakeBackAnswered(seat, reply.yes)


def awaited(state: RoomState) -> tuple[int, ...]:
    """The seats of the people who have not agreed yet to what is asked."""
    request = state.request
    if request is None:
        return ()
    return tuple(seat for seat in _others(state, request.seat) if seat not in request.agreed)


def agreed(state: RoomState) -> bool:
    """Whether all have agreed to what is asked."""
    return state.request is not None and state.request.refused is None and not awaited(state)


def before_turn(room: str, state: RoomState, seat: int, events: Sequence[RoomEvent]) -> tuple[RoomEvent, ...]:
    """The events of a new room that goes on as the one of that id was before the last turn of this seat: the same deal,
    everybody where they sat. Raises Refusal."""
    created, *before = events[: _last_turn(state, seat, events)]
    assert isinstance(created, Created)
    return replace(created, previous=room), *before


def _last_turn(state: RoomState, seat: int, events: Sequence[RoomEvent]) -> int:
    if state.phase == "left":
        raise refuse("taken-back")
    if state.phase != "playing":
        raise refuse("not-playing")
    own = [at for at, event in enumerate(events) if isinstance(event, Turn | Resigned) and event.seat == seat]
    if not own:
        raise refuse("nothing-to-take-back")
    return own[-1]


def _others(state: RoomState, seat: int) -> tuple[int, ...]:
    """The seats of people beside the one who asks: computer players agree to everything."""
    return tuple(at for at, on in enumerate(state.sitters) if on is not None and on.kind == "person" and at != seat)
