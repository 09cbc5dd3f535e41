"""Somebody sets the machine's clock while a server plays by its own time."""

import time
from typing import Any

import pytest
from structlog.testing import capture_logs

from tests.rooms.harness import Harness, with_rooms
from tilerummy.rooms.server_time import ServerTime

YEARS = 30 * 365 * 86_400


@pytest.mark.parametrize("seconds", [-YEARS, -3600, 1, 3600, YEARS])
def test_it_is_told_and_moves_no_deadline(seconds: int, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Harness) -> None:
        now, wall = ServerTime(), time.time_ns
        room = await hall.game(limit=86_400)
        deadline, before = room.deadline, now()
        await hall.rooms._company.live()
        hall.clock.pass_by(61)
        monkeypatch.setattr(time, "time_ns", lambda: wall() + seconds * 10**9)
        with capture_logs() as said:
            await hall.rooms._company.live()
        assert [entry["seconds"] for entry in said if entry["event"] == "clock-set"] == [seconds] * (abs(seconds) > 1)
        assert 0 <= now() - before < 60_000
        assert room.deadline == deadline
        assert await hall.store.due(hall.clock()) == []

    with_rooms(tmp_path, work)
