"""What keeps tiles without a mirror joker from being a run, or a group."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.cells import CELLS, PAST_LAST
from tilerummy.rules.melds.runs import settle
from tilerummy.rules.tiles import COLOUR_OF, NUMBER_OF, Tile
from tilerummy.rules.violations import Param, Violation


class _Anchor(NamedTuple):
    """A numbered tile in a line: how many tiles the line stands for before it, and where it lies."""

    tile: Tile
    number: int
    offset: int
    place: int


def violation(edition: Edition, code: str, point: str, tile: Tile | None = None, **params: Param) -> Violation:
    """A violation with the edition's section for that point of the rules card."""
    return Violation(code=code, tile=tile, ref=edition.ref(point), params=params or None, point=point)


def run_faults(tiles: Sequence[Tile], edition: Edition, last: int = 13) -> Iterator[Violation]:
    """What keeps tiles, left to right, from being a run that ends at place `last` at the latest."""
    anchors, length = _anchors(tiles)
    one = _one_past(anchors, last)
    if one is not None:
        rest = tiles[one.place + 1 :]
        if rest:
            yield _past_one(rest[0], edition)
        anchors = [*(each for each in anchors if each.place < one.place), one]
        length = one.offset + 1
    for before, after in pairwise(anchors):
        yield from _step(before, after, tiles[before.place + 1 : after.place], edition, last)
    yield from _colours(tiles, edition)
    if anchors:
        yield from _edges(tiles, anchors, length, edition, last)


def _anchors(tiles: Sequence[Tile]) -> tuple[list[_Anchor], int]:
    anchors, offset = [], 0
    for place, tile in enumerate(tiles):
        number = NUMBER_OF.get(tile)
        if number is not None:
            anchors.append(_Anchor(tile, number, offset, place))
        offset += CELLS[tile].width
    return anchors, offset


def _one_past(anchors: Sequence[_Anchor], last: int) -> _Anchor | None:
    """The 1 after 13, at its place in the run; None where there is none or none may be."""
    if last < PAST_LAST:
        return None
    for before, after in pairwise(anchors):
        if after.number == 1 and before.number + after.offset - before.offset == PAST_LAST:
            return after._replace(number=PAST_LAST)
    return None


def _past_one(tile: Tile, edition: Edition) -> Violation:
    return violation(edition, "run-past-one", "runs.past_last", tile)


def _step(before: _Anchor, after: _Anchor, between: Sequence[Tile], edition: Edition, last: int) -> Iterator[Violation]:
    """What is wrong from one numbered tile to the next."""
    room = after.offset - before.offset
    rise = after.number - before.number
    pair: dict[str, Param] = {"from": before.tile, "to": after.tile}
    if rise == room:
        return
    if rise < 0 and rise + 13 == room and last == PAST_LAST:
        yield _past_one(after.tile, edition)
    elif rise < 0 and rise + 13 == room:
        yield violation(edition, "run-wraps", "meld.edge", after.tile, **pair)
    elif rise < 0:
        yield violation(edition, "run-order", "meld.run", after.tile)
    elif rise == 0 and not between:
        yield violation(edition, "run-repeats", "meld.run", after.tile, number=after.number)
    elif rise == room - 1 and "D" in between:
        yield violation(edition, "double-one-number", "jokers.double", "D", **pair)
    elif rise == room - 1 and "C" in between:
        yield violation(edition, "two-colour-no-number", "jokers.two_colour", "C", **pair)
    else:
        yield violation(edition, "run-gap", "meld.run", after.tile, **pair)


def _colours(tiles: Sequence[Tile], edition: Edition) -> Iterator[Violation]:
    segments: list[list[Tile]] = [[]]
    for tile in tiles:
        if tile == "C":
            segments.append([])
        else:
            segments[-1].append(tile)
    clashing = False
    masks = []
    for segment in segments:
        seen = [tile for tile in segment if tile in COLOUR_OF]
        odd = [tile for tile in seen if COLOUR_OF[tile] != COLOUR_OF[seen[0]]]
        if odd:
            clashing = True
            yield violation(edition, "run-colours", "meld.run", odd[0])
        mask = 15 if segment else 0
        for tile in segment:
            mask &= CELLS[tile].colours
        masks.append(mask)
    if not clashing and settle(tuple(masks), edition) is None:
        yield violation(edition, "two-colour-same-colour", "jokers.two_colour", "C")


def _edges(
    tiles: Sequence[Tile], anchors: list[_Anchor], length: int, edition: Edition, last: int
) -> Iterator[Violation]:
    lowest, highest = anchors[0], anchors[-1]
    if lowest.number - lowest.offset < 1:
        yield _past_edge(tiles[: lowest.place], edition)
    if highest.number + length - highest.offset - 1 > last:
        outside = tiles[highest.place + 1 :]
        yield _past_edge(outside, edition) if last < PAST_LAST else _past_one(outside[-1], edition)


def _past_edge(outside: Sequence[Tile], edition: Edition) -> Violation:
    if "D" in outside:
        return violation(edition, "double-at-edge", "jokers.double", "D")
    return violation(edition, "run-past-edge", "meld.edge", outside[0])


def group_faults(tiles: Sequence[Tile], edition: Edition) -> Iterator[Violation]:
    """What keeps tiles from being a group."""
    numbers = [NUMBER_OF[tile] for tile in tiles if tile in NUMBER_OF]
    usual = max(numbers, key=numbers.count, default=0)
    for tile in tiles:
        if NUMBER_OF.get(tile, usual) != usual:
            yield violation(edition, "group-numbers", "meld.group", tile, number=usual)
    yield from colours_twice(tiles, edition)
    if "C" in tiles:
        yield violation(edition, "two-colour-in-group", "jokers.two_colour", "C")
    size = sum(CELLS[tile].width for tile in tiles)
    if size > 4:
        yield violation(edition, "group-too-large", "meld.group", None, count=size, most=4)


def colours_twice(tiles: Sequence[Tile], edition: Edition) -> Iterator[Violation]:
    """Each tile whose colour the group already has."""
    colours: set[str] = set()
    for tile in tiles:
        if tile in COLOUR_OF:
            if COLOUR_OF[tile] in colours:
                yield violation(edition, "group-colour-twice", "meld.group", tile)
            colours.add(COLOUR_OF[tile])
