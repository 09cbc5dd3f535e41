"""Programs in the arena: a whole match of one in another language, and of one that dies."""

import json
import shutil
from pathlib import Path

import pytest

from tests.outside.programs import answering, program
from tilerummy.cli import main as command
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import loads

BOT = Path(__file__).parents[2] / "examples" / "bot.mjs"
NODE = shutil.which("node")


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="no Node")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_program_in_another_language_plays_a_whole_match(
    jobs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot, records = f"{NODE} {BOT}", tmp_path / "records"
    words = ["arena", bot, "gentle", "--deals", "12", "--jobs", jobs, "--records", str(records), "--json"]
    assert command.main(words) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["players"] == [bot, "gentle"]
    assert said["games"] == 24
    kept = [loads(file.read_text()) for file in records.glob("*.jsonl")]
    assert len(kept) == 24
    assert all(check.holds for record in kept for check in checks(record))


@pytest.mark.slow
def test_a_match_with_a_program_that_dies_is_played_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--lang", "en", "arena", answering(tmp_path, "sys.exit(1)"), "expert", "--deals", "1"]) == 0
    assert "It ended before it answered." in capsys.readouterr().err


def test_every_game_of_a_deal_is_announced_to_a_program(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    listening = """
import sys
print("hello 1 Test", flush=True)
for line in sys.stdin:
    if line.startswith("newgame "):
        sys.stderr.write(line)
        sys.stderr.flush()
    if line.startswith("go "):
        print("draw", flush=True)
"""
    assert command.main(["arena", "expert", program(tmp_path, listening), "--seats", "3", "--deals", "1"]) == 0
    # three games of one deal, in each of which it has two seats
    heard = [line.partition(" ") for line in capfd.readouterr().err.splitlines()]
    games = [json.loads(game) for word, _, game in heard if word == "newgame"]
    assert sorted(game["seat"] for game in games) == [0, 0, 1, 1, 2, 2]
    assert len({game["game"] for game in games}) == 3
