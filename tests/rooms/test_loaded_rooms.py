"""Which rooms stay in memory."""

from pathlib import Path

import pytest

from tests.rooms.harness import Harness, look, with_rooms
from tilerummy.rooms import hosting


def test_a_room_people_look_at_stays_and_so_does_the_one_just_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "LOADED", 1)

    async def work(hall: Harness) -> None:
        first = await hall.game()
        look(first, "p0")
        second = await hall.game()
        assert await hall.room(second.id) is second
        third = await hall.game()
        assert await hall.room(third.id) is third
        assert await hall.room(first.id) is first
        assert await hall.room(second.id) is not second

    with_rooms(tmp_path, work)
