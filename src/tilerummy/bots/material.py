"""The melds that some tiles can make: every run and group of them, and the melds that one joker completes.

Long runs are not listed, since they are made of shorter ones; what an edition does not allow is left out.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import COLOURS, NUMBERS, Tile

LONGEST = 5
"""Tiles of the longest run worth listing: any longer one is two of three to five."""

Tiles = tuple[Tile, ...]


def melds_of(held: Counter[Tile], edition: Edition, *, jokers: bool = True) -> tuple[Meld, ...]:
    """Legal melds made of the tiles held, with at most one joker each (none when `jokers` is false)."""
    found = dict.fromkeys([*_runs(held), *_groups(held)])
    if jokers:
        completing = {"J": _with_regular, "D": _with_double, "C": _with_two_colour, "M": _mirrored}
        for joker, completed in completing.items():
            if held[joker]:
                found |= dict.fromkeys(completed(held))
    melds = (Meld(tiles) for tiles in found)
    return tuple(meld for meld in melds if readings(meld, edition))


def _windows(shortest: int, longest: int) -> Iterator[Tiles]:
    """Every stretch of consecutive tiles of one colour."""
    for colour in COLOURS:
        for length in range(shortest, longest + 1):
            for first in range(1, len(NUMBERS) + 2 - length):
                yield tuple(f"{colour}{number}" for number in range(first, first + length))


def _runs(held: Counter[Tile]) -> Iterator[Tiles]:
    for window in _windows(3, LONGEST):
        if all(held[tile] for tile in window):
            yield window


def _same_number(held: Counter[Tile], sizes: tuple[int, ...]) -> Iterator[Tiles]:
    for number in NUMBERS:
        tiles = [f"{colour}{number}" for colour in COLOURS if held[f"{colour}{number}"]]
        for size in sizes:
            yield from combinations(tiles, size)


def _groups(held: Counter[Tile]) -> Iterator[Tiles]:
    yield from _same_number(held, (3, 4))


def _with_regular(held: Counter[Tile]) -> Iterator[Tiles]:
    for window in _windows(3, LONGEST):
        if sum(not held[tile] for tile in window) == 1:
            yield tuple(tile if held[tile] else "J" for tile in window)
    for tiles in _same_number(held, (2, 3)):
        yield (*tiles, "J")


def _with_double(held: Counter[Tile]) -> Iterator[Tiles]:
    for window in _windows(4, LONGEST):
        missing = [index for index, tile in enumerate(window) if not held[tile]]
        if len(missing) == 2 and missing[1] == missing[0] + 1:
            yield (*window[: missing[0]], "D", *window[missing[1] + 1 :])
    for tiles in _same_number(held, (2,)):
        yield (*tiles, "D")


def _with_two_colour(held: Counter[Tile]) -> Iterator[Tiles]:
    for window in _windows(2, 2):
        if all(held[tile] for tile in window):
            yield (*window, "C")
            yield ("C", *window)
    for border in NUMBERS:
        before = [f"{colour}{border - 1}" for colour in COLOURS if held[f"{colour}{border - 1}"]]
        after = [f"{colour}{border + 1}" for colour in COLOURS if held[f"{colour}{border + 1}"]]
        for left in before:
            yield from ((left, "C", right) for right in after if left[0] != right[0])


def _mirrored(held: Counter[Tile]) -> Iterator[Tiles]:
    twice: Counter[Tile] = Counter({tile: count // 2 for tile, count in held.items()})
    for tiles in _same_number(twice, (1, 2, 3)):
        yield (*tiles, "M", *reversed(tiles))
    for window in _windows(2, 3):
        if all(twice[tile] for tile in window):
            yield (*window, "M", *reversed(window))
