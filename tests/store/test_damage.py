"""What is damaged is said: in the log and at /healthz; what a kill leaves is no damage."""

import os
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.web.harness import Guest, Server, serving
from tilerummy.store.folder import FILE
from tilerummy.store.wal import is_broken


def health(server: Server) -> tuple[int, str]:
    answer = httpx.get(f"{server.address}/healthz", verify=False)
    return answer.status_code, answer.text.strip()


def with_log(folder: Path, commits: int = 12) -> Path:
    """A database whose last commits lie in its write-ahead log, as a killed server leaves them."""
    script = f"""
import os, sqlite3
db = sqlite3.connect({str(folder / FILE)!r}, isolation_level=None)
db.execute("pragma journal_mode = wal"); db.execute("pragma wal_autocheckpoint = 0")
db.execute("create table t (a)")
for n in range({commits}): db.execute("insert into t values (randomblob(500))")
os._exit(9)
"""
    subprocess.run([sys.executable, "-c", script], check=False)
    return folder / f"{FILE}-wal"


def test_a_log_that_was_cut_by_a_kill_is_no_damage(tmp_path: Path) -> None:
    log = with_log(tmp_path)
    whole = log.read_bytes()
    assert not is_broken(tmp_path / FILE)
    for cut in (0, 10, 32, 40, len(whole) - 1, len(whole) - 2000, len(whole) - 4120):
        log.write_bytes(whole[:cut])
        assert not is_broken(tmp_path / FILE), cut
    log.unlink()
    assert not is_broken(tmp_path / FILE)


@pytest.mark.parametrize("part", [0.1, 0.3, 0.5, 0.8])
def test_a_log_with_a_hole_is_damage(tmp_path: Path, part: float) -> None:
    log = with_log(tmp_path)
    data = bytearray(log.read_bytes())
    at = int(len(data) * part)
    data[at : at + 64] = os.urandom(64)
    log.write_bytes(data)
    assert is_broken(tmp_path / FILE)


@pytest.mark.slow
def test_a_hole_in_the_log_is_told_by_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    with Guest(server.address) as ann:
        room = ann.make(name="Ann", computers=["gentle"], start=True)
        with ann.join(room) as table:
            table.until(lambda state: state["turn"] == state["you"])
            server.kill()
    log = tmp_path / f"{FILE}-wal"
    data = bytearray(log.read_bytes())
    data[len(data) // 3 : len(data) // 3 + 64] = b"x" * 64
    log.write_bytes(data)
    server.start()
    assert health(server) == (503, "wal-damaged")
    server.stop()


@pytest.mark.slow
def test_a_page_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Guest(server.address) as ann:
        for _ in range(20):
            ann.make(name="Ann")
        assert health(server) == (200, "ok")
    path = tmp_path / FILE
    data = bytearray(path.read_bytes())
    data[len(data) - 3 * 4096 : len(data) - 4096] = os.urandom(2 * 4096)
    path.write_bytes(data)
    with serving(tmp_path) as server:
        until = time.monotonic() + 30
        while health(server)[0] == 200 and time.monotonic() < until:
            time.sleep(0.05)
        assert health(server) == (503, "storage-damaged")


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_nobody_else_reads_the_data(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with serving(folder) as server, Guest(server.address) as ann:
        ann.make(name="Ann")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
        assert set(modes.values()) == {0o600}, modes


@pytest.mark.slow
def test_an_older_database_that_everybody_could_read_is_shut(tmp_path: Path) -> None:
    with serving(tmp_path):
        pass
    (tmp_path / FILE).chmod(0o644)
    with serving(tmp_path):
        assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    with sqlite3.connect(tmp_path / FILE) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    database.close()
