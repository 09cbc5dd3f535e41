"""The tutorial: every cell runs, and the notebook and the pictures show what comes of it."""

import re

from tests.library.tutorial import PAGE, made


def test_the_notebook_and_the_pictures_are_what_the_page_says() -> None:
    """`python -m tests.library.tutorial` writes them."""
    files = made()
    assert [file.name for file, text in files.items() if file.read_text(encoding="utf-8") != text] == []
    pictures = [file.name for file in files if file.suffix == ".svg"]
    assert pictures == re.findall(r"\((tutorial-\d+\.svg)\)", PAGE.read_text(encoding="utf-8"))
