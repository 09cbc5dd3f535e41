"""A player's own time stands for some days: they say so, and everybody is told."""

from typing import Final

from tilerummy.rooms.correspondence.calendar import DAY
from tilerummy.rooms.events import HolidayTaken
from tilerummy.rooms.state import RoomState
from tilerummy.rules.refusal import refuse

BACK: Final = 0
"""Days of one who is back."""


def holiday(state: RoomState, seat: int, days: int, now: int) -> HolidayTaken:
    """The player on this seat is away for so many days more, or is `BACK`: then whole days that were not used are left.
    Raises Refusal."""
    if not state.correspondence:
        raise refuse("needs-long-turns")
    if state.game is None or state.phase != "playing":
        raise refuse("not-playing")
    if state.game.resigned[seat]:
        raise refuse("already-resigned")
    schedule = state.schedules[seat]
    ahead = max(0, schedule.holiday - now)
    if days == BACK:
        if not ahead:
            raise refuse("no-holiday")
        return HolidayTaken(seat, None, schedule.left + ahead // DAY)
    if days > schedule.left:
        raise refuse("holiday-too-long", left=schedule.left)
    return HolidayTaken(seat, now + ahead + days * DAY, schedule.left - days)
