"""Who signs up by the public link waits for the desk, once from each browser."""

import pytest

from tests.tournament.running import Event
from tilerummy import formats
from tilerummy.tournament import commands
from tilerummy.tournament.admission import Unfit, admit
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.events.people import Asked, Declined, Entered, SignUp
from tilerummy.tournament.events.stored import decode
from tilerummy.tournament.lists.entrants import Entrant
from tilerummy.tournament.sign_ups import MOST_ASKING
from tilerummy.tournament.state import Event as Happened
from tilerummy.tournaments.keys import new_keys
from tilerummy.tournaments.sign_up_views import sign_up

DESK = Actor("desk")
KEYS = new_keys()
ANN, BOB, CAS = "a" * 12, "b" * 12, "c" * 12


def stranger(browser: str) -> Actor:
    return Actor("public", browser=browser)


def answers(event: Event) -> list[str]:
    return [event.state.sign_ups.answer(browser) for browser in (ANN, BOB, CAS)]


def names(event: Event) -> list[str]:
    return [one.name for one in event.state.entrants.values()]


@pytest.fixture
def event() -> Event:
    """Ann and Bob ask; the list has two names of its own."""
    found = Event("open-league", ["Dee", "Eve"])
    found.do(commands.OpenSignUp, open=True)
    found.do(commands.Ask, stranger(ANN), text="Ann")
    found.do(commands.Ask, stranger(BOB), text="Bob; Gent")
    return found


def test_the_desk_accepts_and_declines(event: Event) -> None:
    assert names(event) == ["Dee", "Eve"]
    event.do(commands.Accept, DESK, browsers=(BOB,))
    event.do(commands.Decline, DESK, browsers=(ANN,))
    assert [(one.name, one.category) for one in event.state.entrants.values()][2:] == [("Bob", "Gent")]
    assert answers(event) == ["declined", "accepted", "none"]
    assert sign_up(event.state, BOB, KEYS).number == 3
    for kind in (commands.Accept, commands.Decline):
        assert event.refused(kind, DESK, browsers=(ANN,)) == ["asks-no-more"]


def test_a_browser_signs_up_one_person_whatever_the_answer(event: Event) -> None:
    event.do(commands.Accept, DESK, browsers=(BOB,))
    for browser in (ANN, BOB):
        assert event.refused(commands.Ask, stranger(browser), text="Fay") == ["signed-up-already"]
    event.do(commands.Decline, DESK, browsers=(ANN,))
    event.do(commands.Remove, numbers=(3,))
    for browser in (ANN, BOB):
        assert event.refused(commands.Ask, stranger(browser), text="Fay") == ["signed-up-already"]
    assert answers(event) == ["declined", "declined", "none"]


def test_no_other_link_asks_nor_a_stranger_without_a_browser(event: Event) -> None:
    for actor in (DESK, Actor("organiser"), Actor("public"), Actor("table", 1, (0, 0), CAS)):
        assert event.refused(commands.Ask, actor, text="Fay") == ["not-allowed-role"]


def test_so_many_wait_and_no_more(event: Event) -> None:
    for number in range(MOST_ASKING - 2):
        event.do(commands.Ask, stranger(f"{number:012}"), text=f"P{number:03}")
    assert event.refused(commands.Ask, stranger(CAS), text="Cas") == ["too-many-asking"]
    event.do(commands.Decline, browsers=tuple(event.state.sign_ups.asking))
    event.do(commands.Ask, stranger(CAS), text="Cas")
    assert answers(event) == ["declined", "declined", "asked"]


def test_all_are_accepted_or_none(event: Event) -> None:
    event.do(commands.Enter, text="ann")
    event.do(commands.Ask, stranger(CAS), text="BOB")
    asking = tuple(event.state.sign_ups.asking)
    assert event.refused(commands.Accept, DESK, browsers=asking) == ["asked-name-entered", "asked-name-entered"]
    event.do(commands.Change, number=3, name="Ann A", category="")
    event.do(commands.Accept, DESK, browsers=(ANN, BOB))
    assert names(event) == ["Dee", "Eve", "Ann A", "Ann", "Bob"]


