"""Clubs in this process: what a server that ends halfway leaves, events that are gone, and many of them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from tilerummy import formats
from tilerummy.bus import LocalBus
from tilerummy.clubs.commands import AddEvent, ChangeMember, EnterMember, ErasePerson, RemoveMember, RenewClubLink
from tilerummy.clubs.hosting import Clubs, HostedClub
from tilerummy.clubs.state import EventAdded, EventCounted, encode
from tilerummy.clubs.views import view
from tilerummy.records.record import LARGEST
from tilerummy.rooms.jobs.scheduler import Scheduler
from tilerummy.rules.refusal import Refusal
from tilerummy.seasons.outcomes import Finisher, Outcome
from tilerummy.sheets.hosting import Sheets
from tilerummy.store import Row, StorageFailure, Store, Write
from tilerummy.store.folder import open_store
from tilerummy.store.retention import DAY, Retention
from tilerummy.tournaments.hosting import Tournaments

NOW = 1_800_000_000_000


def hosting(folder: Path, work: Callable[[Store, Clubs, Tournaments], Awaitable[None]]) -> None:
    """Do the work over a new store."""

    async def doing() -> None:
        store, bus, scheduler = open_store(folder), LocalBus(), Scheduler()
        tournaments = Tournaments(store, bus, scheduler)
        clubs = Clubs(store, bus, tournaments, Sheets(store, bus))
        try:
            await work(store, clubs, tournaments)
        finally:
            await clubs.close()
            await tournaments.close()
            await scheduler.close()
            await store.close()

    asyncio.run(doing())


async def bodies(store: Store, club: HostedClub) -> bytes:
    return b"".join(row.body for row in (await store.log(club.id))[1])


def test_what_a_server_left_undone_the_next_one_does(tmp_path: Path) -> None:
    async def work(store: Store, clubs: Clubs, tournaments: Tournaments) -> None:
        club = await clubs.found("Club", "ann", NOW)
        key = club.state.keys.keeper
        await clubs.do(club, EnterMember("a", "Ann Maes", note="secret"), NOW, key)
        with patch.object(store, "rewrite", side_effect=StorageFailure("storage-failed", "")):
            with pytest.raises(StorageFailure):
                await clubs.do(club, ErasePerson("b", "m1"), NOW, key)
        assert not club.state.members
        assert b"Ann Maes" in await bodies(store, club)
        other = Clubs(store, LocalBus(), tournaments, Sheets(store, LocalBus()))
        again = await other.find(club.link)
        assert again is not None
        while b"Ann Maes" in await bodies(store, club):
            await asyncio.sleep(0.01)
        assert b"secret" not in await bodies(store, club)
        await other.close()
        # asked again, it is answered, and done again
        assert await clubs.do(club, ErasePerson("b", "m1"), NOW, key) == 3
        with pytest.raises(Refusal) as refusal:
            await clubs.do(club, ChangeMember("c", 1, "Ann Maes"), NOW, key)
        assert refusal.value.code == "unknown-member"

    hosting(tmp_path, work)


def test_two_who_erase_at_once_leave_neither(tmp_path: Path) -> None:
    async def work(store: Store, clubs: Clubs, tournaments: Tournaments) -> None:
        club = await clubs.found("Club", "ann", NOW)
        key = club.state.keys.keeper
        for at in range(6):
            await clubs.do(club, EnterMember(f"a{at}", f"Player {'ABCDEF'[at]}", note="secret"), NOW, key)
        asked = [clubs.do(club, ErasePerson(f"b{at}", f"m{at}"), NOW, key) for at in (1, 2, 3)]
        await asyncio.gather(*asked, *(clubs.do(club, RemoveMember(f"c{at}", at), NOW, key) for at in (4, 5)))
        left = await bodies(store, club)
        assert b"Player F" in left
        assert left.count(b"Player") == left.count(b"secret") == 1
        assert [one.name for one in club.state.members.values()] == ["Player F"]

    hosting(tmp_path, work)


def test_two_servers_keep_one_club(tmp_path: Path) -> None:
    async def work(store: Store, _: Clubs, tournaments: Tournaments) -> None:
        here, there = (Clubs(store, LocalBus(alone=False), tournaments, Sheets(store, LocalBus())) for _ in range(2))
        mine = await here.found("Club", "ann", NOW)
        key = mine.state.keys.keeper
        theirs = await there.find(mine.link)
        assert theirs is not None
        await here.do(mine, EnterMember("a", "Ann Maes"), NOW, key)
        await there.do(theirs, EnterMember("b", "Bob Maes"), NOW, key)
        await here.do(mine, EnterMember("c", "Cas Maes"), NOW, key)
        with pytest.raises(Refusal) as refusal:
            await there.do(theirs, EnterMember("d", "cas maes"), NOW, key)
        assert refusal.value.code == "member-there"
        assert [one.number for one in theirs.state.members.values()] == [1, 2, 3]
        await here.do(mine, RenewClubLink("e", "keeper"), NOW, key)
        with pytest.raises(Refusal) as refusal:
            await there.do(theirs, EnterMember("f", "Dee Maes"), NOW, key)
        assert refusal.value.code == "unknown-key"
        for one in (here, there):
            await one.close()

    hosting(tmp_path, work)


def test_an_event_that_is_gone_is_said_to_be_and_counts_on(tmp_path: Path) -> None:
    async def work(store: Store, clubs: Clubs, tournaments: Tournaments) -> None:
        event = await tournaments.create("Cup", formats.load("belgian-tournament"), "ann", NOW, initials=False)
        later = NOW + 700 * DAY
        club = await clubs.found("Club", "ann", later)
        await clubs.do(club, AddEvent("a", event.link, event.state.keys.organiser), later, club.state.keys.keeper)
        await clubs.look(club, later)
        (shown,) = view(club.state, club.link, club.seq, "reader", club.lost).events
        assert (shown.name, shown.lost, shown.finished) == ("Cup", False, False)
        assert (await store.prune(Retention(), NOW + 731 * DAY)).events == 1
        await clubs.look(club, later)
        (shown,) = view(club.state, club.link, club.seq, "reader", club.lost).events
        assert (shown.name, shown.lost) == ("Cup", True)
        assert (await store.prune(Retention(), later + 731 * DAY)).events == 1

    hosting(tmp_path, work)


def test_a_club_of_200_events_of_a_hundred_people_fits(tmp_path: Path) -> None:
    async def work(store: Store, clubs: Clubs, tournaments: Tournaments) -> None:
        club = await clubs.found("Club", "ann", NOW)
        for number in range(1, 201):
            people = tuple(Finisher(at, f"Player Number {at + number % 40}", "Gent", at) for at in range(1, 101))
            games = tuple(
                tuple((1 + (4 * table + seat + 7 * game) % 100, (30, -5, -10, -15)[seat]) for seat in range(4))
                for game in range(10)
                for table in range(25)
            )
            happened = (
                EventAdded(number, f"t{number}", "Evening", "2026-01-01"),
                EventCounted(number, "Evening", "2026-01-01", Outcome("Evening", True, people, games), 9),
            )
            await store.append(Write(club.id, Row(number + 1, "club", None, encode(happened), NOW), "playing"))
        await clubs.changed(club.id)
        assert len(club.state.events) == 200
        assert club.record.size < LARGEST // 2 + LARGEST // 8
        assert len(view(club.state, club.link, club.seq, "keeper", club.lost).events) == 200

    hosting(tmp_path, work)
