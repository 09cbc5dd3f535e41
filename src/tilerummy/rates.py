"""Token buckets: how often a caller may do something, and how much all that they make may cost."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

REMEMBERED: Final = 10_000
"""Buckets after which those that are full again are forgotten."""


@dataclass(slots=True)
class Bucket:
    """A token bucket: `burst` at once, `rate` more per second."""

    rate: float
    burst: float
    _level: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._level = self.burst
        self._at = monotonic()

    def take(self, tokens: float = 1) -> bool:
        """Take so many tokens if they are there."""
        if not self.has(tokens):
            return False
        self._level -= tokens
        return True

    def has(self, tokens: float) -> bool:
        """Whether so many tokens are there."""
        self._fill()
        return self._level >= tokens

    def spend(self, tokens: float) -> None:
        """Take so many tokens, also where they are not there: they are missing next time."""
        self._fill()
        self._level -= tokens

    def _fill(self) -> None:
        now = monotonic()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now

    @property
    def level(self) -> float:
        """The tokens that are there; below zero, those that are owed."""
        self._fill()
        return self._level

    @property
    def missing(self) -> float:
        """The tokens that were taken and have not come back."""
        return self.burst - self.level

    @property
    def full(self) -> bool:
        """Whether nothing has been taken for long enough to forget this bucket."""
        return self.has(self.burst)


class Rates:
    """Buckets by key (a guest, an address), forgotten when they are full again. `taken` is called with every key and
    the tokens that were taken of it."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}
        self._most = REMEMBERED
        self.taken: Callable[[str, float], None] = _nothing

    def take(self, key: str, tokens: float = 1) -> bool:
        """Take so many tokens of `key` if they are there."""
        there = self.of(key).take(tokens)
        if there:
            self.taken(key, tokens)
        return there

    def of(self, key: str) -> Bucket:
        """The bucket of `key`."""
        if len(self._buckets) > self._most:
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.full}
            # Where most are in use, the next look is put off, so that it stays seldom.
            self._most = max(REMEMBERED, 2 * len(self._buckets))
        return self._buckets.setdefault(key, Bucket(self._rate, self._burst))


class Budget:
    """What one guest may make, and what all guests of one address may make together."""

    def __init__(self, of_guest: Rates, of_address: Rates) -> None:
        self.of_guest = of_guest
        self.of_address = of_address

    def spend(self, guest: str | None, address: str, cost: float) -> bool:
        """Spend `cost` of both if both have it; a caller without a session has the address's alone."""
        own = self.of_address.of(address).has(cost) and (guest is None or self.of_guest.take(guest, cost))
        return own and self.of_address.take(address, cost)


def _nothing(_: str, __: float) -> None:
    """Nobody else has to know."""
