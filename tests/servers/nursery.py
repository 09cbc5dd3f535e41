"""The process whose copies are servers: it has imported what a server may need, and opened nothing.

On the socket whose number it was given comes a letter for each copy, with the three standard streams of the copy and a
line of its own. There the nursery reads what to run, answers with the number of the process, and says at last how it
ended. When nobody holds the other end of the socket any more, it ends, and all its copies with it.
"""

import gc
import importlib
import json
import os
import runpy
import selectors
import signal
import socket
import struct
import sys
from contextlib import suppress
from typing import Any, Final

NEEDED: Final = (
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "tilerummy.cli.main",
    "tilerummy.cli.commands.server.serve",
    "tilerummy.web.logs",
    "tilerummy.web.server",
)
SHARED: Final = ("tilerummy.bus.redis", "tilerummy.store.postgresql.opening")
"""What servers need that share a store, where it is installed."""
NUMBER: Final = struct.Struct("=i")
"""How a process's number and its exit code are told."""


class Nursery:
    """It copies itself whenever it is asked to."""

    def __init__(self, calls: socket.socket) -> None:
        self._calls = calls
        self._copies: dict[int, socket.socket] = {}

    def serve(self) -> list[str] | None:
        """In a copy the words to run `tilerummy` with, in the nursery itself nothing, once nobody asks any more."""
        ended, wakes = socket.socketpair()
        for end in (ended, wakes):
            end.setblocking(False)
        # a handler could be interrupted by itself, between what it looks at and what it does: ends are bytes to read
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        with selectors.DefaultSelector() as waiting, ended, wakes:
            waiting.register(self._calls, selectors.EVENT_READ)
            waiting.register(ended, selectors.EVENT_READ)
            while True:
                try:
                    ready = [key.fileobj for key, _ in waiting.select()]
                except KeyboardInterrupt:
                    break
                if self._calls in ready:
                    asked, streams, _, _ = socket.recv_fds(self._calls, 1, 4)
                    if not asked:
                        break
                    if (words := self._copy(streams)) is not None:
                        return words
                if ended in ready:
                    ended.recv(4096)
                    self._reap()
        self._end()
        return None

    def _copy(self, streams: list[int]) -> list[str] | None:
        """Start a copy on these streams and its line; in it the words to run with, in the nursery itself nothing."""
        line = socket.socket(fileno=streams.pop())
        with line.makefile() as text:
            order = json.loads(text.readline())
        number = os.fork()
        if number == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for held in (self._calls, line, *self._copies.values()):
                held.close()
            return _become(order, streams)
        for stream in streams:
            os.close(stream)
        self._copies[number] = line
        _tell(line, number)
        return None

    def _reap(self) -> None:
        for number in list(self._copies):
            ended, status = os.waitpid(number, os.WNOHANG)
            if ended:
                with self._copies.pop(number) as line:
                    _tell(line, os.waitstatus_to_exitcode(status))

    def _end(self) -> None:
        """With all copies that are left: none is reaped meanwhile, so their numbers are still theirs."""
        for number in self._copies:
            os.kill(number, signal.SIGKILL)


def _tell(line: socket.socket, number: int) -> None:
    # nobody may listen any more
    with suppress(OSError):
        line.sendall(NUMBER.pack(number))


def _become(order: dict[str, Any], streams: list[int]) -> list[str]:
    """Take these streams, and the environment and folder of the order; its words."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    # what Python made of the streams of the nursery knows nothing of these
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    words: list[str] = order["words"]
    return words


def main() -> None:
    """Wait for calls; in a copy, be `python -m tilerummy`."""
    for name in NEEDED:
        importlib.import_module(name)
    with suppress(ImportError):
        for name in SHARED:
            importlib.import_module(name)
    # what is there now stays: no copy looks through it for garbage, nor writes to its memory
    gc.collect()
    gc.freeze()
    words = Nursery(socket.socket(fileno=int(sys.argv[1]))).serve()
    if words is not None:
        sys.argv = [sys.argv[0], *words]
        runpy.run_module("tilerummy", run_name="__main__", alter_sys=True)
