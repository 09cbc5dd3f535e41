"""A stage that too few players are left for is over: when they leave, the event comes to its end, and back by Undo."""

import pytest

from tests.tournament.running import Event
from tilerummy import formats
from tilerummy.tournament import commands
from tilerummy.tournament.results.reports import outstanding

PLAYERS = 5
PHASES = ["planned", "published", "playing", "closed"]


def left(event: Event, phase: str) -> None:
    """All but one go home once the round has come so far."""
    if phase in ("published", "playing"):
        event.do(commands.Publish)
    if phase == "playing":
        event.do(commands.StartRound)
    if phase == "closed":
        event.play_round()
    for number in range(2, PLAYERS + 1):
        if not event.state.finished:
            event.do(commands.Withdraw, number=number)


def ended(event: Event, phase: str) -> None:
    """What a desk does then, by the phase of the round that nobody can play."""
    if event.state.finished:
        return
    if phase == "published":
        event.do(commands.Reseat)
    for _, table, game in outstanding(event.state):
        assert event.state.play is not None
        seats = event.state.play.rounds[event.state.current].seating.tables[table - 1]
        here = [10 if number == 1 else None for number in seats]
        event.do(commands.Report, table=table, game=game, scores=tuple(here), sure=True)
    if not event.state.finished:
        event.do(commands.CloseRound, listed=())


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("format_", formats.names())
def test_an_event_that_all_but_one_leave_comes_to_its_end(format_: str, phase: str) -> None:
    event = Event(format_, PLAYERS, box=False)
    event.do(commands.Begin)
    left(event, phase)
    ended(event, phase)
    assert event.state.finished
    assert all(round_.phase == "closed" for play in event.state.stages for round_ in play.rounds)
    event.do(commands.Undo, step=event.state.steps)
    assert not event.state.finished
