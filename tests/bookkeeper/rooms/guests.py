"""Guests of a server over HTTP, and the server itself as its own process."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import httpx

GRACE = 6.0
"""Seconds everybody has at least after the server was away."""


class Server:
    """`tilerummy serve` over a folder; killed and started again on the same port."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.log = data.with_suffix(".log")
        self.port = 0
        self.away_since, self.back_at = 0, 0
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> Self:
        """Start and wait until it answers."""
        options = ["--lang", "en", "serve", "--port", str(self.port), "--data", str(self.data)]
        settings = {"TILERUMMY_GRACE": str(GRACE), "TILERUMMY_COMPUTER_PAUSE": "0", "TILERUMMY_PER_ADDRESS": "1000"}
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tilerummy", *options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **settings, "PYTHONPATH": str(Path(__file__).parents[3] / "src")},
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line, f"the server said {line!r}"
        self.port = int(line.split("http://127.0.0.1:")[1].split("/")[0])
        self.back_at = time.time_ns() // 1_000_000
        return self

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def end(self, kill: bool = False) -> None:
        """End it, `kill` as a power cut would."""
        process, self._process = self._process, None
        if process is not None:
            self.away_since = time.time_ns() // 1_000_000
            process.kill() if kill else process.terminate()
            process.wait(60)
            assert process.stdout is not None
            process.stdout.close()

    def faults(self) -> list[str]:
        """What the server wrote of its own faults."""
        lines = self.log.read_text().splitlines()
        return [line for line in lines if "Traceback" in line or "exception" in line or "-failed" in line]

    async def restart(self) -> None:
        """A power cut, and the start after it."""
        await asyncio.to_thread(self.end, True)
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
