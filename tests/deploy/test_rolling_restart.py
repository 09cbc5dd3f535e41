"""Three workers over one PostgreSQL and one Redis, behind Caddy and nginx, restarted one by one while people play."""

import asyncio
import json
import ssl
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.hostile.raw import eventually
from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.web import dealing
from tests.web.harness import FREE_PASSES, PATIENCE, Guest, Server
from tests.web.serving.web_servers import NAME, WORKERS, in_front, program

pytestmark = pytest.mark.slow
PLAYERS = 6
THOUGHT = 0.2
"""Seconds before a move: a game lasts longer than a restart, and the machine has other things to do."""
SOON = 10.0
"""Seconds after which everybody is back who was sent elsewhere, on a machine that has other things to do."""


class Player:
    """A person who plays against computers through the web server in front, and comes again as the page does."""

    def __init__(self, origin: str, trusting: ssl.SSLContext, over: asyncio.Event) -> None:
        self._origin = origin
        self._trusting = trusting
        self._over = over
        self.acked: list[tuple[str, int]] = []
        self.closes: Counter[int] = Counter()
        self.refused: list[str] = []
        self.away: list[float] = []
        self._lost = 0.0
        self._pending: dict[str, Any] | None = None

    async def begin(self) -> None:
        """Become a guest, and sit down."""
        self._http = httpx.AsyncClient(base_url=self._origin, verify=self._trusting, timeout=PATIENCE)
        assert (await self._http.post("/api/session")).status_code == 200
        self._cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        await self._make()

    async def _make(self) -> None:
        body = {"house": FREE_PASSES, "seats": 2, "limit": 300, "name": "Ann", "computers": ["gentle"], "start": True}
        while (made := await self._http.post("/api/rooms", json=body)).status_code != 201:
            # a worker that ends makes nothing new, one that has ended answers no more, and who plays fast has to wait
            assert made.status_code in (429, 502, 503), made.text
            await asyncio.sleep(0.1)
        self.room = made.json()["room"]

    async def play(self) -> None:
        """Play until it is over, on as many connections as it takes."""
        tries = 0
        while not self._over.is_set():
            before = len(self.away)
            try:
                await self._sit()
            except ConnectionClosed as closed:
                self.closes[closed.rcvd.code if closed.rcvd else 1006] += 1
                self._lost = time.monotonic()
            except (OSError, InvalidHandshake):
                pass
            tries = 0 if len(self.away) > before else tries + 1
            await asyncio.sleep(min(1.0, 0.05 * 2**tries))
        await self._http.aclose()

    async def _sit(self) -> None:
        """One connection, until it ends or the game does."""
        address = f"{self._origin.replace('http', 'ws', 1)}/api/rooms/{self.room}/socket"
        async with connect(address, additional_headers={"Cookie": self._cookie}, ssl=self._trusting) as socket:
            await socket.send('{"t":"join","v":1}')
            while not (self._over.is_set() and self._pending is None):
                message = json.loads(await socket.recv())
                if message["t"] == "welcome":
                    await self._welcomed(socket)
                self._answered(message)
                state = message.get("state")
                if state and state["phase"] == "over":
                    await self._make()
                    return
                if state:
                    await self._move(socket, state)

    async def _welcomed(self, socket: ClientConnection) -> None:
        if self._lost:
            self.away.append(time.monotonic() - self._lost)
            self._lost = 0.0
        if self._pending:
            await socket.send(json.dumps(self._pending))

    async def _move(self, socket: ClientConnection, state: dict[str, Any]) -> None:
        if command := dealing.next_step(state, "a-random-word-for-the-deal"):
            await socket.send(json.dumps({"id": command["t"], **command}))
        if state["phase"] == "playing" and state["turn"] == state["you"] and self._pending is None:
            move = {"t": "draw" if state["pool"] else "pass"}
            self._pending = {"t": "move", "id": f"m{state['seq']}", "on": state["seq"], "move": move}
            await asyncio.sleep(THOUGHT)
            await socket.send(json.dumps(self._pending))

    def _answered(self, message: dict[str, Any]) -> None:
        if self._pending and message.get("id") == self._pending["id"]:
            self._pending = None
            if message["t"] == "accepted":
                self.acked.append((self.room, message["seq"]))
            else:
                self.refused.append(message["code"])


@pytest.fixture(params=["caddy", "nginx"])
def front(
    request: pytest.FixtureRequest, tmp_path: Path, postgresql: Postgresql, redis: Redis
) -> Iterator[tuple[str, list[Server], str]]:
    """Where the page is, the workers, the database's schema."""
    if program(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    address = postgresql.database()
    settings = {"TILERUMMY_STORE": address, "TILERUMMY_BUS": redis.address, "TILERUMMY_SESSION_KEYS": "11" * 32}
    settings |= {"TILERUMMY_TRUSTED_PROXY": "127.0.0.1", "TILERUMMY_PUBLIC_HOST": NAME}
    workers = [Server(None, environment=settings) for _ in range(3)]
    with ExitStack() as stack:
        for worker in workers:
            stack.callback(worker.start().stop)
        port = stack.enter_context(in_front(WORKERS[request.param], [one.port for one in workers], tmp_path))
        yield f"https://{NAME}:{port}", workers, address.partition("search_path=")[2]


def restart(worker: Server) -> None:
    """As the docs do it: the next one goes when this one is back."""
    assert worker.stop() == 0
    worker.start()
    with Guest(worker.address, session=False) as operator:
        eventually(lambda: operator.http.get("/readyz").status_code == 200)


async def _play(origin: str, workers: list[Server]) -> list[Player]:
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    over = asyncio.Event()
    players = [Player(origin, trusting, over) for _ in range(PLAYERS)]
    for player in players:
        await player.begin()
    playing = [asyncio.create_task(player.play()) for player in players]
    for worker in workers:
        before = [len(player.acked) for player in players]
        await asyncio.to_thread(restart, worker)
        async with asyncio.timeout(PATIENCE):
            while any(len(player.acked) < reached + 2 for player, reached in zip(players, before, strict=True)):
                await asyncio.sleep(0.05)
    over.set()
    await asyncio.gather(*playing)
    return players


def test_people_play_on_while_every_worker_is_restarted(
    front: tuple[str, list[Server], str], postgresql: Postgresql
) -> None:
    origin, workers, schema = front
    players = asyncio.run(_play(origin, workers))
    rows = postgresql.execute(f"select game_id || ' ' || seq from {schema}.event").splitlines()
    assert len(rows) == len(set(rows))
    acked = [f"{room} {seq}" for player in players for room, seq in player.acked]
    assert len(acked) == len(set(acked)) > 6 * PLAYERS, "each move is answered once"
    assert set(acked) <= set(rows), "what was acknowledged is kept"
    assert [player.refused for player in players] == [[]] * PLAYERS, "nobody's turn was lost"
    assert sum((player.closes for player in players), Counter()).keys() == {1012}
    away = [seconds for player in players for seconds in player.away]
    assert away
    assert max(away) < SOON
