"""Fonts for numbers: what is installed under free licences, and Pillow's own where nothing is."""

import functools
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import ImageFont

# too thin, leaning or fanciful for numbers on tiles
UNLIKE = ("Italic", "Oblique", "It.", "Thin", "Hairline", "Light", "Math", "Variable")
PLACES = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("/Library/Fonts"))


@functools.cache
def installed() -> Sequence[str]:
    """The font files of the system and of the packages in `requirements.txt`, in one order everywhere."""
    packages = [folder for place in sys.path for folder in Path(place).glob("font_*/files")]
    found = [file for place in (*PLACES, *packages) for kind in ("*.ttf", "*.otf") for file in place.rglob(kind)]
    return [str(file) for file in sorted(found, key=lambda file: file.name) if not any(w in file.name for w in UNLIKE)]


@functools.lru_cache(maxsize=2048)
def font(file: str | None, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels; no file is Pillow's own."""
    if file is not None:
        return ImageFont.truetype(file, size)
    own = ImageFont.load_default(size)
    if not isinstance(own, ImageFont.FreeTypeFont):
        raise OSError("this Pillow is built without FreeType")
    return own
