"""How the players of a room keep their racks: nothing of the game, and nobody's business but theirs."""

import asyncio
from collections import Counter
from collections.abc import Mapping

import msgspec

from tilerummy.rooms.commands import Arrange
from tilerummy.rooms.views.messages_out import Arranged
from tilerummy.rules.tiles import Tile

EMPTY = "."
"""An empty place between tiles."""

_encode = msgspec.json.Encoder().encode


class RackOrders:
    """The newest order of each player's rack, encoded as the message that tells it. `kept` is what the store has."""

    def __init__(self, kept: Mapping[str, bytes] | None = None) -> None:
        self.lock = asyncio.Lock()
        """Held while the store is asked or told, so that nothing older is taken for new."""
        self._frames = dict(kept or {})
        self._numbers: Counter[str | None] = Counter(dict.fromkeys(self._frames, 1))

    def number(self, player: str | None) -> int:
        """Rises with every order that this player gives; 0 before the first."""
        return self._numbers[player]

    def frame(self, player: str | None) -> bytes:
        """The message to this player's pages. Raises KeyError where they gave no order."""
        return self._frames[player or ""]

    def learn(self, kept: Mapping[str, bytes]) -> bool:
        """What the store has now, some of it from another server; whether anything is new."""
        new = {player: frame for player, frame in kept.items() if self._frames.get(player) != frame}
        self._frames.update(new)
        self._numbers.update(new.keys())
        return bool(new)

    def arrange(self, player: str, rack: tuple[Tile, ...], asked: Arrange) -> bytes | None:
        """Take an order over, if it is one of the tiles of `rack`; what the store should keep of it."""
        held = Counter(rack)
        if any(Counter(tile for tile in order if tile != EMPTY) != held for order in (asked.rack, asked.own)):
            return None
        self._frames[player] = _encode(Arranged(asked.rack, asked.own))
        self._numbers[player] += 1
        return self._frames[player]
