"""`tilerummy guests`: who is listed, what is revoked, and one clear line for what cannot be done."""

import asyncio
import json
import sqlite3
import time
from datetime import datetime
from pathlib import Path

import pytest

from tilerummy import editions
from tilerummy.cli.main import main
from tilerummy.rooms.decide import create
from tilerummy.rooms.events import SeatTaken, Sitter, encode
from tilerummy.store import Row, Store, Write
from tilerummy.store.folder import FILE, open_beside, open_store
from tilerummy.store.sessions import ERA, LAST

OLD_ID = "-Zu7ZCcyKrV5gJkxsMNL-U"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with two rooms: Ann made both, a person with an id of an older server sits in the second."""

    async def fill() -> None:
        store = open_store(tmp_path)
        for number, name in enumerate(("Ann", "Annie"), start=1):
            made = create(
                editions.load("original"), None, "ann", (Sitter("person", name, "ann", None), None), start=False
            )
            row = Row(1, "ann", None, encode(made.events), number * 1000)
            await store.append(Write(f"room{number}", row, "lobby", players=("ann",)))
        sat = encode((SeatTaken(1, Sitter("person", "Bob", OLD_ID, None)),))
        await store.append(Write("room2", Row(2, OLD_ID, "c", sat, 3000), "lobby", players=("ann", OLD_ID)))
        await store.close()

    asyncio.run(fill())
    return tmp_path


def revocations(data: Path) -> dict[str, int]:
    async def look() -> dict[str, int]:
        store: Store = open_beside(data)
        try:
            return await store.revocations()
        finally:
            await store.close()

    return asyncio.run(look())


def test_guests_are_listed_with_their_last_name_and_all_their_rooms(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["guests", "list", "--data", str(data), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"player": OLD_ID, "name": "Bob", "seen": 3000, "rooms": ["room2"]},
        {"player": "ann", "name": "Annie", "seen": 2000, "rooms": ["room1", "room2"]},
    ]
    assert main(["guests", "list", "--data", str(data), "--room", "room1"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split()[0] == "ann"
    assert line.split()[-2:] == ["Ann", "room1"]


def test_sessions_are_revoked_for_ever_or_until_a_date_and_never_ahead(data: Path) -> None:
    begun = time.time_ns() // 1_000_000
    assert main(["guests", "revoke", "--data", str(data), "--", OLD_ID]) == 0
    assert main(["guests", "revoke", "--all", "--data", str(data)]) == 0
    assert main(["guests", "revoke", "ann", "--issued-before", "2026-03-31T18:00", "--data", str(data)]) == 0
    assert main(["guests", "revoke", "--issued-before", "2999-01-01", "--data", str(data)]) == 0
    found, ended = revocations(data), time.time_ns() // 1_000_000
    assert (found[OLD_ID], found[ERA]) == (LAST, 1)
    assert begun <= found["*"] <= ended
    assert found["ann"] == datetime(2026, 3, 31, 18).timestamp() * 1000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["revoke"], "PLAYER"),
        (["revoke", "ann", "--all"], "PLAYER"),
        (["revoke", "--issued-before", "soon"], "soon is not a date"),
        (["close", "--for", "1h"], "PLAYER or --address"),
        (["close", "ann", "--address", "203.0.113.7", "--for", "1h"], "PLAYER or --address"),
        (["close", "203.0.113.7", "--for", "1h"], "PLAYER or --address"),
        (["close", "--address", "203.0.113.300", "--for", "1h"], "203.0.113.300 is not"),
        (["close", "ann", "--for", "soon"], "not soon"),
        (["close", "ann", "--for", "0d"], "not 0d"),
        (["close", "ann", "--for", "367d"], "not 367d"),
        (["reopen", "ann"], "ann is not kept out"),
    ],
)
def test_half_a_request_changes_nothing(
    data: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["--lang", "en", "guests", *words, "--data", str(data)]) == 2
    assert said in capsys.readouterr().err
    assert revocations(data) == {}
    assert closings(data, capsys) == {}


def closings(data: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, int]:
    """Who is closed, and for how many milliseconds from the beginning."""
    capsys.readouterr()
    assert main(["guests", "closed", "--json", "--data", str(data)]) == 0
    return {one["name"]: one["until"] - one["made"] for one in json.loads(capsys.readouterr().out)}


def test_guests_and_addresses_are_closed_for_a_time_and_reopened(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "guests", "close", "ann", "--for", "3d", "--data", str(data)]) == 0
    assert "ann is kept out until" in capsys.readouterr().out
    for address, time_ in (("203.0.113.7", "90m"), ("::ffff:198.51.100.1", "1h"), ("2001:db8::1", "2h")):
        assert main(["guests", "close", "--address", address, "--for", time_, "--data", str(data)]) == 0
    hour = 3_600_000
    assert closings(data, capsys) == {
        "ann": 72 * hour,
        "203.0.113.7": 1.5 * hour,
        "198.51.100.1": hour,
        "2001:db8::/64": 2 * hour,
    }
    assert main(["guests", "closed", "--data", str(data)]) == 0
    assert capsys.readouterr().out.splitlines()[0].split()[0] == "ann"
    for words in (["ann"], ["--address", "2001:db8::/64"], ["--address", "198.51.100.1"]):
        assert main(["guests", "reopen", *words, "--data", str(data)]) == 0
    assert list(closings(data, capsys)) == ["203.0.113.7"]


def test_a_folder_without_games_or_of_another_version_is_left_alone(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "guests", "list", "--data", str(tmp_path / "none")]) == 2
    assert "there are no games" in capsys.readouterr().err
    for version, said in ((1, "older"), (9999, "newer")):
        with sqlite3.connect(data / FILE) as connection:
            connection.execute(f"pragma user_version = {version}")
        connection.close()
        assert main(["--lang", "en", "guests", "revoke", "--all", "--data", str(data)]) == 2
        assert said in capsys.readouterr().err
    (data / FILE).write_bytes(b"no database " * 100)
    assert main(["--lang", "en", "guests", "list", "--data", str(data)]) == 2
    assert "cannot be read" in capsys.readouterr().err
