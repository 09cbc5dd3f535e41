"""What the build of the page leaves for pictures: its tiles, its colours, its letters."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from tilerummy.rules.tiles import JOKERS, Tile


class _File(msgspec.Struct, frozen=True):
    colours: dict[str, str]
    tiles: dict[str, str]


class Drawings:
    """The drawings of one build, in its folder. Raises OSError where there is none."""

    def __init__(self, folder: Path) -> None:
        read = msgspec.json.decode((folder / "drawings.json").read_bytes(), type=_File)
        self.colours = read.colours
        self.fonts = sorted(map(str, folder.glob("*.ttf")))
        self._tiles = read.tiles

    def tile(self, tile: Tile, palette: Sequence[str]) -> str:
        """The symbol of a tile, `tile-b7`, in what its colour is printed in; the page draws orange and unknown colours
        as yellow."""
        if tile in JOKERS:
            return self._tiles[tile]
        printed = palette["krby".index(tile[0])]
        return self._tiles.get(f"{tile}-{printed}") or self._tiles[f"{tile}-yellow"]
