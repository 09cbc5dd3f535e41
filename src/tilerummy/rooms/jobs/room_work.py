"""How urgent is what is computed for a room."""

from collections.abc import Callable

from tilerummy.rooms.jobs.scheduler import Work
from tilerummy.rooms.room import Room


def in_room(room: Room, work: Work) -> Callable[[], Work | None]:
    """What is computed for the newest row of a room: `work` while a player is there, else it may wait; None
    once there is another row."""
    row = room.seq

    def now() -> Work | None:
        if room.seq != row:
            return None
        return work if room.audience.attends(room.state) else Work.UNATTENDED

    return now
