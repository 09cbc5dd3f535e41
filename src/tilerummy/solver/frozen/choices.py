"""The melds that can hold a tile in question: those that do not fall apart into others which do as well."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import takewhile

from tilerummy.rules.judge.tallies import GUARDS, tally
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver.every_meld import Hope, groups_with, melds_of, melds_through, runs_with
from tilerummy.solver.frozen.bonds import Bonds
from tilerummy.solver.frozen.cuts import cut_of

Tiles = Counter[Tile]


class Choices:
    """The melds that can be made of given tiles, by what they hold. `count` is asked for each whether it may go on."""

    def __init__(self, position: Position, tiles: Tiles, count: Callable[[], bool]) -> None:
        self.edition, self.tiles, self.count, self.bonds = position.edition, tiles, count, Bonds(position)
        self.cut = cut_of(position, self.bonds)
        self.lists = cache(self._listed)

    def groups(self, tile: Tile, hand: Tiles) -> list[Meld]:
        """The groups with this tile that the hand can make."""
        return _able(self.lists("group", tile), hand)

    def runs(self, tile: Tile, hand: Tiles) -> list[Meld]:
        """The runs with this tile that the hand can make."""
        return _able(self.lists("run", tile), hand)

    def holding(self, joker: Tile, hand: Tiles) -> list[Meld]:
        """The melds with this joker that the hand can make."""
        return _able(self.lists("meld", joker), hand)

    def of_table(self, joker: Tile, hand: Tiles) -> list[Meld]:
        """Those in which a joker of the table may lie."""
        return _able(self.lists("bound" if joker in self.bonds.partners else "meld", joker), hand)

    def _listed(self, kind: str, tile: Tile) -> list[tuple[Meld, int]]:
        """Each set of tiles once, with its tally."""
        if kind == "group":
            melds = groups_with(self.edition, tile, self.tiles, self.bonds.hope())
        elif kind == "run":
            melds = runs_with(self.edition, tile, self.tiles, self.cut, self.bonds.hope())
        elif kind == "meld":
            melds = self._with_joker(tile, self.tiles, self.bonds.hope())
        else:
            melds = self._bound(tile)
        counted = takewhile(lambda _: self.count(), melds)
        return list({tally(meld.tiles): (meld, tally(meld.tiles)) for meld in counted}.values())

    def _bound(self, joker: Tile) -> Iterator[Meld]:
        """The melds in which a bound joker lies with a tile of its old one, then those where it is freed."""
        through = frozenset[Tile]().union(*self.bonds.partners[joker])
        yield from self._with_joker(joker, through, self.bonds.hope(joker))
        if joker in self.bonds.freed:
            rack = self.bonds.rack + Counter((joker,))
            yield from (m for m in melds_of(self.edition, in_order(rack.elements()), self.cut) if joker in m.tiles)

    def _with_joker(self, joker: Tile, through: Iterable[Tile], hope: Hope) -> Iterator[Meld]:
        melds = melds_through(self.edition, through, self.tiles.elements(), self.cut, hope)
        return (meld for meld in melds if joker in meld.tiles)


def _able(melds: Iterable[tuple[Meld, int]], hand: Tiles) -> list[Meld]:
    most = GUARDS + tally(tuple(hand.elements()))
    return [meld for meld, count in melds if (most - count) & GUARDS == GUARDS]
