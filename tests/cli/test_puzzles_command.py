"""`tilerummy puzzles`: what it makes, checks and shows, and what it refuses."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tilerummy import editions
from tilerummy.cli.main import main
from tilerummy.puzzles.book import dumps, loads

ORIGINAL = editions.load("original")


def test_what_it_makes_it_finds_right_and_a_false_one_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.json.gz"
    assert main(["puzzles", "make", "--count", "2", "--out", str(path)]) == 0
    assert main(["puzzles", "check", str(path)]) == 0
    book = loads(path.read_bytes(), ORIGINAL)
    unrated = replace(book, puzzles=tuple(replace(one, difficulty=0) for one in book.puzzles))
    path.write_bytes(dumps(unrated))
    assert main(["puzzles", "rate", str(path), "--out", str(path)]) == 0
    assert loads(path.read_bytes(), ORIGINAL) == book
    path.write_bytes(dumps(replace(book, puzzles=(book.puzzles[0], replace(book.puzzles[1], laid="k1")))))
    capsys.readouterr()
    assert main(["puzzles", "check", str(path)]) == 1
    said = capsys.readouterr().out
    assert book.puzzles[1].id in said
    assert book.puzzles[0].id not in said


def test_the_puzzle_of_a_day_is_the_same_however_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "show", "--day", "2026-12-24"]) == 0
    shown = capsys.readouterr().out
    name = shown.split()[1]
    assert main(["puzzles", "show", name, "--solution"]) == 0
    assert capsys.readouterr().out.startswith(shown)
    assert main(["puzzles", "show", "--day", "2026-12-25"]) == 0
    assert capsys.readouterr().out != shown


def test_the_same_lot_draws_the_same_puzzles_to_be_judged(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for seed in ("1", "1", "2"):
        assert main(["puzzles", "sample", "--count", "3", "--seed", seed, "--solution"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0].count("Puzzle ") == said[0].count("Steps:") == 3
    assert said[0] == said[1] != said[2]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["make"], "--out"),
        (["make", "--count", "0", "--out", "x"], "--count"),
        (["show", "nobody"], "nobody"),
        (["show", "--day", "tomorrow"], "tomorrow"),
        (["rate"], "--out"),
        (["check", "missing.gz"], "missing.gz"),
    ],
)
def test_a_mistake_is_told_in_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main(["puzzles", *words]))
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert told in said
    assert "Traceback" not in said
