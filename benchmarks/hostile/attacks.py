"""What honest players feel while others attack: `python -m benchmarks.hostile [--seconds 25]`.

Ten people play five games from an address of their own, first alone, then under each attack by itself, then under all
of them at once. Prints, side by side, the time from a move to its acknowledgement, how often a reconnect failed, and
how the attackers fared. The attackers have a process of their own, which shares the machine.
"""

import argparse
import asyncio
import base64
import json
import multiprocessing
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.web.harness import FREE_PASSES, Server
from tilerummy.rules.game.promise import seal

PLAYERS, EVERY = 10, 0.8
HONEST, HOSTILE = "127.0.0.2", "127.0.0.3"
Counts = dict[str, int]


# --- honest people ----------------------------------------------------------------------------------------------------


class Player:
    """One person at a table, who reads all the time and comes back when the line is lost."""

    def __init__(self, port: int, room: str, cookie: str) -> None:
        self._address = f"ws://127.0.0.1:{port}/api/rooms/{room}/socket"
        self._cookie = cookie
        self._socket: ClientConnection | None = None
        self.times: list[float] = []
        self.shut_out = 0
        self.state: dict[str, Any] = {}
        self._number = 0

    async def play(self, until: float) -> None:
        """Play until then; now and then over a new connection."""
        turns = 0
        while time.monotonic() < until:
            if self._socket is None or turns % 5 == 4:
                await self._come()
            if self.state.get("turn") == self.state.get("you") and self.state.get("phase") == "playing":
                await asyncio.sleep(EVERY)
                await self._move()
                turns += 1
            else:
                await self._hear()
        await self._leave()

    async def _come(self) -> None:
        await self._leave()
        while self._socket is None:
            try:
                self._socket = await connect(
                    self._address,
                    additional_headers={"Cookie": self._cookie},
                    local_addr=(HONEST, 0),
                    open_timeout=5,
                )
                await self._socket.send('{"t":"join","v":1}')
                await self._hear("welcome")
            except (OSError, WebSocketException):
                self.shut_out += 1
                self._socket = None
                await asyncio.sleep(0.2)

    async def _leave(self) -> None:
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def _move(self) -> None:
        assert self._socket is not None
        self._number += 1
        kind = "draw" if self.state["pool"] else "pass"
        move = {"t": "move", "id": f"m{self._number}", "on": self.state["seq"], "move": {"t": kind}}
        begun = time.perf_counter()
        await self._socket.send(json.dumps(move))
        answer = await self._hear("accepted", "refused")
        if answer["t"] == "accepted":
            self.times.append((time.perf_counter() - begun) * 1000)
        while self.state["seq"] < answer.get("seq", 0):
            await self._hear()

    async def _hear(self, *kinds: str) -> dict[str, Any]:
        assert self._socket is not None
        while True:
            try:
                message: dict[str, Any] = json.loads(
                    await asyncio.wait_for(self._socket.recv(), 0.25 if not kinds else 30)
                )
            except TimeoutError:
                return {}
            if "state" in message:
                self.state = message["state"]
            if not kinds or message["t"] in kinds:
                return message


