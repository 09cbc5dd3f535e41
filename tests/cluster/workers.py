"""Workers that are one server: one PostgreSQL, one Redis, and guests who speak to any of them."""

import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Self

import httpx

from tests.servers.forked import Forked, Nursery
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
        self._nurseries: list[Nursery] = []
        self.workers: list[Forked] = []
        if count:
            nursery = self.nursery()
            for _ in range(count):
                self.add(nursery)

    def nursery(self, environment: Mapping[str, str] = MappingProxyType({})) -> Nursery:
        """Where workers with this environment come from."""
        return self.adopt(Nursery(self._folder, shared=True, environment=environment))

    def adopt(self, nursery: Nursery) -> Nursery:
        """Close this one too in the end."""
        self._nurseries.append(nursery)
        return nursery

    def add(self, nursery: Nursery | None = None) -> Forked:
        """One more worker, which does not run yet."""
        name = f"worker-{len(self.workers)}"
        self.workers.append(Forked(nursery or self._nurseries[0], name, self._options, environment=self._settings))
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
        for nursery in self._nurseries:
            nursery.close()

    def asked(self, path: str) -> list[httpx.Response]:
        """What each worker answers there."""
        return [httpx.get(f"{worker.address}{path}") for worker in self.workers]

    def counted(self, name: str, **labels: str) -> float:
        """The sum of a metric over all workers that run."""
        return sum(sum(counted(worker, name, **labels)) for worker in self.workers if worker.runs)


def counted(worker: Forked, name: str, **labels: str) -> list[float]:
    """The values of a worker's metric with these labels."""
    shown = httpx.get(f"{worker.address}/metrics", timeout=PATIENCE).text
    found = []
    for line in shown.splitlines():
        matched = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line)
        if matched and matched[1] == name:
            had = dict(re.findall(r'(\w+)="([^"]*)"', matched[2] or ""))
            if had.items() >= labels.items():
                found.append(float(matched[3]))
    return found


def at(guest: Guest, worker: Forked) -> Guest:
    """The same guest, who speaks to this worker."""
    there = Guest(worker.address, session=False)
    there.http.cookies.update(guest.http.cookies)
    return there
