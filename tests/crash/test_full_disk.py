"""A disk that fills up under a running server: moves are refused, nothing is half applied, nobody's turn is lost."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.harness import PATIENCE, Guest, Server, Table, serving
from tilerummy.rooms.hosting import SWEEP

if sys.platform != "linux":
    pytest.skip("needs limits of another process, or a small file system", allow_module_level=True)

import resource

REFUSED = ("storage-full", "storage-failed")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes, where we may make one."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if os.geteuid() != 0 or shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("may not mount a file system here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def mover(tables: tuple[Table, Table]) -> Table:
    """The table of who is to move."""
    return tables[tables[0].state["turn"]]


def test_while_nothing_can_be_written_the_table_stands_and_the_clock_waits(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Guest(server.address) as ann, Guest(server.address) as bob:
        room = ann.make(seats=2, limit=5, name="Ann")
        with ann.join(room) as first, bob.join(room) as second:
            second.ask("sit", name="Bob")
            first.ask("start")
            second.until(lambda state: state["phase"] == "playing")
            before = dict(first.state)
            limit_files(server, 0)
            answer = mover((first, second)).move({"t": "draw"})
            assert answer["code"] in REFUSED
            assert ann.http.post("/api/rooms", json={"seats": 2, "edition": "original"}).status_code == 503
            health = ann.http.get("/healthz")
            assert (health.status_code, health.text.strip() in REFUSED) == (503, True)
            # The deadline goes by, and nothing happens: a fault of the server ends no turn.
            until_time(first, before["deadline"] + 500)
            assert first.state == before
            limit_files(server, resource.RLIM_INFINITY)
            for table in (first, second):
                state = table.until(lambda state: bool(state["deadline"] != before["deadline"]))
                assert state == {**before, "deadline": state["deadline"], **own(table)}
                assert state["seq"] == before["seq"]
            assert mover((first, second)).move({"t": "draw"})["t"] == "accepted"


def test_a_server_that_cannot_write_says_so_until_it_can(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Guest(server.address) as ann, Guest(server.address) as bob:
        room = ann.make(seats=2, name="Ann")
        with ann.join(room) as first, bob.join(room) as second:
            second.ask("sit", name="Bob")
            first.ask("start")
            second.until(lambda state: state["phase"] == "playing")
            limit_files(server, 0)
            assert mover((first, second)).move({"t": "draw"})["code"] in REFUSED
            # longer than the server waits until it looks whether it can write again
            for _ in range(10):
                time.sleep(SWEEP / 2)
                answer = ann.http.get("/healthz")
                assert (answer.status_code, answer.text.strip() in REFUSED) == (503, True)
            limit_files(server, resource.RLIM_INFINITY)
            limit = time.monotonic() + PATIENCE
            while ann.http.get("/healthz").status_code != 200:
                assert time.monotonic() < limit
                time.sleep(SWEEP)


def test_a_full_disk_refuses_moves_until_there_is_room_again(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    with serving(small_disk / "data") as server, Guest(server.address) as ann, Guest(server.address) as bob:
        room = ann.make(seats=2, name="Ann")
        with ann.join(room) as first, bob.join(room) as second:
            second.ask("sit", name="Bob")
            first.ask("start")
            second.until(lambda state: state["phase"] == "playing")
            fill(ballast)
            accepted = first.state["seq"]
            for _ in range(200):
                table = mover((first, second))
                answer = table.move({"t": "draw"} if table.state["pool"] else {"t": "pass"})
                if answer["t"] == "refused":
                    break
                accepted = answer["seq"]
                for other in (first, second):
                    other.catch_up(accepted)
            assert answer["code"] == "storage-full"
            server.kill()
            ballast.unlink()
            server.start()
        with ann.join(room) as first, bob.join(room) as second:
            assert first.state["seq"] == second.state["seq"] == accepted
            assert mover((first, second)).move({"t": "draw"})["t"] == "accepted"


def test_a_start_on_a_full_disk_says_so_in_one_line(small_disk: Path) -> None:
    with serving(small_disk / "data"):
        pass
    fill(small_disk / "ballast")
    source = str(Path(__file__).parents[2] / "src")
    command = [sys.executable, "-m", "tilerummy", "--lang", "en", "serve", "--port", "0"]
    done = subprocess.run(
        [*command, "--data", str(small_disk / "data")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": source},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "full" in done.stderr


def own(table: Table) -> dict[str, object]:
    """The fields of a state that are its viewer's own."""
    return {key: table.state[key] for key in ("word", "you", "owner", "rack", "drawn", "opened")}


def until_time(table: Table, at: int) -> None:
    """Wait until the server's clock shows `at`."""
    while True:
        table.send({"t": "ping"})
        if table.expect("pong")["now"] >= at:
            return
        time.sleep(0.1)


def limit_files(server: Server, size: int) -> None:
    """From now on no file of the server may grow beyond `size` bytes."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def fill(file: Path) -> None:
    """Write until nothing more fits."""
    with file.open("wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(b"x" * 4096)
        except OSError:
            return