async def seated(port: int) -> list[Player]:
    """Two people at each of some new tables, whose games have begun."""
    players = []
    transport = httpx.AsyncHTTPTransport(local_address=HONEST)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, transport=transport) as client:
        for _ in range(PLAYERS // 2):
            cookies = []
            for _ in range(2):
                client.cookies.clear()
                await client.post("/api/session")
                cookies.append("; ".join(f"{name}={value}" for name, value in client.cookies.items()))
            client.cookies.clear()
            body = {"house": FREE_PASSES, "seats": 2, "limit": None, "name": "Ann"}
            made = await client.post("/api/rooms", json=body, headers={"Cookie": cookies[0]})
            room = made.json()["room"]
            word = {"t": "word", "word": "a-random-word-for-the-deal"}
            sealed = {"t": "seal", "seal": seal(word["word"])}
            sit, start = {"t": "sit", "name": "Bob"}, {"t": "start"}
            commands = ((1, sit), (0, sealed), (1, sealed), (0, start), (0, word), (1, word))
            for number, command in commands:
                cookie = cookies[number]
                address = f"ws://127.0.0.1:{port}/api/rooms/{room}/socket"
                async with connect(address, additional_headers={"Cookie": cookie}, local_addr=(HONEST, 0)) as socket:
                    await socket.send('{"t":"join","v":1}')
                    await socket.send(json.dumps({**command, "id": command["t"]}))
                    while json.loads(await socket.recv())["t"] != "accepted":
                        pass
            players += [Player(port, room, cookie) for cookie in cookies]
    return players


# --- hostile ones -----------------------------------------------------------------------------------------------------


class Hostile:
    """What an attacker needs: a port, a guest, a room of their own, and a tally of what came of it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.room = ""
        self.counts: Counts = {}
        limits = httpx.Limits(max_connections=50)
        transport = httpx.AsyncHTTPTransport(local_address=HOSTILE, limits=limits)
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, transport=transport)

    def count(self, what: object) -> None:
        """One more of these."""
        self.counts[str(what)] = self.counts.get(str(what), 0) + 1

    async def settle(self) -> None:
        """Become a guest with a room."""
        await self.http.post("/api/session")
        self.cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        made = await self.http.post("/api/rooms", json={"edition": "xp-160", "seats": 6, "name": "Eve"})
        self.room = made.json()["room"]

    async def post(self, path: str, body: bytes | str) -> None:
        """Send a body; count the answer."""
        try:
            self.count((await self.http.post(path, content=body)).status_code)
        except httpx.HTTPError as error:
            self.count(type(error).__name__)

    async def socket(self, join: bool = True) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """An anonymous socket at the room; None where it is refused."""
        key = base64.b64encode(os.urandom(16)).decode()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(HOSTILE, 0))
            writer.write(
                f"GET /api/rooms/{self.room}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
            if b" 101 " not in answer:
                writer.transport.abort()
                self.count("refused")
                return None
            if join:
                writer.write(b"\x81\x92\0\0\0\0" + b'{"t":"join","v":1}')
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            self.count(type(error).__name__)
            return None
        return reader, writer


async def frames(hostile: Hostile) -> None:
    """Empty frames as fast as they go, again and again."""
    blob = b"\x81\x80\0\0\0\0" * 4000
    while True:
        line = await hostile.socket()
        if line is None:
            await asyncio.sleep(0.01)
            continue
        try:
            while True:
                line[1].write(blob)
                await line[1].drain()
        except OSError:
            hostile.count("cut off")


async def toml(hostile: Hostile) -> None:
    """Deep house rules."""
    text = ".".join("a" * 20_000) + "=1"
    while True:
        await hostile.post("/api/rooms", json.dumps({"seats": 2, "toml": text}))
        await hostile.post("/api/tournaments", json.dumps({"name": "x", "toml": text}))


async def backups(hostile: Hostile) -> None:
    """Backups of tournaments with 85,000 results."""
    opened = {"t": "opened", "name": "x", "format": {}, "seed": 1}
    events: list[object] = [{"t": "keys", "organiser": "a" * 16, "desk": "b" * 16, "tables": "c" * 32}, opened]
    events += [{"t": "reported", "round": 0, "table": i, "game": 1, "scores": [], "by": ""} for i in range(85_000)]
    body = base64.b64encode(json.dumps(events, separators=(",", ":")).encode()).decode()
    number = 0
    while True:
        number += 1
        header = {"t": "tournament-backup", "version": 1, "id": f"x{number}", "rows": 1}
        row = {"seq": 1, "actor": "x", "command": None, "at": 0, "body": body}
        await hostile.post("/api/tournaments/restore", json.dumps(header) + "\n" + json.dumps(row) + "\n")


async def sockets(hostile: Hostile) -> None:
    """As many anonymous sockets as there can be, held open."""
    held = []
    while True:
        line = await hostile.socket()
        if line is None:
            await asyncio.sleep(0.01)
        else:
            held.append(line)
            hostile.counts["held"] = len(held)


async def lobby(hostile: Hostile) -> None:
    """A lobby changed as often as it goes, and strangers who come and go."""

    async def change() -> None:
        address = f"ws://127.0.0.1:{hostile.port}/api/rooms/{hostile.room}/socket"
        number = 0
        while True:
            try:
                async with connect(
                    address, additional_headers={"Cookie": hostile.cookie}, local_addr=(HOSTILE, 0)
                ) as socket:
                    await socket.send('{"t":"join","v":1}')
                    while True:
                        number += 1
                        command = {"t": "fill", "level": "gentle"} if number % 2 else {"t": "empty"}
                        await socket.send(json.dumps({**command, "id": f"c{number}-{time.time_ns()}", "seat": 1}))
                        await asyncio.sleep(0.04)
            except (OSError, WebSocketException):
                await asyncio.sleep(0.2)

    changing = asyncio.create_task(change())
    try:
        while True:
            line = await hostile.socket()
            if line is not None:
                await asyncio.sleep(0.02)
                line[1].transport.abort()
                hostile.count("joined")
            await asyncio.sleep(0.01)
    finally:
        changing.cancel()


async def slow(hostile: Hostile) -> None:
    """Requests that never end."""
    lines = []
    while True:
        try:
            line = await asyncio.open_connection("127.0.0.1", hostile.port, local_addr=(HOSTILE, 0))
            line[1].write(b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n")
            lines.append(line)
            hostile.count("half")
        except OSError as error:
            hostile.count(type(error).__name__)
        await asyncio.sleep(0.02)


async def questions(hostile: Hostile) -> None:
    """Dear questions to the judge."""
    number = 0
    while True:
        number += 1
        melds = ["J " * 60 + f"b{1 + number % 13}" for _ in range(20)]
        preview = {"t": "preview", "n": number, "on": 0, "opening": [], "table": melds}
        body = {"edition": "xp-160", "position": "| b1", "preview": preview}
        await hostile.post("/api/judge", json.dumps(body))


ATTACKS: dict[str, tuple[Callable[[Hostile], Awaitable[None]], int]] = {
    "empty frames": (frames, 3),
    "deep TOML": (toml, 3),
    "big backups": (backups, 2),
    "sockets held": (sockets, 4),
    "lobbies, joins": (lobby, 3),
    "half requests": (slow, 2),
    "questions": (questions, 2),
}


def attack(names: list[str], port: int, seconds: float, told: Any) -> None:
    """The attackers' process."""

    async def run() -> None:
        hostiles = {name: Hostile(port) for name in names}
        for hostile in hostiles.values():
            await hostile.settle()
        work = [
            asyncio.create_task(_again(ATTACKS[name][0], hostile))
            for name, hostile in hostiles.items()
            for _ in range(ATTACKS[name][1])
        ]
        await asyncio.sleep(seconds)
        for task in work:
            task.cancel()
        told.put({name: hostile.counts for name, hostile in hostiles.items()})

    asyncio.run(run())


async def _again(one: Callable[[Hostile], Awaitable[None]], hostile: Hostile) -> None:
    while True:
        try:
            await one(hostile)
        except (OSError, httpx.HTTPError, WebSocketException) as error:
            hostile.count(type(error).__name__)
            await asyncio.sleep(0.1)


# --- side by side -----------------------------------------------------------------------------------------------------


async def measured(port: int, names: list[str], seconds: float) -> tuple[list[float], int, dict[str, Counts]]:
    """Times of the honest while these attacks go on, how often one was shut out, and the attackers' tallies."""
    players = await seated(port)
    told: Any = multiprocessing.Queue()
    attackers = multiprocessing.Process(target=attack, args=(names, port, seconds + 3, told), daemon=True)
    if names:
        attackers.start()
        await asyncio.sleep(2)
    until = time.monotonic() + seconds
    await asyncio.gather(*(player.play(until) for player in players))
    counts = await asyncio.to_thread(told.get, True, 60) if names else {}
    if names:
        attackers.kill()
        attackers.join()
    times = [spent for player in players for spent in player.times]
    return times, sum(player.shut_out for player in players), counts


async def run(seconds: float, chosen: list[str]) -> None:
    """Every attack against a server of its own."""
    print(f"{'':16}{'moves':>7}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}{'shut out':>10}   attackers")
    for label, names in (("quiet", []), *((name, [name]) for name in chosen), ("all at once", chosen)):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), environment={"TILERUMMY_LOG": "error"}).start()
            times, shut_out, counts = await measured(server.port, list(names), seconds)
            p99 = statistics.quantiles(times, n=100)[98] if len(times) > 1 else float("nan")
            p50 = statistics.median(times) if times else float("nan")
            tally = next(iter(counts.values())) if len(counts) == 1 else ""
            print(
                f"{label:16}{len(times):7}{p50:9.1f}{p99:9.1f}{max(times, default=0):9.1f}{shut_out:10}   {tally}",
                flush=True,
            )
            server.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=25)
    parser.add_argument("attacks", nargs="*", help=", ".join(ATTACKS))
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(run(asked.seconds, asked.attacks or list(ATTACKS)))
