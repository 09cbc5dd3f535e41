"""Tournaments in this process: what is held in memory, what a backup may not bring, what a table may not know yet."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from tilerummy import formats
from tilerummy.bus import LocalBus
from tilerummy.records.links import new_key
from tilerummy.rooms.jobs.scheduler import Scheduler
from tilerummy.store import Head, Row, Store, Write
from tilerummy.store.folder import open_store
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.events.people import Opened, SignUp
from tilerummy.tournament.events.results import Confirmed
from tilerummy.tournament.events.rounds import Published, StageBegun
from tilerummy.tournament.lists.entrants import Entrant
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournament.state import Event, Round, StagePlay, Tournament
from tilerummy.tournaments import backup, hosting
from tilerummy.tournaments.hosted_tournament import KIND
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.tournaments.keys import new_keys
from tilerummy.tournaments.views import view

FORMAT = formats.load("belgian-tournament")
NOW = 1_800_000_000_000


def with_rooms(folder: Path, work: Callable[[Tournaments], Awaitable[None]]) -> None:
    """Do the work over a new store."""

    async def doing() -> None:
        store = open_store(folder)
        scheduler = Scheduler()
        hall = Tournaments(store, LocalBus(), scheduler)
        try:
            await work(hall)
        finally:
            await hall.close()
            await scheduler.close()
            await store.close()

    asyncio.run(doing())


def test_what_is_watched_is_held_and_so_is_what_was_just_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "LOADED", 1)

    async def work(hall: Tournaments) -> None:
        first = await hall.create("First", FORMAT, "ann", NOW, initials=False)
        first.record.watchers += 1
        second = await hall.create("Second", FORMAT, "ann", NOW, initials=False)
        assert await hall.find(first.link) is first
        assert await hall.find(second.link) is second
        third = await hall.create("Third", FORMAT, "ann", NOW, initials=False)
        assert await hall.find(third.link) is third
        assert await hall.find(first.link) is first
        assert await hall.find(second.link) is not second

    with_rooms(tmp_path, work)


def test_what_another_server_adds_while_a_record_is_loaded_is_not_missed(tmp_path: Path) -> None:
    class Reading:
        """A store in which another server adds a row, and tells of it, just after the rows of a record were read."""

        def __init__(self, store: Store, bus: LocalBus) -> None:
            self._store, self._bus, self.other = store, bus, ""

        def __getattr__(self, name: str) -> Any:
            return getattr(self._store, name)

        async def log(self, ident: str, after: int = 0) -> tuple[Head | None, list[Row]]:
            found = await self._store.log(ident, after)
            if ident == self.other:
                self.other = ""
                body = KIND.encode((SignUp(True),))
                await self._store.append(Write(ident, Row(2, "organiser", "c", body, NOW), "lobby"))
                self._bus.publish(ident, 2)
            return found

    async def doing() -> None:
        store, bus = open_store(tmp_path), LocalBus()
        try:
            made = await Tournaments(store, LocalBus(), Scheduler()).create(
                "Autumn", FORMAT, "ann", NOW, initials=False
            )
            reading = Reading(store, bus)
            reading.other = made.id
            found = await Tournaments(cast(Store, reading), bus, Scheduler()).find(made.link)
            assert found is not None
            assert await asyncio.wait_for(found.record.changed(1), 60) == 2
            assert found.state.tournament.sign_ups.open
        finally:
            await store.close()

    asyncio.run(doing())


def saved(happened: tuple[Event, ...], at: int) -> bytes:
    """A backup of a tournament to which this happened after its opening."""
    opened = Row(1, "ann", None, KIND.encode((new_keys(), Opened("A", FORMAT, 7, False))), NOW)
    return backup.dumps(new_key(), [opened, Row(2, "organiser", "c2", KIND.encode(happened), at)])


@pytest.mark.parametrize(
    ("happened", "at"),
    [
        ((StageBegun(0, (1, 2)), Published(3)), NOW),
        ((StageBegun(0, (1, 2)), Confirmed(0, 1, 1, "seat:1")), NOW),
        ((Published(0),), NOW),
        ((SignUp(True),), 2**70),
        ((SignUp(True),), -1),
    ],
)
def test_a_backup_that_no_tournament_left_is_refused_before_anything_is_kept(
    tmp_path: Path, happened: tuple[Event, ...], at: int
) -> None:
    data = saved(happened, at)

    async def work(hall: Tournaments) -> None:
        with pytest.raises(ValueError):
            await hall.restore(data, NOW, "address")
        header = msgspec.json.decode(data.splitlines()[0])
        assert await hall.find(header["id"]) is None

    with_rooms(tmp_path, work)


def test_a_table_is_not_told_who_will_sit_there_in_a_round_that_is_not_published() -> None:
    now, later = Round(Seating(((1, 2), (3, 4))), "playing"), Round(Seating(((3, 1), (2, 4))))
    state = Tournament(
        name="A",
        format=FORMAT,
        seed=7,
        entrants={number: Entrant(number, f"Player {number}") for number in range(1, 5)},
        stages=(StagePlay(0, (1, 2, 3, 4), (now, later)),),
    )
    for card, seats in (((0, 0), (1, 2)), ((0, 1), ()), ((1, 0), ())):
        shown = view(state, new_keys(), Actor("table", 1, card), "x", 1)
        assert [one.number for one in shown.entrants] == list(seats)
        assert [round_.tables for round_ in shown.stages[0].rounds] == [(seats, ())]
