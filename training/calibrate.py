"""Temperatures, so that a chance is as often right as it says: `python -m training.calibrate WEIGHTS`.

Fitted on drawn scenes of makes that nothing was trained on, with the corners that the detector gives: photographs of
sets that nobody has seen are what the chances have to hold for.
"""

import argparse
from pathlib import Path

import numpy as np

from training.crops import AROUND
from training.drawing.makes import JOKER
from training.drawing.scenes import random_scene
from training.geometry import widths
from training.reading import Reader
from training.weights import Temperatures, packed

TRIED = np.exp(np.linspace(np.log(0.5), np.log(4), 60))
SEED = 9_000_000


def answers(reader: Reader, scenes: int) -> tuple[np.ndarray, np.ndarray]:
    """Chances of the tiles found in scenes, and what they are: number and colour."""
    said, wanted = [], []
    for rng in np.random.default_rng(SEED).spawn(scenes):
        scene = random_scene(rng)
        for read in reader.read(scene.picture.levels[0]):
            for tile in scene.tiles:
                if np.linalg.norm(tile.corners.mean(axis=0) - read.corners.mean(axis=0)) < 0.3 * widths(tile.corners):
                    once = reader.classified(scene.picture, read.corners[None], AROUND)
                    said.append(once[0])
                    wanted.append((tile.number, -1 if tile.number == JOKER else tile.colour))
                    break
    return np.array(said), np.array(wanted)


def fitted(chances: np.ndarray, wanted: np.ndarray) -> float:
    """The temperature at which the answers were least surprising."""
    logits = np.log(np.maximum(chances, 1e-12))
    surprise = []
    for temperature in TRIED:
        scaled = logits / temperature
        scaled -= np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        surprise.append(-scaled[np.arange(len(wanted)), wanted].mean())
    return float(TRIED[int(np.argmin(surprise))])


def main() -> None:
    """The command: writes the temperatures into the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--scenes", type=int, default=60)
    asked = parser.parse_args()
    reader = Reader(asked.weights.read_bytes())
    reader.by = Temperatures()
    said, wanted = answers(reader, asked.scenes)
    coloured = wanted[:, 1] >= 0
    number = fitted(said[:, :14], wanted[:, 0])
    colour = fitted(said[coloured, 14:18], wanted[coloured, 1])
    by = Temperatures(1.0, number, colour, 1.0)
    asked.weights.write_bytes(packed(reader.detector, reader.classifier, by))
    print(f"{len(said)} tiles: number {number:.2f}, colour {colour:.2f}")


if __name__ == "__main__":
    main()
