"""Work that the processes of a test run do once: the first one does it, the others wait and find it done."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def once(factory: pytest.TempPathFactory, name: str, work: Callable[[Path], object]) -> Path:
    """The folder of that name, in which `work`, which gets it, has left something; after a failure the next one
    tries."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    done = folder / "done"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            work(folder)
            done.touch()
    return folder
