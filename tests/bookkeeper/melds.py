"""What a meld can be by a book: runs and groups with every kind of joker, and what they are worth.

Written from the rulebooks' words: a double joker is two neighbouring numbers or two missing colours, a two-colour
joker one number and the border between two colours, a mirror joker the centre of two equal sides.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tests.bookkeeper.book import Book
from tests.bookkeeper.notation import COLOUR, JOKERS, NUMBER, Laid, laid

EDGE = 13


class Reading(NamedTuple):
    """One legal reading: its kind, its value in the opening, the first number (of a run) or the number (of a group),
    and the colour of a run that has one colour."""

    kind: str
    value: int
    first: int
    colour: str | None


class Slot(NamedTuple):
    """One number of a run: the tile's colour and number where a tile lies there; a border is a two-colour joker."""

    colour: str | None
    number: int | None
    border: bool


@lru_cache(400_000)
def readings(text: str, book: Book) -> tuple[Reading, ...]:
    """The legal readings of a meld as laid, the most valuable first; a run before a group of the same worth."""
    meld = laid(text)
    tiles = meld.tiles
    if len(tiles) < 3 or not any(tile in NUMBER for tile in tiles):
        return ()
    if sum(tile in JOKERS for tile in tiles) > book.most_jokers:
        return ()
    found = _mirrored(tiles, book) if "M" in tiles else [*_run(tiles), *_group(tiles)]
    fitting = [reading for reading in found if _as_stated(reading, meld)]
    return tuple(sorted(fitting, key=lambda reading: (-reading.value, reading.kind == "group")))


def value(text: str, book: Book) -> int:
    """What a legal meld is worth in the opening, 0 for an illegal one."""
    found = readings(text, book)
    return found[0].value if found else 0


def _as_stated(reading: Reading, meld: Laid) -> bool:
    """Whether the reading is what is stated of the meld; of what jokers stand for, the number has to fit."""
    if meld.kind not in (None, reading.kind):
        return False
    stated = [
        (at, stand) for at, stand in enumerate(meld.stands) if stand and meld.tiles[at] == "J" and "|" not in stand
    ]
    return "M" in meld.tiles or all(NUMBER.get(stand) == _number_at(reading, meld.tiles, at) for at, stand in stated)


def _number_at(reading: Reading, tiles: Sequence[str], at: int) -> int:
    if reading.kind == "group":
        return reading.first
    return reading.first + sum(2 if tile == "D" else 1 for tile in tiles[:at])


# --- runs ---------------------------------------------------------------------------------------------------------


def slots(tiles: Sequence[str]) -> list[Slot]:
    """The numbers that tiles of a run lie for, one after another."""
    found: list[Slot] = []
    for tile in tiles:
        found += [Slot(COLOUR.get(tile), NUMBER.get(tile), tile == "C")] * (2 if tile == "D" else 1)
    return found


def first_number(places: Sequence[Slot], step: int) -> int | None:
    """The number of the first place of a run that rises or falls by `step`; None where the tiles contradict."""
    starts = {place.number - at * step for at, place in enumerate(places) if place.number is not None}
    return starts.pop() if len(starts) == 1 else None


def colours_fit(places: Sequence[Slot]) -> bool:
    """Whether the colour is one between borders and changes at each of them."""
    pieces: list[set[str]] = [set()]
    lies: list[bool] = [False]
    for place in places:
        if place.border and lies[-1]:
            pieces.append(set())
            lies.append(False)
        elif not place.border:
            lies[-1] = True
            pieces[-1] |= {place.colour} if place.colour else set()
    if any(len(piece) > 1 for piece in pieces):
        return False
    return all(not (one and one == other) for one, other in zip(pieces, pieces[1:], strict=False))


def _run(tiles: Sequence[str]) -> list[Reading]:
    places = slots(tiles)
    first = first_number(places, 1)
    if first is None or first < 1 or first + len(places) - 1 > EDGE or not colours_fit(places):
        return []
    worth = sum(range(first, first + len(places)))
    colour = next(place.colour for place in places if place.colour)
    return [Reading("run", worth, first, None if "C" in tiles else colour)]


# --- groups -------------------------------------------------------------------------------------------------------


def _group(tiles: Sequence[str]) -> list[Reading]:
    numbers, colours, fillers = _same_number(tiles)
    doubles = tiles.count("D")
    most = 3 if doubles else 4
    if "C" in tiles or len(numbers) != 1 or len(tiles) > most or doubles > 1:
        return []
    if len(set(colours)) < len(colours) or len(colours) + fillers > 4:
        return []
    number = numbers.pop()
    return [Reading("group", number * (len(colours) + fillers), number, None)]


def _same_number(tiles: Sequence[str]) -> tuple[set[int], list[str], int]:
    """The numbers that lie here, their colours, and how many colours the jokers stand for."""
    numbered = [tile for tile in tiles if tile in NUMBER]
    fillers = tiles.count("J") + 2 * tiles.count("D")
    return {NUMBER[tile] for tile in numbered}, [COLOUR[tile] for tile in numbered], fillers


# --- mirrored melds -----------------------------------------------------------------------------------------------


def _mirrored(tiles: Sequence[str], book: Book) -> list[Reading]:
    centre = tiles.index("M")
    left, right = tiles[:centre], tiles[centre + 1 :]
    if "M" in right or not left or not right:
        return []
    return [*_mirrored_run(left, right, book), *_mirrored_group(left, right, book)]


def _mirrored_run(left: Sequence[str], right: Sequence[str], book: Book) -> list[Reading]:
    """Both sides show the same run, the one as it is read towards the centre, the other away from it."""
    towards, away = slots(left), slots(right)[::-1]
    if len(towards) != len(away) or len(towards) < 2:
        return []
    half: list[Slot] = []
    for one, other in zip(towards, away, strict=True):
        differ = one.number and other.number and one != other
        if differ or one.border != other.border:
            return []
        half.append(one if one.number else other)
    return [reading for step in (1, -1) for reading in _half_run(half, step, book)] if colours_fit(half) else []


def _half_run(half: Sequence[Slot], step: int, book: Book) -> list[Reading]:
    first = first_number(half, step)
    if first is None:
        return []
    last = first + step * (len(half) - 1)
    low, high = sorted((first, last))
    if low < 1 or high > EDGE:
        return []
    # The centre is the number above, or where there is none and the run falls the number below.
    centre = high + 1 if high < EDGE else (low - 1 if step < 0 else 0)
    if book.centre and centre < 1:
        return []
    return [Reading("run", 2 * sum(range(low, high + 1)) + (centre if book.centre else 0), first, None)]


def _mirrored_group(left: Sequence[str], right: Sequence[str], book: Book) -> list[Reading]:
    """Both sides show the same colours of one number."""
    if "C" in left or "C" in right:
        return []
    one, other = _same_number(left), _same_number(right)
    numbers, colours = one[0] | other[0], {*one[1], *other[1]}
    size = len(one[1]) + one[2]
    if len(numbers) != 1 or size != len(other[1]) + other[2] or not len(colours) <= size <= 4:
        return []
    if any(len(set(side[1])) < len(side[1]) for side in (one, other)):
        return []
    number = numbers.pop()
    return [Reading("group", number * (2 * size + book.centre), number, None)]
