"""Column generation by the revised simplex method: dual prices for the greatest provable loss.

The program lays parts of melds too, so it loses no more than any play. Its steps are those of the simplex method: the
prices follow from the melds it lays, and the cheapest meld by these prices is laid next, until none is cheaper than
nothing. The numbers are floats; the kernel calculates them in the same order.
"""

from collections.abc import Sequence
from typing import Final

from tilerummy.solver.limits import Limits
from tilerummy.solver.special.bounds import LOSS
from tilerummy.solver.special.pricing import JOKER, MIRRORED, Prices

DEAR: Final = 256.0
"""What it costs, in units of `LOSS`, to leave a tile that has to be laid."""
ABSENT: Final = 1 << 53
"""The price of a kind of which there is no tile: no meld is so dear that it would be cheaper than nothing with one."""
NEARLY: Final = 1 << 16
"""A meld that is cheaper than nothing by no more than this is not laid."""
MARGIN: Final = 1 << 20
"""What is added to the prices in the end, so that what was rounded makes no meld cheaper than nothing."""
MOST: Final = 4096.0
TINY: Final = 2.0**-30
MOST_STEPS: Final = 1000
"""Steps before the program is given up."""

Column = dict[int, int]
"""Numbers of tiles by row."""


class Basis:
    """The columns of a solution, at first the one of leaving a tile of each row.

    `costs`: of leaving a tile of each row; `amounts`: how much is laid, or left, of each column of the solution,
    `inverse`: of the matrix of these columns, `worth`: of a tile of each row.
    """

    def __init__(self, costs: Sequence[float], amounts: Sequence[int]) -> None:
        self.costs = list(costs)
        # a little more of everything, of each another part, so that no two columns are used up at once
        self.amounts = [amount + (row * 37 % 101 + 1) / 65536 for row, amount in enumerate(amounts)]
        size = len(amounts)
        self.inverse = [[1.0 if row == column else 0.0 for column in range(size)] for row in range(size)]
        self.worth = self.costs[:]

    def enter(self, column: Column, cost: float) -> bool:
        """Lay, or leave, as much as possible of a column; False where it has no end."""
        gain, leaving, least = cost, -1, 0.0
        for row, number in column.items():
            gain -= self.worth[row] * number
        change = [0.0] * len(self.costs)
        for row, line in enumerate(self.inverse):
            for at, number in column.items():
                change[row] += line[at] * number
            if change[row] > TINY:
                ratio = self.amounts[row] / change[row]
                if leaving < 0 or ratio < least:
                    leaving, least = row, ratio
        if leaving < 0:
            return False
        pivot = change[leaving]
        entered = self.inverse[leaving] = [entry / pivot for entry in self.inverse[leaving]]
        for row, part in enumerate(change):
            if row != leaving and part:
                line = self.inverse[row]
                self.inverse[row] = [entry - part * other for entry, other in zip(line, entered, strict=True)]
                self.amounts[row] -= part * least
        self.amounts[leaving] = least
        self.worth = [worth + gain * entry for worth, entry in zip(self.worth, entered, strict=True)]
        return True


class Program(Basis):
    """A row for every kind of which there are tiles, and one more for every kind of which only `some` may stay.

    `leave`: what it costs to leave one of `some`.
    """

    def __init__(self, must: Sequence[int], tiles: Sequence[int], leave: Sequence[int]) -> None:
        self.kinds = [kind for kind in range(56) if tiles[kind]]
        self.some = [row for row, kind in enumerate(self.kinds) if kind < JOKER and 0 < must[kind] < tiles[kind]]
        self.leave = [leave[self.kinds[row]] / LOSS for row in self.some]
        costs = [0.0] * (len(self.kinds) + len(self.some))
        for row, kind in enumerate(self.kinds):
            if must[kind] and (kind < JOKER or kind == MIRRORED):
                costs[row] = DEAR
            elif kind < JOKER:
                costs[row] = leave[kind] / LOSS
        amounts = [tiles[kind] for kind in self.kinds]
        amounts += [tiles[self.kinds[row]] - must[self.kinds[row]] for row in self.some]
        super().__init__(costs, amounts)

    def prices(self) -> list[int]:
        """The prices that follow from the solution: the less, the more a tile is worth."""
        price = [ABSENT] * 56
        for row, kind in enumerate(self.kinds):
            price[kind] = max(0 if JOKER <= kind < MIRRORED else -_whole(DEAR), -_whole(self.worth[row]))
        return price

    def spare(self) -> tuple[int, Column, float]:
        """The tile that is best left: what that gains (0 or less), its column, and its cost."""
        best: tuple[int, Column, float] = (0, {0: 1}, 0.0)
        ways: list[tuple[float, Column]] = [(cost, {row: 1}) for row, cost in enumerate(self.costs)]
        for at, row in enumerate(self.some):
            ways.append((self.leave[at], {row: 1, len(self.kinds) + at: 1}))
        for cost, column in ways:
            left = cost
            for row in column:
                left -= self.worth[row]
            gain = _whole(left)
            if gain < best[0]:
                best = (gain, column, cost)
        return best

    def meld(self, kinds: Sequence[int]) -> Column:
        """The column of a meld."""
        column: Column = {}
        for kind in kinds:
            row = self.kinds.index(kind)
            column[row] = column.get(row, 0) + 1
        return column


def _whole(cost: float) -> int:
    """A cost in units of `LOSS` as a whole number, within bounds that no true one reaches."""
    return int(max(-MOST, min(MOST, cost)) * LOSS)


def find_prices(
    must: Sequence[int], tiles: Sequence[int], leave: Sequence[int], any_colours: bool, limits: Limits
) -> Prices | None:
    """The prices for these tiles, `must` of which have to be laid; None where none were found in time. A step spends
    as much as a state."""
    program = Program(must, tiles, leave)
    for _ in range(MOST_STEPS):
        prices = Prices(program.prices(), tiles, any_colours)
        price, kinds = prices.cheapest()
        gain, column, cost = program.spare()
        if price < gain:
            gain, column, cost = price, program.meld(kinds), 0.0
        if gain >= -NEARLY:
            raised = [each + (0 if JOKER <= kind < MIRRORED else MARGIN) for kind, each in enumerate(prices.price)]
            found = Prices(raised, tiles, any_colours)
            return found if found.cheapest()[0] >= 0 else None
        if not limits.count_node() or not program.enter(column, cost):
            return None
    return None
