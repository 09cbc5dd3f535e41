"""Drawn photographs: tiles as boxes have them, on a table, as a camera might see them."""

from collections.abc import Sequence
from io import BytesIO
from math import ceil
from typing import Any

from PIL import Image, ImageDraw, ImageFilter, ImageFont

INKS = {"k": (25, 25, 28), "r": (200, 30, 40), "b": (20, 70, 190), "y": (240, 150, 20)}
BODY, TABLE, LOGO = (244, 238, 220), (70, 96, 70), 6
WIDE, HIGH = 60, 88


def tile(kind: str) -> Image.Image:
    """A tile: its number in its ink, a ring below; a joker is a face."""
    image = Image.new("RGBA", (WIDE, HIGH), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, WIDE - 1, HIGH - 1), 9, fill=BODY, outline=(205, 198, 180))
    if kind == "J":
        draw.ellipse((12, 14, 48, 50), outline=INKS["r"], width=4)
        draw.ellipse((21, 24, 27, 30), fill=INKS["r"])
        draw.ellipse((33, 24, 39, 30), fill=INKS["r"])
        draw.arc((20, 26, 40, 43), 20, 160, fill=INKS["r"], width=4)
        return image
    ink = INKS[kind[0]]
    font = ImageFont.load_default(40)
    draw.text((WIDE / 2, 30), kind[1:], fill=ink, font=font, anchor="mm", stroke_width=2, stroke_fill=ink)
    draw.ellipse((WIDE / 2 - 9, 60, WIDE / 2 + 9, 78), outline=ink, width=3)
    return image


def table(melds: Sequence[str], *, size: tuple[int, int] = (1000, 750), scale: float = 1.0, turned: float = 0.0) -> Any:
    """Melds below each other on a table, all of it turned by so many degrees."""
    image = Image.new("RGB", size, TABLE)
    for row, meld in enumerate(melds):
        for column, kind in enumerate(meld.split()):
            one = tile(kind).resize((round(WIDE * scale), round(HIGH * scale)))
            x = 80 + column * ceil((WIDE + 2) * scale)
            image.paste(one, (x, 60 + row * round((HIGH + 40) * scale)), one)
    image = image.filter(ImageFilter.GaussianBlur(0.8))
    return image.rotate(turned, expand=True, fillcolor=TABLE, resample=Image.Resampling.BICUBIC) if turned else image


def saved(image: Any, kind: str = "JPEG", **options: Any) -> bytes:
    """The picture as a file."""
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()
