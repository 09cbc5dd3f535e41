"""Crops for the classifier: a tile's face, 32 wide and 48 high, its body made white."""

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

from training.drawing.makes import JOKER
from training.drawing.scenes import Scene, Tile
from training.geometry import Array, Pyramid, grown, heights, homography, rectangle, widths

WIDE, HIGH = 32, 48
AROUND = 1.12  # how much of a tile's surroundings a crop shows
UPRIGHT, TURNED, NO_TILE = range(3)
Floats = npt.NDArray[np.float32]


def crop(picture: Pyramid, quad: Array, around: float = AROUND) -> Image.Image:
    """What lies within a quad."""
    matrix = homography(grown(quad, around), rectangle(WIDE, HIGH))
    return picture.warp(matrix, (WIDE, HIGH), float(heights(quad)) * around / HIGH)


def whitened(crops: Floats) -> Floats:
    """Each channel by the tile's own body: 70 of 100 of its pixels are darker. Out: count, 3, 48, 32."""
    inner = crops[:, 6:42, 5:27].reshape(len(crops), -1, 3)
    body = np.maximum(np.percentile(inner, 70, axis=1), 8)[:, None, None, :]
    white = np.clip(crops / body, 0, 1.6) - 0.8
    return np.ascontiguousarray(white.transpose(0, 3, 1, 2), dtype=np.float32)


def along_sides(quad: Array, factors: Array) -> Array:
    """A quad around the origin, stretched along its width and along its height."""
    across, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    sides = np.stack([across, down])
    stretched: Array = quad @ np.linalg.inv(sides) * factors @ sides
    return stretched


def askew(rng: np.random.Generator, quad: Array, turn: float, shift: Array) -> Array:
    """A quad as a detector may give it: a little turned, shifted, grown, each corner somewhere else."""
    wide, middle = float(widths(quad)), quad.mean(axis=0)
    across, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    cos, sin = np.cos(turn), np.sin(turn)
    sides = rng.uniform(0.88, 1.14, 2)
    if rng.random() < 0.4:  # of what is slanted a detector makes too narrow a tile, or too low a one
        sides[rng.integers(2)] *= rng.uniform(0.68, 1.1)
    around = along_sides(quad - middle, sides) @ np.array([[cos, sin], [-sin, cos]]) * rng.uniform(0.9, 1.12)
    astray = rng.normal(0, rng.choice([0.03, 0.07, 0.11]), (4, 2)) * wide
    moved: Array = around + middle + shift[0] * across + shift[1] * down + astray
    return moved


def elsewhere(rng: np.random.Generator, scene: Scene) -> Array | None:
    """A quad where no tile is."""
    size = np.array(scene.picture.size)
    high = float(np.exp(rng.uniform(np.log(16), np.log(200))))
    turn = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    quad: Array = (rectangle(high / 1.4, high) - (high / 2.8, high / 2)) @ spin.T + rng.uniform(0.1, 0.9, 2) * size
    for tile in scene.tiles:
        if np.linalg.norm(tile.corners.mean(axis=0) - quad.mean(axis=0)) < 0.55 * (widths(tile.corners) + high / 1.4):
            return None
    return quad


Example = tuple[Image.Image, int, int, int]


def example(rng: np.random.Generator, scene: Scene, tile: Tile) -> Example:
    """A crop with number, colour and state; number and colour count where it is upright."""
    chance, state, turn, shift = rng.random(), UPRIGHT, rng.normal(0, 0.09), rng.normal(0, 0.06, 2)
    quad: Array | None = None
    if chance < 0.06:
        quad, state = elsewhere(rng, scene), NO_TILE
    if quad is None:
        if chance < 0.11:  # beside a tile, or across it
            state, angle = NO_TILE, rng.uniform(0, 2 * np.pi)
            if rng.random() < 0.7:
                turn, shift = turn + angle, np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.45, 0.75)
            else:
                turn += rng.choice([-1, 1]) * np.pi / 2
        elif chance < 0.4:
            turn, state = turn + np.pi, TURNED
        quad = askew(rng, tile.corners, turn, shift)
    picture = scene.picture
    image = crop(picture, quad)
    if rng.random() < 0.4:  # far away, or out of focus
        if rng.random() < 0.5:
            part = rng.uniform(0.25, 0.8)
            small = image.resize((max(8, int(WIDE * part)), max(12, int(HIGH * part))), Image.Resampling.BOX)
            image = small.resize((WIDE, HIGH), Image.Resampling.BILINEAR)
        else:
            image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.8)))
    return image, tile.number, -1 if tile.number == JOKER else tile.colour, state


def relit(rng: np.random.Generator, crops: Floats) -> Floats:
    """Crops in other lights."""
    count = (len(crops), 1, 1, 1)
    gain = rng.uniform(0.5, 1.5, count) * np.exp(rng.normal(0, 0.1, (len(crops), 1, 1, 3)))
    gain = np.where(rng.random(count) < 0.1, gain * (1.1, 0.75, 0.4), gain)
    gain = np.where(rng.random(count) < 0.1, gain * 0.35, gain)
    lit = 255 * np.clip(crops * gain / 255, 0, 1.35) ** np.exp(rng.normal(0, 0.2, count))
    grey = lit.mean(axis=3, keepdims=True)
    lit = grey + (lit - grey) * rng.uniform(0.65, 1.3, count) + rng.normal(0, 1, crops.shape) * rng.uniform(0, 9, count)
    down, along = np.mgrid[0:HIGH, 0:WIDE] / HIGH
    slope = rng.uniform(-0.35, 0.35, (2, *count))
    lit = lit * (1 + slope[0] * (down[..., None] - 0.5) + slope[1] * (along[..., None] - 0.33))
    for at in np.flatnonzero(rng.random(len(crops)) < 0.15):
        x, y, spread = rng.uniform(0, WIDE / HIGH), rng.uniform(0, 1), rng.uniform(0.04, 0.2)
        glow = np.exp(-((along - x) ** 2 + (down - y) ** 2) / (2 * spread**2))
        lit[at] += rng.uniform(30, 140) * glow[..., None]
    out: Floats = np.clip(lit, 0, 255).astype(np.float32)
    return out
