"""What ties jokers of the table to the tiles of their old melds, as far as kinds of tiles tell.

Where melds are free, but a joker only comes loose when it is paid for from the rack, or into rack tiles alone, most
jokers cannot. They stay with a numbered tile of their old meld, so few melds can hold them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from tilerummy.rules.judge.joker_images import pieces
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import COLOURS, JOKERS, NUMBER_OF, Tile, is_joker
from tilerummy.solver.every_meld import END, Hope

BY_MELDS: Final = "MJDC"
"""Kinds of jokers, those first that few melds can hold."""
Tiles = tuple[Tile, ...]


class Bond(NamedTuple):
    """A joker on the table: the numbered tiles of its old meld, and whether it may come loose from them."""

    joker: Tile
    partners: frozenset[Tile]
    paid: bool


class Bonds:
    """The jokers of the table that stay with a tile of their old meld.

    `partners`: of each bound kind the numbered tiles of the old meld, for every joker on the table. `freed`: those of
    these kinds that may come loose all the same, but only into a meld of rack tiles. `rack`: the tiles of the rack.
    `all`: every joker on the table.
    """

    def __init__(self, position: Position) -> None:
        self.rack = Counter(position.rack)
        rules = position.edition.jokers
        self.all = list(_bonds(position))
        free = {bond.joker for bond in self.all if bond.paid}
        self.freed = free if rules.freed == "rack-set" else set[Tile]()
        loose = set(JOKERS) if rules.frozen else free - self.freed
        bound = {bond.joker for bond in self.all} - loose
        self.partners = {joker: self._partners(joker) for joker in BY_MELDS if joker in bound}
        self._past = position.edition.runs.past_last is not None
        self._sure = self._sure_partners() if _beside_suffices(position) else set[Tile]()
        self._marks, self._every = cache(self._marked), (1 << len(self.all)) - 1

    def _partners(self, joker: Tile) -> list[frozenset[Tile]]:
        return [bond.partners for bond in self.all if bond.joker == joker]

    def losing(self, parts: Sequence[Tiles], *, grows: bool) -> Iterator[int]:
        """The parts of a run in which a joker may lie without a tile of its old meld though the run has one; the last
        with whatever comes to it if that `grows`.

        Of a kind that lies in the old melds of two jokers one tile is not enough: it may be the other's.
        """
        marks, last, every = [self._marks(part) for part in parts], len(parts) - 1, self._every
        for at, (jokers, _, sure) in enumerate(marks):
            partners = 0
            for other, (_, beside, _) in enumerate(marks):
                if other != at:
                    partners |= every if grows and other == last else beside
            if (every if grows and at == last else jokers) & partners & ~sure:
                yield at

    def _marked(self, tiles: Tiles) -> tuple[int, int, int]:
        """A bit for each joker of the table that may be one of these tiles, with a tile of its old meld among them, and
        with one that is enough."""
        jokers, partners, sure = 0, 0, 0
        for at, bond in enumerate(self.all):
            jokers |= (bond.joker in tiles) << at
            partners |= (not bond.partners.isdisjoint(tiles)) << at
            sure |= (not (bond.partners & self._sure).isdisjoint(tiles)) << at
        return jokers, partners, sure

    def _sure_partners(self) -> set[Tile]:
        lying = Counter(tile for bond in self.all for tile in bond.partners)
        return {tile for tile, count in lying.items() if count == 1}

    def able(self, joker: Tile, tiles: Tiles) -> list[int]:
        """The jokers of this kind on the table, by their place in `all`, that may lie in a meld of these tiles."""
        lying = [at for at, bond in enumerate(self.all) if bond.joker == joker]
        return [at for at in lying if self._able(self.all[at], tiles)]

    def _able(self, bond: Bond, tiles: Tiles) -> bool:
        loose = bond.paid and (not self.freed or self._of_rack(tiles))
        return loose or not bond.partners.isdisjoint(tiles)

    def hope(self, asked: Tile | None = None) -> Hope:
        """Whether every joker of the table in a meld may lie there; `asked` is one that does with a tile of its old
        meld."""
        bound = [
            (joker, self.rack[joker], int(joker == asked), [(self._reaches(tiles), tiles) for tiles in partners])
            for joker, partners in self.partners.items()
        ]

        def hope(tiles: Tiles, place: int, colours: str) -> bool:
            for joker, rack, least, partners in bound:
                if joker in tiles and (tied := max(tiles.count(joker) - rack, least)) > 0:
                    for reaches, beside in partners:
                        tied -= place <= reaches[colours] or not beside.isdisjoint(tiles)
                    if tied > 0:
                        return asked is None and self._of_rack(tiles)
            return asked is None or asked in tiles or (place < END[0] and asked != "M")

        return hope

    def _reaches(self, partners: frozenset[Tile]) -> dict[str, int]:
        """The last place in each colour, in all and in none, where one of them can lie."""
        last: dict[str, int] = dict.fromkeys((*COLOURS, COLOURS, END[1]), 0)
        for tile in partners:
            place = 14 if self._past and NUMBER_OF[tile] == 1 else NUMBER_OF[tile]
            for colours in (tile[0], COLOURS):
                last[colours] = max(last[colours], place)
        return last

    def _of_rack(self, tiles: Tiles) -> bool:
        """Whether these are a joker that may be freed, or none, and tiles of the rack."""
        besides = Counter(tiles) - self.rack
        return besides.total() < 2 and self.freed.issuperset(besides)


def _beside_suffices(position: Position) -> bool:
    """Whether nothing is asked of a joker that lies with a tile of its old meld, whichever that is."""
    rules = position.edition.jokers
    return rules.freed != "new-set" and rules.group_needs == "one" and rules.double_needs == "one"


def _bonds(position: Position) -> Iterator[Bond]:
    for meld in position.table:
        partners = frozenset(tile for tile in meld.tiles if not is_joker(tile))
        for at, joker in enumerate(meld.tiles):
            if is_joker(joker):
                yield Bond(joker, partners, _paid(position, meld, at))


def _paid(position: Position, meld: Meld, at: int) -> bool:
    """Whether the rack has to hold nothing, or holds what the joker there stands for."""
    rack, edition = Counter(position.rack), position.edition
    return edition.jokers.retrieval != "rack" or any(
        Counter(tiles) <= rack
        for reading in readings(meld, edition)
        for tiles in pieces(meld.tiles[at], reading.stands[at])
    )
