"""Mirrored melds: the same on both sides of a mirror joker, which stands in the centre (2.4)."""

from typing import NamedTuple

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.cells import (
    ANY_COLOUR,
    CELLS,
    ITSELF,
    NUMBER_TEXTS,
    SINGLES,
    Cell,
    covers,
    group_pairs,
    open_numbers,
    plain_cells,
    stated_cells,
)
from tilerummy.rules.melds.groups import seated
from tilerummy.rules.melds.runs import Trace, lay_out, settle, trace
from tilerummy.rules.melds.types import Meld, Reading
from tilerummy.rules.tiles import Tile

NO_MIDDLE = ("M",)


class Sides(NamedTuple):
    """The two sides of a mirror joker, each from the outside in."""

    left: Meld
    right: Meld


def sides(meld: Meld) -> Sides | None:
    """The sides of a meld with exactly one mirror joker; None otherwise."""
    if meld.tiles.count("M") != 1:
        return None
    centre = meld.tiles.index("M")
    stands = meld.stands or (None,) * len(meld.tiles)
    return Sides(
        Meld(meld.tiles[:centre], None, stands[:centre]),
        Meld(meld.tiles[:centre:-1], None, stands[:centre:-1]),
    )


def mirror_readings(meld: Meld, edition: Edition) -> list[Reading]:
    """The readings of a meld with a mirror joker."""
    both = sides(meld)
    if both is None:
        return []
    return _runs(meld, both, edition) + _groups(meld, both, edition)


def _runs(meld: Meld, both: Sides, edition: Edition) -> list[Reading]:
    """Runs rise towards the centre; as laid falling ones count where the numbers say so (TW3)."""
    return _runs_by(meld, both, edition, 1) or _runs_by(meld, both, edition, -1)


def _runs_by(meld: Meld, both: Sides, edition: Edition, step: int) -> list[Reading]:
    left = trace(plain_cells(both.left.tiles), step)
    right = trace(plain_cells(both.right.tiles), step)
    joined = join(left, right, edition)
    # one tile a side is a group (TW2)
    if joined is None or joined.length < max(2, edition.jokers.mirror_min_per_side):
        return []
    colours = settled(joined, edition)
    if colours is None:
        return []
    length = joined.length
    starts = range(1, 14) if joined.start is None else (joined.start,)
    if meld.stands is not None:
        stated = _stated(both, step, edition)
        if stated is None or settled(stated, edition) is None:
            return []
        starts = starts if stated.start is None else (stated.start,)
    found = []
    for start in starts:
        low, high = sorted((start, start + step * (length - 1)))
        if low < 1 or high > 13:
            continue
        middle = middle_number(low, high, step)
        if middle is None and edition.opening.mirror_value == "middle":
            continue
        half_left = lay_out(both.left.tiles, start, colours[0], step)
        half_right = lay_out(both.right.tiles, start, colours[1], step)
        stands = (*half_left, NO_MIDDLE if middle is None else NUMBER_TEXTS[middle], *reversed(half_right))
        if covers(stands, meld.stands):
            value = (low + high) * length + _worth(middle or 0, edition)
            found.append(Reading("run", mirrored=True, stands=stands, value=value))
    return found


def middle_number(low: int, high: int, step: int) -> int | None:
    """The number a mirror joker has between numbers from `low` to `high`: the next one where they rise, and where they
    fall too while there is one (they are to be laid rising then); else, falling, the one below; None where none is."""
    if high < 13:
        return high + 1
    return low - 1 if step < 0 and low > 1 else None


def _worth(middle: int, edition: Edition) -> int:
    return middle if edition.opening.mirror_value == "middle" else 0


class Joined(NamedTuple):
    """Two sides that show the same numbers: how many, the first (None where no tile fixes it), and the colours of the
    segments of each side."""

    length: int
    start: int | None
    left: tuple[int, ...]
    right: tuple[int, ...]


