"""A hall that is full: who comes later waits in order, and moves in where somebody goes."""

import pytest

from tests.tournament.running import Event
from tilerummy import formats
from tilerummy.tournament import commands
from tilerummy.tournament.admission import Unfit, admit
from tilerummy.tournament.checkin.commands import CheckPersonIn, CloseCheckIn, LeaveQueue, OpenCheckIn, SetCap, TakeIn
from tilerummy.tournament.checkin.hall import MOST_WAITING
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.events.checkin import LeftQueue, Queued
from tilerummy.tournament.sign_ups import Asking
from tilerummy.tournament.state import Event as Happened

DESK = Actor("desk")
ANN, BOB, CAS = "a" * 12, "b" * 12, "c" * 12


def stranger(browser: str) -> Actor:
    return Actor("public", browser=browser)


def waiting(event: Event) -> list[str]:
    return event.state.hall.names


def names(event: Event) -> list[str]:
    return [one.name for one in event.state.entrants.values()]


@pytest.fixture
def event() -> Event:
    """Four play, as many as may; Eve and Fay wait."""
    found = Event("open-league", ["P1", "P2", "P3", "P4"])
    found.do(SetCap, cap=4)
    found.do(commands.Enter, DESK, text="Eve\nFay; Gent")
    return found


def test_who_comes_beyond_the_cap_waits_unless_the_desk_enters_them_all_the_same(event: Event) -> None:
    assert (len(names(event)), waiting(event)) == (4, ["Eve", "Fay"])
    event.do(commands.Enter, DESK, text="Gil", beyond=True)
    assert (names(event)[4:], waiting(event)) == (["Gil"], ["Eve", "Fay"])
    event.do(SetCap, cap=8)
    assert (names(event)[5:], waiting(event)) == (["Eve", "Fay"], [])
    event.do(commands.Enter, DESK, text="Hal\nIda\nJan")
    assert (names(event)[7:], waiting(event)) == (["Hal"], ["Ida", "Jan"])


def test_a_cap_sends_nobody_away(event: Event) -> None:
    event.do(SetCap, cap=2)
    event.do(commands.Remove, numbers=(1,))
    assert (len(names(event)), waiting(event)) == (3, ["Eve", "Fay"])
    event.do(SetCap)
    assert (len(names(event)), waiting(event)) == (5, [])
    assert not event.do(SetCap)


def test_the_first_who_waits_moves_in_where_somebody_goes_in_one_step(event: Event) -> None:
    tickets = [one.ticket for one in event.state.hall.waiting]
    event.do(commands.Withdraw, DESK, number=2)
    assert (names(event)[4:], waiting(event)) == (["Eve"], ["Fay"])
    event.do(commands.Remove, numbers=(3,))
    assert [event.state.tickets.of[number] for number in (5, 6)] == tickets
    event.do(commands.Undo, step=event.state.steps)
    assert (names(event)[4:], waiting(event)) == (["Eve"], ["Fay"])
    event.do(commands.Undo, step=event.state.steps)
    assert (names(event)[4:], waiting(event)) == ([], ["Eve", "Fay"])


def test_at_the_close_those_move_in_who_waited_in_the_hall(event: Event) -> None:
    event.do(OpenCheckIn, DESK)
    fay = event.state.hall.waiting[1].ticket
    for ticket in (1, 2, 3, fay):
        event.do(CheckPersonIn, DESK, ticket=ticket)
    event.do(CloseCheckIn, DESK)
    assert event.state.withdrawn == {4}
    assert (names(event)[4:], waiting(event)) == (["Fay"], ["Eve"])


def test_planned_tables_take_in_who_moves_in_and_shown_ones_do_not(event: Event) -> None:
    event.do(commands.Begin)
    event.do(commands.Withdraw, DESK, number=2)
    assert event.state.play is not None
    assert 5 in {player for table in event.state.play.rounds[0].seating.tables for player in table}
    event.do(commands.Publish)
    event.do(commands.Withdraw, DESK, number=1)
    assert waiting(event) == ["Fay"]
    (seats,) = event.state.play.rounds[0].seating.tables
    event.do(commands.Seat, DESK, table=1, name="fay")
    assert (names(event)[-1], waiting(event)) == ("fay", [])
    assert len(seats) == 4


