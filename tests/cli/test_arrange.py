"""`tilerummy arrange`, and one case as JSON."""

import json

import pytest

from tilerummy.cli.main import main


def test_a_mess_is_put_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arrange", "--json", "r5 k6 r6 b6 r7 | y6 y1"]) == 0
    assert json.loads(capsys.readouterr().out) == {"table": ["k6 b6 y6", "r5 r6 r7"], "left": ["y1"]}


def test_what_cannot_be_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "arrange", "r5 r6 b9"]) == 1
    assert capsys.readouterr().out == "These tiles cannot all be laid in melds.\n"
    assert main(["arrange", "--json", "r5 r6 b9"]) == 1
    assert json.loads(capsys.readouterr().out) == {"table": None, "left": []}


def test_too_many_tiles_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "arrange", "b1 " * 161]) == 2
    assert capsys.readouterr().err == "tilerummy: more than 160 tiles: no box has that many\n"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["judge", "b4 b5 b6 | b3", "b3 b4 b5 b6"], 0, {"legal": True, "played": ["b3"]}),
        (["judge", "b4 b5 b6 | b8", "b4 b5 b6 b8"], 1, {"legal": False}),
        (["meld", "r5 J r7"], 0, {"legal": True}),
        (["meld", "r5 J"], 1, {"legal": False}),
        (["score", "", "r5 J"], 0, {"points": [35, -35]}),
        (["solve", "b4 b5 b6 | b3 k1"], 0, {"status": "optimal", "played": ["b3"]}),
        (["solve", "b4 b5 b6 | k1"], 1, {"status": "no-play"}),
    ],
)
def test_one_case_as_json(
    words: list[str], code: int, said: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([words[0], "--json", *words[1:]]) == code
    answer = json.loads(capsys.readouterr().out)
    assert {key: answer[key] for key in said} == said


def test_options_are_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["solve", "--obj", "tiles", "b4 b5 b6 | b3"])
    assert "--obj" in capsys.readouterr().err
