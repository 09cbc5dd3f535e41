"""`tilerummy standings` and `tournament`: exactly as documented, and what is wrong with bad input."""

import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tilerummy import editions, formats
from tilerummy.cli.main import main
from tilerummy.rules.edition.reader import change
from tilerummy.tournament.format.reader import FormatError, faults_of


def standings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], document: object, code: int = 0, *words: str
) -> str:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["--lang", "en", "standings", *words]) == code
    captured = capsys.readouterr()
    return captured.out + captured.err


NAMES = ["Ann", "Bob", "Cas", "Dee", "Eva", "Fay", "Gus", "Hal"]


def belgian(points: list[list[int]], stage: str = "qualifying") -> dict[str, Any]:
    """Two tables of four with the players' points by game."""
    games = [
        {
            "stage": stage,
            "table": table,
            "game": game + 1,
            "scores": {name: points[NAMES.index(name)][game] for name in names},
        }
        for table, names in ((1, NAMES[:4]), (2, NAMES[4:]))
        for game in range(len(points[0]))
    ]
    return {"format": "belgian-tournament", "entrants": NAMES, "games": games}


QUALIFYING = [[90, 0, 0], [-20, 0, 0], [-30, 0, 0], [-40, 0, 0], [60, 0, 0], [-10, 0, 0], [-15, 0, 0], [-35, 0, 0]]


