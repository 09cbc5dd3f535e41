"""When a turn of hours or days runs: not on a holiday, nor at night where its player lives."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy.rooms.correspondence.calendar import DAY, HOUR, Calendar

HELSINKI = ZoneInfo("Europe/Helsinki")


def at(*local: int) -> int:
    """A moment on a clock in Helsinki (ms)."""
    year, month, day, hour = local
    return round(datetime(year, month, day, hour, tzinfo=HELSINKI).timestamp()) * 1000


@pytest.mark.parametrize(
    ("begun", "hours", "over"),
    [
        ((2026, 6, 1, 12), 4, (2026, 6, 1, 16)),
        ((2026, 6, 1, 20), 4, (2026, 6, 2, 10)),
        ((2026, 6, 1, 23), 4, (2026, 6, 2, 12)),
        ((2026, 6, 2, 3), 14, (2026, 6, 2, 22)),
        # clocks are set forward and back at night: it is an hour shorter or longer, and the time is the same
        ((2026, 3, 28, 21), 4, (2026, 3, 29, 11)),
        ((2026, 10, 24, 21), 4, (2026, 10, 25, 11)),
    ],
)
def test_a_short_turn_does_not_run_at_night(begun: tuple[int, ...], hours: int, over: tuple[int, ...]) -> None:
    assert Calendar(zone=HELSINKI).runs_out(at(*begun), hours * HOUR) == at(*over)


@given(
    st.integers(0, 2 * 365 * 24 * 60).map(lambda minute: at(2026, 1, 1, 0) + minute * 60_000),
    st.integers(1, 14 * DAY),
    st.integers(0, 30 * DAY),
    st.sampled_from([None, "Europe/Helsinki", "Australia/Lord_Howe", "America/St_Johns", "Asia/Kathmandu"]),
)
def test_what_runs_until_a_turn_is_over_is_its_time(now: int, time: int, holiday: int, zone: str | None) -> None:
    calendar = Calendar(now + holiday, None if zone is None else ZoneInfo(zone))
    deadline = calendar.runs_out(now, time)
    assert calendar.left(now, deadline) == time
    assert deadline >= now + time + holiday
    assert calendar.left(now, deadline - 1) == time - 1
    assert calendar.left(deadline, deadline) == 0
