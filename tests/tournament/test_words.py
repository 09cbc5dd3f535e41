"""Whose word a result is: browsers at a table, the desk, and entries of versions that knew no browsers."""

from tests.tournament.running import Event
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.events.results import Confirmed, Disputed, Reported
from tilerummy.tournament.events.stored import decode

DESK = Actor("desk")
ANN, BOB = (Actor("table", 1, (0, 0), mark * 12) for mark in "ab")
FIRST, SECOND = (30, -10, -10, -10), (-10, 30, -10, -10)
OLD = b'[{"t":"reported","round":0,"table":1,"game":1,"scores":[30,-10,-10,-10],"by":"seat:1"}]'


def playing() -> Event:
    event = Event("belgian-tournament", 8)
    event.do(commands.Begin)
    event.open_round()
    return event


def said(event: Event, actor: Actor, scores: tuple[int, ...], seat: int | None = None) -> list[type] | list[str]:
    """The kinds of events that a report brings about, or the codes with which it is refused."""
    asked = {"table": 1, "game": 1, "scores": scores, "seat": seat}
    try:
        return [type(event) for event in event.do(commands.Report, actor, **asked)]
    except Refusal as refusal:
        return [fault.code for fault in refusal.faults]


def test_an_entry_of_an_older_version_is_confirmed_by_another_seat_alone() -> None:
    for seat, found in ((1, []), (2, [Confirmed])):
        event = playing()
        event.keep(decode(OLD))
        assert said(event, BOB, FIRST, seat) == found


def test_an_entry_of_an_older_version_is_put_right_by_its_seat() -> None:
    event = playing()
    event.keep(decode(OLD))
    assert said(event, ANN, SECOND, 1) == [Reported]
    assert said(event, ANN, SECOND, 2) == ["same-browser"]


def test_a_dispute_is_between_two_browsers_and_ends_when_one_agrees_or_the_desk_speaks() -> None:
    for actor, scores, seat in ((BOB, FIRST, 3), (DESK, FIRST, None)):
        event = playing()
        assert said(event, ANN, FIRST, 1) == [Reported]
        assert said(event, BOB, SECOND, 1) == [Disputed]
        assert said(event, ANN, FIRST, 1) == []
        assert said(event, ANN, FIRST, 4) == ["same-browser"]
        assert said(event, actor, scores, seat) == [Confirmed]


def test_the_desk_confirms_a_table_with_a_single_phone() -> None:
    event = playing()
    assert said(event, ANN, FIRST, 1) == [Reported]
    assert said(event, DESK, FIRST) == [Confirmed]
    assert said(event, ANN, FIRST, 2) == []
    assert said(event, ANN, SECOND, 1) == ["confirmed-already"]
