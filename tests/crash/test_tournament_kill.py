"""A tournament whose server is killed in every step of its rounds: it goes on, nothing twice, nothing lost."""

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
from tests.web.harness import PATIENCE, unconfirmed
from tilerummy.store import Row
from tilerummy.store.folder import open_store
from tilerummy.tournaments.hosted_tournament import KIND, PREFIX

KILLS = int(os.environ.get("TILERUMMY_TEST_KILLS", "60"))
"""More of them for a longer look: TILERUMMY_TEST_KILLS=2000."""
PLAYERS = 8


class Organiser:
    """Sends every command until it is answered, under the same id, as a page does whose server went away."""

    def __init__(self, server: ServerProcess, chance: random.Random) -> None:
        self._server = server
        self._chance = chance
        self.acknowledged: list[tuple[str, str, int]] = []
        self.kills = 0
        with self._line() as http:
            http.post("/api/session")
            body = {"name": "Event", "format": "wins-then-points"}
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
        self._sent += 1
        command = {"t": kind, "id": f"{kind}-{self._sent}", **fields}
        if self.kills == KILLS:
            self._send(command)
            return
        sending = threading.Thread(target=self._send, args=(command,))
        sending.start()
        # the line and the thread take their time too
        time.sleep(self._chance.random() * (self._took + 0.01))
        self._server.kill()
        self._server.start()
        self.kills += 1
        sending.join(PATIENCE)
        assert not sending.is_alive()

    def _send(self, command: dict[str, Any]) -> None:
        address = f"/api/tournaments/{self.tournament}?key={self._key}"
        until = time.monotonic() + PATIENCE
        with self._line() as http:
            while time.monotonic() < until:
                asked = time.monotonic()
                try:
                    answer = http.post(address, json=command)
                except httpx.TransportError:
                    time.sleep(0.01)
                    continue
                assert answer.status_code == 200, answer.text
                self._took = time.monotonic() - asked
                self.acknowledged.append(("organiser", command["id"], answer.json()["seq"]))
                return
        raise AssertionError(f"no answer to {command}")


def play(organiser: Organiser) -> None:
    """A whole event, round by round: fixed tables, moves, latecomers, steps taken back, a correction."""
    organiser.do("enter", text="\n".join(f"Player {number}" for number in range(1, PLAYERS + 1)))
    organiser.do("fix", places=[[1, 2]])
    organiser.do("apart", pairs=[[2, 3]])
    organiser.do("begin")
    arrange(organiser)
    while not (shown := organiser.see())["finished"]:
        organiser.do("publish")
        if shown["stages"][-1]["id"] == "final":
            correct(organiser)
        organiser.do("start")
        for table, game in organiser.see()["outstanding"]:
            seats = len(organiser.see()["stages"][-1]["rounds"][shown["current"]]["tables"][table - 1])
            organiser.do("report", table=table, game=game, scores=[10 * (seats - 1), *[-10] * (seats - 1)])
        organiser.do("close", listed=unconfirmed(organiser.see()))


def arrange(organiser: Organiser) -> None:
    """In the first round, once it is shown: two swap, which is taken back; one leaves, and a latecomer has the chair.
    In the end it is hidden again, as `play` expects it."""
    organiser.do("publish")
    one, other = organiser.see()["stages"][0]["rounds"][0]["tables"]
    swapped = ([other[0], *one[1:]], [one[0], *other[1:]])
    changes = zip((1, 2), (one, other), swapped, strict=True)
    tables = [{"table": at, "before": before, "after": after} for at, before, after in changes]
    organiser.do("tables", tables=tables, sure=True)
    take_back(organiser)
    organiser.do("withdraw", number=one[1])
    organiser.do("seat", table=1, name="Late")
    for _ in ("seat", "withdraw", "publish"):
        take_back(organiser)


def take_back(organiser: Organiser) -> None:
    """The last step is undone."""
    organiser.do("undo", step=organiser.see()["undo"]["step"])


def correct(organiser: Organiser) -> None:
    """The last player of the final loses a game that they won: the final, which is shown, is planned again."""
    shown = organiser.see()
    for result in shown["results"]:
        place = {key: result[key] for key in ("stage", "round", "table", "game")}
        organiser.do("correct", **place, scores=result["scores"][::-1], reason="Read wrongly")
        if any(one["coming"] for one in organiser.see()["overtaken"]):
            break
    if organiser.see()["overtaken"]:
        organiser.do("reseat")


@pytest.mark.slow
@pytest.mark.timeout(300 + 5 * KILLS)
def test_an_event_outlives_its_server_at_every_step(tmp_path: Path) -> None:
    chance = random.Random(20261122)
    organisers: list[Organiser] = []
    kills = 0
    with ServerProcess(("--data", str(tmp_path))) as server:
        while kills < KILLS:
            organisers.append(Organiser(server, chance))
            organisers[-1].kills = kills
            play(organisers[-1])
            kills = organisers[-1].kills
        shown = [organiser.see() for organiser in organisers]
    # each step of an event was one of them
    assert len(organisers[0].acknowledged) <= KILLS

    logs = asyncio.run(_logs(tmp_path, [organiser.tournament for organiser in organisers]))
    for organiser, seen in zip(organisers, shown, strict=True):
        rows = logs[organiser.tournament]
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert [(row.actor, row.command, row.seq) for row in rows[1:]] == organiser.acknowledged
        held = None
        for row in rows:
            held = KIND.fold(held, KIND.decode(row.body))
        assert held is not None
        assert held.tournament.finished
        assert [round_.phase for play in held.tournament.stages for round_ in play.rounds] == ["closed"] * 5
        assert seen["seq"] == len(rows)


async def _logs(data: Path, tournaments: list[str]) -> dict[str, list[Row]]:
    store = open_store(data)
    try:
        return {tournament: (await store.log(PREFIX + tournament))[1] for tournament in tournaments}
    finally:
        await store.close()
