"""What a host may set about hosting; everything else is in the room or the edition."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from tilerummy.coded import SettingError
from tilerummy.rooms.clock import ASKING
from tilerummy.store import retention
from tilerummy.store.retention import USUAL, Retention

GRACE = 15.0
"""Seconds in which people who were cut off find back to their table."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settings:
    """`computer_pause`: seconds a computer player seems to think (None: a human-like moment that varies; 0: none).

    `grace`: seconds every player has at least after the server was away, so that no fault of ours ends a turn.
    `asking`: seconds after a deal in which players may ask for a new one, where the edition has that.
    `retention`: how long what is over is kept. `programs`: commands that play as further levels, by their names.
    `private`: folders that no program sees.
    """

    computer_pause: float | None = None
    grace: float = GRACE
    asking: float = ASKING / 1000
    retention: Retention = USUAL
    programs: Mapping[str, str] = field(default_factory=dict)
    private: tuple[Path, ...] = ()


def from_environment() -> Settings:
    """The settings of TILERUMMY_COMPUTER_PAUSE, TILERUMMY_GRACE and TILERUMMY_ASKING, in seconds, and how long things
    are kept. Raises SettingError."""
    return Settings(
        computer_pause=_seconds("TILERUMMY_COMPUTER_PAUSE", None),
        grace=_seconds("TILERUMMY_GRACE", GRACE),
        asking=_seconds("TILERUMMY_ASKING", ASKING / 1000),
        retention=retention.from_environment(os.environ),
    )


def _seconds(name: str, usual: T) -> float | T:
    given = os.environ.get(name)
    try:
        return usual if given is None else float(given)
    except ValueError:
        raise SettingError("setting-seconds", name=name, given=given) from None
