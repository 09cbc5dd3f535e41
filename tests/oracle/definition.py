"""What a best play is, in its shortest form: dynamic programming over the numbers, after van Rijn, Takes and Vis.

The searches of `solver/regular` and of the kernel are faster forms of this. For free melds and at most two jokers.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from tilerummy.rules.tiles import COLOURS, Tile

Runs = tuple[int, ...]
"""The runs of a colour that reach the number before: their lengths, 3 for three and more."""
NOTHING = float("-inf")


class Way(NamedTuple):
    """What a colour does at a number: the runs that reach it, jokers in them, tiles in groups, numbered tiles used."""

    runs: Runs
    jokers: int
    grouped: int
    used: int


def most_tiles(table: Sequence[Tile], rack: Sequence[Tile]) -> int | None:
    """The most tiles of the rack that can be laid where all of the table stays; None where that cannot be."""
    there, all_ = Counter(table), Counter((*table, *rack))
    jokers = all_["J"]

    @cache
    def most(number: int, runs: tuple[Runs, ...], left: int) -> float:
        if number == 14:
            whole = all(length == 3 for colour in runs for length in colour)
            return jokers - left if whole and jokers - left >= there["J"] else NOTHING
        tiles = [f"{colour}{number}" for colour in COLOURS]
        options = [list(ways(runs[at], there[tile], all_[tile], left)) for at, tile in enumerate(tiles)]
        found = NOTHING
        for chosen in product(*options):
            for more in group_jokers([way.grouped for way in chosen], left - sum(way.jokers for way in chosen)):
                after = left - more - sum(way.jokers for way in chosen)
                used = sum(way.used for way in chosen)
                found = max(found, used + most(number + 1, tuple(way.runs for way in chosen), after))
        return found

    laid = most(1, ((),) * 4, jokers)
    return None if laid == NOTHING else int(laid) - len(table)


def ways(runs: Runs, least: int, most: int, jokers: int) -> Iterator[Way]:
    """All that a colour can do: short runs go on, others may, new ones may begin, the rest is in groups."""
    short, long = [length for length in runs if length < 3], runs.count(3)
    for going_on, begun in product(range(long + 1), range(most + jokers + 1)):
        through = len(short) + going_on + begun
        after = tuple(sorted([length + 1 for length in short] + [3] * going_on + [1] * begun))
        for filled, grouped in product(range(min(jokers, through) + 1), range(most + 1)):
            used = through - filled + grouped
            if least <= used <= most:
                yield Way(after, filled, grouped, used)


def group_jokers(grouped: Sequence[int], jokers: int) -> Iterator[int]:
    """How many jokers can fill groups of these many tiles of each colour, so that each has three or four."""
    for more in range(jokers + 1):
        size = sum(grouped) + more
        if any(3 * groups <= size <= 4 * groups and max(grouped) <= groups for groups in range(size // 3 + 1)):
            yield more
