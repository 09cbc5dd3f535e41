"""Advice to a mover who cannot open: how far the sets of their rack are from it."""

import pytest

from tilerummy import editions
from tilerummy.rooms.jobs.advice_job import advise
from tilerummy.rooms.views.messages_out import OpeningShort
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import from_layout


@pytest.mark.parametrize(
    ("line", "edition", "short"),
    [
        ("b4 b5 b6 | r9 b9 k9 b7 y1 | unopened", "original", (27, 30)),
        ("| r9 b9 k2 y1 | unopened", "original", (0, 30)),
        ("| r5 b5 k5 y1 y2 y3 | unopened", "original", (21, 30)),
        ("b4 b5 b6 | b9 y1 | opened", "original", None),
        ("| r10 b10 k10 | unopened", "original", None),
    ],
)
def test_who_cannot_open_hears_what_is_missing(line: str, edition: str, short: tuple[int, int] | None) -> None:
    found = advise(from_layout(parse_position(line), editions.load(edition)), 1.0)
    assert found.short == (None if short is None else OpeningShort(*short))
