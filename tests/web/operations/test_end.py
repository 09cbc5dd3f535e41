"""A server ends in time whatever keeps it, and says what that was."""

import asyncio
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.web.harness import Guest, Server
from tilerummy.rooms.jobs.scheduler import Scheduler, Work
from tilerummy.web.operations import drain
from tilerummy.web.operations.drain import Drain

END = 10.0
"""Seconds an end may take: what comes after is a kill."""


class Part:
    """Something that closes, or does not."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.closed = False

    async def close(self) -> None:
        """Close, fail, or wait for ever."""
        if self.how == "fails":
            raise OSError("no")
        if self.how == "waits":
            await asyncio.Event().wait()
        self.closed = True


def test_what_does_not_close_keeps_nothing_else_open_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drain, "CLOSED", 0.1)
    parts = [Part("waits"), Part("fails"), Part("closes")]
    with capture_logs() as told:
        asyncio.run(Drain().close(*parts))
    assert [part.closed for part in parts] == [False, False, True]
    assert [line["event"] for line in told] == ["not-closed", "not-closed"]
    assert any("Part.close:" in place and " > Event.wait:" in place for place in told[0]["stands"])


def test_no_process_is_started_after_the_end() -> None:
    async def run() -> None:
        scheduler = Scheduler()
        assert await scheduler.run(Work.PROOF, "ann", abs, -1) == 1
        running = asyncio.create_task(scheduler.run(Work.PROOF, "ann", time.sleep, 60))
        await asyncio.sleep(0)
        await scheduler.close()
        with pytest.raises(asyncio.CancelledError):
            await running
        with pytest.raises(asyncio.CancelledError):
            await scheduler.run(Work.PROOF, "ann", abs, -1)

    asyncio.run(run())


@pytest.fixture
def postgresql_of_its_own() -> Iterator[Postgresql]:
    """One that may be hung."""
    postgresql = Postgresql().start()
    try:
        yield postgresql
    finally:
        postgresql.stop()


@pytest.mark.slow
def test_a_server_ends_in_time_while_database_and_bus_hang(postgresql_of_its_own: Postgresql, redis: Redis) -> None:
    settings = {"TILERUMMY_STORE": postgresql_of_its_own.database(), "TILERUMMY_BUS": redis.address}
    server = Server(None, environment={"TILERUMMY_SESSION_KEYS": "11" * 32, **settings}).start()
    with Guest(server.address) as ann, ann.join(ann.make(computers=["gentle"], name="Ann", start=True)) as table:
        table.until(lambda state: bool(state["turn"] == state["you"]))
        postgresql_of_its_own.hang()
        redis.hang()
        try:
            table.send({"t": "move", "id": "last", "on": table.state["seq"], "move": {"t": "draw"}})
            server.process.send_signal(signal.SIGTERM)
            assert server.ended(END) == 0
        finally:
            redis.wake()
            postgresql_of_its_own.wake()
    assert server.stop() == 0


@pytest.mark.slow
@pytest.mark.one_process("how a process ends")
def test_a_server_that_something_keeps_says_so_and_ends(tmp_path: Path) -> None:
    """Here a thread that never ends, for which Python would wait."""
    kept = tmp_path / "sitecustomize.py"
    kept.write_text("from threading import Event, Thread\nThread(target=Event().wait, name='kept').start()\n")
    log = tmp_path / "log"
    server = Server(tmp_path / "data", log=log, environment={"PYTHONPATH": str(tmp_path)}).start()
    server.process.send_signal(signal.SIGTERM)
    assert server.ended(END) == 1
    server.stop()
    said = log.read_text()
    assert "Timeout" in said
    assert "_shutdown" in said, "where the main thread stood"
