"""Every part of a picture has its words, and no words are left of a part that is none any more."""

from typing import get_args

from tilerummy.messages import texts
from tilerummy.records.parts import Part


def test_every_part_of_a_picture_has_its_words() -> None:
    words = {key.removeprefix("parts.part-") for key in texts("en") if key.startswith("parts.part-")}
    assert words == set(get_args(Part))
