"""`tilerummy score`: JSON lines, exactly as documented, and the form for a person."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tilerummy.cli.main import main


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def answers(*lines: str | dict[str, Any], options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n"
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = main(["score", "--jsonl", *options])
        said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert code == any("error" in answer for answer in said)
        return said

    return answers


@pytest.mark.parametrize(
    ("case", "points"),
    [
        ({"edition": "original", "racks": ["", "k3 J", "b5 r9"], "end": "rack-empty"}, [47, -33, -14]),
        ({"edition": "sabra", "racks": ["k3 J", ""], "end": "rack-empty"}, [-28, 28]),
        ({"edition": "duel", "racks": ["k3 J", ""], "end": "rack-empty"}, [-53, 53]),
        ({"edition": "duel", "racks": ["k3 J", ""], "unopened": ["able", None]}, [-200, 200]),
        ({"edition": "duel", "racks": ["", "k3 J"], "unopened": [None, "unable"]}, [100, -100]),
        ({"edition": "duel", "racks": ["k3", "J"], "unopened": ["able", "unable"]}, [100, -100]),
        ({"edition": "twist", "racks": ["", "D C", "M"], "end": "rack-empty"}, [90, -60, -30]),
        ({"racks": ["k12", "r13 r10 r7", "b7", "y13 y8"], "end": "pool-exhausted"}, [-5, -23, 42, -14]),
        ({"racks": ["k5", "r5", "b6 y5"], "end": "pool-exhausted"}, [3, 3, -6]),
        ({"racks": ["k5", "r5", "b6 y6"], "end": "pool-exhausted", "next": 1}, [3, 4, -7]),
        ({"racks": ["k5", "r5"], "end": "pool-exhausted"}, [0, 0]),
        ({"racks": [["k5", "J"], []], "end": "rack-empty"}, [-35, 35]),
        ({"edition": "xp-160", "racks": ["", "k1", "k1", "k1", "J J"], "end": "rack-empty"}, [53, -1, -1, -1, -50]),
    ],
)
def test_points_per_seat(scored: Any, case: dict[str, Any], points: list[int]) -> None:
    answer = scored({"id": "a", **case})[0]
    assert answer["id"] == "a"
    assert answer["points"] == points


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ({}, "wrong-type"),
        ({"racks": "k1"}, "wrong-type"),
        ({"racks": ["k1", 5]}, "wrong-type"),
        ({"racks": ["k1", "k14"]}, "not-a-tile"),
        ({"racks": ["k1"]}, "wrong-number-of-racks"),
        ({"racks": ["k1"] * 5}, "wrong-number-of-racks"),
        ({"racks": ["k1 k1", "k1"]}, "too-many-copies"),
        ({"racks": ["D", ""]}, "too-many-copies"),
        ({"racks": ["k1", "k2"], "end": "rack-empty"}, "not-one-empty-rack"),
        ({"racks": ["", ""], "end": "rack-empty"}, "not-one-empty-rack"),
        ({"racks": ["", "k2"], "end": "over"}, "not-a-word"),
        ({"racks": ["k1", "k2"], "next": 2}, "no-such-seat"),
        ({"racks": ["k1", "k2"], "edition": "rummy"}, "not-an-edition"),
        ({"racks": ["", "k2"], "unopened": [None, "able"]}, "opening-not-counted"),
        ({"racks": ["", "k2"], "edition": "duel", "unopened": ["able", None]}, "out-unopened"),
        ({"racks": ["", "k2"], "edition": "duel", "unopened": [None, "no"]}, "not-a-word"),
        ({"racks": ["", "k2"], "edition": "duel", "unopened": ["able"]}, "wrong-type"),
        ({"games": []}, "wrong-type"),
        ({"games": [[1, "x"]]}, "wrong-type"),
        ({"games": [[1, -1], [1, 1, -2]]}, "not-the-same-players"),
        ({"games": [[24, -5, -16]]}, "not-zero-sum"),
        ({"games": [[1, -1]], "numbers": [1]}, "wrong-type"),
    ],
)
def test_a_bad_line_is_answered_with_its_fault_and_the_rest_go_on(scored: Any, case: dict[str, Any], code: str) -> None:
    good = {"id": 2, "racks": ["", "k2"], "end": "rack-empty"}
    bad, fine = scored({"id": 1, **case}, good)
    assert (bad["id"], bad["error"]["code"]) == (1, code)
    assert fine["points"] == [2, -2]


def test_a_line_that_is_not_json_has_no_id(scored: Any) -> None:
    bad, fine = scored("{", {"id": 2, "racks": ["", "k2"], "end": "rack-empty"})
    assert bad["id"] is None
    assert bad["error"]["column"] == 2
    assert fine["id"] == 2


def test_the_table_of_a_match(scored: Any) -> None:
    games = [[24, -5, -16, -3], [-6, -11, 22, -5], [-32, -13, -2, 47], [-10, -25, 41, -6]]
    twist, original, numbered = scored(
        {"edition": "twist", "games": games},
        {"edition": "original", "games": games[:3]},
        {"edition": "belgian-tournament", "games": [[10, -5, -5], [-5, 10, -5]], "numbers": [7, 3, 5]},
    )
    assert twist == {
        "id": None,
        "totals": [-24, -54, 45, 33],
        "won": [1, 0, 2, 1],
        "places": [3, 4, 1, 2],
        "winners": [2],
    }
    assert (original["totals"], original["winners"]) == ([-14, -29, 4, 39], [3])
    assert (numbered["places"], numbered["winners"]) == ([2, 1, 3], [1])


def test_a_shared_win_of_nothing_is_a_win_where_it_is_said(scored: Any) -> None:
    (game,) = scored({"racks": ["k5", "r5", "b6"]})
    assert (game["points"], game["winners"]) == ([1, 0, -1], [0, 1])
    bare, said = scored({"games": [[1, 0, -1]]}, {"games": [{"points": [1, 0, -1], "winners": [0, 1]}]})
    assert (bare["won"], said["won"]) == ([1, 0, 0], [1, 1, 0])


@pytest.mark.parametrize(
    ("games", "code"),
    [
        ([[-10, 4, 6]], "two-winners"),
        ([[1000, -1000]], "more-than-there-is"),
        ([{"points": [5, -5], "winners": [1]}], "wrong-type"),
        ([{"points": [5, -5], "winners": [2]}], "wrong-type"),
        ([{"points": [5, -5], "winners": [0, 0]}], "wrong-type"),
    ],
)
def test_a_game_that_no_edition_can_give_is_refused(scored: Any, games: object, code: str) -> None:
    (answer,) = scored({"games": games})
    assert answer["error"]["code"] == code


def test_a_house_rule_may_let_points_not_sum_to_zero(scored: Any, tmp_path: Path) -> None:
    file = tmp_path / "letter.toml"
    file.write_text('base = "original"\n[end]\nexhausted = "winner-result"\n')
    game, match = scored({"racks": ["k5", "r9"]}, {"games": [[5, -4], [-4, 5]]}, options=("--edition", str(file)))
    assert game["points"] == [5, -4]
    assert (match["totals"], match["won"]) == ([1, 1], [1, 1])


def test_a_game_of_a_club_sums_to_the_bonus_and_no_loss_is_above_the_cap(scored: Any, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('base = "original"\n[end]\nloss_cap = 25\nwinner_bonus = 50\n')
    game, match, zero, beyond, drawn = scored(
        {"racks": ["", "J", "b9"]},
        {"games": [[84, -25, -9], [-25, 75, 0]]},
        {"games": [[34, -25, -9]]},
        {"games": [[80, -30, 0]]},
        {"games": [[0, 0, 0]]},
        options=("--edition", str(file)),
    )
    assert (game["points"], game["winners"]) == ([84, -25, -9], [0])
    assert match["totals"] == [59, 50, -9]
    assert zero["error"]["code"] == "not-the-bonus"
    assert beyond["error"]["code"] == "more-than-the-cap"
    assert drawn["won"] == [0, 0, 0]


def test_the_edition_of_all_lines_can_be_named_once(scored: Any) -> None:
    assert scored({"racks": ["", "J"]}, options=("--edition", "sabra"))[0]["points"] == [25, -25]


def test_for_a_person(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--lang", "en", "score", "", "k3 J"]) == 0
    assert capsys.readouterr().out == "Player 1: +33 (rack 0)\nPlayer 2: -33 (rack 33)\n"
    assert main(["--lang", "en", "score", "--edition", "duel", "--could-open", "2", "", "k3 J"]) == 0
    assert capsys.readouterr().out == "Player 1: +200 (rack 0)\nPlayer 2: -200 (rack 53)\n"
    file = tmp_path / "club.toml"
    file.write_text('base = "original"\n[end]\nloss_cap = 25\nwinner_bonus = 50\n')
    assert main(["--lang", "en", "score", "--edition", str(file), "", "k3 J"]) == 0
    assert capsys.readouterr().out == (
        "Player 1: +75 (rack 0)\nPlayer 2: -25 (rack 33)\n"
        "How this table counts: no loss of more than 25 points; 50 points more for the winner.\n"
    )
    assert main(["--lang", "fi", "score", "--end", "pool-exhausted", "k3", "k5"]) == 0
    assert capsys.readouterr().out == "Pelaaja 1: +2 (teline 3)\nPelaaja 2: -2 (teline 5)\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "2 to 4 players"),
        (["k1", "zz"], "column 1 of zz"),
        (["k1 k1 k1", ""], "k1"),
        (["--end", "rack-empty", "k1", "k2"], "exactly one rack"),
        (["--edition", "rummy", "k1", ""], "The name of a file ends in .toml"),
        (["--unopened", "1", "k1", ""], "in original it does not matter who has opened"),
        (["--edition", "duel", "--unopened", "3", "k1", ""], "numbered from 1 to 2"),
        (["--edition", "duel", "--could-open", "2", "k1", ""], "player 2 went out"),
    ],
)
def test_what_a_person_gets_wrong_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "score", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
