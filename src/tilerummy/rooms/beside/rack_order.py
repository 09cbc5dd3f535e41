"""How the players of a room keep their racks: nothing of the game, and nobody's business but theirs."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from tilerummy.rooms.commands import Arrange
from tilerummy.rooms.views.messages_out import Arranged
from tilerummy.rules.tiles import Tile
from tilerummy.store import Store

EMPTY = "."
"""An empty place between tiles."""

_encode = msgspec.json.Encoder().encode


class RackOrders:
    """The newest order of each player's rack, encoded as the message that tells it. `kept` is what the store has."""

    def __init__(self, store: Store, room: str, kept: Mapping[str, bytes] | None = None) -> None:
        self._store, self._room = store, room
        # held while the store is asked or told, so that nothing older is taken for new
        self._lock = asyncio.Lock()
        self._frames = dict(kept or {})
        self._numbers: Counter[str | None] = Counter(dict.fromkeys(self._frames, 1))

    def number(self, player: str | None) -> int:
        """Rises with every order that this player gives; 0 before the first."""
        return self._numbers[player]

    def frame(self, player: str | None) -> bytes:
        """The message to this player's pages. Raises KeyError where they gave no order."""
        return self._frames[player or ""]

    async def catch_up(self) -> bool:
        """Read what the store has now, some of it from another server; whether anything is new. Raises
        StorageFailure."""
        async with self._lock:
            kept = await self._store.arrangements(self._room)
            new = {player: frame for player, frame in kept.items() if self._frames.get(player) != frame}
            self._frames.update(new)
            self._numbers.update(new.keys())
            return bool(new)

    async def arrange(self, player: str, rack: tuple[Tile, ...], asked: Arrange, taken: Callable[[], None]) -> bool:
        """Keep an order, if it is one of the tiles of `rack`, which it says. `taken` is called before it is on disk.
        Raises StorageFailure."""
        held = Counter(rack)
        if any(Counter(tile for tile in order if tile != EMPTY) != held for order in (asked.rack, asked.own)):
            return False
        async with self._lock:
            self._frames[player] = frame = _encode(Arranged(asked.rack, asked.own))
            self._numbers[player] += 1
            taken()
            await self._store.arrange(self._room, player, frame)
            return True
