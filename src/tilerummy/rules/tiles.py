"""Tiles: a tile is its kind, written as in the notation (`b7`, `J`); the copies of a kind are indistinguishable."""

from collections.abc import Iterable
from typing import Final

Tile = str
"""A kind: colour letter and number, `k1` to `y13`, or a joker: `J` regular, `D` double, `C` two-colour, `M` mirror."""

COLOURS: Final = "krby"
"""Black, red, blue, yellow (or what the edition prints for them: see its palette), in canonical order."""
NUMBERS: Final = range(1, 14)
JOKERS: Final = "JDCM"

NUMBERED: Final[tuple[Tile, ...]] = tuple(f"{colour}{number}" for colour in COLOURS for number in NUMBERS)
"""The 52 numbered kinds in canonical order."""
KINDS: Final[tuple[Tile, ...]] = (*NUMBERED, *JOKERS)
"""Every kind of tile that an edition may hold, in canonical order."""

COLOUR_OF: Final[dict[Tile, str]] = {tile: tile[0] for tile in NUMBERED}
NUMBER_OF: Final[dict[Tile, int]] = {tile: int(tile[1:]) for tile in NUMBERED}
RANK_OF: Final[dict[Tile, int]] = {tile: rank for rank, tile in enumerate(KINDS)}


def colour(tile: Tile) -> str:
    """The colour letter of a numbered tile; KeyError for a joker."""
    return COLOUR_OF[tile]


def number(tile: Tile) -> int:
    """The number, 1-13, of a numbered tile; KeyError for a joker."""
    return NUMBER_OF[tile]


def is_joker(tile: Tile) -> bool:
    """Whether the tile is a joker of any of the four kinds."""
    return tile in ("J", "D", "C", "M")


def sort_key(tile: Tile) -> int:
    """Canonical order: colours k r b y, each by number, then the jokers J D C M. KeyError for what is no tile."""
    return RANK_OF[tile]


def same_tiles(tiles: Iterable[Tile], others: Iterable[Tile]) -> bool:
    """Whether both are the same tiles, in whatever order."""
    return sorted(tiles) == sorted(others)


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles in canonical order; KeyError when one of them is no tile."""
    return tuple(sorted(tiles, key=RANK_OF.__getitem__))
