"""Once the pool is empty: who can lay must lay, and the game ends when nobody can."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from tests.rooms.harness import Harness, draw, eventually, mover, with_rooms
from tilerummy import editions
from tilerummy.rooms import commands
from tilerummy.rooms.jobs.hints import position_to_advise
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted, Refused
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.events import Ended, Passed
from tilerummy.rules.judge.ability import Ability


async def emptied(hall: Harness, amount: int, seats: int, passing: str = "refused") -> Room:
    """A game in which everybody has drawn until the pool was empty."""
    rules = {"opening.amount": amount, "end.pass_when_able": passing}
    room = await hall.game(edition=change(editions.load("original"), rules), seats=seats)
    while room.state.game is not None and room.state.game.pool:
        assert isinstance(await draw(room), Accepted)
    return room


async def passing(room: Room) -> Accepted | Refused:
    """The seat to move passes."""
    return await room.command(mover(room), commands.Move(f"pass-{room.seq}", room.seq, commands.PassMove()))


def test_who_can_lay_may_not_pass_and_hears_what_could_be_laid(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await emptied(hall, amount=0, seats=2)
        seq, game = room.seq, room.state.game
        answer = await passing(room)
        assert isinstance(answer, Refused)
        assert answer.code == "illegal"
        (violation,) = answer.violations
        assert violation.code == "pass-while-able"
        assert game is not None
        tiles = str((violation.params or {})["tiles"]).split()
        assert tiles
        assert set(tiles) <= set(game.racks[game.turn or 0])
        assert room.seq == seq

    with_rooms(tmp_path, work)


def test_a_free_edition_asks_nobody(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await emptied(hall, amount=0, seats=2, passing="allowed")
        assert isinstance(await passing(room), Accepted)
        assert room.entries[-1].events == (Passed(seat=room.entries[-1].events[0].seat),)  # type: ignore[union-attr]

    with_rooms(tmp_path, work)


def test_the_game_ends_by_itself_when_nobody_can_lay(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await emptied(hall, amount=300, seats=4)
        await eventually(lambda: room.state.phase == "over")
        (over,) = room.entries[-1].events
        assert isinstance(over, Ended)
        assert over.result.reason == "stuck"
        assert sum(room.state.totals) == 0

    with_rooms(tmp_path, work, running=True)


def test_a_stuck_game_that_was_cut_off_ends_after_the_restart(tmp_path: Path) -> None:
    rooms: list[str] = []

    async def before(hall: Harness) -> None:
        hall.rooms.moved = lambda record: None  # type: ignore[method-assign]
        rooms.append((await emptied(hall, amount=300, seats=4)).id)

    async def after(hall: Harness) -> None:
        room = await hall.room(rooms[0])
        await eventually(lambda: room.state.phase == "over")

    with_rooms(tmp_path, before)
    with_rooms(tmp_path, after, running=True)


def test_a_search_that_fails_lets_the_pass_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Harness) -> None:
        room = await emptied(hall, amount=0, seats=2)

        async def broken(positions: object) -> tuple[Ability, ...]:
            raise RuntimeError

        monkeypatch.setattr(room.endgame, "_search", broken)
        monkeypatch.setattr(room.endgame, "_row", 0)
        seat = room.state.game.turn if room.state.game else None
        assert isinstance(await passing(room), Accepted)
        assert room.entries[-1].events == (Passed(seat=seat or 0, proof="unproved"),)

    with_rooms(tmp_path, work)


def test_who_must_lay_may_ask_for_a_hint_at_every_table(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(edition=change(editions.load("original"), {"opening.amount": 0}))
        room.state = msgspec.structs.replace(room.state, hints=False)
        assert not room.snapshot(mover(room)).hints
        while room.state.game is not None and room.state.game.pool:
            await draw(room)
        assert room.snapshot(mover(room)).hints
        assert position_to_advise(room, mover(room), room.seq).pool == 0

    with_rooms(tmp_path, work)


def test_asking_twice_searches_once(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await emptied(hall, amount=0, seats=2)
        searched = []

        async def search(positions: object) -> tuple[Ability, ...]:
            searched.append(positions)
            return (Ability(None, stuck=True),)

        room.endgame._search, room.endgame._row = search, 0
        game = room.state.game
        assert game is not None
        await asyncio.gather(*(room.endgame.mover(room.seq, game) for _ in range(5)))
        assert len(searched) == 1

    with_rooms(tmp_path, work)
