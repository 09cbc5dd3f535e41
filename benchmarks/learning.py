"""Turns a second in the environments to learn in, on one core: `python -m benchmarks.learning`.

Actions are chosen at random among those that the mask allows, or always the play of most tiles, so that nothing but the
environment is measured. Seconds are the processor's.
"""

import argparse
import json
import time
from collections.abc import Callable

import numpy as np

from tilerummy.learning.choices import Observation
from tilerummy.learning.vector import Vector

Chooser = Callable[[Observation, np.random.Generator], np.ndarray]
GAMES = 64


def anything(seen: Observation, chance: np.random.Generator) -> np.ndarray:
    """One of the allowed actions of each game."""
    mask = seen["action_mask"]
    chosen: np.ndarray = np.where(mask, chance.random(mask.shape), -1).argmax(axis=1)
    return chosen


def most_tiles(seen: Observation, _: np.random.Generator) -> np.ndarray:
    """The play of most tiles in each game, where there is one."""
    chosen: np.ndarray = np.minimum(1, seen["action_mask"].sum(axis=1) - 1)
    return chosen


def steps_a_second(vector: Vector, chooser: Chooser, seconds: float) -> float:
    """Steps of single games a second, over at least so many seconds."""
    chance, (seen, _) = np.random.default_rng(1), vector.reset(seed=1)
    start, steps = time.process_time(), 0
    while time.process_time() - start < seconds:
        seen = vector.step(chooser(seen, chance)).observations
        steps += vector.num_envs
    return steps / (time.process_time() - start)


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="for each figure")
    parser.add_argument("--edition", default="original")
    parser.add_argument("--seats", type=int, default=2)
    args = parser.parse_args()
    where = (args.edition, args.seats)
    measured: list[tuple[str, Vector, Chooser]] = [
        (f"candidates, {plays} plays, {chooser.__name__}", Vector(GAMES, *where, plays=plays), chooser)
        for plays in (1, 4, 8)
        for chooser in (most_tiles, anything)
    ]
    measured.append(("primitives, steps of turns, anything", Vector(GAMES, *where, actions="primitives"), anything))
    said = {name: round(steps_a_second(vector, chooser, args.seconds)) for name, vector, chooser in measured}
    print(json.dumps(said, indent=2))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
