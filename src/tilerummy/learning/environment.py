"""The PettingZoo environment: one game, a turn or a step of it at a time."""

import random
from itertools import repeat
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import turn_based_aec_to_parallel, wrappers

from tilerummy.learning import VERSION
from tilerummy.learning.choices import Actions, Observation, nothing, space
from tilerummy.learning.figures import counts
from tilerummy.learning.games import Game, Rewards, checked_seed, setting
from tilerummy.learning.splits import asked
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.tiles import KINDS


class TileRummy(AECEnv):  # type: ignore[misc]
    """One game of an edition between `seats` agents. Rewards come in the end.

    `plays` counts for `candidates` alone. No game is cut off: every round of turns takes a tile from the pool or off a
    rack, or ends the game. Raises EditionError and ValueError as `games.setting` does.
    """

    def __init__(
        self,
        edition: Edition | str = "original",
        seats: int = 2,
        actions: Actions = "candidates",
        plays: int = 8,
        rewards: Rewards = "wins",
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        self.metadata = {"name": f"tile_rummy_v{VERSION}", "render_modes": ["ansi"], "is_parallelizable": True}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        self._setting = setting(edition, seats, actions, plays, rewards)
        choices = self._setting.choices
        self.observation_spaces = {agent: space(choices, seats) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(int(choices.actions.n)) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 1_000, (seats + 2, len(KINDS)), np.float32)
        self._deals = repeat(random.Random())

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What the agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What the agent may do, as far as the mask allows it."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed, a whole number from 0, deals the same, and so do the options `split` and
        `deal` (see `splits.asked`). Raises TypeError or ValueError for others."""
        if seed is not None:
            self._deals = repeat(random.Random(checked_seed(seed)))
        named = asked(self._setting.edition, self._setting.seats, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.game = Game.dealt(self._setting, next(named or self._deals))
        self._follow()

    def observe(self, agent: str) -> Observation:
        """What the agent sees; zeros where they are not to move."""
        if agent != self.agent_selection:
            return nothing(self._setting.choices, self._setting.seats)
        return self.game.observation

    def state(self) -> NDArray[np.float32]:
        """All there is, whoever may know it: how many tiles of each kind are on each rack, on the table and in the
        pool."""
        state = self.game.state
        table = [tile for meld in state.table for tile in meld.tiles]
        return np.array([counts(tiles) for tiles in (*state.racks, table, state.pool)])

    def step(self, action: int | None) -> None:
        """Take the action of the agent to move. Raises ValueError for what the mask does not allow."""
        if action is None or self.game.state.turn is None:
            self._was_dead_step(action)
            return
        self.game.act(int(action))
        self._cumulative_rewards[self.agent_selection] = 0
        self.rewards = dict(zip(self.possible_agents, self.game.rewards, strict=True))
        self._follow()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The mover's position as one line of notation."""
        return None if self.render_mode is None else self.game.notation

    def close(self) -> None:
        """Nothing is held."""

    def _follow(self) -> None:
        """Say how the game stands and who is to move."""
        self.terminations = dict.fromkeys(self.agents, self.game.state.turn is None)
        if self.game.state.turn is not None:
            self.agent_selection = self.possible_agents[self.game.state.turn]


def env(**options: Any) -> AECEnv:
    """The environment as PettingZoo makes them: an action that the mask forbids ends the game for who takes it. The
    options are those of `TileRummy`."""
    illegal = wrappers.TerminateIllegalWrapper(TileRummy(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal))


def parallel_env(**options: Any) -> Any:
    """The same with an action from everybody in each step, of which the mover's counts."""
    return turn_based_aec_to_parallel(env(**options))
