"""What a club has stored is rewritten without what is not to be in it any longer.

Who was erased is in no row; of who was removed from the register the events' own lists still have the name. Of an event
the last outcome stays, and of one that was removed none: corrections without end fill no record. It is done after the
row that says so, and again where a server ended between the two: rows say themselves what they lack.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tilerummy.clubs.state import (
    Closed,
    ClubChange,
    Entered,
    Erased,
    EventAdded,
    EventCounted,
    EventRemoved,
    Member,
    Merged,
    Parted,
    Removed,
    decode,
    encode,
    without_names,
)
from tilerummy.store import Row


class _Forgotten:
    """What the rows of a club are not to say."""

    def __init__(self, events: Sequence[ClubChange]) -> None:
        self.last: dict[int, ClubChange] = {}
        self.members = set[int]()
        self.played: dict[str, dict[int, int]] = {}
        self.all = False
        self._tournaments: dict[int, str] = {}
        joined: dict[int, int] = {}
        for event in events:
            match event:
                case Merged():
                    joined[event.gone] = event.after.number
                case Parted():
                    joined.pop(event.gone, None)
                case Removed(member=member):
                    self.members.add(member)
                case Erased():
                    self.members.update(event.members)
                    for tournament, player in event.played:
                        self.played.setdefault(tournament, {})[player] = event.number
                case EventAdded():
                    self._tournaments[event.number] = event.event
                case EventCounted() | EventRemoved():
                    self.last[event.number] = event
                case Closed():
                    self.all = True
        while more := {gone for gone, into in joined.items() if into in self.members} - self.members:
            self.members |= more
        self._together = set(self._told_together(events))

    def without(self, event: ClubChange) -> ClubChange:
        """The same without it."""
        match event:
            case Entered():
                return replace(event, members=tuple(self._nameless(event, one) for one in event.members))
            case Merged() | Parted():
                return replace(event, after=self._nameless(event, event.after))
            case EventCounted(outcome=None):
                return event
            case EventCounted(outcome=outcome):
                assert outcome is not None
                if self.all or self.last.get(event.number) is not event:
                    return replace(event, outcome=None)
                players = self.played.get(self._tournaments.get(event.number, ""), {})
                return replace(event, outcome=without_names(outcome, players))
            case _:
                return event

    def _nameless(self, event: ClubChange, member: Member) -> Member:
        gone = self.all or member.number in self.members or (id(event), member.number) in self._together
        return Member(member.number, "") if gone else member

    def _told_together(self, events: Iterable[ClubChange]) -> Iterator[tuple[int, int]]:
        """Where an entry is told with the names of one that was joined into it, and was parted from it before it was
        forgotten: what it is alone, the event of the parting says."""
        joined: dict[int, int] = {}
        for event in events:
            if isinstance(event, Merged):
                joined[event.gone] = event.after.number
            elif isinstance(event, Parted):
                joined.pop(event.gone, None)
            if isinstance(event, Entered | Merged | Parted):
                told = event.members if isinstance(event, Entered) else (event.after,)
                above = self._above(joined)
                yield from ((id(event), one.number) for one in told if one.number in above)

    def _above(self, joined: Mapping[int, int]) -> set[int]:
        """The entries into which those who are forgotten are joined."""
        found = set[int]()
        for member in self.members & joined.keys():
            into = joined.get(member)
            while into is not None and into not in found:
                found.add(into)
                into = joined.get(into)
        return found


def remains(events: Sequence[ClubChange]) -> bool:
    """Whether these events, all of a club, say something that they are not to say any longer."""
    forgotten = _Forgotten(events)
    return any(forgotten.without(event) != event for event in events)


def scrubbed(_: str, rows: Sequence[Row]) -> list[Row]:
    """The rows of a club without it."""
    read = [decode(row.body) for row in rows]
    forgotten = _Forgotten([event for events in read for event in events])
    written = [tuple(map(forgotten.without, events)) for events in read]
    return [
        row if before == after else replace(row, body=encode(after))
        for row, before, after in zip(rows, read, written, strict=True)
    ]
