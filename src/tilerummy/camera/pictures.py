"""Picture files as pixels: decoded by Pillow (the extra `camera`), turned upright, made no larger than is read."""

import warnings
from io import BytesIO
from math import sqrt
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from tilerummy.camera.kernel import PIXELS
from tilerummy.camera.photo import PhotoError, Picture

SMALLEST: Final = 32
"""Pixels of the shorter side: less shows no tile."""
MEGAPIXELS: Final = 64
"""Of a picture, at most; phones take fewer."""
_HEIC: Final = (b"ftypheic", b"ftypheix", b"ftyphevc", b"ftypmif1", b"ftypmsf1", b"ftypheim")


def decoded(data: bytes) -> Picture:
    """The picture in a file's bytes, as one holds it. Raises PhotoError."""
    if data[4:12] in _HEIC:
        raise PhotoError("heic")
    with warnings.catch_warnings():
        # what Pillow warns of is bounded below
        warnings.simplefilter("ignore")
        try:
            with Image.open(BytesIO(data)) as image:
                return _picture(image)
        except UnidentifiedImageError:
            raise PhotoError("no-picture") from None
        except Image.DecompressionBombError:
            raise PhotoError("too-large", most=MEGAPIXELS) from None
        # what its decoders raise for damaged files, of many formats
        except (OSError, SyntaxError, EOFError, ValueError, IndexError, KeyError, TypeError, OverflowError) as error:
            if isinstance(error, PhotoError):
                raise
            raise PhotoError("damaged") from None


def _picture(image: Image.Image) -> Picture:
    width, height = image.size
    if min(width, height) < SMALLEST:
        raise PhotoError("too-small", least=SMALLEST)
    if width * height > MEGAPIXELS * 1_000_000:
        raise PhotoError("too-large", most=MEGAPIXELS)
    if getattr(image, "n_frames", 1) > 1 and image.format != "MPO":
        raise PhotoError("animated")
    scale = max(1.0, sqrt(width * height / PIXELS))
    # a JPEG is decoded smaller at once
    image.draft("RGB", (int(width / scale), int(height / scale)))
    upright = _opaque(ImageOps.exif_transpose(image))
    fits = min(1.0, sqrt(PIXELS / (upright.width * upright.height)))
    small = upright.resize((max(1, int(upright.width * fits)), max(1, int(upright.height * fits))))
    return Picture(small.convert("RGBA").tobytes(), *small.size, max(width, height) / max(small.size))


def _opaque(image: Image.Image) -> Image.Image:
    """Without what is transparent: that is white, as a page shows it."""
    if "A" not in image.getbands() and "transparency" not in image.info:
        return image.convert("RGB")
    over = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", over.size, "white"), over).convert("RGB")
