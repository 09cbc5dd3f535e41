"""Servers that start within a tenth of a second: a process that has imported everything is copied for each start.

What is started, killed and started again is a process of its own all the same, and knows nothing of the one before.
"""

import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from types import MappingProxyType, TracebackType
from typing import Final, Self

from tests.servers.processes import PATIENCE, is_there

SOURCE: Final = Path(__file__).parents[2] / "src"

_NURSERY = """
import json, os, signal, sys
import uvicorn.lifespan.on, uvicorn.loops.auto, uvicorn.protocols.http.auto
import uvicorn.protocols.websockets.websockets_sansio_impl
import tilerummy.cli.commands.server.serve, tilerummy.web.logs, tilerummy.web.server
from tilerummy.cli.main import main
if sys.argv[1:]:
    import tilerummy.bus.redis, tilerummy.store.postgresql.opening

# nobody has to wait for those who ended
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    order = json.loads(line)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number, file in ((0, os.devnull), (1, order["said"]), (2, order["log"])):
            os.dup2(os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND), number)
        os.environ.update(order["environment"])
        os._exit(main(order["words"]))
    print(child, flush=True)
"""


class Nursery:
    """The process that is copied, with this `environment`. `shared`: its servers use PostgreSQL and Redis; `source`:
    where another version of them is."""

    def __init__(
        self,
        folder: Path,
        *,
        shared: bool = False,
        source: Path = SOURCE,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.folder = folder
        self._ordering = Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _NURSERY, *["shared"] * shared],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment, "PYTHONPATH": str(source)},
        )

    def start(self, **order: object) -> int:
        """Copy it; the process that has begun."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._ordering:
            print(json.dumps(order), file=self._process.stdin, flush=True)
            return int(self._process.stdout.readline())

    def close(self) -> None:
        """Start no more."""
        self._process.communicate(timeout=PATIENCE)


def copies(environment: Mapping[str, str]) -> bool:
    """Whether a copy can be started with this environment: what Python itself reads, it has read before."""
    return hasattr(os, "fork") and all(name.startswith("TILERUMMY_") for name in environment)


@cache
def common_nursery() -> Nursery:
    """The one of this test process, which ends with it."""
    folder = Path(tempfile.mkdtemp(prefix="tilerummy-nursery-"))
    nursery = Nursery(folder)
    atexit.register(shutil.rmtree, folder)
    atexit.register(nursery.close)
    return nursery


class Forked:
    """`tilerummy serve` with these options, on a port that stays the same; kill it, start it again."""

    def __init__(
        self,
        nursery: Nursery,
        name: str,
        options: Sequence[str],
        log: Path | None = None,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._nursery = nursery
        self._options = options
        self._environment = environment
        self._said = nursery.folder / f"{name}.said"
        self.log = log or nursery.folder / f"{name}.log"
        self.port = 0
        self._server: int | None = None

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def runs(self) -> bool:
        """Whether it was started and has not ended since."""
        return self._server is not None and is_there(self._server)

    def launch(self) -> None:
        """Start without waiting until it answers."""
        self._said.unlink(missing_ok=True)
        words = ["--lang", "en", "serve", "--port", str(self.port), *self._options]
        files = {"said": str(self._said), "log": str(self.log)}
        self._server = self._nursery.start(words=words, environment=dict(self._environment), **files)

    def start(self) -> Self:
        """Start, and wait until it answers."""
        self.launch()
        return self.until_ready()

    def until_ready(self) -> Self:
        """Wait until it answers."""
        until = time.monotonic() + PATIENCE
        while "http://" not in (line := self._said.read_text() if self._said.exists() else ""):
            assert self._server is not None
            assert is_there(self._server), self.log.read_text()[-2000:]
            assert time.monotonic() < until, self.log.read_text()[-2000:]
            time.sleep(0.01)
        self.port = int(line.split("http://127.0.0.1:")[1].split("/")[0])
        return self

    def freeze(self) -> None:
        """From now on it does nothing, and does not know it."""
        assert self._server is not None
        os.kill(self._server, signal.SIGSTOP)

    def thaw(self) -> None:
        """After `freeze`: it goes on."""
        assert self._server is not None
        os.kill(self._server, signal.SIGCONT)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        server, self._server = self._server, None
        if server is None or not is_there(server):
            return
        os.kill(server, number)
        until = time.monotonic() + PATIENCE
        while is_there(server):
            assert time.monotonic() < until
            time.sleep(0.005)


class ForkedServer(Forked):
    """The same over the data folder `data`, with a nursery of its own."""

    def __init__(self, data: Path) -> None:
        data.mkdir(exist_ok=True)
        super().__init__(Nursery(data), "server", ("--data", str(data)))

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()
        self._nursery.close()
