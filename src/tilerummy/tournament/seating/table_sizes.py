"""How many tables of which size a number of players makes."""

from functools import cache
from typing import NamedTuple


class Sizes(NamedTuple):
    """Table sizes that may be used, and the one to use as often as possible (2 <= least <= prefer <= most <= 6)."""

    prefer: int = 4
    least: int = 2
    most: int = 4


def table_sizes(players: int, sizes: Sizes) -> tuple[int, ...] | None:
    """The sizes of the tables, the largest first; None where these sizes cannot seat exactly so many players.

    As many tables of the preferred size as possible, and the rest one smaller; anything further from it only when it
    cannot be avoided (docs/rules.md 1F): five players sit as 3 + 2, six as 3 + 3.
    """
    found = _best(players, sizes)
    return None if found is None else tuple(sorted(found, reverse=True))


def byes(players: int, sizes: Sizes) -> int:
    """How few players must sit out so that the others can be seated; all of them when nobody can be."""
    return next(out for out in range(players + 1) if table_sizes(players - out, sizes) is not None)


@cache
def _best(players: int, sizes: Sizes) -> tuple[int, ...] | None:
    """Tables beyond a few of unusual size are of the preferred one, so only the rest is searched."""
    most_unusual = 2 * sizes.prefer * sizes.most
    usual = max(0, (players - most_unusual) // sizes.prefer)
    rest = players - usual * sizes.prefer
    best: list[tuple[int, tuple[int, ...]] | None] = [(0, ())]
    for count in range(1, rest + 1):
        options = [
            (before[0] + _cost(size, sizes.prefer), (*before[1], size))
            for size in range(sizes.least, min(sizes.most, count) + 1)
            if (before := best[count - size]) is not None
        ]
        best.append(min(options, default=None))
    found = best[rest]
    return None if found is None else (sizes.prefer,) * usual + found[1]


def _cost(size: int, prefer: int) -> int:
    """One smaller is better than one larger; each further step is worse than any number of nearer ones."""
    if size == prefer:
        return 0
    away = abs(size - prefer)
    further: int = 1000 ** (away - 1)
    return 2 * further if size > prefer else further
