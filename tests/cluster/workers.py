"""Workers that are one server: one PostgreSQL, one Redis, and guests who speak to any of them."""

import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Self

import httpx

from tests.servers.server_process import ServerProcess
from tests.web.harness import PATIENCE, Guest

WORKERS = 3


class Cluster:
    """Workers on a store and, if any, a bus. `start` before use, `close` after."""

    def __init__(
        self,
        folder: Path,
        store: str,
        bus: str | None,
        count: int = WORKERS,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._folder = folder
        self._options = ("--store", store, *(("--bus", bus) if bus else ()))
        self._settings = {"TILERUMMY_SESSION_KEYS": secrets.token_hex(32), "TILERUMMY_COMPUTER_PAUSE": "0"}
        self._settings |= {"TILERUMMY_GRACE": "1", **environment}
        self.workers: list[ServerProcess] = []
        for _ in range(count):
            self.add()

    def add(self, environment: Mapping[str, str] = MappingProxyType({})) -> ServerProcess:
        """One more worker, which does not run yet; with this environment beside that of all."""
        log, settings = self._folder / f"worker-{len(self.workers)}.log", {**self._settings, **environment}
        self.workers.append(ServerProcess(self._options, log=log, environment=settings))
        return self.workers[-1]

    def start(self) -> Self:
        """Start all, and wait until all answer."""
        for worker in self.workers:
            worker.launch()
        for worker in self.workers:
            worker.until_ready()
        return self

    def close(self) -> None:
        """Stop all."""
        for worker in self.workers:
            worker.kill()

    def asked(self, path: str) -> list[httpx.Response]:
        """What each worker answers there."""
        return [httpx.get(f"{worker.address}{path}", verify=False) for worker in self.workers]

    def counted(self, name: str, **labels: str) -> float:
        """The sum of a metric over all workers that run."""
        return sum(sum(counted(worker, name, **labels)) for worker in self.workers if worker.runs)


def counted(worker: ServerProcess, name: str, **labels: str) -> list[float]:
    """The values of a worker's metric with these labels."""
    shown = httpx.get(f"{worker.address}/metrics", timeout=PATIENCE, verify=False).text
    found = []
    for line in shown.splitlines():
        matched = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line)
        if matched and matched[1] == name:
            had = dict(re.findall(r'(\w+)="([^"]*)"', matched[2] or ""))
            if had.items() >= labels.items():
                found.append(float(matched[3]))
    return found


def at(guest: Guest, worker: ServerProcess) -> Guest:
    """The same guest, who speaks to this worker."""
    there = Guest(worker.address, session=False)
    there.http.cookies.update(guest.http.cookies)
    return there
