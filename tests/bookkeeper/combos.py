"""Melds that a handful of tiles can make, found by trying: what a player sees on their rack."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from random import Random

from tests.bookkeeper.book import Book
from tests.bookkeeper.melds import readings, value
from tests.bookkeeper.notation import COLOURS, JOKERS, NUMBER, Tiles, tiles_of

MOST = 400
"""Melds with jokers that are looked at."""
LONGEST = 5


def melds_from(tiles: Tiles, book: Book) -> list[str]:
    """Melds of three to five tiles, mirrored ones to seven, that these tiles can make."""
    found = [*_groups(tiles), *_runs(tiles)]
    if any(tiles[joker] for joker in JOKERS):
        found += islice(_with_jokers(tiles.copy()), MOST)
    return [meld for meld in found if readings(meld, book)]


def pick(melds: Sequence[str], tiles: Tiles, book: Book, random: Random, tries: int = 4) -> list[str]:
    """Some of the melds that the tiles make together: the most valuable of a few choices by chance."""
    best: list[str] = []
    worth = -1
    for attempt in range(tries):
        rest, chosen = tiles.copy(), []
        order = sorted(melds, key=lambda meld: value(meld, book) * random.random(), reverse=True)
        for meld in sorted(melds, key=lambda one: -value(one, book)) if attempt == 0 else order:
            used = tiles_of([meld])
            if all(rest[tile] >= count for tile, count in used.items()):
                rest -= used
                chosen.append(meld)
        sum_of = sum(value(meld, book) for meld in chosen)
        if sum_of > worth:
            best, worth = chosen, sum_of
    return best


def _groups(tiles: Tiles) -> Iterator[str]:
    for number in range(1, 14):
        there = [f"{colour}{number}" for colour in COLOURS if tiles[f"{colour}{number}"]]
        for size in range(3, len(there) + 1):
            yield from map(" ".join, combinations(there, size))


def _runs(tiles: Tiles) -> Iterator[str]:
    for colour in COLOURS:
        start = 1
        while start <= 13:
            end = start
            while tiles[f"{colour}{end}"]:
                end += 1
            for first in range(start, end - 2):
                for last in range(first + 3, end + 1):
                    yield " ".join(f"{colour}{number}" for number in range(first, last))
            start = end + 1


def _with_jokers(tiles: Tiles) -> Iterator[str]:
    """Melds with one joker or more: groups with fillers, mirrored ones, then runs tile by tile."""
    yield from _filled_groups(tiles)
    if tiles["M"]:
        yield from _mirrored(tiles)
    for colour in COLOURS:
        for number in range(1, 14):
            yield from _grow([], colour, number, tiles)


def _filled_groups(tiles: Tiles) -> Iterator[str]:
    for number in range(1, 14):
        there = [f"{colour}{number}" for colour in COLOURS if tiles[f"{colour}{number}"]]
        for pair in combinations(there, 2):
            yield from (" ".join((*pair, joker)) for joker in "JD" if tiles[joker])
            if tiles["J"] > 1:
                yield " ".join((*pair, "J", "J"))
        yield from (" ".join((*three, "J")) for three in combinations(there, 3) if tiles["J"])
        if tiles["J"] and tiles["D"]:
            yield from (f"{tile} J D" for tile in there)


def _mirrored(tiles: Tiles) -> Iterator[str]:
    twice = [tile for tile in NUMBER if tiles[tile] >= 2]
    for tile in twice:
        yield f"{tile} M {tile}"
    for size in (2, 3):
        for half in combinations(twice, size):
            yield " ".join((*half, "M", *half[::-1]))
            yield " ".join((*half[::-1], "M", *half))
    if tiles["J"]:
        yield from (f"{tile} M J" for tile in NUMBER if tiles[tile])
        for one in twice:
            yield from (f"{one} {tile} M J {one}" for tile in NUMBER if tiles[tile] and tile[1:] == one[1:])


def _grow(laid: list[str], colour: str, number: int, rest: Tiles) -> Iterator[str]:
    """Runs that begin with what is laid and go on with `number` in this colour; with a joker in them at last."""
    if len(laid) >= 3 and any(tile in JOKERS for tile in laid):
        yield " ".join(laid)
    if len(laid) == LONGEST or number > 13:
        return
    tile = f"{colour}{number}"
    for one, steps in ((tile, 1), ("J", 1), ("D", 2)):
        if rest[one] and number + steps <= 14 and not (one == "J" and rest[tile]):
            rest[one] -= 1
            yield from _grow([*laid, one], colour, number + steps, rest)
            rest[one] += 1
    if rest["C"]:
        rest["C"] -= 1
        for other in COLOURS:
            if other != colour:
                yield from _grow([*laid, "C"], other, number + 1, rest)
        rest["C"] += 1
