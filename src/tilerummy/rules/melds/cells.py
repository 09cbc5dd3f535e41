"""What a tile can stand for, as cells: the common ground of runs, groups and mirrors.

Colours are sets of bits here (k 1, r 2, b 4, y 8), for an open joker may stand for several.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from tilerummy.rules.melds.types import Meld
from tilerummy.rules.tiles import COLOUR_OF, COLOURS, NUMBER_OF, NUMBERED, NUMBERS, Tile

ANY_COLOUR: Final = 15
BITS: Final[dict[str, int]] = {"k": 1, "r": 2, "b": 4, "y": 8}


class Cell(NamedTuple):
    """`number`: 0 where open; `colours`: the bits it may have, 0 for a two-colour joker; `width`: tiles stood for."""

    number: int
    colours: int
    width: int


CELLS: Final[dict[Tile, Cell]] = {
    **{tile: Cell(NUMBER_OF[tile], BITS[COLOUR_OF[tile]], 1) for tile in NUMBERED},
    "J": Cell(0, ANY_COLOUR, 1),
    "D": Cell(0, ANY_COLOUR, 2),
    "C": Cell(0, 0, 1),
}
"""The cell of every tile but the mirror joker, which has none: it stands between the sides."""

ITSELF: Final[dict[Tile, tuple[str, ...]]] = {tile: (tile,) for tile in NUMBERED}
PAST_LAST: Final = 14
"""The number of the place after 13, where a 1 may stand under `runs.past_last`."""


def face(place: int) -> int:
    """The number of the tile that stands in a place of a run."""
    return 1 if place == PAST_LAST else place


NUMBER_TEXTS: Final[tuple[tuple[str, ...], ...]] = tuple((str(face(place)),) for place in range(PAST_LAST + 1))


def _letters(colours: int) -> str:
    return "".join(letter for letter in COLOURS if colours & BITS[letter])


SINGLES: Final[tuple[tuple[tuple[str, ...], ...], ...]] = tuple(
    tuple(tuple(f"{letter}{face(place)}" for letter in _letters(colours)) for place in range(PAST_LAST + 1))
    for colours in range(16)
)
"""`SINGLES[colours][number]`: the tiles an open regular joker may stand for."""
RUN_PAIRS: Final[tuple[tuple[tuple[str, ...], ...], ...]] = tuple(
    tuple(tuple(f"{letter}{low}+{letter}{face(low + 1)}" for letter in _letters(colours)) for low in range(PAST_LAST))
    for colours in range(16)
)
"""`RUN_PAIRS[colours][low]`: the pairs a double joker may stand for in a run."""


def group_pairs(colours: int, number: int, most_new: int = 4, known: int = ANY_COLOUR) -> tuple[str, ...]:
    """The pairs of `number` a double joker may stand for in a group: two of `colours`, at most `most_new` of them
    outside `known`."""
    return tuple(
        f"{first}{number}+{second}{number}"
        for first, second in combinations(_letters(colours), 2)
        if ((BITS[first] | BITS[second]) & ~known).bit_count() <= most_new
    )


def plain_cells(tiles: Sequence[Tile]) -> list[Cell]:
    """The cells of tiles as they are; KeyError for a mirror joker."""
    return [CELLS[tile] for tile in tiles]


def stated_cells(meld: Meld, *, rising: bool = True) -> list[Cell] | None:
    """The cells of a meld without mirror joker as stated, in a run whose numbers rise or fall from left to right; None
    when a statement does not fit a run."""
    cells = plain_cells(meld.tiles)
    for at, stand in enumerate(meld.stands or ()):
        if stand is None:
            continue
        if meld.tiles[at] == "C":
            cells[at] = Cell(int(stand), 0, 1)
            continue
        if _numbers_alone(stand):
            low, high = _two_places(map(int, stand.split("+")))
            cells[at] = Cell(low if rising else high, ANY_COLOUR, 2)
            continue
        alternatives = stand.replace("+", "|").split("|")
        numbers = [NUMBER_OF[tile] for tile in alternatives]
        colours = 0
        for tile in alternatives:
            colours |= BITS[COLOUR_OF[tile]]
        if meld.tiles[at] == "D":
            low, high = _two_places(numbers)
            if high != low + 1 or colours.bit_count() != 1:
                return None
            cells[at] = Cell(low if rising else high, colours, 2)
        elif len(set(numbers)) > 1:
            return None
        else:
            cells[at] = Cell(numbers[0], colours, 1)
    return cells


def _two_places(numbers: Iterable[int]) -> tuple[int, int]:
    """The places of the two numbers of a double joker in a run, the lower first."""
    low, high = sorted(numbers)
    return (13, PAST_LAST) if (low, high) == (1, 13) else (low, high)


def covers(stands: Sequence[tuple[str, ...]], stated: Sequence[str | None] | None) -> bool:
    """Whether every stated alternative is among those of the reading."""
    if stated is None:
        return True
    return all(
        claim is None or set(claim.split("|")) <= set(_as_claimed(alternatives, claim))
        for alternatives, claim in zip(stands, stated, strict=True)
    )


def _as_claimed(alternatives: Sequence[str], claim: str) -> Sequence[str]:
    """What a tile may stand for, without colours where the statement of a double joker names none."""
    if not _numbers_alone(claim):
        return alternatives
    return ["+".join(tile.lstrip(COLOURS) for tile in pair.split("+")) for pair in alternatives]


def _numbers_alone(claim: str) -> bool:
    """Whether a statement is a double joker's in a run without its colour: `3+4`."""
    return "+" in claim and claim[0].isdecimal()


def open_numbers(number: int) -> Sequence[int]:
    """The numbers to try: the one that is known, or all where no tile fixes one."""
    return (number,) if number else NUMBERS
