"""What is decided in a room: the events that follow, and the state after them."""

from tilerummy.records import decision
from tilerummy.rooms.events import Linked, RoomEvent
from tilerummy.rooms.evolve import fold, played_on
from tilerummy.rooms.state import RoomState
from tilerummy.rules.game.decide import Decided

Decision = decision.Decision[RoomState, RoomEvent]
Decide = decision.Decide[RoomState, RoomEvent]


def after(state: RoomState | None, *events: RoomEvent) -> Decision:
    """The decision that these events follow. Raises ValueError where they cannot."""
    return Decision(events, fold(state, events))


def then(first: Decision, second: Decision | None) -> Decision:
    """One decision, and what follows from the state after it."""
    if second is None:
        return first
    return Decision((*first.events, *second.events), second.state, second.opens or first.opens)


def in_game(state: RoomState, decided: Decided) -> Decision:
    """What is decided in the room's game."""
    return Decision(decided.events, played_on(state, decided.state, decided.events))


def opening(state: RoomState, room: str, opened: Decision) -> Decision:
    """This room's next one is made, with `room` as its id."""
    linked = Linked(room)
    return Decision((linked,), fold(state, (linked,)), (room, opened))
