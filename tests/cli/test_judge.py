"""`tilerummy judge`: JSON lines, exactly as documented, and the form for a person."""

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tilerummy.cli.main import main
from tilerummy.messages import languages

M1 = {
    "id": 1,
    "edition": "original",
    "opened": True,
    "pool": 20,
    "table": ["b4 b5 b6", "y8 r8 k8"],
    "rack": "b3 b8 k1",
    "play": {"opening": [], "table": ["b3 b4 b5 b6", "y8 r8 k8 b8"]},
}


class Lines:
    """Runs the command over lines of input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.code = -1

    def __call__(self, *lines: str | bytes | dict[str, Any], options: tuple[str, ...] = (), end: bytes = b"\n") -> Any:
        """The answers to the lines; `code` is the exit code."""
        parts = [
            line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode()
            for line in lines
        ]
        self.monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(parts) + end)))
        self.code = main(["judge", "--jsonl", *options])
        return [json.loads(line) for line in self.capsys.readouterr().out.splitlines()]


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lines:
    return Lines(monkeypatch, capsys)


def test_the_documented_case(judged: Lines) -> None:
    assert judged(M1) == [{"id": 1, "legal": True, "violations": [], "played": ["b3", "b8"], "points": 11}]
    assert judged.code == 0


def test_an_illegal_play_says_everything(judged: Lines) -> None:
    (answer,) = judged({**M1, "play": {"opening": [], "table": ["b3 b4 b5", "y8 r8 k9"]}})
    assert answer["id"] == 1
    assert answer["legal"] is False
    assert "played" not in answer
    said = {(violation["code"], violation["meld"]) for violation in answer["violations"]}
    assert {("table-tile-missing", None), ("not-on-rack", 1)} <= said
    assert all(violation["ref"] for violation in answer["violations"])


def test_answers_come_in_order_and_faulty_lines_do_not_stop_the_rest(judged: Lines) -> None:
    answers = judged(
        {**M1, "id": "a"},
        '{"id": 2, "edition": ',
        "",
        "[1]",
        {**M1, "id": 3, "rack": "b3 b88"},
        {**M1, "id": 4, "edition": "nobody"},
        {**M1, "id": 5, "pool": "many"},
        {**M1, "id": 6, "play": "dance"},
        {**M1, "id": 7, "table": ["b4 b5 b6", "y8 r8"]},
        b'{"id": 8, "edition": "\xff"}',
        {**M1, "id": 9, "play": {"opening": []}},
        {"id": 11, "play": {"opening": [], "table": []}},
        '{"id": NaN}',
        {**M1, "id": 10},
    )
    assert [answer["id"] for answer in answers] == ["a", None, None, 3, 4, 5, 6, 7, None, 9, 11, None, 10]
    errors = [answer["error"]["code"] for answer in answers[1:-1]]
    assert errors == [
        "not-json",
        "not-an-object",
        "not-a-tile",
        "not-an-edition",
        "wrong-type",
        "not-a-move",
        "not-a-position",
        "not-utf-8",
        "missing-field",
        "missing-field",
        "not-json",
    ]
    assert answers[1]["error"]["column"] == 22
    assert all(answer["error"]["column"] >= 1 for answer in answers[1:-1])
    assert answers[0]["legal"]
    assert answers[-1]["legal"]
    assert judged.code == 1


def test_an_unknown_field_is_refused_by_name_and_the_callers_own_come_back(judged: Lines) -> None:
    refused, answered = judged({**M1, "opend": False}, {**M1, "meta": {"from": "log 7"}})
    assert (refused["error"]["code"], refused["error"]["field"]) == ("unknown-field", "opend")
    assert "opened" in refused["error"]["allowed"]
    assert (answered["legal"], answered["meta"]) == (True, {"from": "log 7"})
    assert judged.code == 1


def test_the_column_points_into_the_line(judged: Lines) -> None:
    line = json.dumps({**M1, "table": ["b4 b5 b6", "y8 r8 q8"]})
    (answer,) = judged(line)
    assert answer["error"]["column"] == line.index("q8") + 1
    assert answer["error"]["field"] == "table[1]"
    line = json.dumps({**M1, "pool": []})
    (answer,) = judged(line)
    assert answer["error"]["column"] == line.index('"pool"') + 1


def test_position_faults_come_all_at_once(judged: Lines) -> None:
    (answer,) = judged({**M1, "table": ["b4 b5 b7"], "rack": "k1 k1 k1", "pool": 300})
    codes = {fault["code"] for fault in answer["error"]["faults"]}
    assert {"too-many-copies", "pool-out-of-range", "run-gap"} <= codes


def test_half_a_character_is_given_back_as_it_came(judged: Lines) -> None:
    line = json.dumps({**M1, "id": "\ud800", "rack": "b3 \udfff"})
    assert "\\ud800" in line
    (answer,) = judged(line)
    assert (answer["id"], answer["error"]["code"]) == ("\ud800", "not-a-tile")


def test_draw_and_pass(judged: Lines) -> None:
    answers = judged(
        {**M1, "play": "draw"},
        {**M1, "play": "pass"},
        {**M1, "play": "pass", "pool": 0},
        {**M1, "play": "draw", "pool": 0},
        {**M1, "play": "pass", "pool": 0, "edition": "sabra"},
        {**M1, "play": "pass", "pool": 0, "rack": "k1 r2"},
    )
    assert [answer["legal"] for answer in answers] == [True, False, False, False, True, True]
    assert answers[0] == {"id": 1, "legal": True, "violations": [], "played": [], "points": 0}
    assert answers[1]["violations"][0]["code"] == "pool-not-empty"
    assert answers[2]["violations"][0]["code"] == "pass-while-able"
    assert answers[2]["violations"][0]["params"] == {"tiles": "b3 b8"}


def test_defaults(judged: Lines) -> None:
    case = {"rack": ["k1", "k2", "k3"], "play": {"table": ["k1 k2 k3"]}}
    assert judged(case) == [{"id": None, "legal": True, "violations": [], "played": ["k1", "k2", "k3"], "points": 6}]
    (answer,) = judged({**case, "opened": False})
    assert answer["violations"][0]["code"] == "opening-too-low"
    (answer,) = judged({**case, "opened": False, "pool": 0}, options=("--edition", "belgian-tournament"))
    assert answer["legal"]
    (answer,) = judged({**case, "opened": False, "last_turn": True}, options=("--edition", "belgian-tournament"))
    assert answer["legal"]


def test_house_rules_from_a_file(judged: Lines, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('base = "original"\n[opening]\namount = 50\n')
    case = {"opened": False, "rack": "k10 k11 k12", "play": {"opening": ["k10 k11 k12"], "table": ["k10 k11 k12"]}}
    for answer in judged(case, {**case, "edition": "original"}, options=("--edition", str(file))):
        assert answer["legal"] is ("violations" in answer and not answer["violations"])
    answers = judged(
        case, {**case, "edition": "original"}, {**case, "edition": str(file)}, options=("--edition", str(file))
    )
    assert [answer["legal"] for answer in answers] == [False, True, False]
    assert answers[0]["violations"][0]["params"] == {"points": 33, "needed": 50}
    words = ["judge", "--edition", str(file), "| k10 k11 k12 | unopened", "k10 k11 k12"]
    assert main(["--lang", "nl", *words]) == 1
    assert "(huisregel)" in judged.capsys.readouterr().out


def test_input_that_breaks_off(judged: Lines) -> None:
    line = json.dumps(M1)
    assert judged(line, end=b"")[0]["legal"]
    assert judged.code == 0
    assert [answer["id"] for answer in judged(line, line[:40], end=b"")] == [1, None]
    assert judged.code == 1


def test_a_line_too_long(judged: Lines) -> None:
    answers = judged(b" " * (1 << 20) + b"{}", M1)
    assert answers[0]["error"]["code"] == "line-too-long"
    assert answers[1]["legal"]


@pytest.mark.parametrize("lang", languages())
def test_a_person(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", lang, "judge", "b4 b5 b6 | b3 k1", "b3 b4 b5 b6"]) == 0
    assert "b3" in capsys.readouterr().out
    for edition, position, table in (
        ("original", "b4 b5 b6 | b3 k1", "b3 b4 b5 b6, k1"),
        ("original", "b4 b5 b6, b3 r3 J | b3 k1", "b3 b4 b5, b3 r3 k9"),
        ("original", "b4 b5 b6, b3 r3 J | y3 k1 | unopened", "b4 b5 b6, b3 r3 y3 J"),
        ("original", "b4 b5 b6 | b3 k1 | unopened", "b4 b5 b6"),
        ("original", "| k1 | pool 0", "draw"),
        ("original", "| k1 | pool 1", "pass"),
        ("suomi", "b6 b7 J | b5", "J b5 b6 b7"),
        ("suomi", "b6 b7 J, b8 k8 r8 y8 | k1 k2", "b6 b7 b8, k8 r8 y8, k1 k2 J"),
        ("suomi", "b6 b7 J, k3 k4 k5 | b8", "b6 b7 b8, J k3 k4 k5"),
        ("twist", "b2 D b5 | b3", "b2 b3 D b5"),
    ):
        assert main(["--lang", lang, "judge", "--edition", edition, position, table]) == 1
        out = capsys.readouterr().out
        assert "{{" not in out
        assert len(out.splitlines()) >= 2


def test_a_person_who_mistypes(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["b4 b5 b6"], ["b4 q5 b6 | b3", "b3"], ["b4 b5 | b3", "b3"], ["--edition", "nobody", "| b3", "b3"]):
        assert main(["judge", *words]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_fault_in_the_stated_opening_is_told_from_one_on_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    position, table = "b4 b5 b6 | r8 r9 b7 | unopened", "b4 b5 b6 b7, r8 r9"
    assert main(["--lang", "en", "judge", "--edition", "sabra", "--opening", "r8 r9", position, table]) == 1
    said = capsys.readouterr().out
    assert "- meld 2: A meld has at least 3 tiles" in said
    assert "- opening meld 1: A meld has at least 3 tiles" in said


def test_an_opening_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    position = "b4 b5 b6, r9 k9 y9 b9 | r10 r11 r12 | unopened"
    table = "b4 b5 b6, k9 y9 b9, r9 r10 r11 r12"
    assert main(["judge", "--edition", "sabra", "--opening", "r10 r11 r12", position, table]) == 0
    assert main(["judge", "--edition", "sabra", position, table]) == 1
    capsys.readouterr()


def test_any_bytes_get_an_answer(judged: Lines) -> None:
    random = Random(5)
    whole = json.dumps(M1).encode()
    lines = []
    for _ in range(400):
        line = bytearray(whole)
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(line))
            line[at : at + random.randint(0, 3)] = random.choice(
                (b"", b'"', b"[", b"J", b"=", b"k1 ", b"null", b"-1", b"\xff")
            )
        lines.append(bytes(line).replace(b"\n", b" "))
    answers = judged(*lines)
    assert len(answers) == len(lines)
    assert all("error" in answer or "legal" in answer for answer in answers)


@pytest.mark.parametrize(
    "fields",
    [
        {"table": None},
        {"table": "b4 b5 b6"},
        {"table": [1]},
        {"rack": 5},
        {"rack": [5]},
        {"edition": 5},
        {"opened": "yes"},
        {"last_turn": 1},
        {"pool": True},
        {"pool": 1e9},
        {"pool": -1},
        {"play": None},
        {"play": {"opening": "b4 b5 b6", "table": []}},
        {"play": {"table": None}},
        {"play": ["draw"]},
    ],
)
def test_wrong_types(judged: Lines, fields: dict[str, Any]) -> None:
    answers = judged({**M1, **fields}, M1)
    assert "error" in answers[0]
    assert answers[0]["id"] == 1
    assert answers[1]["legal"]
