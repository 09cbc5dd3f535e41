"""Runs: consecutive numbers of one colour, or of several with a two-colour joker at each border (1A, 2.2, 2.3)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.cells import (
    ANY_COLOUR,
    ITSELF,
    NUMBER_TEXTS,
    PAST_LAST,
    RUN_PAIRS,
    SINGLES,
    Cell,
    covers,
    plain_cells,
    stated_cells,
)
from tilerummy.rules.melds.types import Meld, Reading
from tilerummy.rules.tiles import Tile


class Trace(NamedTuple):
    """A line of cells followed from its first: how many tiles it stands for, the number at its first place (None where
    no tile fixes it), the colours of the segments between two-colour jokers (0 where a segment is empty) and the places
    of those jokers."""

    length: int
    start: int | None
    segments: tuple[int, ...]
    borders: tuple[int, ...]


def trace(cells: Sequence[Cell], step: int = 1) -> Trace | None:
    """Follow cells whose numbers go by `step` (1 or -1); None where the numbers or the colours of a segment clash."""
    offset, start, colours, begun = 0, None, ANY_COLOUR, 0
    segments: list[int] = []
    borders: list[int] = []
    for number, bits, width in cells:
        if number:
            first = number - step * offset
            if start is None:
                start = first
            elif start != first:
                return None
        if bits:
            colours &= bits
            if not colours:
                return None
        else:
            segments.append(colours if offset > begun else 0)
            borders.append(offset)
            colours, begun = ANY_COLOUR, offset + 1
        offset += width
    segments.append(colours if offset > begun else 0)
    return Trace(offset, start, tuple(segments), tuple(borders))


def settle(segments: tuple[int, ...], edition: Edition) -> tuple[int, ...] | None:
    """The colours each segment can really have, when neighbours must differ; None when there is no way.

    Two-colour jokers side by side are one border (TW11), which the word `two_colour_neighbours` may leave open.
    """
    if len(segments) == 1:
        return segments
    filled = [at for at, colours in enumerate(segments) if colours]
    all_borders = edition.jokers.two_colour_neighbours == "different"
    borders = [all_borders or after == before + 1 for before, after in pairwise(filled)]
    forward = _sweep([segments[at] for at in filled], borders)
    backward = _sweep([segments[at] for at in reversed(filled)], borders[::-1])[::-1]
    settled = [ahead & back for ahead, back in zip(forward, backward, strict=True)]
    if not all(settled):
        return None
    possible = dict(zip(filled, settled, strict=True))
    return tuple(possible.get(at, 0) for at in range(len(segments)))


def _sweep(segments: list[int], borders: list[bool]) -> list[int]:
    """The colours left for each segment by those before it."""
    left = segments[:1]
    for colours, strict in zip(segments[1:], borders, strict=True):
        before = left[-1]
        if not before:
            colours = 0
        elif strict and before.bit_count() == 1:
            colours &= ~before
        left.append(colours)
    return left


def lay_out(tiles: Sequence[Tile], start: int, segments: Sequence[int], step: int = 1) -> list[tuple[str, ...]]:
    """What each tile stands for in a line that starts with `start`."""
    stands: list[tuple[str, ...]] = []
    number, segment = start, 0
    for tile in tiles:
        if tile == "J":
            stands.append(SINGLES[segments[segment]][number])
        elif tile == "D":
            stands.append(RUN_PAIRS[segments[segment]][number if step > 0 else number - 1])
            number += step
        elif tile == "C":
            stands.append(NUMBER_TEXTS[number])
            segment += 1
        else:
            stands.append(ITSELF[tile])
        number += step
    return stands


def run_readings(meld: Meld, edition: Edition) -> list[Reading]:
    """The readings of a meld without mirror joker as a run."""
    highest = last_place(edition)
    plain = trace(_placed(plain_cells(meld.tiles), highest))
    if plain is None or plain.length > highest:
        return []
    segments = settle(plain.segments, edition)
    if segments is None:
        return []
    length = plain.length
    last = highest + 1 - length
    starts = range(1, last + 1) if plain.start is None else (plain.start,)
    if meld.stands is not None:
        cells = stated_cells(meld)
        stated = None if cells is None else trace(_placed(cells, highest))
        if stated is None or settle(stated.segments, edition) is None:
            return []
        starts = starts if stated.start is None else (stated.start,)
    found = []
    for start in starts:
        if 1 <= start <= last:
            stands = tuple(lay_out(meld.tiles, start, segments))
            if meld.stands is None or covers(stands, meld.stands):
                found.append(Reading("run", mirrored=False, stands=stands, value=run_value(start, length)))
    return found


def last_place(edition: Edition) -> int:
    """The highest place of a run: 13, or that of the 1 after it."""
    return PAST_LAST if edition.runs.past_last == "one" else 13


def _placed(cells: list[Cell], highest: int) -> list[Cell]:
    """The cells with a 1 at their end taken for the one after 13, where a run may go so far: it can be no other."""
    if highest == PAST_LAST and cells[-1].number == 1:
        return [*cells[:-1], cells[-1]._replace(number=PAST_LAST)]
    return cells


def run_value(start: int, length: int) -> int:
    """The points of a run from place `start`; the 1 after 13 counts 1."""
    return length * (2 * start + length - 1) // 2 - (13 if start + length - 1 == PAST_LAST else 0)
