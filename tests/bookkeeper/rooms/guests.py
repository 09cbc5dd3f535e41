"""Guests of a server over HTTP, and the server itself."""

import asyncio
import re
import sqlite3
import time
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any, Self

import httpx

from tests.servers.server_process import ServerProcess

GRACE = 6.0
"""Seconds everybody has at least after the server was away."""

LAG = re.compile(r'^tilerummy_loop_lag_seconds_bucket{le="(\S+)"} (\S+)$', re.MULTILINE)
NO_STANDSTILL = 0.05
"""Seconds by which a server's event loop may be late and still be said to go on."""
AWAY = 10_000
"""Milliseconds for which a server of which nothing is known may have stood still."""
ORPHAN = re.compile(
    r'^Traceback \(most recent call last\):\n  File "<string>", line 1, in <module>\n'
    r"(?:  .*\n)+?EOFError: Ran out of input\n",
    re.MULTILINE,
)
"""What a worker process says whose server was killed just as it began it."""
LACKING = "select id from game where seq != (select count(*) from event where game_id = id)"
"""Asks the database for games whose log lacks a row. That no command is there twice it sees to itself."""


class Server(ServerProcess):
    """A server over a folder, which knows when it was away."""

    def __init__(self, data: Path) -> None:
        settings = {
            "TILERUMMY_GRACE": str(GRACE),
            "TILERUMMY_ASKING": "3",
            "TILERUMMY_COMPUTER_PAUSE": "0",
            "TILERUMMY_PER_ADDRESS": "1000",
        }
        self._data, self._log = data, data.with_suffix(".log")
        super().__init__(("--data", str(data)), log=self._log, environment=settings)
        self.away_since, self.back_at = 0, 0

    def start(self) -> Self:
        """Start and wait until it answers."""
        super().start()
        self.back_at = time.time_ns() // 1_000_000
        return self

    def faults(self) -> list[str]:
        """What the server wrote of its own faults, and what is amiss in its database."""
        lines = ORPHAN.sub("", self._log.read_text()).splitlines()
        found = [line for line in lines if "Traceback" in line or "exception" in line or "-failed" in line]
        (file,) = self._data.glob("*.sqlite3")
        with closing(sqlite3.connect(file)) as database:
            return found + [f"{game} lacks a row" for (game,) in database.execute(LACKING)]

    def standstill(self) -> int:
        """For how many milliseconds its event loop may have stood still, by its own metrics: what it reads then counts
        as having come before."""
        try:
            with urllib.request.urlopen(f"{self.address}/metrics", timeout=30) as answer:
                told = str(answer.read(), "utf-8")
        except OSError:
            return AWAY
        buckets = [(float(most), float(count)) for most, count in re.findall(LAG, told)]
        longest = next(most for most, count in buckets if count == buckets[-1][1])
        return 0 if longest <= NO_STANDSTILL else min(AWAY, round(1000 * (longest + NO_STANDSTILL)))

    async def restart(self) -> None:
        """A power cut, and the start after it."""
        self.away_since = time.time_ns() // 1_000_000
        await asyncio.to_thread(self.kill)
        await asyncio.to_thread(self.start)


class Guest:
    """A browser: one cookie."""

    def __init__(self, address: str, cookie: str) -> None:
        self.address = address
        self.cookie = cookie

    @classmethod
    async def new(cls, address: str, http: httpx.AsyncClient) -> Self:
        """A guest nobody knows yet."""
        http.cookies.clear()
        answer = await http.post(f"{address}/api/session")
        answer.raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
        http.cookies.clear()
        return cls(address, cookie)

    async def make(self, http: httpx.AsyncClient, **body: Any) -> str:
        """A new room's id. A server that is away is asked again."""
        while True:
            try:
                answer = await http.post(f"{self.address}/api/rooms", json=body, headers={"Cookie": self.cookie})
            except httpx.TransportError:
                await asyncio.sleep(0.5)
                continue
            answer.raise_for_status()
            room: str = answer.json()["room"]
            return room
