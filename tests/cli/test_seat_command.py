"""`tilerummy seat`: exactly as documented, and what is wrong with bad input."""

import json
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tilerummy.cli.main import main


def seated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["seat", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_seating_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--players", "46", "--rounds", "5", "--table-size", "4", "--seed", "7")
    found = seated(capsys, *words)
    assert found == seated(capsys, *words)
    assert found["repeats"] == 0
    assert [len(tables) for tables in found["rounds"]] == [12] * 5
    for tables in found["rounds"]:
        assert sorted(player for table in tables for player in table) == list(range(1, 47))
    threes = Counter(p for tables in found["rounds"] for table in tables if len(table) == 3 for p in table)
    told = found["three_player_tables"]
    assert told["visits"] == {str(player): threes[player] for player in range(1, 47)}
    assert (told["least"], told["most"], told["per_round"]) == (0, 1, [2] * 5)
    assert found["rounds"] != seated(capsys, *words[:-1], "8")["rounds"]


def test_players_kept_apart(capsys: pytest.CaptureFixture[str]) -> None:
    found = seated(capsys, "--players", "21", "--rounds", "4", "--apart", "1-2", "3-4")
    met = {pair for tables in found["rounds"] for table in tables for pair in combinations(sorted(table), 2)}
    assert not {(1, 2), (3, 4)} & met


def test_players_fixed_to_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    found = seated(capsys, "--players", "21", "--rounds", "4", "--fixed", "7=2", "8=2", "9=1")
    assert all({7, 8} <= set(tables[1]) and 9 in tables[0] for tables in found["rounds"])
    assert found["repeats"] == found["bound"] == 3
    assert main(["--lang", "en", "seat", "--players", "21", "--rounds", "2", "--fixed", "7=2", "8=2"]) == 0
    assert "At one table in every round, as asked: 7-8" in capsys.readouterr().out


def test_seating_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "seat", "--players", "5", "--rounds", "1", "--table-size", "2"]) == 0
    said = capsys.readouterr().out
    assert "5 players, 1 round, seed 1" in said
    assert "Sitting out: " in said
    assert "Repeated meetings: 0; no plan has fewer than 0" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "1", "--rounds", "1"], "1 player cannot"),
        (["--players", "3000", "--rounds", "5"], "3000 players"),
        (["--players", "8", "--rounds", "0"], "0 rounds"),
        (["--players", "8", "--rounds", "1", "--table-size", "7"], "tables of 7"),
        (["--players", "8", "--rounds", "1", "--apart", "3"], "3 is not a pair"),
        (["--players", "8", "--rounds", "1", "--apart", "3-03"], "3-03 is not a pair"),
        (["--players", "8", "--rounds", "1", "--apart", "3-9"], "3-9 is not a pair"),
        (["--players", "8", "--rounds", "1", "--apart", "3-" + "9" * 5000], "is not a pair"),
    ],
)
def test_what_cannot_be_seated_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "seat", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_plan_is_reported_beside_the_least_that_can_be(capsys: pytest.CaptureFixture[str]) -> None:
    found = seated(capsys, "--players", "11", "--rounds", "4")
    assert (found["repeats"], found["bound"]) == (8, 6)
    assert found["balance"] == {"most_meetings": 4, "consecutive": 6, "seat_spread": 1, "table_spread": 3}


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--players", "1", "--rounds", "1"), ("seat-players", {"count": 1, "least": 2, "most": 1000})),
        (("--players", "8", "--rounds", "1", "--apart", "3"), ("seat-apart", {"given": "3"})),
        (
            ("--players", "3", "--rounds", "1", "--apart", "1-2", "1-3", "2-3"),
            ("seat-apart-tables", {"players": "1 2 3", "count": 1}),
        ),
        (
            ("--players", "9", "--rounds", "2", "--table-size", "3", "--fixed", "1=1", "2=1", "3=1", "4=1"),
            ("seat-fixed-crowd", {"players": "1 2 3 4", "table": 1, "count": 3}),
        ),
        (
            ("--players", "9", "--rounds", "2", "--fixed", "1=4"),
            ("seat-fixed-table", {"table": 4, "count": 3}),
        ),
        (
            ("--players", "9", "--rounds", "2", "--fixed", "1=1", "2=1", "--apart", "2-1"),
            ("seat-fixed-apart", {"pairs": "1-2"}),
        ),
        (("--players", "8", "--rounds", "1", "--fixed", "9=1"), ("seat-fixed", {"given": "9=1"})),
        (("--players", "8", "--rounds", "1", "--fixed", "3=1", "3=2"), ("seat-fixed-twice", {"player": 3})),
        (
            # one table of four and two of three
            ("--players", "10", "--rounds", "1", "--fixed", *(f"{at}={1 + at // 5}" for at in range(1, 9))),
            ("seat-fixed-away", None),
        ),
        (
            # a ring of five cannot be two groups that are apart within
            ("--players", "6", "--rounds", "1", "--apart", "1-2", "2-3", "3-4", "4-5", "5-1"),
            ("seat-apart-met", None),
        ),
    ],
)
def test_what_cannot_be_seated_is_json_for_programs(
    words: tuple[str, ...], error: tuple[str, dict[str, Any] | None], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["seat", *words, "--json"]) == 2
    told = json.loads(capsys.readouterr().out)["error"]
    assert told["code"] == error[0]
    assert error[1] in (None, told["params"])
    assert main(["--lang", "en", "seat", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
