"""Programs of people who mean harm: what they reach from where they are kept in, what they may use, and that nothing of
them is left. Each kind of sandbox that works here is tried."""

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from socket import create_server
from typing import Any

import pytest

from tests.outside.programs import program
from tilerummy.cli import main as command
from tilerummy.outside.process import Process
from tilerummy.outside.sandbox import confinement, landlock
from tilerummy.outside.sandbox.confinement import KINDS, Confinement, from_environment
from tilerummy.outside.sandbox.places import readable
from tilerummy.outside.words import Failed

SPY = """
import glob, json, os, resource, socket, sys
found = {"environment": sorted(os.environ), "home": os.listdir(os.environ["HOME"])}
def tried(name, do):
    try:
        found[name] = do()
    except OSError as error:
        found[name] = None
def secrets():
    said = []
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            said += [path] if b"TILERUMMY_SESSION_KEYS" in open(path, "rb").read() else []
        except OSError:
            pass
    return said
tried("key", lambda: open(KEY).read())
tried("beside", lambda: open(BESIDE).read())
tried("home of its user", lambda: open(OWNER).read())
tried("written", lambda: open(BESIDE, "a").write("x"))
tried("network", lambda: socket.create_connection(("127.0.0.1", PORT), 5) and True)
tried("server", lambda: os.kill(SERVER, 0) or True)
tried("secrets", secrets)
found["limits"] = {name: resource.getrlimit(getattr(resource, name))[0] for name in dir(resource) if "RLIMIT_" in name}
found["descriptors"] = [n for n in range(3, 256) if os.path.exists(f"/proc/self/fd/{n}")]
input()
print(json.dumps(found), flush=True)
input()
"""
ESCAPING = """
import os, subprocess, sys, time
input()
for start in (dict(start_new_session=True), dict()):
    subprocess.Popen([sys.executable, "-c", "import os, time; os.fork(); time.sleep(1000)", TOKEN], **start)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        subprocess.run([sys.executable, "-c", "import time; time.sleep(1000)", TOKEN])
    os._exit(0)
print("away", flush=True)
time.sleep(1000)
"""
ESCAPED = 5
"""Processes with the token: two of each that forks, and the one that is waited for."""


def works(kind: str) -> bool:
    try:
        return bool(from_environment({confinement.SANDBOX: kind}))
    except ValueError:
        return False


kinds = pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if works(kind) else pytest.mark.skip(f"no {kind}")) for kind in KINDS]
)


@pytest.fixture
def started() -> Iterator[Callable[..., Process]]:
    """Starts programs of a text, which end after the test."""
    made: list[Process] = []

    def start(folder: Path, text: str, confined: Confinement, **words: object) -> Process:
        told = "".join(f"{name} = {word!r}\n" for name, word in words.items())
        made.append(Process(shlex.split(program(folder, told + text)), None, confined))
        return made[-1]

    yield start
    for one in made:
        one.end()