def test_standings_as_documented(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(standings(monkeypatch, capsys, belgian(QUALIFYING), 0, "--json"))
    assert found["format"] == "belgian-tournament"
    (stage,) = found["stages"]
    assert (stage["stage"], stage["complete"], stage["missing"]) == ("qualifying", True, [])
    assert [line["name"] for line in stage["ranking"]] == ["Ann", "Eva", "Fay", "Gus", "Bob", "Cas", "Hal", "Dee"]
    assert stage["ranking"][0] == {
        "place": 1,
        "name": "Ann",
        "number": 1,
        "points": 90,
        "won": 1,
        "best": 90,
        "table_points": 4,
        "games": 3,
        "ruled": 0,
        "decided": None,
    }
    assert found["next"] == {
        "stage": "semifinal",
        "round": 1,
        "tables": [["Ann", "Fay", "Bob", "Hal"], ["Eva", "Gus", "Cas", "Dee"]],
        "byes": [],
    }


def test_standings_with_results_missing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    document = belgian([row[:1] for row in QUALIFYING])
    document["games"].pop()
    found = json.loads(standings(monkeypatch, capsys, document, 0, "--json"))
    assert not found["stages"][0]["complete"]
    assert found["stages"][0]["missing"] == [
        {"round": 1, "table": 1, "games": [2, 3]},
        *({"round": 1, "name": name} for name in NAMES[4:]),
    ]
    assert "Results are still missing." in standings(monkeypatch, capsys, document)


def test_the_whole_regulation_from_plain_results(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = belgian(QUALIFYING)
    semifinal = {"Ann": 10, "Fay": -4, "Bob": 31, "Hal": -37, "Eva": 5, "Gus": 22, "Cas": -12, "Dee": -15}
    for table, names in enumerate((["Ann", "Fay", "Bob", "Hal"], ["Eva", "Gus", "Cas", "Dee"]), start=1):
        for game, share in ((1, 1), (2, 0)):
            scores = {name: semifinal[name] * share for name in names}
            document["games"].append({"stage": "semifinal", "table": table, "game": game, "scores": scores})
    found = json.loads(standings(monkeypatch, capsys, document, 0, "--json"))
    assert found["next"]["tables"] == [["Bob", "Gus", "Ann", "Eva"]]
    scores = {"Bob": -10, "Gus": 40, "Ann": -25, "Eva": -5}
    document["games"].append({"stage": "final", "table": 1, "game": 1, "scores": scores})
    found = json.loads(standings(monkeypatch, capsys, document, 0, "--json"))
    assert [line["name"] for line in found["stages"][2]["ranking"]] == ["Gus", "Eva", "Bob", "Ann"]
    assert found["next"] is None
    assert "The tournament is over." in standings(monkeypatch, capsys, document)


def test_before_the_first_result(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    document = {"format": "belgian-tournament", "entrants": NAMES[:7]}
    found = json.loads(standings(monkeypatch, capsys, document, 0, "--json"))
    assert found["stages"] == []
    assert found["next"]["tables"] == [NAMES[:4], NAMES[4:7]]


def test_every_fault_is_told_at_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    document = belgian(QUALIFYING)
    document["entrants"] = [*NAMES, "Ann", {"name": "Ivo", "number": 2}, 7]
    document["games"] += [
        {"stage": "quarter", "table": 1, "game": 1, "scores": {"Ann": 1, "Bob": -1}},
        {"stage": "qualifying", "table": 1, "game": 4, "scores": {"Ann": 1, "Bob": -1}},
        {"stage": "qualifying", "table": 3, "game": 1, "scores": {"Zed": 5, "Bob": -4}},
        {"stage": "qualifying", "table": 1, "game": 1, "scores": {"Ann": 5, "Bob": -5}},
        {"stage": "qualifying", "table": 4, "game": 1, "scores": {"Ann": 5, "Bob": -5}},
        {"stage": "qualifying", "table": 5, "game": 1, "score": {}},
        {"stage": "qualifying", "table": 5, "game": 1, "scores": {"Hal": 5, " Hal": -5}},
    ]
    found = json.loads(standings(monkeypatch, capsys, document, 1, "--json"))
    codes = [fault["code"] for fault in found["error"]["faults"]]
    assert Counter(codes) == {
        "name-entered": 1,
        "number-twice": 1,
        "wrong-type": 2,
        "no-such-stage": 1,
        "out-of-range": 1,
        "unknown-name": 1,
        "not-zero-sum": 1,
        "unknown-key": 1,
        "game-twice": 1,
        "two-tables": 2,
        "listed-twice": 1,
        "player-missing": 2,
    }
    assert standings(monkeypatch, capsys, document, 1).count("\n") == len(codes)


def test_results_that_count_nowhere_are_faults(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = belgian(QUALIFYING)
    document["entrants"] = [*NAMES, "Ivo"]  # who played nothing, and stands after all who did
    scores = {"Ann": 40, "Eva": -10, "Fay": -10, "Ivo": -20}
    document["games"] += [
        {"stage": "semifinal", "table": 1, "game": 1, "scores": scores},
        {"stage": "semifinal", "table": 1, "game": 2, "scores": scores},
    ]
    found = json.loads(standings(monkeypatch, capsys, document, 1, "--json"))
    at = {"stage": "semifinal", "round": 1, "table": 1, "number": 9, "name": "Ivo"}
    assert found["error"]["faults"] == [
        {"at": "games", "code": "not-in-stage", "params": {**at, "game": game}} for game in (1, 2)
    ]
    said = standings(monkeypatch, capsys, document, 1)
    assert "semifinal, round 1, table 1, game 2: Ivo is not among the players of this stage." in said
    # seven players have no semi-final, and there is no final before the qualifying is over
    few = {
        "format": "belgian-tournament",
        "entrants": NAMES[:7],
        "games": [
            {"stage": "semifinal", "table": 1, "game": 1, "scores": {"Ann": 2, "Bob": -1, "Cas": -1}},
            {"stage": "final", "table": 1, "game": 1, "scores": {"Ann": 1, "Bob": -1}},
        ],
    }
    found = json.loads(standings(monkeypatch, capsys, few, 1, "--json"))
    assert [(fault["code"], fault["params"]["stage"]) for fault in found["error"]["faults"]] == [
        ("stage-not-reached", "semifinal"),
        ("stage-not-reached", "final"),
    ]


def test_what_no_event_has_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    document: dict[str, Any] = {
        "format": "belgian-tournament",
        "entrants": [{"name": "Ann", "numbr": 3}, "Bob", "Cas", "Dee", "Eva"],
        "gamse": [],
    }
    five = {"Ann": 8, "Bob": -2, "Cas": -2, "Dee": -2, "Eva": -2}
    for games, codes in (
        ([(1, 1, five)], ["wrong-table-size"]),
        ([(900, 1, {"Ann": 1, "Bob": -1})], ["beyond-the-tables"]),
        ([(1, 1, {"Ann": 2, "Bob": -1, "Cas": -1}), (1, 2, {"Ann": 1, "Bob": -1})], ["player-missing"]),
        ([(1, 1, {"Ann": 100_000_000, "Bob": -100_000_000})], ["more-than-there-is"]),
    ):
        document["games"] = [
            {"stage": "qualifying", "table": table, "game": game, "scores": scores} for table, game, scores in games
        ]
        found = json.loads(standings(monkeypatch, capsys, document, 1, "--json"))["error"]["faults"]
        assert [fault["code"] for fault in found] == ["unknown-key", "unknown-key", *codes]
        assert [fault["at"] for fault in found[:2]] == ["gamse", "entrants[0].numbr"]
        assert found[1]["params"] == {"suggestion": "number"}
        assert standings(monkeypatch, capsys, document, 1).count("\n") == len(found)


def test_who_left_may_be_missing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    entrants = ["Ann", "Bob", {"name": "Cas", "left": "qualifying"}, "Dee", "Eva"]
    games = [
        {"stage": "qualifying", "table": 1, "game": 1, "scores": {"Ann": 2, "Bob": -1, "Cas": -1}},
        {"stage": "qualifying", "table": 1, "game": 2, "scores": {"Ann": 1, "Bob": -1}},
    ]
    standings(monkeypatch, capsys, {"format": "belgian-tournament", "entrants": entrants, "games": games}, 0)


def test_nobody_sits_out_twice_before_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = [(1, 1, "Ann", "Bob"), (1, 1, "Bob", "Ann"), (1, 2, "Cas", "Dee"), (1, 2, "Dee", "Cas")]
    lost += [(2, 1, "Eva", "Ann"), (2, 1, "Eva", "Ann"), (2, 2, "Bob", "Cas"), (2, 2, "Cas", "Bob")]
    games = [
        {"stage": "swiss", "round": number, "table": table, "game": at % 2 + 1, "scores": {loser: -9, winner: 9}}
        for at, (number, table, loser, winner) in enumerate(lost)
    ]
    document = {"format": "two-player-swiss", "entrants": ["Ann", "Bob", "Cas", "Dee", "Eva"], "games": games}
    found = json.loads(standings(monkeypatch, capsys, document, 0, "--json"))
    assert found["stages"][0]["ranking"][-1]["name"] == "Eva"
    assert found["next"]["byes"] == ["Bob"]


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (b"{", "not-json"),
        (b"[]", "wrong-type"),
        (b'{"format": "open-league", "entrants": ["Ann", "Bob"], "seed": NaN}', "not-json"),
        ({"format": "\0.toml"}, "unreadable"),
        ({"format": "belgian-tournament", "entrants": ["Ann"]}, "cannot-be-seated"),
        ({"format": "belgian"}, "unknown-format"),
        ({"format": "belgian-tournament"}, "wrong-type"),
        ({"format": "belgian-tournament", "entrants": [f"P{n}" for n in range(3000)]}, "too-many-entrants"),
    ],
)
def test_what_is_no_list_of_results(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], document: object, code: str
) -> None:
    exit_code = 2 if code == "not-json" else 1
    found = json.loads(standings(monkeypatch, capsys, document, exit_code, "--json"))
    assert [fault["code"] for fault in found["error"]["faults"]] == [code]


def test_results_that_cannot_be_read_are_told_as_other_files(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = standings(monkeypatch, capsys, b"{", 2)
    assert said.startswith("tilerummy: - cannot be read: This is not JSON: ")
    assert said.count("\n") == 1


def test_a_whole_event_between_computer_players(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "simulate", "belgian-tournament", "--players", "3"]
    assert main(["--lang", "en", *words]) == 0
    said = capsys.readouterr().out
    assert "Final, round 1" in said
    assert "Qualifying" not in said
    assert said.splitlines()[-1].startswith("   3. Player ")
    assert main([*words, "--json"]) == 0
    *events, ranking = map(json.loads, capsys.readouterr().out.splitlines())
    assert [event["t"] for event in events if event["t"] != "step"][:4] == ["entered", "drawn", "stage", "planned"]
    assert [line["name"] for line in ranking["ranking"]] == [line.split(". ")[1] for line in said.splitlines()[-3:]]


def test_formats_are_listed_and_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--lang", "nl", "tournament", "formats"]) == 0
    assert "Belgisch toernooi" in capsys.readouterr().out
    assert main(["tournament", "check", "open-league"]) == 0
    bad = tmp_path / "bad.toml"
    bad.write_text(
        'id = "x"\nnam = "X"\n[[stages]]\nid = "a"\nrounds = 0\ngames = 1\nseating = []\nranking = ["lots"]\n'
    )
    capsys.readouterr()
    assert main(["--lang", "en", "tournament", "check", str(bad)]) == 1
    said = capsys.readouterr().out
    assert said.splitlines() == [
        "nam is not known here; did you mean name?",
        "stages[1].rounds cannot be 0; it goes from 1 to 60.",
        "stages[1].ranking cannot be ['lots']; it can be points, games-won, table-points, placings, best-game, "
        "head-to-head, opponents-points, drawn-number, lot.",
        "name is missing.",
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a = " + "[" * 20_000, "nests deeper than 16"),
        ("a = " + "9" * 5_000, "TOML"),
        ('id = "x"\nname = "X"\nstages = "many"', "stages should be of the type array."),
    ],
)
def test_a_format_no_reader_could_hold_is_one_line(
    content: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(content)
    assert main(["--lang", "en", "tournament", "check", str(bad)]) == 1
    told = capsys.readouterr().out
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["simulate"], ["formats", "x"], ["simulate", "nothing"], ["simulate", "open-league", "--players", "1"]]
)
def test_what_a_person_gets_wrong_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main(["--lang", "en", "tournament", *words]))
    assert ended.value.code == 2
    *usage, last = capsys.readouterr().err.splitlines()
    assert last.startswith("tilerummy")
    assert not usage or usage[0].startswith("usage: ")


