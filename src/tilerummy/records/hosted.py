"""What a server makes of a record: a room, a sheet, a tournament. It has the record, and is known by it."""

from typing import Generic, TypeVar

from tilerummy.records.kind import Entry
from tilerummy.records.record import Record

State = TypeVar("State")
Event = TypeVar("Event")


class Hosted(Generic[State, Event]):
    """Something with a record, at which everybody looks by these names."""

    def __init__(self, record: Record[State, Event]) -> None:
        self.record = record

    @property
    def id(self) -> str:
        """The record's."""
        return self.record.id

    @property
    def seq(self) -> int:
        """The number of its last row."""
        return len(self.record.entries)

    @property
    def state(self) -> State:
        """As it stands after that."""
        return self.record.state

    @property
    def entries(self) -> list[Entry[Event]]:
        """All that happened."""
        return self.record.entries

    @property
    def gone(self) -> bool:
        """Whether the store has it no more, as far as is known."""
        return self.record.gone
