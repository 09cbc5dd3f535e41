"""A real server, as a process of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tests.cluster import fleet

START_LIMIT = 60.0
"""Seconds a server may take until it answers."""


class Server:
    """A server of this package, whose computer players do not pause to look human, with a data folder of its own; with
    `TILERUMMY_TEST_CLUSTER=1` three of them behind a web server."""

    def __init__(self, folder: Path, environment: Mapping[str, str] = MappingProxyType({})) -> None:
        self.folder = folder
        self.environment = {"TILERUMMY_COMPUTER_PAUSE": "0", "PYTHONUNBUFFERED": "1", **environment}
        self.port = 0
        self.running: subprocess.Popen[bytes] | None = None
        self._fleet = fleet.Fleet(folder, (), self.environment) if fleet.WANTED else None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, or start again at the same address, and wait until the server says that it answers."""
        if self._fleet is not None:
            self._fleet.start()
            self.port = self._fleet.port
            return
        log = self.folder / "server.log"
        words = ["serve", "--port", str(self.port), "--data", str(self.folder / "data")]
        environment = {**os.environ, **self.environment}
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
        if self._fleet is not None:
            self._fleet.freeze()
        else:
            self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        if self._fleet is not None:
            self._fleet.thaw()
        else:
            self._signal(signal.SIGCONT)

    def _signal(self, which: signal.Signals) -> None:
        assert self.running is not None
        self.running.send_signal(which)

    def end(self) -> None:
        """Ask it to end, and wait until it has."""
        if self._fleet is not None:
            self._fleet.stop()
            return
        self._signal(signal.SIGTERM)
        assert self.running is not None
        assert self.running.wait(START_LIMIT) == 0

    def kill(self) -> None:
        """End at once, without a chance to tidy up."""
        if self._fleet is not None:
            self._fleet.kill()
        if self.running is not None:
            self.running.kill()
            self.running.wait()
