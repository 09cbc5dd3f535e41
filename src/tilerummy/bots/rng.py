"""Chance from outside: bots draw no random numbers of their own."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Stream(Protocol):
    """A seeded stream of random numbers; `random.Random` is one."""

    def random(self) -> float:
        """The next number, from 0 up to but not including 1."""
        ...


class Constant:
    """A stream that has always the same number."""

    def __init__(self, number: float) -> None:
        self._number = number

    def random(self) -> float:
        """The number."""
        return self._number


def shuffle_end(items: list[Item], count: int, stream: Stream) -> None:
    """Put so many of the items, chosen at random, last in random order (Fisher and Yates); all but one shuffle all."""
    number = stream.random
    for last in range(len(items) - 1, len(items) - 1 - count, -1):
        other = int(number() * (last + 1))
        items[last], items[other] = items[other], items[last]


def pick(stream: Stream, items: Sequence[Item]) -> Item:
    """One of the items. Raises IndexError when there are none."""
    return items[int(stream.random() * len(items))]
