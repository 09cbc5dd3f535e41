"""Tables at which a seat is kept for a guest: the invitations that they have not answered."""

from collections.abc import Sequence
from typing import Final

from tilerummy.rooms.room import Room
from tilerummy.store import Store
from tilerummy.store.retention import DAY

OLD: Final = 14
"""Days after which an invitation that nobody answered is shown no more: the table stays, and its link."""


def invites(room: Room, player: str) -> bool:
    """Whether the table asks this guest to come: who made it is there, and it is not too old."""
    state = room.state
    return state.seat_kept_for(player) is not None and state.seat_of(state.owner) is not None and is_fresh(room)


def is_fresh(room: Room) -> bool:
    """Whether something happened there not too long ago."""
    return room.record.changed_at > room.server.now() - OLD * DAY


async def having_part(store: Store, rooms: Sequence[Room], player: str) -> list[Room]:
    """Those of the rooms in which the guest has a seat, or is asked to take one by somebody whom they have not
    blocked. Raises StorageFailure."""
    asked = {room.id for room in rooms if invites(room, player)}
    blocked = await store.blocked(player) if asked else frozenset()
    return [
        room
        for room in rooms
        if room.state.seat_of(player) is not None or (room.id in asked and room.state.owner not in blocked)
    ]
