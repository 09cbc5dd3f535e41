"""The latest answer remembered: what the solver finds is judged once, and again when it is played."""

from collections.abc import Callable
from typing import TypeVar

_A = TypeVar("_A")
_B = TypeVar("_B")
_T = TypeVar("_T")


def latest(ask: Callable[[_A, _B], _T]) -> Callable[[_A, _B], _T]:
    """The same pure function, which answers the same question twice in a row from memory.

    Questions are compared, not hashed: both mostly hold the same objects, so that this is soon done.
    """
    known: tuple[_A, _B, _T] | None = None

    def answered(first: _A, second: _B) -> _T:
        nonlocal known
        last = known  # read once: another thread may put its own there
        if last is not None and last[1] == second and last[0] == first:
            return last[2]
        answer = ask(first, second)
        known = first, second, answer
        return answer

    return answered
