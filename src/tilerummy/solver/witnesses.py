"""The smallest sets of rack tiles that make melds worth an amount by themselves."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from tilerummy.rules.tiles import COLOURS, NUMBERS, RANK_OF, Tile, in_order


class Able(NamedTuple):
    """A meld the rack can make: its tiles (canonical order, jokers last) and what they are worth at best."""

    tiles: tuple[Tile, ...]
    value: int


def witnesses(rack: tuple[Tile, ...], amount: int) -> list[tuple[Tile, ...]]:
    """The sets of rack tiles, none of them within another, that melds worth `amount` can be made of; fewest tiles
    first, then canonical order."""
    able = list(_melds(Counter(rack)))
    reaching = {in_order(tiles) for tiles in _together(able, 0, Counter(rack), amount)}
    found: list[Counter[Tile]] = []
    for tiles in sorted(reaching, key=lambda tiles: (len(tiles), [RANK_OF[tile] for tile in tiles])):
        counts = Counter(tiles)
        if not any(smaller <= counts for smaller in found):
            found.append(counts)
    return [in_order(counts.elements()) for counts in found]


def _together(able: list[Able], start: int, rack: Counter[Tile], amount: int) -> Iterator[tuple[Tile, ...]]:
    """The tiles of melds that together reach the amount, none of which could be left out of the last ones."""
    for at in range(start, len(able)):
        meld = able[at]
        need = Counter(meld.tiles)
        if need <= rack:
            if meld.value >= amount:
                yield meld.tiles
            else:
                for more in _together(able, at, rack - need, amount - meld.value):
                    yield meld.tiles + more


def _melds(rack: Counter[Tile]) -> Iterator[Able]:
    """Every meld of tiles of the rack, at its best value where several have the same tiles."""
    values: dict[tuple[Tile, ...], int] = {}
    for tiles, value in (*_runs(rack), *_groups(rack)):
        values[tiles] = max(value, values.get(tiles, 0))
    for tiles in sorted(values, key=lambda tiles: (-values[tiles], tiles)):
        yield Able(tiles, values[tiles])


def _runs(rack: Counter[Tile]) -> Iterator[tuple[tuple[Tile, ...], int]]:
    for colour in COLOURS:
        for first in NUMBERS:
            for last in range(first + 2, 14):
                places = [f"{colour}{number}" for number in range(first, last + 1)]
                missing = sum(not rack[tile] for tile in places)
                for jokers in range(missing, min(rack["J"], len(places) - 1) + 1):
                    for replaced in combinations(range(len(places)), jokers):
                        kept = tuple(tile for at, tile in enumerate(places) if at not in replaced)
                        if all(rack[tile] for tile in kept):
                            yield kept + ("J",) * jokers, sum(range(first, last + 1))


def _groups(rack: Counter[Tile]) -> Iterator[tuple[tuple[Tile, ...], int]]:
    for number in NUMBERS:
        have = [f"{colour}{number}" for colour in COLOURS if rack[f"{colour}{number}"]]
        for tiles in range(1, len(have) + 1):
            for kept in combinations(have, tiles):
                for jokers in range(max(0, 3 - tiles), min(rack["J"], 4 - tiles) + 1):
                    yield kept + ("J",) * jokers, number * (tiles + jokers)
