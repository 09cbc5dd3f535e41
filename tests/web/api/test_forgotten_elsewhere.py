"""Who is forgotten at one server is named by none, also where no word of it arrives."""

from pathlib import Path
from typing import Any, cast

from tests.rooms.harness import Harness, eventually, in_two_halls, look
from tilerummy.bus import LocalBus
from tilerummy.circles.hosting import Circles
from tilerummy.rooms import commands
from tilerummy.rooms.views.messages_out import Accepted
from tilerummy.web import limits
from tilerummy.web.api.guests import GuestApi
from tilerummy.web.revocations import Revocations
from tilerummy.web.sessions import KEY_BYTES, Sessions


def test_a_server_that_hears_nothing_learns_it_with_the_end_of_the_sessions(tmp_path: Path) -> None:
    async def work(here: Harness, there: Harness) -> None:
        room = await here.game()
        assert isinstance(await room.command("p0", commands.Resign("gone")), Accepted)
        revocations = Revocations(there.store)
        circles, nothing = Circles(there.store, LocalBus(), there.rooms), cast(Any, None)
        sessions = Sessions([bytes(KEY_BYTES)], revocations)
        GuestApi(there.rooms, nothing, nothing, circles, nothing, sessions, limits.budget(1))
        elsewhere = await there.room(room.id)
        viewer = look(elsewhere, "p1")
        assert b"Guest 0" in b"".join(viewer.take())
        await here.rooms.forget("p0")
        await revocations.look()
        await eventually(lambda: "p0" not in elsewhere.state.people)
        assert b"Guest 0" not in b"".join(viewer.take())

    in_two_halls(tmp_path, work, shared_bus=False)
