"""The camera's C: the one compiled for this machine or else the page's, run by wasmtime; neither may be there.

`see(weights, rgba, width, height, as, smallest, wraps, box)` answers with `FLOATS` little-endian floats of 32 bits for
each tile; `kernel/camera/camera.h` says what they are.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

See = Callable[[bytes, bytes, int, int, int, int, int, bytes], bytes]
"""Raises ValueError for what are no weights or no such picture, MemoryError."""

RACK, TABLE, DETECTOR, CLASSIFIER = range(4)
"""What is asked: the tiles in rows or in melds, or what a network itself says of the picture."""
PIXELS: Final = 2048 * 1536
"""Of a picture, at most."""
TILES: Final = 256
"""In a picture, at most: of more the surest."""
FLOATS: Final = 41
KINDS: Final = 53
"""The 52 numbered kinds in canonical order, then the joker."""
WEIGHTS: Final = Path(__file__).with_name("camera.weights")


def see() -> See | None:
    """The C of this installation."""
    try:
        native: See = import_module("tilerummy.solver._kernel").see
        return native
    # a kernel compiled before there was a camera has none
    except (ImportError, AttributeError):
        pass
    try:
        wasm: See = import_module("tilerummy.camera.wasm").see
        return wasm
    # no wasmtime, no module, or a wasmtime that is not for this machine
    except (ImportError, OSError, RuntimeError):
        return None


@cache
def weights() -> bytes:
    """What training left. Raises FileNotFoundError."""
    return WEIGHTS.read_bytes()
