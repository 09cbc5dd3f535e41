"""Bubblewrap: the program is alone in namespaces of its own, without a network."""

import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from typing import Final

from tilerummy.outside.sandbox.places import SYSTEM

HOME: Final = "/tmp/home"
"""The home folder in there: empty, in memory, and gone with the program."""
_TRIAL_SECONDS: Final = 10.0
_COMMAND: Final = "bwrap"


@cache
def works() -> bool:
    """Whether it is installed and may do its work here: containers and settings of services often refuse."""
    if (found := shutil.which(_COMMAND)) is None:
        return False
    words = [found, *_words(SYSTEM, HOME, 2**20), "true"]
    try:
        return subprocess.run(words, capture_output=True, timeout=_TRIAL_SECONDS, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def wrapped(command: Sequence[str], readable: Sequence[str], working: str, most: int) -> list[str]:
    """The command inside. `readable`: what it sees of the files; `working`: where it starts, if it sees that; `most`:
    bytes in its temporary files together."""
    return [shutil.which(_COMMAND) or _COMMAND, *_words(readable, working, most), *command]


def _words(readable: Sequence[str], working: str, most: int) -> list[str]:
    """What is mounted later hides what was there, so what is readable among temporary files comes after their folder.
    In the end only temporary files can be written."""
    bounded = ("--size", str(most), "--tmpfs")
    return [
        *("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        *("--proc", "/proc", "--dev", "/dev", *bounded, "/dev/shm", *bounded, "/tmp"),
        *(word for path in readable for word in ("--ro-bind-try", path, path)),
        *("--dir", HOME, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", working, "--"),
    ]
