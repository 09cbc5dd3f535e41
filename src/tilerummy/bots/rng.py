"""Chance from outside: bots draw no random numbers of their own."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Stream(Protocol):
    """A seeded stream of random numbers; `random.Random` is one."""

    def random(self) -> float:
        """The next number, from 0 up to but not including 1."""
        ...


def pick(stream: Stream, items: Sequence[Item]) -> Item:
    """One of the items. Raises IndexError when there are none."""
    return items[int(stream.random() * len(items))]