def test_the_desk_takes_in_or_strikes_off_whom_it_chooses(event: Event) -> None:
    eve, fay = (one.ticket for one in event.state.hall.waiting)
    event.do(TakeIn, DESK, tickets=(fay,))
    assert (names(event)[4:], waiting(event)) == (["Fay"], ["Eve"])
    assert event.refused(TakeIn, DESK, tickets=(fay, eve)) == ["waits-no-more"]
    event.do(LeaveQueue, DESK, tickets=(eve,))
    assert waiting(event) == []
    event.do(commands.Undo, step=event.state.steps)
    assert waiting(event) == ["Eve"]


def test_sign_ups_meet_the_cap_in_the_order_in_which_the_desk_accepts_them(event: Event) -> None:
    event.do(commands.OpenSignUp, open=True)
    for browser, name in ((ANN, "Ann"), (BOB, "Bob")):
        event.do(commands.Ask, stranger(browser), text=name)
    assert waiting(event) == ["Eve", "Fay"]
    event.do(commands.Accept, DESK, browsers=(BOB,))
    assert (waiting(event), event.state.sign_ups.answer(BOB)) == (["Eve", "Fay", "Bob"], "waiting")
    assert event.refused(commands.Ask, stranger(BOB), text="Bo") == ["signed-up-already"]
    event.do(commands.Accept, DESK, browsers=(ANN,), beyond=True)
    assert event.state.sign_ups.answer(ANN) == "accepted"
    event.do(SetCap, cap=8)
    assert event.state.sign_ups.answer(BOB) == "accepted"


def test_who_signs_up_at_once_waits_and_is_not_lost_with_a_step(event: Event) -> None:
    event.do(commands.OpenSignUp, open=True, accepting=False)
    event.do(commands.Ask, stranger(CAS), text="Cas")
    assert (waiting(event)[-1], event.state.sign_ups.answer(CAS)) == ("Cas", "waiting")
    event.do(commands.Undo, step=event.state.steps)
    assert (waiting(event), event.state.sign_ups.answer(CAS)) == (["Eve", "Fay"], "asked")
    event.do(commands.Accept, DESK, browsers=(CAS,))
    event.do(LeaveQueue, DESK, tickets=(event.state.hall.waiting[-1].ticket,))
    assert event.state.sign_ups.answer(CAS) == "declined"


def test_a_name_waits_once(event: Event) -> None:
    event.do(commands.OpenSignUp, open=True)
    assert event.refused(commands.Enter, DESK, text="eve\nHal") == ["name-waits"]
    assert event.refused(commands.Ask, stranger(ANN), text="EVE") == ["name-waits"]
    assert event.refused(commands.Change, DESK, number=1, name="Eve", category="") == ["name-entered"]
    event.do(commands.Enter, DESK, text="eve", beyond=True)
    assert waiting(event) == ["Fay"]


def test_a_waiting_list_has_an_end(event: Event) -> None:
    event.do(commands.Enter, DESK, text="\n".join(f"Q{number:03}" for number in range(MOST_WAITING - 2)))
    assert event.refused(commands.Enter, DESK, text="Zoe") == ["too-many-waiting"]


@pytest.mark.parametrize(
    "forged",
    [
        LeftQueue(()),
        LeftQueue((1,)),
        Queued(()),
        Queued((Asking("Eve", "", ""),)),
        Queued((Asking("P1", "", ""),)),
        Queued((Asking(" Hal ", "", ""),)),
        Queued((Asking("Hal", "", ANN),)),
        Queued((Asking("Hal", "", ""), Asking("Hal", "", ""))),
    ],
    ids=repr,
)
def test_no_backup_says_what_nobody_could_have_asked(event: Event, forged: Happened) -> None:
    with pytest.raises(Unfit):
        admit(event.state, forged, formats.faults)
