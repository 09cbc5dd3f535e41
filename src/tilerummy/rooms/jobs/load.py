"""How much a server has to do."""

from collections.abc import Mapping
from typing import NamedTuple

from tilerummy.rooms.jobs.scheduler import Work


class Load(NamedTuple):
    """What a server holds and has under way: rooms in memory, sockets in them, turns of computers, work by class."""

    rooms: int
    viewers: int
    computer_turns: int
    jobs: Mapping[Work, int]
