"""Scenes: tiles of one make on a table or a rack, seen by a camera that slants and turns, with every tile's corners."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from training.drawing.makes import BACK, HEIGHT, JOKER, MARGIN, Make, hsv, random_make, shade
from training.drawing.tables import any_colour, blotches, clutter, hand, table
from training.geometry import Array, Pyramid, heights, homography, project, rectangle, widths

STEEP = np.radians(62)


@dataclass(frozen=True)
class Tile:
    """What lies where: number 0 to 12 or `JOKER`, colour 0 to 3 in the order k r b y."""

    number: int
    colour: int
    corners: Array
    whole: bool = True  # not cut by the picture's edge nor hidden


@dataclass(frozen=True)
class Scene:
    """A photograph, drawn or real, and its tiles."""

    picture: Pyramid
    tiles: tuple[Tile, ...]
    name: str = ""


@dataclass(frozen=True)
class Camera:
    """How the table's plane and what stands on it come into the picture; a tile is one wide."""

    matrix: Array  # 3x4: from table coordinates to pixels

    def see(self, points: Array, height: float = 0.0) -> Array:
        """Points of the table at a height above it, in pixels."""
        matrix = np.stack([self.matrix[:, 0], self.matrix[:, 1], self.matrix[:, 3] + height * self.matrix[:, 2]], 1)
        return project(matrix, points)


def random_camera(rng: np.random.Generator, size: tuple[int, int], wide: float) -> Camera:
    """A camera that sees a tile in the middle about `wide` pixels wide: any turn, slants to 62 degrees."""
    slant = abs(rng.normal(0, np.radians(20))) if rng.random() < 0.7 else rng.uniform(0, STEEP)
    slant, roll = min(slant, STEEP), rng.normal(0, 0.15)
    turn = rng.choice(4) * np.pi / 2 + rng.normal(0, 0.2) if rng.random() < 0.5 else rng.uniform(0, 2 * np.pi)
    focal = max(size) * rng.uniform(0.8, 1.6)
    away = focal / wide
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, np.cos(slant), np.sin(slant)], [0, -np.sin(slant), np.cos(slant)]])
    level = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    rotation = level @ about_x @ about_z
    rotation[:, 2] *= -1  # up from the table is towards the camera
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    matrix: Array = lens @ np.column_stack([rotation, [0, 0, away]])
    return Camera(matrix)


Place = tuple[float, float, float]  # x, y and turn of a tile's middle on the table


def melds(rng: np.random.Generator, reach: float, aspect: float) -> list[Place]:
    """Melds and loose tiles within reach of the middle, none on another."""
    taken: list[Place] = []
    slack = rng.choice([1.0, 1.0, 1.04, 1.15])
    straight = rng.random() < 0.6
    for _ in range(int(rng.integers(2, 60))):
        length = int(rng.choice([1, 1, 3, 3, 4, 5, 7, 13]))
        turn = rng.normal(0, 0.08) if straight else rng.uniform(0, 2 * np.pi)
        x, y = rng.uniform(-reach, reach, 2)
        run = [
            (
                x + step * slack * np.cos(turn),
                y + step * slack * np.sin(turn) + rng.normal(0, 0.03),
                turn + rng.normal(0, 0.015),
            )
            for step in range(length)
        ]
        room = aspect * (0.98 if straight else 1.08)
        if all(np.hypot(a - c, b - d) > room for a, b, _ in run for c, d, _ in taken):
            taken += [(float(a), float(b), float(c)) for a, b, c in run]
    return taken


def rack_rows(rng: np.random.Generator, aspect: float) -> tuple[list[Place], list[Array]]:
    """Tiles on one to three rows of a rack, with gaps, and the rows' own corners."""
    rows, length = int(rng.integers(1, 4)), int(rng.integers(5, 16))
    step, pitch = rng.choice([1.0, 1.02, 1.1]), aspect * rng.uniform(1.0, 1.18)
    places, ledges = [], []
    for row in range(rows):
        y = (row - (rows - 1) / 2) * pitch
        full = rng.uniform(0.3, 1)
        for slot in range(length):
            if rng.random() < full:
                places.append(((slot - (length - 1) / 2) * step + rng.normal(0, 0.01), y, rng.normal(0, 0.012)))
        half = length * step / 2 + 0.3
        ledges.append(
            np.array(
                [[-half, y - pitch * 0.5], [half, y - pitch * 0.5], [half, y + pitch * 0.56], [-half, y + pitch * 0.56]]
            )
        )
    return places, ledges


def corners_of(place: Place, aspect: float) -> Array:
    """A tile's corners on the table."""
    x, y, turn = place
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners: Array = (rectangle(1, aspect) - (0.5, aspect / 2)) @ spin.T + (x, y)
    return corners


def polygon(points: Array) -> list[tuple[float, float]]:
    """As Pillow draws it."""
    return [(float(x), float(y)) for x, y in points]


def lay(image: Image.Image, make: Make, number: int, colour: int, quad: Array) -> None:
    """Draw a face into its corners."""
    face = make.face(number, colour)
    scale = (HEIGHT + 2 * MARGIN) / max(float(heights(quad[None])[0]), 4.0)
    while scale > 2 and min(face.size) > 12:
        face, scale = face.reduce(2), scale / 2
    margin = MARGIN * face.height / (HEIGHT + 2 * MARGIN)
    inner = rectangle(face.width - 2 * margin, face.height - 2 * margin) + margin
    low = np.floor(quad.min(axis=0)).astype(int) - 2
    high = np.ceil(quad.max(axis=0)).astype(int) + 2
    back = homography(quad - low, inner)
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    piece = face.transform(size, Image.Transform.PERSPECTIVE, tuple(back.ravel()[:8]), Image.Resampling.BILINEAR)
    image.paste(piece, (int(low[0]), int(low[1])), piece)


