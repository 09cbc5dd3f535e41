"""A server of a checkout as a process of its own, whose time and memory can be read."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

SERVER: Final = """
import sys, tempfile
from pathlib import Path
from tests.browser.robot.server import Server
with tempfile.TemporaryDirectory() as folder:
    server = Server(Path(folder))
    server.start()
    print(server.address, server.process.pid, flush=True)
    sys.stdin.read()
    server.kill()
"""
TICKS: Final = os.sysconf("SC_CLK_TCK")
USER, SYSTEM = 11, 12
"""Fields of `/proc/PID/stat` after the name: ticks of the processor for the process and for its calls of the kernel."""


class Serving(NamedTuple):
    """A running server."""

    address: str
    pid: int

    def processor(self) -> float:
        """Seconds of processor that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[USER]) + int(fields[SYSTEM])) / TICKS

    def memory(self) -> float:
        """Megabytes that it holds."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


@contextmanager
def serving(checkout: Path) -> Iterator[Serving]:
    """A server of that checkout, which has a built page; by its own Python where it has one."""
    environment = {**os.environ, "PYTHONPATH": f"{checkout}:{checkout / 'src'}"}
    own = checkout / ".venv" / "bin" / "python"
    command = [str(own) if own.exists() else sys.executable, "-c", SERVER]
    with subprocess.Popen(
        command, cwd=checkout, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            address, pid = server.stdout.readline().split()
            yield Serving(address, int(pid))
        finally:
            server.stdin.close()
