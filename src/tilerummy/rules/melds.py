"""Melds: the types, and the three questions about a meld under an edition (readings, a legal order, what is wrong)."""

from functools import lru_cache

from .edition import Edition
from .groups import group_readings
from .meld_types import Kind, Meld, Reading
from .mirrors import mirror_readings
from .runs import run_readings
from .tiles import JOKERS

__all__ = ["Kind", "Meld", "Reading", "readings"]


@lru_cache(maxsize=1 << 16)
def readings(meld: Meld, edition: Edition) -> tuple[Reading, ...]:
    """Every legal reading of a meld as laid, the highest opening value first, a run before a group of the same value;
    none when the meld is illegal as laid or what is stated about it cannot be."""
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


def _best_first(reading: Reading) -> tuple[int, bool]:
    return -reading.value, reading.kind == "group"
