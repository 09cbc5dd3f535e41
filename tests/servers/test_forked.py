"""A server that is a copy is a process like one of its own: nothing of the nursery is in it, and it outlives nobody."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.servers.forked import ROOT, nursery
from tests.servers.processes import PATIENCE, until_gone
from tests.servers.server_process import ServerProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")
_SEEN = ("Umask", "Threads", "SigBlk", "SigIgn", "SigCgt", "NoNewPrivs")
"""What of a process has to be the same however it was started: masks, handlers, threads."""


def seen(server: ServerProcess) -> dict[str, object]:
    """A server that has answered, as the system knows it."""
    assert server.process is not None
    place = Path("/proc", str(server.process.pid))
    status = dict(line.split(":\t", 1) for line in (place / "status").read_text().splitlines())
    opened = [re.sub(r"\d+", "N", path) for path in links(place / "fd")]
    # a database is read by as many as read it at that moment
    databases = {path for path in opened if ".sqlite" in path}
    return {
        **{name: status[name] for name in _SEEN},
        "opened": sorted([*databases, *(one for one in opened if one not in databases)]),
        "limits": (place / "limits").read_text(),
        "folder": (place / "cwd").readlink(),
        "niceness": os.getpriority(os.PRIO_PROCESS, server.process.pid),
        "group": os.getpgid(server.process.pid),
        "counted": counted(server),
    }


def links(folder: Path) -> Iterator[str]:
    """Where the links of a folder lead; one may be gone before it is read."""
    for one in folder.iterdir():
        with suppress(FileNotFoundError):
            yield str(one.readlink())


def counted(server: ServerProcess) -> list[str]:
    """What the server has counted, without what depends on time and memory."""
    lines = httpx.get(f"{server.address}/metrics", verify=False).text.splitlines()
    return [line for line in lines if not re.match(r"#|process_|python_|.*(seconds|bytes|created)", line)]


@pytest.mark.slow
def test_a_copy_is_like_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # a copy of before must leave nothing for the next one, nor keep its lines
    with ServerProcess(("--data", str(tmp_path / "before"))) as before:
        monkeypatch.chdir(tmp_path)
        looked = []
        for fresh in (True, False):
            data = tmp_path / "data"
            with ServerProcess(("--data", str(data)), log=tmp_path / "log", fresh=fresh) as server:
                looked.append(seen(server))
        assert looked[0] == looked[1]
        assert before.runs


def test_a_copy_ends_with_the_code_of_the_command_and_says_why(tmp_path: Path) -> None:
    log = tmp_path / "log"
    (tmp_path / "data").write_text("")
    server = ServerProcess(("--data", str(tmp_path / "data")), log=log)
    server.launch()
    assert server.ended() == 2
    assert "not a folder" in log.read_text()
    (tmp_path / "data").unlink()
    assert server.start().runs
    server.kill()
    assert not server.runs
    assert server.ended() == -signal.SIGKILL
    assert server.start().stop() == 0


def test_a_copy_has_the_environment_of_its_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And only that: the nursery is older, and others came between."""
    settings = {"TILERUMMY_PUBLIC_HOST": "play.example.org"}
    with ServerProcess(("--data", str(tmp_path / "one")), environment=settings) as one:
        assert (
            httpx.get(f"{one.address}/api/levels", headers={"Host": "play.example.org"}, verify=False).status_code
            == 200
        )
    monkeypatch.setenv("TILERUMMY_GRACE", "soon")
    two = ServerProcess(("--data", str(tmp_path / "two")))
    two.launch()
    assert two.ended() == 2
    monkeypatch.delenv("TILERUMMY_GRACE")
    with two:
        assert (
            httpx.get(f"{two.address}/api/levels", headers={"Host": "play.example.org"}, verify=False).status_code
            == 421
        )


_ORPHAN = """
import sys
from tests.servers.forked import nursery
from tests.servers.server_process import ServerProcess
server = ServerProcess(("--data", sys.argv[1])).start()
print(nursery()._process.pid, server.process.pid, flush=True)
sys.stdin.read()
"""


def test_copies_end_with_who_started_them(tmp_path: Path) -> None:
    """However that ends, and even where a copy does nothing any more."""
    with subprocess.Popen(
        [sys.executable, "-c", _ORPHAN, str(tmp_path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        started = [int(word) for word in parent.stdout.readline().split()]
        os.kill(started[1], signal.SIGSTOP)
        parent.kill()
    until_gone(started)


def test_a_copy_that_ends_at_once_is_not_missed() -> None:
    """Its end may come before its start is told."""
    for _ in range(10):
        copy = nursery().start(["--version"], os.environ, 2)
        assert copy.wait(PATIENCE) == 0
        assert copy.stdout.read().startswith("tilerummy ")
        copy.stdout.close()


def test_many_that_end_together_are_all_told() -> None:
    """The end of one comes while the end of another is looked at."""
    for _ in range(5):
        copies = []
        for _ in range(20):
            copies.append(nursery().start(["--version"], os.environ, 2))
            os.kill(copies[-1].pid, signal.SIGSTOP)
        for copy in copies:
            os.kill(copy.pid, signal.SIGKILL)
        for copy in copies:
            assert copy.wait(PATIENCE) == -signal.SIGKILL
            copy.stdout.close()
