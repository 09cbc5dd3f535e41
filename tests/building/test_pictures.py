"""The pictures of the README show the page as it looks."""

from tests.browser import look


def test_the_pictures_are_as_new_as_the_look() -> None:
    kept = look.KEPT.read_text(encoding="utf-8").strip()
    assert kept == look.digest(), "the look has changed: python -m tests.browser.screenshot makes the pictures again"


def test_the_styles_of_tables_count() -> None:
    assert len(list(look._parts())) > 50, "folders of the page have moved"
