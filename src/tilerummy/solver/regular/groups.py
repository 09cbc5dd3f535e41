"""Groups of one number: which tiles of the four colours can lie in groups together, and with how many jokers.

With real tiles g of the four colours, k = max(g) groups are enough: no group repeats a colour, and jokers fill up what
is missing to three tiles each.
"""

from functools import cache, lru_cache
from itertools import product

Vector = tuple[int, int, int, int]


@cache
def vectors(here: Vector, jokers: int, like: Vector) -> tuple[tuple[int, Vector], ...]:
    """The tiles that can be given to groups, with the fewest jokers that takes; fewer jokers first, then the more alike
    to `like` (in tiles to add or to take), then more tiles of the earlier colours."""
    found: list[tuple[int, Vector]] = []
    for a, b, c, d in _choices(here):
        needed = max(0, 3 * max(a, b, c, d) - (a + b + c + d))
        if needed <= jokers:
            found.append((needed, (a, b, c, d)))
    return tuple(sorted(found, key=lambda entry: (entry[0], unlike(entry[1], like))))


@lru_cache(maxsize=1 << 15)
def vectors_among(
    here: Vector, jokers: int, like: Vector, possible: tuple[int, int, int, int]
) -> tuple[tuple[int, Vector], ...]:
    """Those of `vectors` with only such numbers of tiles of a colour as are `possible`: bit n for n tiles."""
    return tuple(
        (needed, tiles)
        for needed, tiles in vectors(here, jokers, like)
        if all(bits >> count & 1 for bits, count in zip(possible, tiles, strict=True))
    )


def unlike(tiles: Vector, like: Vector) -> int:
    """Tiles to add or take to make the one the other."""
    return sum(abs(one - other) for one, other in zip(tiles, like, strict=True))


@cache
def placed_vectors(here: Vector, jokers: int, like: Vector) -> tuple[tuple[int, Vector], ...]:
    """The same with every number of jokers that can lie in those groups, none of which holds jokers alone."""
    found: list[tuple[int, Vector]] = []
    for a, b, c, d in _choices(here):
        tiles = a + b + c + d
        for used in range(jokers + 1):
            if (tiles == 0 and used == 0) or number_of_groups((a, b, c, d), used):
                found.append((used, (a, b, c, d)))
    return tuple(sorted(found, key=lambda entry: (entry[0], unlike(entry[1], like))))


@cache
def number_of_groups(tiles: Vector, jokers: int) -> int:
    """The fewest groups of three or four that hold exactly these tiles and jokers, each with a tile; 0: impossible."""
    total = sum(tiles) + jokers
    for groups in range(max(1, max(tiles)), sum(tiles) + 1):
        if 3 * groups <= total <= 4 * groups:
            return groups
    return 0


def _choices(here: Vector) -> "product[tuple[int, ...]]":
    return product(*(range(count, -1, -1) for count in here))