@pytest.mark.parametrize(
    ("edition", "tables", "said"),
    [
        ("nonesuch", "", "edition: nonesuch is not an edition; the known ones are original,"),
        ("original", "tables = { prefer = 5, least = 3, most = 5 }", "is played by 2 to 4, not at tables of 3 to 5."),
        ("duel", "", "stages[1].tables: the edition duel is played by 2 to 2, not at tables of 3 to 4."),
    ],
)
def test_a_format_whose_edition_cannot_be_played_so_is_found_by_all_who_read_it(
    edition: str, tables: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        f'id = "own"\nname = "Own"\nedition = "{edition}"\n[[stages]]\nid = "final"\nrounds = 1\ngames = 1\n'
        f'seating = ["random"]\nranking = ["points", "lot"]\n{tables}\n'
    )
    assert main(["--lang", "en", "tournament", "check", str(own)]) == 1
    assert said in (told := capsys.readouterr().out)
    assert told.count("\n") == 1
    assert main(["--lang", "en", "tournament", "simulate", str(own)]) == 2
    assert said in (told := capsys.readouterr().err)
    assert told.count("\n") == 1
    with pytest.raises(FormatError):
        formats.loads(own.read_text())


def test_a_format_counts_the_bonus_of_its_winners_itself() -> None:
    """An edition that a package adds may have one."""
    club = change(editions.load("original"), {"end.loss_cap": 25, "end.winner_bonus": 50})
    league = formats.load("open-league")
    (fault,) = faults_of(league, {league.edition: lambda: club})
    assert (fault.code, fault.params["bonus"]) == ("format-bonus", 50)
    assert not faults_of(league, {league.edition: lambda: change(club, {"end.winner_bonus": None})})
