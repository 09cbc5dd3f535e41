"""The revised simplex method: the columns of a linear program's solution, and the worth of a tile of each row."""

from collections.abc import Sequence
from typing import Final

TINY: Final = 2.0**-30

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
