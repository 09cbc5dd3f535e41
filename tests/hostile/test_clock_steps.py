"""Setting the machine's clock, or a time server that steps it, neither gives nor takes time from a turn."""

import shutil
import time
from pathlib import Path

import pytest

from tests.web.harness import Guest, Table, serving

LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
installed = pytest.mark.skipif(LIBRARY is None or shutil.which("faketime") is None, reason="faketime is not installed")
pytestmark = installed
LIMIT = 5
GRACE = 1


def stepping(folder: Path) -> dict[str, str]:
    """The environment of a server whose wall clock a file steps, and the clock that nobody sets does not."""
    (folder / "step").write_text("+0")
    return {
        "LD_PRELOAD": str(LIBRARY),
        "FAKETIME_TIMESTAMP_FILE": str(folder / "step"),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_DONT_RESET": "1",
    }


def step(folder: Path, by: str) -> None:
    (folder / "step").write_text(by)


def left(table: Table) -> float:
    """Seconds that are left of the turn, by the server's own clock."""
    table.send({"t": "ping"})
    return float(table.state["deadline"] - table.expect("pong")["now"]) / 1000


@pytest.mark.parametrize("by", ["-3600", "+3600"])
def test_a_turn_lasts_as_long_as_it_lasts(tmp_path: Path, by: str) -> None:
    with serving(tmp_path / "data", environment=stepping(tmp_path)) as server, Guest(server.address) as ann:
        room = ann.make(name="Ann", computers=["gentle"], start=True, limit=LIMIT)
        with ann.join(room) as table:
            table.until(lambda state: state["turn"] == state["you"])
            step(tmp_path, by)
            assert 0 < left(table) <= LIMIT
            begun, before = time.monotonic(), table.state["turn_number"]
            table.until_turn(before + 1)
            assert time.monotonic() - begun < LIMIT + 5


def test_a_start_with_the_clock_back_gives_nobody_more_than_their_turn(tmp_path: Path) -> None:
    settings = stepping(tmp_path)
    step(tmp_path, "+3600")
    with serving(tmp_path / "data", environment=settings) as server:
        with Guest(server.address) as ann:
            room = ann.make(name="Ann", computers=["gentle"], start=True, limit=60)
            with ann.join(room) as table:
                table.until(lambda state: state["turn"] == state["you"])
                server.kill()
                step(tmp_path, "+0")
                server.start()
            with ann.join(room) as table:
                assert 0 < left(table) <= 60 + GRACE
        ahead = round(time.time() * 1000) + 60_000
        assert server.kept(f"select count(*) from game where changed > {ahead}") == "0"
