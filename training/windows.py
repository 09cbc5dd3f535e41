"""Windows for the detector: parts of photographs, turned, slanted, lit otherwise, with what it shall say of them."""

import io

import numpy as np
from PIL import Image, ImageFilter

from training.drawing.scenes import Scene
from training.geometry import Array, project, widths

SIDE = 320
CELL = 8
CELLS = SIDE // CELL
STEEP = 0.45  # of the windows
NARROW, BROAD = 13.0, 170.0  # pixels of a tile's width in a window
GRAIN = np.random.default_rng(0).standard_normal((8, SIDE, SIDE, 3), dtype=np.float32)


def steep(rng: np.random.Generator) -> Array:
    """What lies on a table, seen at a slant from one of four sides: lower, and askew away from the picture's middle."""
    angle, away = rng.uniform(np.radians(20), np.radians(60)), rng.uniform(1.3, 3.0) * SIDE
    lower = np.array([[1, rng.normal(0, 0.15), 0], [0, np.cos(angle), 0], [0, -np.sin(angle) / away, 1]])
    side = rng.choice(4) * np.pi / 2 + rng.normal(0, 0.1)
    turn = np.array([[np.cos(side), -np.sin(side), 0], [np.sin(side), np.cos(side), 0], [0, 0, 1]])
    view: Array = turn @ lower @ turn.T
    return view


def random_view(rng: np.random.Generator, scene: Scene) -> tuple[Array, float]:
    """A homography from the picture into a window around one of its tiles, and by how much it shrinks."""
    if scene.tiles:
        tile = scene.tiles[rng.integers(len(scene.tiles))]
        wide = max(float(widths(tile.corners)), 8.0)
        scale = float(np.clip(np.exp(rng.triangular(np.log(NARROW), np.log(34), np.log(BROAD))) / wide, 0.3, 2.6))
        at = tile.corners.mean(axis=0) + rng.uniform(-0.38, 0.38, 2) * SIDE / scale
    else:
        at, scale = rng.uniform(150, 490, 2), rng.uniform(0.4, 1.5)
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.65 else rng.choice(4) * np.pi / 2 + rng.normal(0, 0.05)
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    turned = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ np.array(
        [[1, 0, -at[0]], [0, 1, -at[1]], [0, 0, 1]]
    )
    lean = np.eye(3)
    lean[0, 1], lean[0, 0] = rng.normal(0, 0.07), np.exp(rng.normal(0, 0.1))
    if rng.random() < STEEP:
        lean = steep(rng) @ lean
    else:
        lean[2, :2] = rng.normal(0, 0.3, 2) / SIDE
    view: Array = np.array([[1, 0, SIDE / 2], [0, 1, SIDE / 2], [0, 0, 1]]) @ lean @ turned
    return view, 1 / scale


def relit(rng: np.random.Generator, image: Image.Image) -> np.ndarray:
    """In another light, by another lens: 8-bit pixels."""
    if rng.random() < 0.3:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.4, 1.6)))
    ramp = np.arange(256) / 255
    gain = rng.uniform(0.22, 0.6) if rng.random() < 0.12 else rng.uniform(0.6, 1.4)
    cast = np.exp(rng.normal(0, 0.1, 3)) * ((1.1, 0.8, rng.uniform(0.35, 0.7)) if rng.random() < 0.12 else (1, 1, 1))
    curve = np.clip(ramp[:, None] * gain * cast, 0, 1.2) ** np.exp(rng.normal(0, 0.22))
    table = np.clip(curve * 255, 0, 255)
    image = image.point([int(v) for v in table.T.ravel()])
    if rng.random() < 0.15:
        kept = io.BytesIO()
        image.save(kept, "JPEG", quality=int(rng.integers(25, 80)))
        image = Image.open(kept)
    pixels = np.asarray(image, dtype=np.float32)
    grey = pixels.mean(axis=2, keepdims=True)
    pixels = grey + (pixels - grey) * np.float32(rng.uniform(0.35, 1.35))
    grain = GRAIN[rng.integers(len(GRAIN))] * np.float32(abs(rng.normal(0, 5)))
    lit: np.ndarray = np.clip(pixels + grain, 0, 255).astype(np.uint8)
    return lit


def targets(quads: Array, whole: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Heat (-1 where nothing is asked), eight offsets in cells, and each cell's weight for them."""
    heat = np.zeros((CELLS, CELLS), np.float32)
    ignored = np.zeros((CELLS, CELLS), bool)
    offsets = np.zeros((8, CELLS, CELLS), np.float32)
    weight = np.zeros((CELLS, CELLS), np.float32)
    middles = np.arange(CELLS) + 0.5
    for quad, is_whole in zip(quads, whole, strict=True):
        wide, centre = float(widths(quad)), quad.mean(axis=0)
        if not ((centre > -40).all() and (centre < SIDE + 40).all()):
            continue
        spread = max(0.55, 0.16 * wide / CELL)
        along, down = middles - centre[0] / CELL, middles - centre[1] / CELL
        glow = np.exp(-(along[None, :] ** 2 + down[:, None] ** 2) / (2 * spread**2))
        margin = 0.15 * wide
        inside = (quad > -margin).all() and (quad < SIDE + margin).all()
        if not is_whole or not inside or not NARROW * 0.7 < wide < BROAD * 1.15:
            ignored |= glow > 0.08
            continue
        nearer = glow > heat
        heat = np.maximum(heat, glow).astype(np.float32)
        x, y = int(np.clip(centre[0] / CELL, 0, CELLS - 1)), int(np.clip(centre[1] / CELL, 0, CELLS - 1))
        for row in range(max(0, y - 1), min(CELLS, y + 2)):
            for column in range(max(0, x - 1), min(CELLS, x + 2)):
                if nearer[row, column] and glow[row, column] > 0.25:
                    origin = np.array([column + 0.5, row + 0.5])
                    offsets[:, row, column] = (quad / CELL - origin).ravel()
                    weight[row, column] = CELL / wide
        heat[y, x] = 1
    heat[ignored & (heat < 1)] = -1
    return heat, offsets, weight


def window(rng: np.random.Generator, scene: Scene) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Pixels, and what the detector shall say of them."""
    view, shrinks = random_view(rng, scene)
    ink = rng.integers(0, 255, 3) if rng.random() < 0.4 else np.zeros(3)
    fill = (int(ink[0]), int(ink[1]), int(ink[2]))
    image = scene.picture.warp(view, (SIDE, SIDE), shrinks, fill)
    quads = project(view, np.array([tile.corners for tile in scene.tiles]).reshape(-1, 4, 2))
    edge = np.array(scene.picture.size)
    whole = np.array([t.whole and (t.corners > -2).all() and (t.corners < edge + 2).all() for t in scene.tiles], bool)
    return (relit(rng, image), *targets(quads, whole))
