"""How well the camera reads labelled photographs: `python -m training.measure --photos FOLDER` prints a table."""

import argparse
import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from training.drawing.scenes import Scene, Tile
from training.geometry import Array, Pyramid, homography, project, rectangle, widths
from training.labelled import notation_of, photographs, shoot
from training.product import Product
from training.reading import Read, Reader

WEIGHTS = Path(__file__).parents[1] / "src/tilerummy/camera/camera.weights"
SURE = 0.9  # what the page asks about: less
Change = Callable[[Scene], Scene]


@dataclass
class Tally:
    """What came of some photographs."""

    photographs: int = 0
    whole: int = 0
    tiles: int = 0
    found: int = 0
    right: int = 0
    large: int = 0
    large_right: int = 0
    extra: int = 0
    asked: int = 0
    read: int = 0
    unasked_wrong: int = 0
    corners: float = 0.0

    def row(self, name: str) -> str:
        """A line of the table."""
        of_large = f"{self.large_right / max(self.large, 1):.1%}"
        return (
            f"| {name} | {self.photographs} | {self.whole} | {self.tiles} | {self.found / max(self.tiles, 1):.1%} "
            f"| {self.right / max(self.tiles, 1):.1%} | {of_large} | {self.extra} "
            f"| {self.asked / max(self.read, 1):.1%} | {self.unasked_wrong} | {self.corners:.1%} |"
        )


HEAD = (
    "| photographs | count | whole | tiles | found | right | of 30 px and more | extra | asked about | wrong unasked "
    "| corners off |\n|---|---|---|---|---|---|---|---|---|---|---|"
)


def paired(tiles: tuple[Tile, ...], read: list[Read]) -> list[tuple[Tile, Read | None]]:
    """Each tile with what was read there."""
    left, pairs = list(read), []
    for tile in tiles:
        middle, wide = tile.corners.mean(axis=0), float(widths(tile.corners))
        far = [float(np.linalg.norm(one.corners.mean(axis=0) - middle)) for one in left]
        near = int(np.argmin(far)) if far else -1
        pairs.append((tile, left.pop(near) if far and far[near] < 0.5 * wide else None))
    read[:] = left
    return pairs


def tallied(reader: Reader | Product, scenes: list[Scene], change: Change, tell: bool = False) -> Tally:  # noqa: FBT001, FBT002
    """Read every photograph, changed, and count."""
    tally, apart = Tally(), []
    for scene in scenes:
        seen = change(scene)
        read = reader.read(seen.picture.levels[0])
        tally.read += len(read)
        tally.asked += sum(one.chance < SURE for one in read)
        pairs, errors = paired(seen.tiles, read), 0
        for tile, one in pairs:
            if not tile.whole:
                continue
            wide = float(widths(tile.corners))
            right = one is not None and (one.number, one.colour) == (tile.number, tile.colour)
            tally.tiles += 1
            tally.found += one is not None
            tally.right += right
            tally.large += wide >= 30
            tally.large_right += wide >= 30 and right
            errors += not right
            if one is not None:
                apart.append(float(np.linalg.norm(one.corners - tile.corners, axis=1).mean()) / wide)
                tally.unasked_wrong += not right and one.chance >= SURE
            if tell and not right:
                said = "not found" if one is None else f"read {notation_of(one.number, one.colour)} {one.chance:.2f}"
                print(f"    {scene.name[:12]} {notation_of(tile.number, tile.colour)} {wide:.0f} px: {said}")
        tally.extra += len(read)
        tally.unasked_wrong += sum(one.chance >= SURE for one in read)
        if tell and read:
            print(f"    {scene.name[:12]} extra: {[f'{one.chance:.2f}' for one in read]}")
        tally.photographs += 1
        tally.whole += not errors and not read
    tally.corners = float(np.median(apart)) if apart else 0.0
    return tally


def moved(scene: Scene, matrix: Array, size: tuple[int, int]) -> Scene:
    """The scene through a homography."""
    tiles = tuple(Tile(t.number, t.colour, project(matrix, t.corners), t.whole) for t in scene.tiles)
    image = scene.picture.warp(matrix, size, 1.0, (90, 80, 70))
    return Scene(Pyramid(image), tiles, scene.name)


