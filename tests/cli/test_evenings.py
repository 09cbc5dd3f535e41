"""`tilerummy evenings`: who won most of the sheets in files, as the page counts it and as it happened."""

import json
from pathlib import Path

import msgspec
import pytest

from tests.golden.evenings import shown
from tests.sheets.family import counted, year
from tilerummy.cli.main import main
from tilerummy.messages import languages

YEAR = year()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The sheets of the year but one as the page saves them, and one as a server gives it."""
    folder = tmp_path_factory.mktemp("sheets")
    first, *others = (shown(night) for night in YEAR)
    (folder / "all.json").write_bytes(msgspec.json.encode(others))
    (folder / "one.json").write_bytes(msgspec.json.encode(first))
    return str(folder / "all.json"), str(folder / "one.json")


def test_a_familys_year(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    people, _ = counted(YEAR, "2026")
    assert main(["--lang", "en", "evenings", "--year", "2026", *files]) == 0
    count, _, head, *lines = capsys.readouterr().out.splitlines()
    games = sum(len(night.games) for night in YEAR if night.day.startswith("2026"))
    nights = sum(night.day.startswith("2026") for night in YEAR)
    assert count == f"{nights} evenings · {games} games"
    columns = "Won Games Points Average Best game Longest streak Evenings won Evenings"
    assert " ".join(head.split()) == columns
    for line in lines[: len(people)]:
        name, won, played, points, average, best, series, evenings_won, evenings = line.split()
        person = people[name.lower()]
        assert [int(one) for one in (evenings, evenings_won, played, won, points, best, series)] == list(person)
        assert float(average) == pytest.approx(person.points / person.games, abs=0.05)
    assert lines[len(people) + 1] == "Head to head"


def test_two_people(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    people, _ = counted(YEAR, pair=("ann", "bob"))
    assert main(["--lang", "en", "evenings", "--json", "--pair", "ANN", "bob", *files]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["name"].lower(): one["points"] for one in found["people"]} == {
        name: person.points for name, person in people.items()
    }
    assert len(found["pairs"]) == 1


def test_what_nobody_played_is_an_answer(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    for lang in languages():
        assert main(["--lang", lang, "evenings", "--edition", "duel", *files]) == 1
        assert len(capsys.readouterr().out.splitlines()) == 1
        assert main(["--lang", lang, "evenings", *files]) == 0
        assert "{{" not in capsys.readouterr().out


def test_what_is_no_sheet_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "other.json"
    for text in ("", "[]x", '{"players": []}', "Game,Ann\r\n1,24\r\n"):
        file.write_text(text)
        assert main(["--lang", "en", "evenings", str(file)]) == 2
        assert "holds no score sheets" in capsys.readouterr().err
