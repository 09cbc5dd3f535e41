"""Circles in this process: who is called to a table, and how much of everything there is."""

from pathlib import Path

import pytest

from tests.rooms.harness import Harness, with_rooms
from tests.web.notices.push_service import PushService
from tests.web.notices.test_sender import pass_by, run, subscribed, titles
from tilerummy.bus import LocalBus
from tilerummy.circles.decide import JoinCircle, TakeOut
from tilerummy.circles.hosting import MOST_CIRCLES, MOST_TABLES, Circles, HostedCircle
from tilerummy.messages import text
from tilerummy.rooms.commands import Sit
from tilerummy.rooms.views.notices import HOLD
from tilerummy.rules.refusal import Refusal
from tilerummy.store.retention import DAY, Retention
from tilerummy.web.notices.sender import Sender

CALL = text("en", "notice.circle-title")


async def club(hall: Harness, *others: str) -> tuple[Circles, HostedCircle]:
    """A circle of p0 and these guests."""
    circles = Circles(hall.store, LocalBus(), hall.rooms)
    hosted = await circles.found("Club", "p0", "Guest 0", hall.clock())
    for player in others:
        key = hosted.state.keys.members
        await circles.do(hosted, player, JoinCircle("join", f"Guest {player[1:]}", key), hall.clock())
    return circles, hosted


def test_a_new_table_calls_the_other_members_who_want_to_be_told(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        circles, hosted = await club(hall, "p1", "p2", "p3")
        kinds = ("invitation",)
        browsers = [await subscribed(hall, service, f"p{one}", kinds=kinds, names=True) for one in (0, 1, 3)]
        turns = await subscribed(hall, service, "p2")
        await circles.do(hosted, "p0", TakeOut("out", 4), hall.clock())
        await circles.open_table(hosted, "p0", None)
        await pass_by(hall, sending, HOLD / 1000)
        assert [titles(browser) for browser in (*browsers, turns)] == [[], [CALL], [], []]
        assert browsers[1].read[0]["text"] == text("en", "notice.circle-with", names="Guest 0")

    run(tmp_path, work)


def test_nobody_is_called_to_a_table_that_waits_no_more_or_from_a_circle_they_left(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        circles, hosted = await club(hall, "p1", "p2")
        browsers = [await subscribed(hall, service, player, kinds=("invitation",)) for player in ("p1", "p2")]
        await circles.open_table(hosted, "p0", None)
        await circles.do(hosted, "p0", TakeOut("out", 2), hall.clock())
        await pass_by(hall, sending, HOLD / 1000)
        assert [titles(browser) for browser in browsers] == [[], [CALL]]

    run(tmp_path, work)


def test_a_guest_has_so_many_circles_and_a_circle_so_many_tables(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        circles, hosted = await club(hall, "p1")
        for _ in range(MOST_CIRCLES - 1):
            await circles.found("Club", "p0", "Guest 0", hall.clock())
        assert len(await circles.of("p0")) == MOST_CIRCLES
        other = await circles.found("Club", "p2", "Guest 2", hall.clock())
        for asked in (
            circles.found("Club", "p0", "Guest 0", hall.clock()),
            circles.do(other, "p0", JoinCircle("j", "Guest 0", other.state.keys.members), hall.clock()),
        ):
            with pytest.raises(Refusal) as refusal:
                await asked
            assert refusal.value.code == "too-many-circles"
        assert await circles.do(hosted, "p0", JoinCircle("j", "Guest 0", hosted.state.keys.members), hall.clock())
        for _ in range(MOST_TABLES):
            await circles.open_table(hosted, "p0", None)
        with pytest.raises(Refusal) as refusal:
            await circles.open_table(hosted, "p1", None)
        assert refusal.value.code == "circle-tables"

    with_rooms(tmp_path, work)


def test_a_circle_is_kept_as_long_as_it_plays_and_is_gone_two_years_later(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        circles, hosted = await club(hall, "p1")
        hall.clock.pass_by(700 * DAY / 1000)
        room = await hall.room(await circles.open_table(hosted, "p0", None))
        await room.carry_out("p1", Sit("sit", "Guest 1"), hall.clock())
        hall.clock.pass_by(60 * DAY / 1000)
        assert not (await hall.store.prune(Retention(), hall.clock())).events
        hall.clock.pass_by(60 * DAY / 1000)
        gone = await hall.store.prune(Retention(), hall.clock())
        assert (gone.abandoned, gone.events) == (1, 1)
        await circles.look_for_lost()
        assert await circles.of("p0") == []

    with_rooms(tmp_path, work)
