"""The example clients play whole games on a real server, each by the key of a bot, and are computers for everybody."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.web.harness import PATIENCE, Guest, Server, serving
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import loads

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")
TYPESCRIPT = ROOT / "webapp" / "node_modules" / "typescript"
COMPILED = ["--strict", "--noUncheckedIndexedAccess", "--module", "esnext", "--target", "es2022", "--lib", "es2022,dom"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("clients")) as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Iterator[Guest]:
    with Guest(server.address) as guest:
        yield guest


def script(folder: Path) -> list[str]:
    """The TypeScript client, checked, as this Node can run it."""
    assert NODE is not None
    source, compiler = ROOT / "examples" / "client.ts", TYPESCRIPT / "bin" / "tsc"
    words: list[str | Path] = [NODE, compiler, source, "--outDir", folder, "--ignoreConfig", *COMPILED]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout
    made = (folder / "client.js").rename(folder / "client.mjs")
    return [NODE, "--experimental-websocket", "--no-warnings", str(made)]


def played(guest: Guest, commands: list[list[str]], room: str) -> dict[str, Any]:
    """The last state of a game that these play, at the guest's table."""
    with ExitStack() as ends, guest.join(room) as table:
        clients = []
        for name, command in zip("AB", commands, strict=True):
            environment = {**os.environ, "BOT_KEY": guest.bot()["key"]}
            words = [*command, guest.address, room, name]
            client = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            ends.enter_context(client)
            ends.callback(client.kill)
            clients.append(client)
        table.until(lambda state: all(seat["kind"] != "open" for seat in state["seats"]))
        assert table.ask("start")["t"] == "accepted"
        for client in clients:
            try:
                out, err = client.communicate(timeout=3 * PATIENCE)
            except subprocess.TimeoutExpired:
                for one in clients:
                    one.kill()
                pytest.fail("\n".join(["they hang:", *(str(one.communicate()) for one in clients)]))
            assert (client.returncode, err) == (0, "")
            assert "winners" in out
        return table.until(lambda state: bool(state["phase"] == "over"))


PYTHON = [sys.executable, str(ROOT / "examples" / "client.py")]


def test_the_python_client_plays_a_whole_game_with_itself(ann: Guest) -> None:
    room = ann.make(seats=2)
    state = played(ann, [PYTHON, PYTHON], room)
    assert [(seat["kind"], seat["level"]) for seat in state["seats"]] == [("computer", None)] * 2
    record = loads(ann.http.get(f"/api/rooms/{room}/record").text)
    assert record.bots == (0, 1)
    assert all(check.holds for check in checks(record))


@pytest.mark.slow
@pytest.mark.skipif(NODE is None or not TYPESCRIPT.exists(), reason="no Node, or no TypeScript beside it")
@pytest.mark.parametrize("edition", ["original", "sabra"])
def test_the_typescript_client_plays_a_whole_game_with_the_python_one(edition: str, ann: Guest, tmp_path: Path) -> None:
    room = ann.make(seats=2, edition=edition)
    assert played(ann, [script(tmp_path), PYTHON], room)["result"]


def test_the_python_example_makes_its_own_key(server: Server) -> None:
    code = f"import asyncio, client; print(asyncio.run(client.key_for({server.address!r}, 'Mine')))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "examples", capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stdout.startswith("bot-"), done.stderr
