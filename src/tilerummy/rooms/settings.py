"""What a host may set about hosting; everything else is in the room or the edition."""

import os
from dataclasses import dataclass

GRACE = 15.0
"""Seconds in which people who were cut off find back to their table."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`computer_pause`: seconds a computer player seems to think (None: a human-like moment that varies; 0: none).

    `grace`: seconds every player has at least after the server was away, so that no fault of ours ends a turn.
    `per_address`: multiplies what one address may open, ask and make; for places where everybody comes from one.
    `restore`: whether guests may bring tournaments back from backups.
    """

    computer_pause: float | None = None
    grace: float = GRACE
    per_address: float = 1
    restore: bool = True


def from_environment(alone: bool) -> Settings:
    """The settings of TILERUMMY_COMPUTER_PAUSE and TILERUMMY_GRACE, in seconds, of TILERUMMY_PER_ADDRESS, and of
    TILERUMMY_RESTORE (where it is not set, `alone` decides: whether the server serves its own machine only).

    Raises ValueError for what is no number, or neither yes nor no.
    """
    pause = os.environ.get("TILERUMMY_COMPUTER_PAUSE")
    return Settings(
        computer_pause=None if pause is None else float(pause),
        grace=float(os.environ.get("TILERUMMY_GRACE", GRACE)),
        per_address=float(os.environ.get("TILERUMMY_PER_ADDRESS", 1)),
        restore=_yes_or_no("TILERUMMY_RESTORE", alone),
    )


def _yes_or_no(variable: str, usual: bool) -> bool:
    said = os.environ.get(variable)
    if said not in (None, "yes", "no"):
        raise ValueError(f"{variable} is yes or no, not {said!r}")
    return usual if said is None else said == "yes"
