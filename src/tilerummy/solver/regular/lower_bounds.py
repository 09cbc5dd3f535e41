"""Admissible lower bounds for A*: what must at least be left behind at numbers to come, each colour alone.

Each colour is looked at alone: its runs as they are, its groups as if the other colours gave them all their tiles. The
jokers at hand are dealt to the four colours the best way. Nothing real leaves less, so the floor is never too high; nor
does it fall on the way, since what a colour can do alone it can also do one number later.
"""

from functools import cache
from typing import Final

from tilerummy.solver.regular.groups import Vector
from tilerummy.solver.regular.runs import Options, run_states

NEVER: Final = 1 << 56
"""The cost where some tile that has to lie cannot: more than all that can be left behind."""

States = tuple[int, int, int, int]


class LowerBounds:
    """The floors of one search. `ways[number][colour][state]`: see `runs.options`; `columns[number]`: the tiles of the
    four colours; `weights[number]`: the cost of leaving one tile behind."""

    def __init__(
        self, most: int, jokers: int, ways: list[list[list[Options]]], columns: list[Vector], weights: list[int]
    ) -> None:
        behind = [[0 if need == 0 else NEVER] * (jokers + 1) for need in run_states(most).needs]
        self._alone = [[behind] * 4] * 15
        """By number to come, colour, its state and jokers at hand."""
        for number in range(13, 0, -1):
            self._alone[number] = [
                [
                    _alone(choice, columns[number], colour, weights[number], self._alone[number + 1][colour], jokers)
                    for choice in ways[number][colour]
                ]
                for colour in range(4)
            ]
        self._pairs: dict[tuple[int, int, int, int], list[int]] = {}

    def least(self, number: int, states: States, free: int) -> int:
        """The floor before `number` with these runs open and `free` jokers at hand; `NEVER` or more: no way."""
        black, red, blue, yellow = states
        one, other = self._pair(number, 0, black, red), self._pair(number, 2, blue, yellow)
        return min(one[jokers] + other[free - jokers] for jokers in range(free + 1))

    def _pair(self, number: int, colour: int, state: int, next_state: int) -> list[int]:
        """The same for a colour and the next one together, by jokers at hand."""
        key = (number, colour, state, next_state)
        known = self._pairs.get(key)
        if known is None:
            one, other = self._alone[number][colour][state], self._alone[number][colour + 1][next_state]
            known = self._pairs[key] = [
                min(one[jokers] + other[free - jokers] for jokers in range(free + 1)) for free in range(len(one))
            ]
        return known


def _alone(
    choice: Options, column: Vector, colour: int, weight: int, behind: list[list[int]], jokers: int
) -> list[int]:
    """By jokers at hand the least that one colour leaves from a number on; `behind`: the same after that number, by
    state."""
    row = [NEVER] * (jokers + 1)
    for grouped, ways in enumerate(choice.ways):
        asked = group_jokers(column, colour, grouped)
        for way in ways:
            used, left, rest = asked + way.jokers, way.left * weight, behind[way.state]
            for free in range(used, jokers + 1):
                row[free] = min(row[free], left + rest[free - used])
    return row


@cache
def group_jokers(column: Vector, colour: int, grouped: int) -> int:
    """Jokers that so many tiles of a colour in groups ask, whatever the other colours give. Counted for one colour of a
    number only, the first of those with the most tiles: no joker may count twice."""
    if colour != column.index(max(column)):
        return 0
    others = sum(min(grouped, tiles) for other, tiles in enumerate(column) if other != colour)
    return max(0, 2 * grouped - others)
