"""Results from lists and as lists: what a spreadsheet brings, every fault at once, nothing half entered."""

import csv
import io
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.running import Event
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.events.results import Confirmed, Disputed, Reported
from tilerummy.tournament.lists import exports as listing
from tilerummy.tournament.lists.exports import Cell

DESK = Actor("desk")
TABLE = "1;1;Ann;30\n1;1;Bob;-10\n1;1;3;-5\n1;1;'-Dee;-15\n"


def event() -> Event:
    """Two tables of the regulation's first round, three games each, under way."""
    found = Event("belgian-tournament", ["Ann", "Bob", "Cas", "-Dee", "Eve", "'t Hof", "Gus", "Hal"])
    found.do(commands.Begin)
    found.open_round()
    return found


def faults(event: Event, text: str) -> list[tuple[object, str]]:
    """Line and code of everything wrong with a list, of which nothing is entered."""
    before = event.state
    with pytest.raises(Refusal) as refused:
        event.do(commands.ReportList, DESK, text=text)
    assert event.state == before
    return [(fault.params.get("at_line"), fault.code) for fault in refused.value.faults]


def as_csv(rows: Iterable[tuple[Cell, ...]]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        TABLE.replace(";", "\t"),
        TABLE.replace(";", ","),
        "\ufeffTafel,Spel,Nummer,Naam,Punten,Opmerking\r\n1,1,1,Ann,+30,uit\r\n1,1,2,,\u221210,\r\n1,1,,cas,-5,\r\n1,1,4,-Dee,-15\r\n",
        "points;player;game;table\n30;Ann;1;1\n\n-10;Bob;1;1\n-5;CAS;1;1\n-15;-Dee;1;1",
    ],
)
def test_a_list_enters_a_game(text: str) -> None:
    (reported,) = event().do(commands.ReportList, DESK, text=text)
    assert reported == Reported(0, 1, 1, (30, -10, -5, -15), "desk")


def test_the_same_list_again_changes_nothing_and_from_somebody_else_confirms_or_disputes() -> None:
    here = event()
    here.do(commands.ReportList, DESK, text=TABLE)
    assert here.do(commands.ReportList, DESK, text=TABLE) == ()
    other = TABLE + "2;1;Eve;9\n2;1;'t Hof;-9\n2;1;Gus;0\n2;1;Hal;0\n"
    assert [type(event) for event in here.do(commands.ReportList, text=other)] == [Confirmed, Reported]
    assert faults(here, TABLE.replace("30", "29").replace("-15", "-14")) == [(1, "confirmed-already")]
    assert [type(event) for event in here.do(commands.ReportList, DESK, text=other.replace("9", "8"))] == [Disputed]


def test_every_fault_is_told_with_its_line_and_nothing_is_entered() -> None:
    text = (
        TABLE
        + "2;1;Eve;ten\n"
        + "2;1;Ann;5\n"
        + "2;1;Zed;5\n"
        + "2;1;99;5\n"
        + "2;x;Gus;5.5\n"
        + "\n"
        + "1;1;Bob;-10\n"
        + "1;9;Ann;1\n1;9;Bob;-1\n1;9;Cas;0\n1;9;4;0\n"
        + "7;1;Ann;1\n7;1;Bob;-1\n"
        + "1;2;Ann;1\n1;2;Bob;-2\n1;2;Cas;0\n"
        + "2;1\n"
        + "x" * 140_000
    )
    assert faults(event(), text) == [
        (5, "no-whole-number"),
        (6, "not-at-table"),
        (7, "no-such-name"),
        (8, "no-such-player"),
        (9, "no-whole-number"),
        (9, "no-whole-number"),
        (11, "points-twice"),
        (12, "no-such-game"),
        (16, "no-such-table"),
        (18, "not-zero-sum"),
        (18, "score-missing"),
        (21, "no-such-name"),
        (21, "no-whole-number"),
        (22, "no-whole-number"),
        (22, "no-whole-number"),
        (22, "no-such-name"),
        (22, "no-whole-number"),
    ]


def test_a_number_and_a_name_of_two_players() -> None:
    assert faults(event(), "table;game;number;name;points\n1;1;2;Ann;30") == [(2, "another-name")]


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "no-results"), ("table;game;points\n", "columns-lacking"), ("Naam;Punten\nAnn;3", "columns-lacking")],
)
def test_what_is_no_list_of_results(text: str, code: str) -> None:
    assert faults(event(), text) == [(None, code)]


def test_before_and_between_rounds_no_list_is_taken() -> None:
    early = Event("belgian-tournament", 8)
    assert early.refused(commands.ReportList, text="1;1;1;3\n1;1;2;-3") == ["not-begun"]
    early.do(commands.Begin)
    assert early.refused(commands.ReportList, text="1;1;1;3\n1;1;2;-3") == ["round-not-playing"]
    assert early.refused(commands.ReportList, Actor("table", 1), text=TABLE) == ["not-allowed-role"]


def test_who_has_left_needs_no_points() -> None:
    here = event()
    here.do(commands.Withdraw, number=4)
    (reported,) = here.do(commands.ReportList, DESK, text="1;1;Ann;15\n1;1;Bob;-10\n1;1;Cas;-5")
    assert reported == Reported(0, 1, 1, (15, -10, -5, None), "desk")


def test_what_is_taken_home_can_be_brought_again() -> None:
    here = event()
    while not here.state.finished:
        if here.state.stages and len(here.state.stages) == 2 and here.state.current == 0:
            here.open_round()
            break
        here.play_round()
    home = as_csv(listing.results(here.state))
    assert home.splitlines()[:2] == [
        "stage,round,table,game,number,name,points",
        f"qualifying,1,1,1,1,Ann,{here.state.stages[0].results[0, 1, 1].scores[0]}",
    ]
    assert here.do(commands.ReportList, DESK, text=home) == (), "what is known changes nothing"
    _, first, *_ = home.splitlines()
    changed = f"{first.rsplit(',', 1)[0]},77777"
    assert faults(here, home.replace(first, changed)) == [(2, "another-round")]


def test_standings_as_a_list() -> None:
    here = event()
    while not here.state.finished:
        here.play_round()
    rows = list(listing.standings(here.state))
    assert rows[0] == listing.STANDINGS
    assert [sum(row[0] == stage for row in rows) for stage in ("qualifying", "semifinal", "final", "all")] == [
        8,
        8,
        4,
        8,
    ]
    first = rows[1]
    assert first[1] == 1
    assert isinstance(first[5], int)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.text(alphabet=st.sampled_from("1239Ann ;,\t\"\n\r-+'=.x\x00\u2212"), max_size=60))
def test_whatever_is_pasted_is_taken_or_told(text: str) -> None:
    here = event()
    before = here.state
    told: tuple[Fault, ...] = ()
    try:
        happened = here.do(commands.ReportList, DESK, text=text)
    except Refusal as refusal:
        happened, told = (), refusal.faults
    assert (here.state == before) == (happened == ())
    assert happened or told
