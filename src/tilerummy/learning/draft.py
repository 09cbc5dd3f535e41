"""A turn as a person makes it: tile by tile, with a table that is in pieces meanwhile, until all lies right again."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tilerummy.learning.candidates import candidates, move_of
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.judge.judge import played_legally
from tilerummy.rules.melds.readings import Meld, readings, relaid
from tilerummy.rules.moves import Move, Play
from tilerummy.rules.tiles import Tile

STEPS: Final = 400
"""Steps of one turn, after which it can only be ended or given up."""


def slots_of(edition: Edition) -> int:
    """Places for melds: as many as the box can fill, and one to work in."""
    return edition.tiles.total // 3 + 1


class Draft:
    """The table and the tiles in hand in the midst of a turn. Any tile may be picked up and placed anywhere; only a
    whole that the judge accepts can end the turn.

    A mover who has to open lays the opening first; what it consisted of is kept, wherever its tiles go after that.
    """

    def __init__(self, seen: View) -> None:
        self.position = position_in(seen)
        self.slots: list[list[Tile]] = [[] for _ in range(slots_of(seen.edition))]
        for slot, meld in zip(self.slots, self.position.table, strict=False):
            slot.extend(meld.tiles)
        self.hand = Counter(self.position.rack)
        self.steps = 0
        self._opening: tuple[Meld, ...] = ()

    def place(self, tile: Tile, slot: int) -> None:
        """Put a tile from the hand into a slot."""
        self.hand[tile] -= 1
        self.slots[slot].append(tile)
        self._stepped()

    def pick(self, tile: Tile, slot: int) -> None:
        """Take a tile from a slot into the hand."""
        self.slots[slot].remove(tile)
        self.hand[tile] += 1
        self._stepped()

    def join(self, slot: int, other: int) -> None:
        """Put all tiles of the other slot into this one."""
        self.slots[slot] += self.slots[other]
        self.slots[other] = []
        self._stepped()

    def give_up(self) -> Move:
        """Lay nothing, as far as that is allowed."""
        return move_of(self.position, candidates(self.position, 3)[0])

    def play(self) -> Play | None:
        """The turn as it lies; None while it may not end so."""
        if self.hand - Counter(self.position.rack) or not self._laid():
            return None
        table = [self._meld(slot) for slot in self.slots if slot]
        if None in table:
            return None
        return next(self._legal(tuple(meld for meld in table if meld)), None)

    def _legal(self, table: tuple[Meld, ...]) -> Iterator[Play]:
        openings = [()] if self.position.opened else [self._own(table), self._opening]
        for play in (Play(opening, table) for opening in openings):
            if played_legally(self.position, play) is not None:
                yield play

    def _stepped(self) -> None:
        self.steps += 1
        if not self.position.opened and not self._opening:
            table = self.position.table
            own = self._own(tuple(meld for slot in self.slots if (meld := self._meld(slot))))
            if own and played_legally(self.position, Play(own, table + own)) is not None:
                self._opening = own

    def _laid(self) -> Counter[Tile]:
        """The rack tiles that are not in hand."""
        return Counter(self.position.rack) - self.hand

    def _own(self, table: tuple[Meld, ...]) -> tuple[Meld, ...]:
        """The melds of a table that did not lie there before, and that rack tiles in it can make."""
        old, left, own = Counter(self.position.table), self._laid(), list[Meld]()
        for meld in table:
            tiles = Counter(meld.tiles)
            if old[meld] > 0:
                old[meld] -= 1
            elif tiles <= left:
                left -= tiles
                own.append(meld)
        return tuple(own)

    def _meld(self, slot: list[Tile]) -> Meld | None:
        """The tiles of a slot as a meld that lies right; those of an old one as it lay."""
        tiles = Counter(slot)
        for meld in self.position.table:
            if Counter(meld.tiles) == tiles:
                return meld
        meld = Meld(tuple(slot))
        return relaid(meld, self.position.edition) or (meld if readings(meld, self.position.edition) else None)
