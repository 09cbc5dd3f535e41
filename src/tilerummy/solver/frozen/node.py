"""A node of the search: what is decided of a table, and the tiles that are left for the rest."""

from collections import Counter
from typing import NamedTuple

from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.tiles import Tile
from tilerummy.solver.frozen.fates import Core

Tiles = Counter[Tile]
Melds = tuple[Meld, ...]
NONE: Tiles = Counter()


class Node(NamedTuple):
    """Chosen melds; the tiles besides that have to be laid and that may be; rack tiles that stay; kinds that lie in no
    group.

    Of frozen melds, whose tiles are in none of these: the indices of those of which nothing is decided, those of which
    it is decided which jokers are replaced, of these the ones that only grow as their shadows do, and the freed jokers
    that have to lie with rack tiles. `loose`: those that are frozen no more, whose tiles have to be laid like others.
    """

    melds: Melds
    must: Tiles
    may: Tiles
    staying: tuple[Tile, ...] = ()
    run_only: frozenset[Tile] = frozenset()
    frozen: tuple[int, ...] = ()
    cores: tuple[Core, ...] = ()
    shadowed: tuple[Core, ...] = ()
    freed: tuple[Tile, ...] = ()
    loose: tuple[Core, ...] = ()

    @property
    def hand(self) -> Tiles:
        """The tiles from which melds are made."""
        return Counter((*self.must.elements(), *self.may.elements()))

    @property
    def key(self) -> tuple[object, ...]:
        """What two nodes have in common that are the same."""
        melds = tuple(sorted(meld.tiles for meld in self.melds))
        decided = map(frozenset, (self.cores, self.shadowed, self.loose))
        return melds, self.staying, self.run_only, self.frozen, *decided

    def spend(self, tiles: Tiles, from_rack: Tiles = NONE) -> "Node | None":
        """The node without these tiles, those that have to be laid before others, but `from_rack` the other way round;
        None where there are too few."""
        must, may = self.must.copy(), self.may.copy()
        paid = _taken(from_rack, may, must) and _taken(tiles, must, may)
        return self._replace(must=must, may=may) if paid else None

    def lay(self, meld: Meld, tiles: Tiles, from_rack: Tiles = NONE) -> "Node | None":
        """The node with a meld more, for which these tiles are spent; None where there are too few."""
        left = self.spend(tiles, from_rack)
        return None if left is None else left._replace(melds=(*self.melds, meld))


def _taken(tiles: Tiles, first: Tiles, then: Tiles) -> bool:
    """Take the tiles from the first hand as far as it goes, the rest from the other; whether there are enough."""
    for tile, wanted in tiles.items():
        spent = min(wanted, first[tile])
        if wanted - spent > then[tile]:
            return False
        _take(first, tile, spent)
        _take(then, tile, wanted - spent)
    return True


def _take(hand: Tiles, tile: Tile, copies: int) -> None:
    if hand[tile] > copies:
        hand[tile] -= copies
    elif copies:
        del hand[tile]
