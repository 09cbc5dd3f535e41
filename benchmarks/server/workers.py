"""Servers to be measured, each a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parents[2]

KEYS = {"TILERUMMY_SESSION_KEYS": "0" * 64}
"""Servers that share a database ask for common keys."""


class Worker(NamedTuple):
    """A server process and its port."""

    process: "subprocess.Popen[str]"
    port: int


@contextmanager
def serving(tree: Path, folder: Path, count: int, options: list[str]) -> Iterator[list[Worker]]:
    """Workers of the version in `tree`, for the length of a block."""
    workers = list[Worker]()
    try:
        for _ in range(count):
            workers.append(_started(tree, folder, options))
        yield workers
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.wait(30)


def _started(tree: Path, folder: Path, options: list[str]) -> Worker:
    command = [sys.executable, "-m", "benchmarks.server.games", str(folder / "deals.json"), "--lang", "en", "serve"]
    command += ["--port", "0", *(options or ["--data", str(folder / "data")])]
    path = os.pathsep.join([str(tree / "src"), str(HERE)])
    environment = {**os.environ, "PYTHONPATH": path, "TILERUMMY_PER_ADDRESS": "1000", **KEYS}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    line = process.stdout.readline()
    return Worker(process, int(line.split("http://127.0.0.1:")[1].split("/")[0]))


def processor(workers: list[Worker]) -> float:
    """Processor time the workers have used, all threads, in microseconds (Linux)."""
    ticks = 0
    for worker in workers:
        fields = Path(f"/proc/{worker.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK") * 1e6


def memory(worker: Worker) -> float:
    """Resident memory, MB (Linux)."""
    status = Path(f"/proc/{worker.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024
