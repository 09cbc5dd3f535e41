"""Preprocessing: an upper bound on the tiles of a kind that can lie at all, which spares the search what is hopeless.

A tile lies in a run through its number or in a group of its number. Each use of a neighbour, of another colour or of a
joker is counted as if the others left it alone, so the bound never forbids what is possible.
"""

from functools import cache

Row = list[int]


@cache
def runs_through(below_two: int, below: int, above: int, above_two: int, jokers: int, most: int) -> int:
    """Most runs through one number, from the tiles of its colour at the four numbers around it (-1: no such number)."""
    best = 0
    for ending in range(most + 1):
        for middle in range(most + 1 - ending):
            for starting in range(most + 1 - ending - middle):
                wanted = (
                    (ending, below_two),
                    (ending + middle, below),
                    (middle + starting, above),
                    (starting, above_two),
                )
                if any(want and have < 0 for want, have in wanted):
                    continue
                if sum(max(0, want - max(have, 0)) for want, have in wanted) <= jokers:
                    best = max(best, ending + middle + starting)
    return best


@cache
def groups_with(first: int, second: int, third: int, jokers: int, most: int) -> int:
    """Most groups with one colour, from the tiles of the three other colours with its number."""
    best = 0
    for groups in range(1, most + 1):
        if min(first, groups) + min(second, groups) + min(third, groups) + jokers >= 2 * groups:
            best = groups
    return best


def usable(here: list[Row], jokers: int, most: int) -> list[Row]:
    """Per colour and number (index 1-13, index 14 and 15 empty) how many of the tiles `here` can lie at all."""
    rows = [row[:] for row in here]
    black, red, blue, yellow = rows
    for number in range(1, 14):
        for row, others in ((black, (red, blue, yellow)), (red, (black, blue, yellow)),
                            (blue, (black, red, yellow)), (yellow, (black, red, blue))):  # fmt: skip
            if row[number] == 0:
                continue
            most_runs = runs_through(
                row[number - 2] if number > 2 else -1,
                row[number - 1] if number > 1 else -1,
                row[number + 1] if number < 13 else -1,
                row[number + 2] if number < 12 else -1,
                jokers,
                most,
            )
            if most_runs < row[number]:
                first, second, third = others
                bound = most_runs + groups_with(first[number], second[number], third[number], jokers, most)
                row[number] = min(row[number], bound)
    return rows
