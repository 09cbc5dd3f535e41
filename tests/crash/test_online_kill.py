"""Games of a tournament whose server is killed about when they end: each has its result, once."""

import asyncio
import random
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.servers.server_process import ServerProcess
from tests.web.harness import PATIENCE, Guest
from tilerummy.rooms.events import Created, decode
from tilerummy.rules.game.events import Ended
from tilerummy.store import Row
from tilerummy.store.folder import open_store
from tilerummy.tournament.events.results import Confirmed, Reported
from tilerummy.tournaments.hosted_tournament import KIND, PREFIX

WITHIN = 0.03
"""Seconds after the last resignation is sent in which the server is killed: before the end of the game is on disk, and
until its result and the next game's room are."""
TABLES = 6
GAMES = 2
KILLS = TABLES * GAMES


class Organiser:
    """A person with every key, who asks again until they are answered."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        made = self.ask("POST", "/api/tournaments", {"name": "Event", "format": "two-player-swiss"}, session=True)
        self.address, self.key = f"/api/tournaments/{made['tournament']}", made["organiser"]
        self.tournament = made["tournament"]
        self.do("enter", text="\n".join(f"Player {number}" for number in range(1, 2 * TABLES + 1)))

    def do(self, kind: str, **fields: Any) -> None:
        self.ask("POST", f"{self.address}?key={self.key}", {"t": kind, "id": kind, **fields})

    def see(self, path: str = "") -> Any:
        return self.ask("GET", f"{self.address}{path}?key={self.key}")

    def ask(self, method: str, path: str, body: Any = None, session: bool = False) -> Any:
        until = time.monotonic() + PATIENCE
        with httpx.Client(base_url=self.server.address, timeout=PATIENCE, verify=False) as http:
            while time.monotonic() < until:
                try:
                    if session:
                        http.post("/api/session")
                    answer = http.request(method, path, json=body)
                except httpx.TransportError:
                    time.sleep(0.01)
                    continue
                assert answer.status_code in (200, 201), answer.text
                return answer.json()
        raise AssertionError(f"no answer to {path}")

    def until_done(self, table: int, game: int) -> None:
        """Wait until a game has its result."""
        end = time.monotonic() + PATIENCE
        while not any((one["table"], one["game"]) == (table, game) for one in self.see()["results"]):
            assert time.monotonic() < end, f"table {table}, game {game} has no result"
            time.sleep(0.02)


def end_game(organiser: Organiser, table: dict[str, Any], after: float) -> None:
    """Both players come and one gives up, while the server is killed so many seconds later."""
    server, key = organiser.server, organiser.see()["table_keys"][table["table"] - 1]
    with ExitStack() as stack:
        guests = [stack.enter_context(Guest(server.address)) for _ in table["seats"]]
        for guest, seat in zip(guests, table["seats"], strict=True):
            organiser.ask(
                "POST",
                f"{organiser.address}/online?key={organiser.key}",
                {"t": "release", "table": table["table"], "number": seat["number"]},
            )
            asked = {"t": "claim", "table": table["table"], "number": seat["number"]}
            answer = guest.http.post(f"{organiser.address}/online?key={key}", json=asked)
            assert answer.status_code == 200, answer.text
        lines = [stack.enter_context(guest.join(table["room"])) for guest in guests]
        lines[0].until(lambda state: state["phase"] == "playing")
        killing = threading.Thread(target=_kill_and_start, args=(server, after))
        killing.start()
        lines[0].send({"t": "resign", "id": "resign"})
        killing.join(PATIENCE)
        # A page whose line was cut comes back and sends what was not answered once more.
        with guests[0].join(table["room"]) as again:
            if again.state["phase"] == "playing":
                again.ask("resign", id="resign")
            again.until(lambda state: state["phase"] == "over")


def _kill_and_start(server: ServerProcess, after: float) -> None:
    time.sleep(after)
    server.kill()
    server.start()


@pytest.mark.slow
def test_each_game_has_its_result_once_whenever_the_server_dies(tmp_path: Path) -> None:
    chance = random.Random(20261122)
    # in every part of that time once, so that few kills meet each of its steps
    instants = [WITHIN * (part + chance.random()) / KILLS for part in range(KILLS)]
    chance.shuffle(instants)
    with ServerProcess(("--data", str(tmp_path))) as server:
        organiser = Organiser(server)
        organiser.do("online", online=True)
        for step in ("begin", "publish", "start"):
            organiser.do(step)
        tables = organiser.see("/online")["tables"]
        for game in range(1, GAMES + 1):
            for at in range(len(tables)):
                end_game(organiser, organiser.see("/online")["tables"][at], instants.pop())
                organiser.until_done(at + 1, game)
        assert len(tables) == TABLES
        assert organiser.see()["outstanding"] == []
        organiser.do("close")

    log, rooms = asyncio.run(_stored(tmp_path, organiser.tournament))
    events = [event for row in log for event in KIND.decode(row.body)]
    reported = [event for event in events if isinstance(event, Reported)]
    assert Counter((event.table, event.game) for event in reported) == Counter(
        {(at + 1, game): 1 for at in range(len(tables)) for game in range(1, GAMES + 1)}
    )
    assert sum(isinstance(event, Confirmed) for event in events) == len(reported)
    for event in reported:
        happened = [one for row in rooms[event.by.removeprefix("room:")] for one in decode(row.body)]
        (ended,) = [one for one in happened if isinstance(one, Ended)]
        created = happened[0]
        assert isinstance(created, Created)
        assert created.fixture is not None
        assert (created.fixture.table, created.fixture.game) == (event.table, event.game)
        assert ended.result.scores == event.scores


async def _stored(data: Path, tournament: str) -> tuple[list[Row], dict[str, list[Row]]]:
    store = open_store(data)
    try:
        log = (await store.log(PREFIX + tournament))[1]
        events = [event for row in log for event in KIND.decode(row.body)]
        rooms = [event.by.removeprefix("room:") for event in events if isinstance(event, Reported)]
        return log, {room: (await store.log(room))[1] for room in rooms}
    finally:
        await store.close()
