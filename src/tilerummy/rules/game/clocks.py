"""Clocks as arithmetic: how long a turn may last, and what a game clock still holds after it. Seconds in, seconds
out."""

from tilerummy.rules.edition.edition import Clock


def time_allowed(clock: Clock, bank: float | None) -> float | None:
    """Seconds for the turn that begins now; None: no limit.

    With a game clock, the increment first and then all that the player's `bank` still holds (None: untouched).
    A player whose bank is used up keeps the increment for every later turn; a turn that outlasts it is settled
    by the edition's time-out rule.
    """
    if clock.bank_seconds is None:
        return clock.limit_seconds
    return clock.increment_seconds + (clock.bank_seconds if bank is None else bank)


def bank_after(clock: Clock, bank: float | None, spent: float) -> float | None:
    """What the player's bank holds after a turn of `spent` seconds: the increment is given back, never more than
    was spent (Bronstein). None where the edition has no game clock."""
    if clock.bank_seconds is None:
        return None
    held = clock.bank_seconds if bank is None else bank
    return max(0.0, held - max(0.0, spent - clock.increment_seconds))
