"""The command itself: help, its exit codes, and how it ends when it is interrupted."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Literal

import pytest

from tilerummy import built, extras
from tilerummy.camera import kernel as camera
from tilerummy.cli import main as command
from tilerummy.cli.errors import CliError
from tilerummy.cli.parser import COMMANDS
from tilerummy.solver import kernel


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "tilerummy", *words],
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )


def test_help_names_every_command_and_imports_none() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tilerummy", "--help"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    assert all(name in done.stdout for name in COMMANDS)
    imported = done.stderr
    assert "tilerummy.messages" in imported
    assert not any(module in imported for module in ("starlette", "msgspec", "immutables"))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main([name, "--help"])
    assert ended.value.code == 0
    assert name in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--version"])
    assert capsys.readouterr().out == f"tilerummy {built.version()}\n"


def test_an_unknown_command_is_refused_with_2() -> None:
    done = run("juggle")
    assert done.returncode == 2
    assert "juggle" in done.stderr
    assert "Traceback" not in done.stderr


def test_doctor_tells_programs_what_is_there() -> None:
    done = run("doctor", "--json")
    parts = json.loads(done.stdout)["parts"]
    assert parts["python"] == {"present": True, "needed": True, "detail": parts["python"]["detail"]}
    assert done.returncode == (0 if parts["page"]["present"] else 1)


def test_doctor_tells_people_how_to_get_what_is_missing() -> None:
    done = run("--lang", "en", "doctor")
    assert done.stdout.startswith(f"tilerummy {built.version()}\n+ Python")
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("compiler", "headers", "why"),
    [
        (False, True, "no C compiler"),
        (True, False, "Python’s headers are missing"),
        (True, True, "install Tilerummy again"),
    ],
)
@pytest.mark.parametrize("kind", ["wasm", "none"])
def test_doctor_says_what_runs_the_solver_and_why(
    kind: Literal["wasm", "none"],
    compiler: bool,
    headers: bool,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(kernel, "found", lambda: kernel.Kernel(kind, None))
    monkeypatch.setattr(shutil, "which", lambda command: "/usr/bin/cc" if compiler else None)
    monkeypatch.setattr(sysconfig, "get_paths", lambda: {"include": str(tmp_path)})
    if headers:
        (tmp_path / "Python.h").touch()
    command.main(["--lang", "en", "doctor"])
    said = capsys.readouterr().out
    assert ("+ the solver’s kernel: WebAssembly" if kind == "wasm" else "- the solver’s kernel: missing") in said
    assert why in said
    assert (extras.command("wasm") in said) == (kind == "none")


@pytest.mark.parametrize("lacks", ["nothing", "Pillow", "what it learned"])
def test_doctor_says_whether_photographs_are_read(
    lacks: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if lacks == "Pillow":
        monkeypatch.setitem(sys.modules, "tilerummy.camera.pictures", None)
    elif lacks != "nothing":
        monkeypatch.setattr(camera, "WEIGHTS", tmp_path / "none")
    command.main(["--lang", "en", "doctor"])
    said = capsys.readouterr().out
    assert f"{'+' if lacks == 'nothing' else '-'} the photograph reader" in said
    assert (extras.command("camera") in said) == (lacks != "nothing")


def test_doctor_tells_a_python_that_was_built_without_sqlite(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    assert command.main(["--lang", "en", "doctor"]) == 1
    said = capsys.readouterr().out
    assert "- SQLite: ModuleNotFoundError" in said
    assert "install a Python with a newer SQLite" in said


@pytest.mark.parametrize("broken", ["old", "not importable"])
def test_doctor_finds_a_package_that_is_too_old_or_broken(broken: str, tmp_path: Path) -> None:
    about = tmp_path / "immutables-0.1.dist-info"
    about.mkdir()
    number = "0.1" if broken == "old" else "99"
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: immutables\nVersion: {number}\n")
    if broken != "old":
        (tmp_path / "immutables.py").write_text("raise OSError('no such library')")
    words = [sys.executable, "-m", "tilerummy", "doctor", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, env=environment)
    part = json.loads(done.stdout)["parts"]["immutables"]
    assert done.returncode == 1
    assert part["present"] is False
    assert ("0.1 <" if broken == "old" else "no such library") in part["detail"]


@pytest.mark.parametrize("words", [["--lang", "nl", "doctor"], ["doctor", "--lang", "nl"]])
def test_the_language_may_stand_on_either_side(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    command.main(words)
    assert "de kern van de oplosser" in capsys.readouterr().out


def test_what_an_extra_brings_is_asked_for_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn.config")
    monkeypatch.setattr(command, "command", lambda name: Interrupted(missing))
    assert command.main(["doctor", "--lang", "en"]) == 2
    assert capsys.readouterr().err == f"tilerummy: the package uvicorn is missing: {extras.command('server')}\n"


def test_a_module_that_no_extra_brings_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "command", lambda name: Interrupted(ModuleNotFoundError(name="tilerummy.none")))
    with pytest.raises(ModuleNotFoundError):
        command.main(["doctor"])


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("solv", "x"), "solve"),
        (("solve", "--edtion", "twist", "b3"), "--edition"),
        (("solve", "--objective", "tils", "b3"), "tiles"),
        (("solve", "--edition", "orignal", "b3"), "original"),
    ],
)
def test_a_misspelt_word_is_told_with_the_one_it_comes_near_to(words: tuple[str, ...], near: str) -> None:
    done = run("--lang", "en", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f". Did you mean {near}?\n")


def test_colours_are_forced_unless_nobody_wants_any() -> None:
    words = [sys.executable, "-m", "tilerummy", "solve", "b4 b5 b6 | b3"]
    for variables, coloured in [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ]:
        done = subprocess.run(words, capture_output=True, text=True, timeout=60, env={**os.environ, **variables})
        assert ("\033[" in done.stdout) == coloured


class Interrupted:
    """A command that ends in the way it is made with."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def configure(self, parser: object) -> None:
        pass

    def run(self, args: object) -> int:
        raise self.error


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command, "command", lambda name: Interrupted(KeyboardInterrupt()))
    assert command.main(["doctor"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_reader_that_leaves_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tilerummy", "doctor"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode in (0, 1)


def test_a_mistake_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command, "command", lambda name: Interrupted(CliError("no-such-file", path="x.toml")))
    assert command.main(["doctor"]) == 2
    assert capsys.readouterr().err == "tilerummy: there is no file x.toml\n"


def test_a_full_disk_is_told_in_one_line() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    with full.open("w") as nowhere:
        done = subprocess.run(
            [sys.executable, "-m", "tilerummy", "--lang", "en", "doctor"],
            stdout=nowhere,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("tilerummy: the operating system says:")
    assert done.stderr.count("\n") == 1


def test_a_terminal_without_shapes_gets_the_notation() -> None:
    words = [sys.executable, "-m", "tilerummy", "--lang", "fr", "solve", "b4 b5 b6 | b3 k1 J"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "  b4 b5 b6\n" in done.stdout
    assert "J" in done.stdout