def random_scene(rng: np.random.Generator, size: tuple[int, int] = (640, 640), make: Make | None = None) -> Scene:
    """A photograph that nobody took."""
    make = make or random_make(rng)
    image = table(rng, size)
    clutter(rng, image, int(rng.integers(0, 6)))
    longest = max(size)
    wide = longest * float(np.exp(rng.uniform(np.log(0.028), np.log(0.28))))
    camera = random_camera(rng, size, wide)
    rack = rng.random() < 0.3
    if rack:
        camera = random_camera(rng, size, longest * rng.uniform(0.05, 0.15))
        places, ledges = rack_rows(rng, make.aspect)
        wood = shade(make.body, 0.9) if rng.random() < 0.15 else any_colour(rng)
        wood = hsv(0, 0, rng.uniform(0.05, 0.3)) if rng.random() < 0.45 else wood
        for row, ledge in enumerate(ledges):
            ImageDraw.Draw(image).polygon(polygon(camera.see(ledge, 0.1)), fill=shade(wood, 1 + 0.12 * row))
    else:
        places = melds(rng, min(longest / wide * 0.75, 14.0), make.aspect)
    tops, feet = [], []
    for place in places:
        flat = corners_of(place, make.aspect)
        top, foot = camera.see(flat, make.thickness), camera.see(flat)
        seen = ((top > -0.2 * longest) & (top < 1.2 * longest)).all() and 8 < widths(top[None])[0] < 0.6 * longest
        turns = np.cross(np.append(top[1] - top[0], 0), np.append(top[2] - top[1], 0))[2]
        if seen and turns > 0 and (top.max(axis=0) > 0).all() and (top.min(axis=0) < size).all():
            tops.append(top)
            feet.append(foot)
    shadow(rng, image, feet)
    draw, tiles = ImageDraw.Draw(image), []
    side = shade(make.body, rng.uniform(0.5, 0.9))
    for at in np.argsort([top.mean(axis=0)[1] for top in tops]):  # far ones first, mostly
        top, foot = tops[at], feet[at]
        for edge in range(4):
            draw.polygon(polygon(np.array([top[edge], top[edge - 1], foot[edge - 1], foot[edge]])), fill=side)
        number = BACK if rng.random() < 0.03 else JOKER if rng.random() < 0.06 else int(rng.integers(13))
        colour = int(rng.integers(4))
        lay(image, make, number, colour, top)
        if number != BACK:
            tiles.append(Tile(number, colour, top))
    cover = hide(rng, image) if rng.random() < 0.15 else None
    return Scene(Pyramid(lit(rng, image)), tuple(checked(tile, size, cover) for tile in tiles))


def shadow(rng: np.random.Generator, image: Image.Image, feet: list[Array]) -> None:
    """The shadows that tiles throw."""
    small = (image.width // 2, image.height // 2)
    mask = Image.new("L", small, 255)
    draw, deep = ImageDraw.Draw(mask), int(rng.integers(90, 240))
    for foot in feet:
        draw.polygon(polygon(foot / 2 + rng.normal(0, 0.01, 2) * small), fill=deep)
    mask = mask.filter(ImageFilter.GaussianBlur(rng.uniform(1, 4))).resize(image.size)
    image.paste(ImageChops.multiply(image, mask.convert("RGB")))


def hide(rng: np.random.Generator, image: Image.Image) -> Image.Image:
    """Lay a hand into the picture; its mask says what it hides."""
    mask = hand(rng, image.size)
    image.paste(hsv(rng.uniform(10, 32), rng.uniform(0.25, 0.6), rng.uniform(0.3, 0.95)), (0, 0), mask)
    return mask


def lit(rng: np.random.Generator, image: Image.Image) -> Image.Image:
    """Lamps: uneven light, glare, a soft lens."""
    wide, high = image.size
    pixels = np.asarray(image, dtype=np.float32)
    light = 1 + np.float32(rng.uniform(0, 0.3)) * blotches(rng, (wide // 8, high // 8), (wide / 16, high / 16))
    glare = np.zeros_like(light)
    down, along = np.mgrid[0 : high // 8, 0 : wide // 8].astype(np.float32) / (max(image.size) / 8)
    for _ in range(rng.integers(0, 3)):
        x, y, spread = rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0.02, 0.25)
        glare += np.float32(rng.uniform(0, 120)) * np.exp(
            -((along - x) ** 2 + (down - y) ** 2) / (2 * spread**2)
        ).astype(np.float32)
    scale, add = (
        np.asarray(Image.fromarray(part).resize(image.size, Image.Resampling.BILINEAR))[..., None]
        for part in (light, glare)
    )
    image = Image.fromarray(np.clip(pixels * np.clip(scale, 0.3, 1.8) + add, 0, 255).astype(np.uint8))
    return image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.1))) if rng.random() < 0.4 else image


def checked(tile: Tile, size: tuple[int, int], cover: Image.Image | None) -> Tile:
    """The tile with whether it is whole: within the picture, and not under a hand."""
    quad = tile.corners
    inside = ((quad > -0.12 * widths(quad)) & (quad < np.array(size) + 0.12 * widths(quad))).all()
    hidden = 0
    if cover is not None:
        for at in (quad + quad.mean(axis=0)) / 2:
            x, y = (int(v) for v in np.clip(at, 0, np.array(size) - 1))
            hidden += int(cover.getpixel((x, y)) > 128)  # type: ignore[operator]
    return Tile(tile.number, tile.colour, quad, bool(inside and hidden < 2))
