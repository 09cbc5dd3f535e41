"""Many games at once, as arrays."""

import random
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tilerummy.learning import tables
from tilerummy.learning.choices import Actions, Observation, nothing, space
from tilerummy.learning.games import Rewards, checked_seed, setting
from tilerummy.learning.splits import asked
from tilerummy.rules.edition.edition import Edition

Infos = dict[str, NDArray[Any]]


class Step(NamedTuple):
    """What a step brings, in the order of Gymnasium. `rewards` are those of the seats that moved; `truncations` has
    nothing, since every game comes to its end."""

    observations: Observation
    rewards: NDArray[np.float32]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    infos: Infos


class Vector(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """`num_envs` games side by side, whose every seat is the learner's.

    Observations are the mover's, with the games as first axis. `infos["movers"]` says whose they are, and
    `infos["rewards"]` what each seat got, a column for each. A game that ends is followed by a new one in the same
    step: its flags and rewards are of the end, its observation of the new game. Raises EditionError and ValueError as
    `games.setting` does, and ValueError for less than one game.
    """

    def __init__(
        self,
        num_envs: int,
        edition: Edition | str = "original",
        seats: int = 2,
        actions: Actions = "candidates",
        plays: int = 8,
        rewards: Rewards = "wins",
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"at least one game, not {num_envs}")
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self._setting = setting(edition, seats, actions, plays, rewards)
        self.single_observation_space = space(self._setting.choices, seats)
        self.single_action_space = self._setting.choices.actions
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._deals: list[Iterator[random.Random]] = [repeat(random.Random())] * num_envs
        self._tables = tables.of(self._setting, num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Deal new games, and say what their movers see; the same seed, a whole number from 0, deals the same.

        A seed for each game deals each as it deals one alone, also where it follows another; None goes on as it is. The
        options `split` and `deal` deal one after another of the named deals (see `splits.asked`) from then on. Raises
        TypeError or ValueError for others; then nothing is dealt.
        """
        named = asked(self._setting.edition, self._setting.seats, options)
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str | bytes):
            seeds = [None if one is None else checked_seed(one) for one in seed]
            if len(seeds) != self.num_envs:
                raise ValueError(f"{self.num_envs} seeds are wanted, not {len(seeds)}")
            kept = self._deals
            self._deals = [kept[game] if one is None else repeat(random.Random(one)) for game, one in enumerate(seeds)]
        elif seed is not None:
            self._deals = [repeat(random.Random(checked_seed(seed)))] * self.num_envs
        if named is not None:
            self._deals = [named] * self.num_envs
        for game in range(self.num_envs):
            self._deal(game)
        self._begun = True
        return self._look()

    def step(self, actions: NDArray[Any] | Sequence[int]) -> Step:
        """One action in each game, as an array or a list. Raises ValueError before the first `reset`, for anything
        but a whole number for each game, and for what a mask forbids; then no game has moved."""
        chosen = np.asarray(actions)
        self._check(chosen)
        moved = self._movers
        ended = self._tables.act(chosen)
        rewards = np.zeros((self.num_envs, self._setting.seats), np.float32)
        over = np.flatnonzero(ended)
        for game in over.tolist():
            rewards[game] = self._tables.rewards(game)
            self._deal(game)
        observations, infos = self._look()
        infos |= {"rewards": rewards, "_rewards": np.ones_like(ended)}
        if over.size:
            last = np.full(self.num_envs, None, object)
            last[over] = nothing(self._setting.choices, self._setting.seats)
            infos |= {"final_obs": last, "_final_obs": ended}
        mine = rewards[np.arange(self.num_envs), moved]
        return Step(observations, mine, ended, np.zeros_like(ended), infos)

    def _deal(self, game: int) -> None:
        self._tables.deal(game, next(self._deals[game]))

    def _look(self) -> tuple[Observation, Infos]:
        seen, self._movers = self._tables.look()
        self._mask = seen["action_mask"].astype(bool)
        return seen, {"movers": self._movers, "_movers": np.ones(self.num_envs, bool)}

    def _check(self, actions: NDArray[Any]) -> None:
        if not self._begun:
            raise ValueError("reset comes before the first step")
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise ValueError(f"{self.num_envs} whole numbers are wanted, not {actions.dtype} of shape {actions.shape}")
        inside = (actions >= 0) & (actions < self._mask.shape[1])
        allowed = inside & self._mask[np.arange(self.num_envs), np.where(inside, actions, 0)]
        if not allowed.all():
            game = int(np.flatnonzero(~allowed)[0])
            raise ValueError(f"the action {actions[game]} is not allowed now in game {game}")
