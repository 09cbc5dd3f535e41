"""Drawn scenes: the same for the same seed, and every tile where they say it is."""

import numpy as np
import pytest
from PIL import Image

from training.crops import HIGH, WIDE, crop
from training.drawing.jokers import FACES
from training.drawing.makes import JOKER, Make, random_make
from training.drawing.scenes import Scene, Tile, random_scene
from training.geometry import grown, widths

SEEDS = range(6)


@pytest.fixture(scope="module", name="scenes")
def drawn_scenes() -> list[tuple[Scene, Make]]:
    """A few scenes with their makes."""
    made = []
    for seed in SEEDS:
        make = random_make(np.random.default_rng(100 + seed))
        made.append((random_scene(np.random.default_rng(seed), make=make), make))
    return made


def likeness(picture: np.ndarray, other: np.ndarray) -> float:
    """How alike the inks of two pictures are, 1 at most."""
    grey = [each.astype(float).mean(axis=2).ravel() for each in (picture, other)]
    return float(np.corrcoef(grey[0], grey[1])[0, 1])


def test_a_seed_draws_one_scene() -> None:
    first, second = (random_scene(np.random.default_rng(7)) for _ in range(2))
    assert first.picture.levels[0].tobytes() == second.picture.levels[0].tobytes()
    assert [(tile.number, tile.colour) for tile in first.tiles] == [(tile.number, tile.colour) for tile in second.tiles]


def face_of(make: Make, tile: Tile) -> np.ndarray:
    face = Image.new("RGB", make.face(tile.number, tile.colour).size, make.body)
    face.paste(make.face(tile.number, tile.colour), (0, 0), make.face(tile.number, tile.colour))
    return np.asarray(face.resize((WIDE, HIGH), Image.Resampling.BOX))


def test_corners_show_the_face_upright(scenes: list[tuple[Scene, Make]]) -> None:
    seen, upright = 0, 0
    for scene, make in scenes:
        for tile in scene.tiles:
            if not tile.whole or widths(tile.corners) < 24:
                continue
            face = face_of(make, tile)
            ways = [np.roll(tile.corners, turn, axis=0) for turn in range(4)]
            alike = [likeness(np.asarray(crop(scene.picture, way, 1.0)), face) for way in ways]
            seen += 1
            upright += max(range(4), key=lambda way: alike[way]) == 0
    assert seen >= 40
    assert upright >= 0.95 * seen  # a glare or a light letter may hide which way is up


def test_tiles_of_a_scene_are_convex_and_face_us(scenes: list[tuple[Scene, Make]]) -> None:
    for scene, _ in scenes:
        for tile in scene.tiles:
            edges = np.roll(tile.corners, -1, axis=0) - tile.corners
            following = np.roll(edges, -1, axis=0)
            assert (edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0] > 0).all()


def test_a_crop_shows_what_is_around() -> None:
    square = np.array([[0.0, 0], [10, 0], [10, 10], [0, 10]])
    assert grown(square, 1.2).tolist() == [[-1, -1], [11, -1], [11, 11], [-1, 11]]


@pytest.mark.parametrize("kind", range(FACES))
def test_each_joker_has_a_face_of_its_own(kind: int) -> None:
    make = random_make(np.random.default_rng(3))
    make.joker = kind
    face = np.asarray(make.face(JOKER, 0))
    make.joker, make.faces = (kind + 1) % FACES, {}
    assert (face != np.asarray(make.face(JOKER, 0))).any()
