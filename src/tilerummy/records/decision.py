"""What a command brings about in a record."""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

State = TypeVar("State")
Event = TypeVar("Event")


class Decision(msgspec.Struct, Generic[State, Event], frozen=True):
    """The events of the record's next row, at least one, and the state after them.

    `opens`: the id of a new record of the same kind, and its first events, made in the same append.
    """

    events: tuple[Event, ...]
    state: State
    opens: "tuple[str, Decision[State, Event]] | None" = None


Decide = Callable[[State], Decision[State, Event] | None]
"""What a caller asks of a record: its effect in the newest state, None for nothing. Raises Refusal."""
