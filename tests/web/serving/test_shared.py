"""Several servers over one PostgreSQL and one Redis: a guest of one is a guest of all; and what refuses to start."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.servers.server_process import ServerProcess
from tests.web.harness import Guest, Server, serving
from tilerummy.cli.main import main

KEYS = "TILERUMMY_SESSION_KEYS"
FIRST, SECOND = "11" * 32, "22" * 32


def refused(folder: Path, *options: str, **environment: str) -> str:
    """What a server says that does not start."""
    server = ServerProcess(options, log=folder / "errors", environment=environment)
    before = len(server.logged)
    server.launch()
    assert server.process is not None
    assert server.process.stdout is not None
    assert server.process.stdout.read() == ""
    assert server.ended() == 2
    said = server.logged[before:]
    assert said.count("\n") == 1
    return said


def visit(server: Server, cookies: httpx.Cookies) -> int:
    """How a server answers to a person with these cookies who makes a room; 401 to nobody's."""
    body = {"seats": 2, "edition": "original"}
    return httpx.post(f"{server.address}/api/rooms", json=body, cookies=cookies, verify=False).status_code


@pytest.mark.slow
def test_a_guest_of_one_server_plays_on_at_another(
    postgresql: Postgresql, redis: Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    address = postgresql.database()
    settings = {"TILERUMMY_STORE": address, "TILERUMMY_BUS": redis.address, KEYS: FIRST}
    here = Server(None, environment=settings).start()
    there = Server(None, options=("--store", address, "--bus", redis.address), environment=settings).start()
    try:
        with Guest(here.address) as ann, Guest(there.address, session=False) as again:
            room = ann.make(name="Ann", computers=["gentle"], start=True)
            with ann.join(room) as table:
                table.until(lambda state: state["turn"] == state["you"])
                assert table.move({"t": "draw"})["t"] == "accepted"
                reached = table.state["seq"]
            here.kill()
            again.http.cookies.update(ann.http.cookies)
            with again.join(room) as table:
                assert table.state["you"] == 0
                assert table.state["seq"] >= reached
                table.until(lambda state: state["turn"] == state["you"])
                assert table.move({"t": "draw"})["t"] == "accepted"
            assert main(["--lang", "en", "guests", "list", "--store", address]) == 0
            assert "Ann" in capsys.readouterr().out
            assert main(["--lang", "en", "prune", "--store", address, "--dry-run"]) == 0
    finally:
        assert there.stop() == 0


@pytest.mark.slow
def test_keys_are_rotated_without_losing_anybody(tmp_path: Path) -> None:
    with serving(tmp_path, environment={KEYS: FIRST}) as server, Guest(server.address) as ann:
        old = httpx.Cookies(ann.http.cookies)
    with serving(tmp_path, environment={KEYS: f"{SECOND}, {FIRST}"}) as server, Guest(server.address) as bob:
        new = httpx.Cookies(bob.http.cookies)
        assert visit(server, old) == visit(server, new) == 201
    with serving(tmp_path, environment={KEYS: SECOND}) as server:
        assert (visit(server, old), visit(server, new)) == (401, 201)


@pytest.mark.slow
def test_what_cannot_be_used_is_told_in_one_line(postgresql: Postgresql, tmp_path: Path) -> None:
    address = postgresql.database()
    assert KEYS in refused(tmp_path, "--store", address)
    for keys in ("5ecre7" * 3, "5ecre7" * 20 + "z"):
        said = refused(tmp_path, "--store", address, TILERUMMY_SESSION_KEYS=keys)
        assert KEYS in said
        assert "5ecre7" not in said
    assert "address of a database" in refused(tmp_path, "--store", "mysql://127.0.0.1/rummy")
    assert "address of a Redis" in refused(tmp_path, "--data", str(tmp_path), "--bus", "amqp://127.0.0.1")
    said = refused(tmp_path, "--store", "postgresql://ann:5ecre7@127.0.0.1:1/rummy", TILERUMMY_SESSION_KEYS=FIRST)
    assert "cannot be used" in said
    assert "5ecre7" not in said
    for missing, options in (("asyncpg", ("--store", address)), ("redis", ("--bus", "redis://127.0.0.1"))):
        (tmp_path / f"{missing}.py").write_text(f"raise ModuleNotFoundError(name={missing!r})")
        assert f"package {missing} is missing" in refused(tmp_path, *options, PYTHONPATH=str(tmp_path))


def test_the_default_server_imports_neither(tmp_path: Path) -> None:
    program = """
import sys
from tilerummy.rooms.settings import Settings
from tilerummy.web.server import make_server
from tilerummy.web.settings import WebSettings
make_server(sys.argv[1], None, Settings(), WebSettings(), print)
print(sorted({"asyncpg", "redis"} & sys.modules.keys()))
"""
    command = [sys.executable, "-c", program, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3] / "src")}
    assert subprocess.run(command, capture_output=True, text=True, env=environment).stdout == "[]\n"
