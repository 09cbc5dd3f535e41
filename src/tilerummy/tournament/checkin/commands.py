"""What may be asked before the first tables: of the check-in, of payments and of places in the hall."""

from typing import Annotated, ClassVar

from msgspec import Meta

from tilerummy.tournament import decide
from tilerummy.tournament.checkin import decisions, places
from tilerummy.tournament.checkin.tickets import Ticket
from tilerummy.tournament.decide import Given, Role
from tilerummy.tournament.fields import END_OF_TIME
from tilerummy.tournament.format.format import MOST_ENTRANTS
from tilerummy.tournament.players import replanned, require_joinable
from tilerummy.tournament.state import Event, Tournament

Events = tuple[Event, ...]
Cap = Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)]
SomeTickets = Annotated[tuple[Ticket, ...], Meta(min_length=1, max_length=MOST_ENTRANTS)]


class _OfDesk(decide.Command, frozen=True):
    role: ClassVar[Role] = "desk"


class OpenCheckIn(_OfDesk, frozen=True, tag="open-check-in"):
    """Let people check in before the first tables of the stage, by their own links `until` an instant (in
    milliseconds); `names`: everybody sees who is missing. Asked again, it changes both."""

    plans: ClassVar[bool] = False
    until: Annotated[int, Meta(ge=0, lt=END_OF_TIME)] | None = None
    names: bool = False

    def decided(self, state: Tournament, given: Given) -> Events:
        return decisions.open_check_in(state, self.until, given.now, names=self.names)


class CloseCheckIn(_OfDesk, frozen=True, tag="close-check-in"):
    """End the check-in: who is not in does not play."""

    def decided(self, state: Tournament, given: Given) -> Events:
        return decisions.close_check_in(state)


class CheckPersonIn(decide.Command, frozen=True, tag="check-in"):
    """A person is here. By their own link, without a `ticket`; at the desk by their ticket, there also taken back."""

    role: ClassVar[Role] = "entrant"
    is_step: ClassVar[bool] = False
    plans: ClassVar[bool] = False
    ticket: Ticket | None = None
    here: bool = True

    def decided(self, state: Tournament, given: Given) -> Events:
        own = given.actor.ticket
        if own is not None and (self.ticket not in (None, own) or not self.here):
            raise decide.not_allowed(given.actor)
        ticket = own if own is not None else self.ticket
        return decisions.check_in(state, ticket or 0, given.now, here=self.here, own=own is not None)


class TickPayment(_OfDesk, frozen=True, tag="paid"):
    """A person has paid, or has not after all."""

    is_step: ClassVar[bool] = False
    plans: ClassVar[bool] = False
    ticket: Ticket
    paid: bool = True

    def decided(self, state: Tournament, given: Given) -> Events:
        return decisions.pay(state, self.ticket, paid=self.paid)


class SetCap(decide.Command, frozen=True, tag="cap"):
    """So many may play, who comes later waits; None: as many as come. Nobody on the list is sent away."""

    cap: Cap | None = None

    def decided(self, state: Tournament, given: Given) -> Events:
        return replanned(state, places.cap(state, self.cap))


class TakeIn(_OfDesk, frozen=True, tag="take-in"):
    """Enter people who wait, though there is no place."""

    tickets: SomeTickets

    def decided(self, state: Tournament, given: Given) -> Events:
        require_joinable(state)
        return replanned(state, places.take_in(state, self.tickets))


class LeaveQueue(_OfDesk, frozen=True, tag="leave-queue"):
    """Take people off the waiting list."""

    plans: ClassVar[bool] = False
    tickets: SomeTickets

    def decided(self, state: Tournament, given: Given) -> Events:
        return places.leave_queue(state, self.tickets)
