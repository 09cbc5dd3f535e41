"""Output that cannot be written: one line and exit code 2, and what was there before stays."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.cli.test_reading import READS, backup
from tilerummy.cli.main import main
from tilerummy.cli.parser import COMMANDS
from tilerummy.editions import load
from tilerummy.puzzles.book import dumps, packaged

FULL = Path("/dev/full")
SAYS = "tilerummy: the operating system says: [Errno 28] No space left on device\n"
LINES = {
    **{argument.split()[0]: case.line for argument, case in reversed(READS.items()) if case.code == 0},
    "photo": READS["photo file"].line,
    "seat": "seat|--players|4|--rounds|1",
    "arena": "arena|steady|steady|--deals|1",
    "bot": "bot|run|steady",
    "guests": "guests|list|--json|--data|HERE",
    "reports": "reports|--json|--data|HERE",
    "prune": "prune|--data|HERE",
    "backup": "backup|HERE/copy|--data|HERE",
    "migrate": "migrate|--from|HERE|--to|HERE/other",
    **{name: name for name in ("doctor", "completion|bash", "man", "--help", "--version")},
    **{f"{name} --help": f"{name}|--help" for name in COMMANDS},
}
"""A line of each command that prints."""


def test_every_command_is_among_these() -> None:
    # these print only what is also in the log
    assert {line.split("|")[0] for name, line in LINES.items() if " " not in name} >= {*COMMANDS} - {"serve", "play"}


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("name", LINES)
def test_a_full_disk_is_told_in_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    case = next((case for case in READS.values() if case.line == LINES[name]), None)
    file = tmp_path / f"file{case.ending if case else ''}"
    file.write_bytes(case.data if case else b"")
    if "HERE" in LINES[name] and case is None:
        (tmp_path / "copy.backup").write_bytes(backup())
        assert main(["restore", str(tmp_path / "copy.backup"), "--data", str(tmp_path)]) == 0
    words = [word.replace("FILE", str(file)).replace("HERE", str(tmp_path)) for word in LINES[name].split("|")]
    capsys.readouterr()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"tilerummy 1\n")))
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(["--lang", "en", *(word.replace(" / ", " | ") for word in words)]) == 2
    assert capsys.readouterr().err == SAYS


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
from tilerummy.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of a process")
def test_what_was_there_stays_where_the_new_one_does_not_fit(tmp_path: Path) -> None:
    whole, book = packaged(load("original")), tmp_path / "book.json.gz"
    assert whole is not None
    book.write_bytes(before := dumps(replace(whole, puzzles=whole.puzzles[:2])))
    words = ["--lang", "en", "puzzles", "rate", str(book), "--out", str(book)]
    done = subprocess.run([sys.executable, "-c", LIMITED, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("tilerummy: the operating system says: ")
    assert done.stderr.count("\n") == 1
    assert book.read_bytes() == before
    assert [*tmp_path.iterdir()] == [book]
