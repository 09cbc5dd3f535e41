"""What a meld can be by a book: runs and groups with every kind of joker, what each tile stands for, and the value.

Written from the rulebooks' words: a double joker is two neighbouring numbers or two missing colours, a two-colour
joker one number and the border between two colours, a mirror joker the centre of two equal sides.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, pairwise, product
from typing import NamedTuple

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.notation import COLOUR, COLOURS, JOKERS, NUMBER, Laid, laid

EDGE = 13
Stand = tuple[tuple[str, int], ...]
"""The colours and numbers that one tile stands for; a two-colour and a mirror joker have no colour."""
Stands = tuple[Stand, ...]


class Reading(NamedTuple):
    """One legal reading: its kind, whether it is mirrored, what every tile stands for, and its value in the opening."""

    kind: str
    mirrored: bool
    stands: Stands
    value: int


@lru_cache(400_000)
def readings(text: str, book: Book) -> tuple[Reading, ...]:
    """The legal readings of a meld as laid, the most valuable first; a run before a group of the same worth."""
    meld = laid(text)
    tiles = meld.tiles
    jokers = [tile for tile in tiles if tile in JOKERS]
    if len(tiles) < 3 or len(jokers) > book.most_jokers or not {*jokers} <= {*dict(book.jokers)}:
        return ()
    if len(jokers) == len(tiles) and not book.all_jokers:
        return ()
    found = _mirrored(tiles, book) if "M" in tiles else _plain(tiles, book)
    fitting = [reading for reading in found if _as_stated(reading, meld)]
    return tuple(sorted(fitting, key=lambda reading: (-reading.value, reading.kind == "group")))


def as_they_lie(table: Sequence[str], before: Sequence[str], book: Book) -> tuple[str, ...]:
    """Legal melds once they are laid: new mirrored runs that fall towards a middle above them are turned to rise."""
    return tuple(meld if meld in before or not _falls(meld, book) else _turned(meld) for meld in table)


def _falls(meld: str, book: Book) -> bool:
    tiles = laid(meld).tiles
    if "M" not in tiles:
        return False
    at = tiles.index("M")
    return all(
        reading.kind == "run" and max(number for _, number in reading.stands[at - 1]) + 1 < reading.stands[at][0][1]
        for reading in readings(meld, book)
    )


def _turned(meld: str) -> str:
    one, _, other = meld.partition(" M ")
    return f"{' '.join(one.split()[::-1])} M {' '.join(other.split()[::-1])}"


def best(text: str, book: Book) -> list[Reading]:
    """The readings that are worth most: one of them holds."""
    found = readings(text, book)
    return [reading for reading in found if reading.value == found[0].value]


def value(text: str, book: Book) -> int:
    """What a legal meld is worth in the opening, 0 for an illegal one."""
    found = readings(text, book)
    return found[0].value if found else 0


def _as_stated(reading: Reading, meld: Laid) -> bool:
    """Whether the reading is what is stated of the meld."""
    if meld.kind not in (None, reading.kind):
        return False
    return all(
        stated is None or any(_fits(stand, words) for words in stated.split("|"))
        for stand, stated in zip(reading.stands, meld.stands, strict=True)
    )


def _fits(stand: Stand, words: str) -> bool:
    """Whether a joker stands for these tiles, or these numbers."""
    tiles = (sorted(f"{colour}{number}" for colour, number in stand), sorted(str(number) for _, number in stand))
    return sorted(words.split(",")) in tiles


def _width(tile: str) -> int:
    return 2 if tile == "D" else 1


def _size(tiles: Sequence[str]) -> int:
    """How many tiles they stand for."""
    return sum(map(_width, tiles))


def _sum(stands: Stands) -> int:
    return sum(number for stand in stands for _, number in stand)


def _plain(tiles: Sequence[str], book: Book) -> Iterator[Reading]:
    for stands in _lines(tiles, 1, EDGE + book.past_one, book):
        yield Reading("run", False, stands, _sum(stands))
    if 3 <= _size(tiles) <= 4:
        for stands in _groups(tiles):
            yield Reading("group", False, stands, _sum(stands))


# --- runs ---------------------------------------------------------------------------------------------------------


def _lines(tiles: Sequence[str], step: int, last: int, book: Book) -> Iterator[Stands]:
    """Tiles as numbers one after another, rising or falling by `step`, up to place `last`: the 14th is a 1's."""
    offsets = [step * offset for offset in accumulate(map(_width, tiles), initial=0)]
    end = offsets.pop() - step
    starts = set(range(1, EDGE + 1))
    for tile, offset in zip(tiles, offsets, strict=True):
        if tile in NUMBER:
            starts &= {NUMBER[tile] - offset, *([last - offset] if last > EDGE and NUMBER[tile] == 1 else [])}
    starts = {start for start in starts if 1 <= start + end <= last}
    if not starts:
        return
    for colours in _colourings(tiles, book):
        for start in starts:
            yield tuple(
                tuple((colour, (start + offset + step * at - 1) % EDGE + 1) for at in range(_width(tile)))
                for tile, offset, colour in zip(tiles, offsets, colours, strict=True)
            )


