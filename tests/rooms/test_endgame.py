"""Once the pool is empty: who can lay must lay, and the game ends when nobody can."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from tests.rooms.harness import PATIENCE, Harness, draw, eventually, look, mover, with_rooms
from tilerummy import editions
from tilerummy.rooms import caretaking, commands, endgame
from tilerummy.rooms.jobs.hints import position_to_advise
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted, Refused
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.events import Ended, Passed
from tilerummy.rules.game.scoring import rack_value
from tilerummy.rules.game.unopened import last_chance
from tilerummy.rules.judge.ability import Ability
from tilerummy.rules.position import Position
from tilerummy.solver.ability import ability


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a proof takes longer than anybody at a table would wait."""
    monkeypatch.setattr(endgame, "PATIENCE", PATIENCE)


DUEL = change(editions.load("duel"), {"deal.redeal": "none"})
"""A duel whose first turn begins at once."""


async def emptied(hall: Harness, amount: int, seats: int, passing: str = "refused") -> Room:
    """A game in which everybody has drawn until the pool was empty."""
    rules = {"opening.amount": amount, "end.pass_when_able": passing}
    room = await hall.game(edition=change(editions.load("original"), rules), seats=seats)
    while room.state.game is not None and room.state.game.pool:
        assert isinstance(await draw(room), Accepted)
    return room


async def with_a_loser(hall: Harness, edition: Edition) -> Room:
    """A game with an empty pool in which the racks are not worth the same: once in many deals they are."""
    while True:
        room = await hall.game(edition=edition, limit=30)
        while room.state.game is not None and room.state.game.pool:
            await draw(room)
        assert room.state.game is not None
        if len({rack_value(edition, rack) for rack in room.state.game.racks}) > 1:
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
        hall.rooms.moved = lambda room: None  # type: ignore[method-assign]
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
        room.record.state = msgspec.structs.replace(room.state, hints=False)
        assert not room.shown.snapshot(mover(room)).hints
        while room.state.game is not None and room.state.game.pool:
            await draw(room)
        assert room.shown.snapshot(mover(room)).hints
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


async def given_up(room: Room, seat: str) -> Ended:
    """The seat gives up, which ends a game of two."""
    assert isinstance(await room.command(seat, commands.Resign("up")), Accepted)
    (over,) = (event for event in room.entries[-1].events if isinstance(event, Ended))
    return over


def test_a_duel_proves_whether_a_loser_could_have_opened(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        for gives_up in (mover, other_than_mover):
            room = await hall.game(edition=DUEL)
            game, loser = room.state.game, gives_up(room)
            assert game is not None
            seat = room.state.seat_of(loser)
            assert seat is not None
            chance = last_chance(game, seat)
            could = chance is not None and ability(chance).play is not None
            (bill,) = (await given_up(room, loser)).result.unopened
            assert (bill.seat, bill.proof) == (seat, "able" if could else "unable")
            assert bill.pays == -room.state.totals[seat] == (200 if could else 100)
            assert sum(room.state.totals) == 0
            shown = room.shown.snapshot("p0").result
            assert shown is not None
            assert shown.unopened == (bill,)
            assert (await hall.rooms.find(room.id)) is room

    with_rooms(tmp_path, work)


def other_than_mover(room: Room) -> str:
    return next(player for player in room.state.people if player != mover(room))


def test_a_time_out_waits_for_the_proof_too(tmp_path: Path) -> None:
    """The pool is empty, and a time-out ends a full round without a play."""
    rules = {"end.unopened": 100, "end.pass_when_able": "allowed"}

    async def work(hall: Harness) -> None:
        room = await with_a_loser(hall, change(editions.load("original"), rules))
        assert isinstance(await passing(room), Accepted)
        hall.clock.pass_by(31)
        await caretaking.time_out(room)
        over = next(event for event in room.entries[-1].events if isinstance(event, Ended))
        # each holds half the box
        assert [(bill.pays, bill.proof) for bill in over.result.unopened] == [(200, "able")]
        assert sum(over.result.scores) == 0

    with_rooms(tmp_path, work)


def test_a_search_that_fails_proves_nothing_and_the_game_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(edition=DUEL)

        async def broken(positions: object) -> tuple[Ability, ...]:
            raise RuntimeError

        monkeypatch.setattr(room.endgame, "_search", broken)
        (bill,) = (await given_up(room, mover(room))).result.unopened
        assert (bill.pays, bill.proof) == (100, "unproved")

    with_rooms(tmp_path, work)


def test_a_game_with_an_unopened_loser_leads_on_to_the_next(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(edition=DUEL)
        loser = mover(room)
        assert (await given_up(room, loser)).result.unopened
        assert isinstance(await room.command(loser, commands.Rematch("again")), Accepted)
        assert room.state.next is not None
        assert await hall.rooms.find(room.state.next) is not None

    with_rooms(tmp_path, work)


def test_a_pass_that_came_in_time_stands_whatever_its_proof_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endgame, "PATIENCE", 0.05)

    async def work(hall: Harness) -> None:
        rules = {"opening.amount": 0, "end.pass_when_able": "refused"}
        room = await hall.game(edition=change(editions.load("original"), rules), limit=30)
        while room.state.game is not None and room.state.game.pool:
            await draw(room)
        asked = asyncio.Event()

        async def search(_: object) -> tuple[Ability, ...]:
            asked.set()
            await asyncio.Event().wait()
            return ()

        room.endgame._search, room.endgame._row = search, 0
        row = room.seq
        answer = asyncio.create_task(passing(room))
        await asked.wait()
        hall.clock.pass_by(31)
        await caretaking.time_out(room)
        assert room.seq == row, "the server owes an answer"
        assert isinstance(await answer, Accepted)
        passed = room.entries[row].events[0]
        assert isinstance(passed, Passed)
        assert passed.proof == "unproved"

    with_rooms(tmp_path, work)


def test_a_pass_that_waits_for_its_proof_takes_no_time_from_the_game_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endgame, "PATIENCE", 0.05)
    rules: dict[str, object] = {"opening.amount": 0, "end.pass_when_able": "refused"}
    clock = {"clock.limit_seconds": None, "clock.bank_seconds": 100, "clock.increment_seconds": 0}

    async def work(hall: Harness) -> None:
        room = await hall.game(edition=change(editions.load("original"), rules | clock), limit="edition")
        while room.state.game is not None and room.state.game.pool:
            await draw(room)
        asked, seat = asyncio.Event(), int(mover(room)[1])

        async def search(_: object) -> tuple[Ability, ...]:
            asked.set()
            await asyncio.Event().wait()
            return ()

        room.endgame._search, room.endgame._row = search, 0
        hall.clock.pass_by(10)
        answer = asyncio.create_task(passing(room))
        await asked.wait()
        hall.clock.pass_by(60)
        assert isinstance(await answer, Accepted)
        assert room.state.banks is not None
        assert room.state.banks[seat] == 90_000

    with_rooms(tmp_path, work)


