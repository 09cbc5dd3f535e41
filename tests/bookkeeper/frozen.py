"""Melds with a joker where a book lets them only grow: found whole in the new table, or the play is illegal.

Each old meld with a joker lies within a new meld of its kind, every numbered tile in its place. In the joker's place is
the joker, or the tile it stood for, from the rack. A joker that comes free goes, where the book says so, into a meld
whose other tiles all come from the rack in this turn.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tests.bookkeeper.book import Book
from tests.bookkeeper.melds import Reading, readings
from tests.bookkeeper.notation import COLOUR, COLOURS, NUMBER, Tiles, laid


class Place(NamedTuple):
    """An old meld within a new one: the places it takes there, and the tiles that replaced its jokers."""

    within: int
    places: frozenset[int]
    replaced: tuple[str, ...]


def holds(old: Sequence[str], new: Sequence[str], played: Tiles, book: Book) -> bool:
    """Whether every meld of the old table with a joker is treated by the book in the new one."""
    with_joker = [meld for meld in old if "J" in laid(meld).tiles]
    choices = [list(_places(meld, new, played, book)) for meld in with_joker]
    return any(_fits(chosen, new, played, book) for chosen in _apart(choices))


def _apart(choices: Sequence[Sequence[Place]]) -> Iterator[tuple[Place, ...]]:
    """Every choice of one place for each, no two on the same tiles."""
    if not choices:
        yield ()
        return
    for place in choices[0]:
        for others in _apart(choices[1:]):
            if not any(place.within == other.within and place.places & other.places for other in others):
                yield (place, *others)


def _fits(chosen: Sequence[Place], new: Sequence[str], played: Tiles, book: Book) -> bool:
    replaced = Counter(tile for place in chosen for tile in place.replaced)
    if not replaced <= played:
        return False
    if not book.rack_set:
        return True
    taken = {place.within for place in chosen if any(laid(new[place.within]).tiles[at] == "J" for at in place.places)}
    homes = [Counter(laid(meld).tiles) - Counter("J") for at, meld in enumerate(new) if at not in taken and _one(meld)]
    freed = sum(replaced.values())
    return any(sum(some, Counter()) <= played - replaced for some in combinations(homes, freed))


def _one(meld: str) -> bool:
    return "J" in laid(meld).tiles


def _places(meld: str, new: Sequence[str], played: Tiles, book: Book) -> Iterator[Place]:
    best = readings(meld, book)
    for within, other in enumerate(new):
        for reading in best:
            for found in readings(other, book):
                if found.kind == reading.kind:
                    find = _in_run if reading.kind == "run" else _in_group
                    yield from find(meld, reading, within, other, found, played)


def _in_run(meld: str, old: Reading, within: int, other: str, new: Reading, played: Tiles) -> Iterator[Place]:
    before, after = laid(meld).tiles, laid(other).tiles
    start = old.first - new.first
    if old.colour != new.colour or start < 0 or start + len(before) > len(after):
        return
    replaced = []
    for at, tile in enumerate(before):
        now = after[start + at]
        if tile != now and (tile != "J" or not played[now]):
            return
        replaced += [now] if tile != now else []
    yield Place(within, frozenset(range(start, start + len(before))), tuple(replaced))


def _in_group(meld: str, old: Reading, within: int, other: str, new: Reading, played: Tiles) -> Iterator[Place]:
    before, after = laid(meld).tiles, laid(other).tiles
    numbered = [tile for tile in before if tile in NUMBER]
    jokers = [at for at, tile in enumerate(after) if tile == "J"]
    added = [tile for tile in after if tile in NUMBER and tile not in numbered]
    if old.first != new.first or not set(numbered) <= set(after):
        return
    own = [after.index(tile) for tile in numbered]
    count = len(before) - len(numbered)
    for kept in range(min(count, len(jokers)), -1, -1):
        for replaced in combinations([tile for tile in added if played[tile]], count - kept):
            places = {*own, *jokers[:kept], *(after.index(tile) for tile in replaced)}
            yield Place(within, frozenset(places), replaced)


def standing_for(meld: str, book: Book) -> list[tuple[int, tuple[str, ...]]]:
    """For each regular joker of a meld of one colour or one number: its place, and the tiles it may stand for."""
    tiles = laid(meld).tiles
    found: list[tuple[int, tuple[str, ...]]] = []
    for reading in readings(meld, book)[:1]:
        there = {COLOUR[tile] for tile in tiles if tile in COLOUR}
        for at, tile in enumerate(tiles):
            if tile == "J" and reading.kind == "group":
                found.append((at, tuple(f"{colour}{reading.first}" for colour in COLOURS if colour not in there)))
            elif tile == "J" and reading.colour and "M" not in tiles:
                number = reading.first + sum(2 if before == "D" else 1 for before in tiles[:at])
                found.append((at, (f"{reading.colour}{number}",)))
    return found
