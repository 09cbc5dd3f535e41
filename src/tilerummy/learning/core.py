"""Games side by side in the kernel, which are the judge's games tile for tile: `kernel/game/tables.c`."""

import random
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tilerummy.bots.core.codec import decode
from tilerummy.bots.core.games import asked, can_play, scored
from tilerummy.bots.whole_game import shuffled
from tilerummy.learning.candidates import WIDTH, Candidates
from tilerummy.learning.choices import Observation
from tilerummy.learning.games import Setting, earned
from tilerummy.learning.history import SEAT, TURN, TURNS
from tilerummy.rules.tiles import KINDS
from tilerummy.solver.kernel import core

MOST_PLAYS: Final = 64
"""Plays that the kernel tells of."""
ANY: Final = "expert"
"""A level for the request, of which only the deal counts here."""


def can_step(setting: Setting) -> bool:
    """Whether the kernel plays such games: candidates, in an edition whose first play is made of the rack alone, and in
    which only the tiles of the table count."""
    edition, choices = setting.edition, setting.choices
    return (
        core() is not None
        and isinstance(choices, Candidates)
        and choices.plays <= MOST_PLAYS
        and can_play(edition, [ANY] * setting.seats)
        and edition.opening.table_use == "later-turn"
    )


class Core:
    """Such games."""

    def __init__(self, setting: Setting, number: int) -> None:
        assert isinstance(setting.choices, Candidates)
        self._kernel: Any = import_module("tilerummy.solver._kernel")
        self._setting, self._number, self._plays = setting, number, setting.choices.plays
        self._tables = self._kernel.tables(number)

    def deal(self, game: int, stream: random.Random) -> None:
        """Begin a game."""
        edition, seats = self._setting.edition, self._setting.seats
        deck, draws = shuffled(edition, stream), shuffled(edition, stream)
        self._kernel.deal(self._tables, game, asked(edition, [ANY] * seats, deck, draws))

    def act(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Take an allowed action in each game; which of them ended."""
        over = np.zeros(self._number, np.uint8)
        self._kernel.act(self._tables, np.ascontiguousarray(actions, np.int64), over)
        return over.astype(bool)

    def rewards(self, game: int) -> tuple[float, ...]:
        """What each seat gets for a game that ended."""
        reply = decode(self._kernel.ended(self._tables, game))
        assert reply is not None
        scoring = scored(self._setting.edition, reply)
        return earned(scoring.winners, scoring.points, self._setting.rewards)

    def look(self) -> tuple[Observation, NDArray[np.int64]]:
        """What the mover of each game sees, and who that is."""
        games, choices, seats = self._number, self._plays + 1, self._setting.seats
        mask, movers = np.zeros((games, choices), np.int8), np.zeros(games, np.int64)
        seen: Observation = {
            "observation": np.zeros((games, choices, WIDTH), np.float32),
            "tiles": np.zeros((games, 2, len(KINDS)), np.float32),
            "seats": np.zeros((games, seats, SEAT), np.float32),
            "turns": np.zeros((games, TURNS, TURN), np.float32),
        }
        self._kernel.look(self._tables, self._plays, seats, mask, *seen.values(), movers)
        return {**seen, "action_mask": mask}, movers
