"""Every meld that some tiles could make, found by laying tile after tile and asking the book."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.melds import EDGE, readings
from tests.bookkeeper.books.notation import COLOURS, Tiles

Line = tuple[str, ...]


def every_meld(tiles: Tiles, book: Book, whole: bool = False) -> Iterator[str]:
    """The melds, each as often as there are ways to lay it; runs that fall apart into melds only with `whole`."""
    for laid in (*_runs(tiles, book, whole), *_groups(tiles), *_mirrored(tiles)):
        if readings(meld := " ".join(laid), book):
            yield meld


def _runs(tiles: Tiles, book: Book, whole: bool) -> Iterator[Line]:
    last = EDGE + book.past_one
    for number in range(1, last):
        for colour in COLOURS:
            for laid in _from((), number, colour, tiles, last, None if whole else book):
                if len(laid) >= 3:
                    yield laid


def _from(laid: Line, number: int, colour: str, tiles: Tiles, last: int, apart: Book | None) -> Iterator[Line]:
    """What may be laid from a number on, jokers anywhere and another colour behind a two-colour joker."""
    if apart and any(_stand(laid[:at], laid[at:], apart) for at in range(3, len(laid) - 2)):
        return
    yield laid
    if number > last:
        return
    for tile, colours, width in (
        (f"{colour}{(number - 1) % EDGE + 1}", colour, 1), ("J", colour, 1), ("D", colour, 2), ("C", COLOURS, 1)
    ):  # fmt: skip
        if laid.count(tile) < tiles[tile]:
            for after in colours:
                yield from _from((*laid, tile), number + width, after, tiles, last, apart)


def _stand(one: Line, other: Line, book: Book) -> bool:
    """Whether both parts of a run are melds."""
    return bool(readings(" ".join(one), book) and readings(" ".join(other), book))


def _groups(tiles: Tiles) -> Iterator[Line]:
    for number in range(1, EDGE + 1):
        yield from _of_number(number, (3, 4), tiles)


def _of_number(number: int, sizes: tuple[int, ...], tiles: Tiles) -> Iterator[Line]:
    kinds = [tile for tile in (*(f"{colour}{number}" for colour in COLOURS), "J", "D") if tiles[tile]]
    for size in sizes:
        yield from (laid for laid in combinations_with_replacement(kinds, size) if Tiles(laid) <= tiles)


def _mirrored(tiles: Tiles) -> Iterator[Line]:
    """Two sides that stand for as many tiles from the same number on, the one turned round."""
    sides = defaultdict[tuple[str, int, int], set[Line]](set)
    for number in range(1, EDGE + 1) if tiles["M"] else ():
        for laid in _of_number(number, (1, 2, 3, 4), tiles):
            sides["group", number, len(laid) + laid.count("D")].add(laid)
        for laid in (laid for colour in COLOURS for laid in _from((), number, colour, tiles, EDGE, None) if laid):
            sides["run", number, len(laid) + laid.count("D")].add(laid)
    found = set[Line]()
    for alike in sides.values():
        for left, right in product(sorted(alike), repeat=2):
            if Tiles((*left, *right)) <= tiles:
                found |= {(*left, "M", *right[::-1]), (*left[::-1], "M", *right)}
    yield from sorted(found)
