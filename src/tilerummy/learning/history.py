"""What a player may remember of the turns before: who drew, who laid what."""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilerummy.learning.figures import counts
from tilerummy.rules.game.state import LastTurn
from tilerummy.rules.game.views import View
from tilerummy.rules.tiles import KINDS

Past = tuple[LastTurn, ...]
"""The turns so far, the oldest first, each as everybody saw it."""
TURNS: Final = 16
"""Turns that are told one by one; of all of them, sums are."""
_KINDS: Final = len(KINDS)
SEAT: Final = _KINDS + 4
"""What is said of a seat: the tiles it laid in all, by kind; its rack, whether it has opened, its draws, its passes."""
TURN: Final = _KINDS + 3
"""What is said of a turn: the tiles it laid, by kind; how many seats after the mover's; whether it drew, or passed."""


def remembered(seats: int) -> dict[str, spaces.Box]:
    """The spaces of the past."""
    return {
        "seats": spaces.Box(0, 1_000, (seats, SEAT), np.float32),
        "turns": spaces.Box(0, 1_000, (TURNS, TURN), np.float32),
    }


def told(seen: View, past: Past) -> dict[str, NDArray[Any]]:
    """The past as the viewer sees it: a row for each seat, the viewer's first; one for each turn, the latest first."""
    seats, viewer = len(seen.seats), seen.viewer or 0
    sums, turns = np.zeros((seats, SEAT), np.float32), np.zeros((TURNS, TURN), np.float32)
    for number, seat in enumerate(seen.seats):
        sums[(number - viewer) % seats, _KINDS : _KINDS + 2] = seat.tiles, seat.opened
    for ago, turn in enumerate(reversed(past)):
        after, drew, passed = (turn.seat - viewer) % seats, turn.kind == "drew", turn.kind == "passed"
        laid = counts(turn.played)
        sums[after, :_KINDS] += laid
        sums[after, _KINDS + 2 :] += drew, passed
        if ago < TURNS:
            turns[ago, :_KINDS] = laid
            turns[ago, _KINDS:] = after, drew, passed
    return {"seats": sums, "turns": turns}
