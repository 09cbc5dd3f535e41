"""The table of SECURITY.md is what `trust.toml` says, each of its claims is shown, and the tests that it names are
there, among the attacks."""

import ast

from tests.hostile.trust_table import ATTACKS, NO_BOUND, PAGE, claims, page, rows


def test_the_table_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(), "python -m tests.hostile.trust_table writes it again"


def test_every_claim_is_shown_by_tests_that_are_there() -> None:
    known: dict[str, set[str]] = {}
    for claim, tests in claims():
        if tests == NO_BOUND:
            continue
        assert isinstance(tests, list), claim
        assert tests, claim
        for test in tests:
            path, _, name = test.partition("::")
            if path not in known:
                file = (ATTACKS / path).resolve()
                assert file.is_relative_to(ATTACKS), test
                parts = ast.parse(file.read_text("utf-8")).body
                known[path] = {part.name for part in parts if isinstance(part, ast.FunctionDef)}
            assert name in known[path], test


def test_everybody_is_not_trusted_with_something() -> None:
    for row in rows():
        assert row["not_trusted"], row["who"]
        assert NO_BOUND not in row["not_trusted"].values(), row["who"]
