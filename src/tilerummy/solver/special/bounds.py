"""Admissible lower bounds: the loss to come by tiles that can lie in no meld unless a joker lies beside them.

A tile for which there is no meld without joker lies, if at all, next to a joker, or next to one that is next to it. So
every joker that is left can save the tiles of a few places and no more; what the jokers left cannot save is lost.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tilerummy.solver.regular.usable_tiles import groups_with, runs_through

LOSS_BITS: Final = 40
LOSS: Final = 1 << LOSS_BITS
"""What the objective counts weighs so much in a cost; what only decides between equals weighs less altogether."""
NEVER = 1 << 55
"""The cost of a tile that has to be laid and cannot be: more than all that can be left behind."""
MOST_OPEN = 7
"""More open runs than this help no more tiles: there are no more copies."""


class Saved(NamedTuple):
    """The most that one more joker J D C M can save, and what a regular joker can save besides where there is a mirror
    joker: the tile on the other side."""

    regular: int
    doubles: int
    borders: int
    mirrors: int
    mirrored: int


class Ahead:
    """The costs of what lies ahead, for the tiles of one search (counts of the 52 numbered kinds)."""

    def __init__(self, must: Sequence[int], tiles: Sequence[int], leave: Sequence[int], any_colours: bool) -> None:
        self.must, self.tiles, self.leave, self.any_colours = must, tiles, leave, any_colours
        self.rows = [[0, *tiles[colour * 13 : colour * 13 + 13], 0, 0, 0] for colour in range(4)]
        self.most = max(map(max, self.rows))
        self.lost = [self._lost(colour) for colour in range(4)]
        """By colour, numbers passed and open runs (0-7): what is lost without jokers."""
        self.worst = [[0, *(self._worst(colour, number) for number in range(1, 14))] for colour in range(4)]
        """By colour and number: the cost of the dearest tile that is lost without jokers."""
        self.saved = [self._saved(passed) for passed in range(14)]
        """By numbers passed."""

    def _lost(self, colour: int) -> list[list[int]]:
        row = self.rows[colour]
        # no runs open: the tiles before count as they are
        tail = [0] * 18
        for number in range(13, 0, -1):
            two = row[number - 2] if number > 2 else 0
            tail[number] = tail[number + 1] + self._hopeless_cost(colour, number, two, row[number - 1])
        return [
            [
                tail[passed + 3]
                + self._hopeless_cost(colour, passed + 1, runs, runs)
                + self._hopeless_cost(colour, passed + 2, runs, row[passed + 1])
                for runs in range(MOST_OPEN + 1)
            ]
            for passed in range(15)
        ]

    def _hopeless_cost(self, colour: int, number: int, two_before: int, before: int) -> int:
        if number > 13:
            return 0
        kind = colour * 13 + number - 1
        lost = self._hopeless(colour, number, two_before, before)
        may = self.tiles[kind] - self.must[kind]
        return min(lost, may) * self.leave[kind] + max(0, lost - may) * NEVER

    def _hopeless(self, colour: int, number: int, two_before: int, before: int) -> int:
        """How many tiles lie in no meld without joker, with so many runs (or tiles) at the two numbers before: a mirror
        run that is open needs no second one, so runs count even where there is no such number."""
        row, here = self.rows[colour], self.rows[colour][number]
        if not here:
            return 0
        runs = runs_through(
            two_before,
            before,
            row[number + 1] if number < 13 else -1,
            row[number + 2] if number < 12 else -1,
            0,
            self.most,
        )
        first, second, third = (self.rows[other][number] for other in range(4) if other != colour)
        return max(0, here - runs - groups_with(first, second, third, 0, self.most))

    def _worst(self, colour: int, number: int) -> int:
        # no run open before: then the most tiles are lost
        lost = self._hopeless(colour, number, 0, 0)
        kind = colour * 13 + number - 1
        if not lost:
            return 0
        return NEVER if lost > self.tiles[kind] - self.must[kind] else self.leave[kind]

    def _saved(self, passed: int) -> Saved:
        """Where jokers lie best at the numbers after `passed`.

        In a run a joker has two tiles on each side at most that need it (three would do without), in a group two; a
        mirror joker has the last two numbers of a run or two colours of a group, on both sides.
        """
        regular = doubles = borders = mirrors = mirrored = 0
        for at in range(passed + 1, 14):
            below = above = 0
            tiles: list[int] = []
            pairs: list[int] = []
            for colour in range(4):
                here = self._at(colour, at, passed)
                before = self._at(colour, at - 1, passed) + self._at(colour, at - 2, passed)
                behind = self._at(colour, at + 1, passed) + self._at(colour, at + 2, passed)
                further = self._at(colour, at + 2, passed) + self._at(colour, at + 3, passed)
                regular = max(regular, before + behind)
                doubles = max(doubles, before + further)
                below, above, mirrored = max(below, before), max(above, behind), max(mirrored, here)
                pair = self._pair(colour, at, passed)
                mirrors = max(mirrors, pair + self._pair(colour, at + 1, passed))
                tiles.append(here)
                pairs.append(pair)
            tiles.sort()
            pairs.sort()
            borders = max(borders, below + above)
            regular, doubles = max(regular, tiles[2] + tiles[3]), max(doubles, tiles[2] + tiles[3])
            mirrors = max(mirrors, 2 * sum(tiles) if self.any_colours else pairs[2] + pairs[3])
        return Saved(regular, doubles, borders, mirrors, mirrored)

    def _at(self, colour: int, number: int, passed: int) -> int:
        return self.worst[colour][number] if passed < number < 14 else 0

    def _pair(self, colour: int, number: int, passed: int) -> int:
        """What two tiles of a kind are worth, where there are two."""
        two = passed < number < 14 and self.tiles[colour * 13 + number - 1] > 1
        return 2 * self.worst[colour][number] if two else 0
