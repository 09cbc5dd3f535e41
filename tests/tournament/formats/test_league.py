"""A league over weeks: home tables, and the days of its rounds."""

import pytest

from tests.tournament.formats import recount
from tests.tournament.running import ORGANISER, Event
from tilerummy import editions, formats
from tilerummy.tournament import commands
from tilerummy.tournament.decide import decide
from tilerummy.tournament.format.format import Format, Stage
from tilerummy.tournament.format.reader import faults_of
from tilerummy.tournament.lists.exports import results
from tilerummy.tournament.prepared.commands import SetDates
from tilerummy.tournament.seating.orders import home
from tilerummy.tournament.seating.table_sizes import Sizes
from tilerummy.tournament.state import RoundDates


def tables(event: Event, number: int) -> list[set[int]]:
    return [set(table) for table in event.state.stages[0].rounds[number].seating.tables]


def test_everybody_stays_at_their_home_table_until_its_best_go_on() -> None:
    event = Event("home-tables", 16, box=False)
    event.do(commands.Begin)
    for number in range(6):
        assert tables(event, number) == tables(event, 0)
        event.play_round()
    winners = {max(table, key=lambda one: -event.ranking(0).index(one)) for table in tables(event, 0)}
    assert set(event.state.stages[1].players) == winners
    assert recount.cut_otherwise(event.state) == []


def test_who_comes_takes_a_free_chair_and_a_table_too_small_is_shared() -> None:
    event = Event("home-tables", 11, box=False)
    event.do(commands.Begin)
    first = tables(event, 0)
    event.play_round()
    event.do(commands.Enter, text="Late")
    (small,) = [table for table in first if len(table) == 3]
    assert tables(event, 1) == [table | {12} if table == small else table for table in first]
    event.play_round()
    for number in sorted(first[0])[:2]:
        event.do(commands.Withdraw, number=number)
    left = {player for table in tables(event, 2) for player in table}
    assert len(left) == 10
    assert all(3 <= len(table) <= 4 for table in tables(event, 2) if table)


def test_people_at_home_by_hand() -> None:
    sizes = Sizes(4, 3, 4)
    assert home(((1, 2, 3, 4), (5, 6, 7)), [7, 6, 5, 4, 3, 2, 1, 8], sizes) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert home(((1, 2, 3), (4, 5, 6)), [1, 2, 3, 4], sizes) == [[1, 2, 3, 4], []]
    assert home(((1, 2, 3, 4), (5, 6, 7)), [1, 2, 3, 4, 5, 6], sizes) is None


def days(*said: tuple[int, int, str, str]) -> tuple[RoundDates, ...]:
    return tuple(RoundDates(*one) for one in said)


def test_rounds_have_their_days() -> None:
    event = Event("home-tables", 8)
    event.do(SetDates, dates=days((1, 0, "2026-12-20", "2026-12-20"), (0, 0, "2026-11-02", "2026-11-08")))
    assert [one.stage for one in event.state.dates] == [0, 1]
    event.do(commands.Begin)
    event.do(SetDates, dates=())
    assert event.state.dates == ()


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        (days((0, 0, "2026-11-02", "2026-11-08"), (0, 1, "2026-11-08", "2026-11-15")), ["dates-overlap"]),
        (days((0, 1, "2026-11-02", "2026-11-03"), (0, 0, "2026-11-09", "2026-11-10")), ["dates-overlap"]),
        (days((0, 0, "2026-11-08", "2026-11-02")), ["dates-backwards"]),
        (days((0, 0, "2026-02-30", "2026-03-01")), ["not-a-day"]),
        (days((0, 0, "20261102", "2026-11-03")), ["not-a-day"]),
        (days((0, 6, "2026-11-02", "2026-11-03")), ["no-round-for-days"]),
        (days((2, 0, "2026-11-02", "2026-11-03")), ["no-round-for-days"]),
        (days((0, 0, "2026-11-02", "2026-11-03"), (0, 0, "2026-11-04", "2026-11-05")), ["dates-twice"]),
    ],
)
def test_days_that_cannot_be_are_said(said: tuple[RoundDates, ...], codes: list[str]) -> None:
    assert Event("home-tables", 8).refused(SetDates, dates=said) == codes


def test_a_round_before_its_day_is_shown_and_started_knowingly_alone() -> None:
    event = Event("home-tables", 8)
    event.do(SetDates, dates=days((0, 0, "1970-01-01", "1970-01-02"), (0, 1, "1970-01-03", "1970-01-09")))
    event.do(commands.Begin)
    event.play_round()
    assert event.refused(commands.Publish) == ["unlikely-early"]
    assert event.refused(commands.StartRound) == ["round-is-planned"]
    event.do(commands.Publish, sure=True)
    assert event.refused(commands.StartRound) == ["unlikely-early"]
    assert {cells[7] for cells in results(event.state)} == {"days", "1970-01-01/1970-01-02"}
    at_last = decide(event.state, ORGANISER, commands.StartRound("c"), 2 * 86_400_000, str, int)
    assert at_last == decide(event.state, ORGANISER, commands.StartRound("c", sure=True), 0, str, int)
    event.do(commands.StartRound, sure=True)
    # a round without days is played on any
    event.play_round()
    event.play_round()


def test_the_first_round_has_no_home_yet() -> None:
    stage = Stage(id="s", rounds=2, games=1, seating=("home",), ranking=("points", "lot"))
    whole = Format(id="x", name="X", stages=(stage,))
    known = {"original": lambda: editions.load("original")}
    assert [fault.code for fault in faults_of(whole, known)] == ["home-first"]
    assert not formats.faults(formats.load("home-tables"))
