"""`tilerummy serve` as a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Self

from tests.servers.forked import Copy, can_copy, nursery
from tests.servers.processes import PATIENCE

SOURCE: Final = Path(__file__).parents[2] / "src"
_STDERR: Final = 2


class ServerProcess:
    """`tilerummy serve` with these options, on a port that stays the same; kill it, start it again, stop it.

    What it logs goes into the file `log`, or where the tests' own goes. It is a copy of a process that has imported
    everything, which takes a tenth of the time; an interpreter of its own where that is what a test is about (`fresh`)
    or Python itself reads the `environment`.
    """

    def __init__(
        self,
        options: Sequence[str],
        *,
        port: int = 0,
        log: Path | None = None,
        environment: Mapping[str, str] = MappingProxyType({}),
        fresh: bool = False,
    ) -> None:
        self.port = port
        self.log = log
        self.process: subprocess.Popen[str] | Copy | None = None
        self.options = options
        self._environment = environment
        self._fresh = fresh or not can_copy(environment)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def logged(self) -> str:
        """What it has logged so far, if that goes into a file."""
        return self.log.read_text() if self.log is not None and self.log.exists() else ""

    @property
    def runs(self) -> bool:
        """Whether it was started and has not ended since."""
        return self.process is not None and self.process.poll() is None

    def launch(self) -> None:
        """Start without waiting until it answers."""
        assert not self.runs
        if self.process is not None:
            _gone(self.process)
        words = ["--lang", "en", "serve", "--port", str(self.port), *self.options]
        # what a test puts there comes before the program itself
        path = os.pathsep.join(filter(None, [self._environment.get("PYTHONPATH"), str(SOURCE)]))
        environment = {**os.environ, **self._environment, "PYTHONPATH": path}
        with self.log.open("ab") if self.log else nullcontext() as log:
            errors = log.fileno() if log else _STDERR
            if self._fresh:
                command = [sys.executable, "-m", "tilerummy", *words]
                self.process = subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment
                )
            else:
                self.process = nursery().start(words, environment, errors)

    def until_ready(self) -> Self:
        """Wait until it answers."""
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, f"the server said {line!r} {self.logged[-2000:]}"
        self.port = int(line.split("http://127.0.0.1:")[1].split("/")[0])
        return self

    def start(self) -> Self:
        """Start, and wait until it answers."""
        self.launch()
        return self.until_ready()

    def freeze(self) -> None:
        """From now on it does nothing, and does not know it: connections stay, and nothing is answered."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """After `freeze`: it goes on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it at once, as `kill -9` does."""
        process = self.process
        if process is not None:
            process.kill()
            _gone(process)

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        process = self.process
        if process is None:
            return 0
        process.terminate()
        return _gone(process)

    def ended(self, within: float = PATIENCE) -> int:
        """Its exit code, once it has ended. Raises TimeoutExpired when that takes longer than so many seconds."""
        assert self.process is not None
        return _gone(self.process, within)


def _gone(process: "subprocess.Popen[str] | Copy", within: float = PATIENCE) -> int:
    code = process.wait(within)
    if process.stdout is not None:
        process.stdout.close()
    return code
