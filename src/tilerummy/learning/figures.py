"""Tiles and moves as numbers."""

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tilerummy.rules.game.views import View
from tilerummy.rules.tiles import JOKERS, KINDS, NUMBERED, RANK_OF, Tile, number

NAMES: Final = (
    "lays", "tiles laid", "jokers laid", "tiles left", "points left", "jokers left", "pairs left", "neighbours left",
    "goes out", "opened", "opens", "pool", "table", "least of others", "mean of others", "others opened", "turn",
)  # fmt: skip
"""What each of the `figures` is."""
FIGURES: Final = len(NAMES)
_NUMBERED: Final = len(NUMBERED)
_POINTS: Final = np.array([number(tile) for tile in NUMBERED], np.float32)


def counts(tiles: Iterable[Tile]) -> NDArray[np.float32]:
    """How many there are of each kind, in the order of `KINDS`."""
    found = np.zeros(len(KINDS), np.float32)
    for tile in tiles:
        found[RANK_OF[tile]] += 1
    return found


def figures(seen: View, laid: tuple[Tile, ...]) -> NDArray[np.float32]:
    """A move of the viewer in figures between 0 and about 1, by the rack tiles it lays."""
    held = counts(seen.rack) - counts(laid)
    left, jokers = held.sum(), held[_NUMBERED:].sum()
    points = held[:_NUMBERED] @ _POINTS + jokers * seen.edition.jokers.penalty
    whole = seen.edition.tiles.total
    opened = seen.viewer is not None and seen.seats[seen.viewer].opened
    others = [seat for number, seat in enumerate(seen.seats) if number != seen.viewer and not seat.resigned]
    racks = [seat.tiles for seat in others] or [0]
    lays = bool(laid)
    return np.array(
        [
            lays, len(laid) / 14, sum(tile in JOKERS for tile in laid), left / 14, points / 100, jokers,
            *_promising(held), left == 0, opened, lays and not opened, seen.pool / whole,
            sum(len(meld.tiles) for meld in seen.table) / whole, min(racks) / 14, sum(racks) / len(racks) / 14,
            sum(seat.opened for seat in others) / max(1, len(others)), seen.turn_number / 100,
        ],
        np.float32,
    )  # fmt: skip


def _promising(held: NDArray[np.float32]) -> tuple[float, float]:
    """Pairs of one number and neighbours of one colour among the tiles: what a meld could grow from."""
    there = held[:_NUMBERED].reshape(4, 13) > 0
    pairs = np.maximum(there.sum(axis=0) - 1, 0).sum()
    neighbours = (there[:, 1:] & there[:, :-1]).sum()
    return float(pairs) / 14, float(neighbours) / 14
