"""What stores keep for the owner of a server: whom they have closed, and what people report."""

from typing import Final, Protocol

import msgspec

REPORTED: Final = 30
"""Days a report is kept that the owner has not put away: as long as the chat of a finished game."""


class Report(msgspec.Struct, frozen=True):
    """What a guest, the `reporter`, says of another one, `reported`, of that `name` in a `room`: the code of a
    `reason`, a `text` and the `line` of the chat that it is about, both empty where there is none; when (ms)."""

    id: str
    room: str
    reported: str
    name: str
    reporter: str
    reason: str
    text: str
    line: str
    at: int


class Closing(msgspec.Struct, frozen=True):
    """A guest or an address, as `name`, that the owner has closed: when it was `made`, `until` when it holds (ms)."""

    name: str
    made: int
    until: int


class ModerationStore(Protocol):
    """The part of a store that keeps it. Every method may raise StorageFailure."""

    async def keep_closing(self, closing: Closing) -> None:
        """Keep a closing, in the place of one of the same name; those that have ended go."""
        ...

    async def lift_closing(self, name: str) -> bool:
        """A guest or an address is closed no longer; False where it was not."""
        ...

    async def closings(self, now: int) -> list[Closing]:
        """The closings that hold at that time (ms), those that end last first."""
        ...

    async def keep_report(self, report: Report, most: int) -> bool:
        """Keep a report, unless there are as many as `most`; says whether it is kept."""
        ...

    async def reports(self, reporter: str | None = None) -> list[Report]:
        """All reports, or those of one guest, the oldest first."""
        ...

    async def end_report(self, ident: str) -> bool:
        """A report is kept no longer; False where there is none of that id."""
        ...