@kinds
def test_a_spy_finds_nothing(
    kind: str, tmp_path: Path, started: Callable[..., Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, home = tmp_path / "bots" / "data", tmp_path / "home"
    data.mkdir(parents=True)
    home.mkdir()
    (data / "session.key").write_text("secret")
    (home / ".pgpass").write_text("secret")
    monkeypatch.setenv("HOME", str(home))
    (tmp_path / "bots" / "weights").write_text("learned")
    monkeypatch.setenv("PGPASSWORD", "secret")
    server = subprocess.Popen(["sleep", "1000"], env={**os.environ, "TILERUMMY_SESSION_KEYS": "00"})
    try:
        with create_server(("127.0.0.1", 0)) as listening:
            where: dict[str, Any] = {"KEY": str(data / "session.key"), "BESIDE": str(tmp_path / "bots" / "weights")}
            where |= {"OWNER": str(home / ".pgpass"), "PORT": listening.getsockname()[1], "SERVER": server.pid}
            spy = started(tmp_path / "bots", SPY, Confinement(kind, 512, 60, (data,)), **where)
            found = json.loads(spy.ask([""], 30))
    finally:
        server.kill()
        server.wait()
    assert set(found["environment"]) <= {*confinement.PASSED, "HOME", "TMPDIR", "PWD"}
    assert found["home"] == []
    assert found["descriptors"] in ([], [3])  # 3: that by which it looks
    limits = found["limits"]
    assert limits["RLIMIT_DATA"] == 512 * 2**20
    assert limits["RLIMIT_CPU"] == 60
    assert limits["RLIMIT_FSIZE"] == confinement.FILE_BYTES
    assert limits["RLIMIT_NOFILE"] == confinement.OPEN_FILES
    assert limits["RLIMIT_CORE"] == 0
    assert limits["RLIMIT_NPROC"] > confinement.PROCESSES
    if kind != "limits":
        assert found["beside"] == "learned"
        assert [found[name] for name in ("key", "home of its user", "written")] == [None] * 3
        assert found["secrets"] in (None, [])
    if kind == "bubblewrap" or (kind == "landlock" and landlock.version() >= 6):
        assert found["network"] is None
        assert found["server"] is None


@kinds
def test_nobody_takes_more_than_the_bounds(kind: str, tmp_path: Path, started: Callable[..., Process]) -> None:
    greedy = """
import os
said = input()
try:
    print(len(bytearray(200 * 2**20)), flush=True)
except MemoryError:
    print("no memory", flush=True)
input()
written = 0
try:
    with open(os.environ["HOME"] + "/endless", "wb", 0) as file:
        while written < 2**30:
            written += file.write(bytes(2**20))
except OSError:
    pass
print(written, flush=True)
"""
    one = started(tmp_path, greedy, Confinement(kind, 128))
    assert one.ask([""], 30) == "no memory\n"
    assert int(one.ask([""], 30)) <= confinement.FILE_BYTES


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
@kinds
def test_nothing_is_left_of_a_program(kind: str, tmp_path: Path, started: Callable[..., Process]) -> None:
    token = f"escaped-{kind}-{tmp_path.name}"
    one = started(tmp_path, ESCAPING, Confinement(kind), TOKEN=token)
    assert one.ask([""], 30) == "away\n"
    until(lambda: len(running(token)) == ESCAPED)
    one.end()
    until(lambda: not running(token))


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
@kinds
def test_nothing_is_left_of_a_server_that_was_killed(kind: str, tmp_path: Path) -> None:
    token = f"killed-{kind}-{tmp_path.name}"
    words = shlex.split(program(tmp_path, f"TOKEN = {token!r}\n{ESCAPING}"))
    starting = f"""
from tilerummy.outside.process import Process
from tilerummy.outside.sandbox.confinement import Confinement
print(Process({words!r}, None, Confinement({kind!r})).ask([""], 30), flush=True)
input()
"""
    with subprocess.Popen([sys.executable, "-c", starting], stdin=-1, stdout=-1, start_new_session=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"away\n"
        until(lambda: len(running(token)) == ESCAPED)
        server.kill()
    until(lambda: not running(token))


@kinds
def test_a_program_that_closes_its_output_ends(kind: str, tmp_path: Path, started: Callable[..., Process]) -> None:
    one = started(tmp_path, "import os, time; input(); os.close(1); time.sleep(1000)", Confinement(kind))
    # the process of bubblewrap keeps the pipe open
    with pytest.raises(Failed, match="too-late" if kind == "bubblewrap" else "ended"):
        one.ask([""], 2 if kind == "bubblewrap" else 30)


def test_what_is_readable_leaves_out_homes_shared_folders_and_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, data = tmp_path / "home", tmp_path / "home" / "bots" / "data"
    data.mkdir(parents=True)
    for file in (home / "lone.py", home / "bots" / "mine.py", home / "bots" / "net.bin", data / "session.key"):
        file.touch()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    shown = set(readable(["python3", "lone.py", "bots/mine.py"], [data]))
    assert {str(home / "lone.py"), str(home / "bots" / "mine.py"), str(home / "bots" / "net.bin")} <= shown
    assert not {str(home), str(home / "bots"), str(data), "/", "/etc", "/tmp"} & shown


def test_a_sandbox_that_there_is_not_is_refused_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, given in ((confinement.SANDBOX, "jail"), (confinement.BOT_MEMORY, "much"), (confinement.BOT_MEMORY, "0")):
        with monkeypatch.context() as patched:
            patched.setenv(name, given)
            assert command.main(["--lang", "en", "bot", "check", "cat"]) == 2
        said = capsys.readouterr().err
        assert name in said
        assert len(said.splitlines()) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="Linux has this")
def test_a_process_that_forbids_it_is_read_by_nobody_of_its_user() -> None:
    # root may read everything, so both are nobody; who changes its user is hidden until it says otherwise
    user = 65_534 if os.getuid() == 0 else os.getuid()
    hiding = f"""
import ctypes, os, sys
from tilerummy.outside.sandbox import dumps
os.setuid({user})
ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
if sys.argv[1:]:
    dumps.forbid()
print(flush=True)
input()
"""
    for forbids in ([], ["yes"]):
        with subprocess.Popen([sys.executable, "-c", hiding, *forbids], stdin=-1, stdout=-1) as hidden:
            assert hidden.stdout is not None
            hidden.stdout.readline()
            read = subprocess.run(["cat", f"/proc/{hidden.pid}/environ"], user=user, capture_output=True, check=False)
            hidden.kill()
        assert bool(read.stdout) != bool(forbids)


def running(token: str) -> list[str]:
    """The processes that have it among their words."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if entry.read_bytes().split(b"\0")[-2:-1] == [token.encode()]:
                found.append(entry.parent.name)
        except OSError:
            pass
    return found


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)
