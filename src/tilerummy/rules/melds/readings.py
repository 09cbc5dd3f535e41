"""Melds: the types, and the three questions about a meld under an edition (readings, a legal order, what is wrong)."""

from collections.abc import Callable
from functools import lru_cache

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.faults import faults
from tilerummy.rules.melds.groups import group_readings
from tilerummy.rules.melds.mirrors import NO_MIDDLE, mirror_readings
from tilerummy.rules.melds.reorder import orders, turned
from tilerummy.rules.melds.runs import run_readings
from tilerummy.rules.melds.types import Kind, Meld, Reading
from tilerummy.rules.tiles import COLOURS, JOKERS
from tilerummy.rules.violations import Violation

__all__ = ["Kind", "Meld", "Reading", "meld_violations", "reader", "readings", "relaid", "rising"]


def readings(meld: Meld, edition: Edition) -> tuple[Reading, ...]:
    """Every legal reading of a meld as laid, the highest opening value first, a run before a group of the same value;
    none when the meld is illegal as laid or what is stated about it cannot be."""
    return reader(edition)(meld)


@lru_cache(maxsize=64)
def reader(edition: Edition) -> Callable[[Meld], tuple[Reading, ...]]:
    """`readings` under one edition, which is asked for its hash once and not for every meld."""

    @lru_cache(maxsize=1 << 13)
    def read(meld: Meld) -> tuple[Reading, ...]:
        return _read(meld, edition)

    return read


def _read(meld: Meld, edition: Edition) -> tuple[Reading, ...]:
    tiles = meld.tiles
    if len(tiles) < 3:
        return ()
    jokers = 0
    for joker in JOKERS:
        if joker in tiles:
            if not edition.tiles.jokers[joker]:
                return ()
            jokers += tiles.count(joker)
    if jokers:
        if jokers == len(tiles) and edition.jokers.all_joker_melds == "refused":
            return ()
        if edition.jokers.per_set is not None and jokers > edition.jokers.per_set:
            return ()
    if "M" in tiles:
        found = mirror_readings(meld, edition)
    else:
        found = run_readings(meld, edition) + group_readings(meld, edition)
    if meld.kind is not None:
        found = [reading for reading in found if reading.kind == meld.kind]
    if len(found) > 1:
        found.sort(key=_best_first)
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def meld_violations(meld: Meld, edition: Edition) -> tuple[Violation, ...]:
    """Everything that is wrong with a meld as laid, each with its point of the rules card and the edition's section;
    none when it is legal. Which of several melds it is, the caller adds."""
    if readings(meld, edition):
        return ()
    bare = Meld(meld.tiles)
    legal_unstated = bare != meld and bool(readings(bare, edition))
    return faults(meld, edition, legal_unstated=legal_unstated, order_helps=relaid(meld, edition) is not None)


def _best_first(reading: Reading) -> tuple[int, bool]:
    return -reading.value, reading.kind == "group"


@lru_cache(maxsize=1 << 11)
def relaid(meld: Meld, edition: Edition) -> Meld | None:
    """A legal order of the same tiles, statements kept, where only the order is wrong; None where the meld is right as
    laid or no order helps.

    A mirrored run that falls towards the centre is legal, but to be laid rising (TW3): it is relaid too.
    """
    found = readings(meld, edition)
    if found:
        return turned(meld) if all(_falling(meld, reading) for reading in found) else None
    return next((order for order in orders(meld, edition) if readings(order, edition)), None)


def rising(meld: Meld, edition: Edition) -> Meld:
    """A legal meld as it lies on the table once it is laid: mirrored runs rise (TW3), all others as they were laid."""
    return (relaid(meld, edition) or meld) if "M" in meld.tiles else meld


def _falling(meld: Meld, reading: Reading) -> bool:
    """Whether a mirrored run falls towards a middle number above it, which it would reach if it were laid rising."""
    if reading.kind == "group" or not reading.mirrored:
        return False
    centre = meld.tiles.index("M")
    middle = reading.stands[centre]
    if middle == NO_MIDDLE:
        return False
    neighbours = [int(tile.lstrip(COLOURS)) for tile in reading.stands[centre - 1][0].split("+")]
    return max(neighbours) < int(middle[0]) - 1
