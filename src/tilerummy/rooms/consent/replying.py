"""What a person says to what is asked; the last yes brings it about."""

from collections.abc import Sequence

from tilerummy.rooms.commands import Reply
from tilerummy.rooms.consent import pausing, taking_back
from tilerummy.rooms.consent.events import PauseAnswered, TakeBackAnswered
from tilerummy.rooms.consent.people import agreed, awaited
from tilerummy.rooms.consent.request import Pausing
from tilerummy.rooms.decision import Decision, after, then
from tilerummy.rooms.events import RoomEvent
from tilerummy.rooms.state import RoomState
from tilerummy.rules.refusal import refuse


def replied(
    room: str, state: RoomState, seat: int, reply: Reply, events: Sequence[RoomEvent], now: int, deadline: int | None
) -> Decision:
    """What the person on this seat says to the question of that turn; see `decide`. Raises Refusal where nothing is
    asked of them."""
    request = state.request
    if state.phase != "playing" or request is None or request.turn != reply.turn or request.refused is not None:
        raise refuse("nothing-asked")
    if seat not in awaited(state):
        raise refuse("nothing-asked")
    if isinstance(request, Pausing):
        said = after(state, PauseAnswered(seat, reply.yes))
        return then(said, pausing.begun(said.state, now, deadline)) if agreed(said.state) else said
    said = after(state, TakeBackAnswered(seat, reply.yes))
    return then(said, taking_back.taken_back(room, said.state, request.seat, events)) if agreed(said.state) else said
