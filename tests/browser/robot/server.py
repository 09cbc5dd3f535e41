"""A real server, as a process of its own."""

import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tests.cluster import fleet
from tests.servers.forked import Forked, common_nursery, copies

START_LIMIT = 60.0
"""Seconds a server may take until it answers."""


class Server:
    """A server of this package, whose computer players do not pause to look human, with a data folder of its own; with
    `TILERUMMY_TEST_CLUSTER=1` three of them behind a web server."""

    def __init__(self, folder: Path, environment: Mapping[str, str] = MappingProxyType({})) -> None:
        self.folder = folder
        self.environment = {"TILERUMMY_COMPUTER_PAUSE": "0", **environment}
        self.port = 0
        self.running: subprocess.Popen[bytes] | None = None
        self._servers: fleet.Fleet | Forked | None = None
        if fleet.WANTED:
            self._servers = fleet.Fleet(folder, (), self.environment)
        elif copies(self.environment):
            options = ("--data", str(folder / "data"))
            log = folder / "server.log"
            self._servers = Forked(common_nursery(), secrets.token_hex(4), options, log, self.environment)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, or start again at the same address, and wait until the server says that it answers."""
        if self._servers is not None:
            self._servers.start()
            self.port = self._servers.port
            return
        log = self.folder / "server.log"
        words = ["serve", "--port", str(self.port), "--data", str(self.folder / "data")]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", **self.environment}
        with log.open("w") as output:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "tilerummy", *words], stdout=output, stderr=output, env=environment
            )
        deadline = time.monotonic() + START_LIMIT
        while not (said := re.search(r"http://127\.0\.0\.1:(\d+)", log.read_text())):
            assert self.running.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        self.port = int(said[1])

    def freeze(self) -> None:
        """Stop it in the middle of whatever it does: connections stay, and nothing is answered."""
        if self._servers is not None:
            self._servers.freeze()
        else:
            self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        if self._servers is not None:
            self._servers.thaw()
        else:
            self._signal(signal.SIGCONT)

    def _signal(self, which: signal.Signals) -> None:
        assert self.running is not None
        self.running.send_signal(which)

    def end(self) -> None:
        """Ask it to end, and wait until it has."""
        if self._servers is not None:
            self._servers.stop()
            return
        self._signal(signal.SIGTERM)
        assert self.running is not None
        assert self.running.wait(START_LIMIT) == 0

    def kill(self) -> None:
        """End at once, without a chance to tidy up."""
        if self._servers is not None:
            self._servers.kill()
        if self.running is not None:
            self.running.kill()
            self.running.wait()
