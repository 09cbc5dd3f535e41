"""What keeps tiles around a mirror joker from being a mirrored meld."""

from collections.abc import Iterator, Sequence

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.cells import CELLS, plain_cells
from tilerummy.rules.melds.mirrors import join, middle_number, settled, sides
from tilerummy.rules.melds.runs import Trace, trace
from tilerummy.rules.melds.shape_faults import colours_twice, run_faults, violation
from tilerummy.rules.melds.types import Meld
from tilerummy.rules.tiles import COLOUR_OF, NUMBER_OF, Tile
from tilerummy.rules.violations import Violation


def mirror_faults(meld: Meld, edition: Edition) -> Iterator[Violation]:
    """What is wrong with a meld that has a mirror joker."""
    both = sides(meld)
    if both is None:
        yield violation(edition, "mirror-two-centres", "jokers.mirror", "M")
        return
    left, right = both.left.tiles, both.right.tiles
    size, other = (sum(CELLS[tile].width for tile in side) for side in (left, right))
    if size != other:
        yield violation(edition, "mirror-not-symmetric", "jokers.mirror", "M", left=size, right=other)
    elif size < edition.jokers.mirror_min_per_side:
        least = edition.jokers.mirror_min_per_side
        yield violation(edition, "mirror-side-too-small", "jokers.mirror_min_per_side", "M", count=size, least=least)
    numbers = {NUMBER_OF[tile] for tile in (*left, *right) if tile in NUMBER_OF}
    several = any(sum(tile in NUMBER_OF for tile in side) > 1 for side in (left, right))
    if len(numbers) == 1 and ("C" not in meld.tiles or size == 1 or several):
        yield from _group(left, right, size, edition)
    elif size == other:
        yield from _run(left, right, edition)
    else:
        for side in (left, right):
            yield from _side(side, edition)


def _group(left: Sequence[Tile], right: Sequence[Tile], size: int, edition: Edition) -> Iterator[Violation]:
    for side in (left, right):
        yield from colours_twice(side, edition)
    if "C" in left or "C" in right:
        yield violation(edition, "two-colour-in-group", "jokers.two_colour", "C")
    most = edition.jokers.mirror_group_most_per_side
    if size > most:
        yield violation(
            edition, "mirror-side-too-large", "jokers.mirror_group_most_per_side", "M", count=size, most=most
        )
    colours = {COLOUR_OF[tile] for tile in (*left, *right) if tile in COLOUR_OF}
    if edition.jokers.mirror_group_colours == "same" and len(colours) > size:
        yield violation(edition, "mirror-colours", "jokers.mirror_group_colours", "M")


def _run(left: Sequence[Tile], right: Sequence[Tile], edition: Edition) -> Iterator[Violation]:
    """Both sides stand for the same number of tiles: are they runs, and mirror each other?"""
    for step in (1, -1):
        traces = [trace(plain_cells(side), step) for side in (left, right)]
        mine, other = traces
        if mine is not None and other is not None:
            yield from _halves(mine, other, step, edition)
            return
    for side in (left, right):
        yield from _side(side, edition)


def _side(side: Sequence[Tile], edition: Edition) -> Iterator[Violation]:
    """What keeps one side, from the outside in, from being part of a run in its better direction."""
    yield from min((list(run_faults(order, edition)) for order in (side, side[::-1])), key=len)


def _halves(mine: Trace, other: Trace, step: int, edition: Edition) -> Iterator[Violation]:
    if mine.borders != other.borders and edition.jokers.mirror_run_colours == "same":
        yield violation(edition, "mirror-two-colour-alone", "jokers.mirror_run_colours", "C")
        return
    if mine.start is not None and other.start is not None and mine.start != other.start:
        yield violation(edition, "mirror-not-symmetric", "jokers.mirror", "M", left=mine.length, right=other.length)
        return
    joined = join(mine, other, edition)
    if joined is None:
        yield violation(edition, "mirror-colours", "jokers.mirror_run_colours", "M")
        return
    if settled(joined, edition) is None:
        yield violation(edition, "two-colour-same-colour", "jokers.two_colour", "C")
    if joined.start is not None:
        low, high = sorted((joined.start, joined.start + step * (joined.length - 1)))
        if low < 1 or high > 13:
            yield violation(edition, "run-past-edge", "meld.edge", "M")
        elif middle_number(low, high, step) is None and edition.opening.mirror_value == "middle":
            yield violation(edition, "mirror-no-middle", "jokers.mirror", "M", high=high)
