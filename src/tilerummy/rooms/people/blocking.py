"""What blocking a guest means at tables: it is never said, but the table is as one that is full or not there."""

from tilerummy.rooms.state import RoomState
from tilerummy.store import Store


def hosts(state: RoomState) -> frozenset[str]:
    """Those who need not sit with people they have blocked: whose table it is, and who waits for strangers at an open
    one."""
    return frozenset((state.owner, *(state.people if state.options.open else ())))


async def shut_out(store: Store, state: RoomState, player: str | None) -> bool:
    """Whether the table is not there for this guest, who has no part in it. Raises StorageFailure."""
    if player is None or player == state.owner or state.seat_of(player) is not None:
        return False
    return not hosts(state).isdisjoint(await store.blockers(player))


async def apart(store: Store, player: str) -> frozenset[str]:
    """Guests whom this one is not to meet again: either of the two has blocked the other. Raises StorageFailure."""
    return await store.blocked(player) | await store.blockers(player)
