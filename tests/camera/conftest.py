"""The camera's grouping and rules by themselves, compiled for the tests alone."""

import ctypes
import subprocess
from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from kernel.compiling import HERE, OPTIONS, find_compiler
from tests.once import once
from tilerummy.camera.kernel import FLOATS, KINDS, TABLE, TILES

Corners = Sequence[float]
Chances = Sequence[float]
"""How probable each of 14 numbers and of 4 colours is."""


class Arranged(NamedTuple):
    """A tile of the reply: kinds and groups as read and as the rules want them."""

    read: int
    p: float
    unsure: bool
    group: int
    wanted: int
    wanted_group: int


Arrange = Callable[..., list[Arranged]]


@pytest.fixture(scope="session")
def arrange(tmp_path_factory: pytest.TempPathFactory) -> Arrange:
    """`arrange(tiles, as_, box)` of tiles with their corners and chances; skipped where there is no C compiler."""
    compiler = find_compiler()
    if compiler is None:
        pytest.skip("no C compiler")
    source = HERE / "tools" / "arrange.c"
    folder = once(
        tmp_path_factory,
        "arrange",
        lambda folder: subprocess.run(
            [*compiler, *OPTIONS, "-O1", "-shared", str(source), "-o", str(folder / "arrange.so")], check=True
        ),
    )
    library = ctypes.CDLL(str(folder / "arrange.so"))
    camera = ctypes.create_string_buffer(ctypes.c_size_t.in_dll(library, "tilerummy_camera_size").value)
    library.tilerummy_camera_reply.restype = ctypes.POINTER(ctypes.c_float)

    def arranged(
        tiles: Sequence[tuple[Corners, Chances]], as_: int = TABLE, box: bytes = bytes([2] * KINDS), wraps: int = 0
    ) -> list[Arranged]:
        floats = array("f", [number for corners, chances in tiles for number in (*corners, *chances)])
        given = (ctypes.c_float * len(floats)).from_buffer(floats) if floats else None
        count = library.arrange_tiles(camera, as_, wraps, box, given, len(tiles))
        assert count == min(len(tiles), TILES)
        said = library.tilerummy_camera_reply(camera)[: count * FLOATS]
        rows = [said[at : at + FLOATS] for at in range(0, len(said), FLOATS)]
        return [
            Arranged(int(row[29]), row[30], bool(row[31]), int(row[32]), int(row[33]), int(row[34])) for row in rows
        ]

    return arranged
