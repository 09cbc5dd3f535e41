"""`tilerummy photo`: what it says of files that show nothing or are no pictures, and of a drawn table."""

import json
from pathlib import Path

import pytest

pytest.importorskip("PIL")
from PIL import Image

from tests.camera.drawing import saved, table
from tilerummy.camera import kernel
from tilerummy.cli.main import main

pytestmark = pytest.mark.skipif(kernel.see() is None, reason="no C compiler and no wasmtime")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "photo.jpg"


def test_a_picture_without_tiles(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(saved(Image.new("RGB", (640, 480), (90, 90, 90))))
    assert main(["--lang", "en", "photo", str(file), "--as", "rack"]) == 1
    assert capsys.readouterr().out == "No tiles were found.\n"
    assert main(["photo", str(file), "--as", "table", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"tiles": [], "melds": [], "rack": "", "points": 0, "unsure": []}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"hello", "is not a picture"),
        (b"\0\0\0\x18ftypheic" + bytes(99), "is HEIC; save it as JPEG first"),
        (saved(Image.new("RGB", (1, 1)), "PNG"), "a picture has at least 32 pixels a side"),
        (saved(Image.effect_noise((99, 99), 50))[:600], "is damaged"),
    ],
)
def test_a_sentence_for_each_file_that_cannot_be_read(
    data: bytes, said: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(data)
    assert main(["--lang", "en", "photo", str(file), "--as", "rack"]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_what_is_read_has_its_fields(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(saved(table(["b3 b4 b5", "r8 b8 k8"])))
    code = main(["photo", str(file), "--as", "table", "--json"])
    said = json.loads(capsys.readouterr().out)
    assert code == (1 if said["unsure"] or not said["tiles"] else 0)
    assert sum(len(meld.split()) for meld in said["melds"]) == len(said["tiles"])
    assert said["rack"] == ""
    for tile in said["tiles"]:
        assert 0 <= tile["p"] <= 1
        assert len(tile["corners"]) == 4
        assert len(tile["others"]) == 3
