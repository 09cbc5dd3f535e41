"""Sides of mirrored runs, as many as are needed.

A mirrored run is not needed where the same outer numbers of both its sides are runs, and what is left is a mirrored
run. So where a side falls apart, its partner must not, which takes jokers: many outside, or a double one across.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import msgspec

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import COLOURS, Tile, is_joker
from tilerummy.solver.aside import Hand

Line = tuple[Tile, ...]


class Side(NamedTuple):
    """A side from the outside in, rising from a number; `cuts`: how many of its outer numbers may be a run instead."""

    jokers: int
    size: int
    first: int
    tiles: Line
    cuts: frozenset[int]

    def alike(self, other: "Side") -> bool:
        """Whether they are the sides of a mirrored run that is needed, as far as they tell."""
        return (self.first, self.size) == (other.first, other.size) and self.cuts.isdisjoint(other.cuts)


def differs(meld: Meld, edition: Edition) -> bool:
    """Whether a meld is a run only because the sides of a mirrored one may differ in colours; it may be a group too."""
    return "M" in meld.tiles and _is_run(meld, edition) and not _is_run(meld, _same(edition))


def _is_run(meld: Meld, edition: Edition) -> bool:
    return any(reading.kind == "run" for reading in readings(meld, edition))


@lru_cache(maxsize=64)
def _same(edition: Edition) -> Edition:
    jokers = msgspec.structs.replace(edition.jokers, mirror_run_colours="same")
    return msgspec.structs.replace(edition, jokers=jokers, hash=f"{edition.hash} same")


def sides(hand: Hand, edition: Edition, counted: Callable[[], bool]) -> list[Side]:
    """The sides that these tiles make, fewest jokers first, then the shortest. `counted` hears of each line and says
    whether that is enough: then there are more."""
    here = hand.must + hand.may
    least = max(2, edition.jokers.mirror_min_per_side)
    found: dict[tuple[int, Line], int] = {}
    for first, colour in product(range(1, 14), COLOURS):
        for line, size in _longer((), 0, first, colour, here, edition):
            if counted():
                return []
            if size >= least:
                found[first, line] = size
    made = (
        Side(sum(map(is_joker, line)), size, first, line, _cuts(line, size - least, edition))
        for (first, line), size in found.items()
    )
    return sorted(made)


def _longer(
    line: Line, size: int, first: int, colour: str, here: Counter[Tile], edition: Edition
) -> Iterator[tuple[Line, int]]:
    """The line and all longer ones of these tiles that can have a partner; a double joker takes two numbers, any colour
    may follow a two-colour joker."""
    if not _can_have_partner(line, size, here, edition):
        return
    yield line, size
    number = first + size
    for tile, width, colours in (
        (f"{colour}{number}", 1, colour),
        ("J", 1, colour),
        ("D", 2, colour),
        ("C", 1, COLOURS),
    ):
        if line.count(tile) < here[tile] and number + width <= 14:
            for other in colours:
                yield from _longer((*line, tile), size + width, first, other, here, edition)


def _can_have_partner(line: Line, size: int, here: Counter[Tile], edition: Edition) -> bool:
    """Whether there may be a side beside which this one does not fall apart, whatever comes to both."""
    rest = here - Counter(line)
    across = rest["D"]
    bare = max(rest["J"] + 2 * across + rest["C"], 4 if across else 2)
    least = max(2, edition.jokers.mirror_min_per_side)
    return sum(cut > bare for cut in _cuts(line, size - least, edition)) <= across


def _cuts(line: Line, most: int, edition: Edition) -> frozenset[int]:
    """The outer numbers, at most so many, that are a run, and leave a numbered tile."""
    found, size = set[int](), 0
    for at, tile in enumerate(line, 1):
        size += 2 if tile == "D" else 1
        inner = any(not is_joker(other) for other in line[at:])
        if 3 <= size <= most and inner and _is_run(Meld(line[:at]), edition):
            found.add(size)
    return frozenset(found)


def around(left: Line, right: Line, edition: Edition) -> Meld | None:
    """Two sides with a mirror joker between, rising to it where that is legal; None where they are no run."""
    rising, falling = Meld((*left, "M", *right[::-1])), Meld((*left[::-1], "M", *right))
    return next((meld for meld in (rising, falling) if _is_run(meld, edition)), None)
