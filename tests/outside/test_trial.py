"""`tilerummy bot check`: whole games of programs in other languages, and of those that misbehave."""

import json
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tests.outside.programs import LEVEL, answering
from tilerummy.cli import main as command
from tilerummy.outside.engine import Engine
from tilerummy.outside.players import level, levels, player

BOT = Path(__file__).parents[2] / "examples" / "bot.mjs"
SOLVING = BOT.with_suffix(".py")
NODE = shutil.which("node")


def checked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = command.main(["--lang", "en", "bot", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.skipif(NODE is None, reason="no Node")
@pytest.mark.parametrize("edition", ["original", "twist", "duel"])
def test_a_program_in_another_language_plays_whole_games(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--games", "4", "--edition", edition, "--against", "gentle", "--budget", "30000", "--json")
    code, out, _ = checked(capsys, "check", f"{NODE} {BOT}", *words)
    trial = json.loads(out)
    assert trial["faults"] == []
    assert code == 0
    assert trial["games"] == 4
    assert trial["moves"]["play"] > 4


@pytest.mark.parametrize("edition", ["original", "suomi", "belgian-tournament"])
def test_a_program_that_hands_its_position_to_the_solver_plays_legally(
    edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = f"{shlex.quote(sys.executable)} {SOLVING}"
    words = ("--games", "4", "--edition", edition, "--against", "gentle", "--budget", "30000", "--json")
    code, out, _ = checked(capsys, "check", bot, *words)
    trial = json.loads(out)
    assert trial["faults"] == []
    assert code == 0
    assert trial["won"] > 0


def test_a_level_is_checked_as_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = checked(capsys, "check", f"{LEVEL} gentle", "--games", "1", "--budget", "30000")
    assert code == 0
    assert "Nothing is wrong." in out


@pytest.mark.slow
def test_a_game_with_a_program_that_dies_comes_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = "print('draw' if os.getpid() % 2 else 'play', flush=True); sys.exit(1)"
    words = ("--games", "1", "--against", "expert", "--json")
    code, out, _ = checked(capsys, "check", answering(tmp_path, answer), *words)
    assert code == 1
    assert json.loads(out)["games"] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "./nothing-here"), "cannot be started"),
        (("check", "cat"), "does not greet"),
        (("check", "cat", "--games", "0"), "from 1 to 1000"),
        (("check", "cat", "--against", "nobody"), "gentle, casual, steady"),
        (("run", "nobody"), "gentle, casual, steady"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = checked(capsys, *words)
    assert code == 2
    assert said in err
    assert len(err.splitlines()) == 1


def test_a_level_answers_lines_out_of_order_with_an_error_and_goes_on() -> None:
    engine = Engine("gentle", level("gentle"))
    lines = ["go 100", "view {}", "edition {", "newgame []", "later words", "", "tilerummy 1", "quit", "go 1"]
    said = list(engine.answers(lines))
    assert [line.split(" ")[:2] for line in said[:4]] == [
        ["error", f"{word}:"] for word in ("go", "view", "edition", "newgame")
    ]
    assert said[4].startswith("hello 1 tilerummy gentle")
    assert len(said) == 5


def test_a_player_is_a_level_or_the_program_of_a_path() -> None:
    for name in levels():
        assert player(name) is level(name)
    with pytest.raises(KeyError):
        player("nobody")
    assert player("./a", 0) is player("./a", 0)
    assert player("./a", 0) is not player("./a", 1)
