"""How many hands can be laid out whole, counted exactly: the question of van Rijn, Takes and Vis (arXiv 1604.07553) for
any numbers, suits and copies, without jokers.

From number to number all that matters of a hand so far is which lengths its unfinished runs may have. A hand is laid
out in many ways, so the state is the set of all of them; hands that lead to the same set are counted together.
"""

from collections import Counter
from functools import cache
from itertools import combinations, permutations, product
from math import comb

LEAST = 3
"""Tiles of the shortest run or group; a run that long may end, or go on as if it had just begun to be whole."""
Runs = tuple[tuple[int, ...], ...]
"""By suit the lengths of its runs that end at the last number, in order, one for each copy; 0: none."""
Ways = frozenset[Runs]


def winning(numbers: int, suits: int, copies: int, most: int) -> list[int]:
    """By their size, from 0 to `most` tiles, how many different hands can be laid out whole."""
    counts: dict[tuple[Ways, int], int] = {(frozenset({((0,) * copies,) * suits}), 0): 1}
    for _ in range(numbers):
        after: Counter[tuple[Ways, int]] = Counter()
        for (ways, size), count in counts.items():
            for held in product(range(copies + 1), repeat=suits):
                if size + sum(held) <= most and (then := _after(ways, held)):
                    after[_renamed(then), size + sum(held)] += count
        counts = after
    found = [0] * (most + 1)
    for (ways, size), count in counts.items():
        found[size] += count * any(all(run in (0, LEAST) for suit in way for run in suit) for way in ways)
    return found


def hands(numbers: int, suits: int, copies: int, size: int) -> int:
    """How many different hands of that size there are: copies of a tile are alike."""
    kinds = numbers * suits
    return sum(
        (-1) ** over * comb(kinds, over) * comb(kinds + size - over * (copies + 1) - 1, size - over * (copies + 1))
        for over in range(size // (copies + 1) + 1)
    )


@cache
def _after(ways: Ways, held: tuple[int, ...]) -> Ways:
    """The ways to go on with so many tiles of the next number in each suit: some in runs, the others in groups."""
    return frozenset(
        then
        for in_runs in product(*(range(count + 1) for count in held))
        if _groups(tuple(count - used for count, used in zip(held, in_runs, strict=True)))
        for way in ways
        for then in product(*(_longer(runs, used) for runs, used in zip(way, in_runs, strict=True)))
    )


@cache
def _groups(left: tuple[int, ...]) -> bool:
    """Whether tiles of one number, so many in each suit, make groups of three suits or more."""
    tiles, most = sum(left), max(left, default=0)
    return any(most <= groups <= tiles // LEAST and tiles <= groups * len(left) for groups in range(tiles + 1))


@cache
def _longer(runs: tuple[int, ...], tiles: int) -> tuple[tuple[int, ...], ...]:
    """The runs of a suit after so many tiles of the next number: those go on, the others end, if they may."""
    found = set[tuple[int, ...]]()
    for go_on in combinations(range(len(runs)), tiles):
        if all(run in (0, LEAST) for at, run in enumerate(runs) if at not in go_on):
            longer = [min(LEAST, runs[at] + 1) if at in go_on else 0 for at in range(len(runs))]
            found.add(tuple(sorted(longer)))
    return tuple(found)


@cache
def _renamed(ways: Ways) -> Ways:
    """The same ways with the suits in an order of their own, which changes no number of hands."""
    orders = permutations(range(len(next(iter(ways)))))
    return frozenset(min(tuple(sorted(tuple(way[suit] for suit in order) for way in ways)) for order in orders))
