"""The hours of the day in which somebody wants to hear nothing, by their own clock."""

from datetime import UTC, datetime, timedelta

from tilerummy.rooms.correspondence.calendar import zone_of

DAY = 24 * 60
"""Minutes of a day."""


def quiet_until(now: int, zone: str, quiet: tuple[int, int] | None) -> int | None:
    """When the quiet hours end in which `now` (ms) falls; None outside of them. `quiet`: the minutes of the day between
    which they are, also over midnight. Where a clock is changed, they end when it shows that minute."""
    known = zone_of(zone)
    if quiet is None or known is None or quiet[0] == quiet[1]:
        return None
    begin, end = quiet
    here = datetime.fromtimestamp(now / 1000, known)
    minute = here.hour * 60 + here.minute
    if (minute - begin) % DAY >= (end - begin) % DAY:
        return None
    day = here.date() + timedelta(days=minute >= end)
    ends = datetime(day.year, day.month, day.day, end // 60, end % 60, tzinfo=known)
    return max(now + 1, round(ends.astimezone(UTC).timestamp() * 1000))
