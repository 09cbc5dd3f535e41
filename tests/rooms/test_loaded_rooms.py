"""Which rooms stay in memory."""

from pathlib import Path

import pytest

from tests.rooms.harness import Hall, in_hall
from tilerummy.rooms import hosting


def test_a_room_people_look_at_stays_and_so_does_the_one_just_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "LOADED", 1)

    async def work(hall: Hall) -> None:
        first = await hall.game()
        first.join("p0", None)
        second = await hall.game()
        assert await hall.room(second.id) is second
        third = await hall.game()
        assert await hall.room(third.id) is third
        assert await hall.room(first.id) is first
        assert await hall.room(second.id) is not second

    in_hall(tmp_path, work)
