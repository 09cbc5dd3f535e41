"""Our labels of the photographs: whole, tidy, and apart by photograph."""

import base64
import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from training.drawing.makes import JOKER
from training.geometry import heights, widths
from training.labelled import corrected, labels, notation_of, tile_of

COUNTS = {"train": (179, 1790, 14), "valid": (34, 476, 0)}


@pytest.mark.parametrize("name", COUNTS)
def test_every_photograph_is_there_once(name: str) -> None:
    found = labels(name)
    tiles = [tile for rows in found.values() for tile in rows]
    assert (len(found), len(tiles), sum(not tile.whole for tile in tiles)) == COUNTS[name]
    assert len({picture.split("_")[0] for picture in found}) == len(found)


def test_no_photograph_is_learnt_from_and_measured() -> None:
    train, valid = ({picture.split("_")[0] for picture in labels(name)} for name in COUNTS)
    assert not train & valid


@pytest.mark.parametrize("name", COUNTS)
def test_corners_are_those_of_tiles(name: str) -> None:
    for tile in (tile for rows in labels(name).values() for tile in rows if tile.whole):
        edges = np.roll(tile.corners, -1, axis=0) - tile.corners
        following = np.roll(edges, -1, axis=0)
        assert (edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0] > 0).all()
        assert 1.0 < heights(tile.corners) / widths(tile.corners) < 2.0
        assert ((tile.corners > -20) & (tile.corners < 660)).all()


def test_every_tile_of_the_box_is_learnt() -> None:
    kinds = {(tile.number, tile.colour) for rows in labels("train").values() for tile in rows if tile.whole}
    assert len(kinds) == 53


def test_notation_there_and_back() -> None:
    for notation in ("k1", "r13", "b7", "y10", "J"):
        assert notation_of(*tile_of(notation)) == notation
    assert tile_of("M") == (JOKER, -1)
    for wrong in ("", "k0", "k14", "g5", "JJ", "k5 "):
        with pytest.raises(ValueError):
            tile_of(wrong)


def test_a_photograph_that_the_page_saved(tmp_path: Path) -> None:
    file = io.BytesIO()
    Image.new("RGB", (60, 40), (200, 190, 170)).save(file, "PNG")
    corners = [[10, 5], [30, 5], [30, 35], [10, 35]]
    saved = {
        "version": 1,
        "as": "rack",
        "picture": "data:image/png;base64," + base64.b64encode(file.getvalue()).decode(),
        "tiles": [{"tile": "b7", "corners": corners}, {"tile": "J", "corners": None}],
        "numbers_only": True,
    }
    (tmp_path / "mine.tiles.json").write_text(json.dumps(saved), "utf-8")
    scene = corrected(tmp_path / "mine.tiles.json")
    assert scene.picture.size == (60, 40)
    (tile,) = scene.tiles
    assert (tile.number, tile.colour, tile.corners.tolist()) == (6, -1, corners)
