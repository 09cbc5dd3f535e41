"""Results flow from rooms into their tournament: what was left undone is done at the next start, and nothing twice."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.rooms.harness import eventually
from tilerummy import formats
from tilerummy.bus import Bus, LocalBus
from tilerummy.rooms.commands import Resign, Seal, Word
from tilerummy.rooms.decision import Decision, after
from tilerummy.rooms.events import CameBack, StoodIn
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.room import Room
from tilerummy.rooms.settings import Settings
from tilerummy.rooms.state import RoomState
from tilerummy.rules.game.promise import seal
from tilerummy.store.folder import open_store
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.events.results import Confirmed, Reported
from tilerummy.tournament.format.format import Format
from tilerummy.tournament.online_tables import online_tables
from tilerummy.tournaments import backup
from tilerummy.tournaments import results_feed as feeding
from tilerummy.tournaments.hosted_tournament import HostedTournament
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.tournaments.results_feed import ResultsFeed

NOW = 1_800_000_000_000
ORGANISER = Actor("organiser")


class DeafBus(LocalBus):
    """A bus on which every hint is lost."""

    def publish(self, game: str, seq: int) -> None:
        """Nobody hears it."""


class Club:
    """A server over a store: rooms, tournaments and, once it is started, what feeds the one from the other."""

    def __init__(self, store: Any, bus: Bus) -> None:
        self.rooms = Rooms(store, bus, Settings(computer_pause=0))
        self.hall = Tournaments(store, bus, self.rooms.scheduler)
        self.feeder = ResultsFeed(self.hall, self.rooms, bus)

    async def event(self, format_: Format, players: int = 8, *, initials: bool = False) -> HostedTournament:
        """A tournament whose first round is played online."""
        hosted = await self.hall.create("Event", format_, "ann", NOW, initials=initials)
        names = "\n".join(f"Player {number}" for number in range(1, players + 1))
        await self.do(hosted, commands.Enter, text=names)
        await self.do(hosted, commands.PlayOnline, online=True)
        for step in (commands.Begin, commands.Publish, commands.StartRound):
            await self.do(hosted, step)
        return hosted

    async def do(self, hosted: HostedTournament, kind: Callable[..., Any], **fields: Any) -> None:
        await hosted.do(ORGANISER, kind(id=f"c{hosted.seq}", **fields), NOW)

    async def play(self, hosted: HostedTournament, table: int = 1, stands_in: tuple[int, ...] = ()) -> Room:
        """The game that is due at a table, to its end: all but the last player give up. A computer player stands in for
        a while on some seats."""
        at = next(one for one in online_tables(hosted.state.tournament) if one.table == table)
        due = await self.feeder.tables.due(hosted, at)
        assert due is not None
        room = due.room
        for number in at.players:
            if room.state.sitters[at.players.index(number)].player is None:  # type: ignore[union-attr]
                await self.feeder.tables.claim(hosted, table, number, f"p{number}")
        await self.feeder.tables.begin(hosted, table)
        await words_said(room)
        for seat in stands_in:
            await room.keep("server", None, partial(_stands_in, seat=seat))
        for number in at.players[:-1]:
            await room.command(f"p{number}", Resign(f"r{number}"))
        assert room.state.phase == "over"
        return room


def _stands_in(state: RoomState, seat: int) -> Decision:
    return after(state, StoodIn(seat), CameBack(seat))


async def words_said(room: Room) -> None:
    """Everybody seals a word for the deal and says it."""
    for seat in room.state.unsealed:
        await room.command(_player(room, seat), Seal("seal", seal(WORD)))
    for seat in room.state.silent:
        await room.command(_player(room, seat), Word("word", WORD))


def _player(room: Room, seat: int) -> str:
    sitter = room.state.sitters[seat]
    assert sitter is not None
    return sitter.player or ""


def in_club(folder: Path, work: Callable[[Club], Awaitable[None]], bus: Bus | None = None) -> None:
    """Do the work at a server over the folder; what goes on by itself goes on only once the work starts it."""

    async def doing() -> None:
        store = open_store(folder)
        club = Club(store, bus or LocalBus())
        try:
            await work(club)
        finally:
            await club.feeder.close()
            await club.hall.close()
            await club.rooms.close()
            await store.close()

    asyncio.run(doing())


def results(hosted: HostedTournament) -> dict[tuple[int, int, int], tuple[int | None, ...]]:
    play = hosted.state.tournament.play
    assert play is not None
    return {place: result.scores for place, result in play.results.items()}


async def told(hosted: HostedTournament, table: int, game: int) -> None:
    """Wait until the tournament has the result of a game of its first round."""
    await eventually(lambda: (0, table, game) in results(hosted))


def entered(hosted: HostedTournament) -> list[tuple[int, int]]:
    """Every result that was entered, in order."""
    events = [event for entry in hosted.entries for event in entry.events]
    assert sum(isinstance(event, Confirmed) for event in events) == sum(isinstance(event, Reported) for event in events)
    return [(event.table, event.game) for event in events if isinstance(event, Reported)]


WORD = "x" * 16
FORMAT = formats.load("belgian-tournament")


def test_a_result_says_for_whom_a_computer_player_played(tmp_path: Path) -> None:
    async def plays(club: Club) -> None:
        hosted = await club.event(FORMAT)
        await club.play(hosted, stands_in=(1,))
        await club.feeder.start()
        await told(hosted, 1, 1)
        play = hosted.state.tournament.play
        assert play is not None
        assert play.results[0, 1, 1].stood_in == (play.rounds[0].seating.tables[0][1],)

    in_club(tmp_path, plays)


def test_what_a_server_left_undone_when_it_died_is_done_at_the_next_start(tmp_path: Path) -> None:
    known: dict[str, Any] = {}

    async def dies(club: Club) -> None:
        hosted = await club.event(FORMAT)
        room = await club.play(hosted)
        assert room.state.game is not None
        assert room.state.game.over is not None
        known.update(link=hosted.link, scores=room.state.game.over.scores, room=room.id)
        assert results(hosted) == {}

    async def comes_back(club: Club) -> None:
        await club.feeder.start()
        hosted = await club.hall.find(known["link"])
        assert hosted is not None
        await told(hosted, 1, 1)
        assert results(hosted) == {(0, 1, 1): known["scores"]}
        room = await club.rooms.find(known["room"])
        assert room is not None
        await eventually(lambda: room.state.next is not None)
        following = await club.rooms.find(str(room.state.next))
        assert following is not None
        assert following.state.people == room.state.people
        assert following.state.totals == known["scores"]

    async def nothing_is_left(club: Club) -> None:
        hosted = await club.hall.find(known["link"])
        assert hosted is not None
        before = hosted.seq
        await club.feeder.start()
        await club.play(hosted, table=2)
        await told(hosted, 2, 1)
        assert hosted.seq == before + 1
        assert entered(hosted) == [(1, 1), (2, 1)]

    for work in (dies, comes_back, nothing_is_left):
        in_club(tmp_path, work)


def test_two_servers_that_see_the_same_end_enter_it_once(tmp_path: Path) -> None:
    async def work(club: Club) -> None:
        hosted = await club.event(FORMAT)
        await club.play(hosted)
        other = Club(club.hall.store, LocalBus(alone=False))
        await asyncio.gather(club.feeder.start(), other.feeder.start())
        again = await other.hall.find(hosted.link)
        assert again is not None
        await eventually(lambda: (0, 1, 1) in results(hosted) and (0, 1, 1) in results(again))
        await asyncio.gather(hosted.record.catch_up_if_behind(1_000), again.record.catch_up_if_behind(1_000))
        assert entered(hosted) == entered(again) == [(1, 1)]
        first = online_tables(hosted.state.tournament)[0]
        due = [await server.feeder.tables.due(hosted, first) for server in (club, other)]
        assert [one and one.room.id for one in due] == [first.rooms[1]] * 2
        await other.feeder.close()
        await other.rooms.close()

    in_club(tmp_path, work)


def test_hints_that_are_lost_are_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeding, "POLL", 0.02)

    async def work(club: Club) -> None:
        hosted = await club.event(FORMAT)
        await club.feeder.start()
        for game in (1, 2, 3):
            await club.play(hosted)
            await told(hosted, 1, game)
        assert entered(hosted) == [(1, 1), (1, 2), (1, 3)]

    in_club(tmp_path, work, DeafBus())


def test_a_poll_that_fails_is_not_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeding, "POLL", 0.02)
    failed: list[str] = []

    async def work(club: Club) -> None:
        lease = club.rooms.lease

        async def failing_once(name: str, seconds: float) -> bool:
            if name.startswith("results:") and not failed:
                failed.append(name)
                raise ValueError("a row of a newer server")
            return await lease(name, seconds)

        monkeypatch.setattr(club.rooms, "lease", failing_once)
        hosted = await club.event(FORMAT)
        await club.feeder.start()
        await eventually(lambda: bool(failed))
        await club.play(hosted)
        await told(hosted, 1, 1)

    in_club(tmp_path, work, DeafBus())


def test_a_table_taken_over_is_left_to_the_desk(tmp_path: Path) -> None:
    async def work(club: Club) -> None:
        hosted = await club.event(FORMAT)
        await club.play(hosted)
        await club.do(hosted, commands.PlayTable, table=1, online=False)
        await club.feeder.start()
        await club.play(hosted, table=2)
        await told(hosted, 2, 1)
        assert entered(hosted) == [(2, 1)]

    in_club(tmp_path, work)


def test_a_game_the_desk_settles_by_hand_leads_on_to_the_next(tmp_path: Path) -> None:
    async def work(club: Club) -> None:
        await club.feeder.start()
        hosted = await club.event(FORMAT)
        for number in (1, 2):
            room = await club.rooms.find(await club.feeder.tables.claim(hosted, 1, number, f"p{number}"))
        assert room is not None
        await club.feeder.tables.begin(hosted, 1)
        await words_said(room)
        await club.do(hosted, commands.Report, table=1, game=1, scores=(30, -10, -10, -10))
        await eventually(lambda: room.state.next is not None)
        await eventually(lambda: room.state.dropped == "settled")
        following = await club.rooms.find(str(room.state.next))
        assert following is not None
        assert following.state.people == ("p1", "p2")
        assert results(hosted) == {(0, 1, 1): (30, -10, -10, -10)}

    in_club(tmp_path, work)


def test_where_the_public_sees_initials_so_does_who_looks_on(tmp_path: Path) -> None:
    async def work(club: Club) -> None:
        hosted = await club.event(FORMAT, initials=True)
        due = await club.feeder.tables.due(hosted, online_tables(hosted.state.tournament)[0])
        assert due is not None
        names = [sitter.name for sitter in due.room.state.sitters if sitter]
        assert names == [f"P. {number}. ({number})" for number in (1, 2, 3, 4)]

    in_club(tmp_path, work)


def test_a_backup_goes_on_elsewhere_with_the_game_that_has_no_result(tmp_path: Path) -> None:
    saved: list[bytes] = []

    async def before(club: Club) -> None:
        await club.feeder.start()
        hosted = await club.event(FORMAT)
        await club.play(hosted)
        await told(hosted, 1, 1)
        saved.append(backup.dumps(hosted.link, [entry.row for entry in hosted.entries]))

    async def after(club: Club) -> None:
        hosted = await club.hall.restore(saved[0], NOW, "address")
        await club.feeder.start()
        shown = await club.feeder.tables.shown(hosted, ORGANISER, None)
        assert [(table.game, table.phase) for table in shown] == [(2, "lobby"), (1, "lobby")]
        await club.play(hosted)
        await told(hosted, 1, 2)

    in_club(tmp_path / "here", before)
    in_club(tmp_path / "there", after)


def test_an_edition_that_nobody_here_has_is_told_and_stops_no_other_table(tmp_path: Path) -> None:
    strange = msgspec.structs.replace(FORMAT, edition="elsewhere")

    async def work(club: Club) -> None:
        hosted = await club.event(strange)
        await club.feeder.start()
        shown = await club.feeder.tables.shown(hosted, ORGANISER, None)
        assert [table.phase for table in shown] == ["lost", "lost"]

    in_club(tmp_path, work)
