"""What the desk may do with a room made for a tournament's table."""

import pytest

from tilerummy import editions
from tilerummy.rooms import fixtures
from tilerummy.rooms.decide import starting
from tilerummy.rooms.decision import Decision, in_game
from tilerummy.rooms.events import Fixture
from tilerummy.rooms.options import USUAL
from tilerummy.rules.game.decide import Decided, resign
from tilerummy.rules.refusal import Refusal


def over() -> Decision:
    """A game of two, one of whom has claimed their seat, that is over."""
    fixture = Fixture("event", 1, 1, 1, (7, 9))
    opened = fixtures.set_up(editions.load("original"), None, fixture, {7: "Ann", 9: "Bob"}, USUAL)
    begun = starting(opened.state)
    claimed = fixtures.claim(begun.state, 7, "ann")
    assert claimed is not None
    assert claimed.state.game is not None
    resigned = resign(claimed.state.game, 1)
    assert isinstance(resigned, Decided)
    return in_game(claimed.state, resigned)


def test_players_keep_their_seats_once_the_game_is_over() -> None:
    state = over().state
    assert state.phase == "over"
    with pytest.raises(Refusal, match="not-playing"):
        fixtures.release(state, 7)
    with pytest.raises(Refusal, match="not-playing"):
        fixtures.begin(state)
    # a look at the table does nothing
    assert fixtures.withdraw(state, {7, 9}) is None
    assert state.seat_of("ann") == 0
