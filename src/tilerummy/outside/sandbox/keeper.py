"""The process between a server and a program: it starts the program within its bounds, and ends it with all that it has
started, also what left its group, once the program or the server has ended.

It runs one thread alone, so that it may act between fork and exec. Standard library only.
"""

import ctypes
import json
import os
import resource
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tilerummy.outside.sandbox import dumps, landlock

_SET_PARENT_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36
_DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/full")
_KERNEL: Final = (
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/sys/vm"),
    *("/sys/devices/system", "/dev/random", "/dev/urandom"),
)
"""What the runtimes of languages ask of the kernel."""
_ENDING_SECONDS: Final = 10.0


def main() -> None:
    """Run the program of the orders, JSON in the first argument. Their `control` is a socket: it hears that the
    program has started, or why it has not, and whose other end is closed when all is to end."""
    orders: dict[str, Any] = json.loads(sys.argv[1])
    control = socket.socket(fileno=orders["control"])
    dumps.forbid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_SUBREAPER, 1, 0, 0, 0)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    home = tempfile.mkdtemp(prefix="tilerummy-program-") if orders["home"] is None else None
    try:
        child = _started(orders, home)
    except (OSError, subprocess.SubprocessError) as error:
        control.sendall((getattr(error, "strerror", None) or str(error)).encode())
    else:
        control.sendall(b"\0")
        _let_go()
        watched = [control.fileno(), woken]
        while not _has_ended(child) and control.fileno() not in select.select(watched, [], [])[0]:
            os.read(woken, 1_024)
        _end(child)
    finally:
        if home is not None:
            shutil.rmtree(home, ignore_errors=True)


def _started(orders: dict[str, Any], home: str | None) -> int:
    """The process of the program. Raises OSError, SubprocessError."""
    environment: dict[str, str] = orders["environment"]
    if home is not None:
        environment |= {"HOME": home, "TMPDIR": home}

    def confine() -> None:
        for name, bound in orders["limits"].items():
            _bound(getattr(resource, name), bound)
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        if orders["readable"] is not None:
            landlock.restrict((*orders["readable"], *_KERNEL), (*_DEVICES, str(home)))

    return subprocess.Popen(orders["command"], env=environment, preexec_fn=confine, start_new_session=True).pid


def _bound(what: int, bound: int) -> None:
    """Bound a resource, by no more than it is bounded already."""
    hard = resource.getrlimit(what)[1]
    most = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(what, (most, most))


def _let_go() -> None:
    """Keep nothing of the program's input and output open, so that their ends are seen on the other side."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)


def _has_ended(child: int) -> bool:
    """Reap what has ended, that which lost its parent too, and say whether the program is among it."""
    with suppress(ChildProcessError):
        while reaped := os.waitpid(-1, os.WNOHANG)[0]:
            if reaped == child:
                return True
        return False
    return True


def _end(child: int) -> None:
    """End its group, and on Linux whatever descends from it: what has lost its parent is a child of this process."""
    deadline = time.monotonic() + _ENDING_SECONDS
    while time.monotonic() < deadline:
        with suppress(OSError):
            os.killpg(child, signal.SIGKILL)
        for process in _descendants():
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.005)


def _descendants() -> Iterator[int]:
    """The processes that this one has started, and those that they have; none where there is no /proc."""
    children: dict[int, list[int]] = defaultdict(list)
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
            children[parent].append(int(entry.parent.name))
    found = [os.getpid()]
    while found:
        below = children.pop(found.pop(), [])
        yield from below
        found += below


if __name__ == "__main__":
    main()
