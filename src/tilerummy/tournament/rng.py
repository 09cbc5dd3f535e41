"""Chance from a printed seed: the same words give the same numbers on every machine."""

import hashlib
from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")
_MASK = (1 << 64) - 1


class Chance:
    """A stream of whole numbers made from words, such as a tournament's seed and what is being drawn."""

    __slots__ = ("_state",)

    def __init__(self, *words: object) -> None:
        said = "\x1f".join(map(str, words)).encode()
        self._state = int.from_bytes(hashlib.sha256(said).digest()[:8], "big")

    def below(self, bound: int) -> int:
        """The next number, from 0 up to but not including `bound` (at most 2**31)."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & _MASK
        return ((self._state >> 33) * bound) >> 31

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items in random order."""
        found = list(items)
        for at in range(len(found) - 1, 0, -1):
            other = self.below(at + 1)
            found[at], found[other] = found[other], found[at]
        return found
