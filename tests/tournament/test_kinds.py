"""Every command and every event says all that is asked of it: a new one cannot forget a part."""

from typing import get_args

from tilerummy.tournament import admission, decide, received
from tilerummy.tournament.events import people, stored
from tilerummy.tournament.state import Event


def test_every_command_says_how_it_is_decided() -> None:
    commands = get_args(received.Command)
    assert len(commands) > 25
    assert not [one for one in commands if one.decided is decide.Command.decided]


def test_every_event_says_how_the_state_follows_and_which_rule_admits_it() -> None:
    events = get_args(stored.StoredEvent)
    assert len(events) > 25
    assert not [one for one in events if one.follows is Event.follows]
    ruled = [one for one in events if admission._fits.dispatch(one) is not admission._fits.dispatch(object)]
    assert {*events} - {*ruled} == {people.Opened}, "the first event has its rule in admit"
