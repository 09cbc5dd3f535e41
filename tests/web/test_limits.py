"""The limits as the documentation states them."""

from tests.web.limits_table import PAGE, page, tables


def test_the_page_of_limits_says_what_the_code_does() -> None:
    assert "web/limits FRAME" in tables()
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.web.limits_table writes it again"
