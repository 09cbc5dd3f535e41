"""The table of what each edition allows is that of the files and the judge."""

from tests.editions.allowed import FILE, page


def test_the_table_of_all_editions_is_fresh() -> None:
    assert FILE.read_text(encoding="utf-8") == page(), "python -m tests.editions.allowed"
