"""What the joker rules say of a table that is known in part, and which tiles are to blame where they refuse it."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from tilerummy.rules.judge.joker_accounts import Place, Turn, accounts, hold_together
from tilerummy.rules.judge.joker_images import lacked_laid, pieces
from tilerummy.rules.judge.judge import played_legally
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import COLOURS, JOKERS, KINDS, NUMBER_OF, Tile, is_joker

LONE: Final = {tile: Meld((tile,)) for tile in KINDS}
"""A tile in a place of its own."""
Tiles = Counter[Tile]
Melds = tuple[Meld, ...]


class _Open(Turn):
    """A turn of which some melds are chosen; any others of the rest may still come to lie together."""

    def __init__(self, position: Position, melds: Melds, lone: Sequence[Meld], laid: Tiles) -> None:
        super().__init__(position, Play((), (*melds, *lone)), laid)
        self.chosen = len(melds)

    def together(self, one: Place, other: Place) -> bool:
        """Whether both are in one meld, or may be."""
        return super().together(one, other) or min(one.meld, other.meld) >= self.chosen


class Verdict:
    """The joker rules of one turn."""

    def __init__(self, position: Position) -> None:
        self.position, self.rules = position, position.edition.jokers
        self.rack = Counter(position.rack)
        self.olds = [at for at, meld in enumerate(position.table) if any(map(is_joker, meld.tiles))]
        self.anywhere = (self.rules.sets, self.rules.retrieval) == ("free", "rack-or-table") and (
            self.rules.freed == "any-set"
        )
        """Whether it does not matter what a joker lies with."""

    def legal(self, melds: Melds) -> bool:
        """Whether the judge allows these melds."""
        return played_legally(self.position, Play((), melds)) is not None

    def possible(self, melds: Melds, rest: Tiles, laid: Tiles, open_olds: Collection[int]) -> bool:
        """Whether the joker rules could still hold with these melds, every tile of the rest in a place of its own;
        nothing is asked of the frozen melds that are open."""
        lone = [LONE[tile] for tile in self.telling(melds) for _ in range(rest[tile])]
        turn = _Open(self.position, melds, lone, laid)
        olds = [old for old in self.olds if old not in open_olds]
        return hold_together(turn, [tuple(accounts(turn, old, self.rules)) for old in olds])

    def telling(self, melds: Iterable[Meld]) -> set[Tile]:
        """The tiles whose places can change the verdict: jokers, the tiles of their old melds, what they stood for or
        lacked, and what lies with a joker in these melds."""
        return self._telling | {tile for meld in melds if any(map(is_joker, meld.tiles)) for tile in meld.tiles}

    @cached_property
    def _telling(self) -> set[Tile]:
        found: set[Tile] = set(JOKERS)
        for old in self.olds:
            meld = self.position.table[old]
            found |= set(meld.tiles)
            for reading in readings(meld, self.position.edition):
                for tile, stands in zip(meld.tiles, reading.stands, strict=True):
                    found |= {stood for stood_for in pieces(tile, stands) for stood in stood_for}
                if reading.kind == "group":
                    numbers = {NUMBER_OF[tile] for tile in meld.tiles if tile in NUMBER_OF}
                    found |= {f"{colour}{number}" for colour in COLOURS for number in numbers}
        return found

    def to_blame(self, melds: Melds, left: Tiles) -> set[Tile]:
        """Numbered tiles of refused melds of which one at least must lie otherwise, or another of its kind besides;
        none where it is not known."""
        blamed = [tiles for old in self._conflict(melds, left) for tiles in self._together(old, melds)]
        return {tile for tiles in blamed for tile in tiles if tile in NUMBER_OF}

    def _conflict(self, melds: Melds, left: Tiles) -> list[int]:
        """Old melds that cannot be accounted for together, of which none can be left out."""
        turn = Turn(self.position, Play((), melds), self.rack - left)
        needs = {old: tuple(accounts(turn, old, self.rules)) for old in self.olds}
        for old in self.olds:
            fewer = {other: need for other, need in needs.items() if other != old}
            if not hold_together(turn, list(fewer.values())):
                needs = fewer
        return list(needs)

    def _together(self, old: int, melds: Melds) -> Iterator[tuple[Tile, ...]]:
        """Tiles that may not lie together, in these melds, because of the jokers of an old one."""
        tiles = self.position.table[old].tiles
        jokers = set(filter(is_joker, tiles))
        for meld in melds:
            if self.rules.freed == "new-set" and jokers & set(meld.tiles):
                yield from (whole for whole in self._wholes if Counter(whole) <= Counter(meld.tiles))
            if len(tiles) == 3 and not jokers & set(meld.tiles):
                pair = tuple(tile for tile in tiles if not is_joker(tile))
                if set(pair) <= set(meld.tiles) and lacked_laid(self.position.table[old], meld) < 2:
                    yield pair

    @cached_property
    def _wholes(self) -> list[tuple[Tile, ...]]:
        """What counts of every old meld as its whole."""
        free = not self.rules.frozen
        return [tuple(t for t in meld.tiles if free or not is_joker(t)) for meld in self.position.table]
