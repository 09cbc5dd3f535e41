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


def choosing(state: RoomState) -> tuple[int, ...]:
    """The seats of the people who have not said yet whether they keep the tiles that they were dealt, where each is
    asked: in games over days, and where one person plays with computers."""
    game, seats = state.game, people(state)
    if game is None or not state.asking or not (state.correspondence or len(seats) == 1):
        return ()
    return tuple(seat for seat in seats if not game.resigned[seat] and (seat, game.redeals) not in state.keepers)


def asked(state: RoomState) -> frozenset[int]:
    """The seats of the people whose answer the others wait for, whatever is asked."""
    pause, request = state.pause, state.request
    open_still = () if request is None or request.refused is not None else awaited(state)
    going_on = [seat for seat in people(state) if pause and pause.ready and seat not in pause.ready]
    return frozenset([*open_still, *going_on, *choosing(state)])


def agreed(state: RoomState) -> bool:
    """Whether all have agreed to what is asked."""
    return state.request is not None and state.request.refused is None and not awaited(state)
