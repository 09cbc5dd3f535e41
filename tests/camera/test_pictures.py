"""Files of pictures: what is read, and one word for each that is not; turned as their EXIF says."""

from io import BytesIO

import pytest

pytest.importorskip("PIL")
from PIL import Image

from tests.camera.drawing import saved
from tilerummy.camera.kernel import PIXELS
from tilerummy.camera.photo import PhotoError
from tilerummy.camera.pictures import MEGAPIXELS, decoded

RED, BLUE = (200, 10, 10), (10, 10, 200)


def marked(size: tuple[int, int] = (80, 60)) -> Image.Image:
    """Blue, with a red corner at the top left."""
    image = Image.new("RGB", size, BLUE)
    image.paste(RED, (0, 0, size[0] // 4, size[1] // 4))
    return image


def fault(data: bytes) -> str:
    with pytest.raises(PhotoError) as refused:
        decoded(data)
    return refused.value.code


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photograph_is_held_upright(orientation: int) -> None:
    back = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = marked().transpose(back[orientation]) if orientation in back else marked()
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture = decoded(saved(stored, exif=exif, quality=95))
    assert (picture.width, picture.height, picture.scale) == (80, 60, 1)
    pixel = 4 * (5 * 80 + 5)
    assert picture.rgba[pixel] > 150 > picture.rgba[pixel + 2]
    assert picture.rgba[-2] > 150 > picture.rgba[-4]


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "YCbCr", "I;16"])
def test_pictures_of_every_mode(mode: str) -> None:
    image = Image.new("I;16", (64, 40), 30_000) if mode == "I;16" else marked((64, 40)).convert(mode)
    picture = decoded(saved(image, "TIFF" if mode in ("CMYK", "YCbCr") else "PNG"))
    assert len(picture.rgba) == 4 * 64 * 40


def test_what_is_transparent_is_white() -> None:
    assert decoded(saved(Image.new("RGBA", (40, 40), (0, 0, 0, 0)), "PNG")).rgba[:4] == b"\xff\xff\xff\xff"


def test_large_photographs_are_made_smaller_and_say_by_how_much() -> None:
    picture = decoded(saved(marked((4000, 3000))))
    assert picture.width * picture.height <= PIXELS
    assert picture.width * picture.scale == pytest.approx(4000, abs=1)
    assert len(picture.rgba) == 4 * picture.width * picture.height


@pytest.mark.parametrize("data", [b"", b"hello", b"%PDF-1.7", bytes(1000), b"<svg/>"])
def test_what_is_no_picture(data: bytes) -> None:
    assert fault(data) == "no-picture"


def test_each_other_file_that_cannot_be_read_has_its_word() -> None:
    assert fault(b"\0\0\0\x18ftypheic" + bytes(100)) == "heic"
    assert fault(saved(marked((1, 1)), "PNG")) == "too-small"
    assert fault(saved(marked((3000, 20)), "PNG")) == "too-small"
    frames = [marked(), Image.new("RGB", (80, 60), RED)]
    for kind in ("GIF", "WEBP", "PNG", "TIFF"):
        assert fault(saved(frames[0], kind, save_all=True, append_images=frames[1:])) == "animated", kind


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
@pytest.mark.parametrize("part", [0.3, 0.6, 0.95])
def test_damaged_files(kind: str, part: float) -> None:
    whole = saved(Image.effect_noise((200, 160), 80).convert("RGB"), kind)
    assert fault(whole[: int(len(whole) * part)]) in ("damaged", "no-picture")


def test_pictures_of_more_megapixels_are_not_decoded() -> None:
    assert fault(saved(Image.new("1", (10_000, MEGAPIXELS * 100 + 1)), "PNG")) == "too-large"
    # a header alone may say anything
    header = BytesIO()
    Image.new("1", (32, 32)).save(header, "PNG")
    huge = bytearray(header.getvalue())
    huge[16:24] = (60_000).to_bytes(4, "big") * 2
    assert fault(bytes(huge)) in ("too-large", "damaged", "no-picture")
