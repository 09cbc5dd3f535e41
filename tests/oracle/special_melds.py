"""Every meld that given tiles could make, found by laying tile after tile and asking the rules: for oracles only.

Runs that fall apart into three numbered tiles and a shorter legal run are left out: their parts are there. Where melds
may not be taken apart such runs are asked for too.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations_with_replacement

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import COLOURS, NUMBERS, Tile, is_joker

Tiles = tuple[Tile, ...]


def every_meld(
    tiles: Counter[Tile], edition: Edition, run_only: Collection[Tile] = ()
) -> dict[Tiles, tuple[Meld, int]]:
    """By sorted tiles: a meld that is legal as laid, of all such the one worth most in the opening, and that value.
    The kinds `run_only` lie in no group."""
    found: dict[Tiles, tuple[Meld, int]] = {}
    for laid in candidates(tiles, last=last_place(edition)):
        meld = Meld(laid)
        bound = any(tile in run_only for tile in laid)
        read = [read for read in readings(meld, edition) if read.kind == "run" or not bound]
        key = tuple(sorted(laid))
        if read and (key not in found or found[key][1] < read[0].value):
            found[key] = (meld, read[0].value)
    return found


def last_place(edition: Edition) -> int:
    """The highest place of a run: the 14th is that of a 1 after 13."""
    return 13 if edition.runs.past_last is None else 14


def candidates(tiles: Counter[Tile], whole: bool = False, last: int = 13) -> Iterator[Tiles]:
    """Tiles as laid that may be melds, runs up to place `last`; `whole`: with the runs that fall apart."""
    yield from _lines(tiles, whole, last)
    yield from _groups(tiles)
    yield from _mirrored(tiles)


def _lines(tiles: Counter[Tile], whole: bool, last: int) -> Iterator[Tiles]:
    """Candidates for runs: consecutive numbers, jokers anywhere, the colour changing behind a two-colour joker."""
    for number in NUMBERS:
        for colour in COLOURS:
            yield from _line((), number, colour, tiles, whole, last)


def _line(laid: Tiles, number: int, colour: str, tiles: Counter[Tile], whole: bool, last: int) -> Iterator[Tiles]:
    if _falls_apart(laid) and not whole:
        return
    if len(laid) >= 3:
        yield laid
    if number > last:
        return
    for tile, colours, step in (
        (f"{colour}{1 if number == 14 else number}", colour, 1),
        ("J", colour, 1),
        ("D", colour, 2),
        ("C", COLOURS, 1),
    ):
        if laid.count(tile) < tiles[tile]:
            for after in colours:
                yield from _line((*laid, tile), number + step, after, tiles, whole, last)


def _falls_apart(laid: Tiles) -> bool:
    """Three numbered tiles come first, and more than two others with a numbered one among them follow."""
    return len(laid) > 5 and not any(map(is_joker, laid[:3])) and not all(map(is_joker, laid[3:]))


def _group_tiles(number: int, tiles: Counter[Tile]) -> list[Tile]:
    return [f"{colour}{number}" for colour in COLOURS if tiles[f"{colour}{number}"]]


def _groups(tiles: Counter[Tile]) -> Iterator[Tiles]:
    for number in NUMBERS:
        kinds = [*_group_tiles(number, tiles), "J", "D"]
        for size in (3, 4):
            for laid in combinations_with_replacement(kinds, size):
                if Counter(laid) <= tiles:
                    yield laid


def _mirrored(tiles: Counter[Tile]) -> Iterator[Tiles]:
    """Two candidates for a half, one of them reversed, around a mirror joker; both stand for as many tiles."""
    if not tiles["M"]:
        return
    halves: set[Tiles] = set()
    for number in NUMBERS:
        for colour in COLOURS:
            halves |= set(_half((), number, colour, tiles))
        kinds = [*_group_tiles(number, tiles), "J", "D"]
        for size in (1, 2, 3, 4):
            halves |= {laid for laid in combinations_with_replacement(kinds, size) if Counter(laid) <= tiles}
    counted = [(half, Counter(half)) for half in sorted(halves)]
    for left, taken in counted:
        rest, size = tiles - taken, len(left) + left.count("D")
        for right, more in counted:
            if size == len(right) + right.count("D") and more <= rest:
                yield (*left, "M", *reversed(right))
                yield (*reversed(left), "M", *right)


def _half(laid: Tiles, number: int, colour: str, tiles: Counter[Tile]) -> Iterator[Tiles]:
    if laid:
        yield laid
    if number > 13:
        return
    for tile, colours, step in (
        (f"{colour}{number}", colour, 1),
        ("J", colour, 1),
        ("D", colour, 2),
        ("C", COLOURS, 1),
    ):
        if laid.count(tile) < tiles[tile]:
            for after in colours:
                yield from _half((*laid, tile), number + step, after, tiles)
