"""What ties jokers of the table to the tiles of their old melds, as far as kinds of tiles tell.

Where melds are free, but a joker only comes loose when it is paid for from the rack, or into rack tiles alone, most
jokers cannot. They stay with a numbered tile of their old meld, so few melds can hold them.
"""

from collections import Counter
from typing import Final

from tilerummy.rules.judge.joker_images import pieces
from tilerummy.rules.melds.readings import readings
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import COLOURS, JOKERS, NUMBER_OF, Tile, is_joker
from tilerummy.solver.every_meld import END, Hope

BY_MELDS: Final = "MJDC"
"""Kinds of jokers, those first that few melds can hold."""
Tiles = tuple[Tile, ...]


class Bonds:
    """The jokers of the table that stay with a tile of their old meld.

    `partners`: of each bound kind the numbered tiles of the old meld, for every joker on the table. `freed`: those of
    these kinds that may come loose all the same, but only into a meld of rack tiles. `rack`: the tiles of the rack.
    """

    def __init__(self, position: Position) -> None:
        self.rack = Counter(position.rack)
        rules = position.edition.jokers
        free = {joker for joker in JOKERS if rules.retrieval != "rack" or self._paid(joker, position)}
        self.freed = free if rules.freed == "rack-set" else set[Tile]()
        loose = set(JOKERS) if rules.sets == "frozen" else free - self.freed
        self.partners = {joker: _partners(joker, position) for joker in BY_MELDS if joker not in loose}
        self._past = position.edition.runs.past_last is not None

    def _paid(self, joker: Tile, position: Position) -> bool:
        """Whether the rack holds what a joker of this kind on the table stands for."""
        return any(
            Counter(tiles) <= self.rack
            for meld in position.table
            if joker in meld.tiles
            for reading in readings(meld, position.edition)
            for tile, stands in zip(meld.tiles, reading.stands, strict=True)
            if tile == joker
            for tiles in pieces(joker, stands)
        )

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
                        tied -= any(place <= reaches[c] for c in colours) or not beside.isdisjoint(tiles)
                    if tied > 0:
                        return asked is None and self._of_rack(tiles)
            return asked is None or asked in tiles or (place < END[0] and asked != "M")

        return hope

    def _reaches(self, partners: frozenset[Tile]) -> dict[str, int]:
        """The last place in each colour where one of them can lie."""
        last = dict.fromkeys(COLOURS, 0)
        for tile in partners:
            place = 14 if self._past and NUMBER_OF[tile] == 1 else NUMBER_OF[tile]
            last[tile[0]] = max(last[tile[0]], place)
        return last

    def _of_rack(self, tiles: Tiles) -> bool:
        """Whether these are a joker that may be freed, or none, and tiles of the rack."""
        besides = Counter(tiles) - self.rack
        return besides.total() < 2 and self.freed.issuperset(besides)


def _partners(joker: Tile, position: Position) -> list[frozenset[Tile]]:
    lying = [meld.tiles for meld in position.table for tile in meld.tiles if tile == joker]
    return [frozenset(tile for tile in tiles if not is_joker(tile)) for tiles in lying]