def join(left: Trace | None, right: Trace | None, edition: Edition) -> Joined | None:
    """Both sides together; None where they do not mirror each other, in colours too unless those are free (TW4)."""
    if left is None or right is None or left.length != right.length:
        return None
    if left.start is not None and right.start is not None and left.start != right.start:
        return None
    start = right.start if left.start is None else left.start
    if edition.jokers.mirror_run_colours == "free":
        return Joined(left.length, start, left.segments, right.segments)
    if left.borders != right.borders:
        return None
    segments = []
    for mine, other in zip(left.segments, right.segments, strict=True):
        if bool(mine & other) != bool(mine):
            return None
        segments.append(mine & other)
    return Joined(left.length, start, tuple(segments), tuple(segments))


def settled(joined: Joined, edition: Edition) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The colours that the segments of each side can really have; None where there is no way."""
    left, right = settle(joined.left, edition), settle(joined.right, edition)
    return None if left is None or right is None else (left, right)


def _stated(both: Sides, step: int, edition: Edition) -> Joined | None:
    cells: list[list[Cell] | None] = [stated_cells(side, rising=step > 0) for side in both]
    left, right = cells
    return None if left is None or right is None else join(trace(left, step), trace(right, step), edition)


def _groups(meld: Meld, both: Sides, edition: Edition) -> list[Reading]:
    left, right = (_count(side.tiles) for side in both)
    if left is None or right is None or left.size != right.size:
        return []
    size = left.size
    if size < edition.jokers.mirror_min_per_side or size > edition.jokers.mirror_group_most_per_side:
        return []
    if left.number and right.number and left.number != right.number:
        return []
    if edition.jokers.mirror_group_colours == "same":
        known = left.taken | right.taken
        spare = size - known.bit_count()
        if spare < 0:
            return []
        possible = ANY_COLOUR if spare else known
    else:
        known, spare, possible = ANY_COLOUR, 4, ANY_COLOUR
    found = []
    for number in open_numbers(left.number or right.number):
        halves = [
            [_stand(tile, possible & ~count.taken, number, spare, known) for tile in side.tiles]
            for side, count in zip(both, (left, right), strict=True)
        ]
        stands = (*halves[0], NUMBER_TEXTS[number], *reversed(halves[1]))
        if meld.stands is None or (covers(stands, meld.stands) and _seated(both, left, right, edition)):
            found.append(
                Reading("group", mirrored=True, stands=stands, value=number * 2 * size + _worth(number, edition))
            )
    return found


class Count(NamedTuple):
    """One side of a mirrored group: its number (0 where open), the colours taken, the tiles it stands for."""

    number: int
    taken: int
    size: int


def _count(tiles: tuple[Tile, ...]) -> Count | None:
    number, taken, size = 0, 0, 0
    for tile in tiles:
        own, colours, width = CELLS[tile]
        if own:
            if (number and own != number) or taken & colours:
                return None
            number = own
            taken |= colours
        elif not colours:
            return None
        size += width
    return Count(number, taken, size)


def _stand(tile: Tile, missing: int, number: int, spare: int, known: int) -> tuple[str, ...]:
    if tile == "J":
        return SINGLES[missing][number]
    return group_pairs(missing, number, spare, known) if tile == "D" else ITSELF[tile]


def _seated(both: Sides, left: Count, right: Count, edition: Edition) -> bool:
    """Whether all statements can hold together: for some set of colours, on both sides."""
    choices = range(1, 16)
    if edition.jokers.mirror_group_colours == "free":
        return all(
            any(_holds(side, count, colours) for colours in choices)
            for side, count in zip(both, (left, right), strict=True)
        )
    return any(_holds(both.left, left, colours) and _holds(both.right, right, colours) for colours in choices)


def _holds(side: Meld, count: Count, colours: int) -> bool:
    if colours.bit_count() != count.size or count.taken & ~colours:
        return False
    return seated(side.tiles, side.stands or (None,) * len(side.tiles), colours & ~count.taken)
