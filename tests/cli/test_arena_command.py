"""`tilerummy arena`: what it prints, and what it refuses."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tilerummy import extras
from tilerummy.arena import workers
from tilerummy.cli.main import main


def test_a_match_as_one_json_object_and_a_drawing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = tmp_path / "plot.svg"
    assert main(["arena", "waiter", "most-tiles", "--deals", "3", "--json", "--plot", str(plot)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["players"] == ["waiter", "most-tiles"]
    assert (said["deals"], said["games"]) == (3, 6)
    assert sum(said["win"]) == 1
    assert sum(said["points"]) == 0
    assert plot.read_text().startswith("<svg")


def test_more_than_two_players_meet_everybody_and_are_rated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "most-tiles", "waiter", "expert", "--deals", "2", "--seats", "4", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert len(said["matches"]) == 6
    assert set(said["ratings"]) == {"most-tiles", "waiter", "expert"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["champion", "nobody"], "champion"),
        (["champion"], "two players"),
        (["expert", "expert", "waiter"], "once"),
        (["expert", "waiter", "--seats", "9"], "2 to 4"),
        (["expert", "waiter", "--deals", "0"], "--deals"),
        (["expert", "waiter", "--decide", "2"], "--decide"),
    ],
)
def test_a_mistake_is_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_a_drawing_that_cannot_be_written_is_told_before_anything_is_played(tmp_path: Path) -> None:
    results, plot = tmp_path / "results.jsonl", tmp_path / "nowhere" / "plot.svg"
    words = ["arena", "expert", "waiter", "--deals", "2", "--results", str(results), "--plot", str(plot)]
    ended = subprocess.run([sys.executable, "-m", "tilerummy", *words], capture_output=True, text=True)
    assert ended.returncode == 2
    assert str(plot) in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not results.exists()


def test_a_scheduler_that_is_away_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(workers, "ANSWERS", 0.5)
    assert main(["arena", "expert", "waiter", "--dask", "tcp://127.0.0.1:9"]) == 2
    assert "tcp://127.0.0.1:9" in capsys.readouterr().err


def test_without_dask_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["arena", "expert", "waiter", "--dask", "tcp://127.0.0.1:9"]) == 2
    assert extras.command("arena") in capsys.readouterr().err
