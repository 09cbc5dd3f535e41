"""A photograph's file to tiles, in one call."""

from collections.abc import Iterable
from typing import Literal

from tilerummy.camera import kernel
from tilerummy.camera.photo import Photo, PhotoError, read
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.tiles import Tile


def read_photo(
    data: bytes, shown: Literal["rack", "table"], edition: Edition, *, elsewhere: Iterable[Tile] = ()
) -> Photo:
    """The tiles on a photograph of a rack or a table: `data` is a picture's file, `elsewhere` are tiles known to lie in
    other places. Needs Pillow, which `tilerummy[camera]` brings.

    Raises PhotoError for a file that cannot be read, and where this installation has neither compiled the camera nor
    what runs it as WebAssembly; ModuleNotFoundError without Pillow.
    """
    # Pillow is an extra
    from tilerummy.camera.pictures import decoded

    see = kernel.see()
    if see is None or not kernel.WEIGHTS.is_file():
        raise PhotoError("no-camera")
    return read(see, kernel.weights(), decoded(data), shown, edition, elsewhere)
