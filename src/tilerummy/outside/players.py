"""Who may play, by name: our levels, those that installed packages add, and programs by their path."""

import atexit
from functools import cache
from typing import Any, Final, cast

from tilerummy.bots.levels import LEVELS, PLAYERS, Player, obliged
from tilerummy.installed import Found, Unusable, added
from tilerummy.outside.program import BUDGET, Program, Told

GROUP: Final = "tilerummy.bots"
"""The entry points by which packages add levels."""


@cache
def installed() -> Found:
    """The levels that installed packages add, and what is wrong with the others."""
    return added(GROUP, PLAYERS, _player)


@cache
def levels() -> tuple[str, ...]:
    """The names of our levels and of the added ones."""
    return (*LEVELS, *installed().values)


def named() -> tuple[str, ...]:
    """All that may be called by name: the levels, and the players that only the arena seats."""
    return (*PLAYERS, *installed().values)


def level(name: str) -> Player:
    """The player of a level, or one that only the arena seats. Raises KeyError."""
    return PLAYERS[name] if name in PLAYERS else installed().values[name]


def is_program(name: str) -> bool:
    """Whether a name is the command of a program: it has a slash, or arguments after it."""
    return any(sign in name for sign in "/\\ ")


@cache
def player(name: str, seat: int = 0, budget: int = BUDGET, told: Told = lambda _: None) -> Player:
    """Who plays under a name, the same for the same `seat` again: a level, or the program of that command.

    A program runs once for each seat, so that none knows two racks of one game, and until this process ends. `budget`:
    its milliseconds for a move; `told` hears of its faults. Raises KeyError for an unknown level, Failed for what is
    no command.
    """
    if not is_program(name):
        return level(name)
    program = Program(name, budget, told)
    atexit.register(program.end)
    return obliged(program)


def _player(_: str, loaded: Any) -> Player:
    if not callable(loaded):
        raise Unusable("no-player", kind=type(loaded).__name__)
    return obliged(cast(Player, loaded))
