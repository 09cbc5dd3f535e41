"""A whole server from one database to another and back: everything arrives, or nothing; and in a file."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.servers.postgresql import Postgresql
from tests.store.conftest import Place, row
from tilerummy.cli.main import main
from tilerummy.store import (
    Acquaintance,
    Bot,
    Challenge,
    Closing,
    DataError,
    GuestSession,
    Handover,
    Outcome,
    Outlet,
    Passkey,
    PuzzleTry,
    Report,
    Row,
    Said,
    Store,
    Word,
    Write,
    moving,
)
from tilerummy.store.moving import move
from tilerummy.store.notices import KINDS
from tilerummy.store.opening import open_beside, open_store

GAMES = ("playing", "over", "packed", "linked", "tournament:ü", "sheet:1", "empty body")
KEYS = "ab" * 32


@pytest.fixture
def other(place: Place, tmp_path: Path, postgresql: Postgresql) -> Place:
    """An empty place of the other kind."""
    if place.kind == "postgresql":
        return Place("sqlite", str(tmp_path / "other"))
    return Place("postgresql", postgresql.database())


async def fill(store: Store) -> None:
    """Something in every table, and all that columns can hold."""
    edition = msgspec.json.encode([{"edition": {"id": "original", "words": ["wörd"] * 50}}])
    for game in GAMES:
        over = game in ("over", "packed", "linked")
        rows = [Row(seq, f"plâyer{seq % 3}", None if seq % 2 else f"c{seq}", edition, seq * 10) for seq in range(1, 41)]
        for last in rows:
            status: Any = "over" if over and last.seq == 40 else "playing"
            deadline = None if last.seq % 2 else 2**62
            await store.append(
                Write(game, last, status, deadline, last.seq % 3 == 0, None, ("plâyer0", "plâyer1"), over)
            )
        for number in range(3):
            await store.say(game, Said(0, "plâyer0", f"c{number}", b"\x00\xff", 2**40), 2)
            await store.say(game, Said(0, "plâyer0", f"c{number}", b"\xff", 2**40), 9, "door_act")
        await store.arrange(game, "plâyer1", bytes(range(256)))
    await store.append(Write("empty body", row(41, body=b""), "lobby"))
    assert await store.pack(401) == 3
    await store.append(Write("linked", row(41, "link"), "over"))
    await store.alive(2**40)
    await store.revoke("*", 5)
    assert await store.keep_bot(Bot("bot-1", "plâyer0", "Mine", 2**40), 1)
    await store.keep_handover(Handover(b"\x00\xff", "plâyer0", bytes(range(256)), 2**40, 2**62), 2**20)
    assert await store.keep_recovery("plâyer0", b"\xff\x00", 2**41)
    assert await store.keep_passkey(Passkey(b"\xff", "plâyer0", b"\x00", b"key", 2**32 - 1, "Phöne", 2**40), 1)
    await store.keep_challenge(Challenge("plâyer0", b"\xff", 2**62), 0)
    assert await store.ask_handover(b"\x00\xff", "plâyer1", "012345", "Firefox", "", 2**41)
    await store.keep_session(GuestSession("s", "plâyer0", "Firefox", "Android", 2**40, 2**41))
    assert await store.keep_report(Report("r", "over", "plâyer0", "Ann", "plâyer1", "other", "tëxt", "", 2**40), 1)
    assert await store.keep_outlet(Outlet("o", "plâyer0", "push", "s", b"{}", KINDS, 2**40, 2**40), 1)
    await store.append(Write("told", row(1), "lobby", words=(Word("plâyer0", "turn", 1, 2**40),)))
    assert await store.secret("key", b"\x00\xff") == b"\x00\xff"
    outcomes = (Outcome("over", player, "Änn", 2**40, 1, -9) for player in ("plâyer0", "plâyer1"))
    await store.keep_outcomes([*outcomes, Outcome("packed", "plâyer0", "", None, 0, 0)])
    assert await store.keep_acquaintance(Acquaintance("plâyer0", "plâyer1", "Ö", 1, 2**40, 2**41), 1)
    visit = GuestSession("t", "plâyer0", "", "", 2**40, 2**40)
    assert await store.use_link(b"\xff", 2**41, "o", visit, 2**40)
    await store.keep_closing(Closing("2001:db8::/64", 2**40, 2**62))
    for number, player in enumerate((None, "plâyer0"), 1):
        assert await store.keep_try(PuzzleTry("original", "p", number, player, 2**40, 1, 1, 1190.1, 0.1, 1e-9, 350.0))


async def picture(store: Store) -> list[Any]:
    """All that a store tells."""
    told: list[Any] = [await store.revocations(), set(await store.playing_guests(None)), await store.seqs(list(GAMES))]
    told += [await store.bots_of("plâyer0"), await store.handover(b"\x00\xff"), await store.recovery(b"\xff\x00")]
    told += [await store.passkeys_of("plâyer0")]
    told += [await store.sessions_of("plâyer0"), await store.closings(2**41), await store.reports()]
    told += [await store.last_try_of("plâyer0"), await store.last_try("original", "p")]
    told += [await store.outlets_of("plâyer0"), await store.waiting_notices("plâyer0"), await store.secret("key", b"")]
    told += [await store.meetings("plâyer0", 9), await store.acquaintances("plâyer0")]
    told += [await store.link_used(b"\xff")]
    for game in GAMES:
        told += [
            await store.log(game),
            await store.said(game),
            await store.said(game, 0, "door_act"),
            await store.arrangements(game),
        ]
    return told


def pictured(place: Place) -> list[Any]:
    async def look() -> list[Any]:
        store = place.open()
        try:
            return await picture(store)
        finally:
            await store.close()

    return asyncio.run(look())


def moved(source: Place, target: Place, told: Callable[[str, int], None] = lambda *_: None) -> int:
    return asyncio.run(move(source.address, target.address, told))


def refusal(source: Place, target: Place) -> str:
    with pytest.raises(DataError) as caught:
        moved(source, target)
    return caught.value.code


def test_everything_arrives_and_comes_back_the_same(place: Place, other: Place, tmp_path: Path) -> None:
    place.use(fill)
    before, told = pictured(place), dict[str, int]()
    assert moved(place, other, told.__setitem__) == sum(told.values())
    assert {table.name for table in moving.TABLES} == set(told)
    assert pictured(other) == before == pictured(place)
    back = Place(place.kind, str(tmp_path / "back")) if place.kind == "sqlite" else None
    if back is not None:
        moved(other, back)
        assert pictured(back) == before

    async def play_on(store: Store) -> None:
        await store.append(Write("playing", row(41), "playing"))
        assert await store.say("playing", Said(0, "plâyer0", "c9", b"", 1), 9) == 4

    other.use(play_on)


def test_a_place_that_holds_something_is_left_alone(place: Place, other: Place) -> None:
    place.use(fill)

    async def one(store: Store) -> None:
        await store.append(Write("one", row(1), "lobby"))

    other.use(one)
    assert refusal(place, other) == refusal(other, other) == "data-there"
    assert refusal(Place("sqlite", "/nonexistent/place"), other) == "no-data"


def test_what_servers_use_is_not_moved(place: Place, other: Place) -> None:
    async def work(store: Store) -> None:
        await fill(store)
        await store.beat("here", [], 3000, 0, 0)
        with pytest.raises(DataError) as caught:
            await move(place.address, other.address, lambda *_: None)
        assert caught.value.code == ("data-in-use" if place.kind == "sqlite" else "move-in-use")
        # a copy of one moment is another matter
        await move(place.address, other.address, lambda *_: None, busy=True)

    place.use(work)
    assert pictured(other) == pictured(place)


_MOVER = """
import asyncio, os, sys
from tilerummy.store import moving
moving.AT_A_TIME = 50
def told(table, count):
    if table == "event" and count >= 100:
        os._exit(9)
