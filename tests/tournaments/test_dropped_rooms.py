"""Rooms for which a tournament waits no longer: whatever the desk does, nobody plays on in one of them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.rooms.harness import eventually
from tests.tournaments.test_results_feed import FORMAT, WORD, Club, DeafBus, in_club, words_said
from tilerummy import formats
from tilerummy.rooms.commands import DrawMove, Move, Resign, Seal, Word
from tilerummy.rooms.events import Why
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Refused
from tilerummy.rules.game.promise import seal
from tilerummy.tournament import commands
from tilerummy.tournament.online_tables import online_tables
from tilerummy.tournament.rounds import unconfirmed
from tilerummy.tournament.table_changes import TableChange
from tilerummy.tournaments.hosted_tournament import HostedTournament

BY_HAND = (30, -10, -10, -10)
Act = Callable[[Club, HostedTournament], Awaitable[None]]


async def taken_over(club: Club, hosted: HostedTournament) -> None:
    await club.do(hosted, commands.PlayTable, table=1, online=False)


async def given_back(club: Club, hosted: HostedTournament) -> None:
    await taken_over(club, hosted)
    await club.do(hosted, commands.PlayTable, table=1, online=True)


async def seated_otherwise(club: Club, hosted: HostedTournament) -> None:
    await taken_over(club, hosted)
    before = hosted.state.tournament.stages[0].rounds[0].seating.tables[0]
    change = TableChange(1, before, before[::-1])
    await club.do(hosted, commands.ChangeTables, tables=(change,))


async def split(club: Club, hosted: HostedTournament) -> None:
    """Three tables of four become four of three."""
    for table in (1, 2, 3):
        await club.do(hosted, commands.PlayTable, table=table, online=False)
    tables = hosted.state.tournament.stages[0].rounds[0].seating.tables
    changes = [TableChange(at, seats, seats[1:]) for at, seats in enumerate(tables, start=1)]
    new = TableChange(4, (), tuple(seats[0] for seats in tables))
    await club.do(hosted, commands.ChangeTables, tables=(*changes, new))


async def entered(club: Club, hosted: HostedTournament) -> None:
    await club.do(hosted, commands.Report, table=1, game=1, scores=BY_HAND)


async def corrected(club: Club, hosted: HostedTournament) -> None:
    place: dict[str, Any] = {"stage": 0, "round": 0, "table": 1, "game": 1}
    await club.do(hosted, commands.Correct, **place, scores=BY_HAND, reason="played at the bar")


async def deserted(club: Club, hosted: HostedTournament) -> None:
    for number in (1, 2, 3):
        await club.do(hosted, commands.Withdraw, number=number)


async def closed(club: Club, hosted: HostedTournament) -> None:
    for table in (1, 2, 3):
        for game in (1, 2, 3):
            await club.do(hosted, commands.Report, table=table, game=game, scores=BY_HAND)
    await club.do(hosted, commands.CloseRound, listed=unconfirmed(hosted.state.tournament))


ACTS: list[tuple[Act, Why, bool]] = [
    (taken_over, "taken-over", True),
    (given_back, "taken-over", False),
    (seated_otherwise, "taken-over", True),
    (split, "taken-over", True),
    (entered, "settled", False),
    (corrected, "settled", True),
    (deserted, "too-few", True),
    (closed, "settled", False),
]
"""What the desk does, why the room is dropped then, and whether taking it back brings the game back."""


async def seated(club: Club, hosted: HostedTournament) -> Room:
    """The room of the first table, all four in their seats."""
    for number in (1, 2, 3, 4):
        ident = await club.feeder.tables.claim(hosted, 1, number, f"p{number}")
    room = await club.rooms.find(ident)
    assert room is not None
    return room


async def waited_for(club: Club, hosted: HostedTournament) -> set[str]:
    """The rooms of the games that are due."""
    due = [await club.feeder.tables.due(hosted, table) for table in online_tables(hosted.state.tournament)]
    return {one.room.id for one in due if one is not None}


async def going_on(club: Club, hosted: HostedTournament) -> set[str]:
    """The rooms of the event that are not over."""
    return {room for _, room in await club.rooms.store.unfinished(f"tournament:{hosted.link}")}


async def nothing_else_goes_on(club: Club, hosted: HostedTournament) -> None:
    """Wait until no room goes on but those of the games that are due."""
    async with asyncio.timeout(10):
        while not await going_on(club, hosted) <= await waited_for(club, hosted):
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "lobby"])
@pytest.mark.parametrize(("act", "why", "back"), ACTS, ids=[act.__name__ for act, *_ in ACTS])
def test_nobody_plays_on_in_a_room_that_the_event_waits_for_no_longer(
    tmp_path: Path, act: Act, why: Why, back: bool, dealt: bool
) -> None:
    async def work(club: Club) -> None:
        await club.feeder.start()
        hosted = await club.event(FORMAT, players=12)
        room = await seated(club, hosted)
        if dealt:
            await club.feeder.tables.begin(hosted, 1)
            await words_said(room)
            assert room.state.phase == "playing"
        await act(club, hosted)
        await eventually(lambda: room.state.dropped == why)
        assert (room.state.phase, room.deadline) == ("left", None)
        for asked in (Move("m", room.seq, DrawMove()), Resign("r"), Seal("s", seal(WORD)), Word("w", WORD)):
            answer = await room.command("p4", asked)
            assert isinstance(answer, Refused)
            assert (answer.code, answer.params) == ("game-dropped", {"why": why})
        await nothing_else_goes_on(club, hosted)
        if back:
            while hosted.state.tournament.undoable and hosted.state.tournament.undoable[-1].what != "start":
                await club.do(hosted, commands.Undo, step=hosted.state.tournament.steps)
            await eventually(lambda: room.state.dropped is None)
            assert room.id in await waited_for(club, hosted)
            await nothing_else_goes_on(club, hosted)
            assert room.state.phase == ("playing" if dealt else "lobby")
            assert (room.deadline is not None) == dealt

    in_club(tmp_path, work)


def test_what_a_server_left_going_on_when_it_died_is_dropped_at_the_next_start(tmp_path: Path) -> None:
    """Also where the event is over by then."""
    known: dict[str, str] = {}
    format_ = formats.load("open-league")

    async def dies(club: Club) -> None:
        hosted = await club.event(format_, players=4)
        known.update(link=hosted.link, room=(await seated(club, hosted)).id)
        while not hosted.state.tournament.finished:
            play = hosted.state.tournament.play
            assert play is not None
            if play.rounds[hosted.state.tournament.current].phase == "planned":
                await club.do(hosted, commands.Publish)
                await club.do(hosted, commands.StartRound)
            for game in range(1, hosted.state.tournament.rule(play).games + 1):
                await club.do(hosted, commands.Report, table=1, game=game, scores=BY_HAND, sure=True)
            await club.do(hosted, commands.CloseRound, listed=unconfirmed(hosted.state.tournament))
        assert await going_on(club, hosted) == {known["room"]}

    async def comes_back(club: Club) -> None:
        await club.feeder.start()
        room = await club.rooms.find(known["room"])
        assert room is not None
        await eventually(lambda: room.state.dropped == "settled")

    in_club(tmp_path, dies, DeafBus())
    in_club(tmp_path, comes_back)
