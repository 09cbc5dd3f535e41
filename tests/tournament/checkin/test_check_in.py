"""Who is not in when the check-in closes does not play; who came stays in, whatever is taken back."""

import pytest

from tests.tournament.running import Event
from tilerummy import formats
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import commands
from tilerummy.tournament.admission import Unfit, admit
from tilerummy.tournament.checkin.commands import CheckPersonIn, CloseCheckIn, OpenCheckIn, TickPayment
from tilerummy.tournament.checkin.decisions import missing
from tilerummy.tournament.decide import Actor, decide
from tilerummy.tournament.events.checkin import Capped, CheckedIn, CheckInClosed, CheckInOpened, Paid, Queued
from tilerummy.tournament.sign_ups import Asking
from tilerummy.tournament.state import Event as Happened
from tilerummy.tournament.state import Tournament

DESK = Actor("desk")
LATER = 60_000


def holder(ticket: int) -> Actor:
    """Who has the link of a ticket."""
    return Actor("entrant", ticket=ticket)


def undo(event: Event) -> None:
    event.do(commands.Undo, step=event.state.steps)


def asked_at(state: Tournament, now: int, ticket: int) -> list[str]:
    """The codes with which the holder of a ticket is refused at an instant."""
    try:
        decide(state, holder(ticket), CheckPersonIn(id="c"), now, str, int)
    except Refusal as refusal:
        return [fault.code for fault in refusal.faults]
    return []


@pytest.fixture
def event() -> Event:
    """Nine are on the list; 1 to 7 are in, some by their own links."""
    found = Event("open-league", 9)
    found.do(OpenCheckIn, DESK, until=LATER)
    for ticket in (1, 2, 3):
        found.do(CheckPersonIn, holder(ticket))
    for ticket in (4, 5, 6, 7):
        found.do(CheckPersonIn, DESK, ticket=ticket)
    return found


def test_who_is_not_in_does_not_play_and_comes_back_as_a_latecomer(event: Event) -> None:
    assert missing(event.state) == (8, 9)
    (_, closed) = event.do(CloseCheckIn, DESK)
    assert closed == CheckInClosed((8, 9))
    assert event.state.withdrawn == {8, 9}
    event.do(commands.Begin)
    assert event.state.play is not None
    assert set(event.state.play.players) == set(range(1, 8))
    event.open_round()
    event.do(commands.Return, DESK, number=8)
    assert event.state.withdrawn == {9}


def test_the_close_is_one_step_that_is_taken_back(event: Event) -> None:
    before = event.state
    event.do(CloseCheckIn, DESK)
    undo(event)
    assert (event.state.withdrawn, event.state.check_in) == (before.withdrawn, before.check_in)
    event.do(CheckPersonIn, holder(8))
    event.do(CloseCheckIn, DESK)
    assert event.state.withdrawn == {9}


def test_planned_tables_follow_and_are_not_shown_while_people_check_in(event: Event) -> None:
    event.do(commands.Begin)
    assert event.refused(commands.Publish) == ["check-in-open"]
    event.do(CloseCheckIn, DESK)
    assert event.state.play is not None
    seated = {player for table in event.state.play.rounds[0].seating.tables for player in table}
    assert seated == set(range(1, 8))
    event.do(commands.Publish)
    assert event.refused(OpenCheckIn, DESK) == ["too-late-to-check-in"]


def test_who_came_stays_in_when_a_step_is_taken_back_or_numbers_are_drawn(event: Event) -> None:
    event.do(commands.Draw, numbers=(9, 8, 7, 6, 5, 4, 3, 2, 1))
    assert missing(event.state) == (1, 2)
    event.do(CheckPersonIn, holder(9))
    event.do(TickPayment, DESK, ticket=8)
    undo(event)
    assert missing(event.state) == (8,)
    assert event.state.check_in.paid == {8}
    undo(event)
    assert event.state.check_in.phase == "none"
    event.do(OpenCheckIn, DESK)
    assert missing(event.state) == (8,)


def test_entrants_check_in_until_the_closing_time_and_then_the_desk_does(event: Event) -> None:
    assert asked_at(event.state, LATER - 1, 8) == []
    assert asked_at(event.state, LATER, 8) == ["check-in-over"]
    assert event.do(CheckPersonIn, DESK, ticket=8)
    assert event.refused(OpenCheckIn, DESK, until=0) == ["check-in-time-past"]
    event.do(OpenCheckIn, DESK, until=2 * LATER, names=True)
    assert not event.do(OpenCheckIn, DESK, until=2 * LATER, names=True)
    assert asked_at(event.state, LATER, 9) == []


