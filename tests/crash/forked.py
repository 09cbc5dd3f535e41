"""A server that starts within a tenth of a second: a process that has imported everything is copied for each start.

What is started, killed and started again is a process of its own all the same, and knows nothing of the one before.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.web.harness import PATIENCE

_NURSERY = """
import json, os, sys
import uvicorn.lifespan.on, uvicorn.loops.auto, uvicorn.protocols.http.auto
import uvicorn.protocols.websockets.websockets_sansio_impl
import tilerummy.cli.commands.server.serve, tilerummy.web.logs, tilerummy.web.server
from tilerummy.cli.main import main

for words in sys.stdin:
    child = os.fork()
    if child == 0:
        print(os.getpid(), flush=True)
        os._exit(main(json.loads(words)))
    os.waitpid(child, 0)
    print("gone", flush=True)
"""


class ForkedServer:
    """`tilerummy serve` over `data` on a port that stays the same; kill it, start it again."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._port = 0
        self._server: int | None = None
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
        self._nursery = subprocess.Popen(
            [sys.executable, "-c", _NURSERY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        assert self._nursery.stdin is not None
        words = ["--lang", "en", "serve", "--port", str(self._port), "--data", str(self._data)]
        print(json.dumps(words), file=self._nursery.stdin, flush=True)
        self._server = int(self._said())
        line = self._said()
        assert "http://" in line, f"the server said {line!r}"
        self._port = int(line.split("http://127.0.0.1:")[1].split("/")[0])

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self._server is not None:
            os.kill(self._server, signal.SIGKILL)
            assert self._said() == "gone\n"
            self._server = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()
        self._nursery.communicate(timeout=PATIENCE)

    def _said(self) -> str:
        assert self._nursery.stdout is not None
        return self._nursery.stdout.readline()
