"""`tilerummy replay` and `tilerummy verify`: a record as text, and its proof."""

import json
import random
from pathlib import Path

import pytest

from tests.golden.making import CASES, path
from tilerummy.bots.whole_game import play_game
from tilerummy.cli.main import main
from tilerummy.editions import load
from tilerummy.messages import languages
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.events import Reason
from tilerummy.rules.game.record import dumps

GOLDEN = path("sabra", "rack-empty")


@pytest.fixture
def tampered(tmp_path: Path) -> Path:
    """A record in which one drawn tile was turned into a play's points."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    index = next(index for index, line in enumerate(lines) if line.startswith('{"t":"played"'))
    play = json.loads(lines[index])
    lines[index] = json.dumps(play | {"points": play["points"] + 1})
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


@pytest.mark.parametrize(("edition", "reason"), CASES)
def test_every_golden_game_reads_as_text_and_proves_itself(
    edition: str, reason: Reason, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "replay", str(path(edition, reason)), "--rejudge"]) == 0
    shown = capsys.readouterr().out
    assert "Judged again: every turn comes out the same." in shown
    assert "Anna" in shown
    assert main(["--lang", "en", "verify", str(path(edition, reason))]) == 0
    assert "- " not in capsys.readouterr().out


@pytest.mark.parametrize("lang", languages())
def test_a_game_is_told_in_every_language(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    for edition, reason in CASES:
        assert main(["--lang", lang, "replay", str(path(edition, reason)), "--rejudge"]) == 0
    shown = capsys.readouterr().out
    assert "{{" not in shown


def test_a_told_game_names_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--lang", "en", "replay", str(GOLDEN)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Sabra, 3 players"
    assert any(line.strip().startswith("First to play: ") for line in lines)
    assert any("opened with" in line for line in lines)
    assert any(line.strip().startswith("table: ") for line in lines)
    assert any("last tile laid, game won" in line for line in lines)


def test_a_told_game_says_how_a_club_counts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    club = change(load("original"), {"end.winner_bonus": 50})
    file = tmp_path / "club.jsonl"
    file.write_text(dumps(play_game(club, ["gentle"] * 2, random.Random(1))), encoding="utf-8")
    assert main(["--lang", "en", "replay", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].strip() == "How this table counts: 50 points more for the winner."


def test_replay_as_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOLDEN), "--json", "--rejudge"]) == 0
    *frames, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [frame["event"]["t"] for frame in frames[:2]] == ["started", "dealt"]
    assert frames[-1]["event"]["t"] == "ended"
    assert [] in frames[-1]["racks"]
    assert last == {"differences": []}


def test_a_changed_record_is_found_out(tampered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "replay", str(tampered), "--rejudge"]) == 1
    assert "1 turn comes out differently" in capsys.readouterr().out
    assert main(["--lang", "en", "verify", str(tampered)]) == 1
    assert "- every turn comes out the same" in capsys.readouterr().out
    assert main(["verify", "--json", str(tampered)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["verified"] is False
    assert answer["checks"]["judged"] is False
    assert answer["checks"]["commitment"] is True


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "line 1"),
        (b"\xff\xfe", "line 1"),
        (b'{"t":"record"}\n', "not the record of a game"),
        (b'{"t":"record","version":9,"edition":"x","edition_hash":"","engine":"1","players":[]}\n', "does not know"),
        (b'{"t":"record","version":1,"edition":"x","edition_hash":"","engine":"1","players":[]}\n{}', "line 2"),
    ],
)
def test_a_bad_file_is_one_clear_line(
    command: str, data: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(data)
    assert main(["--lang", "en", command, str(file)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_there_or_a_folder(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", command, str(tmp_path / "none.jsonl")]) == 2
    assert "there is no file" in capsys.readouterr().err
    assert main(["--lang", "en", command, str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err
