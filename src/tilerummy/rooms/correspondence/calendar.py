"""Running time: a turn of hours or days does not run while the mover is on holiday, nor, where the table wants that, at
night where they are. In milliseconds since the epoch; a local hour is that of its time zone, by the IANA's rules."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from tilerummy.rules.refusal import refuse

SECOND: Final = 1000
"""Milliseconds of a second."""
HOUR: Final = 3600 * SECOND
"""Milliseconds of an hour."""
DAY: Final = 24 * HOUR
"""Milliseconds of a day."""
LONGEST: Final = 14 * DAY
"""Milliseconds of a turn, at most: with all its holidays it ends before a game counts as abandoned."""
EVENING: Final = 22
"""The hour at which a night begins, where somebody lives."""
MORNING: Final = 8
"""The hour at which it ends."""


class Schedule(msgspec.Struct, frozen=True):
    """Of one player where turns take hours or days: until when they are on `holiday` (ms), how many days of it are
    `left` to them, and how many turns in a row they have `missed`."""

    holiday: int
    left: int
    missed: int = 0


def takes_days(limit: int | None) -> bool:
    """Whether turns of so many seconds are of hours or days."""
    return limit is not None and limit * SECOND > HOUR


class Calendar(NamedTuple):
    """When the time of one player runs: not before `holiday` (the end of theirs), and not at night in `zone`."""

    holiday: int = 0
    zone: ZoneInfo | None = None

    def runs_out(self, now: int, time: int) -> int:
        """When so much time is over."""
        while True:
            now = self._resumes(now)
            stop = self._stops(now)
            if stop is None or now + time <= stop:
                return now + time
            now, time = stop, time - (stop - now)

    def left(self, now: int, deadline: int) -> int:
        """How much time runs until then; none where that is over."""
        left = 0
        while (now := self._resumes(now)) < deadline:
            stop = min(self._stops(now) or deadline, deadline)
            now, left = stop, left + stop - now
        return left

    def _resumes(self, now: int) -> int:
        """The first moment from now on at which time runs."""
        now = max(now, self.holiday)
        if self.zone is None:
            return now
        local = _local(now, self.zone)
        if MORNING <= local.hour < EVENING:
            return now
        return _next(now, local.date() + timedelta(days=local.hour >= EVENING), MORNING, self.zone)

    def _stops(self, now: int) -> int | None:
        """When time that runs now stops next, None for never."""
        return None if self.zone is None else _next(now, _local(now, self.zone).date(), EVENING, self.zone)


def zone_of(name: str | None) -> ZoneInfo | None:
    """The time zone of a name; None for none, and for one that this machine does not know."""
    return None if name is None else _zone(name)


def checked_zone(name: str | None) -> str | None:
    """The name of a time zone as a player may tell it. Raises Refusal `unknown-time-zone`."""
    if name is not None and _zone(name) is None:
        raise refuse("unknown-time-zone", zone=name)
    return name


@lru_cache(maxsize=1024)
def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        # OSError: the name of a folder of zones, or one too long for a file
        return None


def _local(moment: int, zone: ZoneInfo) -> datetime:
    return datetime.fromtimestamp(moment / SECOND, UTC).astimezone(zone)


def _next(now: int, day: date, hour: int, zone: ZoneInfo) -> int:
    """The first time from now on at which a clock there shows that hour of the day; where it is set back, twice."""
    shown = datetime(day.year, day.month, day.day, hour, tzinfo=zone)
    moments = (round(shown.replace(fold=fold).timestamp()) * SECOND for fold in (0, 1))
    return next((moment for moment in moments if moment > now), now + HOUR)
