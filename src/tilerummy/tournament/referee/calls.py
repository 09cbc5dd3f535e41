"""Who calls the referee to a table: one call a table, for the round that is not closed."""

from typing import Final, NamedTuple

AGAIN: Final = 30_000
"""Milliseconds from a table's call to its next: who takes it back and calls again keeps nobody running."""


class Call(NamedTuple):
    """The last call of a table (from 1) in a round of a stage (both from 0), at the instant `at`; `open` until it is
    answered or taken back."""

    stage: int
    round: int
    table: int
    at: int
    open: bool = True
