"""How long what is over, or was left lying, is kept."""

from collections.abc import Mapping
from typing import Final

import msgspec

from tilerummy.coded import SettingError

FINISHED: Final = 365
"""Days a finished game is kept: last year's games can be looked at."""
ABANDONED: Final = 90
"""Days a lobby or a game is kept that nobody touched: a holiday and a long illness fit."""
CHATS: Final = 30
"""Days the chat of a finished game is kept: what was said is nobody's business for longer."""
EVENTS: Final = 730
"""Days tournaments, score sheets, clubs and circles without a game are kept after their last change: the next edition
of a yearly event finds them."""
HOUR: Final = 3_600_000
"""Milliseconds."""
DAY: Final = 86_400_000
"""Milliseconds of a day."""
WHOLE = ("chat_line", "door_act", "rack_order", "outcome", "player_game", "event", "game")
"""The tables that hold a record, what depends on others first."""


class Retention(msgspec.Struct, frozen=True):
    """Days after the last change, 0 for ever: finished games, those left lying, the chats of finished ones, events with
    score sheets, circles and clubs."""

    finished: int = FINISHED
    abandoned: int = ABANDONED
    chats: int = CHATS
    events: int = EVENTS


USUAL = Retention()
"""What holds where nothing is said."""


class Pruned(msgspec.Struct, frozen=True):
    """How many records of each kind were removed, or would be."""

    finished: int = 0
    abandoned: int = 0
    chats: int = 0
    events: int = 0


def from_environment(environment: Mapping[str, str]) -> Retention:
    """The settings of TILERUMMY_KEEP_FINISHED, _ABANDONED, _CHATS and _EVENTS, in days. Raises SettingError."""
    given = {
        field: environment[name]
        for field in Retention.__struct_fields__
        if (name := f"TILERUMMY_KEEP_{field.upper()}") in environment
    }
    for field, days in given.items():
        if not days.isdecimal() or len(days) > 6:
            raise SettingError("setting-days", name=f"TILERUMMY_KEEP_{field.upper()}", given=days)
    return Retention(**{field: int(days) for field, days in given.items()})
