"""What a photograph is said to show: nothing where there is nothing, and nothing wrong without a doubt."""

import pytest

pytest.importorskip("PIL")
from PIL import Image

from tests.camera.drawing import saved, table
from tilerummy import editions
from tilerummy.camera import kernel
from tilerummy.camera.reading import read_photo

pytestmark = pytest.mark.skipif(kernel.see() is None, reason="no C compiler and no wasmtime")
MELDS = ["b3 b4 b5 b6", "r8 b8 k8", "y10 y11 J y13", "k1 k2 k3"]


@pytest.mark.parametrize("turned", [0, 90])
@pytest.mark.parametrize("shown", ["rack", "table"])
def test_what_is_read_wrong_of_drawn_tiles_is_doubted(turned: int, shown: str) -> None:
    drawn = set(" ".join(MELDS).split())
    photo = read_photo(saved(table(MELDS, turned=turned)), shown, editions.load("original"))  # type: ignore[arg-type]
    assert photo.tiles
    assert all(tile.unsure for tile in photo.tiles if tile.tile not in drawn)
    assert bool(photo.rack) == (shown == "rack")


def test_which_of_several_jokers_is_asked() -> None:
    photo = read_photo(saved(table(["J J J"], scale=1.5)), "rack", editions.load("twist"))
    for tile in photo.tiles:
        if tile.tile == "J":
            assert tile.unsure
            assert {other for other, _ in tile.others} == {"D", "C", "M"}


@pytest.mark.parametrize("size", [(32, 32), (3000, 40), (1500, 2500)])
def test_no_tile_where_there_is_none(size: tuple[int, int]) -> None:
    photo = read_photo(saved(Image.new("RGB", size, (120, 110, 100))), "table", editions.load("original"))
    assert (photo.tiles, photo.melds, photo.points, photo.unsure, photo.legal) == ((), (), 0, (), None)
