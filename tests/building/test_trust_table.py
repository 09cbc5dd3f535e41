"""The table of SECURITY.md is what `trust.toml` says, and the tests that it names are there."""

import ast

from tests.hostile.trust_table import PAGE, ROOT, page, rows


def test_the_table_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(), "python -m tests.hostile.trust_table writes it again"


def test_every_named_test_is_there() -> None:
    for row in rows():
        for test in row["tests"]:
            path, _, name = test.partition("::")
            there = {
                part.name
                for part in ast.parse((ROOT / path).read_text("utf-8")).body
                if isinstance(part, ast.FunctionDef)
            }
            assert name in there, test


UNSHOWN = {"the PostgreSQL of several servers"}
"""Who is trusted with everything: there is nothing to show."""


def test_every_other_row_is_shown_by_a_test() -> None:
    assert {row["who"] for row in rows() if not row["tests"]} == UNSHOWN
