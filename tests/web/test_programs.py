"""Programs that a server's owner lets play: levels like any other, and nothing they do stops a game or the server."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.outside.programs import LEVEL
from tests.servers.server_process import ServerProcess
from tests.web.computed import computed
from tests.web.harness import Guest, serving


def played_out(guest: Guest, room: str) -> dict[str, object]:
    """The last state of a game whose other seats are computers'."""
    with guest.join(room) as table:
        while table.until(lambda state: state["phase"] == "over" or state["turn"] == state["you"])["phase"] != "over":
            answer = table.move(computed(table.state, "expert", Random(1)))
            assert answer["t"] == "accepted", answer
        return table.state


def test_a_program_plays_as_a_level(tmp_path: Path) -> None:
    with serving(tmp_path, options=["--bot", f"mine={LEVEL} steady"]) as server, Guest(server.address) as ann:
        assert ann.http.get("/api/levels").json()["levels"][-1] == "mine"
        state = played_out(ann, ann.make(name="Ann", computers=["mine"], start=True))
        assert state["result"]
        seat = state["seats"][1]  # type: ignore[index]
        assert (seat["kind"], seat["level"]) == ("computer", "mine")


def test_a_level_that_is_gone_is_played_by_another(tmp_path: Path) -> None:
    place, pause = ("--data", str(tmp_path)), {"TILERUMMY_COMPUTER_PAUSE": "0"}
    server = ServerProcess((*place, "--bot", f"mine={LEVEL} gentle"), environment=pause).start()
    with Guest(server.address) as ann:
        room = ann.make(name="Ann", computers=["mine"], start=True)
        server.stop()
        server.options = place
        server.start()
        try:
            assert played_out(ann, room)["phase"] == "over"
        finally:
            server.stop()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--bot", "mine"], "NAME=PROGRAM"),
        (["--bot", "My bot=cat"], "NAME=PROGRAM"),
        (["--bot", "expert=cat"], "already"),
        (["--bot", "mine=cat"], "does not greet"),
        (["--bot", "mine=./nothing-here"], "cannot be started"),
    ],
)
def test_what_cannot_play_is_said_at_the_start(options: list[str], said: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tilerummy", "--lang", "en", "serve", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run([*words, *options], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
