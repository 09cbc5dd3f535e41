"""Pictures: every word fits, every tile is there, and what people write stays text."""

import re
from xml.etree import ElementTree

import pytest

from tilerummy import editions
from tilerummy.previews.drawing import HIGH, WIDE, drawn
from tilerummy.previews.drawings import Drawings
from tilerummy.previews.lettering import broken, directed, drawable, fitted, foreign, length
from tilerummy.previews.preview import Plate, Scene, usual
from tilerummy.previews.puzzles import of_puzzle
from tilerummy.previews.raster import png
from tilerummy.puzzles.book import packaged
from tilerummy.rules.tiles import KINDS
from tilerummy.web.static_files import BUNDLE

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def drawings() -> Drawings:
    return Drawings(BUNDLE / "pictures")


def test_what_people_write_is_text_in_the_picture(drawings: Drawings) -> None:
    name = '"><script>alert(1)</script>&amp;'
    scene = Scene(name, name, plates=[Plate(name, "5"), Plate(None)], free=name)
    tree = ElementTree.fromstring(drawn(scene, drawings))
    assert not list(tree.iter("script"))
    assert not list(tree.iter(f"{SVG}script"))
    assert any("<script>" in (text.text or "") for text in tree.iter(f"{SVG}text"))


def test_the_whole_of_the_largest_box_lies_on_the_table(drawings: Drawings) -> None:
    melds = [[f"{colour}{number}" for number in range(1, 14)] for colour in "krby"] * 3
    svg = drawn(Scene("W" * 200, "m" * 200, melds=melds, plates=[Plate("W" * 24, "−1000")] * 8), drawings)
    places = [(float(x), float(y), float(wide)) for x, y, wide in
              re.findall(r'<use href="#tile-\w+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', svg)]  # fmt: skip
    assert len(places) == 156
    assert min(wide for *_, wide in places) > 16
    assert all(x >= 50 and x + wide <= WIDE - 50 and y > 100 and y + 1.34 * wide < HIGH - 150 for x, y, wide in places)


def test_every_tile_is_drawn_in_every_palette(drawings: Drawings) -> None:
    for edition in map(editions.load, editions.names()):
        assert all(f'id="tile-{kind}"' in drawings.tile(kind, edition.tiles.palette) for kind in KINDS)
    assert drawings.tile("k1", ("no colour",) * 4) == drawings.tile("k1", ("yellow",) * 4)


def test_a_puzzle_shows_its_table_and_its_rack(drawings: Drawings) -> None:
    edition = editions.load("original")
    book = packaged(edition)
    assert book is not None
    one = book.puzzles[0]
    preview = of_puzzle(one, edition, "de", day=True)
    assert preview.title == f"Leg {len(one.laid.split())} Steine"
    assert drawn(preview.scene, drawings).count("<use ") == len(re.findall(r"[krby]\d+|[JDCM]", one.position))


@pytest.mark.parametrize("words", ["W" * 500, "no" * 300, "a " * 300, "李" * 90, "", " "])
def test_no_text_is_longer_than_its_room(words: str) -> None:
    size, said = fitted(words, 28, 16, 200)
    assert 16 <= size <= 28
    assert length(said, size) <= 200
    size, lines = broken(words, 62, 40, 1080)
    assert len(lines) <= 2
    assert all(length(line, size) <= 1081 for line in lines)


def test_little_pictures_are_left_out_and_letters_never() -> None:
    assert drawable("Oma 🌷  Ωmega 👩‍👧 Иван") == "Oma Ωmega Иван"


def test_hebrew_runs_from_the_right_in_letters_that_come_along() -> None:
    assert (directed("Ann (אן)"), directed("12 + 1")) == ("Ann (אן)", "12 + 1")
    assert directed("אן (2)") == "\u2067אן (2)\u2069"
    assert not foreign(directed("משחק של אן – 12"))
    assert foreign("李")


def test_a_picture_is_a_png_of_the_size_that_the_tags_say(drawings: Drawings) -> None:
    made = png(drawn(usual("da").scene, drawings), drawings.fonts)
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    assert (int.from_bytes(made[16:20]), int.from_bytes(made[20:24])) == (WIDE, HIGH)
    assert 20_000 < len(made) < 200_000
