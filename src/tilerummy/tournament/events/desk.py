"""What the desk shows, and the steps it takes back."""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from tilerummy.tournament.events.telling import Parameters
from tilerummy.tournament.sign_ups import Asking
from tilerummy.tournament.state import Clock, Did, Event, Tournament, Undoable

MOST_UNDOABLE: Final = 20
"""Steps that can be taken back, one after the other."""


class Hidden(Event, frozen=True, tag="hidden"):
    """The public sees no standings from now on, or again."""

    hidden: bool

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, hidden=self.hidden)

    def told(self, state: Tournament) -> Iterable[Did]:
        yield "hidden" if self.hidden else "shown", {}


class Revealed(Event, frozen=True, tag="revealed"):
    """The public sees the last `places` of the final ranking."""

    tells: ClassVar[bool] = True
    places: int

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, revealed=self.places)

    def parameters(self, state: Tournament) -> Parameters:
        return {"count": self.places}


class ClockSet(Event, frozen=True, tag="clock"):
    """A clock was set, for one table or (0) for the hall. `left` milliseconds were on it at the instant `at`; since
    then it runs or stands."""

    table: int
    left: int
    at: int
    running: bool

    def follows(self, state: Tournament) -> Tournament:
        clock = Clock(self.table, self.left, self.at, self.running)
        return replace(state, clocks={**state.clocks, self.table: clock})


class Step(Event, frozen=True, tag="step"):
    """What follows in this row was asked for by the command `what`. It can be taken back until a result comes."""

    what: str
    by: str

    def follows(self, state: Tournament) -> Tournament:
        step = Undoable(self.what, self.by, replace(state, undoable=()))
        return replace(state, steps=state.steps + 1, undoable=(*state.undoable, step)[-MOST_UNDOABLE:])


class Undone(Event, frozen=True, tag="undone"):
    """The last step was taken back: everything is as it was before it, but the clocks, the calls to tables and the lots
    that were drawn; who came or paid since, and who signed up since asks."""

    tells: ClassVar[bool] = True

    def follows(self, state: Tournament) -> Tournament:
        *earlier, last = state.undoable
        kept = {
            "clocks": state.clocks,
            "calls": state.calls,
            "sign_ups": state.sign_ups.taken_back(last.before.sign_ups, _signed_up(state)),
            "tickets": state.tickets.taken_back(last.before.tickets),
            "check_in": state.check_in.taken_back(last.before.check_in),
            "lots": state.lots,
        }
        return replace(last.before, **kept, steps=state.steps + 1, undoable=tuple(earlier))

    def parameters(self, state: Tournament) -> Parameters:
        return {"what": state.undoable[-1].what}


def _signed_up(state: Tournament) -> Iterator[Asking]:
    """Those on the list, and those waiting for a place, who signed up themselves."""
    for number, mark in state.sign_ups.entered.items():
        yield Asking(state.entrants[number].name, state.entrants[number].category, mark)
    for one in state.hall.waiting:
        if one.browser:
            yield Asking(one.name, one.category, one.browser)