def turned(angle: float) -> Change:
    """Turned about its middle, nothing cut."""

    def change(scene: Scene) -> Scene:
        wide, high = scene.picture.size
        cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        corners = (rectangle(wide, high) - (wide / 2, high / 2)) @ np.array([[cos, sin], [-sin, cos]])
        low = corners.min(axis=0)
        size = np.ceil(corners.max(axis=0) - low).astype(int)
        return moved(scene, homography(rectangle(wide, high), corners - low), (int(size[0]), int(size[1])))

    return change


def slanted(angle: float) -> Change:
    """As if the photograph lay on a table that one sees at a slant."""

    def change(scene: Scene) -> Scene:
        wide, high = scene.picture.size
        tilt, away = np.radians(angle), 1.6 * max(wide, high)
        flat = rectangle(wide, high) - (wide / 2, high / 2)
        depth = away - np.sin(tilt) * flat[:, 1]
        seen = np.stack([flat[:, 0], flat[:, 1] * np.cos(tilt)], axis=1) * (away / depth)[:, None]
        low = seen.min(axis=0)
        size = np.ceil(seen.max(axis=0) - low).astype(int)
        return moved(scene, homography(rectangle(wide, high), seen - low), (int(size[0]), int(size[1])))

    return change


def recoloured(times: tuple[float, float, float], noise: float = 0.0) -> Change:
    """In another light."""

    def change(scene: Scene) -> Scene:
        pixels = np.asarray(scene.picture.levels[0], dtype=float) * times
        pixels += np.random.default_rng(0).normal(0, 1, pixels.shape) * noise
        image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
        return Scene(Pyramid(image), scene.tiles, scene.name)

    return change


def smaller(factor: float) -> Change:
    """With fewer pixels."""

    def change(scene: Scene) -> Scene:
        size = (round(scene.picture.size[0] * factor), round(scene.picture.size[1] * factor))
        image = scene.picture.levels[0].resize(size, Image.Resampling.BOX)
        tiles = tuple(Tile(t.number, t.colour, t.corners * factor, t.whole) for t in scene.tiles)
        return Scene(Pyramid(image), tiles, scene.name)

    return change


def compressed(scene: Scene) -> Scene:
    """As a JPEG of quality 40."""
    file = io.BytesIO()
    scene.picture.levels[0].save(file, "JPEG", quality=40)
    return Scene(Pyramid(Image.open(file).convert("RGB")), scene.tiles, scene.name)


CHANGES: dict[str, Change] = {
    "as it is": lambda scene: scene,
    "turned 15 degrees": turned(15),
    "turned 45 degrees": turned(45),
    "turned 90 degrees": turned(90),
    "turned 200 degrees": turned(200),
    "turned 300 degrees": turned(300),
    "slanted 30 degrees": slanted(30),
    "slanted 50 degrees": slanted(50),
    "a quarter of the light": recoloured((0.25, 0.25, 0.25), 4),
    "very warm": recoloured((1.15, 0.7, 0.32)),
    "half resolution": smaller(0.5),
    "a third of the resolution": smaller(1 / 3),
    "JPEG 40": compressed,
}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="the folder with train/ and valid/")
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--of", default="valid", choices=["valid", "train", "all"])
    parser.add_argument("--shoot", help="only this shoot: one that was left out of the training")
    parser.add_argument("--changes", nargs="*", default=["as it is"], help="names, or `all`")
    parser.add_argument("--product", action="store_true", help="read by the installed product, not by numpy")
    parser.add_argument("--errors", action="store_true", help="tell every error")
    asked = parser.parse_args()
    sets = ("train", "valid") if asked.of == "all" else (asked.of,)
    scenes = [scene for name in sets for scene in photographs(asked.photos, name)]
    scenes = [scene for scene in scenes if asked.shoot in (None, shoot(scene.name))]
    reader = Product(asked.weights) if asked.product else Reader(asked.weights.read_bytes())
    print(HEAD, flush=True)
    for name in CHANGES if asked.changes == ["all"] else asked.changes:
        print(tallied(reader, scenes, CHANGES[name], asked.errors).row(name), flush=True)


if __name__ == "__main__":
    main()
