"""The product's own reader, compiled, as `measure` asks it: of a box of 106 tiles, as on a rack."""

from importlib import import_module
from pathlib import Path

import numpy as np
from PIL import Image

from training.reading import Read

FLOATS = 41
BOX = bytes([2] * 53)  # two of each tile, two jokers
RACK, SMALLEST, WRAPS = 0, 3, 0


class Product:
    """`tilerummy.camera` with a weights file."""

    def __init__(self, weights: Path) -> None:
        self.see = import_module("tilerummy.camera.kernel").see()
        if self.see is None:
            raise SystemExit("this installation has no compiled camera")
        self.weights = weights.read_bytes()

    def read(self, picture: Image.Image) -> list[Read]:
        """The tiles of a photograph."""
        rgba = picture.convert("RGBA").tobytes()
        reply = self.see(self.weights, rgba, picture.width, picture.height, RACK, SMALLEST, WRAPS, BOX)
        tiles = np.frombuffer(reply, "<f4").reshape(-1, FLOATS).astype(float)
        return [Read(row[:8].reshape(4, 2), 1.0, row[8:22], row[22:26], row[26:29], float(row[30])) for row in tiles]
