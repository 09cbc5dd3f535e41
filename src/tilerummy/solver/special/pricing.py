"""The pricing problem of column generation: the meld of least reduced cost, as a dynamic program over open runs.

Where no meld pays less than nothing, prices tell what must at least be lost: see `reduced_cost.py`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tilerummy.solver.special.runs import COVERED, ENTERED, LENGTH, MIRROR, REAL, SIDES, SIDES_AT

JOKER, DOUBLE, BORDER, MIRRORED = 52, 53, 54, 55
CROSSING: Final = 4
"""The colour of a run whose last tile is a two-colour joker."""
PLAIN: Final = 3
"""Stands where a mirror run has the number of its sides that a double joker covers at the next number (0-2)."""
FAR: Final = 1 << 56
"""The price of what is impossible."""

Kinds = tuple[int, ...]
Open = tuple[int, int, int, int]
"""An open run: sides covered or `PLAIN`, how many tiles more it needs (0-3; a mirror run: numbers), and the number and
colour that it has reached."""
Way = tuple[int, Kinds, Open | None]
"""A meld, or the rest of one: what it pays, the kinds it takes next, and the run that is open after them."""


class Prices:
    """Prices of the 56 kinds, of which there are so many `tiles`.

    The melds are a little more than the rules allow: a run takes as many jokers as it likes, a mirror run asks nothing
    of the number in its middle, and where `any_colours` a mirror group may take one tile on both sides.
    """

    def __init__(self, price: Sequence[int], tiles: Sequence[int], any_colours: bool) -> None:
        self.price, self.tiles, self.any_colours = price, tiles, any_colours
        self.rest = [[[[FAR] * 5 for _ in range(16)] for _ in range(4)] for _ in range(4)]
        """The least that open runs still pay, by the parts of `Open`."""
        for number in range(13, -1, -1):
            for covered in (PLAIN, 0, 1, 2):
                taken = [self._taken(covered, number + 1, colour) for colour in range(4)]
                for need in range(4):
                    self._reach(covered, need, number, taken)

    def _taken(self, covered: int, number: int, colour: int) -> list[int]:
        """By need afterwards: the least that a run pays for what it takes at `number`, but for two-colour jokers, and
        behind."""
        if number > 13:
            return [FAR] * 4
        kind = colour * 13 + number - 1
        one, double = min(self.price[kind], self.price[JOKER]), self.price[DOUBLE]
        if covered == PLAIN:
            return [min(one + by[number][colour], double + by[number + 1][colour]) for by in self.rest[PLAIN]]
        bare, half, full = ([by[number][colour] for by in self.rest[at]] for at in range(3))
        if covered == 2:
            return bare
        if covered == 1:
            return [min(one + bare[need], double + half[need]) for need in range(4)]
        both = one + (one if self.tiles[kind] > 1 else self.price[JOKER])
        return [min(both + bare[need], one + double + half[need], 2 * double + full[need]) for need in range(4)]

    def _reach(self, covered: int, need: int, number: int, taken: list[list[int]]) -> None:
        """Fill in the runs that have reached `number`, given what they pay for what they take at the next."""
        least, after = FAR, max(0, need - 1)
        if covered in (PLAIN, 0):
            crossing = self.price[BORDER] * (1 if covered else 2) + self.rest[covered][after][number + 1][CROSSING]
            least = min(crossing, FAR if need else 0)
        row = [min(least, by_need[after]) for by_need in taken]
        self.rest[covered][need][number] = [*row, min(row)]

    def cheapest(self) -> tuple[int, Kinds]:
        """The least that a meld pays, and its kinds (of a mirror group twice)."""
        best: Way = (FAR, (), None)
        for number in range(1, 14):
            ways = [self._way((), (PLAIN, 3, number - 1, colour)) for colour in range(4)]
            ways += [self._way((MIRRORED,), (0, 2, number - 1, colour)) for colour in range(4)]
            for way in (*ways, *self._groups(number)):
                if way[0] < best[0]:
                    best = way
        least, kinds, behind = best
        while behind:
            covered, need, number, colour = behind
            rest = self.rest[covered][need][number][colour]
            _, more, behind = next(way for way in self._ways(behind) if way[0] == rest)
            kinds += more
        return least, kinds

    def _ways(self, run: Open) -> Iterator[Way]:
        """What an open run can do next."""
        covered, need, number, colour = run
        if not need and covered in (PLAIN, 0):
            yield 0, (), None
        need, number = max(0, need - 1), number + 1
        if covered in (PLAIN, 0):
            yield self._way((BORDER,) * (1 if covered else 2), (covered, need, number, CROSSING))
        for entered in range(4) if colour == CROSSING else (colour,):
            kind = entered * 13 + number - 1
            tile = kind if self.price[kind] <= self.price[JOKER] else JOKER
            if covered == PLAIN:
                yield self._way((tile,), (PLAIN, need, number, entered))
                yield self._way((DOUBLE,), (PLAIN, need, number + 1, entered))
            elif covered == 2:
                yield self._way((), (0, need, number, entered))
            elif covered == 1:
                yield self._way((tile,), (0, need, number, entered))
                yield self._way((DOUBLE,), (1, need, number, entered))
            else:
                yield self._way((tile, tile if self.tiles[kind] > 1 else JOKER), (0, need, number, entered))
                yield self._way((tile, DOUBLE), (1, need, number, entered))
                yield self._way((DOUBLE, DOUBLE), (2, need, number, entered))

    def _way(self, kinds: Kinds, behind: Open) -> Way:
        covered, need, number, colour = behind
        return self._sum(kinds) + self.rest[covered][need][number][colour], kinds, behind

    def _groups(self, number: int) -> Iterator[Way]:
        """The groups that may pay least; a mirror group twice, for half a double joker lies on each side."""
        first, second, third, fourth = sorted(range(number - 1, 52, 13), key=self.price.__getitem__)
        groups: tuple[Kinds, ...] = (
            (first, second, third),
            (first, second, third, fourth),
            (first, second, JOKER),
            (first, second, DOUBLE),
            (first, JOKER, JOKER),
            (first, JOKER, DOUBLE),
        )
        joker: Kinds = (DOUBLE,) if self.price[DOUBLE] < 2 * self.price[JOKER] else (JOKER, JOKER)
        pairs: list[Kinds] = [joker * 2]
        for kind in range(number - 1, 52, 13):
            both = self.tiles[kind] > 1 or self.any_colours
            pairs.append((kind,) * 4 if both else (kind, kind, *joker))
        pairs.sort(key=self._sum)
        mirrored: Kinds = (MIRRORED, MIRRORED, *pairs[0])
        for pair in pairs[1:]:
            mirrored += pair if self._sum(pair) < 0 else ()
        for kinds in (*groups, mirrored):
            yield self._sum(kinds), kinds, None

    def _sum(self, kinds: Kinds) -> int:
        return sum(self.price[kind] for kind in kinds)

    def rest_of(self, run: int, number: int, colour: int) -> int:
        """The least that a run of the search still pays after `number`; `colour` may be `CROSSING`."""
        length = run & LENGTH
        if run & MIRROR:
            need = 1 if run & ENTERED or length < 2 else 0
            return self.rest[(run & SIDES) >> SIDES_AT][need][number][colour]
        need = max(3 - length, 0 if run & REAL else 1, 1 if run & ENTERED else 0)
        return self.rest[PLAIN][need][number + (1 if run & COVERED else 0)][colour]
