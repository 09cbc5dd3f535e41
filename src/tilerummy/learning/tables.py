"""Games side by side, stepped together: in the kernel, or move by move through the judge."""

import random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tilerummy.learning.choices import Observation
from tilerummy.learning.core import Core, can_step
from tilerummy.learning.games import Game, Setting


class Tables(Protocol):
    """So many games of one setting."""

    def deal(self, game: int, stream: random.Random) -> None:
        """Begin a game."""
        ...

    def act(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Take an allowed action in each game; which of them ended."""
        ...

    def rewards(self, game: int) -> tuple[float, ...]:
        """What each seat gets for a game that ended."""
        ...

    def look(self) -> tuple[Observation, NDArray[np.int64]]:
        """What the mover of each game sees, and who that is."""
        ...


class Judged:
    """Any edition and actions: each game as one alone."""

    def __init__(self, setting: Setting, number: int) -> None:
        self._setting = setting
        self._games: list[Game | None] = [None] * number

    def deal(self, game: int, stream: random.Random) -> None:
        """Begin a game."""
        self._games[game] = Game.dealt(self._setting, stream)

    def act(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Take an allowed action in each game; which of them ended."""
        for game, action in zip(self._all(), actions.tolist(), strict=True):
            game.act(action)
        return np.array([game.state.turn is None for game in self._all()])

    def rewards(self, game: int) -> tuple[float, ...]:
        """What each seat gets for a game that ended."""
        return self._all()[game].rewards

    def look(self) -> tuple[Observation, NDArray[np.int64]]:
        """What the mover of each game sees, and who that is."""
        seen = [game.observation for game in self._all()]
        stacked = {name: np.stack([one[name] for one in seen]) for name in seen[0]}
        return stacked, np.array([game.state.turn for game in self._all()], np.int64)

    def _all(self) -> list[Game]:
        return [game for game in self._games if game is not None]


def of(setting: Setting, number: int) -> Tables:
    """So many games of the setting, in the kernel where that plays them."""
    return Core(setting, number) if can_step(setting) else Judged(setting, number)