def test_twice_from_two_phones_is_once(event: Event) -> None:
    assert not event.do(CheckPersonIn, holder(1))
    assert not event.do(CheckPersonIn, DESK, ticket=1)


def test_an_own_link_acts_for_nobody_else(event: Event) -> None:
    assert event.refused(CheckPersonIn, holder(1), ticket=8) == ["not-allowed-role"]
    assert event.refused(CheckPersonIn, holder(1), here=False) == ["not-allowed-role"]
    for kind, fields in (
        (OpenCheckIn, {}),
        (CloseCheckIn, {}),
        (TickPayment, {"ticket": 1}),
        (commands.Withdraw, {"number": 1}),
        (commands.Ask, {"text": "Fay"}),
        (commands.Report, {"table": 1, "game": 1, "scores": (1, -1)}),
    ):
        assert event.refused(kind, holder(1), **fields) == ["not-allowed-role"]
    for actor in (Actor("public", browser="a" * 12), Actor("table", 1, (0, 0)), Actor("referee")):
        assert event.refused(CheckPersonIn, actor, ticket=8) == ["not-allowed-role"]


def test_links_of_those_who_have_gone_open_nothing(event: Event) -> None:
    event.do(commands.Withdraw, DESK, number=8)
    assert event.refused(CheckPersonIn, holder(8)) == ["withdrawn-already"]
    event.do(commands.Remove, numbers=(9, 1))
    event.do(commands.Substitute, DESK, number=2, name="Another")
    for ticket in (1, 2, 9, 500):
        assert event.refused(CheckPersonIn, holder(ticket)) == ["ticket-gone"]
        assert event.refused(TickPayment, DESK, ticket=ticket) == ["ticket-gone"]
    event.do(commands.Enter, text="Newcomer")
    assert missing(event.state) == (2, 9)
    assert event.refused(CheckPersonIn, DESK) == ["ticket-gone"]


def test_a_ticket_is_never_anothers_though_its_step_was_taken_back(event: Event) -> None:
    event.do(commands.Enter, text="Ann")
    event.do(CheckPersonIn, DESK, ticket=10)
    undo(event)
    event.do(commands.Enter, text="Bob")
    assert event.state.tickets.of[10] == 11
    assert 10 in missing(event.state)


def test_somebody_has_to_be_in() -> None:
    event = Event("belgian-tournament", 12)
    assert event.refused(CloseCheckIn, DESK) == ["check-in-not-open"]
    assert event.refused(CheckPersonIn, holder(1)) == ["check-in-not-open"]
    event.do(OpenCheckIn, DESK)
    assert event.refused(CloseCheckIn, DESK) == ["nobody-in"]
    event.do(commands.Begin)
    event.do(CheckPersonIn, holder(1))
    assert event.refused(CloseCheckIn, DESK) == ["too-few-in"]


def test_those_of_a_later_stage_check_in_anew() -> None:
    event = Event("belgian-tournament", 12)
    event.do(OpenCheckIn, DESK)
    for ticket in range(1, 13):
        event.do(CheckPersonIn, holder(ticket))
    event.do(CloseCheckIn, DESK)
    event.do(commands.Begin)
    event.play_round()
    event.do(OpenCheckIn, DESK)
    assert event.state.play is not None
    players = event.state.play.players
    assert missing(event.state) == players
    out = next(number for number in event.state.entrants if number not in players)
    assert event.refused(CheckPersonIn, holder(out)) == ["not-in-this-stage"]
    for number in players[:-1]:
        event.do(CheckPersonIn, DESK, ticket=number)
    event.do(CloseCheckIn, DESK)
    assert event.state.withdrawn == {players[-1]}


@pytest.mark.parametrize(
    "forged",
    [
        CheckInOpened(LATER),
        CheckInOpened(-5),
        CheckInClosed((8,)),
        CheckInClosed((1, 8, 9)),
        CheckedIn(1),
        CheckedIn(77),
        CheckedIn(8, here=False),
        Paid(77),
        Paid(1, paid=False),
        Capped(None),
        Capped(0),
        Queued((Asking("Fay", "", ""),)),
    ],
    ids=repr,
)
def test_no_backup_says_what_nobody_could_have_asked(event: Event, forged: Happened) -> None:
    with pytest.raises(Unfit):
        admit(event.state, forged, formats.faults)