def _colourings(tiles: Sequence[str], book: Book) -> Iterator[list[str]]:
    """The colours of tiles in a run: one between two-colour jokers, which have none, and another one behind each."""
    piece = list(accumulate(tile == "C" for tile in tiles))
    filled = sorted({at for tile, at in zip(tiles, piece, strict=True) if tile != "C"})
    shown = [
        {COLOUR[tile] for tile, at in zip(tiles, piece, strict=True) if tile in COLOUR and at == one} for one in filled
    ]
    if any(len(colours) > 1 for colours in shown):
        return
    for chosen in product(*(colours or COLOURS for colours in shown)):
        colour = dict(zip(filled, chosen, strict=True))
        borders = [one for one in pairwise(filled) if colour[one[0]] == colour[one[1]]]
        if all(book.free_borders and after - before > 1 for before, after in borders):
            yield ["" if tile == "C" else colour[at] for tile, at in zip(tiles, piece, strict=True)]


# --- groups -------------------------------------------------------------------------------------------------------


def _groups(tiles: Sequence[str]) -> Iterator[Stands]:
    """Tiles as different colours of one number."""
    numbers = {NUMBER[tile] for tile in tiles if tile in NUMBER}
    shown = [COLOUR[tile] for tile in tiles if tile in COLOUR]
    if "C" in tiles or len(numbers) > 1 or len({*shown}) < len(shown):
        return
    for number in numbers or range(1, EDGE + 1):
        for colours in _fill(tiles, [colour for colour in COLOURS if colour not in shown]):
            yield tuple(tuple((colour, number) for colour in each) for each in colours)


def _fill(tiles: Sequence[str], free: Sequence[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """The colours of each tile, those of jokers from the free ones."""
    if not tiles:
        yield ()
        return
    for taken in [(COLOUR[tiles[0]],)] if tiles[0] in COLOUR else combinations(free, _width(tiles[0])):
        for others in _fill(tiles[1:], [colour for colour in free if colour not in taken]):
            yield (taken, *others)


# --- mirrored melds -----------------------------------------------------------------------------------------------


def _mirrored(tiles: Sequence[str], book: Book) -> Iterator[Reading]:
    centre = tiles.index("M")
    left, right = tiles[:centre], tiles[:centre:-1]
    size = _size(left)
    if "M" in right or size != _size(right) or size < book.least_side:
        return
    if size <= book.most_side:
        for one, other in product(_groups(left), _groups(right)):
            number, same = one[0][0][1], {*_each(one)} == {*_each(other)}
            if same or (book.free_sides and number == other[0][0][1]):
                yield _around("group", one, number, other, book)
    if size > 1:
        rising = list(_mirrored_runs(left, right, 1, book))
        yield from rising or _mirrored_runs(left, right, -1, book)


def _mirrored_runs(left: Sequence[str], right: Sequence[str], step: int, book: Book) -> Iterator[Reading]:
    """Both sides show the same run, the one as it is read towards the centre, the other away from it; where colours are
    free the same numbers."""
    for one, other in product(_lines(left, step, EDGE, book), _lines(right, step, EDGE, book)):
        numbers = [number for _, number in _each(one)]
        alike = [number for _, number in _each(other)] == numbers if book.free_runs else _each(one) == _each(other)
        if alike:
            # The centre is the number above, or where there is none and the run falls the number below.
            centre = max(numbers) + 1 if max(numbers) < EDGE else min(numbers) - 1 if step < 0 else 0
            if centre or not book.centre:
                yield _around("run", one, centre, other, book)


def _each(stands: Stands) -> list[tuple[str, int]]:
    return [each for stand in stands for each in stand]


def _around(kind: str, left: Stands, centre: int, right: Stands, book: Book) -> Reading:
    worth = _sum(left) + _sum(right) + (centre if book.centre else 0)
    return Reading(kind, True, (*left, (("", centre),), *right[::-1]), worth)
