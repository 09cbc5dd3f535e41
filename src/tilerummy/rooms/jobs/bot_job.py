"""What runs in a worker process: a computer player's choice, from its View alone."""

import multiprocessing
import os
import random
import signal
import sys
import threading
from collections.abc import Callable

from tilerummy.outside.players import level as player_of
from tilerummy.outside.sandbox import dumps
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move


def choose(level: str, view: View, seed: str) -> Move:
    """The move of a computer player. The same seed gives the same choice, so a crash changes nothing."""
    return player_of(level)(view, random.Random(seed))


def begin(gives_way: int = 0) -> None:
    """Make this worker end with its server, however that goes: nothing else would tell a waiting worker.

    `gives_way`: by how many steps of niceness it stands back where processors are scarce (not on Windows).

    Ctrl-C reaches the whole group of processes; the server alone answers it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    dumps.forbid()
    if sys.platform != "win32":
        os.nice(gives_way)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.join,), daemon=True).start()


def _end_after(wait: Callable[[], None]) -> None:
    wait()
    os._exit(1)
