"""What lies under and beside the tiles: tables, cloths, racks, clutter that is not a tile, hands."""

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from training.drawing.fonts import font
from training.drawing.makes import Colour, hsv

Floats = npt.NDArray[np.float32]


def blotches(rng: np.random.Generator, size: tuple[int, int], grain: tuple[float, float]) -> Floats:
    """Soft noise whose spots are as wide and high as `grain` says, about -2 to 2."""
    coarse = rng.normal(0, 1, (max(2, int(size[1] / grain[1])), max(2, int(size[0] / grain[0])))).astype(np.float32)
    return np.array(Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC))


def table(rng: np.random.Generator, size: tuple[int, int]) -> Image.Image:
    """An empty table: wood, cloth, marble, weave, or one plain colour."""
    if rng.random() < 0.4:
        base = hsv(rng.uniform(15, 42), rng.uniform(0.15, 0.7), rng.uniform(0.2, 0.95))
    else:
        base = hsv(rng.uniform(0, 360), rng.uniform(0, 0.75) ** 1.5, rng.uniform(0.06, 0.98))
    kind = rng.integers(5)
    if kind == 0:
        noise = blotches(rng, size, (rng.uniform(120, 400), rng.uniform(3, 9)))
        noise += 0.7 * blotches(rng, size, (400, rng.uniform(15, 60)))
    elif kind == 1:
        noise = 0.6 * blotches(rng, size, (2, 2)) + blotches(rng, size, (6, 6))
    elif kind == 2:
        vein = np.abs(blotches(rng, size, (130, 90)) + 0.3 * blotches(rng, size, (20, 20)))
        noise = -2.5 * np.clip(1 - vein / 0.12, 0, 1) + 0.4 * blotches(rng, size, (90, 90))
    elif kind == 3:
        steps = np.arange(size[0], dtype=np.float32)[None, :], np.arange(size[1], dtype=np.float32)[:, None]
        pitch = rng.uniform(4, 16)
        noise = np.sin(steps[0] * 6.28 / pitch) * np.sin(steps[1] * 6.28 / pitch)
        noise = noise + blotches(rng, size, (pitch, rng.uniform(20, 120)))
    else:
        noise = 0.5 * blotches(rng, size, (250, 250))
    shades = 1 + np.float32(rng.uniform(0.02, 0.22)) * noise
    pixels = np.clip(np.array(base, dtype=np.float32) * shades[..., None], 0, 255).astype(np.uint8)
    image = Image.fromarray(pixels)
    return image.transpose(Image.Transpose.TRANSPOSE) if size[0] == size[1] and rng.random() < 0.5 else image


def any_colour(rng: np.random.Generator) -> Colour:
    """Any colour at all."""
    return hsv(rng.uniform(0, 360), rng.uniform(0, 1), rng.uniform(0.1, 1))


def clutter(rng: np.random.Generator, image: Image.Image, things: int) -> None:
    """Sheets, boxes, cups, pens and print, none of which is a tile."""
    draw, (wide, high) = ImageDraw.Draw(image), image.size
    for _ in range(things):
        at = rng.uniform(0, 1, 2) * image.size
        kind = rng.integers(6)
        if kind <= 1:
            half = rng.uniform(8, 0.2 * wide, 2)
            turn = rng.uniform(0, np.pi)
            corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
            spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            points = [(float(x), float(y)) for x, y in corners @ spin.T + at]
            draw.polygon(points, fill=any_colour(rng))
        elif kind == 2:
            radius = rng.uniform(5, 0.13 * wide)
            box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
            draw.ellipse(box, fill=any_colour(rng) if rng.random() < 0.6 else None, outline=any_colour(rng), width=4)
        elif kind == 3:
            far = at + rng.normal(0, 0.25, 2) * (wide, high)
            draw.line((at[0], at[1], far[0], far[1]), fill=any_colour(rng), width=int(rng.integers(2, 16)))
        elif kind == 4:
            for row in range(int(rng.integers(1, 7))):
                text = str(rng.integers(0, 10 ** int(rng.integers(1, 9))))
                place = (float(at[0]), float(at[1] + row * 16))
                draw.text(place, text, any_colour(rng), font(None, int(rng.integers(8, 16))))
        else:
            text, face = str(rng.integers(1, 14)), font(None, int(rng.integers(14, 90)))
            draw.text((float(at[0]), float(at[1])), text, any_colour(rng), face, anchor="mm")


def hand(rng: np.random.Generator, size: tuple[int, int]) -> Image.Image:
    """A mask of a hand that reaches in from an edge."""
    mask = Image.new("L", size, 0)
    draw, angle = ImageDraw.Draw(mask), rng.uniform(0, 2 * np.pi)
    inward = np.array([np.cos(angle), np.sin(angle)])
    across, scale = np.array([-inward[1], inward[0]]), rng.uniform(0.02, 0.05) * max(size)
    root = np.array(size) / 2 - inward * max(size) * rng.uniform(0.48, 0.72)
    palm = root + inward * scale * 2
    draw.line([tuple(root - inward * scale * 9), tuple(palm)], 255, int(scale * 4))
    draw.ellipse((*(palm - scale * 2.6), *(palm + scale * 2.6)), fill=255)
    for finger in range(int(rng.integers(1, 5))):
        foot = palm + across * scale * (finger - 1.5) * 1.25
        tip = foot + inward * scale * rng.uniform(3, 6.5) + across * scale * rng.normal(0, 0.6)
        draw.line([tuple(foot), tuple(tip)], 255, int(scale * 1.15))
        draw.ellipse((*(tip - scale * 0.58), *(tip + scale * 0.58)), fill=255)
    return mask.filter(ImageFilter.GaussianBlur(1.2))
