"""Rooms under load while the server is killed again and again: nothing acknowledged is lost, nothing unkept shown."""

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.crash.load import LoadGuest, Message, Notes, Seen, new_guest
from tests.web.harness import FREE_PASSES, PATIENCE, Server
from tilerummy.rooms.events import decode, seen
from tilerummy.rooms.state import fold
from tilerummy.store import Row
from tilerummy.store.folder import open_store

KILLS = 20
FAST_ROOMS, COMPUTER_ROOMS, TIMED_ROOMS = 5, 1, 2


@pytest.mark.slow
def test_a_server_killed_at_any_instant_loses_and_invents_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        notes, timed = asyncio.run(_load(server, random.Random(20261121)))
    finally:
        server.stop()
    logs = asyncio.run(_logs(tmp_path, {room for room, _ in notes.seen}))

    assert notes.faults == []
    assert [fault for _, viewer in notes.seen for fault in viewer.faults] == []
    assert len(notes.acknowledged) > KILLS
    assert notes.reconnects > KILLS
    for room, rows in logs.items():
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), room
        commands = [(row.actor, row.command) for row in rows if row.command is not None]
        assert len(commands) == len(set(commands)), room
        assert fold(None, tuple(event for row in rows for event in decode(row.body))), room
    for room, player, command, seq in notes.acknowledged:
        assert (logs[room][seq - 1].actor, logs[room][seq - 1].command) == (player, command)
    for room, viewer in notes.seen:
        assert _told(viewer) == _kept(logs[room], viewer), room
    assert any(row.actor.startswith("seat:") for rows in logs.values() for row in rows)
    assert any(row.actor == "clock" for room in timed for row in logs[room])


async def _load(server: Server, chance: random.Random) -> tuple[Notes, list[str]]:
    notes = Notes()
    people = []
    for _ in range(FAST_ROOMS):
        people += await _room(server, notes, limit=None, moves=(True, True), watched=True)
    with_computer = []
    for _ in range(COMPUTER_ROOMS):
        people += await _room(server, notes, limit=None, moves=(True,), computers=["gentle"])
        with_computer.append(people[-1][1])
    timed = []
    for _ in range(TIMED_ROOMS):
        people += await _room(server, notes, limit=5, moves=(True, False))
        timed.append(people[-1][1])
    playing = [asyncio.create_task(guest.play(room)) for guest, room in people]
    try:
        for _ in range(KILLS):
            await _moves(notes, chance.randint(3, 80), playing)
            await asyncio.to_thread(_kill_and_start, server, chance.random() * 0.02)
        before = _time_outs(notes, timed)
        await _until(lambda: _time_outs(notes, timed) > before and _computer_moved(notes, with_computer), playing)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return notes, timed


def _kill_and_start(server: Server, after: float) -> None:
    """In a thread of its own, so that the instant has nothing to do with what the guests are doing."""
    time.sleep(after)
    server.kill()
    server.start()


async def _room(
    server: Server,
    notes: Notes,
    *,
    limit: int | None,
    moves: tuple[bool, ...],
    computers: list[str] | None = None,
    watched: bool = False,
) -> list[tuple[LoadGuest, str]]:
    """A room and the guests who will play in it, the owner first."""
    guests = [await new_guest(notes, [server.address], moves=moving) for moving in moves]
    body = {"house": FREE_PASSES, "seats": len(moves) + len(computers or []), "limit": limit, "name": "Owner"}
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as client:
        answer = await client.post(
            "/api/rooms", json={**body, "computers": computers or []}, headers={"Cookie": guests[0].cookie}
        )
    room = answer.json()["room"]
    if watched:
        guests.append(await new_guest(notes, [server.address], sits=False))
    return [(guest, room) for guest in guests]


async def _moves(notes: Notes, count: int, playing: list["asyncio.Task[None]"]) -> None:
    """Wait until so many moves more were accepted."""
    enough = len(notes.acknowledged) + count
    await _until(lambda: len(notes.acknowledged) >= enough, playing)


async def _until(holds: Callable[[], bool], playing: list["asyncio.Task[None]"]) -> None:
    """Wait until it holds, while everybody plays."""
    limit = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < limit
        for task in playing:
            assert not task.done(), task
        await asyncio.sleep(0.001)


def _time_outs(notes: Notes, rooms: list[str]) -> int:
    return sum(event["t"] == "timed-out" for event in _events(notes, rooms))


def _computer_moved(notes: Notes, rooms: list[str]) -> bool:
    """Whether the computer player, on the seat after the owner's, has."""
    return any(event["t"] in ("played", "drew") and event["seat"] == 1 for event in _events(notes, rooms))


def _events(notes: Notes, rooms: list[str]) -> Iterator[Message]:
    """What anybody was told of in these rooms."""
    return (event for room, viewer in notes.seen if room in rooms for row in viewer.rows for event in row[2])


async def _logs(folder: Path, rooms: set[str]) -> dict[str, list[Row]]:
    store = open_store(folder)
    try:
        return {room: (await store.log(room))[1] for room in rooms}
    finally:
        await store.close()


LOBBY = {"created", "promised", "seal", "asked", "word", "called", "sat", "freed", "owner", "left-match", "closed"}
"""What happens before a game: who comes later is shown its outcome, not its history."""


def _told(viewer: Seen) -> list[object]:
    return [event for _, _, events in viewer.rows for event in events if event["t"] not in LOBBY]


def _kept(rows: list[Row], viewer: Seen) -> list[object]:
    """What the store has of the game for this viewer, up to the last row it was told of."""
    decoded = (event for row in rows[: viewer.seq] for event in decode(row.body))
    events = [event for event in decoded if event.__struct_config__.tag not in LOBBY]
    return [msgspec.json.decode(msgspec.json.encode(seen(event, viewer.seat))) for event in events]
