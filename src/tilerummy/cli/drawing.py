"""Tiles drawn in a terminal: a shape for each colour, in that colour where the terminal shows colours."""

import os
import sys
from collections.abc import Iterable
from typing import Final

from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.tiles import NUMBER_OF, Tile

SHAPES: Final = {"k": "●", "r": "◆", "b": "■", "y": "▲"}
"""So that the colours can be told apart without seeing them, as on the tiles of the browser's table."""
INKS: Final = {"k": "1", "r": "1;31", "b": "1;34", "y": "1;33"}
JOKER_SHAPE: Final = "★"
JOKER_INK: Final = "1;35"


class Pen:
    """Draws tiles; with `colour` as escape sequences of the terminal, without `shapes` as the notation writes them."""

    def __init__(self, *, colour: bool, shapes: bool = True) -> None:
        self.colour = colour
        self.shapes = shapes

    def tile(self, tile: Tile) -> str:
        """One tile: shape and number, a joker as its letter."""
        if tile not in NUMBER_OF:
            return self._ink(f"{JOKER_SHAPE}{tile}" if self.shapes else tile, JOKER_INK)
        return self._ink(f"{SHAPES[tile[0]]}{NUMBER_OF[tile]}" if self.shapes else tile, INKS[tile[0]])

    def tiles(self, tiles: Iterable[Tile]) -> str:
        """Tiles side by side."""
        return " ".join(map(self.tile, tiles))

    def table(self, melds: Iterable[Meld]) -> list[str]:
        """A line for each meld."""
        return [f"  {self.tiles(meld.tiles)}" for meld in melds]

    def _ink(self, text: str, ink: str) -> str:
        return f"\033[{ink}m{text}\033[0m" if self.colour else text


def pen() -> Pen:
    """The pen for standard output: in colour for a terminal that knows colours or where FORCE_COLOR is set, unless
    NO_COLOR is; with shapes where its encoding has them."""
    knows = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    colour = (knows or bool(os.environ.get("FORCE_COLOR"))) and not os.environ.get("NO_COLOR")
    try:
        "".join((*SHAPES.values(), JOKER_SHAPE)).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return Pen(colour=colour, shapes=False)
    return Pen(colour=colour)
