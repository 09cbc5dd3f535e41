"""The labelled photographs: our corners in `labels/`, pictures from a folder of one's own.

A line without indentation names a picture, the lines below it its tiles: `k5 x y x y x y x y`, corners in pixels from
the tile's own top left; `!` marks one that the picture's edge cuts.
"""

import base64
import io
import json
import re
from pathlib import Path

import numpy as np
from PIL import Image

from training.drawing.makes import JOKER
from training.drawing.scenes import Scene, Tile
from training.geometry import Pyramid

LABELS = Path(__file__).parent / "labels"
COLOURS = "krby"
JOKERS = ("J", "D", "C", "M")


def tile_of(notation: str) -> tuple[int, int]:
    """Number 0 to 12 or `JOKER`, and colour, of `k5` or `J`."""
    if notation in JOKERS:
        return JOKER, -1
    if not re.fullmatch(r"[krby]([1-9]|1[0-3])", notation):
        raise ValueError(f"no tile: {notation!r}")
    return int(notation[1:]) - 1, COLOURS.index(notation[0])


def notation_of(number: int, colour: int) -> str:
    """As the product writes it."""
    return "J" if number == JOKER else f"{COLOURS[colour]}{number + 1}"


def labels(name: str) -> dict[str, list[Tile]]:
    """The tiles of every picture of `train` or `valid`."""
    found: dict[str, list[Tile]] = {}
    for line in (LABELS / f"{name}.txt").read_text("utf-8").splitlines():
        if not line.startswith(" "):
            found[line] = tiles = []
            continue
        notation, *numbers = line.split()
        corners = np.array([float(part) for part in numbers]).reshape(4, 2)
        tiles.append(Tile(*tile_of(notation.rstrip("!")), corners, not notation.endswith("!")))
    return found


def shoot(name: str) -> str:
    """The shoot of a picture, by its name."""
    return name.split("-")[0]


def photographs(folder: Path, name: str, without: str | None = None) -> list[Scene]:
    """The pictures of `train` or `valid` with our labels, but for one shoot's."""
    return [
        Scene(Pyramid(Image.open(folder / name / "images" / file).convert("RGB")), tuple(tiles), file)
        for file, tiles in labels(name).items()
        if shoot(file) != without
    ]


def corrected(file: Path) -> Scene:
    """A photograph as the page saves it with somebody's corrections."""
    saved = json.loads(file.read_text("utf-8"))
    picture = base64.b64decode(saved["picture"].partition(",")[2])
    unproven = saved.get("numbers_only", False)
    tiles = []
    for tile in saved["tiles"]:
        if tile["corners"] is None:
            continue
        number, colour = tile_of(tile["tile"])
        tiles.append(Tile(number, -1 if unproven else colour, np.array(tile["corners"], dtype=float)))
    return Scene(Pyramid(Image.open(io.BytesIO(picture)).convert("RGB")), tuple(tiles), file.name)
