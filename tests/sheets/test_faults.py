"""One part of a sheet's picture fails at a time: only that part is missing, and never the games that count."""

import pytest

from tests.records.planting import each_costs_itself
from tests.sheets.test_sheet import entered, sheet, written
from tilerummy.sheets import views
from tilerummy.sheets.decide import strike_game
from tilerummy.sheets.state import Sheet, fold_sheet
from tilerummy.sheets.views import view

FIELDS = {"before": {"games", "struck"}}
"""Where a part has not the name of its field."""


def full() -> Sheet:
    """One game that was put right, one that stands, one that was struck off."""
    begun = written(sheet(), (0, [0, 5, 16, 3]), (2, [6, 11, 0, 5]), (3, [32, 13, 2, 0]))
    struck = strike_game(begun, "g2")
    assert struck is not None
    return entered(fold_sheet(begun, (struck,)), 0, 0, [0, 5, 16, 4], "right", "g0")


def test_a_fault_in_one_part_costs_that_part_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    here = full()
    each_costs_itself(
        monkeypatch, lambda: view(here, "sheet", 5, writes=True), {"before", "struck", "standing"}, FIELDS
    )


def test_a_game_that_counts_is_never_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    here = full()

    def fails(*_: object) -> None:
        raise LookupError("planted")

    monkeypatch.setattr(views, "_entry", fails)
    with pytest.raises(LookupError, match="planted"):
        view(here, "sheet", 5, writes=True)
