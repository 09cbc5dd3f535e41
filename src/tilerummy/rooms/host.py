"""What a room needs from the server that holds it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal, Protocol, get_args

from tilerummy.records.kind import Kind
from tilerummy.records.record import Host as RecordHost
from tilerummy.rooms.events import RoomEvent
from tilerummy.rooms.state import RoomState
from tilerummy.rules.judge.ability import Ability
from tilerummy.rules.position import Position
from tilerummy.store import StorageFailure

Topic = Literal["here", "who", "chat", "react", "draft", "laid", "rack", "changed"]
"""What servers that share a store tell each other of a room."""
TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)


class Circles(Protocol):
    """What rooms need from the circles to which they belong."""

    async def admits(self, circle: str, player: str) -> bool:
        """Whether a guest is a member of the circle with this record. Raises StorageFailure."""
        ...

    def keeps(self, record: str) -> bool:
        """Whether this is the record of a circle."""
        ...

    def without(self, body: bytes, player: str, nobody: str) -> bytes:
        """The body of a row of such a record without a guest, for whom `nobody` stands."""
        ...


class Host(RecordHost, Protocol):
    """What a room needs from the server that holds it."""

    kind: Kind[RoomState, RoomEvent]
    now: Callable[[], int]
    levels: tuple[str, ...]
    """Of computer players, from the easiest on; then those that others add."""
    circles: Circles | None

    @property
    def server(self) -> str:
        """Which of those that share a store it is."""
        ...

    def moved(self, room: str) -> None:
        """The room has new rows, added here or elsewhere."""

    def tell(self, topic: Topic, room: str, body: bytes = b"") -> None:
        """Say something beside the log to the other servers that have the room."""
        ...

    async def abilities(self, room: str, positions: Sequence[Position]) -> tuple[Ability, ...]:
        """What these movers in the room's newest row could lay, one after another, up to the first who is not proved to
        be stuck. Raises Dropped once there is another row."""
        ...

    async def attends(self, room: str) -> bool:
        """Whether who is to move in the room may be connected to another server: the store knows what a bus may have
        lost."""
        ...

    def storage_failed(self, failure: StorageFailure) -> None:
        """An append failed; turns must not run out meanwhile."""


@contextmanager
def storing(host: Host) -> Iterator[None]:
    """The server is told where this fails."""
    try:
        yield
    except StorageFailure as failure:
        host.storage_failed(failure)
        raise
