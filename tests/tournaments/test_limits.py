"""What one server takes of a tournament: how many watch, and how much of it is kept."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tilerummy import formats
from tilerummy.bus import LocalBus
from tilerummy.records import record as log
from tilerummy.rooms.jobs.scheduler import Scheduler
from tilerummy.rules.refusal import Refusal
from tilerummy.store import Store
from tilerummy.store.folder import open_store
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournaments import backup
from tilerummy.tournaments.hosted_tournament import HostedTournament
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.web import limits
from tilerummy.web.sockets import watch_socket as watching

FORMAT = formats.load("belgian-tournament")
NOW = 1_800_000_000_000
ORGANISER, TABLE = Actor("organiser"), Actor("table", 1, (0, 0), "0" * 12)


async def made(store: Store) -> tuple[Tournaments, HostedTournament]:
    hall = Tournaments(store, LocalBus(), Scheduler())
    return hall, await hall.create("Autumn", FORMAT, "ann", NOW, initials=False)


@asynccontextmanager
async def watched(hosted: HostedTournament) -> AsyncIterator[str]:
    """The address at which the public watches a tournament."""
    watchers = watching.Watchers(1)

    async def asked(_: object) -> watching.Watched:
        async def picture(_: int) -> bytes:
            return watching.whole(hosted.seen(Actor("public")))

        return hosted, picture

    app = Starlette(routes=[WebSocketRoute("/watch", lambda line: watchers.watch(line, asked))])
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = uvicorn.Server(uvicorn.Config(app, ws="websockets-sansio", log_config=None, lifespan="off"))
        serving = asyncio.create_task(server.serve([door]))
        yield f"ws://127.0.0.1:{door.getsockname()[1]}/watch"
        server.should_exit = True
        await serving


@pytest.mark.parametrize("limit", ["WATCHERS", "WATCHERS_OF_ONE", "WATCHERS_PER_ADDRESS"])
def test_more_watchers_than_a_server_takes_are_sent_away_until_others_have_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(limits, "WATCHERS_FOR_KEYS", 0)
    monkeypatch.setattr(limits, limit, 2)

    async def work() -> None:
        store = open_store(tmp_path)
        _, hosted = await made(store)
        async with watched(hosted) as address:
            async with connect(address) as first, connect(address) as second:
                assert '"name":"Autumn"' in str(await first.recv())
                assert '"name":"Autumn"' in str(await second.recv())
                with pytest.raises(InvalidStatus):
                    await connect(address)
            while hosted.record.watchers:
                await asyncio.sleep(0.01)
            async with connect(address) as third:
                assert '"name":"Autumn"' in str(await third.recv())
        await store.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_watcher_hears_the_time_while_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "HEARTBEAT", 0.05)

    async def work() -> None:
        store = open_store(tmp_path)
        _, hosted = await made(store)
        async with watched(hosted) as address, connect(address) as watcher:
            assert set(json.loads(await watcher.recv())) == {"now", "shown"}
            assert set(json.loads(await watcher.recv())) == {"now"}
            await hosted.do(ORGANISER, commands.Enter("e", "Ann"), NOW)
            while "shown" not in (heard := json.loads(await watcher.recv())):
                pass
            assert [one["name"] for one in heard["shown"]["entrants"]] == ["Ann"]
        await store.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_record_stays_small_enough_to_be_saved_and_brought_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the limits themselves, in small: what counts is that the backup of a full record is one
    monkeypatch.setattr("tilerummy.tournaments.hosted_tournament.LARGEST", 60_000)
    monkeypatch.setattr("tilerummy.tournaments.hosted_tournament.FOR_STAFF", 15_000)

    async def work() -> None:
        store = open_store(tmp_path)
        try:
            _, hosted = await made(store)
            names = "\n".join(f"Player {number}" for number in range(1, 9))
            steps = (commands.Enter("e", names), commands.Begin("b"), commands.Publish("p"), commands.StartRound("s"))
            for step in steps:
                await hosted.do(ORGANISER, step, NOW)

            async def until_refused(actor: Actor) -> list[str]:
                for number in range(1000):
                    score = 1 + number % 2
                    asked = commands.Report(f"r{number}", 1, 1, (score, -score, 0, 0), 1)
                    if actor.role == "organiser":
                        clock = commands.SetClock(f"k{number}", 0, 60, running=bool(number % 2))
                        await hosted.do(actor, clock, NOW)
                    else:
                        await hosted.do(actor, asked, NOW)
                return []

            with pytest.raises(Refusal) as full:
                await until_refused(TABLE)
            assert [fault.code for fault in full.value.faults] == ["record-full"]
            assert hosted.record.size < 45_000 + 500
            before = hosted.seq
            with pytest.raises(Refusal):
                await until_refused(ORGANISER)
            assert hosted.seq > before
            saved = backup.dumps(hosted.link, [entry.row for entry in hosted.entries])
            assert len(saved) <= hosted.record.size <= 60_000 + 500
            assert await hosted.do(ORGANISER, steps[0], NOW) == 2, "what was answered is answered again"
        finally:
            await store.close()

    asyncio.run(work())


def test_a_backup_may_be_as_large_as_a_record() -> None:
    assert limits.BACKUP >= log.LARGEST
