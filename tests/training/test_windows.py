"""What the detector and the classifier are shown and asked."""

import numpy as np

from training.crops import NO_TILE, TURNED, UPRIGHT, example, relit, whitened
from training.drawing.scenes import random_scene
from training.geometry import rectangle, widths
from training.windows import CELL, CELLS, SIDE, steep, targets, window


def tile_at(x: float, y: float, wide: float) -> np.ndarray:
    high = 1.4 * wide
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]])


def test_targets_give_the_corners_back() -> None:
    quads = np.array([tile_at(40, 60, 50), tile_at(150, 160, 20)])
    heat, offsets, weight = targets(quads, np.array([True, True]))
    for quad in quads:
        column, row = (int(edge // CELL) for edge in quad.mean(axis=0))
        assert heat[row, column] == 1
        assert weight[row, column] == np.float32(CELL / widths(quad))
        corners = (offsets[:, row, column].reshape(4, 2) + np.array([column + 0.5, row + 0.5])) * CELL
        assert np.allclose(corners, quad, atol=1e-3)
    assert (heat == 1).sum() == 2


def test_nothing_is_asked_where_a_tile_is_cut() -> None:
    quads = np.array([tile_at(-30, 100, 60), tile_at(150, 100, 60)])
    heat, _, weight = targets(quads, np.array([True, False]))
    assert (heat < 1).all()
    assert (heat == -1).sum() > 10
    assert not weight.any()


def test_no_horizon_is_in_a_steep_window() -> None:
    rng = np.random.default_rng(2)
    edges = rectangle(SIDE, SIDE) - SIDE / 2
    for _ in range(300):
        back = np.linalg.inv(steep(rng))
        assert (edges @ back[2, :2] + back[2, 2] > 0).all()
        assert np.linalg.det(back) > 0


def test_windows_of_a_scene() -> None:
    rng = np.random.default_rng(1)
    scene = random_scene(rng)
    shown = 0
    for _ in range(12):
        pixels, heat, offsets, weight = window(rng, scene)
        assert pixels.shape == (SIDE, SIDE, 3)
        assert heat.shape == weight.shape == (CELLS, CELLS)
        assert offsets.shape == (8, CELLS, CELLS)
        for row, column in np.argwhere(heat == 1):
            corners = (offsets[:, row, column].reshape(4, 2) + np.array([column + 0.5, row + 0.5])) * CELL
            assert ((corners > -SIDE * 0.2) & (corners < SIDE * 1.2)).all()
            shown += 1
    assert shown > 12


def test_crops_have_white_bodies() -> None:
    rng = np.random.default_rng(1)
    scene = random_scene(rng)
    tiles = [tile for tile in scene.tiles if tile.whole]
    rows = [example(rng, scene, tiles[at % len(tiles)]) for at in range(64)]
    assert {UPRIGHT, TURNED, NO_TILE} == {row[3] for row in rows}
    crops = whitened(relit(rng, np.stack([np.asarray(row[0], dtype=np.float32) for row in rows])))
    assert crops.shape == (64, 3, 48, 32)
    assert crops.min() >= np.float32(-0.8)
    assert crops.max() <= np.float32(0.8)
    # a body is 1 after its division, so 0.2
    assert abs(np.median(np.percentile(crops[:, :, 6:42, 5:27].reshape(64, -1), 70, axis=1)) - 0.2) < 0.05
