"""`tilerummy editions`: list, show, check, diff."""

import json
from pathlib import Path

import pytest

from tilerummy import editions
from tilerummy.cli.main import main

HOUSE = 'base = "original"\n[opening]\namount = 50\n[clock]\nlimit_seconds = "none"\n'


@pytest.fixture
def house(tmp_path: Path) -> str:
    file = tmp_path / "ours.toml"
    file.write_text(HOUSE)
    return str(file)


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions"]) == 0
    said = capsys.readouterr().out
    assert [line.split()[0] for line in said.splitlines()] == list(editions.names())
    assert main(["editions", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in listed] == list(editions.names())
    assert {each["source"] for each in listed} == {"rulebook", "after"}


def test_show(capsys: pytest.CaptureFixture[str], house: str) -> None:
    assert main(["editions", "show", "suomi"]) == 0
    assert "more than 30 points" in capsys.readouterr().out
    assert main(["editions", "show", "duel"]) == 0
    assert "the text of 2019" in capsys.readouterr().out.splitlines()[2]
    assert main(["editions", "show", house]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Original, with: opening 50; no time limit\n")
    assert "(house rule)" in said
    assert main(["editions", "show", "twist", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["tiles"]["jokers"] == {"J": 2, "D": 2, "C": 2, "M": 2}
    assert shown["references"]["opening.amount"] == "000 1B"
    assert any(line["key"] == "jokers.mirror" and line["text"] for line in shown["card"])


def test_check(capsys: pytest.CaptureFixture[str], tmp_path: Path, house: str) -> None:
    for name in (*editions.names(), house):
        assert main(["editions", "check", name]) == 0
    capsys.readouterr()
    broken = tmp_path / "broken.toml"
    broken.write_text(HOUSE + "amuont = 3\n[jokers]\nfreed = 'x'\n")
    assert main(["editions", "check", str(broken)]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["editions", "check", str(broken), "--json"]) == 1
    assert [fault["code"] for fault in json.loads(capsys.readouterr().out)["faults"]] == ["not-allowed", "unknown-key"]


def test_diff(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions", "diff", "twist", "twist-international"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "opening.mirror_value"
    assert len(said) == 3
    assert main(["editions", "diff", "sabra", "sabra"]) == 0
    capsys.readouterr()
    assert main(["editions", "diff", "original", "twist", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["differences"]
    mirror = next(each for each in found if each["key"] == "jokers.mirror")
    assert mirror["first"] is None
    assert mirror["second"]["ref"] == "000 2.4"


@pytest.mark.parametrize("words", [["show"], ["show", "nothing"], ["diff", "twist"], ["list", "twist"], ["check"]])
def test_mistakes(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main(["--lang", "en", "editions", *words]))
    assert ended.value.code == 2
    *usage, last = capsys.readouterr().err.splitlines()
    assert last.startswith("tilerummy")
    assert not usage or usage[0].startswith("usage: ")
