"""The first round by rating: read from a season's list, seated by snake and spread."""

import pytest

from tests.tournament.running import Event
from tilerummy import editions
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import commands
from tilerummy.tournament.format.format import Format, SeatingRule, Stage
from tilerummy.tournament.format.reader import faults_of
from tilerummy.tournament.prepared import commands as preparing

EDITIONS = {"original": lambda: editions.load("original")}
SEASON = "place,name,club,points,rating,interval,January\n1,Ann,Gent,9,31.25,2.0,9\n2,Bob,,7,18.5,2.1,7\n3,Cas,,5,,,5\n"


def seeded(rule: SeatingRule) -> Format:
    stage = Stage(id="s", rounds=2, games=1, seating=(rule, "random"), ranking=("points", "lot"))
    return Format(id="seeds", name="Seeds", seeding="rating", stages=(stage,))


def test_a_seasons_file_gives_those_on_the_list_their_ratings() -> None:
    event = Event(seeded("snake"), ["Ann", "Bob", "Cas", "Dee"])
    event.do(preparing.Rate, text=SEASON)
    assert event.state.ratings == {1: 31.25, 2: 18.5}
    event.do(commands.Draw, numbers=(9, 8, 7, 6))
    assert event.state.ratings == {9: 31.25, 8: 18.5}
    event.do(commands.Remove, numbers=(8,))
    assert event.state.ratings == {9: 31.25}


def test_a_list_of_players_may_bring_them() -> None:
    event = Event(seeded("snake"), [])
    event.do(commands.Enter, text="name;class;rating\nAnn;Gent;12,5\nBob;;\nCas;;-3")
    assert event.state.ratings == {1: 12.5, 3: -3}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Ann;20\nBob;10", ["no-ratings"]),
        ("name;rating\nZoë;12", ["no-ratings"]),
        ("name;rating\nAnn;much\nBob;nan\nCas;1e9", ["not-a-rating"] * 3),
        ("name;club;rating\nAnn;Gent;3\nAnn;Aalst;4", ["rating-ambiguous"]),
    ],
)
def test_what_is_no_rating_is_said(text: str, codes: list[str]) -> None:
    event = Event(seeded("snake"), ["Ann", "Bob", "Cas"])
    assert event.refused(preparing.Rate, text=text) == codes


def test_namesakes_are_told_apart_by_their_club() -> None:
    event = Event(seeded("snake"), [])
    event.do(commands.Enter, text="Ann;Gent\nBob")
    event.do(preparing.Rate, text="name;club;rating\nAnn;Aalst;3\nAnn;Gent;4")
    assert event.state.ratings == {1: 4}


def test_ratings_come_before_the_first_round() -> None:
    event = Event(seeded("snake"), 4)
    event.do(commands.Begin)
    with pytest.raises(Refusal, match="begun"):
        event.do(preparing.Rate, text="name;rating\nP001;3")


def rated(rule: SeatingRule, seed: int = 7) -> list[set[int]]:
    """Sixteen players, the last with the highest rating; two without one."""
    event = Event(seeded(rule), 16, seed)
    lines = [f"P{number:03};{number}" for number in range(3, 17)]
    event.do(preparing.Rate, text="\n".join(["name;rating", *lines]))
    event.do(commands.Begin)
    return [set(table) for table in event.state.stages[0].rounds[0].seating.tables]


def test_snake_and_spread_part_the_strong() -> None:
    assert rated("snake") == [{16, 9, 8, 2}, {15, 10, 7, 1}, {14, 11, 6, 3}, {13, 12, 5, 4}]
    drawn = [rated("spread", seed) for seed in range(6)]
    for tables in drawn:
        for band in ({16, 15, 14, 13}, {12, 11, 10, 9}, {8, 7, 6, 5}, {4, 3, 2, 1}):
            assert [len(table & band) for table in tables] == [1, 1, 1, 1]
    assert len({tuple(map(frozenset, tables)) for tables in drawn}) > 1


def test_ratings_that_seat_nobody_are_a_fault() -> None:
    assert [fault.code for fault in faults_of(seeded("random"), EDITIONS)] == ["seeds-unused"]
    assert not faults_of(seeded("spread"), EDITIONS)
