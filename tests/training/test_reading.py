"""The weights in the package read drawn scenes, and are those that the data card speaks of."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from training.drawing.scenes import random_scene
from training.geometry import Pyramid
from training.measure import WEIGHTS, paired, slanted, smaller, turned
from training.reading import Reader, apart, chances
from training.weights import unpacked

README = Path(__file__).parents[2] / "training/README.md"


@pytest.fixture(scope="module", name="reader")
def of_the_package() -> Reader:
    """The weights that are installed."""
    return Reader(WEIGHTS.read_bytes())


def test_the_data_card_names_these_weights() -> None:
    file = WEIGHTS.read_bytes()
    assert len(file) < 500_000
    assert hashlib.sha256(file).hexdigest() in README.read_text("utf-8")


def test_the_shapes_are_those_of_the_kernel() -> None:
    detector, classifier, by = unpacked(WEIGHTS.read_bytes())
    assert [layer.stride for layer in detector] == [2, 2, 2, *[1] * 7]
    assert [layer.dilation for layer in detector] == [1, 1, 1, 1, 2, 1, 4, 2, 1, 1]
    assert (len(detector[-1].bias), len(classifier[-1].bias)) == (9, 21)
    assert min(by.heat, by.number, by.colour, by.state) > 0


def test_drawn_scenes_are_read(reader: Reader) -> None:
    tiles, found, right = 0, 0, 0
    for seed in range(4):
        scene = random_scene(np.random.default_rng(7_000_000 + seed))
        for tile, read in paired(scene.tiles, reader.read(scene.picture.levels[0])):
            if tile.whole:
                tiles += 1
                found += read is not None
                right += read is not None and read.number == tile.number
    assert tiles > 30
    assert found >= 0.85 * tiles
    assert right >= 0.6 * tiles


def test_a_plain_picture_has_no_tiles(reader: Reader) -> None:
    grey = Pyramid(random_scene(np.random.default_rng(1)).picture.levels[0].resize((200, 150)).point(lambda _: 128))
    assert reader.read(grey.levels[0]) == []


@pytest.mark.parametrize("change", [turned(30), slanted(40), smaller(0.5)])
def test_changes_move_the_corners_with_the_picture(change: object) -> None:
    scene = random_scene(np.random.default_rng(5))
    assert callable(change)
    seen = change(scene)
    tile = max((tile for tile in seen.tiles if tile.whole), key=lambda tile: float(np.ptp(tile.corners)))
    old = next(old for old, new in zip(scene.tiles, seen.tiles, strict=True) if new is tile)
    before = scene.picture.levels[0].getpixel([int(v) for v in old.corners.mean(axis=0)])
    after = seen.picture.levels[0].getpixel([int(v) for v in tile.corners.mean(axis=0)])
    assert isinstance(before, tuple)
    assert isinstance(after, tuple)
    assert max(abs(a - b) for a, b in zip(before, after, strict=True)) < 90


def test_of_two_boxes_on_a_tile_the_surest_stays() -> None:
    box = np.array([[0.0, 0], [20, 0], [20, 30], [0, 30]])
    kept = apart([(box, 0.4), (box + 2, 0.9), (box + 40, 0.5)])
    assert [heat for _, heat in kept] == [0.9, 0.5]


def test_a_higher_temperature_is_less_sure() -> None:
    logits = np.array([[2.0, 0.0, -1.0]])
    assert chances(logits, 2.0).max() < chances(logits, 1.0).max()
    assert np.allclose(chances(logits, 3.0).sum(), 1)
