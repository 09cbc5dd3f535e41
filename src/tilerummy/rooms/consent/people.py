"""Whose word counts: all people at the table, also who has given up or is away. Computer players agree to all."""

from tilerummy.rooms.state import RoomState


def people(state: RoomState) -> tuple[int, ...]:
    """The seats of people."""
    return tuple(at for at, on in enumerate(state.sitters) if on is not None and on.kind == "person")


def others(state: RoomState, seat: int) -> tuple[int, ...]:
    """The seats of people beside the one who asks."""
    return tuple(at for at in people(state) if at != seat)


def awaited(state: RoomState) -> tuple[int, ...]:
    """The seats of the people who have not agreed yet to what is asked."""
    request = state.request
    if request is None:
        return ()
    return tuple(seat for seat in others(state, request.seat) if seat not in request.agreed)


def agreed(state: RoomState) -> bool:
    """Whether all have agreed to what is asked."""
    return state.request is not None and state.request.refused is None and not awaited(state)
