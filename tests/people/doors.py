"""What the host of a table has done about who comes in and speaks, and what holds because of it."""

from collections.abc import Iterable

from tests.people.town import require
from tilerummy.rooms.commands import DoorAct
from tilerummy.rooms.room import Room


class Doors:
    """Who is put out and muted, as far as people know who did what; in the next game it is the same."""

    def __init__(self) -> None:
        self._out: set[str] = set()
        self._muted: set[str] = set()
        self._inside: set[str] | None = None
        """Those who may come back to a closed table: at least these."""

    def took(self, act: DoorAct, who: str, there: Iterable[str]) -> None:
        """This was done about a person, who is nobody where it is about the table."""
        match act:
            case "close":
                self._inside = {*there}
            case "open":
                self._inside = None
            case "put-out":
                self._out.add(who)
            case "let-in":
                self._out.discard(who)
                if self._inside is not None:
                    self._inside.add(who)
            case "mute":
                self._muted.add(who)
            case "unmute":
                self._muted.discard(who)

    def hold(self, room: Room, people: Iterable[str]) -> None:
        """Who is kept out and who is muted, and nobody else. Raises Broken."""
        closed = self._inside is not None
        require((room.bar(None) == "table-closed") == closed, "a closed table is for those it knows", room.id)
        for player in people:
            bar = room.bar(player)
            if player == room.state.owner or room.state.seat_of(player) is not None:
                require(bar is None, "who has a seat may look", room.id, player, bar)
            elif player in self._out:
                require(bar == "put-out", "who is put out may not look", room.id, player, bar)
            elif self._inside is None or player in self._inside:
                require(bar is None, "nobody else is kept out", room.id, player, bar)
            muted = room.door.gag(room.state, player) == "muted"
            require(muted == (player in self._muted), "who is muted is silent", room.id, player)
