"""A program started and ended: by a keeper that confines it, or bare where there is none (Windows)."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final

from tilerummy.outside.sandbox import bubblewrap, confinement
from tilerummy.outside.sandbox.confinement import Confinement
from tilerummy.outside.sandbox.places import readable

START_SECONDS: Final = 20.0
"""Seconds in which a keeper must have started its program."""
END_SECONDS: Final = 5.0
"""Seconds that a keeper has to end it, before it is ended itself."""
_STARTED: Final = b"\0"


class Launched:
    """A program under way. Its standard input and output are pipes; of what else this process has open it gets its
    standard error, unless `errors` says otherwise."""

    def __init__(self, command: Sequence[str], errors: int | None, confined: Confinement) -> None:
        """Raises OSError where it cannot be started."""
        if shutil.which(command[0]) is None:
            raise FileNotFoundError(2, os.strerror(2))
        self._control: socket.socket | None = None
        if sys.platform == "win32":
            self._process = _popen(command, errors, confinement.environment_of(os.environ["TEMP"]))
        else:
            self._process, self._control = _kept(command, errors, confined)
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        self.stdin: IO[bytes] = stdin
        self.stdout: IO[bytes] = stdout

    def end(self) -> None:
        """End it, and all it has started, at once."""
        if self._control is None:
            self._process.kill()
        else:
            self._control.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            # it was stopped, by a program that may send it signals: what it started itself ends with it
            self._process.kill()
            self._process.wait()


def _kept(
    command: Sequence[str], errors: int | None, confined: Confinement
) -> "tuple[subprocess.Popen[bytes], socket.socket]":
    """A keeper whose program runs. Raises OSError."""
    ours, theirs = socket.socketpair()
    with theirs:
        orders = json.dumps({"control": theirs.fileno(), **_orders(command, confined)})
        words = [sys.executable, "-S", "-P", "-m", "tilerummy.outside.sandbox.keeper", orders]
        environment = {"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": os.environ.get("PATH", os.defpath)}
        keeper = _popen(words, errors, environment, start_new_session=True, pass_fds=(theirs.fileno(),))
    ours.settimeout(START_SECONDS)
    reason = b""
    with suppress(OSError):
        reason = ours.recv(1_024)
    if reason != _STARTED:
        ours.close()
        keeper.kill()
        keeper.communicate()
        raise OSError(0, reason.decode(errors="replace") or "the keeper has ended")
    return keeper, ours


def _orders(command: Sequence[str], confined: Confinement) -> dict[str, Any]:
    """What a keeper is told, but for its socket; a `home` of None is a folder that it makes."""
    apart, working = confined.kind == "bubblewrap", str(Path.cwd())
    shown = None if confined.kind == "limits" else readable(command, confined.private)
    if apart:
        assert shown is not None
        inside = working if working in shown else bubblewrap.HOME
        command = bubblewrap.wrapped(command, shown, inside, confinement.FILE_BYTES)
    home = bubblewrap.HOME if apart else None
    return {
        "command": list(command),
        "home": home,
        "environment": confinement.environment_of(home or ""),
        "readable": None if apart else shown,
        "limits": _limits(confined),
    }


def _limits(confined: Confinement) -> dict[str, int]:
    """The bounds by the names that `resource` has for them."""
    bounds = {
        "RLIMIT_DATA": confined.memory * 2**20,
        "RLIMIT_FSIZE": confinement.FILE_BYTES,
        "RLIMIT_NOFILE": confinement.OPEN_FILES,
        "RLIMIT_NPROC": _processes() + confinement.PROCESSES,
        "RLIMIT_CORE": 0,
    }
    return bounds if confined.cpu is None else {**bounds, "RLIMIT_CPU": confined.cpu}


def _processes() -> int:
    """How many processes and threads this user has; where there is no /proc, as many as a desktop may."""
    if not Path("/proc/self/task").exists():
        return 2_000
    threads = 0
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            threads += sum(1 for _ in (entry / "task").iterdir()) if entry.stat().st_uid == os.getuid() else 0
    return threads


def _popen(
    command: Sequence[str],
    errors: int | None,
    environment: dict[str, str],
    pass_fds: Sequence[int] = (),
    *,
    start_new_session: bool = False,
) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command,
        stdin=pipe,
        stdout=pipe,
        stderr=errors,
        env=environment,
        start_new_session=start_new_session,
        pass_fds=pass_fds,
    )