asyncio.run(moving.move(sys.argv[1], sys.argv[2], told))
"""


def test_killed_midway_it_has_moved_nothing_and_can_begin_again(place: Place, other: Place) -> None:
    place.use(fill)
    command = [sys.executable, "-c", _MOVER, place.address, other.address]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    assert subprocess.run(command, env=environment).returncode == 9
    if other.kind == "sqlite":
        with pytest.raises(DataError):
            open_beside(other.address)
    moved(place, other)
    assert pictured(other) == pictured(place)


def test_a_copy_that_differs_is_not_kept(place: Place, other: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.use(fill)
    read = moving._digest

    async def forgetful(end: Any, table: Any, take: Any, told: Any) -> Any:
        async def without_the_last(rows: Any) -> None:
            await take(rows[:-1] if table.name == "event" else rows)

        return await read(end, table, without_the_last, told)

    monkeypatch.setattr(moving, "_digest", forgetful)
    assert refusal(place, other) == "move-differs"
    monkeypatch.undo()
    moved(place, other)


def test_the_command_moves_there_and_back_with_the_key(
    postgresql: Postgresql, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = f"sqlite://{tmp_path / 'here'}", postgresql.database()
    Place("sqlite", here).use(fill)
    assert main(["--lang", "en", "migrate", "--from", here, "--to", there]) == 0
    said = capsys.readouterr().out
    assert f"xxd -p -c 64 {tmp_path / 'here' / 'session.key'}" in said
    assert main(["--lang", "en", "migrate", "--from", here, "--to", there]) == 2
    assert "already holds" in capsys.readouterr().err
    monkeypatch.setenv("TILERUMMY_SESSION_KEYS", KEYS)
    assert main(["--lang", "en", "migrate", "--from", there, "--to", str(tmp_path / "back")]) == 0
    assert (tmp_path / "back" / "session.key").read_bytes() == bytes.fromhex(KEYS)
    assert pictured(Place("sqlite", str(tmp_path / "back"))) == pictured(Place("sqlite", here))


def test_a_shared_database_is_saved_while_servers_use_it_and_brought_back(
    postgresql: Postgresql, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILERUMMY_SESSION_KEYS", KEYS)
    address, file = Place("postgresql", postgresql.database()), str(tmp_path / "friday.backup")

    async def work(store: Store) -> None:
        await fill(store)
        await store.beat("here", [], 3000, 0, 0)

    address.use(work)
    assert main(["--lang", "en", "backup", file, "--store", address.address]) == 0
    assert main(["--lang", "en", "backup", file, "--store", address.address]) == 2
    assert main(["--lang", "en", "backup", file, "--store", address.address, "--force"]) == 0
    assert main(["--lang", "en", "restore", file, "--store", address.address]) == 2
    assert "already" in capsys.readouterr().err
    for target in (str(tmp_path / "folder"), postgresql.database()):
        assert main(["--lang", "en", "restore", file, "--store", target]) == 0
        assert pictured(Place("", target)) == pictured(address)
    assert (tmp_path / "folder" / "session.key").read_bytes() == bytes.fromhex(KEYS)
    assert {path.name for path in tmp_path.iterdir()} == {"friday.backup", "folder"}
    monkeypatch.delenv("TILERUMMY_SESSION_KEYS")
    assert main(["--lang", "en", "backup", f"{file}2", "--store", address.address]) == 2
    assert open_store(address.address).damage is None
