"""Somebody who runs an event at a server that is killed again and again."""

import random
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from tests.servers.server_process import ServerProcess
from tests.web.harness import PATIENCE
from tilerummy.store import Row
from tilerummy.store.folder import open_store
from tilerummy.tournaments.hosted_tournament import PREFIX


class Organiser:
    """Sends every command until it is answered, under the same id, as a page does whose server went away."""

    def __init__(self, server: ServerProcess, chance: random.Random, format_: str, kills: int) -> None:
        """The server is killed at most so many times."""
        self._server = server
        self._chance = chance
        self._left = kills
        self.acknowledged: list[tuple[str, str, int]] = []
        self.kills = 0
        with self._line() as http:
            http.post("/api/session")
            body = {"name": "Event", "format": format_}
            made = http.post("/api/tournaments", json=body).json()
        self.tournament: str = made["tournament"]
        self._key = made["organiser"]
        self._sent = 0
        self._took = 0.01
        """Seconds until the last answer came."""

    def see(self) -> dict[str, Any]:
        with self._line() as http:
            address = f"/api/tournaments/{self.tournament}"
            found: dict[str, Any] = http.get(address, headers={"X-Tilerummy-Key": self._key}).json()
        return found

    def _line(self) -> httpx.Client:
        # no certificates are needed here, and reading them takes longer than the server does
        return httpx.Client(base_url=self._server.address, timeout=PATIENCE, verify=False)

    def do(self, kind: str, **fields: Any) -> None:
        """Carry a command out while the server is killed: before it arrives, while it is carried out, or after that."""
        self.do_as("organiser", self._key, kind, **fields)

    def do_as(self, actor: str, key: str, kind: str, **fields: Any) -> None:
        """The same by whoever has a key; `actor` as the record names them."""
        self._sent += 1
        command = {"t": kind, "id": f"{kind}-{self._sent}", **fields}
        if self.kills == self._left:
            self._send(actor, key, command)
            return
        sending = threading.Thread(target=self._send, args=(actor, key, command))
        sending.start()
        # the line and the thread take their time too
        time.sleep(self._chance.random() * (self._took + 0.01))
        self._server.kill()
        self._server.start()
        self.kills += 1
        sending.join(PATIENCE)
        assert not sending.is_alive()

    def _send(self, actor: str, key: str, command: dict[str, Any]) -> None:
        address = f"/api/tournaments/{self.tournament}?key={key}"
        until = time.monotonic() + PATIENCE
        with self._line() as http:
            while time.monotonic() < until:
                asked = time.monotonic()
                try:
                    if actor != "organiser":
                        # a phone is a guest's
                        http.post("/api/session")
                    answer = http.post(address, json=command)
                except httpx.TransportError:
                    time.sleep(0.01)
                    continue
                assert answer.status_code == 200, answer.text
                self._took = time.monotonic() - asked
                self.acknowledged.append((actor, command["id"], answer.json()["seq"]))
                return
        raise AssertionError(f"no answer to {command}")


async def logs(data: Path, tournaments: Sequence[str]) -> dict[str, list[Row]]:
    """What the store has of these events."""
    store = open_store(data)
    try:
        return {tournament: (await store.log(PREFIX + tournament))[1] for tournament in tournaments}
    finally:
        await store.close()
