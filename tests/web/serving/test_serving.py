"""Starting and stopping: one clear line for everything that prevents a start, and nothing left behind by an end."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.harness import PATIENCE, Guest, Server, serving
from tilerummy.store.folder import FILE

pytestmark = [pytest.mark.slow, pytest.mark.one_process("how a process starts on its folder, and ends")]


def serve(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """The command, run until it ends by itself."""
    source = str(Path(__file__).parents[3] / "src")
    command = [sys.executable, "-m", "tilerummy", "--lang", "en", "serve", *arguments]
    settings = {**os.environ, **environment, "PYTHONPATH": source}
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=settings)


def assert_one_line(done: "subprocess.CompletedProcess[str]", word: str) -> None:
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert word in done.stderr


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert_one_line(serve("--port", port, "--data", str(tmp_path)), "in use")


def test_an_address_that_is_not_ours(tmp_path: Path) -> None:
    assert_one_line(serve("--host", "192.0.2.7", "--port", "0", "--data", str(tmp_path)), "192.0.2.7")
    assert_one_line(serve("--port", "99999", "--data", str(tmp_path)), "99999")


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert_one_line(serve("--port", "0", "--data", str(tmp_path / "data")), "not a folder")


def test_a_data_folder_on_a_read_only_place() -> None:
    assert_one_line(serve("--port", "0", "--data", "/proc/tilerummy"), "/proc/tilerummy")


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    with serving(tmp_path, fresh=True):
        pass
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("pragma user_version = 9999")
    connection.close()
    assert_one_line(serve("--port", "0", "--data", str(tmp_path)), "9999")


def test_a_data_folder_in_use(tmp_path: Path) -> None:
    with serving(tmp_path, fresh=True):
        assert_one_line(serve("--port", "0", "--data", str(tmp_path)), "another Tilerummy server")


def test_a_setting_that_is_no_number(tmp_path: Path) -> None:
    assert_one_line(serve("--port", "0", "--data", str(tmp_path), TILERUMMY_GRACE="soon"), "TILERUMMY_")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_an_end_is_orderly_with_people_at_the_table(tmp_path: Path, number: int, code: int) -> None:
    server = Server(tmp_path, fresh=True).start()
    with Guest(server.address) as ann:
        room = ann.make(seats=2, computers=["steady"], name="Ann", start=True)
        with ann.join(room) as table:
            state = table.until(lambda state: state["turn"] == 0)
            server.process.send_signal(number)
            assert table.closed() == 1012
            assert server.ended() == code
        server.start()
        with ann.join(room) as table:
            assert table.state["rack"] == state["rack"]
    assert server.stop() == 0


def test_workers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path, fresh=True).start()
    with Guest(server.address) as ann:
        room = ann.make(seats=2, computers=["steady"], name="Ann", start=True)
        with ann.join(room) as table:
            table.until(lambda state: state["turn"] == 0)
            table.move({"t": "draw"})
            table.until(lambda state: state["turn"] == 0 and state["turn_number"] > 1)
            # The workers hold the write end of the server's standard output; it ends when the last of them does.
            pipe = server.process.stdout
            assert pipe is not None
            server.process.kill()
            assert pipe.read() == ""
            server.process.wait(PATIENCE)
            pipe.close()


def test_the_network_is_told_where_to_come(tmp_path: Path) -> None:
    source = str(Path(__file__).parents[3] / "src")
    command = [sys.executable, "-m", "tilerummy", "--lang", "en", "play", "--no-browser", "--host", "0.0.0.0"]
    with subprocess.Popen(
        [*command, "--port", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": source},
    ) as process:
        assert process.stdout is not None
        assert "http://127.0.0.1:" in process.stdout.readline()
        process.terminate()
        told = process.stdout.read()
        assert "TILERUMMY_RESTORE" in told, "on a network, guests bring no backups unless the owner says so"
        assert all("http://" in line for line in told.splitlines()[:-1])
