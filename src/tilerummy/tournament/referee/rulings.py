"""Penalties, bonuses and warnings of single players, outside the zero sum of their games. Nothing here judges."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

MOST_RULINGS: Final = 300
"""Rulings of an event, revoked ones included: each is in every picture that shows them."""
MOST_POINTS: Final = 1_000
"""Points that one ruling gives or takes: more than a game is worth."""
LONGEST_REASON: Final = 200
"""Characters of a reason: a sentence, which stands under the standings."""
LONGEST_RULE: Final = 60
"""Characters of a rule that is typed: its name."""


class Revoked(NamedTuple):
    """Why a ruling counts no longer, and in which role that was decided."""

    reason: str
    by: str


class Ruling(msgspec.Struct, frozen=True):
    """What a player was given in a stage and, for the standing after each round, in its `round` (both from 0): points
    above or below 0, a warning at 0. `rule`: an offence of a catalogue by its id, or what was typed."""

    number: int
    stage: int
    round: int
    points: int
    reason: str
    rule: str
    by: str
    revoked: Revoked | None = None


Points = tuple[tuple[int, int], ...]
"""Players with what their rulings give together, in order, without those who have none that counts."""


def points_of(rulings: Sequence[Ruling], stage: int, rounds: int | None = None) -> Points:
    """What counts in a stage, of the rulings of its first `rounds` (default: all)."""
    found: Counter[int] = Counter()
    for one in rulings:
        if one.stage == stage and one.revoked is None and one.points and (rounds is None or one.round < rounds):
            found[one.number] += one.points
    return tuple(sorted(found.items()))
