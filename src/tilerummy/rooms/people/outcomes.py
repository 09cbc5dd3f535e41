"""What finished games were for their guests: noted once, when one of them first looks at the people they play with."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.people.names import NOBODY
from tilerummy.rooms.room import Room
from tilerummy.rules.game.events import Ended, Result
from tilerummy.rules.refusal import Refusal
from tilerummy.store import Outcome, Row

AT_ONCE: Final = 40
"""Games that are read for one look: a tenth of a second. A guest with more of them looks again."""


async def count(rooms: Rooms, player: str) -> bool:
    """Note the outcomes of the guest's last games that are not noted yet; whether that was all. Raises
    StorageFailure."""
    games = await rooms.store.uncounted(player, AT_ONCE)
    read = [(game, (await rooms.store.log(game))[1]) for game in games]
    if found := await asyncio.to_thread(lambda: [*_outcomes(rooms, player, read)]):
        await rooms.store.keep_outcomes(found)
    return len(games) < AT_ONCE


def ended(room: Room) -> tuple[int, Result]:
    """When a game that is over ended (ms), and how."""
    return next(
        (entry.row.at, event.result) for entry in room.entries for event in entry.events if isinstance(event, Ended)
    )


def outcomes(room: Room, player: str) -> tuple[Outcome, ...]:
    """What the room's game was for each of its guests; for this one alone where it does not count."""
    if not room.state.counts_for(player):
        return (_nothing(room.id, player),)
    at, result = ended(room)
    return tuple(
        Outcome(room.id, sitter.player, sitter.name, at, int(seat in result.winners), result.scores[seat])
        for seat, sitter in enumerate(room.state.sitters)
        if sitter and sitter.player and sitter.kind == "person" and sitter.name != NOBODY
    )


def _outcomes(rooms: Rooms, player: str, games: Iterable[tuple[str, Sequence[Row]]]) -> Iterator[Outcome]:
    for game, rows in games:
        try:
            yield from outcomes(Room(rooms, game, rows, None), player)
        except (ValueError, Refusal):
            yield _nothing(game, player)


def _nothing(game: str, player: str) -> Outcome:
    return Outcome(game, player, "", None, 0, 0)
