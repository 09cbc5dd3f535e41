"""What bound jokers cost at least: dual prices of a linear program over the melds in which they may lie.

Every tile has a price, every joker of the table one of its own, such that no meld is worth more than nothing by them,
and no tile that stays more than it costs. What the prices of all tiles come to is lost at least, and what a chosen meld
is worth less than nothing besides (the reduced cost).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, product
from typing import Final

from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.tiles import JOKERS, Tile, is_joker
from tilerummy.solver.every_meld import melds_of
from tilerummy.solver.frozen.bonds import Bonds
from tilerummy.solver.frozen.choices import Choices
from tilerummy.solver.frozen.node import Node, Tiles
from tilerummy.solver.frozen.simplex import Basis

UNIT: Final = 1 << 20
"""One point, or one tile: prices are whole numbers, so that nothing is rounded where it counts."""
NEVER: Final = 1 << 62
"""The cost of what is impossible."""
DEAR: Final = 1024.0
"""What it costs the program to leave a tile that has to be laid."""
NEARLY: Final = 2.0**-16
"""A meld that is worth no more than this is not laid."""
MOST_STEPS: Final = 2000
"""Steps before the program is given up: its prices hold all the same, they only say less."""
Row = Tile | int
"""A kind of tile, or a joker of the table by its place among the bonds."""
Column = tuple[Row, ...]


class Prices:
    """The prices for the tiles of `root`. `costs`: of leaving a tile of the rack. `going`: asked before each step."""

    def __init__(self, root: Node, costs: Mapping[Tile, int], choices: Choices, going: Callable[[], bool]) -> None:
        self.bonds, self.costs = choices.bonds, costs
        melds = list(_melds(root.hand, choices, going))
        columns = list(dict.fromkeys(column for meld in melds for column in _columns(meld.tiles, self.bonds)))
        amounts = _amounts(root.hand, self.bonds)
        self.price = _whole(_worths(amounts, root, costs, columns, going), columns)
        gained = sum(root.may[row] * min(0, self._short(row)) for row in amounts if isinstance(row, str))
        self.all = gained + sum(self.price[row] * amount for row, amount in amounts.items())
        self.reduced = cache(self._reduced)

    def least(self, node: Node) -> int:
        """What this node loses at least, in the objective's own unit; `NEVER` where it cannot be."""
        return self.rounded(self.exact(node))

    def exact(self, node: Node) -> int:
        """The same in parts of a unit."""
        stay = sum(max(0, self._short(tile)) for tile in node.staying)
        return self.all + stay + sum(self.reduced(meld.tiles) for meld in node.melds)

    def rounded(self, exact: int) -> int:
        """The same in whole units."""
        return NEVER if exact >= NEVER // 2 else max(0, -(-exact // UNIT))

    def _reduced(self, tiles: tuple[Tile, ...]) -> int:
        """What a meld is worth less than nothing, its jokers where they are dearest."""
        worths = (sum(map(self.price.__getitem__, column)) for column in _columns(tiles, self.bonds))
        return -max(worths, default=-NEVER)

    def _short(self, tile: Tile) -> int:
        """How much less a tile of the rack is worth than it costs if it stays."""
        return UNIT * self.costs[tile] - self.price[tile] if tile in self.costs else 0


def _melds(hand: Tiles, choices: Choices, going: Callable[[], bool]) -> Iterator[Meld]:
    """All that can be of use."""
    for joker in JOKERS:
        if hand[joker] and going():
            yield from choices.of_table(joker, hand)
        if choices.bonds.rack[joker] and going():
            yield from choices.holding(joker, hand)
    numbered = tuple(tile for tile in hand.elements() if not is_joker(tile))
    yield from melds_of(choices.edition, numbered, choices.cut)


def _columns(tiles: tuple[Tile, ...], bonds: Bonds) -> Iterator[Column]:
    """The meld with each choice of jokers that may lie in it."""
    numbered = tuple(tile for tile in tiles if not is_joker(tile))
    ways = list[Collection[Column]]()
    for joker, count in Counter(filter(is_joker, tiles)).items():
        able: list[Row] = [*bonds.able(joker, tiles), *(joker,) * bonds.rack[joker]]
        ways.append(set(combinations(able, count)))
    for chosen in product(*ways):
        yield sum(chosen, numbered)


def _amounts(hand: Tiles, bonds: Bonds) -> dict[Row, int]:
    """How many there are of each row."""
    amounts: dict[Row, int] = {tile: count for tile, count in hand.items() if not is_joker(tile)}
    amounts |= dict.fromkeys(range(len(bonds.all)), 1)
    return amounts | {joker: bonds.rack[joker] for joker in JOKERS if bonds.rack[joker]}


def _worths(
    amounts: dict[Row, int], root: Node, costs: Mapping[Tile, int], columns: Iterable[Column], going: Callable[[], bool]
) -> dict[Row, float]:
    """The simplex method: the column that is worth most is laid next, until none is worth more than nothing."""
    at = {row: place for place, row in enumerate(amounts)}
    mixed = [row for row in amounts if isinstance(row, str) and row in costs and not is_joker(row) and root.must[row]]
    leave = [float(costs[row]) if row in costs and row not in mixed else DEAR for row in amounts]  # type: ignore[index]
    basis = Basis([*leave, *(0.0 for _ in mixed)], [*amounts.values(), *(root.may[row] for row in mixed)])
    stays = [({place: 1}, cost) for place, cost in enumerate(basis.costs)]
    stays += [({at[row]: 1, len(at) + i: 1}, float(costs[row])) for i, row in enumerate(mixed)]
    laid = [tuple(at[row] for row in column) for column in columns]
    for _ in range(MOST_STEPS):
        worth = basis.worth
        gain, meld = max(((sum(map(worth.__getitem__, places)), places) for places in laid), default=(0.0, ()))
        column, cost = dict(Counter(meld)), 0.0
        for places, costing in stays:
            spared = sum(worth[place] for place in places) - costing
            if spared > gain:
                gain, column, cost = spared, places, costing
        if gain <= NEARLY or not going() or not basis.enter(column, cost):
            break
    return dict(zip(amounts, basis.worth, strict=False))


def _whole(worths: dict[Row, float], columns: Iterable[Column]) -> dict[Row, int]:
    """Whole prices, so much lower that no meld is worth more than nothing: each has three tiles or more."""
    price = {row: int(UNIT * worth) for row, worth in worths.items()}
    most = max((sum(map(price.__getitem__, column)) for column in columns), default=0)
    return {row: each - max(0, -(-most // 3)) for row, each in price.items()}
