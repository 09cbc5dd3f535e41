"""Processes whose memory and environment other processes of the same user cannot read. Standard library only."""

import ctypes
import sys
from typing import Final

_SET_DUMPABLE: Final = 4


def forbid() -> None:
    """From now on nobody but root reads this process's memory, environment and open files in /proc, attaches to it, or
    finds it in a core file. Linux alone has this; elsewhere nothing happens."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_DUMPABLE, 0, 0, 0, 0)
