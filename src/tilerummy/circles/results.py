"""What came of a circle's games, read from their records: once at a server, since a game that is over stays so."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence, Set
from typing import Final

from tilerummy.circles.season import Result
from tilerummy.rooms.events import RoomEvent
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.state import RoomState
from tilerummy.store import Row

MOST: Final = 500
"""Games of a circle that are looked at, the last ones: a club that meets twice a week plays as many in a year."""
KEPT: Final = 20_000
"""Games of which a server keeps what came of them: some hundred bytes each."""
_PAGE: Final = 100


class Results:
    """What came of the games of all circles, as one server knows it."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._known: OrderedDict[str, Result | None] = OrderedDict()
        self._reading = asyncio.Lock()

    async def of(self, circle: str) -> list[Result]:
        """The last games of a circle, the last first. Raises StorageFailure."""
        found: list[Result] = []
        place: tuple[int, str] | None = None
        for _ in range(MOST // _PAGE):
            heads = await self._rooms.store.finished_games_of(circle, place, _PAGE)
            for head in heads:
                if (result := await self._result(head.game)) is not None:
                    found.append(result)
            if len(heads) < _PAGE:
                break
            place = heads[-1].changed, heads[-1].game
        return sorted(found, key=lambda one: (-one.at, one.room))

    def forget(self, players: Set[str]) -> None:
        """Guests were forgotten: read again what they played."""
        for room, known in list(self._known.items()):
            if known is not None and not players.isdisjoint(known.points):
                del self._known[room]

    async def _result(self, room: str) -> Result | None:
        """One game, read apart: nobody plays on in it, and the next circle waits its turn."""
        if room not in self._known:
            async with self._reading:
                if room not in self._known:
                    _, rows = await self._rooms.store.log(room)
                    self._known[room] = await asyncio.to_thread(self._read, room, rows)
        known = self._known[room]
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return known

    def _read(self, room: str, rows: Sequence[Row]) -> Result | None:
        """What came of a game; None where it was given up, or cannot be read."""
        kind = self._rooms.kind
        state: RoomState | None = None
        try:
            for row in rows:
                events: tuple[RoomEvent, ...] = kind.decode(row.body)
                state = kind.fold(state, events)
                if state.phase == "over":
                    return _result(room, row.at, state)
        except (ValueError, LookupError):
            pass
        return None


def _result(room: str, at: int, state: RoomState) -> Result:
    assert state.game is not None
    assert state.game.over is not None
    over = state.game.over
    sitters = tuple(sitter for sitter in state.sitters if sitter is not None)
    return Result(room, at, state.edition, sitters, over.scores, over.winners)
