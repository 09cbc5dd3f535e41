"""Processes that start within a tenth of a second: copies of one that has imported everything, the nursery.

What is started, killed and started again is a process of its own all the same, and knows nothing of the one before.
"""

import atexit
import json
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import IO, Final

from tests.servers.processes import PATIENCE

ROOT: Final = Path(__file__).parents[2]
_NUMBER: Final = struct.Struct("=i")
"""How the nursery tells the number of a process, and its exit code."""


def can_copy(environment: Mapping[str, str]) -> bool:
    """Whether a copy can be started with this environment: what Python itself reads, it has read before."""
    return hasattr(os, "fork") and all(name.startswith("TILERUMMY_") for name in environment)


class Copy:
    """A copy, as `subprocess.Popen` shows a process."""

    def __init__(self, line: socket.socket, stdout: IO[str]) -> None:
        self._line = line
        self._asking = Lock()
        self.stdout = stdout
        self.returncode: int | None = None
        (self.pid,) = _NUMBER.unpack(line.recv(_NUMBER.size))

    def poll(self) -> int | None:
        """Its exit code, once it has ended; negative is the signal that ended it."""
        return self._code(0)

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code. Raises TimeoutExpired when it has not ended after so many seconds."""
        code = self._code(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it is still there."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def _code(self, timeout: float | None) -> int | None:
        with self._asking:
            if self.returncode is None:
                self._line.settimeout(timeout)
                try:
                    said = self._line.recv(_NUMBER.size)
                except (TimeoutError, BlockingIOError):
                    return None
                assert said, "the nursery has ended"
                (self.returncode,) = _NUMBER.unpack(said)
                self._line.close()
            return self.returncode


class Nursery:
    """The process that is copied: `tests/servers/nursery.py`. It ends with this one, and its copies with it."""

    def __init__(self) -> None:
        self._calls, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", "from tests.servers import nursery; nursery.main()", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            )

    def start(self, words: Sequence[str], environment: Mapping[str, str], stderr: int) -> Copy:
        """`python -m tilerummy` with these words and this whole environment, here; its errors go to that file."""
        line, theirs = socket.socketpair()
        reading, writing = os.pipe()
        with theirs, Path(os.devnull).open("rb") as nothing:
            socket.send_fds(self._calls, [b"."], [nothing.fileno(), writing, stderr, theirs.fileno()])
        os.close(writing)
        order = {"words": words, "environment": dict(environment), "folder": str(Path.cwd())}
        line.sendall(json.dumps(order).encode() + b"\n")
        return Copy(line, os.fdopen(reading))

    def close(self) -> None:
        """End it, and what is left of its copies."""
        self._calls.close()
        self._process.wait(PATIENCE)


@cache
def nursery() -> Nursery:
    """The one of this process, which ends with it."""
    made = Nursery()
    atexit.register(made.close)
    return made
