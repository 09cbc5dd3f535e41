"""Files that commands read: from standard input, packed, nested too deeply; and output that cannot be written."""

import gzip
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.golden.making import path
from tilerummy.cli import files
from tilerummy.cli import main as command
from tilerummy.cli.errors import CliError

GOLDEN = path("sabra", "rack-empty")
DEEP = "[" * 2_000


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = command.main(["--lang", "en", *words])
    return code, capsys.readouterr().err


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", ["verify", "replay"])
def test_a_record_comes_from_a_file_and_from_standard_input_packed_or_not(
    name: str, packed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = GOLDEN.read_bytes()
    file = tmp_path / "game.jsonl"
    file.write_bytes(gzip.compress(data) if packed else data)
    assert said(capsys, name, str(file)) == (0, "")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert said(capsys, name, "-") == (0, "")


def test_a_packed_file_is_read_within_bounds(tmp_path: Path) -> None:
    file = tmp_path / "it.gz"
    bomb, cut = gzip.compress(bytes(2**20)), gzip.compress(b"x" * 99)[:15]
    for data, code in ((bomb, "file-too-large"), (cut, "file-damaged")):
        file.write_bytes(data)
        with pytest.raises(CliError) as refused:
            files.read_file(str(file), 10_000)
        assert refused.value.code == code


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("verify",), f'{{"t":"record"}}\n{{"t":"started","edition":{DEEP}'),
        (("verify",), f'{GOLDEN.read_text().splitlines()[0]}\n{{"t":"started","edition":{DEEP}'),
        (("replay",), DEEP),
        (("evenings",), DEEP),
        (("puzzles", "check"), DEEP),
        (("standings",), DEEP),
    ],
)
def test_what_is_nested_too_deeply_is_refused_in_a_line(
    words: tuple[str, ...],
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "deep"
    file.write_bytes(gzip.compress(text.encode()) if "puzzles" in words else text.encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code, err = said(capsys, *words, *([] if words == ("standings",) else [str(file)]))
    assert code == 2
    assert len(err.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("word", ["--version", "--help"])
def test_help_that_cannot_be_written_is_told_in_a_line(word: str) -> None:
    with Path("/dev/full").open("w") as full:
        done: Any = subprocess.run(
            [sys.executable, "-m", "tilerummy", word], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_nothing_is_no_meld(capsys: pytest.CaptureFixture[str]) -> None:
    for nothing in ("", "  "):
        assert said(capsys, "meld", nothing) == (2, "tilerummy: give a meld, or --jsonl\n")


def test_a_season_without_events_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "season.toml").write_text('name = "x"\nevents = []\n')
    code, err = said(capsys, "tournament", "season", str(tmp_path / "season.toml"), "--out", str(tmp_path / "out"))
    assert code == 2
    assert "at least one event" in err
