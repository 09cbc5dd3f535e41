"""Before the first tables: who came, who paid, who waits for a place in the hall."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from tilerummy.tournament.checkin.hall import Waiting
from tilerummy.tournament.events.telling import Parameters, listed
from tilerummy.tournament.sign_ups import Asking
from tilerummy.tournament.state import Did, Event, Tournament


class CheckInOpened(Event, frozen=True, tag="check-in-opened"):
    """People check in from now on, themselves before the instant `until`; `names`: everybody sees who is missing."""

    until: int | None = None
    names: bool = False

    def follows(self, state: Tournament) -> Tournament:
        stage = max(0, len(state.stages) - 1)
        here = state.check_in.here if state.check_in.stage == stage else frozenset[int]()
        opened = replace(
            state.check_in, phase="open", until=self.until, names=self.names, stage=stage, here=here, absent=()
        )
        return replace(state, check_in=opened)

    def told(self, state: Tournament) -> Iterable[Did]:
        yield "check-in-changed" if state.check_in.phase == "open" else "check-in-opened", {}


class CheckInClosed(Event, frozen=True, tag="check-in-closed"):
    """The check-in is over: the players who were not in, by their numbers, play no games until they come back."""

    absent: tuple[int, ...]

    def follows(self, state: Tournament) -> Tournament:
        tickets = tuple(state.tickets.of[number] for number in self.absent)
        closed = replace(state.check_in, phase="closed", absent=tickets)
        return replace(state, withdrawn=state.withdrawn | {*self.absent}, check_in=closed)

    def told(self, state: Tournament) -> Iterable[Did]:
        left_out = listed([state.entrants[number].name for number in self.absent])
        yield ("check-in-closed", left_out) if self.absent else ("check-in-closed-all", {})


class _OfTicket(Event, frozen=True):
    """Something that happened to the person with a ticket."""

    ticket: int


class CheckedIn(_OfTicket, frozen=True, tag="checked-in"):
    """A person is here, or is not after all."""

    here: bool = True

    def follows(self, state: Tournament) -> Tournament:
        before = state.check_in.here
        here = before | {self.ticket} if self.here else before - {self.ticket}
        return replace(state, check_in=replace(state.check_in, here=here))


class Paid(_OfTicket, frozen=True, tag="paid"):
    """A person has paid, or has not after all."""

    paid: bool = True

    def follows(self, state: Tournament) -> Tournament:
        before = state.check_in.paid
        paid = before | {self.ticket} if self.paid else before - {self.ticket}
        return replace(state, check_in=replace(state.check_in, paid=paid))


class Capped(Event, frozen=True, tag="capped"):
    """So many may play; None: as many as come."""

    cap: int | None

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, hall=replace(state.hall, cap=self.cap))

    def told(self, state: Tournament) -> Iterable[Did]:
        yield ("uncapped", {}) if self.cap is None else ("capped", {"count": self.cap})


class Queued(Event, frozen=True, tag="queued"):
    """People wait for a place, in this order; `browser`: the mark of who signed up, empty for who did not."""

    tells: ClassVar[bool] = True
    people: tuple[Asking, ...]

    def follows(self, state: Tournament) -> Tournament:
        first = state.tickets.issued + 1
        new = tuple(Waiting(ticket, *one) for ticket, one in enumerate(self.people, start=first))
        return replace(
            state,
            tickets=replace(state.tickets, issued=state.tickets.issued + len(new)),
            hall=replace(state.hall, waiting=(*state.hall.waiting, *new)),
            sign_ups=state.sign_ups.queued([one.browser for one in self.people if one.browser]),
        )

    def parameters(self, state: Tournament) -> Parameters:
        return listed([one.name for one in self.people])


class LeftQueue(Event, frozen=True, tag="left-queue"):
    """People wait no longer, and do not play."""

    tells: ClassVar[bool] = True
    tickets: tuple[int, ...]

    def follows(self, state: Tournament) -> Tournament:
        gone = [one for one in state.hall.waiting if one.ticket in self.tickets]
        signed = state.sign_ups.refused([one.browser for one in gone if one.browser])
        return replace(state, hall=state.hall.without(self.tickets), sign_ups=signed)

    def parameters(self, state: Tournament) -> Parameters:
        return listed([one.name for one in state.hall.waiting if one.ticket in self.tickets])
