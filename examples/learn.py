"""Learn to play by playing: python examples/learn.py [--games 1000] [--save FILE]

Both seats are played by the policy that is learnt. After each batch of games a small network is fitted to how the games
ended for the chooser of a candidate (Monte-Carlo control), and the next batch takes what it values most; in every other
game now and then something else. Needs tilerummy[rl] and scikit-learn.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from sklearn.neural_network import MLPRegressor

from tilerummy.bots.levels import LEVELS
from tilerummy.learning.choices import Observation
from tilerummy.learning.evaluation import evaluate
from tilerummy.learning.figures import FIGURES
from tilerummy.learning.vector import Vector

SIDE_BY_SIDE, BATCH, EXPLORE, PLAYS = 64, 4_000, 0.1, 1


class Learner:
    """A network that says what a candidate is worth: its expected reward, from the figures of the move alone."""

    def __init__(self, seed: int) -> None:
        self.network = MLPRegressor(hidden_layer_sizes=(32,), learning_rate_init=0.003, alpha=1e-3, random_state=seed)
        self.network.partial_fit(np.zeros((1, FIGURES)), np.zeros(1))
        self.chance = np.random.default_rng(seed)
        self.explores = 1.0

    def values(self, seen: Observation) -> np.ndarray:
        """What each candidate is worth, in one game or in many; nothing where there is none."""
        mask = seen["action_mask"]
        rows = seen["observation"][..., -FIGURES:].reshape(-1, FIGURES)
        return np.where(mask, self.network.predict(rows).reshape(mask.shape), -np.inf)

    def policy(self, seen: Observation) -> int:
        """The best candidate of one game."""
        return int(self.values(seen).argmax())

    def explore(self, seen: Observation) -> np.ndarray:
        """The best candidate of each game; in every other one now and then any."""
        best: np.ndarray = self.values(seen).argmax(axis=1)
        mask = seen["action_mask"]
        other = np.where(mask, self.chance.random(mask.shape), -1).argmax(axis=1)
        chances = np.where(np.arange(len(best)) % 2, self.explores, self.explores == 1)
        return np.where(self.chance.random(len(best)) < chances, other, best)

    def weights(self) -> dict[str, list[object]]:
        """The network as lists: what a row of inputs is multiplied by, layer by layer, and what is added."""
        layers = {"by": self.network.coefs_, "plus": self.network.intercepts_}
        return {name: [np.round(one, 5).tolist() for one in arrays] for name, arrays in layers.items()}

    def learn(self, rows: list[np.ndarray], rewards: list[float]) -> None:
        """Fit what was chosen to how it ended, twice over."""
        self.explores = EXPLORE
        seen, ended = np.array(rows), np.array(rewards)
        for _ in range(2):
            order = self.chance.permutation(len(seen))
            for part in np.array_split(order, max(1, len(order) // 256)):
                self.network.partial_fit(seen[part], ended[part])


def train(games: int, seed: int = 1, plays: int = PLAYS) -> Learner:
    """Play so many games, and learn from them."""
    learner, table = Learner(seed), Vector(SIDE_BY_SIDE, plays=plays)
    seen, infos = table.reset(options={"split": "train", "deal": seed * 10_000})
    under_way: list[list[tuple[int, np.ndarray]]] = [[] for _ in range(SIDE_BY_SIDE)]
    rows, rewards, played = list[np.ndarray](), list[float](), 0
    while played < games:
        actions = learner.explore(seen)
        for game, action in enumerate(actions):
            under_way[game].append((infos["movers"][game], seen["observation"][game, action, -FIGURES:].copy()))
        seen, _, ended, _, infos = table.step(actions)
        for over in np.flatnonzero(ended):
            played += 1
            rewards += [infos["rewards"][over, seat] for seat, _ in under_way[over]]
            rows += [row for _, row in under_way[over]]
            under_way[over] = []
        if len(rows) >= BATCH:
            learner.learn(rows, rewards)
            print(f"{played} games, {len(rows)} turns", flush=True)
            rows, rewards = [], []
    return learner


def main() -> None:
    """Learn, then play the fixed deals against every level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--plays", type=int, default=PLAYS, help="plays to choose between, beside nothing")
    parser.add_argument("--save", type=Path, help="keep what was learnt in this file")
    args = parser.parse_args()
    learner = train(args.games, args.seed, args.plays)
    if args.save:
        args.save.write_text(json.dumps(learner.weights()) + "\n")
    for level in LEVELS:
        wins, points, _ = evaluate(learner.policy, level, deals=args.deals, plays=args.plays)
        won = f"{level}: wins {wins.mean:.1%} ± {wins.ci95:.1%}"
        print(f"{won}, {points.mean:+.1f} ± {points.ci95:.1f} points a game", flush=True)


if __name__ == "__main__":
    main()
