"""The Gymnasium environment: one learner, and players of a level at all other seats."""

import random
from itertools import repeat
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilerummy.bots.levels import PLAYERS
from tilerummy.learning.choices import Actions, Observation, space
from tilerummy.learning.games import Game, Rewards, checked_seed, setting
from tilerummy.learning.splits import asked
from tilerummy.rules.edition.edition import Edition

ILLEGAL = -1.0
"""The reward of an action that the mask forbids."""


class Against(gymnasium.Env[Observation, np.int64]):
    """One game of an edition at a time, in which a step is the learner's and the others move within it.

    An action that the mask forbids ends the game, with a reward of `ILLEGAL`. Raises KeyError for an unknown level,
    EditionError and ValueError as `games.setting` does.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        level: str = "expert",
        edition: Edition | str = "original",
        seats: int = 2,
        actions: Actions = "candidates",
        plays: int = 8,
        rewards: Rewards = "wins",
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        self.render_mode = render_mode
        self._setting = setting(edition, seats, actions, plays, rewards)
        self._other = PLAYERS[level]
        self.observation_space: spaces.Dict = space(self._setting.choices, seats)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(int(self._setting.choices.actions.n))
        self._deals = repeat(random.Random())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game, and play it to the learner's first turn; the same seed, a whole number from 0, deals the same.

        The options `split` and `deal` choose a deal (see `splits.asked`), `seat` the learner's seat, which chance does
        otherwise. Raises TypeError or ValueError for others.
        """
        if seed is not None:
            seed = checked_seed(seed)
            self._deals = repeat(random.Random(seed))
        super().reset(seed=seed)
        seats = self._setting.seats
        self._stream = next(asked(self._setting.edition, seats, options) or self._deals)
        self._game = Game.dealt(self._setting, self._stream)
        chosen = self._stream.randrange(seats)
        self.seat = (options or {}).get("seat", chosen)
        if self.seat not in range(seats):
            raise ValueError(f"a seat is one from 0 to {seats - 1}, not {self.seat}")
        self._wait()
        return self._game.observation, {"seat": self.seat}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the learner's action, and play on to their next turn or the end."""
        if not self.action_masks()[action]:
            return self._game.observation, ILLEGAL, True, False, {"seat": self.seat}
        self._game.act(int(action))
        self._wait()
        over = self._game.state.turn is None
        return self._game.observation, self._game.rewards[self.seat], over, False, {"seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """The actions that are allowed now, by the name that sb3-contrib asks for."""
        return self._game.observation["action_mask"].astype(bool)

    def render(self) -> str | None:
        """The learner's position as one line of notation."""
        return None if self.render_mode is None else self._game.notation

    def _wait(self) -> None:
        while self._game.state.turn not in (None, self.seat):
            self._game.play(self._other(self._game.seen, self._stream))
