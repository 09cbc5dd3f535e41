"""`tilerummy solve`: JSON lines, exactly as documented, in one process and in two, and the form for a person."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tilerummy.cli.main import main

CASE = {
    "id": 1,
    "edition": "original",
    "opened": True,
    "pool": 30,
    "table": ["b4 b5 b6"],
    "rack": "b3 k1",
    "objective": "tiles",
}
Solve = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Solve:
    def run(*cases: Any, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        text = "".join((case if isinstance(case, str) else json.dumps(case)) + "\n" for case in cases)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = main(["solve", "--jsonl", *options])
        said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert code == any("error" in answer for answer in said)
        return said

    return run


def test_the_documented_line(solved: Solve) -> None:
    (said,) = solved(CASE)
    assert said.pop("us") >= 0
    assert said == {
        "id": 1,
        "status": "optimal",
        "tiles": 1,
        "value": 3,
        "play": {"opening": [], "table": ["b3 b4 b5 b6"]},
        "played": ["b3"],
    }


def test_no_play_is_an_answer(solved: Solve) -> None:
    (said,) = solved({**CASE, "rack": "k1"})
    assert (said["status"], said["tiles"], said["play"], said["played"]) == ("no-play", 0, None, [])


def test_each_line_has_its_own_objective_and_edition(solved: Solve) -> None:
    said = solved(
        {**CASE, "objective": "out"},
        {**CASE, "objective": "value"},
        {"id": "x", "edition": "sabra", "opened": False, "table": ["b4 b5 b6"], "rack": "k10 r10 b10 b7"},
        {"id": 4, "rack": "k10 r10 b10"},
        options=("--objective", "value"),
    )
    assert [line["status"] for line in said] == ["no-play", "optimal", "optimal", "optimal"]
    assert said[2]["play"]["opening"] == ["k10 r10 b10"]
    assert [line["id"] for line in said] == [1, 1, "x", 4]


def test_best_and_steps(solved: Solve) -> None:
    (said,) = solved({**CASE, "rack": "b3 b7 k1"}, options=("--best", "5", "--explain"))
    assert [one["played"] for one in said["best"]] == [["b3", "b7"], ["b7"], ["b3"]]
    assert said["steps"] == [
        {"step": "add", "tiles": "b3 b7", "meld": "b4 b5 b6", "result": "b3 b4 b5 b6 b7"},
    ]


def test_a_line_that_cannot_be_read_stops_nothing(solved: Solve) -> None:
    said = solved(
        "nonsense", {**CASE, "rack": "b3 q1"}, {**CASE, "objective": "win"}, {**CASE, "table": ["b4 b5"]}, CASE
    )
    assert [line.get("error", {}).get("code") for line in said[:3]] == ["not-json", "not-a-tile", "not-a-word"]
    assert said[3]["error"]["code"] == "not-a-position"
    assert said[4]["status"] == "optimal"


def test_two_processes_answer_in_order(solved: Solve) -> None:
    cases = [{**CASE, "id": number, "rack": f"b3 k{number % 13 + 1}"} for number in range(70)]
    alone, together = solved(*cases), solved(*cases, options=("--jobs", "2"))
    for line in (*alone, *together):
        line.pop("us")
    assert together == alone
    assert [line["id"] for line in together] == list(range(70))


def test_a_position_drawn_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "solve", "--best", "3", "b4 b5 b6 | b3 b7 k1"]) == 0
    said = capsys.readouterr().out
    assert "■4 ■5 ■6" in said
    assert "1. Add ■3 ■7 to ■4 ■5 ■6: ■3 ■4 ■5 ■6 ■7." in said
    assert "2 tiles" in said
    assert "\033" not in said
    assert main(["--lang", "en", "solve", "b4 b5 b6 | k1"]) == 1


def test_what_is_no_position_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "solve", "b4 b5 | k1"]) == 2
    assert main(["--lang", "en", "solve", "b4 b5 b6 | zz"]) == 2
    assert main(["--lang", "en", "solve"]) == 2
    assert capsys.readouterr().err.count("tilerummy:") == 3


def test_a_rack_that_cannot_go_out_is_not_said_to_lay_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "solve", "--objective", "out", "b4 b5 b6 | b3 k1"]) == 1
    assert "The rack cannot be emptied in this turn: proved." in capsys.readouterr().out


def test_what_was_typed_wrongly_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "solve", "b4 b5 b6, r1 r2 | b3"]) == 2
    assert main(["--lang", "en", "solve", "--jsonl", "b4 b5 b6 | b3"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert "meld 2: A meld has at least 3 tiles; this one has 2." in said[0]
    assert said[1] == "tilerummy: give a position, or --jsonl"


@pytest.mark.parametrize("typed", ["0", "-1", "x", "1.5", "9" * 30])
def test_a_number_that_is_none_is_told_what_is_allowed(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["solve", f"--budget={typed}", "b4 b5 b6 | b3"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert f"--budget: {typed} " in said
    assert "1000000000" in said


def test_a_line_must_have_a_rack_and_may_have_a_byte_order_mark(solved: Solve) -> None:
    misspelt, forgotten, marked, nested, astray = solved(
        {"id": 1, "racks": "b3"},
        {"id": 1, "table": []},
        "\ufeff" + json.dumps(CASE),
        "[" * 100_000,
        {**CASE, "id": "b3 q1", "rack": "b3\tq1"},
    )
    assert (misspelt["error"]["code"], misspelt["error"]["field"]) == ("unknown-field", "racks")
    assert forgotten["error"] == {"code": "missing-field", "column": 1, "field": "rack", "missing": "rack"}
    assert marked["status"] == "optimal"
    assert nested["error"]["detail"] == "nested too deeply"
    assert astray["error"]["code"] == "not-a-tile"


def test_an_answer_does_not_wait_for_the_next_line() -> None:
    line = json.dumps({"table": ["b4 b5 b6"], "rack": "b3 k1"}).encode() + b"\n"
    with subprocess.Popen(
        [sys.executable, "-m", "tilerummy", "solve", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for asked, answers in ((line, 1), (line + line, 2), (line[:9], 0), (line[9:], 1)):
            running.stdin.write(asked)
            running.stdin.flush()
            for _ in range(answers):
                assert json.loads(running.stdout.readline())["status"] == "optimal"
        running.stdin.write(line.rstrip())
        running.stdin.close()
        assert json.loads(running.stdout.read())["status"] == "optimal"


def test_ctrl_c_ends_the_workers_quietly() -> None:
    line = json.dumps({"table": ["b4 b5 b6"], "rack": "b3 k1"}) + "\n"
    with subprocess.Popen(
        [sys.executable, "-m", "tilerummy", "solve", "--jsonl", "--jobs", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(line * 1000)
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["status"] == "optimal"
        os.killpg(running.pid, signal.SIGINT)
        assert running.stderr.read() == ""
    assert running.returncode == 130
