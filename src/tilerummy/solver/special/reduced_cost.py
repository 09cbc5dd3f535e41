"""The reduced-cost bound: a lower bound on the loss from dual prices under which no meld has a negative reduced cost.

All tiles that are left are sold at their prices. Melds still to come pay nothing or more for theirs, and open runs and
groups at least what they still have to; a tile that stays on the rack pays what it costs to leave it. What is paid
beyond the prices is not needed, but what the prices of all that is left lack is lost.
"""

from collections.abc import Sequence

from tilerummy.solver.special.groups import Reals
from tilerummy.solver.special.pricing import BORDER, CROSSING, DOUBLE, JOKER, MIRRORED, Prices
from tilerummy.solver.special.runs import Stock
from tilerummy.solver.special.two_colour import AllRuns, Runs


class ReducedCostBound:
    """The sale of the tiles of one search: `must` of them have to be laid, and it costs `leave` to leave another."""

    def __init__(self, prices: Prices, must: Sequence[int], leave: Sequence[int]) -> None:
        self.prices, self.price = prices, prices.price
        self.spare_mirrors = prices.tiles[MIRRORED] - must[MIRRORED]
        self.ahead = [0] * 66
        """By steps of the search: what the numbered tiles still to come lack."""
        for at in range(64, -1, -1):
            kind = at % 5 * 13 + at // 5
            lack = 0
            if at % 5 < 4:
                here, price = prices.tiles[kind], self.price[kind]
                lack = (here - must[kind]) * min(0, leave[kind] + price) - here * price
            self.ahead[at] = self.ahead[at + 1] + lack
        self.rest: dict[tuple[int, int, Runs], int] = {}

    def lost(self, at: int, runs: AllRuns, borders: Runs, reals: Reals, left: Stock) -> int:
        """What is lost at least after a state of the search; below 0 says nothing. `left`: the jokers not yet used."""
        passed, colours = divmod(at, 5)
        price = self.price
        lost = self.ahead[at]
        for colour in range(4):
            lost += self._rest(passed + (colour < colours), colour, runs[colour])
            if reals[colour]:
                lost -= reals[colour] * price[colour * 13 + passed]
        for run in borders:
            lost += self.prices.rest_of(run, passed + 1, CROSSING)
        lost -= left.regular * price[JOKER] + left.doubles * price[DOUBLE] + left.borders * price[BORDER]
        return lost - left.mirrors * price[MIRRORED] + min(self.spare_mirrors, left.mirrors) * min(0, price[MIRRORED])

    def _rest(self, number: int, colour: int, runs: Runs) -> int:
        key = (number, colour, runs)
        known = self.rest.get(key)
        if known is None:
            known = self.rest[key] = sum(self.prices.rest_of(run, number, colour) for run in runs)
        return known
