"""A club whose server is killed while its keeper works: what was acknowledged is there once, who was erased is in no
row."""

import asyncio
import os
import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.servers.server_process import ServerProcess
from tests.web.harness import PATIENCE
from tilerummy.clubs.hosting import KIND
from tilerummy.clubs.state import PREFIX
from tilerummy.store import Row
from tilerummy.store.folder import open_store

KILLS = int(os.environ.get("TILERUMMY_TEST_KILLS", "25"))
"""More of them for a longer look: TILERUMMY_TEST_KILLS=1000."""


class Keeper:
    """Sends every command until it is answered, under the same id, as a page does whose server went away."""

    def __init__(self, server: ServerProcess, chance: random.Random) -> None:
        self._server, self._chance = server, chance
        self.acknowledged: list[tuple[str, int]] = []
        with self._line() as http:
            http.post("/api/session")
            made = http.post("/api/clubs", json={"name": "Club"}).json()
        self.club: str = made["club"]
        self._key: str = made["keeper"]
        self._took = 0.01

    def _line(self) -> httpx.Client:
        # no certificates are needed here, and reading them takes longer than the server does
        return httpx.Client(
            base_url=self._server.address,
            timeout=PATIENCE,
            verify=False,
            headers={"X-Tilerummy-Key": getattr(self, "_key", "")},
        )

    def register(self) -> dict[str, int]:
        """The register's numbers by name."""
        with self._line() as http:
            members = http.get(f"/api/clubs/{self.club}/register").json()["members"]
        return {one["name"]: one["number"] for one in members}

    def do(self, t: str, **fields: Any) -> None:
        """Carry a command out while the server is killed: before it arrives, while it is carried out, or after that."""
        command = {"t": t, "id": f"{t}-{len(self.acknowledged)}", **fields}
        sending = threading.Thread(target=self._send, args=(command,))
        sending.start()
        # the line and the thread take their time too
        time.sleep(self._chance.random() * (self._took + 0.01))
        self._server.kill()
        self._server.start()
        sending.join(PATIENCE)
        assert not sending.is_alive()

    def _send(self, command: dict[str, Any]) -> None:
        until = time.monotonic() + PATIENCE
        with self._line() as http:
            while time.monotonic() < until:
                asked = time.monotonic()
                try:
                    answer = http.post(f"/api/clubs/{self.club}", json=command)
                except httpx.TransportError:
                    time.sleep(0.01)
                    continue
                assert answer.status_code == 200, answer.text
                self._took = time.monotonic() - asked
                self.acknowledged.append((command["id"], answer.json()["seq"]))
                return
        raise AssertionError(f"no answer to {command}")


@pytest.mark.slow
@pytest.mark.timeout(200 + 5 * KILLS)
def test_a_club_outlives_its_server_at_every_step(tmp_path: Path) -> None:
    chance = random.Random(20261128)
    names, gone = set[str](), list[str]()
    with ServerProcess(("--data", str(tmp_path))) as server:
        keeper = Keeper(server, chance)
        while len(keeper.acknowledged) < KILLS:
            step = len(keeper.acknowledged)
            what = chance.choice(("enter", "import", "merge", "erase", "remove"))
            here = sorted(names)
            if what in ("enter", "import") or len(here) < 4:
                new = [f"Somebody Number{step}x{at}" for at in range(1 if what == "enter" else 5)]
                keeper.do("enter", name=new[0]) if what == "enter" else keeper.do("import", text="\n".join(new))
                names |= set(new)
                continue
            numbers = keeper.register()
            assert set(numbers) == names
            one, other = chance.sample(here, 2)
            if what == "merge":
                keeper.do("merge", into=numbers[one], gone=numbers[other])
                keeper.do("part", gone=numbers[other])
            else:
                field: dict[str, Any] = {"person": f"m{numbers[one]}"} if what == "erase" else {"member": numbers[one]}
                keeper.do(what, **field)
                names.remove(one)
                gone.append(one)
        assert set(keeper.register()) == names
    rows = asyncio.run(_rows(tmp_path, PREFIX + keeper.club))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert [(row.command, row.seq) for row in rows[1:]] == keeper.acknowledged
    club = None
    for row in rows:
        club = KIND.fold(club, KIND.decode(row.body))
    assert club is not None
    assert {one.name for one in club.members.values()} == names
    stored = b"".join(row.body for row in rows).decode()
    assert gone
    assert not [name for name in gone if f'"{name}"' in stored]


async def _rows(data: Path, club: str) -> list[Row]:
    store = open_store(data)
    try:
        return (await store.log(club))[1]
    finally:
        await store.close()
