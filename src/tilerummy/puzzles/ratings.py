"""How hard puzzles are and how strong their solvers, by Glickman's Glicko system: a try is a game of one against the
other, which a solver wins by solving the puzzle."""

import math
from typing import Final, NamedTuple


class Rating(NamedTuple):
    """A rating on the scale of chess, with its standard deviation."""

    value: float
    doubt: float


GUEST: Final = Rating(1200, 350)
"""A guest of whom nothing is known."""
FIRST_DOUBT: Final = 150.0
"""The deviation of a puzzle that nobody has tried: two tries in three lie within it."""
PUZZLE_LEAST: Final = 45.0
GUEST_LEAST: Final = 60.0
"""Deviations do not fall below these, so that ratings follow those who get better."""
_Q: Final = math.log(10) / 400


def tried(puzzle: Rating, guest: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """Both ratings after a try."""
    score = float(solved)
    return _after(puzzle, guest, 1 - score, PUZZLE_LEAST), _after(guest, puzzle, score, GUEST_LEAST)


def chance(strength: float, difficulty: float) -> float:
    """The probability that a player so strong solves a puzzle so hard."""
    return 1 / (1 + 10 ** ((difficulty - strength) / 400))


def _after(one: Rating, other: Rating, score: float, least: float) -> Rating:
    """The rating after a game, `score` of it won, against the other."""
    weight = 1 / math.sqrt(1 + 3 * (_Q * other.doubt / math.pi) ** 2)
    expected = 1 / (1 + 10 ** (weight * (other.value - one.value) / 400))
    certainty = 1 / one.doubt**2 + (_Q * weight) ** 2 * expected * (1 - expected)
    return Rating(one.value + _Q / certainty * weight * (score - expected), max(least, certainty**-0.5))
