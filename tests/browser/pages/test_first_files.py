"""What each page is made of when it is first seen."""

import msgspec

from tilerummy.web.static_files import BUNDLE, Built

PLAYED = {"table", "screen", "learn", "puzzles"}
"""Pages at which somebody plays or looks on."""


def test_only_pages_with_a_table_fetch_it_before_they_are_seen() -> None:
    built = msgspec.json.decode((BUNDLE / "pages.json").read_bytes(), type=Built)
    bring = {name for name, page in built.pages.items() if any("/table-" in file for file in page.files)}
    assert bring == PLAYED
