"""Many games at once, as arrays."""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilerummy.learning.choices import Actions, Observation, observed, space
from tilerummy.learning.games import Game, Rewards, checked_seed, setting
from tilerummy.rules.edition.edition import Edition

Infos = dict[str, NDArray[Any]]


class Step(NamedTuple):
    """What a step brings, in the order of Gymnasium. `rewards` has a row for each game and a column for each seat;
    `truncations` has nothing, since every game comes to its end."""

    observations: Observation
    rewards: NDArray[np.float32]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    infos: Infos


class Vector:
    """`games` side by side, each with a mover of its own, reset and stepped as Gymnasium's vector environments are.

    Observations are those of one game with the games as first axis; `infos["movers"]` says whose they are. A game that
    ends is followed by a new one in the same step: its flags and rewards are of the end, its observation of the new
    game. Raises EditionError and ValueError as `games.setting` does, and ValueError for less than one game.
    """

    def __init__(
        self,
        games: int,
        edition: Edition | str = "original",
        seats: int = 2,
        actions: Actions = "candidates",
        plays: int = 8,
        rewards: Rewards = "wins",
    ) -> None:
        if games < 1:
            raise ValueError(f"at least one game, not {games}")
        self.num_envs = games
        self._setting = setting(edition, seats, actions, plays, rewards)
        self.single_observation_space = space(self._setting.choices)
        self.single_action_space = self._setting.choices.actions
        self._streams = [random.Random()] * games
        self._games: list[Game] = []

    def reset(self, seed: int | Sequence[int | None] | None = None) -> tuple[Observation, Infos]:
        """Deal new games, and say what their movers see; the same seed, a whole number from 0, deals the same.

        A seed for each game deals each as it deals one alone, also where it follows another; None goes on as it is.
        Raises TypeError or ValueError for other seeds; then nothing is dealt.
        """
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str | bytes):
            seeds = [None if one is None else checked_seed(one) for one in seed]
            if len(seeds) != self.num_envs:
                raise ValueError(f"{self.num_envs} seeds are wanted, not {len(seeds)}")
            kept = self._streams
            self._streams = [kept[game] if one is None else random.Random(one) for game, one in enumerate(seeds)]
        elif seed is not None:
            self._streams = [random.Random(checked_seed(seed))] * self.num_envs
        self._games = [self._dealt(stream) for stream in self._streams]
        return self._look()

    def step(self, actions: NDArray[Any] | Sequence[int]) -> Step:
        """One action in each game, as an array or a list. Raises ValueError before the first `reset`, for anything
        but a whole number for each game, and for what a mask forbids; then no game has moved."""
        chosen = np.asarray(actions)
        self._check(chosen)
        for game, action in zip(self._games, chosen.tolist(), strict=True):
            game.act(action)
        before = self._games
        self._games = [
            self._dealt(stream) if game.turn is None else game
            for game, stream in zip(before, self._streams, strict=True)
        ]
        rewards = np.array([game.rewards for game in before], np.float32)
        ended = np.array([game.turn is None for game in before])
        observations, infos = self._look()
        return Step(observations, rewards, ended, np.zeros_like(ended), infos)

    def _dealt(self, stream: random.Random) -> Game:
        return Game(self._setting, stream)

    def _look(self) -> tuple[Observation, Infos]:
        seen = [observed(game.turn) for game in self._games if game.turn is not None]
        stacked = {name: np.stack([one[name] for one in seen]) for name in seen[0]}
        self._mask = stacked["action_mask"].astype(bool)
        return stacked, {"movers": np.array([game.state.turn for game in self._games])}

    def _check(self, actions: NDArray[Any]) -> None:
        if not self._games:
            raise ValueError("reset comes before the first step")
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise ValueError(f"{self.num_envs} whole numbers are wanted, not {actions.dtype} of shape {actions.shape}")
        inside = (actions >= 0) & (actions < self._mask.shape[1])
        allowed = inside & self._mask[np.arange(self.num_envs), np.where(inside, actions, 0)]
        if not allowed.all():
            game = int(np.flatnonzero(~allowed)[0])
            raise ValueError(f"the action {actions[game]} is not allowed now in game {game}")
