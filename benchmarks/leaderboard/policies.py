"""The policies of the leaderboard: a few rules, and networks whose weights are files."""

import hashlib
import importlib
import json
from pathlib import Path
from typing import Final, cast

import numpy as np

from tilerummy.learning.choices import Observation
from tilerummy.learning.evaluation import Policy
from tilerummy.learning.figures import FIGURES

HERE: Final = Path(__file__).parent
MOST_BYTES: Final = 1_000_000
"""Of the weights of one policy."""


def most_tiles(seen: Observation) -> int:
    """The play of most tiles, where there is one."""
    return min(1, int(seen["action_mask"].sum()) - 1)


def fewest_tiles(seen: Observation) -> int:
    """The smallest play, where there is one."""
    return int(seen["action_mask"].sum()) - 1


def waits(seen: Observation) -> int:
    """The smallest opening; then nothing, until the whole rack goes out."""
    goes_out, opened = (seen["observation"][:, at - FIGURES] > 0 for at in (8, 9))
    if goes_out.any():
        return int(goes_out.argmax())
    return 0 if opened[0] else fewest_tiles(seen)


class Network:
    """The candidate that a small network values most, by its figures: layers with ReLU between them."""

    def __init__(self, weights: bytes) -> None:
        read = json.loads(weights)
        self._layers = [(np.array(by), np.array(plus)) for by, plus in zip(read["by"], read["plus"], strict=True)]

    def __call__(self, seen: Observation) -> int:
        rows = seen["observation"][:, -FIGURES:]
        for layer, (by, plus) in enumerate(self._layers):
            rows = (rows if layer == 0 else np.maximum(rows, 0)) @ by + plus
        return int(np.where(seen["action_mask"], rows[:, 0], -np.inf).argmax())


def weights_of(name: str) -> bytes | None:
    """The weights of a policy that has some. Raises ValueError where they are too large."""
    if not name.endswith(".json"):
        return None
    weights = (HERE / "baselines" / name).read_bytes()
    if len(weights) > MOST_BYTES:
        raise ValueError(f"the weights of {name} take {len(weights)} bytes, more than {MOST_BYTES}")
    return weights


def fingerprint(name: str) -> str:
    """SHA-256 of the weights, empty where there are none."""
    weights = weights_of(name)
    return "" if weights is None else hashlib.sha256(weights).hexdigest()


def policy(name: str) -> Policy:
    """The policy of that name: a file of `baselines/`, or `module:function`."""
    weights = weights_of(name)
    if weights is not None:
        return Network(weights)
    module, _, function = name.partition(":")
    return cast("Policy", getattr(importlib.import_module(module), function))
