"""`tilerummy meld`: readings for people, JSON lines for programs."""

import io
import json
from typing import Any

import pytest

from tilerummy.cli.main import main


def lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *said: str) -> list[dict[str, Any]]:
    entered = io.TextIOWrapper(io.BytesIO("".join(f"{line}\n" for line in said).encode()))
    monkeypatch.setattr("sys.stdin", entered)
    code = main(["meld", "--jsonl"])
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == any("error" in answer for answer in answers)
    return answers


def test_json_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = lines(
        monkeypatch,
        capsys,
        '{"id":1,"edition":"twist","meld":"b2 D b5"}',
        '{"id":"two","edition":"twist","meld":"b11 b12 D"}',
        '{"id":3,"meld":"b4 b5 b6"}',
        '{"id":4,"edition":"twist","meld":"r8 r7 M r7 r8"}',
    )
    assert answers[0] == {
        "id": 1,
        "legal": True,
        "readings": [{"kind": "run", "stands": ["b2", "b3+b4", "b5"], "value": 14}],
        "relaid": None,
    }
    assert (answers[1]["id"], answers[1]["legal"], answers[1]["relaid"]) == ("two", False, "D b11 b12")
    assert answers[1]["violations"] == [
        {"code": "double-at-edge", "meld": None, "tile": "D", "ref": "000 2.2", "point": "jokers.double"}
    ]
    assert answers[2]["readings"][0]["value"] == 15
    assert (answers[3]["legal"], answers[3]["relaid"]) == (True, "r7 r8 M r8 r7")


def test_bad_lines_have_a_column_and_the_rest_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = (
        "oops",
        '{"id":1,"meld":"b4 x5"}',
        '{"id":2}',
        '{"id":3,"meld":7}',
        '{"id":4,"edition":"no","meld":"b4"}',
        "[]",
    )
    answers = lines(monkeypatch, capsys, *bad, '{"id":9,"meld":"b4 b5 b6"}')
    assert all("error" in answer and answer["error"]["column"] >= 1 for answer in answers[:-1])
    assert answers[0]["id"] is None
    assert answers[1]["error"]["column"] == bad[1].index("x5") + 1
    assert answers[-1]["legal"] is True


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["meld", "--edition", "twist", "r3 D J"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Run: r3 r4+r5 r6 (18 in the opening)",
        "Group: r3 k3+b3|k3+y3|b3+y3 k3|b3|y3 (12 in the opening)",
    ]
    assert main(["--lang", "nl", "meld", "b6 b5 b4"]) == 1
    said = capsys.readouterr().out
    assert "verkeerde volgorde" in said
    assert "b4 b5 b6" in said


@pytest.mark.parametrize("words", [["meld"], ["meld", "b4 x"], ["meld", "--edition", "no", "b4 b5 b6"]])
def test_mistakes(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "-Infinity", "[1e999]"])
def test_a_number_that_json_does_not_know_is_given_back_to_nobody(
    number: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (said,) = lines(monkeypatch, capsys, f'{{"id":{number},"meta":{number},"meld":"b3 b4 b5"}}')
    assert said["error"]["code"] == "not-json"
    assert said["id"] is None