@pytest.mark.parametrize("game_clock", [False, True])
def test_a_pass_that_is_refused_takes_no_time_from_its_player(tmp_path: Path, game_clock: bool) -> None:
    rules: dict[str, object] = {"opening.amount": 0, "end.pass_when_able": "refused"}
    clock = {"clock.limit_seconds": None, "clock.bank_seconds": 100, "clock.increment_seconds": 0}
    edition = change(editions.load("original"), rules | (clock if game_clock else {}))

    async def work(hall: Harness) -> None:
        room = await hall.game(edition=edition, limit="edition" if game_clock else 100)
        while room.state.game is not None and room.state.game.pool:
            await draw(room)
        asked, proved, find = asyncio.Event(), asyncio.Event(), room.endgame._search
        player, viewer = mover(room), look(room, None)

        async def search(positions: Sequence[Position]) -> tuple[Ability, ...]:
            asked.set()
            await proved.wait()
            return await find(positions)

        room.endgame._search, room.endgame._row = search, 0
        hall.clock.pass_by(10)
        passes = [asyncio.create_task(passing(room)) for _ in range(2)]
        await asked.wait()
        hall.clock.pass_by(60)
        proved.set()
        assert [getattr(await answer, "code", None) for answer in passes] == ["illegal"] * 2
        # asked again, nothing more is given: the answer is known
        assert isinstance(await passing(room), Refused)
        ends = hall.clock.at + 90_000
        head, _ = await hall.store.log(room.id)
        assert (room.deadline, head and head.deadline) == (ends, ends)
        shown = [msgspec.json.decode(frame) for frame in viewer.take()]
        assert [frame["state"]["deadline"] for frame in shown if frame["t"] == "welcome"][-1] == ends
        hall.clock.pass_by(89)
        assert isinstance(await room.command(player, commands.Resign("enough")), Accepted)
        if room.state.banks is not None:
            assert room.state.banks[int(player[1])] == 1_000

    with_rooms(tmp_path, work)


def test_a_pass_that_comes_too_late_gets_nothing_back(tmp_path: Path) -> None:
    rules: dict[str, object] = {"opening.amount": 0, "end.pass_when_able": "refused"}

    async def work(hall: Harness) -> None:
        room = await hall.game(edition=change(editions.load("original"), rules), limit=100)
        while room.state.game is not None and room.state.game.pool:
            await draw(room)
        find, deadline = room.endgame._search, room.deadline

        async def search(positions: Sequence[Position]) -> tuple[Ability, ...]:
            hall.clock.pass_by(60)
            return await find(positions)

        room.endgame._search, room.endgame._row = search, 0
        hall.clock.pass_by(101)
        answer = await passing(room)
        assert isinstance(answer, Refused)
        assert (answer.code, room.deadline) == ("too-late", deadline)

    with_rooms(tmp_path, work)


def test_the_end_of_a_game_waits_for_its_proofs_no_longer_than_a_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = {"end.unopened": 100, "end.pass_when_able": "allowed"}
    monkeypatch.setattr(endgame, "PATIENCE", 0.05)

    async def work(hall: Harness) -> None:
        room = await with_a_loser(hall, change(editions.load("original"), rules))
        assert isinstance(await passing(room), Accepted)

        async def search(_: object) -> tuple[Ability, ...]:
            await asyncio.Event().wait()
            return ()

        room.endgame._search = search
        hall.clock.pass_by(31)
        async with asyncio.timeout(PATIENCE):
            await caretaking.time_out(room)
        over = next(event for event in room.entries[-1].events if isinstance(event, Ended))
        assert [(bill.pays, bill.proof) for bill in over.result.unopened] == [(100, "unproved")]

    with_rooms(tmp_path, work)
