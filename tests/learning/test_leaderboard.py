"""Every row of the leaderboard can be played again, and a row that was made up is found out."""

import pytest
from msgspec.structs import replace

from benchmarks.leaderboard.__main__ import Row, faults, rows
from benchmarks.leaderboard.policies import weights_of

ROWS = rows()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.policy}-{row.level}")
def test_a_row_holds(row: Row) -> None:
    assert not faults(row)
    weights = weights_of(row.policy)
    assert weights is None or len(weights) <= 1_000_000


def test_a_wish_is_found_out() -> None:
    wish = replace(ROWS[0], first=(100.0, 100.0), weights="0", environment=0)
    assert len(faults(wish)) == 3
