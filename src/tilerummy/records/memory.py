"""Memory that is free in this process and not in the system: the C library keeps what lies between other things."""

import ctypes
from collections.abc import Callable
from typing import Final

MOST: Final = 250
"""Records let go at one look. Giving their memory back, some ten megabytes, holds others up for two milliseconds."""


def give_back() -> None:
    """Give whole pages that are free back to the system, where the C library can (glibc). A sixth of a millisecond
    for each megabyte, in which all who want memory wait: not for much at once."""
    if _TRIM is not None:
        _TRIM(0)


def _trim() -> Callable[[int], int] | None:
    try:
        found = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    found.argtypes = [ctypes.c_size_t]
    return found


_TRIM: Final = _trim()
