"""The game that a guest played last: by it people tell whose games they are about to take over."""

from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.views.projection import edition_shown
from tilerummy.web.guests.protocol import LastGame


async def last_game(rooms: Rooms, player: str) -> LastGame | None:
    """The guest's game that changed last, with their name in it; None where they have none. Raises StorageFailure."""
    heads = [*await rooms.store.games_of(player), *await rooms.store.finished_games_of(player, None, 1)]
    for head in sorted(heads, key=lambda head: head.changed, reverse=True):
        room = await rooms.find(head.game)
        seat = room.state.seat_of(player) if room is not None else None
        if room is not None and seat is not None:
            names = [sitter.name if sitter else "" for sitter in room.state.sitters]
            others = tuple(name for at, name in enumerate(names) if at != seat and name)
            return LastGame(names[seat], edition_shown(room.state.edition), others, head.changed)
    return None