def test_many_are_taken_off_at_once_with_what_was_wished_for_them(event: Event) -> None:
    event.do(commands.Accept, browsers=(ANN, BOB))
    event.do(commands.KeepApart, pairs=((1, 3), (1, 2)))
    event.do(commands.Fix, places=((4, 1),))
    assert event.refused(commands.Remove, numbers=(3, 4, 9)) == ["no-such-player"]
    event.do(commands.Remove, numbers=(3, 4))
    assert (names(event), event.state.apart, event.state.fixed) == (["Dee", "Eve"], ((1, 2),), ())
    assert answers(event) == ["declined", "declined", "none"]
    event.do(commands.Undo, step=event.state.steps)
    assert answers(event) == ["accepted", "accepted", "none"]


def test_who_signs_up_is_no_step_and_none_of_them_is_lost_with_one(event: Event) -> None:
    steps = event.state.steps
    event.do(commands.Accept, DESK, browsers=(ANN,))
    event.do(commands.Ask, stranger(CAS), text="Cas")
    assert event.state.steps == steps + 1
    event.do(commands.Undo, DESK, step=event.state.steps)
    assert (names(event), list(event.state.sign_ups.asking)) == (["Dee", "Eve"], [ANN, BOB, CAS])


def test_the_organiser_may_want_them_entered_at_once(event: Event) -> None:
    event.do(commands.OpenSignUp, open=True, accepting=False)
    event.do(commands.Ask, stranger(CAS), text="Cas")
    assert (names(event), answers(event)) == (["Dee", "Eve", "Cas"], ["asked", "asked", "accepted"])
    assert event.refused(commands.Ask, stranger(CAS), text="Fay") == ["signed-up-already"]
    event.do(commands.Draw, numbers=(9, 8, 7))
    assert sign_up(event.state, CAS, KEYS).number == 7
    event.do(commands.Undo, step=event.state.steps)
    event.do(commands.Undo, step=event.state.steps)
    assert (names(event), answers(event)) == (["Dee", "Eve"], ["asked", "asked", "asked"])


def test_latecomers_ask_as_well_and_play_from_the_next_round() -> None:
    event = Event("open-league", 8)
    event.do(commands.Begin)
    event.open_round()
    event.do(commands.OpenSignUp, open=True)
    event.do(commands.Ask, stranger(ANN), text="Ann")
    assert event.state.play is not None
    assert 9 not in event.state.play.players
    event.do(commands.Accept, DESK, browsers=(ANN,))
    assert 9 in event.state.play.players
    event.do(commands.Ask, stranger(BOB), text="Bob")
    for _ in range(9):
        event.play_round()
    event.do(commands.Publish)
    assert event.refused(commands.Accept, DESK, browsers=(BOB,)) == ["too-late-to-enter"]
    assert event.refused(commands.Ask, stranger(CAS), text="Cas") == ["too-late-to-enter"]
    event.do(commands.Decline, DESK, browsers=(BOB,))


DEE = "d" * 12


@pytest.mark.parametrize(
    "forged",
    [
        Asked("Ann", "", ANN),
        Asked("Dee", "", DEE),
        Asked("Fay", "", "no mark"),
        Asked(" Fay ", "", DEE),
        Declined(()),
        Declined((DEE,)),
        Declined((ANN, ANN)),
        Entered((Entrant(3, "Fay"),), (ANN,)),
        Entered((Entrant(3, "Fay"),), (DEE,)),
        Entered((Entrant(3, "Ann"), Entrant(4, "Anna")), (ANN, ANN)),
        Entered((Entrant(3, "Ann"), Entrant(4, "Fay")), (ANN,)),
    ],
    ids=repr,
)
def test_no_backup_says_what_nobody_could_have_asked(event: Event, forged: Happened) -> None:
    with pytest.raises(Unfit):
        admit(event.state, forged, formats.faults)


def test_a_list_that_was_opened_before_the_desk_could_accept_enters_at_once() -> None:
    assert decode(b'[{"t":"sign-up","open":true}]') == (SignUp(True, accepting=False),)
