"""The limits as the documentation states them."""

from tests.web.limits_table import MET, PAGE, SOURCE, lists, page


def test_the_page_of_limits_says_what_the_code_does() -> None:
    assert "**web/limits**\n\n- `FRAME` 8,192: " in lists(inside=False)
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.web.limits_table writes it again"


def test_what_works_inside_is_left_out_of_the_page_alone() -> None:
    assert "**bus/signing**" in lists(inside=True)
    assert "**bus/signing**" not in lists(inside=False)
    assert [start for start in MET if not list(SOURCE.glob(f"{start}*"))] == []
