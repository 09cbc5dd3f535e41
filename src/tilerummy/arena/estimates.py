"""What deals tell of a player: means with 95 % intervals over deals, and a sequential test that says when they suffice.

The games of one deal are no independent trials, since the shuffle is the same: the deal is the trial.
"""

import math
from collections.abc import Sequence

import msgspec

ALPHA = 0.05
"""How often the sequential test decides wrongly, at most."""
NORMAL = 1.96
MIXTURE = 0.01
"""The variance of the mixture: the test is at its sharpest around a few hundred deals."""
FEWEST = 20
"""Deals before the sequential test says anything: the variance must be known."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean, and half the width of its 95 % interval."""

    mean: float
    ci95: float


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values."""
    count = len(values)
    if count < 2:
        return Estimate(values[0] if values else 0.0, math.inf)
    mean = math.fsum(values) / count
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, NORMAL * math.sqrt(variance / count))


def share(values: Sequence[float]) -> Estimate:
    """The mean of independent shares from 0 to 1. Equal ones show no variance and still prove little: then the interval
    is the exact one (Clopper and Pearson) of as many trials that all came out the same."""
    found = estimate(values)
    if len(values) < 2 or len(set(values)) > 1:
        return found
    return Estimate(found.mean, 1 - (ALPHA / 2) ** (1 / len(values)))


def anytime(values: Sequence[float]) -> Estimate:
    """The mean of shares of which somebody looked at all numbers in turn and stopped at this one."""
    found = share(values)
    return Estimate(found.mean, max(found.ci95, anytime_radius(values)))


def anytime_radius(values: Sequence[float]) -> float:
    """Half the width of the confidence sequence of Robbins' normal mixture: with probability 1 - `ALPHA` the true mean
    lies within it at every number of values at once, so that a reader may stop as soon as they like what they see."""
    count = len(values)
    if count < FEWEST:
        return math.inf
    mean = math.fsum(values) / count
    # one value more at distance 1/2: a run of equal ones proves no variance of 0
    variance = (math.fsum((value - mean) ** 2 for value in values) + 0.25) / count
    scale = count * MIXTURE + 1
    return math.sqrt(variance * 2 * scale / (count * count * MIXTURE) * math.log(math.sqrt(scale) / ALPHA))


def decided(values: Sequence[float], threshold: float) -> bool:
    """Whether the true mean is known to lie on one side of `threshold`."""
    return abs(math.fsum(values) - threshold * len(values)) > anytime_radius(values) * len(values)
