"""A Redis of our own on a free port: kill it, hang it, start it again."""

import signal
import socket
import subprocess
import tempfile
from typing import Self

import pytest

from building.servers import redis
from tests.servers.processes import PATIENCE, free_port, nobody, until_answers


class Redis:
    """One server that keeps nothing. `start` before use, `stop` after."""

    def __init__(self) -> None:
        program = redis()
        if program is None:
            pytest.skip("Redis is not installed")
        self._program = program
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> Self:
        """Start, and wait until it answers; also after `kill`."""
        words = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        words += ["--databases", "1000"]
        self._process = subprocess.Popen(
            [self._program, *words], stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir(), **nobody("redis")[0]
        )
        until_answers(self.port, self._process)
        return self

    def command(self, *words: str) -> None:
        """Ask it something; it must not say no."""
        with socket.create_connection(("127.0.0.1", self.port)) as line:
            line.sendall((" ".join(words) + "\r\n").encode())
            assert not line.recv(1024).startswith(b"-")

    def kill(self) -> None:
        """End it at once."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)
        self._process = None

    def stop(self) -> None:
        """End it, if it runs."""
        if self._process is not None:
            self.kill()

    def hang(self) -> None:
        """From now on it takes what is sent and answers nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        """After `hang`: it goes on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)
