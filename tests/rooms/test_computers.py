"""Computer players: through the same door, found again after a restart, and no failure of theirs stops a game."""

import hashlib
import shutil
from pathlib import Path

import msgspec
import pytest

from tests.rooms.harness import Harness, draw, eventually, with_rooms
from tests.rules.situations import play, situation
from tilerummy.rooms import commands
from tilerummy.rooms.jobs.bots import HASTE, MELD, THINKS, TILE, TILES, Bots
from tilerummy.rooms.room import Room
from tilerummy.rules.game.events import Drew
from tilerummy.rules.game.state import LastTurn
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Draw, Move, Play

COMPUTER = "seat:1"


def persons_turn(room: Room) -> bool:
    """Whether a person is to move, or the game is over."""
    mover = room.state.mover
    return mover is None or mover.kind == "person"


async def to_the_computer(room: Room) -> None:
    """Let the person draw if it is their turn."""
    if persons_turn(room):
        await draw(room)


@pytest.mark.parametrize("level", ["gentle", "steady"])
def test_a_computer_player_answers_every_turn_once(tmp_path: Path, level: str) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.against(level)
        for _ in range(10):
            await eventually(lambda: persons_turn(room))
            if room.state.phase == "over":
                return
            await draw(room)
        await eventually(lambda: persons_turn(room))
        moved = [row for row, _ in room.entries if row.actor == COMPUTER]
        assert len(moved) >= 10
        assert len({row.command for row in moved}) == len(moved)

    with_rooms(tmp_path, work, running=True)


def test_whoever_resigned_sees_the_end_at_once(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.against("steady", "steady")
        await eventually(lambda: persons_turn(room))
        hall.rooms._computers._pause = 3_600
        await room.command("p0", commands.Resign("resigned"))
        await eventually(lambda: room.state.phase == "over")
        assert room.state.game is not None
        assert room.state.game.over is not None
        assert room.state.game.over.reason != "resigned"

    with_rooms(tmp_path, work, running=True)


def test_a_turn_that_waited_through_a_restart_is_made_and_always_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms: list[str] = []
    found: list[bytes] = []

    async def before(hall: Harness) -> None:
        room = await hall.against("gentle")
        await to_the_computer(room)
        rooms.append(room.id)

    async def after(hall: Harness) -> None:
        await eventually(lambda: rooms[0] in hall.rooms._loaded)
        room = await hall.room(rooms[0])
        await eventually(lambda: persons_turn(room))
        row, _ = room.entries[-1]
        assert row.actor == COMPUTER
        found.append(row.body)

    with monkeypatch.context() as patch:
        patch.setattr(Bots, "consider", lambda *_: None)
        with_rooms(tmp_path / "data", before)
    for copy in ("once", "again"):
        shutil.copytree(tmp_path / "data", tmp_path / copy)
        with_rooms(tmp_path / copy, after, running=True)
    assert found[0] == found[1]


@pytest.mark.parametrize("fault", ["raises", "illegal"])
def test_a_computer_player_that_fails_draws_instead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    async def choose(_: Bots, level: str, seen: View, seed: str) -> Move:
        if fault == "raises":
            raise RuntimeError(f"a broken player of level {level}, {seen.viewer}, {seed}")
        return Play(opening=(), table=())

    monkeypatch.setattr(Bots, "_choose", choose)

    async def work(hall: Harness) -> None:
        room = await hall.against("gentle")
        await to_the_computer(room)
        await eventually(lambda: persons_turn(room))
        moved = [events for row, events in room.entries if row.actor == COMPUTER]
        assert moved
        assert all(isinstance(events[0], Drew) for events in moved)

    with_rooms(tmp_path, work, running=True)


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.against("gentle")
        await to_the_computer(room)
        await eventually(lambda: persons_turn(room))
        pools = [lane.worker._pool for lane in hall.rooms.scheduler._lanes if lane.worker._pool is not None]
        assert pools
        for process in [process for pool in pools for process in (pool._processes or {}).values()]:
            process.kill()
            process.join()
        await draw(room)
        await eventually(lambda: persons_turn(room))
        assert room.entries[-1][0].actor == COMPUTER

    with_rooms(tmp_path, work, running=True)


def test_a_computer_player_takes_the_time_of_a_person() -> None:
    """A moment for a draw, longer for each tile, also of the turn before, which people still see laid, and for each
    meld that changes; never most of the time that is left to a turn."""
    bots = Bots(None, None, None, None)  # type: ignore[arg-type]
    game = situation(racks=["k1 k2 k3 k4 r1", "r1"], pool="k2")
    three = play("k1 k2 k3")
    seeds = [hashlib.sha256(bytes([at])).hexdigest() for at in range(20)]
    for seed in seeds:
        draws, lays = (bots._moment(game, move, seed, None) for move in (Draw(), three))
        assert THINKS[0] <= draws <= THINKS[1]
        assert lays == pytest.approx(draws + 3 * TILE)
        last = LastTurn(seat=1, kind="played", outcome=None, played=("r1",) * 30, changed=(), drawn=0)
        after = msgspec.structs.replace(game, last=last)
        assert bots._moment(after, Draw(), seed, None) == pytest.approx(draws + TILES * TILE)
        tabled = msgspec.structs.replace(game, table=play("r5 r6 r7", "b5 b6 b7 b8").table)
        changes = play("r5 r6 r7 r8", "b6 b7 b8", "b5 k5 y5")
        assert bots._moment(tabled, changes, seed, None) == pytest.approx(draws + 3 * TILE + 2 * MELD)
        # who has little time takes little of it
        assert bots._moment(after, three, seed, 60.0) == bots._moment(after, three, seed, None)
        assert bots._moment(after, three, seed, 5.0) == HASTE * 5
    assert len({bots._moment(game, Draw(), seed, None) for seed in seeds}) > 10
