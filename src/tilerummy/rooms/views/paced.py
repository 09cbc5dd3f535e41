"""What changes often and is told now and then: the draft of a turn, who is here."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")
_encode = msgspec.json.Encoder().encode


class Paced(Generic[T]):
    """A value that begins as `first`. Changes are told at most once in `every` seconds; the last one is always told.

    `told` is what everybody may know, `newest` what will be told next; `number` counts what was told.
    """

    def __init__(self, first: T, every: float, tell: Callable[[], None]) -> None:
        self._every = every
        self._tell = tell
        self._pause: asyncio.TimerHandle | None = None
        self.newest = first
        self.told = first
        self.number = 0
        self._frame: tuple[int, bytes] | None = None

    @property
    def frame(self) -> bytes:
        """What everybody may know, encoded once for all of them."""
        if self._frame is None or self._frame[0] != self.number:
            self._frame = (self.number, _encode(self.told))
        return self._frame[1]

    def change(self, value: T) -> None:
        """Tell of this value now, or when it is time again."""
        self.newest = value
        if self._pause is None:
            self._next()

    def stop(self) -> None:
        """Tell nothing more, and lead to nobody who would."""
        self._tell = _nothing
        if self._pause is not None:
            self._pause.cancel()

    def _next(self) -> None:
        self._pause = None
        if self.newest == self.told:
            return
        self.told = self.newest
        self.number += 1
        self._pause = asyncio.get_running_loop().call_later(self._every, self._next)
        self._tell()


def _nothing() -> None:
    """What is called where nobody is to be told."""
