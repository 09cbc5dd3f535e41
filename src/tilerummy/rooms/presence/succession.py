"""Who hosts a room after its owner: one who leaves, or who has been away for long."""

from collections.abc import Container
from itertools import chain

from tilerummy.rooms.events import OwnerChanged
from tilerummy.rooms.state import RoomState


def passed_on(state: RoomState, player: str | None) -> tuple[OwnerChanged, ...]:
    """Who gives their seat back hands the room to the next person at the table, if it is theirs and there is one."""
    return succeeding(state, state.people) if player == state.owner else ()


def succeeding(state: RoomState, here: Container[str | None]) -> tuple[OwnerChanged, ...]:
    """The next person at the table who is `here` hosts from now on; nothing where there is nobody."""
    first = state.seat_of(state.owner) or 0
    for seat in chain(range(first, len(state.sitters)), range(first)):
        sitter = state.sitters[seat]
        if sitter and sitter.kind == "person" and sitter.player != state.owner and sitter.player in here:
            return (OwnerChanged(seat),)
    return ()
