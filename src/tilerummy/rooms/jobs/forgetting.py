"""A guest is forgotten: in games that others played too, nobody's name and a random id stand in the place of theirs.

Of score sheets and tournaments that they made, another id is the maker.
"""

import secrets
from collections.abc import Sequence, Set
from itertools import chain

from msgspec.structs import replace

from tilerummy.rooms.events import Created, MatchLeft, RoomEvent, SeatFreed, SeatTaken, Sitter, decode, encode, seated
from tilerummy.rooms.host import Circles
from tilerummy.rooms.people.names import NOBODY
from tilerummy.rooms.room import Room
from tilerummy.store import Row
from tilerummy.store.statements import Rewrite, is_room


def without(player: str, circles: Circles | None = None) -> Rewrite:
    """Rows of a record without that guest. Every one gets another id, so that no two can be told to be of one person.

    In a game of a tournament the name stays: it stands on the organiser's list, and the organiser keeps that.
    """

    def rewrite(ident: str, rows: Sequence[Row]) -> list[Row]:
        nobody = secrets.token_hex(16)
        if not is_room(ident):
            renamed = [replace(row, actor=nobody) if row.actor == player else row for row in rows]
            if circles is None or not circles.keeps(ident):
                return renamed
            return [replace(row, body=circles.without(row.body, player, nobody)) for row in renamed]
        events = decode(rows[0].body)
        listed = any(isinstance(event, Created) and event.fixture is not None for event in events)
        return [_row(row, player, nobody, listed=listed) for row in rows]

    return rewrite


def knows(room: Room, players: Set[str]) -> bool:
    """Whether one of these guests has, or had, a part in a room."""
    acted = (entry.row.actor for entry in room.entries)
    sat = seated(event for entry in room.entries for event in entry.events)
    spoke = (actor for actor, _ in room.chat.lines)
    return any(player in players for player in chain((room.state.owner,), sat, acted, spoke))


def _row(row: Row, player: str, nobody: str, *, listed: bool) -> Row:
    body = row.body
    if player.encode() in body:
        body = encode(tuple(_event(event, player, nobody, listed=listed) for event in decode(body)))
    return replace(row, actor=nobody if row.actor == player else row.actor, body=body)


def _event(event: RoomEvent, player: str, nobody: str, *, listed: bool) -> RoomEvent:
    def sitter(known: Sitter | None) -> Sitter | None:
        if known is None or known.player != player:
            return known
        return replace(known, player=nobody, name=known.name if listed else NOBODY, zone=None)

    def owner(known: str) -> str:
        return nobody if known == player else known

    match event:
        case Created():
            sitters, invited = (tuple(map(sitter, known)) for known in (event.sitters, event.invited))
            return replace(event, owner=owner(event.owner), sitters=sitters, invited=invited)
        case SeatTaken() | MatchLeft():
            return replace(event, sitter=sitter(event.sitter))
        case SeatFreed():
            return replace(event, owner=event.owner and owner(event.owner))
        case _:
            return event
