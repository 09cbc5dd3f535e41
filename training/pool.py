"""Draw many scenes into a file, for training: `python -m training.pool 1000 --seed 1 --to FILE`."""

import argparse
import pickle
from pathlib import Path

import numpy as np
from PIL import Image

from training.drawing.makes import random_make
from training.drawing.scenes import Scene, Tile, random_scene
from training.geometry import Pyramid


def write(path: Path, scenes: list[Scene]) -> None:
    """Keep scenes, pixels as they are."""
    rows = [(np.asarray(scene.picture.levels[0]), scene.tiles, scene.name) for scene in scenes]
    path.write_bytes(pickle.dumps(rows, protocol=pickle.HIGHEST_PROTOCOL))


def read(path: Path) -> list[Scene]:
    """Scenes as `write` kept them; only files of one's own, as with every pickle."""
    rows: list[tuple[np.ndarray, tuple[Tile, ...], str]] = pickle.loads(path.read_bytes())
    return [Scene(Pyramid(Image.fromarray(pixels)), tiles, name) for pixels, tiles, name in rows]


def drawn(count: int, seed: int) -> list[Scene]:
    """So many scenes, the same for the same seed and fonts."""
    return [random_scene(rng, make=random_make(rng)) for rng in np.random.default_rng(seed).spawn(count)]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, required=True)
    asked = parser.parse_args()
    scenes = drawn(asked.count, asked.seed)
    write(asked.to, scenes)
    print(f"{len(scenes)} scenes, {sum(len(scene.tiles) for scene in scenes)} tiles")


if __name__ == "__main__":
    main()
