"""The golden sheets, which the page is tested with, are what the server makes of the same commands."""

from tests.golden import evenings
from tests.golden.sheets import FILE, text


def test_the_golden_sheets_are_the_servers() -> None:
    assert FILE.read_text(encoding="utf-8") == text()


def test_the_golden_evenings_are_the_servers() -> None:
    assert evenings.FILE.read_text(encoding="utf-8") == evenings.text()
